import CardFormats
import ContactModel
import Foundation
import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("Fixtures/cards: what the reader makes of each file")
struct FixtureTests {
  private static let decoding = TextDecoding.icu()

  /// The paths of all cards, below `Fixtures/cards`, without their extension.
  static let names: [String] = {
    let root = Fixtures.path("cards").string + "/"
    return Fixtures.files(in: "cards").map(\.string).filter { $0.hasSuffix(".vcf") }
      .map { String($0.dropFirst(root.count).dropLast(4)) }
  }()

  @Test("there are fixtures")
  func exist() { #expect(Self.names.count > 100) }

  @Test(
    "whole, the cards are those of the .json file and the diagnostics those of .diagnostics",
    arguments: names)
  func whole(name: String) throws {
    let bytes = try Fixtures.bytes("cards/\(name).vcf")
    let reading = try read(bytes, pieces: [bytes.count])
    try expect(reading.json, in: "\(name).json")
    try expect(reading.diagnostics, in: "\(name).diagnostics")
  }

  @Test("byte by byte and in pieces, cards and diagnostics are the same", arguments: names)
  func pieces(name: String) throws {
    let bytes = try Fixtures.bytes("cards/\(name).vcf")
    let whole = try read(bytes, pieces: [bytes.count])
    var random = SeededGenerator(seed: UInt64(bytes.count))
    let sizes = (0..<7).map { _ in Int.random(in: 1...max(1, bytes.count / 3), using: &random) }
    #expect(try read(bytes, pieces: [1]) == whole)
    #expect(try read(bytes, pieces: sizes) == whole, "in pieces of \(sizes)")
  }

  private struct Reading: Equatable {
    var json = ""
    var diagnostics = ""
  }

  private func read(_ bytes: [UInt8], pieces: [Int]) throws -> Reading {
    var reader = CardReader(decoding: Self.decoding)
    var json: [UInt8] = []
    var diagnostics: [Diagnostic] = []
    var writer = JSONLinesWriter(file: "")
    func drain() {
      while case .card(let card, let found) = reader.next() {
        writer.write(card, into: &json)
        diagnostics += found
      }
      diagnostics += reader.takeDiagnostics()
    }
    var start = 0
    var turn = 0
    while start < bytes.count {
      let end = min(start + pieces[turn % pieces.count], bytes.count)
      try reader.append(Array(bytes[start..<end]))
      drain()
      start = end
      turn += 1
    }
    reader.finish()
    drain()
    var reading = Reading()
    reading.json = String(decoding: json, as: UTF8.self)
      .replacing(#"{"schema":"vcard.card/2","file":"","#, with: #"{"schema":"vcard.card/2","#)
    for diagnostic in diagnostics {
      let place = diagnostic.position
      reading.diagnostics +=
        "\(place.line):\(place.column): \(diagnostic.severity): [\(diagnostic.code.rawValue)]\n"
    }
    return reading
  }

  /// Compares a text with a file of the fixtures; rewrites the file first when asked to.
  private func expect(_ text: String, in name: String) throws {
    let path = Fixtures.path("cards/\(name)").string
    if ProcessInfo.processInfo.environment["RECORD_FIXTURES"] == "1" {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      Issue.record("\(name) was written anew; read the difference")
    }
    let expected = try String(decoding: Fixtures.bytes("cards/\(name)"), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let wanted = expected.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == wanted.count, "\(name)")
    for (line, wanted) in zip(lines, wanted) { #expect(line == wanted, "\(name)") }
  }
}
