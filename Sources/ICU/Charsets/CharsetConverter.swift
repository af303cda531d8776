/// A conversion between a charset and UTF-8.
///
/// Names follow ICU's rules: case, `-`, `_` and spaces do not count, and every alias is known.
/// What is read is the superset that programs mean by a name: `US-ASCII` and `ISO-8859-1` are
/// windows-1252, so that 0x80–0x9F give `€` and curly quotes; `ISO-8859-9` is windows-1254;
/// `Shift_JIS` is windows-31j, with NEC's and IBM's extensions, 0x5C a backslash and 0x7E a tilde;
/// `GB2312` and `GBK` are GB 18030; `EUC-KR` and `KS_C_5601` are windows-949; `Big5` has the
/// characters of Hong Kong. What is written is what the name says.
///
/// A converter has state while it converts: `Sendable`, but one user at a time, which `mutating`
/// sees to.
public struct CharsetConverter: ~Copyable, Sendable {
  /// The name to write in a document: MIME's, else IANA's, else ICU's.
  public let name: String

  private let plan: CharsetPlan
  private let decoder: CharsetHandle
  private var encoder: CharsetHandle?

  /// Opens a converter.
  ///
  /// - Parameter charset: The name as it stands in the file.
  /// - Throws: ``ICUError`` of kind ``ICUError/Kind/unknownCharset`` when ICU does not know the name.
  public init(charset: String) throws(ICUError) {
    let plan = try Self.plan(charset)
    let name = try Bridge.mimeCharsetName(plan.encoder)
    decoder = try CharsetHandle(plan.decoder, readsEuroAt80: plan.readsEuroAt80)
    self.plan = plan
    self.name = name
  }

  /// Converts bytes to UTF-8.
  ///
  /// A byte order mark of UTF-16 and UTF-32 is not part of the text; UTF-16 without one is read as
  /// big-endian (RFC 2781 §4.3). U+FEFF in UTF-8 stays.
  ///
  /// - Returns: The text, and how many sequences of bytes the charset does not have or that are cut
  ///   short; each has become a U+FFFD.
  /// - Complexity: O(*n*) in `bytes`.
  public mutating func decode(_ bytes: Span<UInt8>) throws(ICUError)
    -> (utf8: [UInt8], substitutions: Int)
  {
    try decoder.decode(bytes)
  }

  /// Converts a string to the charset.
  ///
  /// - Returns: The bytes, and how many characters the charset lacks; each has become a `?`.
  /// - Complexity: O(*n*) in the bytes of `text`.
  public mutating func encode(_ text: String) throws(ICUError)
    -> (bytes: [UInt8], substitutions: Int)
  {
    let handle: CharsetHandle
    if let encoder {
      handle = encoder
    } else {
      handle = try CharsetHandle(plan.encoder, readsEuroAt80: false)
      encoder = handle
    }
    return try handle.encode(text.utf8.span)
  }

  /// Tells whether a charset of that name can be converted.
  public static func knows(_ charset: String) -> Bool {
    do {
      _ = try CharsetConverter(charset: charset)
      return true
    } catch {
      return false
    }
  }

  /// Converts bytes to UTF-8 with a converter that is kept open between calls.
  ///
  /// For the values of one file, which name a charset each. Any number of threads; a lock is held
  /// only to take and give back a converter.
  ///
  /// - Returns: As ``decode(_:)``.
  /// - Throws: As ``init(charset:)``.
  public static func decode(_ bytes: Span<UInt8>, from charset: String) throws(ICUError)
    -> (utf8: [UInt8], substitutions: Int)
  {
    try CharsetPool.decoder(of: charset).decode(bytes)
  }

  /// Converts bytes to UTF-8, `nil` when the charset is unknown.
  ///
  /// Faults in the bytes become U+FFFD and are not counted; to count them use the form that throws.
  public static func decode(_ bytes: [UInt8], from charset: String) -> [UInt8]? {
    do {
      return try decode(bytes.span, from: charset).utf8
    } catch {
      return nil
    }
  }

  private static func plan(_ charset: String) throws(ICUError) -> CharsetPlan {
    guard let plan = try CharsetPlan.named(charset) else {
      throw Bridge.unknownCharset(charset)
    }
    return plan
  }
}
