import TestSupport
import Testing

@Suite("The columns of vcard find")
struct FindLayoutTests {
  private func cards(_ names: [String]) -> [UInt8] {
    Array(
      names.map {
        "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:\($0)\r\nEMAIL:x@y.example\r\nEND:VCARD\r\n"
      }.joined().utf8)
  }

  @Test("one long name does not widen the rows of all others")
  func longName() async throws {
    let names = ["kate " + String(repeating: "x", count: 1_000_000)]
    let short = (0..<200).map { "kate \($0)" }
    let outcome = try await ToolRunner.run(
      ["find", "--quiet", "--in", "-", "kate"], input: cards(names + short))
    #expect(outcome.ending == .exit(0))
    #expect(outcome.outputText.utf8.count < 1_100_000)
    let lines = outcome.outputText.split(separator: "\n")
    #expect(lines.count == 201)
    #expect(lines.contains { $0.hasPrefix("kate 7  ") && $0.hasSuffix("x@y.example") })
  }

  @Test("names of up to 80 columns are aligned")
  func aligned() async throws {
    let wide = String(repeating: "x", count: 75)
    let outcome = try await ToolRunner.run(
      ["find", "--quiet", "--in", "-", "kate"], input: cards(["kate \(wide)", "kate"]))
    let lines = outcome.outputText.split(separator: "\n")
    let columns = lines.map { line in line.prefix { $0 != "@" }.count }
    #expect(columns.count == 2 && columns[0] == columns[1] && columns[0] > 80)
  }
}
