import TestSupport
import Testing
import VCard

/// Ordinary lines are converted on their octets, all others with a look at the whole card: both must
/// come to the same.
@Suite("Ordinary cards are converted as all others are")
struct OrdinaryConversionTests {
  /// A pair of versions between which there is an ordinary way.
  static let ways: [(from: Version, to: Version)] = [
    (.version30, .version40), (.version40, .version30),
  ]

  /// What a card becomes in both ways, without folds, and what is told.
  private func difference(_ bytes: [UInt8], to version: Version) throws -> String? {
    for losses in [CardConverter.Losses.kept, .dropped] {
      for card in try Reading(bytes).cards {
        if card.version == version, card.declaresVersion { continue }
        var converter = CardConverter(to: version, losses: losses)
        var (ordinary, thorough): ([UInt8], [UInt8]) = ([], [])
        var (told, toldThoroughly): ([Diagnostic], [Diagnostic]) = ([], [])
        converter.convert(card, into: &ordinary, notes: &told)
        converter.convertThoroughly(card, into: &thorough, notes: &toldThoroughly)
        let (left, right) = (lines(ordinary), lines(thorough))
        if left != right {
          let place = zip(left, right).first { $0 != $1 }
          return "\(place?.0 ?? "nothing") and not \(place?.1 ?? "nothing")"
        }
        if told != toldThoroughly { return "\(told) and not \(toldThoroughly)" }
      }
    }
    return nil
  }

  private func lines(_ octets: [UInt8]) -> [String] {
    String(decoding: octets, as: UTF8.self).replacing("\r\n ", with: "")
      .replacing("\r\n\t", with: "")
      .split(separator: "\r\n").map(String.init)
  }

  @Test("generated cards, with errors and without", arguments: [0, 1])
  func generated(way: Int) throws {
    let (from, to) = Self.ways[way]
    for kind in [CardGenerator.Kind.valid, .wild, .forged] {
      var random = SeededGenerator(seed: 11_000 + UInt64(way))
      let generator = CardGenerator(from, kind)
      for round in 0..<(isDebug ? 300 : 1000) {
        let card = generator.card(using: &random)
        guard try difference(card.octets, to: to) != nil else { continue }
        let smallest = try card.shrunk { try difference($0.octets, to: to) != nil }
        let text = try difference(smallest.octets, to: to) ?? ""
        Issue.record("round \(round): \(text)\n\(smallest.text)")
        return
      }
    }
  }

  @Test("the fixtures and the corpus", arguments: [0, 1])
  func files(way: Int) throws {
    for (name, bytes) in try Samples.small() {
      if let difference = try difference(bytes, to: Self.ways[way].to) {
        Issue.record("\(name): \(difference)")
      }
    }
  }

  @Test(
    "lines that are ordinary but for one thing",
    arguments: [
      "EMAIL;TYPE=INTERNET,pref:a@b.c", "EMAIL:a@b.c", "EMAIL;TYPE=home:a@b.c",
      "EMAIL;TYPE=X400:a", "EMAIL;TYPE=INTERNET,X400:a", "EMAIL;type=internet;type=home:a@b.c",
      "TEL:tel:+1", "TEL;TYPE=pref:+1", "TEL;PREF=1:+1", "TEL;PREF=2:+1", "TEL:a,b", "TEL:a\\,b",
      "FN;TYPE=pref:x", "FN;PREF=1:x", "NOTE:a\\x", "NOTE:a\\", "NOTE:a\\:b", "NOTE:a;b",
      "URL:http\\://x", "ORG:a,b", "ORG:a\\,b;c", "ADR:;;a;b", "ADR;LABEL=x:;;a;b;;;",
      "ADR;LABEL=x;TYPE=home:;;a;b;c;d;e", "ADR;TYPE=home:;;a\\;b;c;d;e;f", "BDAY:1985-04-12",
      "BDAY:19850412", "BDAY:1604-04-12", "BDAY:1985-02-30", "BDAY:1985-01-31",
      "REV:2008-04-24T19:52:43Z", "REV:20080424T195243Z", "REV:2008-13-24T19:52:43Z",
      "UID:a", "UID:urn:uuid:b", "UID:a;b", "KIND:individual", "KIND:org", "LANG:fr",
      "PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQ", "PHOTO;ENCODING=b;TYPE=jpeg:/9j/4AAQ",
      "PHOTO;TYPE=JPEG;ENCODING=B:/9j/4AA=", "PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AB=",
      "PHOTO;ENCODING=b;TYPE=JPEG,HOME:/9j/4AAQ", "PHOTO;ENCODING=b:/9j/4AAQ",
      "PHOTO;ENCODING=b;TYPE=JPEG:/9j/4A@Q", "CLASS:PUBLIC", "X-CLASS:a", "X-FOO:a\\,b;c",
      "X-AIM:joe", "item1.X-ABLabel:a", "a.b.TEL:1", "TEL;TYPE=\"home,work\":1", "TEL;HOME:1",
    ])
  func line(text: String) throws {
    for (from, to) in Self.ways {
      let card = "BEGIN:VCARD\r\nVERSION:\(from.rawValue)\r\nN:Bell;Kate;;;\r\nFN:Kate\r\n"
      let bytes = Array("\(card)\(text)\r\nEND:VCARD\r\n".utf8)
      #expect(try difference(bytes, to: to) == nil)
    }
  }
}
