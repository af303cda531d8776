import TestSupport
import Testing
import VCard

@Suite("What the catalogue says of losses")
struct LossCatalogueTests {
  static let entries = DiagnosticCatalogue.entries.filter {
    // What a charset lacks is lost by tables only.
    $0.code.rawValue.hasPrefix("loss-") && $0.code != .lossCharacters
  }

  private func codes(_ example: DiagnosticCatalogue.Example) throws -> [Diagnostic.Code] {
    var notes: [Diagnostic] = []
    for card in try Reading(example.octets).cards {
      var converter = CardConverter(to: card.version == .version40 ? .version30 : .version40)
      _ = converter.converted(card, notes: &notes)
    }
    return notes.map(\.code)
  }

  @Test("there is an entry for every kind") func isThere() { #expect(Self.entries.count == 11) }

  @Test(
    "a bad example is converted with a loss of its code, a good one without", arguments: entries)
  func examples(entry: DiagnosticCatalogue.Entry) throws {
    #expect(try codes(entry.bad).contains(entry.code))
    #expect(try !codes(entry.good).contains(entry.code))
  }
}
