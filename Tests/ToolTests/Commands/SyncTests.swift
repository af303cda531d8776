import ContactStore
import Foundation
import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("vcard sync, and the sources that are on servers")
struct SyncTests {
  private static let secret = "open sesame 4711"

  private static func card(_ name: String, _ lines: String...) -> String {
    BookRunner.card(name, ["UID:\(name.lowercased())"] + lines)
  }

  private static let known = ["VCARD_PASSWORD": "secret"]

  private func runner(_ server: CardServer, _ people: String...) async throws -> BookRunner {
    let runner = try BookRunner()
    for name in people { _ = try await runner.add(name) }
    let added = try await runner(
      ["book", "sources", "add", "home", "--carddav", server.url, "--user", "ann"]
        + (people.isEmpty ? [] : ["--take", "local"]), environment: SyncTests.known)
    #expect(added.ending == .exit(0), "\(added.errorText)")
    #expect(
      added.errorText.contains(
        "added home: \"Friends\" at \(server.url)/ann/book/ (vCard 3.0)\n"))
    server.forget()
    return runner
  }

  @discardableResult
  private func sync(
    _ runner: BookRunner, _ arguments: String..., ending: Int32 = 0,
    environment: [String: String] = SyncTests.known
  ) async throws -> ToolRunner.Outcome {
    let outcome = try await runner(["sync"] + arguments, environment: environment)
    #expect(outcome.ending == .exit(ending), "\(outcome.errorText)")
    return outcome
  }

  @Test("what each side has comes to the other, by property, and comes back with undo")
  func both() async throws {
    let server = try CardServer()
    server.set("kate.vcf", Self.card("Kate", "NICKNAME:kt"))
    let runner = try await runner(server, "Ada")
    var outcome = try await sync(runner, "--dry-run")
    #expect(
      outcome.errorText == "home (not done): from server 1 new; to server 1 new (2 requests)\n")
    #expect(server.cards.count == 1)
    #expect(try await runner.output(["book", "sources"]).contains("home          1"))

    outcome = try await sync(runner)
    #expect(outcome.errorText == "home: from server 1 new; to server 1 new (4 requests)\n")
    #expect(server.cards.count == 2)
    // The secret and the cards are known: one question tells that nothing is new.
    outcome = try await sync(runner)
    #expect(outcome.errorText == "home: nothing new (1 request)\n")

    // Both sides change a card, each another property; and one both.
    _ = try await runner.output(["book", "set", "kate", "note=here", "title=Baker"])
    server.set("kate.vcf", Self.card("Kate", "NICKNAME:kt", "EMAIL:kate@x", "TITLE:Cook"))
    outcome = try await sync(runner, ending: 1)
    #expect(outcome.errorText.contains("Kate: TITLE: "))
    #expect(outcome.errorText.contains("[conflict]"))
    let merged = try #require(server.cards["kate.vcf"])
    for part in ["NICKNAME:kt", "NOTE:here", "EMAIL:kate@x", "TITLE:Cook"] {
      #expect(merged.contains(part))
    }
    let shown = try await runner.output(["book", "show", "kate"])
    #expect(shown.contains("kate@x") && shown.contains("Cook") && shown.contains("here"))

    server.set("kate.vcf", nil)
    outcome = try await sync(runner, "--format", "jsonl")
    let row = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any])
    #expect(row["schema"] as? String == "vcard.sync/1")
    #expect(row["source"] as? String == "home")
    #expect((row["fromServer"] as? [String: Int])?["deleted"] == 1)
    #expect((row["events"] as? [Any])?.isEmpty == true)
    #expect(try await runner(["book", "show", "kate"]).ending != .exit(0))
    // What undo brings back is an edit: it goes to the server again.
    _ = try await runner.output(["undo"])
    try await sync(runner)
    #expect(server.cards.values.contains { $0.contains("FN:Kate") })
    #expect(try await runner.output(["book", "check"]).contains("error") == false)
  }

  @Test("the book's value stays with --prefer local, and JSON says of whom and what the other was")
  func preferred() async throws {
    let server = try CardServer()
    server.set("kate.vcf", Self.card("Kate"))
    let runner = try await runner(server)
    try await sync(runner)
    _ = try await runner.output(["book", "set", "kate", "title=Baker"])
    server.set("kate.vcf", Self.card("Kate", "TITLE:Cook"))
    let outcome = try await sync(runner, "--prefer", "local", "--format", "jsonl", ending: 1)
    let row = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any])
    let event = try #require((row["events"] as? [[String: Any]])?.first)
    #expect(event["kind"] as? String == "conflict")
    #expect(event["record"] as? String == "1" && event["name"] as? String == "Kate")
    #expect(event["properties"] as? [String] == ["TITLE"])
    #expect(server.cards["kate.vcf"]?.contains("TITLE:Baker") == true)
    #expect(try await runner.output(["book", "show", "kate"]).contains("Baker"))
    try await sync(runner)
  }

  @Test("each way in which a server fails ends as the manual says, and the next run heals it")
  func failures() async throws {
    let server = try CardServer()
    let runner = try await runner(server, "Ada", "Kate")
    let fail: @Sendable (ScriptedServer.Reply) -> Void = { reply in
      server.intercept { request, _ in request.method == "REPORT" ? reply : nil }
    }
    fail(.answer(503, ["Retry-After": "3600"]))
    #expect(try await sync(runner, ending: 75).errorText.contains("too much to do"))
    fail(.text(200, "<html>please log in</html>"))
    try await sync(runner, ending: 76)
    fail(.dav("<d:multistatus xmlns:d='DAV:'><d:response><d:href>/ann"))
    try await sync(runner, ending: 76)
    fail(.answer(302, ["Location": "http://127.0.0.1:1/"]))
    try await sync(runner, ending: 69)
    server.intercept { _, _ in .answer(401, ["WWW-Authenticate": "Basic realm=\"x\""]) }
    try await sync(runner, ending: 77)
    server.intercept { request, _ in request.method == "PUT" ? .text(403, "no") : nil }
    let refused = try await sync(runner, ending: 1)
    #expect(refused.errorText.contains("[refused]"))
    #expect(server.cards.isEmpty)
    server.intercept(nil)
    // What was refused is sent again when somebody asks for it.
    try await sync(runner, "--full")
    #expect(server.cards.count == 2)
    server.stop()
    let gone = try await sync(runner, ending: 69)
    #expect(gone.errorText.hasPrefix("vcard: error: home: "))
    #expect(try await runner(["sync", "work"]).ending == .exit(66))
    #expect(try await runner(["sync", "local"]).ending == .exit(64))
  }

  @Test("a listing that lacks most of all deletes nobody unless that is meant")
  func guarded() async throws {
    let server = try CardServer()
    for number in 0..<20 { server.set("\(number).vcf", Self.card("P\(number)")) }
    let runner = try await runner(server)
    try await sync(runner)
    for number in 0..<12 { server.set("\(number).vcf", nil) }
    let outcome = try await sync(runner, ending: 75)
    #expect(outcome.errorText.contains("12 of 20 cards would be deleted from the book"))
    #expect(outcome.errorText.contains("--allow-deletions 12"))
    #expect(try await runner.output(["book", "sources"]).contains("home         20"))
    try await sync(runner, "--allow-deletions", "12")
    #expect(try await runner.output(["book", "sources"]).contains("home          8"))
  }

  @Test("secrets come from the first place that has one, and are in no file, output or argument")
  func secrets() async throws {
    let server = try CardServer()
    let basic = Data("ann:\(Self.secret)".utf8).base64EncodedString()
    server.intercept { request, _ in
      // The server has another secret than the one of other tests.
      request["authorization"] == "Basic \(basic)" || request["authorization"] == "Bearer tok"
        ? .dav("<d:multistatus xmlns:d='DAV:'><d:sync-token>urn:1</d:sync-token></d:multistatus>")
        : .answer(401, ["WWW-Authenticate": "Basic realm=\"x\""])
    }
    let runner = try BookRunner()
    var source = SourceServer(url: server.url + CardServer.collection)
    source.user = "ann"
    try DatabaseBook(FilePath(runner.book), for: .writing).addSource(named: "home", at: source)
    let home = runner.folder
    let base = ["HOME": home.argument("."), "XDG_CONFIG_HOME": home.argument("config")]

    var outcome = try await sync(runner, ending: 77, environment: base)
    #expect(outcome.errorText.contains("wants a password, and none is known"))
    outcome = try await sync(
      runner, environment: base.merging(["VCARD_PASSWORD": Self.secret]) { $1 })
    #expect(!(outcome.errorText + outcome.outputText).contains(Self.secret))
    try home.write(Self.secret + "\nmore\n", to: "password")
    outcome = try await ToolRunner.shell(
      "vcard sync --book '\(runner.book)' --password-fd 3 3< '\(home.argument("password"))'",
      environment: base)
    #expect(outcome.ending == .exit(0), "\(outcome.errorText)")
    try home.write(
      "machine other login ann password no\nmachine 127.0.0.1\n login ann password \"\(Self.secret)\"\n",
      to: ".netrc")
    try await sync(runner, environment: base)
    // The command of an account goes first, and others' may not be run.
    try home.makeFolder("config/vcard")
    try home.write(
      "[\"\(server.url)\"]\nbearer = \"printf tok\"\n", to: "config/vcard/accounts")
    try await sync(runner, environment: base)
    #expect(server.received.last?["authorization"] == "Bearer tok")
    try home.write("[\"\(server.url)\"]\npassword = \"exit 3\"\n", to: "config/vcard/accounts")
    outcome = try await sync(runner, ending: 77, environment: base)
    #expect(outcome.errorText.contains("ended with 3"))
    try home.write("[\"\(server.url)\"]\npasword = \"x\"\n", to: "config/vcard/accounts")
    outcome = try await sync(runner, ending: 65, environment: base)
    #expect(outcome.errorText.contains("config/vcard/accounts:2:1: "))
    _ = unsafe chmod(home.argument("config/vcard/accounts"), 0o666)
    outcome = try await sync(runner, ending: 65, environment: base)
    #expect(outcome.errorText.contains("may be written by others"))

    let needle = Data(Self.secret.utf8)
    for name in try home.names(in: ".") where name.hasPrefix("book") {
      let octets = try Data(contentsOf: URL(fileURLWithPath: home.argument(name)))
      #expect(octets.range(of: needle) == nil && octets.range(of: Data(basic.utf8)) == nil)
    }
  }

  @Test("check says what a server can do; add refuses what cannot be, before it asks anybody")
  func sources() async throws {
    let server = try CardServer()
    let runner = try await runner(server, "Ada")
    var outcome = try await runner(
      ["book", "sources", "check", "home"], environment: Self.known)
    #expect(
      outcome.errorText
        == "home: \"Friends\" at \(server.url)/ann/book/ (vCard 3.0)\nhome: 1 edit has not been sent\n"
    )
    for (arguments, ending) in [
      (["home", "--carddav", server.url], 73), (["other", "--carddav", "nowhere"], 64),
      (["other", "--carddav", "http://kate:pw@127.0.0.1/"], 64),
      (["other", "--carddav", "http://dav.example/"], 64),
      (["other", "--carddav", server.url, "--pin", "12"], 64),
      (["other", "--carddav", server.url, "--ca", "/nowhere.pem"], 66),
      (["other", "--carddav", server.url, "--take", "nobody"], 66),
    ] as [([String], Int32)] {
      outcome = try await runner(["book", "sources", "add"] + arguments, environment: Self.known)
      #expect(outcome.ending == .exit(ending), "\(arguments): \(outcome.errorText)")
    }
    outcome = try await runner(
      ["book", "sources", "add", "other", "--carddav", server.url, "--user", "ann"],
      environment: Self.known)
    #expect(outcome.ending == .exit(73), "the collection is a source already")
    outcome = try await runner(
      [
        "book", "sources", "add", "other", "--carddav", server.url, "--user", "ann",
        "--collection", "Work",
      ], environment: Self.known)
    #expect(outcome.ending == .exit(69))
    #expect(outcome.errorText.contains("there are book (Friends)"))
  }

  @Test("killed at each request, before the server heard it and after: no card twice, no edit lost")
  func killed() async throws {
    for isAfter in [false, true] {
      var isKilled = true
      var place = 0
      while isKilled {
        let server = try CardServer()
        server.set("kate.vcf", Self.card("Kate"))
        server.set("tom.vcf", Self.card("Tom"))
        let runner = try await runner(server)
        try await sync(runner)
        // One of each: created, changed and deleted here; changed there.
        _ = try await runner.add("Ada")
        _ = try await runner.output(["book", "move", "ada", "--to", "home"])
        _ = try await runner.output(["book", "set", "kate", "note=here"])
        _ = try await runner.output(["book", "remove", "tom"])
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        server.forget()
        let at = place
        server.intercept { request, count in
          guard count == at else { return nil }
          // Where it is done, the answer does not arrive.
          if isAfter { _ = server.answer(request) }
          continuation.yield()
          return .stall(2000)
        }
        let outcome = try await ToolRunner.start(
          ["sync", "--book", runner.book], environment: Self.known
        ) { process in
          let ended = Task {
            // Never one that has ended: its descriptor may be another's by then.
            for await _ in stream { try? process.send(signal: 9) }
          }
          try await process.finishInput()
          _ = ended
        }
        isKilled = outcome.ending == .signal(9)
        continuation.finish()
        server.intercept(nil)
        let before = server.received.count { $0.method == "PUT" }
        try await sync(runner)
        let puts = server.received.count { $0.method == "PUT" }
        #expect(puts <= 4, "\(before) and \(puts) at \(at)")
        let names = server.cards.values.compactMap { card in
          card.components(separatedBy: "\r\n").first { $0.hasPrefix("FN:") }
        }
        #expect(names.sorted() == ["FN:Ada", "FN:Kate"], "at \(at), \(isAfter)")
        #expect(server.cards["kate.vcf"]?.contains("NOTE:here") == true, "at \(at), \(isAfter)")
        #expect(try await runner.output(["book", "sources"]).contains("home          2"))
        #expect(try await sync(runner).errorText == "home: nothing new (1 request)\n")
        server.stop()
        place += 1
      }
      #expect(place > 4)
    }
  }
}
