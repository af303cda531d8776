extension CardWriter {
  /// How physical lines look, which changes nothing of what they say.
  public struct Options: Hashable, Sendable {
    /// What stands at the end of a physical line.
    public enum LineEnd: String, Hashable, Sendable, CaseIterable {
      /// CR LF, as every version asks for.
      ///
      /// RFC 2425 §5.8.1, RFC 6350 §3.2.
      case crlf
      /// LF alone, as text files of Unix have it; against the standards.
      case lf
    }

    /// Where lines are folded.
    ///
    /// vCard 2.1 folds only at a blank between words, and base64 anywhere (§2.1.3). Soft line breaks
    /// of quoted-printable are part of the encoding and no folds.
    public enum LineFolding: Hashable, Sendable {
      /// Lines of more than 75 octets are folded; folds that were read stay.
      ///
      /// RFC 2425 §5.8.1, RFC 6350 §3.2.
      case asNeeded
      /// All lines are folded anew, at so many octets without the line end, 20 at least.
      case at(Int)
      /// No line is folded: some importers take a fold for the end of the value.
      case never
    }

    /// What stands at the end of a physical line.
    public var lineEnd: LineEnd
    /// Where lines are folded.
    public var folding: LineFolding

    /// Whether every line that was read keeps its folds and its line end.
    package private(set) var keepsLines = false

    /// Lines as they were read.
    package static let asRead: Options = {
      var options = Options()
      options.keepsLines = true
      return options
    }()

    /// Creates options; those of the standards when none are given.
    public init(lineEnd: LineEnd = .crlf, folding: LineFolding = .asNeeded) {
      self.lineEnd = lineEnd
      self.folding = folding
    }

    /// Octets of the narrowest physical line: BEGIN:VCARD, with a group before it, is not folded.
    public static let narrowest = 20

    /// Octets of the longest physical line; `nil` when there is no such limit.
    var width: Int? {
      switch folding {
      case .asNeeded: Folding.width
      case .at(let width): max(width, Options.narrowest)
      case .never: nil
      }
    }
  }
}

extension CardWriter.Options.LineFolding {
  /// Whether folds that were read go, where that changes nothing of what the lines say.
  var foldsAnew: Bool { self != .asNeeded }
}

/// Folds lines of vCard 2.1.
enum WordFolding {
  /// Appends a line of text folded at blanks between words, with its line end.
  ///
  /// vCard 2.1 §2.1.3: a line may be folded wherever blanks may stand, and unfolding leaves the
  /// blank. So a reader that takes the blank for a fold's would join words; ours tells by the length
  /// of the line, for which reason no line before a fold is full. A word that is longer than a line
  /// makes it longer, and what follows it stays on that line.
  ///
  /// - Parameters:
  ///   - line: The line without folds.
  ///   - valueStart: Where in it the value starts; the head is not folded.
  ///   - width: Octets of the longest physical line, without its line end.
  ///   - text: Where it goes.
  static func append(
    _ line: Span<UInt8>, valueStart: Int, width: Int, to text: inout [UInt8]
  ) {
    let width = min(width, Unfolding.shortestFullLine - 1)
    var start = 0
    while line.count - start > width {
      guard let end = fold(line, after: max(start + 1, valueStart + 1), start: start, width) else {
        break
      }
      text.append(line.extracting(start..<end))
      text.append(contentsOf: Folding.lineEnd)
      start = end
    }
    text.append(line.extracting(start..<line.count))
    text.append(contentsOf: Folding.lineEnd)
  }

  /// The last blank between two words before the line is full; else the first one that still leaves
  /// it shorter than a full line.
  private static func fold(
    _ line: Span<UInt8>, after first: Int, start: Int, _ width: Int
  ) -> Int? {
    var found: Int?
    var index = first
    while index + 1 < line.count, index - start < Unfolding.shortestFullLine {
      if Octets.isBlank(line[index]), !Octets.isBlank(line[index - 1]),
        !Octets.isBlank(line[index + 1])
      {
        if index - start > width { return found ?? index }
        found = index
      }
      index += 1
    }
    return found
  }

  /// Appends a line of base64, folded only in its value, with its line end.
  static func append(
    base64 line: Span<UInt8>, valueStart: Int, width: Int, to text: inout [UInt8]
  ) {
    var start = 0
    var end = min(max(width, valueStart), line.count)
    while true {
      text.append(line.extracting(start..<end))
      text.append(contentsOf: Folding.lineEnd)
      guard end < line.count else { return }
      text.append(0x20)
      start = end
      end = min(start + width - 1, line.count)
    }
  }
}
