import ContactDedupe
import ContactPages
import Foundation
import Page
import TestSupport
import Testing

@Suite("The evidence of a plan as a file")
struct EvidenceFileTests {
  /// The file of a plan of these cards.
  private func file(_ cards: [String]) async throws -> (String, DedupePlan.Entry) {
    let folder = try TemporaryDirectory()
    try folder.write(cards.joined(), to: "cards.vcf")
    let run = try await DedupeRun(DedupeInput(reading: [folder.path("cards.vcf")]))
    try await DedupePlan.Writer(run).write(to: folder.path("plan.jsonl"))
    let plan = try DedupePlan(folder.path("plan.jsonl"))
    let page = ContactPage(.served, dates: try DateWords("en"))
    let file = try EvidenceFile(plan, page, cards: plan.readInputs().table)
    var octets: [UInt8] = []
    let entry = try plan.entry(0)
    try file.append(entry, line: 0, to: &octets)
    return (String(decoding: octets, as: UTF8.self), entry)
  }

  private func twin(_ note: String) -> String {
    CardSamples.card(
      "Ann <b>Zorvath", "N:<b>Zorvath;Ann;;;", "EMAIL:ann@zorvath.example",
      "TEL:+1 408 555 0111", "BDAY:1978-01-20", "NOTE:\(note)")
  }

  @Test("a cluster of several cards has a graph, and a table that says the same; names are inert")
  func graph() async throws {
    let (html, entry) = try await file(["a", "b", "c"].map(twin))
    #expect(entry.isSame && entry.cards.count == 3)
    func count(_ text: String) -> Int { html.components(separatedBy: text).count - 1 }
    #expect(count("<svg class=\"graph\"") == 1 && count("<circle ") == 3)
    #expect(!html.contains("answer:") && !html.contains("to review</span></td>"))
    for comparison in entry.comparisons {
      #expect(html.contains("<tr><td>\(comparison.left) <bdi>Ann &lt;b&gt;Zorvath</bdi></td>"))
    }
    #expect(
      count("class=\"weakest\"") >= 1 && count(">weakest</span>") == count("class=\"weakest\""))
    #expect(!html.contains("<b>"))
  }

  @Test("two cards have none, and of more than twelve there is the table alone")
  func bounds() async throws {
    let (two, _) = try await file(["a", "b"].map(twin))
    #expect(!two.contains("What holds them together"))
    let (many, entry) = try await file((0..<13).map { twin("n\($0)") })
    #expect(entry.cards.count == 13 && many.contains(">weakest</span>"))
    #expect(!many.contains("class=\"graph\""))
  }
}
