import Foundation
import SystemPackage
import TestSupport
import Testing

/// What other programs said of our output, recorded by `.ci/judge`, and whether it is our output still.
@Suite("Conversions and their judges")
struct JudgedConversionTests {
  static let targets = ["vcard21", "vcard3", "vcard4"]

  /// A file, what our output of it was, and what each judge said.
  private struct Row {
    var path: String
    /// The versions of its cards: `3.0`, `2.1,4.0`, or `-` where it holds none.
    var versions: String
    var digest: String
    var verdicts: [(judge: String, verdict: String)]

    /// Where the file is; `nil` without a corpus.
    var location: FilePath? {
      path.hasPrefix("Fixtures/") ? Repository.root.appending(path) : Corpus.root?.appending(path)
    }

    /// What the judges found fault with.
    var faults: [(judge: String, fault: String)] {
      verdicts.flatMap { judge, verdict in
        switch verdict {
        case "ok", "no card": [] as [(judge: String, fault: String)]
        case "crash", "timeout": [(judge, verdict)]
        default:
          verdict.trimmingPrefix("error: ").split(separator: " | ").map { (judge, String($0)) }
        }
      }
    }
  }

  private static func rows(_ target: String) throws -> [Row] {
    let text = String(decoding: try Fixtures.bytes("judges/\(target).tsv"), as: UTF8.self)
    let lines = text.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    let judges = try #require(lines.first).dropFirst(3)
    return lines.dropFirst().map { fields in
      Row(
        path: fields[0], versions: fields[1], digest: fields[2],
        verdicts: Array(zip(judges, fields.dropFirst(3))))
    }
  }

  /// Compares what the tool writes now with what was judged.
  ///
  /// One run replaces copies of all of them; what that leaves as it is, for having errors or nothing
  /// to change, is converted by a run of its own.
  private func compare(_ rows: [Row], target: String) async throws {
    let paths = try rows.map { try #require($0.location).string + "\n" }.joined()
    let folder = try TemporaryDirectory()
    let outcome = try await ToolRunner.shell(
      """
      number=100000
      while IFS= read -r path; do
        number=$((number + 1))
        printf '%s\n' "$path" >> paths
        cat "$path" > $number
      done
      vcard convert --quiet --from vcard --to \(target) --in-place 1*
      number=100000
      while IFS= read -r path; do
        number=$((number + 1))
        cmp -s "$path" $number || continue
        vcard convert --quiet --from vcard --to \(target) "$path" > $number 2>/dev/null
      done < paths
      sha256sum 1* | cut -c1-64
      """, input: [UInt8](paths.utf8), directory: folder.path, timeout: .seconds(600))
    #expect(outcome.ending == .exit(0))
    let digests = outcome.outputText.split(separator: "\n").map(String.init)
    try #require(digests.count == rows.count)
    let changed = zip(rows, digests).filter { $0.digest != $1 }.map(\.0.path)
    #expect(
      changed.isEmpty,
      """
      Of \(changed.count) files the tool writes something that no judge has seen. Run .ci/judge, and \
      look at the verdicts that change: \(changed.prefix(20).joined(separator: ", "))
      """)
  }

  @Test("what the tool makes of this repository's cards is what was judged", arguments: targets)
  func fixtures(target: String) async throws {
    let rows = try Self.rows(target).filter { $0.path.hasPrefix("Fixtures/") }
    #expect(rows.count > 20)
    try await compare(rows, target: target)
  }

  @Test(
    "what the tool makes of every file of the corpus is what was judged", .slow,
    .enabled(if: !Corpus.files.isEmpty, "the corpus is not part of the repository"),
    arguments: targets)
  func corpus(target: String) async throws {
    let rows = try Self.rows(target).filter { !$0.path.hasPrefix("Fixtures/") }
    let root = try #require(Corpus.root).string + "/"
    let known = Set(rows.map(\.path))
    let unknown = Corpus.files.map { String($0.string.dropFirst(root.count)) }
      .filter { !known.contains($0) }
    #expect(unknown.isEmpty, "Run .ci/judge: \(unknown.prefix(20).joined(separator: ", "))")
    try await compare(
      rows.filter { $0.location.map { (try? Stat($0)) != nil } ?? false }, target: target)
  }

  @Test("every judge accepts every card that was converted, or a table says why it is wrong")
  func verdicts() throws {
    let reasons = try WrittenReason.rows(of: "judges/reasons.tsv")
    var used = Set<Int>()
    for target in Self.targets {
      let version = ["vcard21": "2.1", "vcard3": "3.0", "vcard4": "4.0"][target]
      let rows = try Self.rows(target)
      // What is of that version already passes through as it is, with its faults.
      for row in rows where row.versions != version {
        for (judge, fault) in row.faults {
          let fitting = reasons.indices.filter { reasons[$0].covers([target, judge], fault) }
          #expect(!fitting.isEmpty, "\(row.path) to \(target): \(judge): \(fault)")
          used.formUnion(fitting)
        }
      }
    }
    let idle = reasons.indices.filter { !used.contains($0) }.map { reasons[$0].pattern }
    #expect(idle.isEmpty, "reasons for what no judge says: \(idle)")
  }

  @Test("3.0 was judged by py-vobject, and 4.0 by more than two")
  func judges() throws {
    let judges = try Dictionary(
      uniqueKeysWithValues: Self.targets.map { target in
        (target, try #require(try Self.rows(target).first).verdicts.map(\.judge))
      })
    #expect(try #require(judges["vcard3"]).contains("vobject"))
    #expect(try #require(judges["vcard4"]).count > 2)
  }
}
