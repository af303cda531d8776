import ContactStore
import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("vcard book move, and the source that new people get into")
struct BookSourcesTests {
  @Test("records move between sources with their IDs, and come back")
  func move() async throws {
    let runner = try BookRunner()
    let kate = try await runner.add("Kate")
    let ada = try await runner.add("Ada")
    let path = FilePath(runner.book)
    try DatabaseBook(path, for: .writing)
      .addSource(named: "home", at: SourceServer(url: "https://x.example/cards/"))
    var outcome = try await runner(["book", "move", kate, "--to", "home", "--dry-run"])
    #expect(outcome.errorText == "would move \(kate) Kate to home\n")
    #expect(try DatabaseBook(path).sourceName(of: RecordID(rawValue: kate)) == "local")
    outcome = try await runner(["book", "move", kate, "ada", "--to", "home"])
    #expect(outcome.ending == .exit(0))
    #expect(outcome.errorText == "moved \(kate) Kate to home\nmoved \(ada) Ada to home\n")
    #expect(
      try await runner.output(["book", "sources"])
        == "Source  Records\nlocal         0\nhome          2\n")
    outcome = try await runner(["book", "move", kate, "--to", "home"])
    #expect(outcome.errorText == "nothing was moved: they are in home\n")
    _ = try await runner.output(["undo"])
    #expect(try await runner.output(["book", "sources"]).contains("local         2"))
    outcome = try await runner(["book", "move", kate, "--to", "work"])
    #expect(outcome.ending == .exit(66))
    outcome = try await runner(["book", "move", "99", "--to", "home"])
    #expect(outcome.ending == .exit(66))
  }

  @Test("new people get into the source that was chosen; one with unsent edits is not removed")
  func usual() async throws {
    let runner = try BookRunner()
    #expect(try await runner.add("Ada") == "1")
    let path = FilePath(runner.book)
    try DatabaseBook(path, for: .writing)
      .addSource(named: "home", at: SourceServer(url: "https://x.example/cards/"))
    #expect(try await runner.output(["book", "sources", "default"]) == "local\n")
    var outcome = try await runner(["book", "sources", "default", "work"])
    #expect(outcome.ending == .exit(66))
    _ = try await runner.output(["book", "sources", "default", "home"])
    #expect(try await runner.output(["book", "sources", "default"]) == "home\n")
    let kate = try await runner.add("Kate", "GENDER:F", version: "4.0")
    #expect(try DatabaseBook(path).sourceName(of: RecordID(rawValue: kate)) == "home")
    // What has no place on the server is told when it is edited.
    outcome = try await runner(["book", "set", kate, "anniversary=20010203"])
    #expect(outcome.errorText.contains("[loss-"), "\(outcome.errorText)")
    #expect(!outcome.errorText.contains("GENDER"))
    outcome = try await runner(["book", "sources", "remove", "home"])
    #expect(outcome.ending == .exit(1))
    #expect(outcome.errorText.contains("home has an edit that its server was not told"))
    outcome = try await runner(["book", "sources", "remove", "home", "--force"])
    #expect(outcome.ending == .exit(0))
    #expect(try await runner.output(["book", "sources", "default"]) == "local\n")
  }
}
