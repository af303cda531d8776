import ContactStore
import Foundation
import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("A book whose user is killed at any instant")
struct KilledBookTests {
  /// A way to change a book.
  struct Request: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let arguments: [String]
    /// Whether the book is there before.
    var hasBook = true
  }

  static let requests = [
    Request(testDescription: "a new book", arguments: ["import", "more.vcf"], hasBook: false),
    Request(
      testDescription: "import", arguments: ["import", "more.vcf", "--source", "phone"]),
    Request(testDescription: "save", arguments: ["book", "remove", "--force", "2", "3", "4", "9"]),
    Request(testDescription: "link", arguments: ["book", "link", "1", "7"]),
    Request(testDescription: "undo", arguments: ["undo"]),
    Request(testDescription: "compact", arguments: ["book", "compact"]),
  ]

  private static func cards(_ range: Range<Int>) -> String {
    range.map { number in
      """
      BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Person \(number)\r\nN:\(number);Person;;;\r
      EMAIL:p\(number)@x.example\r\nNOTE:\(String(repeating: "n", count: number * 37 % 900))\r
      END:VCARD\r\n
      """
    }.joined()
  }

  /// What a book holds: each record with its card, person and source.
  private static func state(_ path: FilePath) throws -> [String] {
    let book = try DatabaseBook(path)
    var faults: [BookFault] = []
    let count = try book.check { faults.append($0) }
    #expect(faults == [])
    var state: [String] = []
    try book.forEachPerson { person in
      for record in person.records {
        let card = String(decoding: record.card.octetsAsRead, as: UTF8.self)
        state.append(
          "\(record.id) \(person.id) \(try book.sourceName(of: record.id) ?? "-") \(card)")
      }
    }
    #expect(state.count == count)
    return state.sorted()
  }

  @Test(
    "is as it was or as it was to be, and check finds nothing: kill -9 at 50 instants each",
    arguments: requests)
  func killed(request: Request) async throws {
    let folder = try TemporaryDirectory()
    try folder.write(Self.cards(0..<40), to: "first.vcf")
    try folder.write(Self.cards(40..<160), to: "more.vcf")
    // A book with a history.
    try folder.makeFolder("base")
    if request.hasBook {
      for file in ["first.vcf", "more.vcf"] {
        let made = try await run(["import", file], "base", folder)
        #expect(made.ending == .exit(0), "\(made.errorText)")
      }
      if request.testDescription == "import" {
        #expect(try await run(["undo"], "base", folder).ending == .exit(0))
      }
    }
    let base = try folder.names(in: "base")
    #expect(base == (request.hasBook ? ["book.sqlite"] : []))
    let before = request.hasBook ? try Self.state(folder.path("base/book.sqlite")) : []
    // What is to be.
    let rounds = 50
    let killed = try await kill(request, rounds: rounds, in: folder)
    let after = try Self.state(folder.path("after/book.sqlite"))
    #expect(before != after || request.testDescription == "compact")
    // Else the instants came after the end.
    #expect(killed > rounds / 5)
    for round in 0..<rounds {
      let name = "run\(round)"
      guard try folder.names(in: name).contains("book.sqlite") else {
        #expect(!request.hasBook)
        continue
      }
      let state = try Self.state(folder.path("\(name)/book.sqlite"))
      #expect(state == before || state == after, "\(request.testDescription), round \(round)")
      // Whoever comes next can work with it.
      let book = try DatabaseBook(folder.path("\(name)/book.sqlite"), for: .writing)
      var more = SaveRequest()
      more.add(Card(version: .version40))
      _ = try book.save(more)
      #expect(try book.count() == state.count + 1)
    }
  }

  /// Carries out a request whole, the last time on `after`, and then kills it as often as asked, each time on a
  /// new copy of the book and at a random instant of the time that it takes here and now.
  ///
  /// One shell does it all: to start a process from the tests takes longer than it then runs.
  ///
  /// - Returns: How many of them had not ended by themselves.
  private func kill(
    _ request: Request, rounds: Int, in folder: TemporaryDirectory
  ) async throws -> Int {
    let command = request.arguments.joined(separator: " ")
    var random = SeededGenerator(seed: 6)
    let parts = (0..<rounds).map { _ in Int.random(in: 0..<110, using: &random) }
    let script = """
      for name in first second after; do
        cp -R base $name
        start=$(date +%s%N)
        vcard \(command) --book $name/book.sqlite 2>errors || { cat errors >&2; exit 9; }
        taken=$(($(date +%s%N) - start))
        [ ${time:-$taken} -lt $taken ] || time=$taken
      done
      round=0
      for part in \(parts.map(String.init).joined(separator: " ")); do
        cp -R base run$round
        vcard \(command) --book run$round/book.sqlite >ignored 2>&1 &
        process=$!
        nanoseconds=$((time / 100 * part))
        sleep $((nanoseconds / 1000000000)).$(printf %09d $((nanoseconds % 1000000000)))
        kill -9 $process 2>ignored
        wait $process 2>ignored
        ending=$?
        echo $ending
        # The machine has more or less to do than before.
        [ $ending = 0 ] && time=$((time * 95 / 100)) || time=$((time * 101 / 100))
        round=$((round + 1))
      done
      """
    let outcome = try await ToolRunner.shell(
      script, directory: folder.path, timeout: .seconds(600))
    #expect(outcome.ending == .exit(0), "\(outcome.errorText)")
    let endings = outcome.outputText.split(separator: "\n").suffix(rounds)
    #expect(endings.count == rounds)
    // By the shell's rules: 128 and the number of the signal.
    #expect(endings.allSatisfy { $0 == "0" || $0 == "137" }, "\(endings)")
    return endings.count { $0 == "137" }
  }

  private func run(
    _ arguments: [String], _ name: String, _ folder: TemporaryDirectory
  ) async throws -> ToolRunner.Outcome {
    try await ToolRunner.run(
      arguments + ["--book", "\(name)/book.sqlite"], directory: folder.path)
  }

  // MARK: Other misfortunes

  @Test("two who import at once both land")
  func twoAtOnce() async throws {
    let folder = try TemporaryDirectory()
    try folder.write(Self.cards(0..<150), to: "one.vcf")
    try folder.write(Self.cards(150..<300), to: "two.vcf")
    let book = folder.argument("book.sqlite")
    async let one = ToolRunner.run(["import", folder.argument("one.vcf"), "--book", book])
    async let two = ToolRunner.run(["import", folder.argument("two.vcf"), "--book", book])
    for outcome in [try await one, try await two] {
      #expect(outcome.ending == .exit(0), "\(outcome.errorText)")
    }
    #expect(try Self.state(folder.path("book.sqlite")).count == 300)
  }

  @Test("no room for it: 74, and the book is as it was")
  func noRoom() async throws {
    let folder = try TemporaryDirectory()
    try folder.write(Self.cards(0..<40), to: "first.vcf")
    try folder.write(Self.cards(40..<2000), to: "more.vcf")
    _ = try await ToolRunner.run(
      ["import", "first.vcf", "--book", "book.sqlite"], directory: folder.path)
    let before = try Self.state(folder.path("book.sqlite"))
    // Blocks of 512 octets; who goes on nevertheless is told EFBIG, as it would be told ENOSPC.
    let outcome = try await ToolRunner.shell(
      "trap '' XFSZ; ulimit -f 900; exec vcard import more.vcf --book book.sqlite",
      directory: folder.path)
    #expect(outcome.ending == .exit(74), "\(outcome.errorText)")
    #expect(try Self.state(folder.path("book.sqlite")) == before)
  }

  @Test(
    "a place where nothing can be made: 73", arguments: ["file/book.sqlite", "none/book.sqlite"])
  func noPlace(book: String) async throws {
    let folder = try TemporaryDirectory()
    try folder.write(Self.cards(0..<4), to: "first.vcf")
    try folder.write("", to: "file")
    let outcome = try await ToolRunner.run(
      ["import", "first.vcf", "--book", book], directory: folder.path)
    #expect(outcome.ending == .exit(73), "\(outcome.errorText)")
    let list = try await ToolRunner.run(["book", "list", "--book", book], directory: folder.path)
    #expect(list.ending == .exit(66), "\(list.errorText)")
    #expect(try folder.names() == ["file", "first.vcf"])
  }

  /// Runs a script in a shell that may mount what goes when it ends.
  private static func mounting(
    _ script: String, in folder: TemporaryDirectory
  ) async throws -> ToolRunner.Outcome {
    let quoted = script.replacing("'", with: "'\\''")
    return try await ToolRunner.shell(
      "exec unshare --mount --propagation private sh -c '\(quoted)'", directory: folder.path)
  }

  /// Whether this user may mount a file system here.
  private static func canMount() async throws -> Bool {
    let folder = try TemporaryDirectory()
    try folder.makeFolder("disk")
    return try await mounting("mount -t tmpfs -o size=64k tmpfs disk", in: folder).ending
      == .exit(0)
  }

  @Test(
    "a disk that is full: 74, also for a backup, and the book is as it was",
    .enabled { try await canMount() })
  func fullDisk() async throws {
    let folder = try TemporaryDirectory()
    try folder.write(Self.cards(0..<40), to: "first.vcf")
    try folder.write(Self.cards(40..<2000), to: "more.vcf")
    try folder.makeFolder("disk")
    let outcome = try await Self.mounting(
      """
      mount -t tmpfs -o size=300k tmpfs disk
      vcard import first.vcf --book disk/book.sqlite || exit 1
      vcard export --book disk/book.sqlite >before
      vcard import more.vcf --book disk/book.sqlite; echo $?
      vcard book backup disk/copy.sqlite --book disk/book.sqlite; echo $?
      vcard book check --book disk/book.sqlite; echo $?
      vcard export --book disk/book.sqlite | cmp - before; echo $?
      rm -f disk/copy.sqlite
      vcard book remove --force 1 --book disk/book.sqlite; echo $?
      vcard import more.vcf --book disk/new.sqlite; echo $?
      ls -A disk | grep -c -e tmp -e new
      """, in: folder)
    #expect(
      outcome.outputText == "74\n74\n0\n0\n0\n74\n0\n",
      "\(outcome.outputText) \(outcome.errorText)")
    #expect(!outcome.errorText.contains("not an error"))
  }

  @Test(
    "a medium that nobody can write to: 73 for who writes, and the book is read",
    .enabled { try await canMount() })
  func readOnlyMedium() async throws {
    let folder = try TemporaryDirectory()
    try folder.write(Self.cards(0..<40), to: "first.vcf")
    try folder.write(Self.cards(40..<60), to: "more.vcf")
    try folder.makeFolder("disk")
    try folder.makeLink("link.sqlite", to: "disk/book.sqlite")
    let outcome = try await Self.mounting(
      """
      vcard import first.vcf --book disk/book.sqlite || exit 1
      vcard export --book disk/book.sqlite >before
      mount --bind disk disk && mount -o remount,ro,bind disk || exit 1
      vcard import more.vcf --book disk/book.sqlite; echo $?
      vcard import more.vcf --book disk/new.sqlite; echo $?
      vcard undo --book link.sqlite; echo $?
      vcard book compact --book disk/book.sqlite; echo $?
      vcard book backup disk/copy.sqlite --book disk/book.sqlite; echo $?
      vcard export --book link.sqlite | cmp - before; echo $?
      vcard book check --book disk/book.sqlite; echo $?
      vcard book backup copy.sqlite --book link.sqlite; echo $?
      vcard export --book copy.sqlite | cmp - before; echo $?
      """, in: folder)
    #expect(
      outcome.outputText == "73\n73\n73\n73\n73\n0\n0\n0\n0\n",
      "\(outcome.outputText) \(outcome.errorText)")
  }

  @Test("a damaged book is told of, and stays as it is")
  func damaged() async throws {
    let folder = try TemporaryDirectory()
    try folder.write(Self.cards(0..<200), to: "first.vcf")
    _ = try await ToolRunner.run(
      ["import", "first.vcf", "--book", "book.sqlite"], directory: folder.path)
    let whole = try folder.bytes("book.sqlite")
    for damage in 0..<3 {
      var bytes = whole
      switch damage {
      case 0: for place in 4096 * 3..<4096 * 20 { bytes[place] ^= 0x5A }
      case 1: bytes.removeLast(bytes.count / 3)
      default: for place in 20..<2000 { bytes[place] = 0xFF }
      }
      try folder.write(bytes, to: "book.sqlite")
      let check = try await ToolRunner.run(
        ["book", "check", "--book", "book.sqlite"], directory: folder.path)
      #expect(check.ending == .exit(1), "\(check.errorText)")
      #expect(!check.errors.isEmpty || !check.output.isEmpty)
      #expect(try folder.bytes("book.sqlite") == bytes)
    }
  }
}
