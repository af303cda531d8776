import ArgumentParser
import ContactStore
import VCard

/// `vcard book unlink`: takes a record out of a person.
struct BookUnlinkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlink",
    abstract: "Say that record B is not the person that A is.",
    usage: "vcard book unlink <A> <B> [--book <book>]",
    discussion: """
      EXAMPLES:
        vcard book unlink 17 23
        vcard book unlink 17 23 --dry-run

      A and B are IDs of records. B becomes a person of its own. That is remembered: no import links it again with A and the \
      other records of that person; 'vcard book link' does.
      """)

  @OptionGroup var pair: RecordPair

  @OptionGroup var change: ChangeOptions

  func run() throws {
    try change.run(.links, what: "links") { book, _ in
      let ids = try pair.records(in: book).map(\.id)
      let one = try book.requiredPerson(of: ids[0])
      let other = try book.requiredPerson(of: ids[1])
      var request = SaveRequest("unlink")
      guard one.id == other.id else {
        return (["\(ids[0]) and \(ids[1]) are not linked"], request)
      }
      request.link(.separate(ids[1]))
      let who = "\(ids[1]) from \(ids[0]) \(one.callName)"
      return (["\(change.did("unlink", "unlinked")) \(who)"], request)
    }
  }
}
