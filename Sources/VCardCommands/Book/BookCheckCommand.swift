import ArgumentParser
import ContactPages
import ContactStore
import Files
import SystemPackage
import VCard

/// `vcard book check`: looks for damage in a book.
struct BookCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Look for damage: in the file, in each card, in the indexes.",
    usage: "vcard book check [--repair] [--book <book>]",
    discussion: """
      EXAMPLES:
        vcard book check
        vcard book check --repair --book people.sqlite

      One line a fault; ends with 1 when there is one. --repair makes the indexes again, which are \
      made of the cards, and mends records whose person or source is gone; cards are never changed, \
      and nothing is ever repaired by deleting: a damaged file is to be restored from a backup. What is against the standards in cards is for \
      'vcard check'.
      """)

  @Flag(help: "Mend indexes and references that are not true, and look once more.")
  var repair = false

  @OptionGroup var options: BookCommandOptions

  func run() throws {
    let (console, reporter) = try options.reporting.start()
    let output = try OutputFile()
    let faults: Int
    let path = try options.book.path()
    do {
      faults = try check(output, reporter: reporter)
    } catch let error as BookError where error.kind == .damaged || error.kind == .notABook {
      // What is damaged where everything begins does not open.
      reporter.finish()
      try output.writer.append { $0.append(visible: "damage: \(error.reason)") }
      try output.writer.append { $0.append("\n") }
      try output.commit()
      console.say(.note, "\(path.string) was left as it is; restore it from a backup")
      throw ExitCode.found
    }
    reporter.finish()
    try output.commit()
    let counts = reporter.counts
    if faults + counts.errors + counts.warnings > 0 { throw ExitCode.found }
  }

  private func check(_ output: OutputFile, reporter: DiagnosticReporter) throws -> Int {
    let console = reporter.console
    let progress = ProgressLine(.items("records"), of: nil, console: console)
    defer { progress.finish() }
    let book = try options.open(for: .reading, reporter, progress: progress)
    guard let database = book as? any LinkedBook else {
      if repair {
        throw CommandFailure(
          .usage, "\(book.path.string) is a \(book.kind.rawValue) book and has no indexes")
      }
      // Whatever is odd about it is told while it is read.
      var records = 0
      try book.forEachRecord { _ in
        records += 1
        progress.advance(by: 1)
      }
      console.explain("looked at \(records) records")
      return 0
    }
    guard repair else { return try check(database, output: output, console: console) }
    let isDamaged = try damage(of: database)
    guard !isDamaged else {
      console.say(.error, "a damaged file is not repaired")
      return try check(database, output: output, console: console)
    }
    // Only now: opening for writing would change a damaged file.
    let opened = try options.open(for: .writing, reporter, progress: progress)
    guard let writable = opened as? any LinkedBook else {
      throw BookError(.changed, database.path.string, "another file came into its place")
    }
    try writable.repair()
    return try check(writable, output: output, console: console)
  }

  /// Whether indexes would be made of what cannot be trusted.
  private func damage(of book: any LinkedBook) throws -> Bool {
    var isDamaged = false
    _ = try book.check { if $0.kind == .damage { isDamaged = true } }
    return isDamaged
  }

  private func check(
    _ book: any LinkedBook, output: OutputFile, console: Console
  ) throws -> Int {
    var faults = 0
    var isDamaged = false
    let records = try book.check { fault in
      faults += 1
      if fault.kind == .damage || fault.kind == .unreadableCard { isDamaged = true }
      try output.writer.append { text in
        text.append("\(fault.kind.word): ")
        if let record = fault.record { text.append("record \(record): ") }
        text.append(visible: fault.text)
        text.append("\n")
      }
    }
    console.explain("looked at \(records) records")
    if faults > 0 {
      let advice = isDamaged ? "restore it from a backup" : "'vcard book check --repair' mends them"
      console.say(.note, "\(faults) faults in \(book.path.string); \(advice)")
    }
    return faults
  }
}

extension BookFault.Kind {
  /// What a line about such a fault begins with.
  fileprivate var word: String {
    switch self {
    case .damage: "damage"
    case .unreadableCard: "card"
    case .index: "index"
    case .reference: "reference"
    }
  }
}
