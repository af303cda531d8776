import ContactModel
import ICU
import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("Files of cards in charsets that they do not name")
struct CharsetFilesTests {
  /// The languages in which the names of a charset's files are.
  private static let languages: [String: String] = [
    "windows-1250": "pl cs sk hu ro hr sl", "ISO-8859-2": "pl cs sk hu ro hr sl",
    "windows-1251": "ru uk bg sr", "ISO-8859-5": "ru bg sr", "KOI8-R": "ru", "KOI8-U": "uk",
    "windows-1252": "de fr es pt it sv da nb fi is", "windows-1253": "el", "ISO-8859-7": "el",
    "windows-1254": "tr", "ISO-8859-9": "tr", "windows-1255": "he", "windows-1256": "ar",
    "GBK": "zh", "Big5": "zt", "Shift_JIS": "ja", "EUC-JP": "ja", "EUC-KR": "ko",
  ]

  private struct Names {
    var given: [String]
    var family: [String]
    var places: [String]
  }

  /// Names by language; nothing in the tables comes from them.
  private static func names() throws -> [String: Names] {
    var names: [String: Names] = [:]
    let text = String(decoding: try Fixtures.bytes("charsets/names.tsv"), as: UTF8.self)
    for line in text.split(separator: "\n").dropFirst() {
      let columns = line.split(separator: "\t").map { column in
        column.split(separator: " ").map { word in
          String(word.map { $0 == "_" ? " " : $0 })
        }
      }
      guard columns.count == 4 else { continue }
      names[columns[0][0]] = Names(given: columns[1], family: columns[2], places: columns[3])
    }
    return names
  }

  /// A file, and what its values are, in order.
  private struct File {
    var octets: [UInt8] = []
    var values: [String] = []

    mutating func append(
      _ names: Names, in charset: String, cards: Int, isIdeographic: Bool,
      using random: inout SeededGenerator
    ) throws {
      var converter = try CharsetConverter(charset: charset)
      for _ in 0..<cards {
        guard let given = names.given.randomElement(using: &random),
          let family = names.family.randomElement(using: &random),
          let place = names.places.randomElement(using: &random)
        else { continue }
        octets += Array("BEGIN:VCARD\r\nVERSION:3.0\r\n".utf8)
        for (name, value) in [
          ("FN", isIdeographic ? family + given : given + " " + family),
          ("N", "\(family);\(given);;;"), ("ADR", ";;;\(place);;;"),
        ] {
          let (encoded, missing) = try converter.encode(value)
          guard missing == 0 else { continue }
          octets += Array((name + ":").utf8) + encoded + [0x0D, 0x0A]
          values.append(value)
        }
        octets += Array("END:VCARD\r\n".utf8)
      }
    }
  }

  private func file(
    _ charset: String, cards: Int, seed: Int
  ) throws -> File {
    let languages = try #require(Self.languages[charset]).split(separator: " ")
    let language = String(languages[seed % languages.count])
    var random = SeededGenerator(seed: UInt64(seed))
    var file = File()
    try file.append(
      try #require(try Self.names()[language]), in: charset, cards: cards,
      isIdeographic: ["zh", "zt", "ja", "ko"].contains(language), using: &random)
    return file
  }

  private func read(_ octets: [UInt8]) throws -> (values: [String], found: [Diagnostic]) {
    var reader = CardReader(decoding: .icu())
    try reader.append(octets)
    reader.finish()
    var values: [String] = []
    var found: [Diagnostic] = []
    while case .card(let card, let diagnostics) = reader.next() {
      found += diagnostics
      for property in card.properties {
        switch property.known {
        case .fn: values.append(property.text)
        case .n, .adr:
          let parts = property.components.map { $0.joined(separator: ",") }
          values.append(parts.joined(separator: ";"))
        default: break
        }
      }
    }
    return (values, found)
  }

  private func rightValues(_ file: File) throws -> (right: Int, all: Int) {
    let (values, _) = try read(file.octets)
    try #require(values.count == file.values.count)
    #expect(!values.contains { $0.contains("\u{FFFD}") })
    var (right, all) = (0, 0)
    for (value, expected) in zip(values, file.values) where !expected.utf8.allSatisfy({ $0 < 0x80 })
    {
      all += 1
      right += value == expected ? 1 : 0
    }
    return (right, all)
  }

  @Test(
    "of 200 cards at least 98 % of the values are right, of five 90 %, and none has U+FFFD",
    arguments: languages.keys.sorted())
  func rates(charset: String) throws {
    for (cards, seeds, least) in [(200, 1, 98), (5, 8, 90)] {
      var (right, all) = (0, 0)
      for seed in 0..<seeds {
        let rate = try rightValues(try file(charset, cards: cards, seed: seed))
        right += rate.right
        all += rate.all
      }
      #expect(right * 100 >= all * least, "\(cards) cards: \(right) of \(all)")
    }
  }

  @Test(
    "where programs appended cards, each run is read in its charset",
    arguments: [
      [("windows-1251", "ru"), ("KOI8-R", "ru")], [("UTF-8", "pl"), ("windows-1251", "bg")],
      [("GBK", "zh"), ("UTF-8", "zh"), ("Big5", "zt")],
      [("windows-1250", "cs"), ("UTF-8", "cs"), ("windows-1250", "cs")],
    ])
  func runs(parts: [(charset: String, language: String)]) throws {
    var random = SeededGenerator(seed: 5)
    for cards in [6, 600] {
      var file = File()
      for part in parts {
        try file.append(
          try #require(try Self.names()[part.language]), in: part.charset, cards: cards,
          isIdeographic: part.language.hasPrefix("z"), using: &random)
      }
      let (values, found) = try read(file.octets)
      let wrong = zip(values, file.values).count { $0 != $1 }
      #expect(wrong * 100 <= file.values.count, "\(wrong) of \(file.values.count)")
      var charsets = parts.map(\.charset).filter { $0 != "UTF-8" }
      if charsets.first == charsets.last { charsets = Array(Set(charsets)) }
      #expect(found.map(\.code) == charsets.map { _ in .foundCharset })
      for (diagnostic, charset) in zip(found, charsets) {
        #expect(diagnostic.message == "read as \(charset) (found out); --charset changes it")
      }
    }
  }

  @Test("a card with more values than are remembered is read in one charset, as its neighbours are")
  func manyValues() throws {
    let names = ["Наталья Кузнецова", "Сергей Смирнов", "Юрий Васильев", "Жанна Шестакова"]
    let notes = (0..<10_000).map { "\(names[$0 % names.count]) \($0)" }
    let text =
      "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Наталья Кузнецова\r\n"
      + notes.map { "NOTE:\($0)\r\n" }.joined() + "END:VCARD\r\n"
      + "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Сергей\r\nEND:VCARD\r\n"
    var converter = try CharsetConverter(charset: "KOI8-R")
    let octets = try converter.encode(text).bytes
    var reader = CardReader(decoding: .icu())
    try reader.append(octets)
    reader.finish()
    let all = Set(notes)
    var (texts, found): ([String], [Diagnostic]) = ([], [])
    while case .card(let card, let diagnostics) = reader.next() {
      found += diagnostics.filter { $0.code == .foundCharset }
      texts += card.properties.map(\.text)
    }
    #expect(texts.filter { all.contains($0) || $0 == "Сергей" }.count == 10_001)
    #expect(found.count == 1)
  }

  @Test("a stray value among UTF-8 changes nothing else")
  func stray() throws {
    var random = SeededGenerator(seed: 3)
    var file = File()
    let french = try #require(try Self.names()["fr"])
    for charset in ["UTF-8", "windows-1252", "UTF-8"] {
      try file.append(
        french, in: charset, cards: charset == "UTF-8" ? 40 : 1, isIdeographic: false,
        using: &random)
    }
    let (values, found) = try read(file.octets)
    #expect(values == file.values)
    #expect(found.count <= 1)
    // The same within one card.
    let card =
      Array("BEGIN:VCARD\r\nVERSION:3.0\r\nFN:José Peña\r\nN:Zo".utf8) + [0xEB]
      + Array(";Müller;;;\r\nADR:;;;Coruña;;;\r\nEND:VCARD\r\n".utf8)
    let alone = try read(card)
    #expect(alone.values.first == "José Peña")
    #expect(alone.values.last == ";;;Coruña;;;")
  }

  @Test("country codes, languages, domains and declared charsets decide what few letters do not")
  func hints() throws {
    // An Icelandic ý, or a Turkish ı.
    func name(_ lines: String) throws -> String? {
      try read(
        Array("BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Sar".utf8) + [0xFD]
          + Array("\r\n\(lines)\r\nEND:VCARD\r\n".utf8)
      ).values.first
    }
    func lines(_ line: String) -> String { "\(line)\r\n\(line)\r\n\(line)" }
    #expect(try name(lines("TEL:+90 212 1")) == "Sarı")
    #expect(try name(lines("TEL:+354 1")) == "Sarý")
    #expect(try name(lines("EMAIL:a@example.com.tr")) == "Sarı")
    #expect(try name(lines("EMAIL:a@example.is")) == "Sarý")
    #expect(try name(lines("TITLE;LANGUAGE=tr-TR:x")) == "Sarı")
    #expect(try name(lines("TITLE;LANGUAGE=is:x")) == "Sarý")
    #expect(try name(lines("TITLE;CHARSET=iso-8859-1:é")) == "Sarý")
  }

  @Test("one letter alone is read as in most files", arguments: [0xE9, 0xFC, 0xD1] as [UInt8])
  func oneLetter(octet: UInt8) {
    let finder = CharsetFinder.shared
    #expect(finder.runs(of: [[[octet], [0x3B, octet]]]).map(\.charset) == ["windows-1252"])
    var expectation = CharsetFinder.Expectation()
    expectation.charsetBefore = "KOI8-R"
    #expect(finder.runs(of: [[[octet]]], expectation).map(\.charset) == ["KOI8-R"])
  }

  @Test("a charset that leaves octets unassigned gives way to one that leaves none")
  func unassigned() throws {
    // 0x98 is nothing in windows-1251, and 0x81 nothing in windows-1252.
    let finder = CharsetFinder.shared
    let runs = finder.runs(of: [[[0xC8, 0xE2, 0x98]], [[0x81, 0xC8, 0xE2]]])
    let charset = try #require(runs.first?.charset)
    let text = try CharsetConverter.decode(
      [0xC8, 0xE2, 0x98, 0x81, 0xC8, 0xE2].span, from: charset)
    #expect(text.substitutions == 0)
    #expect(finder.runs(of: []).isEmpty)
  }
}
