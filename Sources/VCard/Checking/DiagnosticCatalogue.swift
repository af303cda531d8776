/// What every diagnostic code means: the rule behind it, where the rule stands, and an example.
///
/// It is what `vcard explain CODE` prints.
public enum DiagnosticCatalogue {
  /// What one code means.
  public struct Entry: Hashable, Sendable {
    /// The code.
    public let code: Diagnostic.Code
    /// How much it matters, when nothing speaks for another severity; ``rule`` says what does.
    public let severity: Diagnostic.Severity
    /// A few words for what is wrong.
    public let title: String
    /// The rule, and what becomes of input that breaks it, in two or three sentences.
    public let rule: String
    /// The sections of the standards that have the rule, such as `RFC 6350 §6.2.1`.
    public let sections: [String]
    /// Input that gets this code.
    public let bad: Example
    /// Input that says the same and gets no warning and no error.
    public let good: Example
  }

  /// A small input.
  public struct Example: Hashable, Sendable {
    /// The input.
    public let octets: [UInt8]
    /// The limits by which the reader gives the code; the default ones but for codes about limits.
    public internal(set) var limits = CardReader.Limits()
    /// The most diagnostics of a card, likewise.
    public internal(set) var diagnosticLimit = CardChecker().limit
    /// The charset that is found out; `nil` where none is.
    public internal(set) var foundCharset: String?

    /// How the example is decoded.
    public var decoding: TextDecoding {
      guard let foundCharset else { return .builtin }
      return TextDecoding(
        convert: { _, _ in nil },
        findingOut: { _ in [.init(start: 0, UndeclaredCharset(foundCharset))] })
    }

    /// The input as text with LF between lines, in which all that cannot be seen is written out.
    ///
    /// Octets that are no UTF-8 and control characters are `\xE9`, line ends other than CR LF
    /// stand at the end of their line as `\n` and `\r`.
    public var visibleText: String { ExampleText.visible(octets) }
  }

  /// All entries, in the order of the input: what is about its octets, its lines, its cards, their
  /// parameters, their values, the book that holds the cards, conversion, and those who import cards.
  public static let entries: [Entry] =
    checkedEntries + bookEntries + lossEntries + preferenceEntries + importerEntries + tableEntries

  /// What is told where cards are read and checked.
  package static let checkedEntries =
    inputEntries + cardEntries + parameterEntries + valueEntries

  private static let byCode = [Diagnostic.Code: Entry](
    uniqueKeysWithValues: entries.map { ($0.code, $0) })

  /// What a code means; `nil` for one that does not exist.
  public static func entry(for code: Diagnostic.Code) -> Entry? { byCode[code] }

  /// The codes that are most like a word.
  ///
  /// - Parameters:
  ///   - word: What somebody wrote for a code.
  ///   - count: The most codes to give.
  /// - Returns: The best first; none when nothing is like it.
  /// - Complexity: O(*n*) in the length of `word`, which is cut at 64 octets.
  public static func codes(like word: String, count: Int = 3) -> [Diagnostic.Code] {
    let wanted = Array(Property.Name.uppercased(word).utf8.prefix(64))
    guard !wanted.isEmpty else { return [] }
    let ranked = entries.compactMap { entry -> (distance: Int, code: Diagnostic.Code)? in
      let spelling = Array(Property.Name.uppercased(entry.code.rawValue).utf8)
      let distance = Spelling.distance(wanted, spelling)
      // A third of the letters may be wrong; a part of a code counts as near.
      if distance <= max(2, spelling.count / 3) { return (distance, entry.code) }
      let isPart = wanted.count >= 3 && spelling.contains(wanted)
      return isPart ? (spelling.count, entry.code) : nil
    }
    return ranked.sorted { ($0.distance, $0.code.rawValue) < ($1.distance, $1.code.rawValue) }
      .prefix(count).map(\.code)
  }
}

/// How like words are.
private enum Spelling {
  /// Letters to put in, take out or change.
  ///
  /// Levenshtein, a row at a time.
  static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (line, letter) in left.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for (place, other) in right.enumerated() {
        let changed = diagonal + (letter == other ? 0 : 1)
        diagonal = row[place + 1]
        row[place + 1] = min(changed, diagonal + 1, row[place] + 1)
      }
    }
    return row[right.count]
  }
}

/// The notation of examples.
enum ExampleText {
  /// The octets of a text in which `{E9}` is an octet by its hexadecimal digits.
  static func octets(_ text: String) -> [UInt8] {
    var octets: [UInt8] = []
    var rest = text.utf8[...]
    while let octet = rest.popFirst() {
      guard octet == UInt8(ascii: "{"), let end = rest.firstIndex(of: UInt8(ascii: "}")) else {
        octets.append(octet)
        continue
      }
      guard let value = UInt8(String(decoding: rest[..<end], as: UTF8.self), radix: 16) else {
        preconditionFailure("an octet of an example has two hexadecimal digits")
      }
      octets.append(value)
      rest = rest[rest.index(after: end)...]
    }
    return octets
  }

  static func visible(_ octets: [UInt8]) -> String {
    var text = ""
    var index = 0
    while index < octets.count {
      switch octets[index] {
      case 0x0D where index + 1 < octets.count && octets[index + 1] == 0x0A:
        text += "\n"
        index += 1
      case 0x0D: text += "\\r\n"
      case 0x0A: text += "\\n\n"
      case 0..<0x20, 0x7F: text += escaped(octets[index])
      case 0x20..<0x7F: text.unicodeScalars.append(Unicode.Scalar(octets[index]))
      default:
        let parts = (2...4).lazy.map { octets[index..<min(index + $0, octets.count)] }
        let scalar = parts.compactMap { String(validating: $0, as: UTF8.self) }.first
        if let scalar, scalar != "\u{FEFF}" {
          text += scalar
          index += scalar.utf8.count - 1
        } else {
          text += escaped(octets[index])
        }
      }
      index += 1
    }
    return text
  }

  private static func escaped(_ octet: UInt8) -> String {
    "\\x" + String(octet, digits: 2, radix: 16, uppercase: true)
  }
}
