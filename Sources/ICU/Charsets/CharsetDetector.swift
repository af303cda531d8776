/// A guess at the charset of text that does not say.
///
/// Statistics of letters: a few words are too little for 8-bit charsets, a paragraph is enough. It
/// looks at the first 8,000 bytes. One user at a time, which `mutating` sees to.
public struct CharsetDetector: ~Copyable, Sendable {
  /// One guess.
  public struct Match: Hashable, Sendable {
    /// The name of a charset, one that ``CharsetConverter`` knows.
    public let name: String
    /// How sure the guess is: 0 to 100.
    public let confidence: Int
    /// The ISO 639 code of the language the letters suggest; `nil` when the charset tells nothing.
    public let language: String?
  }

  private let handle: DetectorHandle

  /// Opens a detector.
  public init() throws(ICUError) {
    handle = try DetectorHandle()
  }

  /// Lists the charsets that bytes may be in, best first; none fits at worst.
  ///
  /// In order of confidence, save that text with NULs is UTF-16 or UTF-32 before all else if ICU has
  /// anything to say for these: it weighs 8-bit charsets as if the NULs were not there. ICU's
  /// guesses at EBCDIC are left out; no converter has their names.
  public mutating func detect(_ bytes: Span<UInt8>) throws(ICUError) -> [Match] {
    let matches = try handle.detect(bytes).filter { !$0.name.hasPrefix("IBM4") }
    guard Self.hasNUL(bytes) else { return matches }
    return matches.filter(\.isWide) + matches.filter { !$0.isWide }
  }

  /// How much of the text ICU looks at, in bytes.
  private static let sample = 8000

  private static func hasNUL(_ bytes: Span<UInt8>) -> Bool {
    for index in 0..<min(bytes.count, sample) where bytes[index] == 0 { return true }
    return false
  }
}

extension CharsetDetector.Match {
  /// Whether there is evidence for a charset of 16 or 32 bits; ICU gives UTF-16 a confidence of 10
  /// when there is neither any for nor against it.
  fileprivate var isWide: Bool {
    confidence > 10 && (name.hasPrefix("UTF-16") || name.hasPrefix("UTF-32"))
  }
}
