import ContactStore
import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite("vcard book watch")
struct BookWatchTests {
  /// Watches a book in a process of its own while it is changed by others, until so many lines are
  /// there; then interrupts it.
  ///
  /// - Returns: The lines, without the time.
  private func watch(
    _ book: BookRunner, lines: Int, _ arguments: [String] = [],
    _ change: @Sendable () async throws -> Void
  ) async throws -> [String] {
    let folder = book.folder
    let words = (["--book", book.book] + arguments).map { "'\($0)'" }.joined(separator: " ")
    @Sendable func count(_ file: String) throws -> Int {
      try folder.names().contains(file) ? folder.text(file).split(separator: "\n").count : 0
    }
    let outcome = try await ToolRunner.start(
      ["-c", "exec vcard book watch --verbose \(words) >lines 2>told"], program: "/bin/sh",
      directory: folder.path
    ) { process in
      for _ in 0..<6000 where try count("told") == 0 {
        try await Task.sleep(for: .milliseconds(10))
      }
      try await change()
      for _ in 0..<6000 where try count("lines") < lines {
        try await Task.sleep(for: .milliseconds(10))
      }
      try process.send(signal: 2)
    }
    let errors = try folder.text("told")
    #expect(outcome.ending == .exit(130), "\(errors)")
    return try folder.text("lines").split(separator: "\n").map(String.init).map { line in
      line.replacing(/"time":"[-0-9T:]+Z",/, with: "")
    }
  }

  @Test("tells what other processes do to a database, with the names of those who are gone")
  func database() async throws {
    let book = try BookRunner()
    for name in ["Kate", "Hank"] { _ = try await book.add(name) }
    let eve = try book.folder.write(BookRunner.card("Eve\u{1B}[1m", ["UID:e"]), to: "eve.vcf")
    let told = try await watch(book, lines: 5) {
      _ = try await book.output(["import", "--quiet", "--source", "phone", eve.string])
      let edited = try await book(
        ["book", "edit", "1"], environment: ["EDITOR": "sed -i s/Kate/Katie/"])
      #expect(edited.ending == .exit(0), "\(edited.errorText)")
      _ = try await book.output(["book", "link", "1", "2"])
      _ = try await book.output(["book", "sources", "remove", "phone"])
      _ = try await book.output(["undo"])
    }
    #expect(
      told.map { $0.replacing(/,"sequence":\d+}/, with: "") } == [
        #"{"schema":"vcard.change/1","change":"added","record":"3","name":"Eve\u001B[1m","source":"phone""#,
        #"{"schema":"vcard.change/1","change":"updated","record":"1","name":"Katie","source":"local""#,
        #"{"schema":"vcard.change/1","change":"linked","record":"2","name":"Hank","source":"local""#,
        #"{"schema":"vcard.change/1","change":"deleted","record":"3","name":"Eve\u001B[1m","source":"phone""#,
        #"{"schema":"vcard.change/1","change":"added","record":"3","name":"Eve\u001B[1m","source":"phone""#,
      ])
    let numbers = told.compactMap { $0.firstMatch(of: /"sequence":(\d+)}/).flatMap { Int($0.1) } }
    #expect(numbers.count == 5 && zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
    // The same again, from the journal.
    let again = try await book.output(["book", "watch", "--since", "0", "--limit", "3"])
    let lines = again.split(separator: "\n")
    #expect(lines.map { $0.contains(#""change":"added""#) } == [true, true, true])
    #expect(!again.contains("1970-"))
  }

  @Test("tells what happens to a folder and to a file", arguments: ["book.vcf", "root"])
  func files(name: String) async throws {
    let book = try BookRunner(name)
    if name == "root" {
      for folder in ["root/home", "root/work"] { try book.folder.makeFolder(folder) }
    }
    _ = try await book.output(["book", "new"], input: BookRunner.card("Kate", ["UID:k"]))
    let told = try await watch(book, lines: 1) {
      _ = try await book.output(["book", "new"], input: BookRunner.card("Eve", ["UID:e"]))
    }
    let place =
      name == "root" ? #""home/e.vcf","name":"Eve","source":"home""# : #""1","name":"Eve""#
    #expect(
      told == [
        #"{"schema":"vcard.change/1","change":"added","record":\#(place),"sequence":1}"#
      ])
    let since = try await book(["book", "watch", "--since", "1"])
    #expect(since.ending == .exit(64))
    #expect(since.errorText.contains("has no numbers of changes"))
  }

  @Test("ends quietly when nobody reads on, and after so many changes")
  func ends() async throws {
    let book = try BookRunner()
    for name in ["Kate", "Hank", "Eve"] { _ = try await book.add(name) }
    try book.folder.write(BookRunner.card("New"), to: "card.vcf")
    let outcome = try await ToolRunner.shell(
      """
      export VCARD_BOOK=book.sqlite
      (while [ ! -e done ]; do vcard book new --quiet card.vcf; sleep 1; done) >ids &
      { vcard book watch --since 0; echo exit $? >&2; touch done; } | head -n 1 >line
      wait; wc -l <line
      """, directory: book.folder.path)
    #expect(outcome.outputText.trimmingCharacters(in: .whitespacesAndNewlines) == "1")
    #expect(outcome.errorText == "exit 0\n")
    for (option, reason) in [
      ("--limit=0", "--limit takes a number from 1 on"),
      ("--since=-1", "--since is the number of a change, or 0"),
    ] {
      let wrong = try await book(["book", "watch", option])
      #expect(wrong.ending == .exit(64))
      #expect(wrong.errorLines.first == "vcard: error: \(reason)")
    }
  }
}
