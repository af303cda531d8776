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
    let name = NameParts(given: givenName?.filled, family: familyName?.filled)
    var known: Set<String> = []
    let addresses = emails.map(EmailText.address).filter {
      !$0.isEmpty && known.insert($0.lowercased()).inserted
    }
    let formatted =
      name.hasName
      ? name.joined(.automatic, language: nil)
      : compositeName?.filled ?? addresses.first ?? ""
    var lines = [
      ContentLine("FN", .text(formatted)),
      ContentLine("N", .structure([[name.family ?? ""], [name.given ?? ""], [""], [""], [""]])),
    ]
    lines += addresses.map { ContentLine("EMAIL", .text($0)) }
    return lines
  }
}
