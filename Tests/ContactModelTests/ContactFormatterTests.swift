import ContactModel
import TestSupport
import Testing

@Suite("ContactFormatter")
struct ContactFormatterTests {
  private func parts(_ name: String...) -> String {
    name.map(Self.escaped).joined(separator: ";")
  }

  private static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if [",", ";", "\\"].contains(scalar) { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }

  // MARK: Styles

  @Test(
    "writes the composite name when it is asked for nothing else",
    arguments: [
      "N:Bell;Kate;Ann;Dr.;Jr.", "N:山田;太郎;;;様", "N;LANGUAGE=hu:Kovács;János;Béla;dr.;",
      "N;LANGUAGE=vi:Nguyễn;Đức;Văn;;", "N:علي;محمد;;;", "FN:Kate Bell", "NICKNAME:K",
      "ORG:Acme;Sales", "ORG:;Sales", "EMAIL:k@x.example", "TEL:+1 408 555", "NOTE:nobody",
      "N:;;;Dr.;", "N:Smith;太郎;;;",
    ])
  func compositeName(line: String) throws {
    for order in NameOrder.allCases {
      let contact = try contact(line)
      let formatter = ContactFormatter(nameOrder: order)
      #expect(formatter.string(from: contact) == contact.compositeName(order))
      let joined = formatter.attributedParts(from: contact).map(\.text).joined()
      #expect(joined == contact.compositeName(order) ?? "")
    }
  }

  @Test("names the pieces of a name, and what stands between them")
  func attributedParts() throws {
    let kate = try contact("N:Bell;Kate;Ann;Dr.;Jr. PhD")
    let parts = ContactFormatter(locale: "en").attributedParts(from: kate)
    #expect(
      parts.map(\.text) == ["Dr.", " ", "Kate", " ", "Ann", " ", "Bell", " ", "Jr.", ", ", "PhD"])
    #expect(
      parts.map(\.kind) == [
        .prefix, .literal, .given, .literal, .middle, .literal, .family, .literal, .suffix,
        .literal, .suffix,
      ])
    let yamada = try ContactFormatter().attributedParts(from: contact("N:山田;太郎;;;"))
    #expect(yamada == [.init(kind: .family, text: "山田"), .init(kind: .given, text: "太郎")])
    let fallbacks: [(String, ContactFormatter.Part.Kind)] = [
      ("FN:a", .formattedName), ("NICKNAME:a", .nickname), ("ORG:a", .organization),
      ("ORG:;a", .department), ("EMAIL:a", .emailAddress), ("TEL:a", .phoneNumber),
    ]
    for (line, kind) in fallbacks {
      #expect(try ContactFormatter().attributedParts(from: contact(line)).map(\.kind) == [kind])
    }
    #expect(try ContactFormatter().attributedParts(from: contact("NOTE:nobody")).isEmpty)
  }

  @Test(
    "says how a name sounds, in the order of the name",
    arguments: [
      (["N:山田;太郎;;;", "X-PHONETIC-LAST-NAME:やまだ", "X-PHONETIC-FIRST-NAME:たろう"], "やまだたろう"),
      (["N:山田;太郎;;;", "X-PHONETIC-LAST-NAME:Yamada", "X-PHONETIC-FIRST-NAME:Taro"], "Yamada Taro"),
      (["N:Bell;Kate;;;", "X-PHONETIC-LAST-NAME:bel", "X-PHONETIC-FIRST-NAME:keyt"], "keyt bel"),
      (["N:Bell;Kate;;;", "X-PHONETIC-FIRST-NAME:keyt"], "keyt"), (["N:Bell;Kate;;;"], nil),
      (["ORG:Acme", "X-ABShowAs:COMPANY", "X-PHONETIC-ORG:ak-mee"], "ak-mee"),
      (["ORG:Acme", "X-ABShowAs:COMPANY"], nil),
    ] as [([String], String?)])
  func phonetic(lines: [String], sound: String?) throws {
    let contact = try contact(lines.joined(separator: "\r\n"))
    #expect(ContactFormatter.string(from: contact, style: .phoneticFullName) == sound)
  }

  @Test(
    "makes monograms of one or two whole letters",
    arguments: [
      ("N:Bell;Kate;Ann;Dr.;", "KB"), ("N:bell;kate;;;", "KB"), ("N:Bell;;;;", "B"),
      ("N:;;ann;;", "A"), ("N:;;;dr.;", "D"), ("N:van der Berg;jan;;;", "JV"),
      ("N:山田;太郎;;;", "山太"), ("N;LANGUAGE=ja:山田;太郎;;;", "太"), ("N:王;小明;;;", "王小"),
      ("N:김;철수;;;", "철"), ("N:ヤマダ;タロウ;;;", "タ"), ("N:さとう;はな;;;", "は"),
      ("N:ᄀ\u{1161}\u{11A8};ᄂ\u{1161};;;", "나"), ("N:Smith;太郎;;;", "太S"),
      ("N;LANGUAGE=hu:Kovács;János;;;", "KJ"), ("N:Иванов;пётр;;;", "ПИ"),
      ("N:علي;محمد;;;", "م.ع"), ("N:כהן;דוד;;;", "דכ"), ("N:Ångström;e\u{301}mile;;;", "ÉÅ"),
      ("N:भट्ट;क्षिति;;;", "क्षिभ"), ("N:O'Hara;\"Mimi\";;;", "MO"), ("N:ßen;ბაქარ;;;", "ბß"),
      ("FN:Kate Bell -", "KB"), ("FN:Kate Bell 2", "KB"), ("FN:Kate 😀", "K"), ("FN:7 Kate", "K"),
      ("FN:1 2", "1"), ("FN:kate ann bell", "KB"), ("FN:Cher", "C"), ("FN:山田太郎", "山"),
      ("NICKNAME:kay", "K"),
      ("ORG:acme inc", "A"), ("EMAIL:kate@x.example", "K"), ("N:7;🚲;;;", "🚲7"),
      ("N:👩‍👩‍👧‍👦;;;;", "👩‍👩‍👧‍👦"),
    ])
  func initials(line: String, monogram: String) throws {
    let contact = try contact(line)
    let made = ContactFormatter.string(from: contact, style: .initials)
    #expect(made == monogram)
    #expect((made ?? "").filter { $0 != "." }.count <= 2)
  }

  @Test("has no monogram for a phone number and for nobody")
  func noInitials() throws {
    #expect(try ContactFormatter.string(from: contact("TEL:+1 408"), style: .initials) == nil)
    #expect(try ContactFormatter.string(from: contact("NOTE:x"), style: .initials) == nil)
  }

  @Test("is short with the nickname or the given name, whichever is preferred")
  func short() throws {
    let kate = try contact("N:Bell;Katherine;;;", "NICKNAME:Kate")
    #expect(ContactFormatter.string(from: kate, style: .short) == "Kate")
    let plain = ContactFormatter(style: .short, prefersNicknames: false)
    #expect(plain.string(from: kate) == "Katherine")
    #expect(try plain.string(from: contact("N:Bell;;;;", "NICKNAME:Kate")) == "Kate")
    #expect(try plain.string(from: contact("N:Bell;;;Dr.;")) == "Dr. Bell")
    #expect(
      try plain.string(from: contact("N:Bell;K;;;", "ORG:Acme", "X-ABShowAs:COMPANY")) == "Acme")
    #expect(try plain.string(from: contact("EMAIL:k@x.example")) == "k@x.example")
  }

  @Test("needs no more keys than it says", arguments: ContactFormatter.Style.allCases)
  func keys(style: ContactFormatter.Style) throws {
    // Whatever is read without its key stops the program.
    let lines = ["N:Bell;Kate;;;", "FN:K", "NICKNAME:K", "ORG:O", "EMAIL:e", "TEL:1", "TITLE:t"]
    for start in 0...lines.count {
      let contact = try contact(
        lines[start...].joined(separator: "\r\n"),
        keys: ContactFormatter.requiredKeys(for: style))
      var formatter = ContactFormatter(style: style, locale: "en", usesIsolates: true)
      _ = formatter.string(from: contact)
      formatter.nameOrder = .familyNameFirst
      _ = formatter.attributedParts(from: contact)
    }
  }

  // MARK: Order and punctuation

  @Test(
    "tells the order and the delimiter of a name",
    arguments: [
      ("N:Bell;Kate;;;", nil, NameOrder.givenNameFirst, " "),
      ("N:山田;太郎;;;", nil, .familyNameFirst, ""),
      ("N;LANGUAGE=hu:Kovács;János;;;", nil, .familyNameFirst, " "),
      ("N:Kovács;János;;;", "hu-HU", .familyNameFirst, " "),
      ("N;LANGUAGE=de:Kovács;János;;;", "hu-HU", .givenNameFirst, " "),
      ("N;LANGUAGE=fr:アインシュタイン;アルベルト;;;", "ja", .givenNameFirst, "・"),
      ("N:ヤマダ;タロウ;;;", "ja", .familyNameFirst, ""),
      ("N:Yamada;Taro;;;", "ja", .givenNameFirst, " "),
      ("FN:Kate Bell", "hu", .givenNameFirst, " "),
      ("N:Bell;Kate;;;\r\nFN:Kate Bell", "hu", .givenNameFirst, " "),
      ("N:Bell;Kate;Ann;Dr.;Jr.\r\nFN:Dr. Kate Ann Bell Jr.", "hu", .givenNameFirst, " "),
      ("N:Bell;Kate;Ann;;\r\nFN:Kate Bell", "vi", .givenNameFirst, " "),
      ("N:Kovács;János;;;\r\nFN:Kovács János", "hu", .familyNameFirst, " "),
      ("N:Kovács;János;;;\r\nFN:Jani", "hu", .familyNameFirst, " "),
      ("N;LANGUAGE=hu:Kovács;János;;;\r\nFN:János Kovács", "de", .familyNameFirst, " "),
      ("N;LANGUAGE=ta:சோழன்;ராஜ;;;", nil, .familyNameFirst, " "),
      ("N;LANGUAGE=ta:Cholan;Raja;;;", nil, .givenNameFirst, " "),
      ("N;LANGUAGE=km:សុង;សុជាតិ;;;", nil, .familyNameFirst, " "),
      ("N;LANGUAGE=mn:Бат;Дорж;;;", nil, .familyNameFirst, " "),
      ("N;LANGUAGE=th:ใจดี;สมชาย;;;", nil, .givenNameFirst, " "),
      ("N;LANGUAGE=is:Jónsdóttir;Anna;;;", nil, .givenNameFirst, " "),
    ] as [(String, String?, NameOrder, String)])
  func order(line: String, locale: String?, order: NameOrder, delimiter: String) throws {
    let formatter = ContactFormatter(locale: locale)
    let contact = try contact(line)
    #expect(formatter.nameOrder(for: contact) == order)
    #expect(formatter.delimiter(for: contact) == delimiter)
    let given = ContactFormatter(nameOrder: .givenNameFirst).nameOrder(for: contact)
    #expect(given == .givenNameFirst)
  }

  @Test("writes a foreign name in Katakana with dots where the formatted name does")
  func dots() throws {
    let name = "N:アインシュタイン;アルベルト;;;"
    #expect(try contact(name, "FN:アルベルト・アインシュタイン").compositeName == "アルベルト・アインシュタイン")
    #expect(try contact(name, "FN:アインシュタイン アルベルト").compositeName == "アインシュタインアルベルト")
    #expect(try contact("N:山田;太郎;;;", "FN:太郎・山田").compositeName == "山田太郎")
  }

  @Test(
    "sets the comma of the reader's language before a degree, and none before a generation",
    arguments: [
      ("en", "Jr.", "Kate Bell Jr."), ("en", "PhD", "Kate Bell, PhD"),
      ("en-GB", "MP", "Kate Bell, MP"),
      ("en", "III MD", "Kate Bell III, MD"), ("en", "Jr., MD", "Kate Bell Jr., MD"),
      ("de", "MdB", "Kate Bell MdB"), ("fr", "PhD", "Kate Bell PhD"), ("ar", "د", "Kate Bell، د"),
      ("en", "Jr. Sr. II", "Kate Bell Jr. Sr. II"), ("en", "Jrx", "Kate Bell, Jrx"),
    ])
  func comma(locale: String, suffix: String, name: String) throws {
    let contact = try contact("N:" + parts("Bell", "Kate", "", "", suffix))
    #expect(ContactFormatter(locale: locale).string(from: contact) == name)
    #expect(ContactFormatter().string(from: contact) == "Kate Bell \(suffix)")
  }

  @Test("orders a name by its formatted name as a plain comparison of all orders does, seeded")
  func seeded() throws {
    var state: UInt64 = 0x5EED
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(truncatingIfNeeded: state >> 33) % count
    }
    let words: [String?] = [nil, "A", "Ab", "A b", "b", "Éa", "Бв"]
    let kanji: [String?] = [nil, "山", "山田", "太"]
    func joined(_ parts: [String?], _ space: String = " ") -> String {
      parts.compactMap { $0 }.joined(separator: space)
    }
    var followed = 0
    for _ in 0..<20_000 {
      let isKanji = next(5) == 0
      let pool = isKanji ? kanji : words
      let (prefix, suffix) = (isKanji ? nil : words[next(3)], isKanji ? nil : words[next(3)])
      let (given, middle) = (pool[next(pool.count)], pool[next(pool.count)])
      let family = pool[next(pool.count)]
      guard given ?? middle ?? family != nil else { continue }
      let western = joined([prefix, given, middle, family, suffix])
      let eastern = joined([prefix, family, given, middle, suffix])
      let vietnamese = joined([prefix, family, middle, given, suffix])
      let written = [western, eastern, vietnamese, joined([family, given], ", "), "A b"][next(5)]
      var expected = western
      if isKanji {
        expected = joined([family, middle, given], "")
      } else if family != nil, given != nil, [eastern, vietnamese].contains(written) {
        expected = written
        followed += 1
      }
      let contact = try contact(
        "N:" + parts(family ?? "", given ?? "", middle ?? "", prefix ?? "", suffix ?? ""),
        "FN:\(written)")
      #expect(contact.compositeName == expected)
    }
    #expect(followed > 1_000)
  }

  // MARK: Right to left, and hostile names

  @Test(
    "isolates names with right-to-left letters or direction marks, and no others",
    arguments: [
      ("علي", "\u{2068}علي\u{2069}"), ("Kate כהן", "\u{2068}Kate כהן\u{2069}"), ("Kate", "Kate"),
      ("山田", "山田"), ("a\u{202E}b", "\u{2068}a\u{202E}b\u{2069}"),
      ("a\u{2069}b", "\u{2068}\u{2068}a\u{2069}b\u{2069}"),
      ("a\u{2067}b", "\u{2068}a\u{2067}b\u{2069}\u{2069}"),
      ("\u{2069}\u{2067}", "\u{2068}\u{2068}\u{2069}\u{2067}\u{2069}\u{2069}"),
      ("a\u{2066}b\u{2069}", "\u{2068}a\u{2066}b\u{2069}\u{2069}"),
    ])
  func isolates(name: String, isolated: String) throws {
    let contact = try contact("FN:\(name)")
    #expect(ContactFormatter(usesIsolates: true).string(from: contact) == isolated)
    #expect(ContactFormatter().string(from: contact) == name)
  }

  @Test("keeps hostile names as they are, and its parts join to the text in every style")
  func hostile() throws {
    let long = String(repeating: "a", count: 200_000)
    let marks = "e" + String(repeating: "\u{301}", count: 20_000)
    let names = [
      "\u{1B}[31mred", "\u{7}", "\u{202E}evil", "\u{301}", "\u{200D}", "\u{FEFF}x", "a\u{0}b", "・・",
      "\u{2069}\u{2069}", "\u{E0001}", "\u{10FFFF}", long, marks,
      String(repeating: "\u{2067}", count: 10_000), String(repeating: "Jr. ", count: 20_000),
    ]
    for name in names {
      for locale in [nil, "en", "-", "x-\u{301}"] as [String?] {
        let all = try contact("N:" + parts(name, name, name, name, name), "FN:\(name)")
        for style in ContactFormatter.Style.allCases {
          let formatter = ContactFormatter(style: style, locale: locale, usesIsolates: true)
          let joined = formatter.attributedParts(from: all).map(\.text).joined()
          #expect(joined == formatter.string(from: all) ?? "")
          if style == .initials { #expect(joined.unicodeScalars.count <= 2 * 16 + 3) }
        }
      }
    }
  }

  // MARK: The judges

  private static func rows(_ path: String, columns: Int) -> [[String]] {
    guard let octets = try? Fixtures.bytes(path) else { return [] }
    return String(decoding: octets, as: UTF8.self).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
      .filter { $0.count == columns }.dropFirst().map { $0 }
  }

  /// The differences that have a reason: judge, style, the judge's text and ours.
  private static let reasoned: Set<[String]> = Set(
    rows("formatting/name-reasons.tsv", columns: 5).map { Array($0[..<4]) })

  /// Compares, and returns the difference.
  private func compare(
    _ own: String?, _ expected: String, judge: String, _ style: String
  ) -> [String]? {
    if own == expected { return nil }
    let difference = [judge, style, expected, own ?? ""]
    #expect(Self.reasoned.contains(difference))
    return difference
  }

  private func reasoned(for judge: String) -> Set<[String]> {
    Self.reasoned.filter { $0[0] == judge }
  }

  @Test("writes names as CLDR's test data have them, but for listed reasons")
  func cldr() throws {
    let rows = Self.rows("formatting/names.tsv", columns: 13)
    #expect(rows.count >= 70)
    var used: Set<[String]> = []
    for row in rows {
      let family = [row[6], row[7]].filter { !$0.isEmpty }.joined(separator: " ")
      let suffix = [row[8], row[9]].filter { !$0.isEmpty }.joined(separator: " ")
      let language = row[1].isEmpty ? "" : ";LANGUAGE=\(row[1])"
      var lines = ["N\(language):" + parts(family, row[3], row[5], row[2], suffix)]
      if !row[4].isEmpty { lines.append("NICKNAME:\(row[4])") }
      let contact = try contact(lines.joined(separator: "\r\n"))
      let styles: [(ContactFormatter.Style, String)] = [
        (.fullName, row[10]), (.short, row[11]), (.initials, row[12]),
      ]
      for (style, expected) in styles {
        let own = ContactFormatter(style: style, locale: row[0]).string(from: contact)
        if let key = compare(own, expected, judge: "cldr", style.rawValue) { used.insert(key) }
      }
    }
    // A reason for what does not differ any more is to be deleted.
    #expect(used == reasoned(for: "cldr"))
  }

  @Test("puts nameparser's published names together again, but for listed reasons")
  func nameparser() throws {
    let rows = Self.rows("formatting/nameparser.tsv", columns: 8)
    #expect(rows.count >= 100)
    var used: Set<[String]> = []
    for row in rows {
      let contact = try contact("N:" + parts(row[4], row[2], row[3], row[1], row[5]))
      let own = ContactFormatter.string(from: contact)
      if let key = compare(own, row[7], judge: "nameparser", "fullName") { used.insert(key) }
      // Without commas the name stood in the order of its parts, and comes back as it was.
      if !row[0].contains(","), row[6].isEmpty { #expect(own == row[0]) }
    }
    #expect(used == reasoned(for: "nameparser"))
  }

  @Test("joins names as Android's tests do, but for listed reasons")
  func android() throws {
    let rows = Self.rows("formatting/android.tsv", columns: 6)
    #expect(rows.count >= 20)
    var used: Set<[String]> = []
    for row in rows {
      let contact = try contact("N:" + parts(row[4], row[2], row[3], row[1], row[5]))
      let own = ContactFormatter(locale: "en").string(from: contact)
      if let key = compare(own, row[0], judge: "android", "fullName") { used.insert(key) }
    }
    #expect(used == reasoned(for: "android"))
  }
}
