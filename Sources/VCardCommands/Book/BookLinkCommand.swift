import ArgumentParser
import ContactDedupe
import ContactStore
import VCard

/// `vcard book link`: makes records of several sources one person.
struct BookLinkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "link",
    abstract: "Say that two records are one person; both stay as they are.",
    usage: "vcard book link <A> <B> | --auto [--book <book>]",
    discussion: """
      EXAMPLES:
        vcard book link 17 23
        vcard book link --auto --dry-run

      Linked records are shown, matched and shared as one person, with the values of all. Whatever \
      A and B are linked with already comes along. --auto links the records of each person whom \
      'vcard dedupe' would call the same and who is in several sources; answers beside the book and \
      records that were kept apart are heeded, and 'vcard undo' takes all of it back.
      """)

  @Argument(help: ArgumentHelp("A person: an ID, or words to find one by.", valueName: "A"))
  var first: String?

  @Argument(help: ArgumentHelp("Another, in the same way.", valueName: "B"))
  var second: String?

  @Flag(help: "Link what is the same in several sources.")
  var auto = false

  @OptionGroup var change: ChangeOptions

  func validate() throws {
    if auto {
      if first != nil { throw ValidationError("take either two IDs or --auto") }
    } else if first == nil || second == nil {
      throw ValidationError("give the IDs of two records, or --auto")
    } else if first == second {
      throw ValidationError("the two IDs name one record")
    }
  }

  func run() async throws {
    guard let first, let second else { return try await linkSources() }
    try change.run(.links, what: "links", on: [first, second]) { book, ids in
      let one = try book.requiredPerson(of: ids[0])
      let other = try book.requiredPerson(of: ids[1])
      var request = SaveRequest("link")
      if one.id == other.id { return (["\(ids[0]) and \(ids[1]) are linked already"], request) }
      request.link(.join(.record(ids[0]), .record(ids[1])))
      let who = "\(ids[0]) \(one.callName) and \(ids[1]) \(other.callName)"
      return (["\(change.did("link", "linked")) \(who)"], request)
    }
  }

  /// Links the records of each person who is in several sources.
  private func linkSources() async throws {
    let (console, reporter) = try change.options.reporting.start()
    defer { reporter.finish() }
    let book = try change.options.openDatabase(
      for: change.access, .links, what: "links", reporter: reporter)
    var settings = DedupeSettings(threads: change.options.threads.count, memory: nil)
    settings.decisions = try Decisions(Decisions.path(besideBook: book.path))
    let input = try DedupeInput(
      book, settings, decoding: try change.options.text.textDecoding)
    let run = try await DedupeRun(input, settings)
    var outcome = try await BookMerging(input, .linkingSources, threads: settings.threads)
      .outcome(of: run.clusters(), now: Platform.secondsSince1970())
    outcome.request.kind = "link"
    if !change.dryRun { _ = try book.save(outcome.request) }
    outcome.tell(rehearsing: change.dryRun, on: console)
  }
}
