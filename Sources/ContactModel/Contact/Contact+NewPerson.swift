public import VCard

extension Contact {
  /// The lines of the new person that an unknown one becomes: FN, N, and EMAIL with its label.
  ///
  /// An organisation gets its ORG and what says that it is one; a card without a given and a family
  /// name keeps its name in FN. Nothing else is taken over, so nothing device-local is.
  public func newPersonLines() -> [ContentLine] {
    let isOrganization = contactType == .organization && organizationName != nil
    var lines = Contact.newPersonLines(
      givenName: isOrganization ? nil : givenName, familyName: isOrganization ? nil : familyName,
      compositeName: givenName == nil && familyName == nil || isOrganization ? compositeName : nil,
      emails: [])
    if isOrganization, let organizationName {
      lines.append(ContentLine("ORG", .structure([[organizationName]])))
      lines.append(ContentLine("X-ABShowAs", .text("COMPANY")))
    }
    var groups = 0
    for email in emailAddresses {
      lines.append(contentsOf: Contact.lines(of: email, &groups))
    }
    return lines
  }

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

  /// An email with its label: as a TYPE where it is one of vCard's, else as X-ABLabel.
  private static func lines(
    of email: LabeledValue<String>, _ groups: inout Int
  ) -> [ContentLine] {
    guard let label = email.label else { return [ContentLine("EMAIL", .text(email.value))] }
    if label == .home || label == .work {
      return [
        ContentLine(
          "EMAIL", parameters: [Parameter("TYPE", label.rawValue)], .text(email.value))
      ]
    }
    groups += 1
    let group = "item\(groups)"
    return [
      ContentLine(group: group, "EMAIL", .text(email.value)),
      ContentLine(group: group, "X-ABLabel", .text(label.appleForm)),
    ]
  }
}
