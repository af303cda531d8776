/// The order of strings in a language.
///
/// Opening one costs more than sorting a thousand names: open it once and keep it. It is closed when
/// it goes out of scope. Its attributes are set before the initializer returns and never change, and
/// ICU lets any number of threads call the const functions of one object ("Thread-safe const APIs"
/// in ICU's design guide); so a collator is `Sendable` and threads may share it.
///
/// Strings that are canonically equivalent compare as equal, however they are composed (the marks
/// of one letter up to 30; see ``Normalizer``).
public struct Collator: ~Copyable, Sendable {
  /// The differences that count.
  public enum Strength: Hashable, Sendable, CaseIterable {
    /// Base letters only: `a`, `A` and `Å` are the same (unless the locale has `å` as a letter).
    case primary
    /// Base letters, then marks: `a` and `å` differ, `a` and `A` do not.
    case secondary
    /// Letters, marks, then case and variants. What most locales use.
    case tertiary
    /// As tertiary, then punctuation where it was shifted, and in Japanese Hiragana and Katakana.
    case quaternary
    /// As quaternary, then code points: only canonically equivalent strings are the same.
    case identical
  }

  /// How two strings stand to each other.
  public enum Order: Int8, Hashable, Sendable {
    /// The first sorts before the second.
    case ascending = -1
    /// Neither sorts before the other.
    case same = 0
    /// The first sorts after the second.
    case descending = 1
  }

  private let handle: CollatorHandle

  /// Opens the collator of a locale.
  ///
  /// A locale that ICU has no rules for gets those of its parent or of the root;
  /// ``resolvedLocale`` says which. So does a known collation type that the locale lacks.
  ///
  /// - Parameters:
  ///   - locale: A BCP 47 tag (`sv`, `de-u-co-phonebk`, `zh-Hant-u-co-stroke`), an ICU locale ID
  ///     (`de@collation=phonebook`), or a POSIX name (`sv_SE.UTF-8`). Empty and `root` are the
  ///     root locale.
  ///   - strength: The differences that count; `nil` leaves it to the locale, which is tertiary
  ///     unless the tag says otherwise (`-u-ks-level1`).
  ///   - alternateShifted: Whether spaces and punctuation count only at quaternary strength. `false`
  ///     leaves it to the locale.
  ///   - numeric: Whether runs of digits compare by value, so that 9 is before 10. `false` leaves it
  ///     to the locale.
  /// - Throws: ``ICUError`` of kind ``ICUError/Kind/unknownLocale`` when the tag is not well-formed
  ///   or asks for a collation type that no locale has.
  public init(
    locale: String, strength: Strength? = nil, alternateShifted: Bool = false,
    numeric: Bool = false
  ) throws(ICUError) {
    handle = try CollatorHandle(
      locale: locale, strength: strength, shifted: alternateShifted, numeric: numeric)
  }

  /// The BCP 47 tag of the locale that ICU has for the one asked for: `sv` for `sv-SE`, `root` for a
  /// language that it does not know.
  public var resolvedLocale: String {
    get throws(ICUError) { try handle.resolvedLocale() }
  }

  /// The version of ICU and of the tables behind the sort keys, such as `72.1/153.120.0.0`.
  ///
  /// Keys may be compared only with keys of the same version, locale and options: store the four
  /// together, and make the keys again when one has changed.
  public var version: String {
    get throws(ICUError) { try handle.version() }
  }

  /// Compares two strings.
  ///
  /// - Complexity: O(*n*) in the bytes up to the first difference, more with rare characters.
  ///   Allocates nothing. To compare each string many times, use sort keys.
  public borrowing func compare(_ left: String, _ right: String) throws(ICUError) -> Order {
    try handle.compare(left.utf8.span, right.utf8.span)
  }

  /// Makes the sort key of a string: keys compared as bytes stand as ``compare(_:_:)`` has it.
  ///
  /// - Complexity: O(*n*) in the bytes of `text`; one allocation, the key.
  public borrowing func sortKey(for text: String) throws(ICUError) -> SortKey {
    SortKey(bytes: try handle.sortKey(text.utf8.span))
  }

  /// Appends the bytes of a sort key to an array, for loops that keep many keys in one buffer.
  ///
  /// The key has no NUL inside or after it, so one may be put between keys: it sorts before all
  /// else. What is not UTF-8 counts as U+FFFD. At primary strength the key of a text begins with the
  /// key of any beginning of it that ends where no contraction of the locale does.
  ///
  /// - Complexity: O(*n*) in `bytes`; allocates only when `keys` has to grow.
  public borrowing func appendSortKey(ofUTF8 bytes: Span<UInt8>, to keys: inout [UInt8])
    throws(ICUError)
  {
    try handle.appendSortKey(bytes, to: &keys)
  }
}
