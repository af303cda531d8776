import ArgumentParser
import ContactMerging
import ContactModel
import VCard

/// Who is to be added, told by options.
struct NewPersonOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The name, whole or as 'Bell;Kate'.", valueName: "name"))
  var name: String?

  @Option(help: ArgumentHelp("The organisation.", valueName: "name"))
  var organization: String?

  @Option(help: ArgumentHelp("The job title.", valueName: "title"))
  var title: String?

  @Option(help: ArgumentHelp("An email, or 'work:EMAIL' with its label.", valueName: "email"))
  var email: [String] = []

  @Option(
    name: [.customLong("phone"), .customLong("tel")],
    help: ArgumentHelp("A phone number, or 'home:NUMBER' with its label.", valueName: "number"))
  var phone: [String] = []

  @Option(help: ArgumentHelp("The birthday, such as 1978-01-20.", valueName: "date"))
  var birthday: String?

  @Option(help: ArgumentHelp("A note.", valueName: "text"))
  var note: String?

  @Option(help: ArgumentHelp("A group that the person joins.", valueName: "group"))
  var group: [String] = []

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("Anything else, as 'vcard book set' takes it.", valueName: "name=value"))
  var others: [String] = []

  /// What is set on the new card; empty when nobody is told.
  func assignments() throws -> [CardAssignment] {
    func one(_ field: ContactField, _ value: String?) -> [CardAssignment] {
      value.map { [CardAssignment(field, .set, $0)] } ?? []
    }
    return try one(.name, name) + one(.organization, organization) + one(.title, title)
      + email.map { labeled(.email, $0) } + phone.map { labeled(.phone, $0) }
      + one(.birthday, birthday) + one(.note, note) + group.map { CardAssignment(.group, .add, $0) }
      + others.map { try CardAssignment($0) }
  }

  /// A value, perhaps with its label and a colon before it; what begins a URI is no label.
  private func labeled(_ field: ContactField, _ text: String) -> CardAssignment {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !["tel", "mailto", "sip", "sips"].contains(parts[0].lowercased()) else {
      return CardAssignment(field, .add, text)
    }
    return CardAssignment(field, label: ContactLabel(String(parts[0])), .add, String(parts[1]))
  }

  /// The card of the person, to which groups do not belong.
  ///
  /// - Parameters:
  ///   - changes: What is set on it.
  ///   - decoding: How what is not UTF-8 becomes text.
  /// - Returns: The card.
  /// - Throws: As ``CardChanges/applied(to:decoding:)``, and a failure that ends with 64 for a person
  ///   without anything to call it by.
  static func card(_ changes: CardChanges, decoding: TextDecoding) throws -> Card {
    let empty = Card(version: .version40)
    guard var card = try changes.applied(to: empty, decoding: decoding),
      let name = Contact(card, keys: .compositeName).compositeName
    else {
      throw CommandFailure(.usage, "say who it is: a name, an organization, an email or a phone")
    }
    // RFC 6350 §6.2.1: there is one.
    if card.first(.fn) == nil { card.append(ContentLine("FN", .text(name))) }
    if card.first(.uid) == nil { card.append(ContentLine("UID", .verbatim(NewUID.make()))) }
    card.setRevision(Platform.secondsSince1970())
    return card
  }
}
