import ArgumentParser
import ContactStore
import VCard

/// `vcard book merge`: makes one record of two.
struct BookMergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Make one record of two of the same person.",
    usage: "vcard book merge <A> <B> [--book <book>]",
    discussion: """
      EXAMPLES:
        vcard book merge 17 23
        vcard book merge 17 23 --dry-run

      Record A gets the values of B that it lacks, and B is removed. Nothing of A is overwritten: a \
      different value of a property that has only one is kept as X-ALSO-<NAME>. Records that B was \
      linked with are linked with A, and A is in the groups that B was in. A person and a group do not \
      become one. To keep both records as they are, see 'vcard book link'.
      """)

  @Argument(help: ArgumentHelp("The record that stays.", valueName: "A"))
  var first: String

  @Argument(help: ArgumentHelp("The record that goes.", valueName: "B"))
  var second: String

  @Flag(
    name: [.customShort("n"), .long], help: "Show the card that would be made, and do nothing.")
  var dryRun = false

  @OptionGroup var options: BookCommandOptions

  func validate() throws {
    if first == second { throw ValidationError("the two IDs name one record") }
  }

  func run() throws {
    let console = options.reporting.console
    let reporter = options.reporting.reporter(on: console)
    defer { reporter.finish() }
    let book = try options.open(for: dryRun ? .reading : .writing, reporter)
    let merge = try book.carryOut(rehearsing: dryRun) {
      let merge = try RecordMerge(
        RecordID(rawValue: second), into: RecordID(rawValue: first), of: book,
        now: Platform.secondsSince1970())
      return (merge, merge.request)
    }
    for note in merge.notes { console.say(.note, note) }
    if dryRun {
      let output = try OutputFile()
      try output.writer.append { $0.append(wholeCard: merge.card) }
      return try output.commit()
    }
    console.tell(
      "merged \(second) into \(first) \(merge.card.callName): "
        + "\(merge.additions.count) values added")
    for addition in merge.additions where addition.isConflict {
      console.say(.note, "\(addition.name) \"\(addition.text)\" is kept as X-ALSO-\(addition.name)")
    }
  }
}
