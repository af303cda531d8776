import VCard

/// A charset other than UTF-8 in which a table is written.
public struct CSVCharset: Sendable {
  /// Turns a text into octets of the charset, and counts the characters that became something else.
  public typealias Encode = @Sendable (_ text: String) -> (octets: [UInt8], lost: Int)

  /// Its name.
  public let name: String
  /// Its byte order mark; none where the charset has no such character.
  public let mark: [UInt8]
  /// Whether the mark stands before every table: nothing else tells the order of the octets.
  public let isAlwaysMarked: Bool
  private let encode: Encode
  /// Whether what is ASCII stays as it is.
  private let hasASCII: Bool

  /// Creates a charset.
  ///
  /// - Parameters:
  ///   - name: Its name, for people.
  ///   - isAlwaysMarked: Whether its mark stands before every table.
  ///   - encode: What turns text into octets of it; of a text that ends as it began nothing is open.
  public init(_ name: String, isAlwaysMarked: Bool = false, encode: @escaping Encode) {
    self.name = name
    self.isAlwaysMarked = isAlwaysMarked
    self.encode = encode
    let ascii = String(decoding: 0x20..<0x7F as Range<UInt8>, as: UTF8.self) + "\t\r\n"
    hasASCII = encode(ascii).octets == Array(ascii.utf8)
    let (octets, lost) = encode("\u{FEFF}")
    mark = lost == 0 ? octets : []
  }

  /// Turns the end of some octets, which is UTF-8, into the charset.
  func encode(_ octets: inout [UInt8], from start: Int) {
    if hasASCII, Octets.areASCII(octets.span.extracting(start...)) { return }
    let text = String(decoding: octets[start...], as: UTF8.self)
    octets.removeSubrange(start...)
    octets += encode(text).octets
  }

  /// What is told of the characters of a record that the charset lacks; `nil` where it has all.
  func loss(in record: Span<UInt8>, at place: SourcePosition) -> Diagnostic? {
    var lost: [Unicode.Scalar] = []
    var seen: Set<Unicode.Scalar> = []
    CSVRecord.forEachCell(of: record) { _, name, cell in
      for range in [name, cell] where !Octets.areASCII(record.extracting(range)) {
        let text = String(decoding: CSVText.array(record.extracting(range)), as: UTF8.self)
        if encode(text).lost == 0 { continue }
        for scalar in text.unicodeScalars where !scalar.isASCII && seen.insert(scalar).inserted {
          if encode(String(scalar)).lost > 0 { lost.append(scalar) }
        }
      }
    }
    if lost.isEmpty { return nil }
    let shown = lost.prefix(5).map { "\"\($0)\"" }.joined(separator: ", ")
    return Diagnostic(
      severity: .note, code: .lossCharacters, position: place,
      message: "\(name) has no \(shown)"
        + (lost.count > 5 ? " and \(lost.count - 5) other characters of the card" : "")
        + "; written as ?")
  }
}

extension CSVCharset: Hashable {
  /// Whether both have one name.
  public static func == (left: CSVCharset, right: CSVCharset) -> Bool { left.name == right.name }

  /// Feeds the name to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
