/// A rewriting of text from one script to another, or of text in general, by ICU's rules.
///
/// Opening one compiles its rules and costs milliseconds: open it once and keep it. It is closed
/// when it goes out of scope. ICU lets any number of threads use one object's const functions, of
/// which this is all there is; so it is `Sendable`. Some kinds take a lock that all share.
public struct Transliterator: ~Copyable, Sendable {
  /// The direction in which the rules are read.
  public enum Direction: Hashable, Sendable {
    /// From the source that the identifier names to its target.
    case forward
    /// Back; not every identifier can.
    case reverse
  }

  private let handle: TransliteratorHandle

  /// Opens a transliterator.
  ///
  /// - Parameters:
  ///   - identifier: An ICU identifier or several with `;` between them and filters before them:
  ///     `Any-Latin; Latin-ASCII`, `[:Cyrillic:] Any-Latin`, `Lower`.
  ///   - direction: Which way to go.
  /// - Throws: ``ICUError`` of kind ``ICUError/Kind/unknownTransliterator`` when ICU knows none of
  ///   that name.
  public init(_ identifier: String, direction: Direction = .forward) throws(ICUError) {
    handle = try TransliteratorHandle(identifier: identifier, direction: direction)
  }

  /// Rewrites a string.
  ///
  /// Texts above some thousand characters are rewritten in pieces that end at white space, so a rule
  /// that looks beyond it does not see the other side.
  ///
  /// - Complexity: O(*n*) in the bytes of `text`.
  public borrowing func transliterate(_ text: String) throws(ICUError) -> String {
    try handle.transliterate(text.utf8.span)
  }
}
