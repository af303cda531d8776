/// A failure that ICU reported, with ICU's own name for it.
public struct ICUError: Error, Hashable, Sendable {
  /// What kind of failure it is, for code that reacts to it.
  public enum Kind: Hashable, Sendable {
    /// No charset has the name.
    case unknownCharset
    /// The locale is not a well-formed tag, or its keywords do not make sense.
    case unknownLocale
    /// No transliterator has the identifier.
    case unknownTransliterator
    /// The text is longer than ICU counts: 2 GiB.
    case tooLong
    /// There was not enough memory.
    case outOfMemory
    /// ICU's data lack what was asked for, or ICU failed in a way that the inputs do not explain.
    case other
  }

  /// What kind of failure it is.
  public let kind: Kind

  /// The number of ICU's `UErrorCode`.
  public let code: Int32

  /// The name of ICU's `UErrorCode`, such as `U_FILE_ACCESS_ERROR`.
  public let name: String

  /// What was being done, such as `open the charset "klingon"`.
  public let attempted: String
}

extension ICUError: CustomStringConvertible {
  /// One line for people: what could not be done, and ICU's reason.
  public var description: String { "cannot \(attempted): \(name)" }
}
