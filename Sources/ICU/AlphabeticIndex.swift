/// The sections into which a language cuts a sorted list of names: A to Z, А to Я, あ to わ.
///
/// Sections follow each other in the order of the locale's collation. Letters of the language come
/// with the Latin ones besides where it has none of its own (CLDR's index characters; UTS #35,
/// "Index Characters"). It never changes, and may be used by any number of threads. It is closed when
/// it goes out of scope.
public struct AlphabeticIndex: ~Copyable, Sendable {
  /// What a section holds.
  public enum Kind: Hashable, Sendable {
    /// Names that begin with a letter, which is the label.
    case letter
    /// What sorts before all letters: digits and symbols.
    case underflow
    /// What sorts between the letters of two scripts.
    case inflow
    /// What sorts after all letters.
    case overflow
  }

  private let handle: AlphabeticIndexHandle

  /// Opens the index of a locale.
  ///
  /// - Parameter locale: As for a ``Collator``; `zh-u-co-stroke` has sections by strokes, `ja` those
  ///   of the syllabary.
  /// - Throws: ``ICUError`` of kind ``ICUError/Kind/unknownLocale`` when the tag is not well-formed
  ///   or asks for a collation type that no locale has.
  public init(locale: String) throws(ICUError) {
    handle = try AlphabeticIndexHandle(locale: locale)
  }

  /// How many sections there are.
  public var count: Int { handle.count }

  /// Tells what a section holds, counted from 0.
  public borrowing func kind(of section: Int) -> Kind {
    precondition(0..<count ~= section, "a section is one of those that there are")
    return handle.kind(section)
  }

  /// The label of a section; `…` of one that holds no letter.
  public borrowing func label(of section: Int) throws(ICUError) -> String {
    precondition(0..<count ~= section, "a section is one of those that there are")
    return try handle.label(section)
  }

  /// Finds the section of a name.
  ///
  /// As names go up in the order of the locale's collation so do their sections, except that in
  /// Chinese by Pinyin a Han character and a Latin letter share the section of the letter.
  ///
  /// - Complexity: A comparison by the collation for every doubling of ``count``; allocates nothing
  ///   for names of ordinary length.
  public borrowing func section(of name: String) throws(ICUError) -> Int {
    try handle.section(name.utf8.span)
  }

  /// Finds the section of a name in UTF-8; what is not counts as U+FFFD.
  ///
  /// - Complexity: As ``section(of:)``.
  public borrowing func section(ofUTF8 name: Span<UInt8>) throws(ICUError) -> Int {
    try handle.section(name)
  }
}
