import Foundation
import SystemPackage
import TestSupport
import Testing

/// What nine implementations read in real files, by majority, is an outside judge of ours.
@Suite("The corpus and its judge")
struct CorpusScoreTests {
  /// A value on which we and the majority differ, as the judge prints it.
  private struct Disagreement {
    var path: String
    var name: String
    var ours: String
    var majority: String

    init?(_ line: Substring) {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 6, fields[0] == "disagree" else { return nil }
      (path, name, ours, majority) = (fields[1], fields[3], fields[4], fields[5])
    }
  }

  /// Why the majority is not right about a value; `nil` when nothing explains it.
  private func reason(_ row: Disagreement, _ text: String) -> String? {
    let squeezed = { (text: String) in
      text.replacing("\\t", with: "").replacing("\\n", with: "").filter { $0 != " " }
    }
    switch true {
    case text.uppercased().contains("AGENT:BEGIN:VCARD"),
      text.uppercased().contains("AGENT:\nBEGIN:VCARD"):
      return "vCard 2.1 §2.4.2: what a nested card says is about the agent, not the person"
    case row.majority.contains("\u{FFFD}"):
      return "text without a charset is windows-1252, not U+FFFD"
    case row.name == "TEL" && row.ours.replacing(" x", with: ";ext=") == row.majority:
      return "the judge rewrites ;ext= of our tel: URI, and not that of the majority"
    case row.ours == "None" && row.majority == "['']":
      return "an empty value is listed by us too; the judge passes it over on our side"
    case row.name == "PHOTO" && row.ours.hasPrefix("['b64:"):
      return "vCard 2.1 §2.1.5: base64 may go on in lines without a blank, and ENCODING says it is"
    case row.majority.replacing("\\\\:", with: ":") == row.ours:
      return "an escaped colon is a colon"
    case squeezed(row.ours) == squeezed(row.majority):
      return "vCard 2.1 §2.1.3: a line folded at a blank keeps the blank"
    case squeezed(row.ours).hasPrefix(squeezed(String(row.majority.dropLast(2)))):
      return "a line that is no property goes on with the text before it; the majority drops it"
    default: return nil
    }
  }

  private static var hasJudge: Bool {
    guard let root = Corpus.root else { return false }
    return (try? Stat(root.appending("score.py"))) != nil
  }

  @Test(
    "reads what the majority reads, loses nothing, and differs only for a reason",
    .enabled(if: hasJudge, "the corpus is not part of the repository"))
  func score() async throws {
    let root = try #require(Corpus.root)
    let outcome = try await ToolRunner.shell(
      "command -v python3 >/dev/null || exit 99; "
        + "python3 '\(root)/score.py' '\(ToolRunner.path)' --show 1000000",
      environment: ["PYTHONUTF8": "1"], timeout: .seconds(500))
    if outcome.ending == .exit(99) { return }
    #expect(outcome.ending == .exit(0))
    let lines = outcome.outputText.split(separator: "\n")
    var unexplained: [String] = []
    var explained = 0
    for line in lines {
      guard let row = Disagreement(line) else { continue }
      let text = try text(of: root.appending(row.path)).replacing("\r\n", with: "\n")
      if reason(row, text) == nil { unexplained.append(String(line)) } else { explained += 1 }
    }
    #expect(unexplained.isEmpty, "\(unexplained.joined(separator: "\n"))")
    #expect(explained < 80)
    let figure = { (prefix: String) in
      lines.first { $0.hasPrefix(prefix) && !$0.contains("\t") }.map {
        $0.dropFirst(prefix.count).split(separator: " ").compactMap { Double($0) }
      } ?? []
    }
    #expect(figure("crash ").first == 0)
    #expect(try #require(figure("nocard ").first) <= 5)
    #expect(try #require(figure("agreement all ").first) >= 99.0)
    #expect(try #require(figure("agreement 2.1 ").first) >= 98)
    let trip = figure("roundtrip ")
    #expect(trip.count >= 3 && trip[0] == 0 && trip[1] == 100 && trip[2] >= 99.5, "\(trip)")
  }

  /// The text of a file, in which what is no UTF-8 does not matter.
  private func text(of path: FilePath) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path.string)), as: UTF8.self)
  }
}
