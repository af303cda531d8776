import ContactMerging
import TestSupport
import Testing
import VCard

@Suite("CardDifference")
struct CardDifferenceTests {
  private func changes(_ before: [String]?, _ after: [String]?) throws -> [String] {
    func card(_ lines: [String]?) throws -> Card? {
      try lines.map {
        try CardSamples.parsed(
          (["BEGIN:VCARD", "VERSION:3.0"] + $0 + ["END:VCARD", ""]).joined(separator: "\r\n"))
      }
    }
    func text(_ property: Property?) -> String {
      property.map { String(decoding: $0.lineOctets, as: UTF8.self) } ?? "–"
    }
    return try CardDifference(from: card(before), to: card(after)).changes.map {
      "\(text($0.before)) → \(text($0.after))"
    }
  }

  @Test("is by property, whatever the place and the folds; REV is none")
  func differs() throws {
    let old = ["N:Bell;Kate", "TEL:1", "TEL:2", "TITLE:Baker", "REV:1"]
    #expect(
      try changes(old, ["TEL:3", "TEL:1", "N:Bell;\r\n Kate", "NOTE:x", "REV:2"])
        == ["TEL:2 → TEL:3", "TITLE:Baker → –", "– → NOTE:x"])
    #expect(try changes(old, old).isEmpty)
    #expect(try changes(["TEL:1", "TEL:1"], ["TEL:1"]) == ["TEL:1 → –"])
    #expect(try changes(["TEL;TYPE=home:1"], ["TEL:1"]) == ["TEL;TYPE=home:1 → TEL:1"])
    #expect(try changes(nil, ["TEL:1"]) == ["– → TEL:1"])
  }

  @Test("of several of a name the first that went is paired with the first that came")
  func pairs() throws {
    #expect(
      try changes(
        ["TEL:1", "TEL:2", "TEL:2", "TEL:3"], ["TEL:4", "TEL:2", "NOTE:x", "TEL:5", "TEL:6"])
        == ["TEL:1 → TEL:4", "TEL:2 → TEL:5", "TEL:3 → TEL:6", "– → NOTE:x"])
    let numbers = 0..<5000
    #expect(
      try changes(numbers.map { "TEL:a\($0)" }, numbers.map { "TEL:b\($0)" })
        == numbers.map { "TEL:a\($0) → TEL:b\($0)" })
  }
}
