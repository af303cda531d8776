import ArgumentParser
import ContactStore
import VCard

/// `vcard book split`: makes all records of a person people of their own.
struct BookSplitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "split",
    abstract: "Make all linked records of a person people of their own.",
    usage: "vcard book split <ID or query> [--book <book>]",
    discussion: """
      EXAMPLES:
        vcard book split 17
        vcard book split 17 --dry-run

      That is remembered: no import links any two of them again; 'vcard book link' does. To take out \
      only one record, see 'vcard book unlink'.
      """)

  @Argument(
    help: ArgumentHelp("The person: an ID, or words to find one by.", valueName: "ID or query"))
  var id: String

  @OptionGroup var change: ChangeOptions

  func run() throws {
    try change.run(.links, what: "links", on: [id]) { book, ids in
      let person = try book.requiredPerson(of: ids[0])
      var request = SaveRequest("split")
      guard person.records.count > 1 else {
        return (["\(ids[0]) \(person.callName) is linked with nobody"], request)
      }
      for record in person.records.dropFirst() { request.link(.separate(record.id)) }
      let ids = person.records.map(\.id.rawValue).joined(separator: ", ")
      return (["\(change.did("split", "split")) \(person.callName) into \(ids)"], request)
    }
  }
}
