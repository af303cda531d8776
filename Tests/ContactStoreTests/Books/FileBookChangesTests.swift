import ContactStore
import Files
import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("Changes of a file and of a folder, as they happen")
struct FileBookChangesTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    for folder in ["flat", "root/friends", "root/workshop"] { try directory.makeFolder(folder) }
  }

  /// What is told of changes, so many of them.
  private func changes(
    of name: String, _ count: Int, _ change: () throws -> Void
  ) async throws -> [String] {
    var told: [String] = []
    var iterator = try FileBookChanges(directory.path(name)).makeAsyncIterator()
    try change()
    while told.count < count, let change = try await iterator.next() {
      told.append(
        "\(change.sequence) \(change.action) \(change.record) \(change.name)"
          + (change.source.map { " \($0)" } ?? ""))
    }
    return told
  }

  @Test("of a folder: by its files, whichever of the ways of writing one another program has")
  func folder() async throws {
    for name in ["a", "b", "c"] {
      try directory.write(CardSamples.card(name), to: "flat/\(name).vcf")
    }
    let told = try await changes(of: "flat", 4) {
      try directory.write(CardSamples.card("A"), to: "flat/a.vcf")
      try SystemCalls.remove(directory.path("flat/b.vcf"))
      try SystemCalls.move(directory.path("flat/c.vcf"), to: directory.path("flat/d.vcf"))
    }
    #expect(
      told == ["1 deleted b.vcf b", "2 deleted c.vcf c", "3 updated a.vcf A", "4 added d.vcf c"])
  }

  @Test("of collections, one that is new, too")
  func collections() async throws {
    try directory.write(CardSamples.card("a"), to: "root/friends/a.vcf")
    let told = try await changes(of: "root", 3) {
      let book = try openBook(directory.path("root"), for: .writing)
      _ = try book.save(BookSamples.request(update: ["friends/a.vcf": "A"]))
      try directory.makeFolder("root/new")
      try directory.write(CardSamples.card("n"), to: "root/new/n.vcf")
      try directory.write(CardSamples.card("w"), to: "root/workshop/w.vcf")
    }
    #expect(
      told == [
        "1 updated friends/a.vcf A friends", "2 added new/n.vcf n new",
        "3 added workshop/w.vcf w workshop",
      ])
  }

  @Test("of a file: by UID, without one by content; also where it is a link, is new or goes")
  func file() async throws {
    let kate = CardSamples.card("Kate", "UID:k")
    try directory.write(CardSamples.card("Hank") + kate, to: "book.vcf")
    try directory.makeLink("flat/link.vcf", to: "../book.vcf")
    let replaced = try await changes(of: "flat/link.vcf", 3) {
      let book = try openBook(directory.path("book.vcf"), for: .writing)
      _ = try book.save(BookSamples.request(add: ["Eve"], delete: ["0"]))
      let text = try directory.text("book.vcf")
      try directory.write(text + "\r\n" + CardSamples.card("Eve"), to: "book.vcf")
    }
    #expect(replaced == ["1 deleted 0 Hank", "2 added 1 Eve", "3 added 2 Eve"])
    let changed = try await changes(of: "book.vcf", 1) {
      try directory.write(
        CardSamples.card("Eve") + CardSamples.card("Eve") + CardSamples.card("Katie", "UID:k"),
        to: "book.vcf")
    }
    #expect(changed == ["1 updated 2 Katie"])
    let gone = try await changes(of: "book.vcf", 3) {
      try SystemCalls.remove(directory.path("book.vcf"))
    }
    #expect(gone == ["1 deleted 0 Eve", "2 deleted 1 Eve", "3 deleted 2 Katie"])
  }

  @Test("go on where one file cannot be read, which has the cards that it had until it can be")
  func unreadable() async throws {
    for name in ["a", "b"] { try directory.write(CardSamples.card(name), to: "flat/\(name).vcf") }
    let file = directory.path("flat/a.vcf")
    var iterator = try FileBookChanges(directory.path("flat")).makeAsyncIterator()
    func next() async throws -> String {
      let change = try await iterator.next()
      return change.map { "\($0.action) \($0.record) \($0.name)" } ?? "nothing"
    }
    // Not even root reads a link to itself.
    try SystemCalls.remove(file)
    try directory.makeLink("flat/a.vcf", to: "a.vcf")
    try directory.makeLink("flat/new.vcf", to: "new.vcf")
    try directory.write(CardSamples.card("B"), to: "flat/b.vcf")
    #expect(try await next() == "updated b.vcf B")
    try SystemCalls.remove(file)
    try directory.write(CardSamples.card("A"), to: "flat/a.vcf")
    #expect(try await next() == "updated a.vcf A")
    try SystemCalls.remove(directory.path("flat/new.vcf"))
    try directory.write(CardSamples.card("N"), to: "flat/new.vcf")
    #expect(try await next() == "added new.vcf N")
  }

  @Test("ends with its task")
  func ends() async throws {
    let path = directory.path("flat")
    let task = Task {
      var changes = try FileBookChanges(path).makeAsyncIterator()
      return try await changes.next()
    }
    task.cancel()
    #expect(try await task.value == nil)
  }
}
