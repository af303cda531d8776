import ArgumentParser
import ContactStore
import VCard

/// `vcard book link`: makes records of several sources one person.
struct BookLinkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "link",
    abstract: "Say that two records are one person; both stay as they are.",
    usage: "vcard book link <A> <B> [--book <book>]",
    discussion: """
      EXAMPLES:
        vcard book link 17 23
        vcard book link 17 23 --dry-run

      Linked records are shown, matched and shared as one person, with the values of all. Whatever \
      A and B are linked with already comes along.
      """)

  @OptionGroup var pair: RecordPair

  @OptionGroup var change: ChangeOptions

  func run() throws {
    try change.run(.links, "links") { book in
      let one = try PeopleLookup.person(pair.first, in: book)
      let other = try PeopleLookup.person(pair.second, in: book)
      var request = SaveRequest()
      if one.id == other.id {
        return (["\(pair.first) and \(pair.second) are linked already"], request)
      }
      request.kind = "link"
      request.link(
        .join(
          .record(RecordID(rawValue: pair.first)), .record(RecordID(rawValue: pair.second))))
      let who = "\(pair.first) \(one.callName) and \(pair.second) \(other.callName)"
      return (["\(change.did("link", "linked")) \(who)"], request)
    }
  }
}
