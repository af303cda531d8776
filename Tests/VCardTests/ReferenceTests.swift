import TestSupport
import Testing
import VCard

@Suite("CardReader against a reader that is slow and obvious")
struct ReferenceTests {
  @Test("both read the same in every fixture and every file of the corpus")
  func files() throws {
    for (name, bytes) in try Samples.small() {
      let input = utf8(bytes)
      if let difference = try difference(input) { Issue.record("\(name): \(difference)") }
    }
  }

  @Test("both read the same in damaged fixtures", arguments: 0..<4)
  func damaged(part: Int) throws {
    var random = SeededGenerator(seed: 2026 + UInt64(part))
    let originals = try Samples.small().map { utf8($0.bytes) }.filter { $0.count < 3000 }
    for round in 0..<(isDebug ? 200 : 2000) {
      let original = originals.randomElement(using: &random) ?? []
      let other = originals.randomElement(using: &random) ?? []
      let input = Mutation.damaged(original, other, using: &random)
      if let difference = try difference(input) {
        Issue.record(
          "round \(round): \(difference)\n\(String(reflecting: String(decoding: input, as: UTF8.self)))"
        )
        return
      }
    }
  }

  @Test("both read the same in lines put together by chance", arguments: 0..<4)
  func generated(part: Int) throws {
    var random = SeededGenerator(seed: 6350 + UInt64(part))
    for round in 0..<(isDebug ? 200 : 4000) {
      let input = Mutation.lines(using: &random)
      if let difference = try difference(input) {
        Issue.record(
          "round \(round): \(difference)\n\(String(reflecting: String(decoding: input, as: UTF8.self)))"
        )
        return
      }
    }
  }

  /// UTF-16 is turned into UTF-8 before the lines are looked at, and has tests of its own.
  private func utf8(_ bytes: [UInt8]) -> [UInt8] {
    let isWide =
      bytes.prefix(4).contains(0) || bytes.starts(with: [0xFF, 0xFE])
      || bytes.starts(with: [0xFE, 0xFF])
    return isWide ? bytes.filter { $0 != 0 && $0 < 0xFE } : bytes
  }

  /// What the two readers see differently, if anything.
  private func difference(_ bytes: [UInt8]) throws -> String? {
    let reading = try Reading(bytes)
    let reference = ReferenceReader(bytes)
    guard reading.cards.count == reference.cards.count else {
      return "\(reading.cards.count) cards, not \(reference.cards.count)"
    }
    for (card, expected) in zip(reading.cards, reference.cards) {
      if card.start.byte != expected.range.lowerBound || card.start.line != expected.line
        || card.start.column != expected.column || card.byteCount != expected.range.count
      {
        return
          "card at \(card.start), \(card.byteCount) octets, not \(expected.range) at line \(expected.line), column \(expected.column)"
      }
      let lines = expected.lines.filter { $0.kind != .envelope }
      let properties = Array(card.properties)
      guard properties.count == lines.count else {
        return
          "\(properties.map { String(decoding: $0.line, as: UTF8.self) }), not \(lines.map { String(decoding: bytes[$0.range], as: UTF8.self) })"
      }
      for (property, line) in zip(properties, lines) {
        if let difference = difference(property, line, in: bytes) {
          return
            "\(String(reflecting: String(decoding: property.line, as: UTF8.self))): \(difference)"
        }
      }
    }
    let notes = reading.diagnostics.map {
      ReferenceReader.Note(severity: $0.severity, code: $0.code, place: $0.position)
    }
    if notes != reference.notes {
      return "\(notes.map(\.summary)), not \(reference.notes.map(\.summary))"
    }
    return nil
  }

  private func difference(
    _ property: Property, _ line: ReferenceReader.Line, in bytes: [UInt8]
  ) -> String? {
    func text(_ octets: some Collection<UInt8>) -> String {
      String(reflecting: String(decoding: octets, as: UTF8.self))
    }
    if !property.line.elementsEqual(bytes[line.range]) {
      return "is not \(text(bytes[line.range]))"
    }
    if !property.rawValue.elementsEqual(bytes[line.value]) {
      return "value \(text(property.rawValue)), not \(text(bytes[line.value]))"
    }
    if property.isMalformed != (line.kind == .malformed || line.kind == .comment) {
      return "malformed"
    }
    if property.isComment != (line.kind == .comment) { return "comment" }
    if property.isNestedCard != (line.kind == .nested) { return "nested" }
    if property.isMalformed { return nil }
    if property.known != line.known { return "known \(property.known), not \(line.known)" }
    if property.name.spelling != String(decoding: line.name, as: UTF8.self) {
      return "name \(property.name.spelling), not \(text(line.name))"
    }
    if property.group != line.group.map({ String(decoding: $0, as: UTF8.self) }) {
      return "group \(property.group ?? "-"), not \(text(line.group ?? []))"
    }
    if property.isBase64 != line.isBase64 { return "base64 \(property.isBase64)" }
    if property.isQuotedPrintable != line.isQuotedPrintable {
      return "quoted-printable \(property.isQuotedPrintable)"
    }
    return nil
  }
}

extension ReferenceReader.Note {
  fileprivate var summary: String {
    "\(place.line):\(place.column): \(severity): [\(code.rawValue)] \(place.byte)/\(place.card)"
  }
}
