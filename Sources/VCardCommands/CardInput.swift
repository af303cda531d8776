import ContactStore
import Cutouts
import ICU
import SystemPackage
package import VCard

/// Reads the cards of a command's inputs, one after the other, and reports what is odd about them.
///
/// Memory holds a piece of the input and one card, whatever the size of the input.
package struct CardInput {
  /// The inputs, in order.
  package let files: [InputFile]
  private let decoding: TextDecoding
  private let format: InputOptions.Format?
  private let reporter: DiagnosticReporter
  private let console: Console

  /// Finds the inputs.
  ///
  /// - Throws: A failure that ends with 66 when one of them cannot be read.
  package init(
    _ arguments: [String], _ options: InputOptions, reporter: DiagnosticReporter, console: Console,
    directories: InputFile.DirectoryRule = .expanded
  ) throws {
    files = try InputFile.resolve(arguments, directories: directories)
    decoding = try options.textDecoding
    format = options.from
    self.reporter = reporter
    self.console = console
  }

  /// Hands over every card, in the order of the input, with the name of its file.
  ///
  /// - Parameter body: Receives each card; the card lasts until it returns.
  /// - Throws: What `body` throws; a failure that ends with 65, after all inputs were read, when
  ///   one of them held no card.
  package func forEachCard(_ body: (borrowing Card, _ file: String) throws -> Void) throws {
    try inspectEachCard { card, file, _ in try body(card, file) }
  }

  /// Hands over every card with what was odd about it and the text before it.
  ///
  /// - Parameter body: Receives each card, the name of its file and the diagnostics of the reader,
  ///   to which it may add its own; all are then reported in the order of their places.
  /// - Throws: What ``forEachCard(_:)`` throws.
  package func inspectEachCard(
    _ body: (borrowing Card, _ file: String, inout [Diagnostic]) throws -> Void
  ) throws {
    if let failure = try inspect(.asFarAsPossible, starting: { _ in }, ending: { _ in }, body) {
      throw failure
    }
  }

  /// What of a file is handed over.
  package enum Extent: Sendable {
    /// Whatever cards can be read.
    case asFarAsPossible
    /// A file of which a card had to be skipped, or that is a cutout, counts as one without a card.
    case wholeFiles
  }

  /// Hands over every card, as ``inspectEachCard(_:)`` does, file by file.
  ///
  /// - Parameters:
  ///   - extent: What counts as a file with cards.
  ///   - start: Receives each file before it is read.
  ///   - end: Receives each file after its last card, unless it counts as one without a card.
  ///   - body: Receives each card.
  /// - Returns: What ends the run with 65, when some file held no card; all others were read.
  /// - Throws: What the closures throw, and what stops a strict run.
  package func inspect(
    _ extent: Extent, starting start: (InputFile) throws -> Void,
    ending end: (InputFile) throws -> Void,
    _ body: (borrowing Card, _ file: String, inout [Diagnostic]) throws -> Void
  ) throws -> CommandFailure? {
    var failures: [CommandFailure] = []
    let progress = ProgressLine(.bytes, of: totalBytes, console: console)
    defer {
      progress.finish()
      reporter.finish()
    }
    for file in files {
      do {
        try start(file)
        try read(file, extent, progress, body)
        try end(file)
      } catch let failure as NoCards {
        var failure = failure.failure
        if extent == .wholeFiles { failure.message += "; left as it is" }
        failures.append(failure)
      }
    }
    // One line each; the last ends the run.
    guard let last = failures.popLast() else { return nil }
    for failure in failures { console.say(.error, failure.message) }
    return last
  }

  private var totalBytes: Int? {
    var total = 0
    for file in files {
      guard case .file(let path) = file, let size = try? Stat(path).size else { return nil }
      total += Int(size)
    }
    return total
  }

  private func read(
    _ file: InputFile, _ extent: Extent, _ progress: ProgressLine,
    _ body: (borrowing Card, String, inout [Diagnostic]) throws -> Void
  ) throws {
    // No closure may capture the reader or the card: each access would be checked at run time.
    let name = file.name
    var source = try ByteSource(file)
    var reader = CardReader(decoding: decoding)
    var card = Card(version: .version30, decoding: decoding)
    var kind = format.map { $0 == .cutout ? Kind.cutout : .vcard }
    var cutout: [UInt8] = []
    var cards = 0
    var found: [Diagnostic] = []
    var hasMore = true
    while hasMore {
      hasMore = try source.withNextPiece { piece in
        progress.advance(by: piece.count)
        if kind == nil { kind = try Self.kind(of: piece, name) }
        if kind == .cutout { cutout.append(copying: piece) } else { try reader.append(piece) }
      }
      if cutout.count > Cutout.Limits.bytes { break }
      if !hasMore { reader.finish() }
      while reader.next(into: &card) == .card {
        cards += 1
        found += reader.takeDiagnostics()
        let count = found.count
        try body(card, name, &found)
        if found.count > count { found.sort { $0.position.byte < $1.position.byte } }
        guard !found.isEmpty else { continue }
        try reporter.report(found, in: name)
        found.removeAll(keepingCapacity: true)
      }
      found += reader.takeDiagnostics()
      // What is no vCard at all is told in one line, not line by line.
      if cards > 0 || found.count > Self.mostHeldDiagnostics {
        try reporter.report(found, in: name)
        found.removeAll(keepingCapacity: true)
      }
    }
    if kind == .cutout {
      guard extent == .asFarAsPossible else {
        throw NoCards(failure: CommandFailure(.data, "\(name): a cutout, and not a vCard"))
      }
      let reading = try CutoutFile.parse(cutout, named: name, decoding: decoding)
      for warning in reading.warnings { console.say(.warning, "\(name): \(warning)") }
      return try body(reading.cutout.card(), name, &found)
    }
    if cards > 0, extent == .asFarAsPossible || reader.cardCount == cards { return }
    if cards > 0 {
      throw NoCards(failure: CommandFailure(.data, "\(name): a card in it had to be skipped"))
    }
    if reader.cardCount > 0 { try reporter.report(found, in: name) }
    let reason =
      if kind == nil {
        "the input is empty"
      } else if reader.cardCount > 0 {
        "every card in it had to be skipped"
      } else {
        "not a vCard: nothing in it starts with BEGIN:VCARD"
      }
    throw NoCards(failure: CommandFailure(.data, "\(name): \(reason)"))
  }

  /// The most diagnostics held back until it is known whether there is a card.
  private static let mostHeldDiagnostics = 1000

  /// What an input is by the look of its first piece.
  private enum Kind { case vcard, cutout }

  private struct NoCards: Error { let failure: CommandFailure }

  private static func kind(of piece: Span<UInt8>, _ name: String) throws -> Kind {
    if piece.count >= 2, piece[0] == 0x1F, piece[1] == 0x8B {
      throw CommandFailure(
        .data, "\(name): the input is compressed with gzip",
        suggestion: "unpack it first: gunzip -c FILE | vcard …")
    }
    var prefix: [UInt8] = []
    prefix.append(copying: piece.extracting(0..<min(piece.count, 4096)))
    // A vCard is not a cutout unless somebody says so: it may be any card.
    return Cutout.looksLikeCutout(prefix) && Cutout.Format.sniffed(prefix) != .vcard
      ? .cutout : .vcard
  }
}

extension InputOptions {
  /// How values that are not UTF-8 become text, by `--charset` and by ICU.
  package var textDecoding: TextDecoding {
    get throws {
      if let charset, !CharsetConverter.knows(charset) {
        throw CommandFailure(
          .usage, "there is no charset \"\(charset)\"",
          suggestion: "names are those of IANA, such as windows-1251 or Shift_JIS")
      }
      return TextDecoding.icu(undeclared: charset)
    }
  }
}

extension TextDecoding {
  /// Charsets by ICU; undeclared ones as told, else found out, else windows-1252.
  package static func icu(undeclared: String?) -> TextDecoding {
    TextDecoding(
      convert: { octets, charset in CharsetConverter.decode(octets, from: charset) },
      detect: { octets in undeclared ?? CharsetGuess.charset(of: octets) })
  }
}
