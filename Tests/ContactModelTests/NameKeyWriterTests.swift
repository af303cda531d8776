import ContactModel
import Foundation
import ICU
import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("NameKeyWriter")
struct NameKeyWriterTests {
  private struct Both {
    let sorter: NameSorter
    var writer: NameKeyWriter

    init(_ order: NameSorter.Order) throws {
      sorter = try NameSorter(order, locale: "sv")
      writer = NameKeyWriter(sorter)
    }

    /// Whether the writer gives a card the key that the contact has.
    mutating func agree(on card: Card) throws -> Bool {
      var keys: [UInt8] = [1, 2]
      try writer.append(for: card, to: &keys)
      let slow = try sorter.sortKey(for: Contact(card, keys: .sorting)).bytes
      return keys == [1, 2] + slow
    }
  }

  /// Compares the keys of all cards of some octets.
  private func compare(_ octets: [UInt8], _ both: inout Both, _ name: String) throws -> Int {
    var reader = CardReader()
    try reader.append(octets)
    reader.finish()
    var count = 0
    while case .card(let card, _) = reader.next() {
      count += 1
      let isSame = try both.agree(on: card)
      #expect(isSame, "\(name), card \(card.start.card), by \(both.sorter.order)")
    }
    return count
  }

  @Test("agrees with the contact on every fixture", arguments: NameSorter.Order.allCases)
  func fixtures(order: NameSorter.Order) throws {
    var both = try Both(order)
    var count = 0
    for folder in ["cards", "bad", "demo"] {
      for file in Fixtures.files(in: folder) where file.extension == "vcf" {
        let octets = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file.string)))
        count += try compare(octets, &both, file.string)
      }
    }
    #expect(count > 100)
  }

  @Test(
    "agrees with the contact on every file of the corpus", .enabled(if: !Corpus.files.isEmpty),
    arguments: NameSorter.Order.allCases)
  func corpus(order: NameSorter.Order) throws {
    var both = try Both(order)
    var count = 0
    for file in Corpus.files {
      let octets = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file.string)))
      count += try compare(octets, &both, file.string)
    }
    #expect(count > 100)
  }

  @Test("agrees with the contact on generated cards", arguments: NameSorter.Order.allCases)
  func generated(order: NameSorter.Order) throws {
    var both = try Both(order)
    for version in Version.allCases {
      for kind in [CardGenerator.Kind.valid, .wild, .forged] {
        let generator = CardGenerator(version, kind)
        for seed in 0..<1500 as Range<UInt64> {
          var random = SeededGenerator(seed: seed)
          let card = generator.card(using: &random)
          _ = try compare(card.octets, &both, "\(version) \(kind) seed \(seed)")
        }
      }
    }
  }

  @Test(
    "agrees with the contact on the lines that names are made of",
    arguments: NameSorter.Order.allCases)
  func lines(order: NameSorter.Order) throws {
    let lines = [
      "N:Bell;Kate;;;", "N:;;;Dr.;", "N:", "N:;;;;", "N:Bell", "N:Bell;Kate;Q.;Dr.;Jr.;Smith;III",
      "N:Bell;Kate;;;;;", "N: Bell ;\tKate\u{A0};\u{3000};;",
      "N:van Bell,Smith;Kate,,Ann; , ;;MD,PhD",
      "N:O\\,Neil\\;x;Ka\\nte;;;", "N:Be\r\n ll;Kate;;;", "N:\u{674E};\u{4E3D};;;",
      "N:Nguy\u{1EC5}n;V\u{103}n;An;;", "N;LANGUAGE=de:Bell;Kate;;;",
      "N;SORT-AS=\"Z,A\":Bell;Kate;;;",
      "N;CHARSET=UTF-8:B\u{E4}ll;Kate;;;", "N;PHONETIC=ipa:x;y;;;", "n:bell;kate;;;",
      "item1.N:Bell;Kate;;;", "N;X=:Bell;Kate;;;", "N:\u{2028}Bell\u{2003};\u{FEFF};;;",
      "N:\u{85};\u{1680};;;",
      "N:Bell\u{2A};Kate;;;", "N:\u{E0080}Bell;K\u{1A0};;;",
      "FN:Kate Bell", "FN:Bell Kate", "FN:Dr. Kate Bell", "FN:", "FN: ", "FN:  Kate Bell\u{3000}",
      "FN;PREF=1:Ann", "FN;LANGUAGE=hu:Bell Kate", "FN:\u{674E}\u{4E3D}", "FN:\u{674E} \u{4E3D}",
      "FN:\u{4E3D} \u{674E}", "FN:Nguy\u{1EC5}n V\u{103}n An", "FN:Be\u{301}ll Kate", "FN:a\\nb",
      "ORG:Acme;Sales", "KIND:org", "KIND: ORG ", "KIND:individual", "KIND:", "KIND:\\org",
      "X-ADDRESSBOOKSERVER-KIND:group", "X-ABShowAs:COMPANY", "X-ABShowAs:no", "SORT-STRING:Zed",
      "X-PHONETIC-LAST-NAME:Be", "X-PHONETIC-ORG:Ak", "SOUND;X-IRMC-N:b;k;;;", "SOUND:b",
      "LANGUAGE:hu",
      "NICKNAME:Katie", "EMAIL:k@example.com", "TEL:+1 408", "X-MAIDENNAME:Ode",
    ]
    var both = try Both(order)
    for first in lines {
      for second in lines {
        for version in ["2.1", "3.0", "4.0"] {
          let text = "BEGIN:VCARD\r\nVERSION:\(version)\r\n\(first)\r\n\(second)\r\nEND:VCARD\r\n"
          let isSame = try both.agree(on: try card(text))
          #expect(isSame, "\(first) and \(second) in \(version) by \(order)")
        }
      }
    }
  }

  @Test("makes no contact of a card with a plain name", arguments: NameSorter.Order.allCases)
  func plain(order: NameSorter.Order) throws {
    var both = try Both(order)
    for lines in [
      "FN:Kate Bell\r\nN:Bell;Kate;;;", "N:\u{D6}berg;\u{C5}ke,Bo;;;\r\nFN:\u{C5}ke Bo \u{D6}berg",
      "N:O\\,Neil;Al;;;\r\nKIND:individual\r\nFN:Al O\\,Neil\r\nORG:Acme", "N:Be\r\n ll;Al;;;",
      "FN:Kate Bell", "FN:Kate Bell\r\nN:;;;;",
      "N:Szab\u{F3};M\u{E1}rta;;;\r\nFN:Szab\u{F3} M\u{E1}rta",
      "N:Nguy\u{1EC5}n;V\u{103}n;;;\r\nFN:V\u{103}n Nguy\u{1EC5}n",
    ] {
      let isSame = try both.agree(
        on: try card("BEGIN:VCARD\r\nVERSION:4.0\r\n\(lines)\r\nEND:VCARD\r\n"))
      #expect(isSame, "\(lines)")
    }
    #expect(both.writer.contactCount == 0)
    let isSame = try both.agree(
      on: try card("BEGIN:VCARD\r\nVERSION:4.0\r\nN;SORT-AS=B:A;;;;\r\nEND:VCARD\r\n"))
    #expect(isSame)
    #expect(both.writer.contactCount == 1)
  }

  @Test("has copies that know nothing of each other, for threads")
  func copies() async throws {
    let sorter = try NameSorter(locale: "de")
    let writer = NameKeyWriter(sorter)
    let keys = try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<8 {
        group.addTask {
          var copy = writer
          var keys: [UInt8] = []
          for index in 0..<2000 {
            let lines = "N:Bell \(index),B;K\\,\(index);;;\r\nFN:x"
            let text = "BEGIN:VCARD\r\nVERSION:4.0\r\n\(lines)\r\nEND:VCARD\r\n"
            try copy.append(for: try card(text), to: &keys)
          }
          return keys
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(keys.count == 8)
    #expect(Set(keys).count == 1)
  }

  @Test("takes octets that are not UTF-8 as the contact does")
  func charsets() throws {
    var both = try Both(.family)
    let octets =
      Array("BEGIN:VCARD\r\nVERSION:2.1\r\nN:B".utf8) + [0xE4] + Array("ll;K".utf8)
      + [0xFC] + Array(";;;\r\nEND:VCARD\r\n".utf8)
    #expect(try compare(octets, &both, "windows-1252") == 1)
  }
}
