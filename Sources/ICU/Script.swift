internal import CICU

/// A writing system: the Script property of Unicode (UAX #24).
public struct Script: Hashable, Sendable {
  /// ICU's number of the script, which never changes.
  public let number: Int32

  private init(_ number: Int32) {
    self.number = number
  }

  /// Characters of many scripts: digits, punctuation, emoji.
  public static let common = Script(CICU_SCRIPT_COMMON)
  /// Marks that take the script of their base.
  public static let inherited = Script(CICU_SCRIPT_INHERITED)
  /// Unassigned, private-use and surrogate code points.
  public static let unknown = Script(CICU_SCRIPT_UNKNOWN)
  /// The Arabic script.
  public static let arabic = Script(CICU_SCRIPT_ARABIC)
  /// The Armenian script.
  public static let armenian = Script(CICU_SCRIPT_ARMENIAN)
  /// The Bengali script.
  public static let bengali = Script(CICU_SCRIPT_BENGALI)
  /// The phonetic script for Chinese.
  public static let bopomofo = Script(CICU_SCRIPT_BOPOMOFO)
  /// The Cyrillic script.
  public static let cyrillic = Script(CICU_SCRIPT_CYRILLIC)
  /// The script of Hindi and Marathi.
  public static let devanagari = Script(CICU_SCRIPT_DEVANAGARI)
  /// The Georgian script.
  public static let georgian = Script(CICU_SCRIPT_GEORGIAN)
  /// The Greek script.
  public static let greek = Script(CICU_SCRIPT_GREEK)
  /// The ideographs of Chinese, Japanese and Korean.
  public static let han = Script(CICU_SCRIPT_HAN)
  /// The Korean script.
  public static let hangul = Script(CICU_SCRIPT_HANGUL)
  /// The Hebrew script.
  public static let hebrew = Script(CICU_SCRIPT_HEBREW)
  /// The cursive Japanese syllabary.
  public static let hiragana = Script(CICU_SCRIPT_HIRAGANA)
  /// The angular Japanese syllabary.
  public static let katakana = Script(CICU_SCRIPT_KATAKANA)
  /// The Latin script.
  public static let latin = Script(CICU_SCRIPT_LATIN)
  /// The Thai script.
  public static let thai = Script(CICU_SCRIPT_THAI)

  /// Finds the script of a character.
  ///
  /// - Complexity: A table look-up; allocates nothing.
  public static func of(_ scalar: Unicode.Scalar) -> Script {
    Script(Bridge.script(of: scalar))
  }

  /// The ISO 15924 code, such as `Latn`.
  public var code: String { Bridge.scriptCode(number) }
}

extension Script: CustomStringConvertible {
  /// The ISO 15924 code.
  public var description: String { code }
}
