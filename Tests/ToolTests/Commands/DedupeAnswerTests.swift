import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite("vcard dedupe and review: answers, plans from elsewhere, interruption")
struct DedupeAnswerTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func run(_ arguments: String..., input: [UInt8] = []) async throws -> ToolRunner.Outcome {
    try await ToolRunner.run(arguments, input: input, directory: folder.path)
  }

  /// Two copies of Ann, two of Ben, all with an address of their own.
  private func writeBook() throws {
    func card(_ name: String, _ uid: String, _ email: String) -> String {
      "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:\(name) Young\r\nN:Young;\(name);;;\r\nUID:\(uid)\r\n"
        + "EMAIL:\(email)\r\nEND:VCARD\r\n"
    }
    try folder.write(
      card("Ann", "u0", "ann@a.example") + card("Ann", "u1", "ann@a.example")
        + card("Ben", "u2", "ben@b.example") + card("Ben", "u3", "ben@b.example"), to: "book.vcf")
  }

  private struct Row {
    var verdict = "same"
    var cards: [Int]
    var cluster: Int?
    var merged = "BEGIN:VCARD\\r\\nVERSION:3.0\\r\\nFN:A\\r\\nEND:VCARD\\r\\n"
  }

  /// A plan of the book written by hand.
  @discardableResult
  private func writePlan(_ rows: [Row], to name: String = "p") async throws -> String {
    let made = try await run("dedupe", "plan", "book.vcf")
    let header = try #require(made.outputText.split(separator: "\n").first)
    var text = "\(header)\n"
    for (index, row) in rows.enumerated() {
      let cards = row.cards.map { "{\"file\":\"book.vcf\",\"card\":\($0),\"name\":\"\"}" }
      text +=
        "{\"cluster\":\(row.cluster ?? index),\"verdict\":\"\(row.verdict)\",\"cards\":["
        + cards.joined(separator: ",") + "],\"evidence\":[],\"merged\":\"\(row.merged)\"}\n"
    }
    try folder.write(text, to: name)
    return text
  }

  private func answer(_ isSame: Bool, _ cards: [(digest: String, uid: String?)]) -> String {
    let cards = cards.map { card in
      "{\"digest\":\"\(card.digest)\",\"uid\":\(card.uid.map { "\"\($0)\"" } ?? "null")}"
    }
    return "{\"schema\":\"vcard.decision/1\",\"answer\":\"\(isSame ? "same" : "different")\","
      + "\"cards\":[\(cards.joined(separator: ","))]}\n"
  }

  private struct Answer: Decodable {
    struct Card: Decodable { let digest: String }
    let answer: String
    let cards: [Card]
  }

  /// The digests of the four cards, as answers about them name them.
  private func digests() async throws -> [String] {
    try await writePlan([
      Row(verdict: "review", cards: [0, 1]), Row(verdict: "review", cards: [2, 3]),
    ])
    for pair in ["0", "1"] {
      let outcome = try await run("review", "p", "--decisions", "digests", "--different", pair)
      #expect(outcome.ending == .exit(0), "\(outcome.errorText)")
    }
    return try folder.text("digests").split(separator: "\n").flatMap {
      try JSONDecoder().decode(Answer.self, from: Data($0.utf8)).cards.map(\.digest)
    }
  }

  /// The line of a plan about two cards as `dedupe plan` writes it.
  private func line(
    _ left: Int, _ right: Int, _ digests: [String], cluster: Int, verdict: String
  ) async throws -> String {
    var answers = ""
    for one in 0..<4 {
      for other in one + 1..<4 {
        answers += answer(
          (one, other) == (left, right), [(digests[one], nil), (digests[other], nil)])
      }
    }
    try folder.write(answers, to: "only")
    let made = try await run("dedupe", "plan", "book.vcf", "--decisions", "only")
    let lines = made.outputText.split(separator: "\n")
    #expect(lines.count == 2, "\(made.errorText)")
    let line = try #require(lines.last)
    let end = try #require(line.range(of: "\"verdict\":\"same\"")?.upperBound)
    return "{\"cluster\":\(cluster),\"verdict\":\"\(verdict)\"\(line[end...])\n"
  }

  private func count(_ file: String) throws -> Int {
    try folder.text(file).components(separatedBy: "BEGIN:VCARD").count - 1
  }

  @Test("the last answer about two cards counts, by whatever it names them: apply and run agree")
  func lastAnswer() async throws {
    try writeBook()
    let digests = try await digests()
    try await writePlan([Row(verdict: "review", cards: [0, 2])])
    let byDigest: [(digest: String, uid: String?)] = [(digests[0], nil), (digests[2], nil)]
    let byUID: [(digest: String, uid: String?)] = [("0", "u0"), ("1", "u2")]
    for (older, newer) in [(byDigest, byUID), (byUID, byDigest)] {
      for isSame in [true, false] {
        try folder.write(answer(!isSame, older) + answer(isSame, newer), to: "a")
        let applied = try await run("dedupe", "apply", "p", "--decisions", "a", "-o", "applied.vcf")
        #expect(applied.ending == .exit(0), "\(applied.errorText)")
        #expect(try count("applied.vcf") == (isSame ? 3 : 4))
        let ran = try await run("dedupe", "run", "book.vcf", "--decisions", "a", "-o", "ran.vcf")
        #expect(ran.ending == .exit(0), "\(ran.errorText)")
        // The two of each name are one person without any answer.
        #expect(try count("ran.vcf") == (isSame ? 1 : 2))
      }
    }
  }

  @Test(
    "a cluster that an answer parts breaks at its weakest link, in apply as in run",
    arguments: [("u0", "u2", "u2"), ("u0", "u1", "u0"), ("u1", "u2", "u2")])
  func parted(one: String, other: String, alone: String) async throws {
    func card(_ uid: String, _ values: String) -> String {
      "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ann Young\r\nN:Young;Ann;;;\r\nUID:\(uid)\r\n\(values)"
        + "END:VCARD\r\n"
    }
    let (email, phone) = ("EMAIL:ann@a.example\r\n", "TEL:+49 30 1234567\r\n")
    let cards = ["u0": card("u0", email), "u1": card("u1", email + phone), "u2": card("u2", phone)]
    try folder.write(cards.keys.sorted().compactMap { cards[$0] }.joined(), to: "book.vcf")
    let plan = try await run("dedupe", "plan", "book.vcf", "-o", "p")
    #expect(plan.errorText.contains("3 of them are 1 person"), "\(plan.errorText)")
    try folder.write(answer(false, [("0", one), ("1", other)]), to: "a")
    let applied = try await run("dedupe", "apply", "p", "--decisions", "a", "-o", "applied.vcf")
    #expect(applied.ending == .exit(0))
    #expect(
      applied.errorText.contains("warning: cluster 0 is split at its weakest link"),
      "\(applied.errorText)")
    let ran = try await run("dedupe", "run", "book.vcf", "--decisions", "a", "-o", "ran.vcf")
    #expect(ran.ending == .exit(0), "\(ran.errorText)")
    let merged = try folder.text("applied.vcf")
    #expect(try folder.text("ran.vcf") == merged)
    #expect(try count("applied.vcf") == 2)
    #expect(merged.contains(try #require(cards[alone])))
    // Two cards that are not of one person leave nothing to merge.
    try folder.write(answer(false, [("0", "u0"), ("1", "u1")]), to: "a")
    try folder.write([cards["u0"], cards["u1"]].compactMap(\.self).joined(), to: "book.vcf")
    _ = try await run("dedupe", "plan", "book.vcf", "-o", "q")
    let apart = try await run("dedupe", "apply", "q", "--decisions", "a", "-o", "apart.vcf")
    #expect(apart.errorText.contains("warning: cluster 0 stays apart"), "\(apart.errorText)")
    #expect(try folder.text("apart.vcf") == folder.text("book.vcf"))
  }

  @Test("an answer by digest alone is heeded by run as it is by apply")
  func digestAlone() async throws {
    try writeBook()
    let digests = try await digests()
    try folder.write(answer(false, [(digests[0], nil), (digests[1], nil)]), to: "a")
    let ran = try await run("dedupe", "run", "book.vcf", "--decisions", "a", "-o", "ran.vcf")
    #expect(ran.ending == .exit(0), "\(ran.errorText)")
    #expect(try count("ran.vcf") == 3)
    try await writePlan([Row(cards: [0, 1])])
    let applied = try await run("dedupe", "apply", "p", "--decisions", "a", "-o", "applied.vcf")
    #expect(applied.ending == .exit(0), "\(applied.errorText)")
    #expect(try count("applied.vcf") == 4)
  }

  @Test("an edited card is refused with 65 when answers join its line with another")
  func editedAndJoined() async throws {
    try writeBook()
    let digests = try await digests()
    let pair = try await line(1, 2, digests, cluster: 9, verdict: "review")
    let made = try await run("dedupe", "plan", "book.vcf")
    let plan = made.outputText + pair
    try folder.write(plan, to: "p")
    try folder.write(answer(true, [(digests[1], nil), (digests[2], nil)]), to: "a")
    let joined = try await run("dedupe", "apply", "p", "--decisions", "a", "-o", "joined.vcf")
    #expect(joined.ending == .exit(0), "\(joined.errorText)")
    #expect(try count("joined.vcf") == 1)
    for (name, line) in [("Ann", 2), ("Ben", 3)] {
      let lines = plan.split(separator: "\n").enumerated().map { index, text in
        let text = String(text)
        return index + 1 == line ? text.replacing("FN:\(name) Young", with: "FN:Edited") : text
      }
      try folder.write(lines.joined(separator: "\n") + "\n", to: "p")
      let outcome = try await run("dedupe", "apply", "p", "--decisions", "a", "-o", "o.vcf")
      #expect(outcome.ending == .exit(65))
      #expect(
        outcome.errorText.hasPrefix("vcard: error: p:\(line): the merged card was edited"),
        "\(outcome.errorText)")
      // Without the answer each line stands for itself.
      let alone = try await run("dedupe", "apply", "p", "-o", "alone.vcf")
      #expect(alone.ending == .exit(0), "\(alone.errorText)")
      #expect(try folder.text("alone.vcf").contains("FN:Edited\r\n"))
    }
    #expect(try !folder.names().contains("o.vcf"))
  }

  @Test("apply and review count the same pairs as left: none within one card, none answered nearby")
  func pairsLeft() async throws {
    try writeBook()
    let digests = try await digests()
    var plan = try await writePlan([])
    plan += try await line(0, 1, digests, cluster: 0, verdict: "same")
    for (cluster, cards) in [(1, (0, 2)), (2, (1, 2)), (3, (2, 3)), (4, (1, 3))] {
      plan += try await line(cards.0, cards.1, digests, cluster: cluster, verdict: "review")
    }
    try folder.write(plan, to: "p")
    for (file, arguments, left) in [
      // 2 is about the same two clusters as 1; then 4 is, too.
      ("a", ["--different", "1"], "2 pairs"), ("a", ["--same", "3"], "0 pairs"),
      // With 2 in the cluster of 0 and 1, the pair 2 is one card, and 3 and 4 are one question.
      ("b", ["--same", "1"], "2 pairs"), ("b", ["--different", "4"], "0 pairs"),
    ] {
      let reviewed = try await ToolRunner.run(
        ["review", "p", "--decisions", file] + arguments, directory: folder.path)
      #expect(reviewed.ending == .exit(0), "\(reviewed.errorText)")
      #expect(reviewed.errorText.contains("; \(left) left"), "\(reviewed.errorText)")
      let applied = try await run("dedupe", "apply", "p", "--decisions", file, "-n", "-o", "o")
      #expect(applied.ending == .exit(0), "\(applied.errorText)")
      #expect(applied.errorText.contains(", \(left) left to review"), "\(applied.errorText)")
    }
  }

  @Test("what somebody else answers while one asks is kept when the next answer is written")
  func answersBetween() async throws {
    try writeBook()
    let digests = try await digests()
    try folder.write(answer(true, [(digests[0], nil), (digests[1], nil)]), to: "other")
    // The cards come from a pipe: when the review opens it, it has read the answers that there are.
    let outcome = try await ToolRunner.shell(
      """
      mkfifo pipe
      cat book.vcf > pipe &
      vcard dedupe plan pipe | sed 's/"verdict":"same"/"verdict":"review"/' > p
      vcard review p --decisions a --different 0 &
      exec 3>pipe
      cat other > a
      cat book.vcf >&3
      exec 3>&-
      wait $!
      echo $?
      vcard review p --decisions b --different 0 < /dev/null &
      cat book.vcf > pipe
      wait $!
      """, directory: folder.path)
    #expect(outcome.outputText == "0\n", "\(outcome.errorText)")
    let answers = try folder.text("a").split(separator: "\n")
    #expect(answers.count == 2)
    #expect(answers.first?.contains("\"same\"") == true)
    #expect(answers.last?.contains("\"different\"") == true)
    // New answers are as private as the cards that they quote.
    #expect(try Stat(folder.path("b")).permissions == .ownerReadWrite)
  }

  @Test("a plan that is not what a plan can be is refused with 65")
  func impossiblePlans() async throws {
    try writeBook()
    let header = try await writePlan([], to: "p").split(separator: "\n")[0]
    for (what, rows) in [
      ("three to review", [Row(verdict: "review", cards: [0, 1, 2])]),
      ("one number twice", [Row(cards: [0, 1], cluster: 4), Row(cards: [2, 3], cluster: 4)]),
      (
        "one number twice to review",
        [
          Row(verdict: "review", cards: [0, 1], cluster: 4),
          Row(verdict: "review", cards: [2, 3], cluster: 4),
        ]
      ),
    ] {
      try await writePlan(rows)
      for arguments in [
        ["dedupe", "apply", "p", "-o", "o"], ["dedupe", "explain", "p"],
        ["review", "p", "--decisions", "a", "--same", "4"],
      ] {
        let outcome = try await ToolRunner.run(arguments, directory: folder.path)
        #expect(outcome.ending == .exit(65), "\(what), \(arguments): \(outcome.errorText)")
      }
    }
    let inputs = try #require(header.range(of: "\"inputs\":["))
    let end = try #require(header[inputs.upperBound...].firstIndex(of: "]"))
    try folder.write("\(header[..<inputs.upperBound])\(header[end...])\n", to: "nothing")
    let nothing = try await run(
      "dedupe", "apply", "nothing", "-o", "o", input: try folder.bytes("book.vcf"))
    #expect(nothing.ending == .exit(65), "\(nothing.errorText)")
    #expect(try folder.names() == ["book.vcf", "nothing", "p"])
  }

  @Test(
    "a reference to a card that nobody can count leads nowhere: 65",
    arguments: [
      "cid:99999999999999999999/1", "cid:0/99999999999999999999", "cid:9/5",
    ])
  func references(reference: String) async throws {
    try writeBook()
    let merged =
      "BEGIN:VCARD\\r\\nVERSION:3.0\\r\\nFN:A\\r\\nPHOTO;VALUE=uri:\(reference)\\r\\nEND:VCARD\\r\\n"
    try await writePlan([Row(cards: [0, 1], merged: merged)])
    let outcome = try await run("dedupe", "apply", "p", "-o", "o")
    #expect(outcome.ending == .exit(65), "\(outcome.errorText)")
    try await writePlan([
      Row(cards: [0, 1], merged: merged.replacing(reference, with: "cid:photo@example"))
    ])
    let literal = try await run("dedupe", "apply", "p", "-o", "o")
    #expect(literal.ending == .exit(0), "\(literal.errorText)")
    #expect(try folder.text("o").contains("cid:photo@example"))
  }

  @Test("no field of a plan acts on a terminal or a page")
  func hostilePlan() async throws {
    try writeBook()
    let bad = "\\u001b[31m\\u202e<script>\\u0007"
    let header = try await writePlan([]).split(separator: "\n")[0]
    let card = "{\"file\":\"\(bad)\",\"card\":0,\"name\":\"\(bad)\"}"
    for verdict in ["same", "review"] {
      let named = header.replacing("\"book.vcf\"", with: "\"\(bad)\"")
      let plan = """
        \(named)
        {"cluster":0,"verdict":"\(verdict)","cards":[\(card),\(card)],"evidence":[{"kind":"\(bad)",\
        "level":"\(bad)","bits":1.5,"detail":"\(bad)","cards":[0,1]}],\
        "merged":"BEGIN:VCARD\\r\\nNOTE:\(bad)\\r\\n\(bad)","provenance":[["\(bad)"]],\
        "dropped":[{"from":"\(bad)","name":"\(bad)","value":"\(bad)","reason":"\(bad)"}]}

        """
      try folder.write(plan, to: "p")
      let shown = try await run("dedupe", "explain", "p")
      #expect(shown.ending == .exit(0), "\(shown.errorText)")
      let page = try await run("dedupe", "explain", "p", "--html", "-")
      #expect(page.ending == .exit(0), "\(page.errorText)")
      #expect(shown.outputText.contains("[31m") && page.outputText.contains("[31m"))
      #expect(!page.outputText.contains("<script"))
      for output in [shown.outputText, page.outputText, shown.errorText, page.errorText] {
        #expect(
          !output.unicodeScalars.contains { "\u{1B}\u{202E}\u{7}".unicodeScalars.contains($0) })
      }
    }
    for arguments in [["dedupe", "apply", "p", "-o", "o"], ["review", "p", "--decisions", "a"]] {
      let outcome = try await ToolRunner.run(arguments, directory: folder.path)
      #expect(outcome.ending == .exit(66), "\(arguments): \(outcome.errorText)")
      #expect(!outcome.errorText.contains("\u{1B}") && !outcome.errorText.contains("\u{202E}"))
    }
  }

  @Test("no output takes the place of another or of what is read, new files too")
  func sparedOutputs() async throws {
    try writeBook()
    let plan = try await writePlan([Row(cards: [0, 1])])
    for arguments in [
      ["dedupe", "plan", "book.vcf", "--statistics", "s", "-o", "s"],
      ["dedupe", "plan", "book.vcf", "--statistics", "s", "-o", "q", "--clusters", "./s"],
      ["dedupe", "run", "book.vcf", "--statistics", "s", "-o", "s"],
      ["dedupe", "run", "book.vcf", "--statistics", "s", "-o", "o", "--journal", "s"],
      ["dedupe", "explain", "p", "-o", "p"], ["dedupe", "explain", "p", "-o", "./p"],
      ["dedupe", "explain", "p", "--html", "p"],
    ] {
      let outcome = try await ToolRunner.run(arguments, directory: folder.path)
      #expect(outcome.ending == .exit(64), "\(arguments): \(outcome.errorText)")
      #expect(try folder.names() == ["book.vcf", "p"])
      #expect(try folder.text("p") == plan)
    }
  }

  @Test("a rehearsal writes no table of statistics")
  func rehearsal() async throws {
    try writeBook()
    let outcome = try await run("dedupe", "run", "-n", "book.vcf", "-o", "o", "--statistics", "s")
    #expect(outcome.ending == .exit(0), "\(outcome.errorText)")
    #expect(try folder.names() == ["book.vcf"])
    let real = try await run("dedupe", "run", "book.vcf", "-o", "o", "--statistics", "s")
    #expect(real.ending == .exit(0), "\(real.errorText)")
    #expect(try folder.names() == ["book.vcf", "o", "s"])
  }

  @Test("a file that is read twice is two: a pair of the second copy is of the second copy")
  func sameFileTwice() async throws {
    try writeBook()
    let made = try await run("dedupe", "plan", "book.vcf", "book.vcf", "-o", "p")
    #expect(made.ending == .exit(1), "\(made.errorText)")
    let plan = try folder.text("p")
    #expect(plan.contains("{\"file\":\"book.vcf\",\"input\":1,\"card\":3,"))
    let lines = plan.split(separator: "\n")
    func pair(_ left: (Int, Int), _ right: (Int, Int)) -> String {
      let cards = [left, right].map {
        "{\"file\":\"book.vcf\",\"input\":\($0.0),\"card\":\($0.1),\"name\":\"\"}"
      }
      return "\"cards\":[\(cards.joined(separator: ","))],\"evidence\":[],"
        + "\"merged\":\"\(Row(cards: []).merged)\""
    }
    // Each copy by itself: with the names alone the second line would name the cards of the first.
    let (first, second) = (pair((0, 0), (0, 1)), pair((1, 0), (1, 1)))
    let each = """
      \(lines[0])
      {"cluster":0,"verdict":"same",\(first)}
      {"cluster":1,"verdict":"same",\(second)}

      """
    try folder.write(each, to: "p")
    let applied = try await run("dedupe", "apply", "p", "-o", "o")
    #expect(applied.ending == .exit(0), "\(applied.errorText)")
    #expect(try count("o") == 6)
    try folder.write(
      each.replacing("\"input\":1,\"card\":1", with: "\"input\":2,\"card\":1"), to: "p")
    #expect(try await run("dedupe", "apply", "p", "-o", "o").ending == .exit(65))
  }

  @Test(
    "ends with 130 when interrupted amid its work, and leaves nothing",
    arguments: [2, 15, 1] as [Int32])
  func interrupted(signal: Int32) async throws {
    // So many duplicates that their plan does not fit into the pipe, which nobody empties.
    var book = ""
    for number in 0..<3000 {
      let card =
        "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ann \(number)\r\nN:\(number);Ann;;;\r\n"
        + "EMAIL:ann\(number)@x\(number).example\r\nEND:VCARD\r\n"
      book += card + card
    }
    try folder.write(book, to: "book.vcf")
    try folder.makeFolder("out")
    let folder = folder
    // What has begun to write a plan has waited for threads before.
    let script = """
      mkfifo pipe
      (
        exec 3<pipe
        dd bs=1 count=1 <&3
        touch seen
        while [ -e seen ] && kill -0 $PPID; do sleep 0.05; done
      ) >/dev/null 2>&1 &
      exec vcard dedupe plan book.vcf --quiet --threads 2 --clusters out/c.tsv -o pipe
      """
    let outcome = try await ToolRunner.start(
      ["-c", script], program: "/bin/sh", directory: folder.path
    ) { process in
      for _ in 0..<6000 where try !folder.names().contains("seen") {
        try await Task.sleep(for: .milliseconds(10))
      }
      #expect(try folder.names(in: "out").count == 1)
      try process.send(signal: signal)
      for _ in 0..<6000 where try !folder.names(in: "out").isEmpty {
        try await Task.sleep(for: .milliseconds(10))
      }
      try FileManager.default.removeItem(atPath: folder.argument("seen"))
    }
    #expect(outcome.ending == .exit(130), "\(outcome.errorText)")
    #expect(try folder.names(in: "out") == [])
  }
}
