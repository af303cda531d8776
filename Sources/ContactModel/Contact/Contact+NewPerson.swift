public import VCard

extension Contact {
  /// The lines of a new person made of a first name, a last name and emails.
  ///
  /// - Parameters:
  ///   - givenName: The first name.
  ///   - familyName: The last name.
  ///   - compositeName: The name in one piece, used only when there is neither first nor last name.
  ///   - emails: The emails, each once whatever its case.
  /// - Returns: FN, N, and an EMAIL for each email.
  public static func newPersonLines(
    givenName: String?, familyName: String?, compositeName: String?, emails: [String]
  ) -> [ContentLine] {
    let given = givenName?.trimmingBlanks ?? ""
    let family = familyName?.trimmingBlanks ?? ""
    var name = NameParts()
    name.given = given.isEmpty ? nil : given
    name.family = family.isEmpty ? nil : family
    var known: Set<String> = []
    let addresses = emails.map(EmailText.address).filter {
      !$0.isEmpty && known.insert($0.lowercased()).inserted
    }
    let composite = compositeName?.trimmingBlanks ?? ""
    let formatted =
      name.hasName
      ? name.joined(.automatic, language: nil)
      : composite.isEmpty ? addresses.first ?? "" : composite
    var lines = [
      ContentLine("FN", .text(formatted)),
      ContentLine("N", .structure([[family], [given], [""], [""], [""]])),
    ]
    lines += addresses.map { ContentLine("EMAIL", .text($0)) }
    return lines
  }
}
