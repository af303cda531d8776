import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite("vcard stats")
struct StatsTests {
  @Test("counts what a slow walk over the JSON Lines counts")
  func agreesWithJSONLines() async throws {
    let folder = Fixtures.path("cards/wild").string
    let stats = try await ToolRunner.run(["stats", "--quiet", "--format", "jsonl", folder])
    let decoded = try await ToolRunner.run(["convert", "--quiet", "--to", "jsonl", folder])
    #expect(stats.ending == .exit(0))
    let counted = try #require(
      try JSONSerialization.jsonObject(with: Data(stats.output)) as? [String: Any])
    var cards = 0
    var properties: [String: Int] = [:]
    for line in decoded.outputText.split(separator: "\n") {
      let card = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      cards += 1
      for property in try #require(card["properties"] as? [[String: Any]]) {
        let name = try #require(property["name"] as? String)
        if !name.isEmpty { properties[name, default: 0] += 1 }
      }
    }
    #expect(counted["cards"] as? Int == cards)
    #expect(cards > 20)
    let tallies = try #require(counted["properties"] as? [String: [String: Int]])
    #expect(tallies.mapValues { $0["count"] } == properties)
  }

  @Test("names the programs and the versions")
  func programs() async throws {
    let card = "BEGIN:VCARD\r\nVERSION:4.0\r\nPRODID:-//x//y\r\nFN:a\r\nEND:VCARD\r\n"
    let outcome = try await ToolRunner.run(["stats"], input: Array(card.utf8))
    #expect(outcome.outputText.contains("vCard 4.0"))
    #expect(outcome.outputText.contains("-//x//y"))
  }
}
