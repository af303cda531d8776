import ContactStore
import Foundation
import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("A book that several processes use")
struct SharedBookTests {
  @Test(
    "what a process saves that looked at its book again is there, also when another one came and went"
  )
  func locks() async throws {
    let runner = try await BookRunner.importing()
    let path = FilePath(runner.book)
    let book = try DatabaseBook(path, for: .writing)
    var first = SaveRequest()
    first.add(Card(version: .version40))
    _ = try book.save(first)
    for round in 0..<3 {
      // Whoever opens it in whatever way leaves what the first object has locked.
      #expect(try openBook(path).count() == 14 + 2 * round)
      _ = try openBook(path, for: .writing)
      // The last one who uses a database takes its log away: this is not the last one.
      _ = try await runner.add("Other\(round)")
      #expect(try runner.folder.names().contains("book.sqlite-wal"))
      var request = SaveRequest()
      request.add(Card(version: .version40))
      let ids = try book.save(request)
      let shown = try await runner(["book", "show", ids[0].rawValue, "--format", "vcf"])
      #expect(shown.ending == .exit(0), "\(shown.errorText)")
      #expect(try await runner(["book", "check"]).ending == .exit(0))
    }
    #expect(try book.count() == 20)
  }

  @Test("undo and compact beside writers: the book stays whole, and no ID is used again")
  func upkeepBesideWriters() async throws {
    let runner = try BookRunner()
    try runner.folder.write(BookRunner.card("First"), to: "first.vcf")
    for name in ["one", "two"] {
      try runner.folder.write(
        (0..<30).map { BookRunner.card("\(name)\($0)") }.joined(), to: "\(name).vcf")
    }
    let outcome = try await ToolRunner.shell(
      """
      export VCARD_BOOK=book.sqlite
      vcard import --quiet first.vcf || exit 1
      for name in one two; do
        (for i in 1 2 3 4 5 6 7 8; do
          vcard import --quiet --ambiguous new $name.vcf || echo "import $?"
          vcard book new --quiet first.vcf || echo "new $?"
        done >>ids) &
      done
      (for i in 1 2 3 4 5 6 7 8; do vcard undo --quiet; [ $? -le 1 ] || echo "undo $?"; done) &
      (for i in 1 2 3 4 5 6 7 8; do vcard book compact --quiet || echo "compact $?"; done) &
      wait
      vcard book check || echo "check $?"
      """, directory: runner.folder.path)
    #expect(outcome.ending == .exit(0), "\(outcome.errorText)")
    #expect(outcome.output.isEmpty, "\(outcome.outputText) \(outcome.errorText)")
    let ids = try runner.folder.text("ids").split(separator: "\n").compactMap { Int($0) }
    #expect(ids.count == 16 && Set(ids).count == ids.count, "\(ids)")
    let book = try DatabaseBook(FilePath(runner.book))
    var added: Set<RecordID> = []
    let newest = try book.newestChange()
    var changes = book.changes(after: 0).makeAsyncIterator()
    while let change = try await changes.next() {
      if change.action == .added {
        #expect(added.insert(change.record).inserted, "\(change.record)")
      }
      if change.sequence == newest { break }
    }
  }

  @Test("what another process changes is told of, and within a second")
  func changes() async throws {
    let runner = try await BookRunner.importing()
    let book = try DatabaseBook(FilePath(runner.book))
    let clock = ContinuousClock()
    var delays: [Duration] = []
    var newest = try book.newestChange()
    for round in 0..<5 {
      let changes = book.changes(after: newest)
      let told = Task {
        var iterator = changes.makeAsyncIterator()
        let change = try await iterator.next()
        return (change, clock.now)
      }
      let id = try await runner.add("New\(round)")
      let end = clock.now
      let (change, time) = try await told.value
      #expect(change?.action == .added && change?.record.rawValue == id)
      newest = change?.sequence ?? newest
      delays.append(time - end)
    }
    // A machine that is busy with other tests delays some of them.
    #expect((delays.min() ?? .seconds(9)) < .seconds(1), "\(delays)")
  }
}
