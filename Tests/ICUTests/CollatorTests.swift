import ICU
import Testing

/// Sorts with one collator for all comparisons.
private func sorted(_ words: [String], by collator: borrowing Collator) throws -> [String] {
  try words.sorted { try collator.compare($0, $1) == .ascending }
}

private func order(
  _ left: String, _ right: String, locale: String = "root", strength: Collator.Strength? = nil,
  alternateShifted: Bool = false, numeric: Bool = false
) throws -> Collator.Order {
  let collator = try Collator(
    locale: locale, strength: strength, alternateShifted: alternateShifted, numeric: numeric)
  return try collator.compare(left, right)
}

/// A collator that tasks share.
private final class Shared: Sendable {
  let collator: Collator

  init(locale: String) throws {
    collator = try Collator(locale: locale)
  }
}

@Suite("Collator, UTS #10 and CLDR")
struct CollatorTests {
  /// Orders as PyICU 2.17 on ICU 72.1 (CLDR 42) has them.
  static let orders: [(locale: String, words: String)] = [
    (
      "root",
      "10|9|Ångström|Apfel|äpfel|Äpfel|apple|de la Cruz|Delacruz|O Neill|o'Neill|Ölberg|ONeill|"
        + "strasse|Strasse|straße|Zebra|zoo|Ωmega|Яна|עדי|東京"
    ),
    (
      "sv",
      "Aalto|Adam|Andersson|Edman|Édman|Vallin|Vik|Wallin|Ybo|Üxküll|Zorn|Åberg|Ängel|Ærø|Öberg|"
        + "Ödman|Østberg"
    ),
    (
      "de",
      "Arger|Ärger|Argus|Az|Goetz|Gotz|Götz|Gozo|Mueller|Muller|Müller|Muzik|Oehm|Ohm|Öhm|Oz|"
        + "Strasse|Straße|Strassen"
    ),
    (
      "de-u-co-phonebk",
      "Ärger|Arger|Argus|Az|Goetz|Götz|Gotz|Gozo|Mueller|Müller|Muller|Muzik|Oehm|Öhm|Ohm|Oz|"
        + "Strasse|Straße|Strassen"
    ),
    (
      "de@collation=phonebook",
      "Ärger|Arger|Argus|Az|Goetz|Götz|Gotz|Gozo|Mueller|Müller|Muller|Muzik|Oehm|Öhm|Ohm|Oz|"
        + "Strasse|Straße|Strassen"
    ),
    (
      "es",
      "Chávez|Cruz|Czar|Llorente|Lugo|Luz|Nunez|Nuñez|Núñez|Nzo|Ñandú|Oscar|Óscar|Ozuna"
    ),
    (
      "es-u-co-trad",
      "Cruz|Czar|Chávez|Lugo|Luz|Llorente|Nunez|Nuñez|Núñez|Nzo|Ñandú|Oscar|Óscar|Ozuna"
    ),
    (
      "cs",
      "Cech|Cyril|Čapek|Dvořák|Hora|Hýl|Chalupa|Ibsen|Město|Rybář|Řezník|Svoboda|Šimek|Zeman|Žák"
    ),
    (
      "tr",
      "Cem|Çelik|Demir|Gül|Ğ|Hakan|Inan|ışık|Işık|ilker|İnan|Jale|Ozan|Öz|Pala|Soylu|Şahin|Tan|"
        + "Uzun|Ünal|Vural"
    ),
    ("ja", "Abe|カード|かあど|さとう|すずき|たなか|ハハ|ばば|パパ|阿部|高橋|佐藤|鈴木"),
    ("zh", "陈|郭|胡|黄|李|刘|马|孙|王|吴|徐|杨|张|赵|周|朱|Li"),
    ("zh-u-co-pinyin", "陈|郭|胡|黄|李|刘|马|孙|王|吴|徐|杨|张|赵|周|朱|Li"),
    ("zh-u-co-stroke", "马|王|刘|孙|朱|吴|张|李|杨|周|陈|胡|赵|徐|郭|黄|Li"),
    ("zh-Hant", "马|王|刘|孙|朱|吴|张|李|杨|周|陈|胡|赵|徐|郭|黄|Li"),
    ("ar", "آدم|إبراهيم|أحمد|احمد|ثامر|خالد|زينب|علي|فاطمة|محمد|ياسر"),
    (
      "vi",
      "An|Ăn|Ân|Ba|Bà|Bả|Bã|Bá|Bạ|Dũng|Dương|Đặng|Em|Êm|Nghiêm|Ngô|Nguyễn|On|Ông|Ơn|Ung|Ưng"
    ),
  ]

  @Test("sorts as the language does, by comparing and by keys", arguments: orders)
  func sorts(locale: String, words: String) throws {
    let expected = words.split(separator: "|").map(String.init)
    let collator = try Collator(locale: locale)
    var random = Seeded(7)
    for _ in 0..<5 {
      let shuffled = expected.shuffled(using: &random)
      #expect(try sorted(shuffled, by: collator) == expected)
      var keyed: [(SortKey, String)] = []
      for word in shuffled { keyed.append((try collator.sortKey(for: word), word)) }
      #expect(keyed.sorted { $0.0 < $1.0 }.map(\.1) == expected)
    }
  }

  @Test(
    "makes the keys that ICU makes, without the last NUL",
    .enabled(if: ICULibrary.version == "72.1", "other versions of ICU have other tables"),
    arguments: [
      // As PyICU 2.17 on ICU 72.1 has them.
      (
        "root", "Kate Bell", nil, false,
        [
          0x3e, 0x2a, 0x50, 0x32, 0x04, 0x2c, 0x32, 0x40, 0x40, 0x01, 0x0d, 0x01, 0xdc, 0xc2, 0xdc,
          0x07,
        ]
      ),
      (
        "root", "Kate Bell", .primary, true,
        [0x3e, 0x2a, 0x50, 0x32, 0x2c, 0x32, 0x40, 0x40]
      ),
    ] as [(String, String, Collator.Strength?, Bool, [UInt8])])
  func knownKeys(
    locale: String, text: String, strength: Collator.Strength?, shifted: Bool, expected: [UInt8]
  ) throws {
    let collator = try Collator(locale: locale, strength: strength, alternateShifted: shifted)
    #expect(try collator.sortKey(for: text).bytes == expected)
  }

  @Test(
    "keys stand as their strings do, whatever the strength, also what is not UTF-8",
    arguments: Collator.Strength.allCases, ["root", "sv", "ja", "zh-u-co-stroke", "fr-CA"])
  func keysAgreeWithComparison(strength: Collator.Strength, locale: String) throws {
    for shifted in [false, true] {
      let collator = try Collator(locale: locale, strength: strength, alternateShifted: shifted)
      var random = Seeded(UInt64(locale.utf8.count) + (shifted ? 100 : 0))
      for _ in 0..<400 {
        let left = random.bytes(upTo: 6)
        // Often the same but for a byte, so that the later levels decide.
        var right = random.bytes(upTo: 6)
        if Bool.random(using: &random), !left.isEmpty {
          right = left
          right[Int.random(in: 0..<left.count, using: &random)] ^= 0x20
        }
        var keys: [UInt8] = []
        try collator.appendSortKey(ofUTF8: left.span, to: &keys)
        let leftKey = SortKey(bytes: keys)
        keys.removeAll()
        try collator.appendSortKey(ofUTF8: right.span, to: &keys)
        let rightKey = SortKey(bytes: keys)
        let byKey: Collator.Order =
          leftKey < rightKey ? .ascending : rightKey < leftKey ? .descending : .same
        let byComparison = try collator.compare(
          String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self))
        #expect(byComparison == byKey, "\(left) \(right)")
        #expect((leftKey == rightKey) == (byKey == .same))
        #expect(try collator.sortKey(for: String(decoding: left, as: UTF8.self)) == leftKey)
        #expect(!leftKey.bytes.contains(0))
      }
    }
  }

  @Test("primary strength ignores case, marks and width, not letters")
  func primary() throws {
    #expect(try order("Ångström", "ANGSTROM", strength: .primary) == .same)
    #expect(try order("Ｋate", "kate", strength: .primary) == .same)
    #expect(try order("Straße", "strasse", strength: .primary) == .same)
    #expect(try order("Kate", "Kato", strength: .primary) == .ascending)
    #expect(try order("Anna", "Änna", locale: "sv", strength: .primary) == .ascending)
  }

  @Test("each strength sees one kind of difference more than the one before")
  func strengths() throws {
    #expect(try order("role", "rôle", strength: .primary) == .same)
    #expect(try order("role", "rôle", strength: .secondary) == .ascending)
    #expect(try order("role", "Role", strength: .secondary) == .same)
    #expect(try order("role", "Role", strength: .tertiary) == .ascending)
    #expect(try order("co-op", "coop", strength: .tertiary, alternateShifted: true) == .same)
    #expect(try order("co-op", "coop", strength: .quaternary, alternateShifted: true) != .same)
    #expect(try order("\u{1}a", "a", strength: .quaternary) == .same)
    #expect(try order("\u{1}a", "a", strength: .identical) != .same)
  }

  @Test("shifted ignores punctuation and spaces, otherwise they count")
  func shifted() throws {
    #expect(try order("O'Neill", "ONeill", strength: .primary, alternateShifted: true) == .same)
    #expect(try order("Jean-Luc", "Jean Luc", strength: .primary, alternateShifted: true) == .same)
    #expect(try order("St. John", "St John", strength: .primary, alternateShifted: true) == .same)
    #expect(try order("O'Neill", "ONeill", strength: .primary) != .same)
  }

  @Test("numeric compares digits by value")
  func numeric() throws {
    #expect(try order("Card 9", "Card 10") == .descending)
    #expect(try order("Card 9", "Card 10", numeric: true) == .ascending)
    #expect(try order("Card 9", "Card 10", locale: "sv-u-kn") == .ascending)
  }

  @Test("canonically equivalent strings are the same at every strength")
  func canonicalEquivalence() throws {
    for strength in Collator.Strength.allCases {
      #expect(try order("Å", "A\u{30A}", strength: strength) == .same)
      // Two marks in either order.
      #expect(try order("a\u{323}\u{308}", "a\u{308}\u{323}", strength: strength) == .same)
      #expect(try order("각", "\u{1100}\u{1161}\u{11A8}", strength: strength) == .same)
    }
  }

  @Test(
    "names the locale whose rules it uses, root when there is none",
    arguments: [
      ("sv", "sv"), ("sv_SE.UTF-8", "sv"), ("", "root"), ("root", "root"), ("und", "root"),
      ("tlh", "root"), ("de-u-co-phonebk", "de-u-co-phonebk"),
      ("de@collation=phonebook", "de-u-co-phonebk"), ("zh-u-co-stroke", "zh-u-co-stroke"),
      ("sv-u-co-stroke", "sv"),
    ])
  func resolves(locale: String, resolved: String) throws {
    let collator = try Collator(locale: locale)
    // Seen once beside some thousand other tests: what ICU's cache gives a thread while another opens
    // a collator of the same rules.
    let name = try collator.resolvedLocale
    withKnownIssue(isIntermittent: true) {
      #expect(name == resolved)
    } when: {
      locale == "zh-u-co-stroke"
    }
  }

  @Test(
    "refuses what is not a locale, and collation types that no locale has",
    arguments: [
      "not a locale", "x", "-", "sv-", "de_", "de@", "de@collation", "de@collation=", "de@=x",
      "@@", "de-u-co-klingon", "de@collation=klingon", "sv\u{0}SE", "sé",
      String(repeating: "a-", count: 5000), "de-u-kn-maybe",
    ])
  func refuses(locale: String) throws {
    let error = try #require(throws: ICUError.self) { _ = try Collator(locale: locale) }
    #expect(error.kind == .unknownLocale)
    #expect(error.name == "U_ILLEGAL_ARGUMENT_ERROR")
    #expect(error.description.hasPrefix("cannot open the collator of the locale "))
  }

  @Test("takes the strength from the locale unless told otherwise")
  func strengthOfLocale() throws {
    #expect(try order("a", "Á", locale: "de-u-ks-level1") == .same)
    // What only the identical strength tells apart.
    #expect(try order("a", "a\u{1}", locale: "de") == .same)
    #expect(try order("a", "a\u{1}", locale: "de-u-ks-level1", strength: .identical) != .same)
    #expect(try order("a", "A", locale: "de") == .ascending)
  }

  @Test("has a version that begins with that of the library")
  func version() throws {
    let collator = try Collator(locale: "sv")
    #expect(try collator.version.hasPrefix(ICULibrary.version + "/"))
    #expect(ICULibrary.version.split(separator: ".").allSatisfy { Int($0) != nil })
  }

  @Test("gives many tasks at once the keys it gives one")
  func shared() async throws {
    let shared = try Shared(locale: "de-u-co-phonebk")
    var random = Seeded(3)
    let names = (0..<500).map { _ in random.name(upTo: 12) }
    var expected: [SortKey] = []
    for name in names { expected.append(try shared.collator.sortKey(for: name)) }
    try await withThrowingTaskGroup(of: [SortKey].self) { group in
      for _ in 0..<8 {
        group.addTask {
          var keys: [SortKey] = []
          for name in names { keys.append(try shared.collator.sortKey(for: name)) }
          return keys
        }
      }
      for try await keys in group { #expect(keys == expected) }
    }
  }

  @Test("appends to what is there, and the empty string has the least key")
  func appends() throws {
    let collator = try Collator(locale: "root")
    let empty = try collator.sortKey(for: "")
    let space = try collator.sortKey(for: " ")
    #expect(empty < space)
    var keys: [UInt8] = [1, 2, 3]
    try collator.appendSortKey(ofUTF8: " ".utf8.span, to: &keys)
    #expect(keys == [1, 2, 3] + space.bytes)
    #expect(try collator.compare("", "") == .same)
    #expect(try collator.compare("", "a") == .ascending)
  }

  @Test("takes strings of a megabyte", arguments: ["a", "å", "山", "👍", "a\u{301}"])
  func large(unit: String) throws {
    let text = String(repeating: unit, count: (1 << 20) / unit.utf8.count)
    let longer = text + "b"
    let collator = try Collator(locale: "sv")
    let key = try collator.sortKey(for: text)
    #expect(key.bytes.count > text.utf8.count / 8)
    #expect(try collator.sortKey(for: longer) > key)
    #expect(try collator.compare(text, longer) == .ascending)
    #expect(try collator.compare(text, text) == .same)
  }

  // To put so many marks in order at once takes ICU minutes.
  @Test(
    "takes a megabyte of marks, by keys as by comparison", arguments: Collator.Strength.allCases)
  func endlessMarks(strength: Collator.Strength) throws {
    let collator = try Collator(locale: "root", strength: strength)
    let left = "a" + String(repeating: "\u{301}\u{323}", count: 1 << 18)
    let right = "a" + String(repeating: "\u{323}\u{301}", count: 1 << 18) + "b"
    let leftKey = try collator.sortKey(for: left)
    let rightKey = try collator.sortKey(for: right)
    #expect(leftKey < rightKey)
    #expect(try collator.compare(left, right) == .ascending)
    #expect(try collator.compare(left, "a") == (strength == .primary ? .same : .descending))
    #expect(try (collator.sortKey(for: "a") == leftKey) == (strength == .primary))
  }

  @Test("reads what is not UTF-8 as U+FFFD, one for each maximal part (Unicode §3.9)")
  func invalidUTF8() throws {
    let collator = try Collator(locale: "root", strength: .identical)
    let faults: [([UInt8], String)] = [
      ([0x41, 0xFF, 0x42], "A\u{FFFD}B"), ([0xE2, 0x82], "\u{FFFD}"),
      ([0xC0, 0x80], "\u{FFFD}\u{FFFD}"), ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
      ([0xF0, 0x9F, 0x98, 0x41], "\u{FFFD}A"), ([0x80], "\u{FFFD}"),
    ]
    for (bytes, text) in faults {
      var key: [UInt8] = []
      try collator.appendSortKey(ofUTF8: bytes.span, to: &key)
      #expect(try collator.sortKey(for: text).bytes == key)
    }
  }
}

@Suite("SortKey")
struct SortKeyTests {
  @Test("compares bytes unsigned, shorter first")
  func comparesBytes() {
    #expect(SortKey(bytes: []) < SortKey(bytes: [0x01]))
    #expect(SortKey(bytes: [0x7F]) < SortKey(bytes: [0x80]))
    #expect(SortKey(bytes: [0x7F, 0xFF]) < SortKey(bytes: [0x80]))
    #expect(SortKey(bytes: [0x80]) < SortKey(bytes: [0x80, 0x01]))
    #expect(!(SortKey(bytes: [0x80]) < SortKey(bytes: [0x80])))
    #expect(SortKey(bytes: [1, 2]) == SortKey(bytes: [1, 2]))
    #expect(Set([SortKey(bytes: [1]), SortKey(bytes: [1]), SortKey(bytes: [2])]).count == 2)
  }

  @Test("at primary strength, the key of a word's beginning begins the key of the word")
  func keysOfPrefixes() throws {
    let collator = try Collator(locale: "root", strength: .primary, alternateShifted: true)
    let alphabets = [
      "abcdefghijklmnopqrstuvwxyzÅÄÖéßÆ", "абвгдежзиЯЁ", "αβγδεΩώ", "אבגדה", "山田太郎王小明", "김철수각",
      "さとうはなこサパ", "aбγ山김さ",
    ]
    var random = Seeded(11)
    for alphabet in alphabets.map(Array.init) {
      for _ in 0..<200 {
        let word = (0..<Int.random(in: 1...9, using: &random)).compactMap { _ in
          alphabet.randomElement(using: &random)
        }
        let key = try collator.sortKey(for: String(word))
        for length in 0...word.count {
          let start = try collator.sortKey(for: String(word.prefix(length)).lowercased())
          #expect(key.bytes.starts(with: start.bytes), "\(String(word)) \(length)")
        }
      }
    }
    let kate = try collator.sortKey(for: "Kate")
    #expect(!kate.bytes.starts(with: try collator.sortKey(for: "Kath").bytes))
  }
}
