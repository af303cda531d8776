import ArgumentParser
import ContactMerging
import ContactStore
import Files
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

      A and B are IDs, or words to find a person of one record by. Record A gets the values of B that it lacks, and B is removed. Nothing of A is overwritten: a \
      different value of a property that has only one is kept as X-ALSO-<NAME>. Records that B was \
      linked with are linked with A, and A is in the groups that B was in. A person and a group do not \
      become one. To keep both records as they are, see 'vcard book link'.
      """)

  @OptionGroup var pair: RecordPair

  @OptionGroup var change: ChangeOptions

  func run() throws {
    let (console, reporter) = try change.options.reporting.start()
    defer { reporter.finish() }
    // Nobody else waits while somebody chooses.
    let found = try pair.records(in: change.options.open(for: .reading, reporter), console)
    let (first, second) = (found[0].id, found[1].id)
    let book = try change.options.open(for: change.access, reporter)
    let (merge, _) = try book.carryOut(rehearsing: change.dryRun) {
      let records = try found.map { try book.requiredRecord($0.id) }
      try book.refuseChange(of: records, since: found, "merge them again")
      let merge = try RecordMerge(second, into: first, of: book, now: Platform.secondsSince1970())
      return (merge, merge.request)
    }
    for note in merge.notes { console.say(.note, note) }
    if change.dryRun { return try OutputFile.print { $0.append(wholeCard: merge.card) } }
    console.tell(
      "merged \(second) into \(first) \(merge.card.callName): "
        + "\(merge.additions.count) values added")
    for addition in merge.additions where addition.isConflict {
      console.say(.note, "\(addition.name) \"\(addition.text)\" is kept as X-ALSO-\(addition.name)")
    }
  }
}
