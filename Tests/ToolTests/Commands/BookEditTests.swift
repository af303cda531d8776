import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite("vcard book edit")
struct BookEditTests {
  /// A book with one card that folds in a place of its own and has LF within CRLF's reach.
  private func makeBook() async throws -> (book: BookRunner, card: String) {
    let book = try BookRunner()
    let card =
      "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Bell;Kate;;;\r\nFN:Kate Bell\r\nNOTE:folded\r\n  where"
      + " nobody else would\r\nTEL;TYPE=cell:+1 415 555 0100\r\nREV:2001-01-01T00:00:00Z\r\n"
      + "END:VCARD\r\n"
    #expect(try await book.output(["book", "new"], input: card) == "1\n")
    return (book, card)
  }

  private func edit(
    _ book: BookRunner, with script: String, _ more: [String] = []
  ) async throws -> ToolRunner.Outcome {
    let editor = try book.folder.write("#!/bin/sh\n\(script)\n", to: "editor")
    try TestSystem.setPermissions(0o700, of: editor)
    return try await book(
      ["book", "edit", "1"] + more,
      environment: ["EDITOR": editor.string, "TMPDIR": book.folder.path.string])
  }

  @Test("lines that nobody touched keep their octets, and REV follows the change")
  func keepsOctets() async throws {
    let (book, card) = try await makeBook()
    let outcome = try await edit(book, with: "sed -i 's/0100/0199/' \"$1\"")
    #expect(outcome.ending == .exit(0), "\(outcome.errorText)")
    #expect(outcome.errorText == "changed 1 Kate Bell\n")
    let after = try await book.output(["export"])
    let lines = after.components(separatedBy: "\r\n")
    let old = card.components(separatedBy: "\r\n")
    #expect(lines.count == old.count)
    for (new, old) in zip(lines, old) where !old.hasPrefix("TEL") && !old.hasPrefix("REV") {
      #expect(new == old)
    }
    #expect(after.contains("TEL;TYPE=cell:+1 415 555 0199\r\n"))
    #expect(!after.contains("REV:2001"))
    #expect(after.contains("\r\nREV:20"))
    // Nothing is left of the file that was edited.
    #expect(try book.folder.names().filter { $0.hasSuffix(".tmp") }.isEmpty)
    #expect(try await book(["undo"]).ending == .exit(0))
    #expect(try await book.output(["export"]) == card)
  }

  @Test("the file is its owner's alone, unfolded and with LF; without a change nothing is saved")
  func noChange() async throws {
    let (book, card) = try await makeBook()
    let seen = book.folder.argument("seen")
    let outcome = try await edit(
      book, with: "stat -c %a \"$1\" \"$(dirname \"$1\")\" > '\(seen)'; cat \"$1\" >> '\(seen)'")
    #expect(outcome.errorText == "nothing was changed\n")
    #expect(
      try book.folder.text("seen")
        == "600\n700\n"
        + card.replacingOccurrences(of: "\r\n ", with: "").replacingOccurrences(of: "\r", with: ""))
    // An editor that writes CRLF has changed nothing either.
    let ends = try await edit(book, with: "sed -i 's/$/\\r/' \"$1\"")
    #expect(ends.errorText == "nothing was changed\n")
    #expect(try await book.output(["export"]) == card)
    #expect(try await book.output(["book", "log"]).split(separator: "\n").count == 2)
  }

  /// The file that what was written stays in: the only one of its kind, its owner's alone.
  private func kept(_ book: BookRunner, _ outcome: ToolRunner.Outcome) throws -> String {
    let names = try book.folder.names().filter { $0.hasPrefix("vcard-") }
    let name = try #require(names.first)
    #expect(names.count == 1)
    #expect(
      outcome.errorLines.last
        == "vcard: note: what was written is in \(book.folder.argument(name))")
    #expect(try BookRunner.permissions(book.folder.path(name)) == "600")
    return try book.folder.text(name)
  }

  @Test(
    "what is not just one card is refused, with a reason, and stays in a file that is named",
    arguments: [
      ("echo > \"$1\"", "it holds no card"),
      ("cat \"$1\" >> \"$1.2\"; cat \"$1.2\" >> \"$1\"", "2 cards"),
      ("sed -i 's/^TEL.*/a line that says nothing/' \"$1\"", "not a property"),
      ("sed -i '/^END/d' \"$1\"", "END:VCARD"),
      // An editor may give the file other permissions; the one that stays is its owner's alone.
      ("echo > \"$1\"; chmod 666 \"$1\"", "it holds no card"),
    ])
  func refused(script: String, reason: String) async throws {
    let (book, card) = try await makeBook()
    let typed = book.folder.argument("typed")
    let outcome = try await edit(book, with: "\(script); cp \"$1\" '\(typed)'")
    #expect(outcome.ending == .exit(65), "\(outcome.errorText)")
    #expect(outcome.errorLines.dropLast().last?.contains(reason) == true, "\(outcome.errorText)")
    #expect(try kept(book, outcome) == book.folder.text("typed"))
    #expect(try await book.output(["export"]) == card)
    #expect(try book.folder.names().filter { $0.hasSuffix(".tmp") }.isEmpty)
  }

  @Test("an editor that fails, none at all, and an ID that is none")
  func failures() async throws {
    let (book, card) = try await makeBook()
    let failed = try await edit(book, with: "echo 'BEGIN:VCARD' > \"$1\"; exit 3")
    #expect(failed.ending == .exit(74))
    #expect(failed.errorText.contains("ended with 3"))
    #expect(try kept(book, failed) == "BEGIN:VCARD\n")
    // Who has written nothing has nothing to keep.
    let idle = try await edit(book, with: "exit 1")
    #expect(idle.errorLines.count == 1)
    let nowhere = try await book(["book", "edit", "1"])
    #expect(nowhere.ending == .exit(64))
    #expect(nowhere.errorText.contains("$EDITOR"))
    #expect(try await book(["book", "edit", "2", "--input", "-"]).ending == .exit(66))
    #expect(try await book.output(["export"]) == card)
  }

  @Test("a card that there was no room for is nothing that somebody wrote: no file stays")
  func noRoom() async throws {
    let book = try BookRunner("book.vcf")
    try book.folder.write(BookRunner.card("Kate"), to: "book.vcf")
    let outcome = try await ToolRunner.shell(
      "ulimit -f 0; exec vcard book edit 0 --book book.vcf",
      environment: ["EDITOR": "true", "TMPDIR": book.folder.path.string],
      directory: book.folder.path)
    #expect(outcome.ending == .exit(74))
    #expect(!outcome.errorText.contains("what was written"), "\(outcome.errorText)")
    #expect(try book.folder.names() == ["book.vcf"])
  }

  @Test("what is written stays when the record goes meanwhile, and when the book cannot be written")
  func cannotSave() async throws {
    let (book, _) = try await makeBook()
    let change = "sed -i 's/0100/0199/' \"$1\""
    let gone = try await edit(
      book, with: "\(change); vcard book remove 1 --quiet --book '\(book.book)'")
    #expect(gone.ending == .exit(66), "\(gone.errorText)")
    #expect(try kept(book, gone).contains("0199\n"))

    let (other, _) = try await makeBook()
    let damaged = try await edit(other, with: "\(change); echo damaged > '\(other.book)'")
    #expect(damaged.ending != .exit(0))
    #expect(try kept(other, damaged).contains("0199\n"))
  }

  @Test(
    "what is written stays when the command is interrupted, also what the editor saves after that",
    arguments: ["HUP", "TERM"])
  func interrupted(signal: String) async throws {
    let (book, card) = try await makeBook()
    let outcome = try await edit(
      book,
      with: """
        sed -i 's/0100/0199/' "$1"
        process=$PPID
        while [ "$(cat /proc/$process/comm)" != vcard ]; do
          process=$(cut -d ' ' -f 4 /proc/$process/stat) || exit 9
        done
        kill -\(signal) $process
        # Until it has ended, whether anybody has asked how or not.
        while [ -e /proc/$process/stat ] && ! grep -q ') Z' /proc/$process/stat; do sleep 0.1; done
        echo X-LATE:1 >> "$1"
        """)
    #expect(outcome.ending == .exit(130), "\(outcome.errorText)")
    let line = try #require(outcome.errorLines.last)
    let start = "vcard: note: what was written is in \(book.folder.path)/"
    #expect(line.hasPrefix(start) && line.hasSuffix("/card.vcf"), "\(line)")
    let name = String(line.dropFirst(start.count))
    // The editor goes on after the command.
    for _ in 0..<6000 where try !book.folder.text(name).hasSuffix("X-LATE:1\n") {
      try await Task.sleep(for: .milliseconds(10))
    }
    let text = try book.folder.text(name)
    #expect(text.contains("0199\n") && text.hasSuffix("X-LATE:1\n"))
    #expect(try await book.output(["export"]) == card)
  }

  @Test(
    "lines keep their octets wherever VERSION stands, and when it changes",
    // In 4.0 it comes first.
    arguments: [
      (1, "s/0100/0199/"), (3, "s/0100/0199/"), (1, "s/VERSION:3.0/VERSION:4.0/; s/0100/0199/"),
    ])
  func versionAnywhere(place: Int, change: String) async throws {
    let book = try BookRunner()
    let long = String(repeating: "long ", count: 30)
    var lines = [
      "BEGIN:VCARD", "N:Bell;Kate;;;", "FN:Kate Bell", "NOTE:folded", "  where nobody else would",
      "X-LONG:\(long)", "TEL;TYPE=cell:+1 415 555 0100", "END:VCARD", "",
    ]
    lines.insert("VERSION:3.0", at: place)
    let card = lines.joined(separator: "\r\n")
    #expect(try await book.output(["book", "new"], input: card) == "1\n")
    let outcome = try await edit(book, with: "sed -i '\(change)' \"$1\"")
    #expect(outcome.ending == .exit(0), "\(outcome.errorText)")
    let after = try await book.output(["export"]).components(separatedBy: "\r\n")
    let version = change.contains("VERSION") ? "VERSION:4.0" : "VERSION:3.0"
    let expected = lines.map { line in
      line.hasPrefix("VERSION") ? version : line.replacingOccurrences(of: "0100", with: "0199")
    }
    #expect(after.filter { !$0.hasPrefix("REV:") } == expected)
    #expect(after.count == expected.count + 1)
  }

  /// Whether script(1), which runs a command on a terminal of its own, is here.
  private static func hasTerminals() async throws -> Bool {
    let folder = try TemporaryDirectory()
    return try await ToolRunner.shell("script -qec true typescript", directory: folder.path).ending
      == .exit(0)
  }

  @Test(
    "a new card is filled in: folded lines are whole, and empty ones are none, folds included",
    .enabled { try await hasTerminals() })
  func filledIn() async throws {
    let book = try BookRunner()
    let editor = try book.folder.write(
      """
      #!/bin/sh
      sed -i 's/^FN:/FN:Kate Bell/; s/^N:.*/N:Bell;Kate;;;/; s/^NOTE:/NOTE:in the evening,\\n  please call:/
      s/^TITLE:/TITLE:\\n  /; s/^ORG:/ORG:\\n Acme/' "$1"

      """, to: "editor")
    try TestSystem.setPermissions(0o700, of: editor)
    let outcome = try await ToolRunner.shell(
      "exec script -qec \"vcard book new --book '\(book.book)'\" typescript",
      environment: ["EDITOR": editor.string, "TMPDIR": book.folder.path.string],
      directory: book.folder.path)
    #expect(outcome.ending == .exit(0), "\(outcome.outputText)")
    let lines = try await book.output(["export"]).split(whereSeparator: \.isNewline)
    let expected = [
      "BEGIN:VCARD", "VERSION:4.0", "FN:Kate Bell", "N:Bell;Kate;;;", "ORG:", " Acme",
      "NOTE:in the evening,", "  please call:", "UID:", "REV:", "END:VCARD",
    ]
    #expect(lines.count == expected.count, "\(lines)")
    for (line, start) in zip(lines, expected) { #expect(line.hasPrefix(start)) }
  }

  @Test("what was odd before is let through, one more of its kind is not")
  func oldFaults() async throws {
    let book = try BookRunner()
    let id = try await book.add("Bell", "a line that says nothing", "TEL:0100")
    #expect(id == "1")
    let allowed = try await edit(book, with: "sed -i 's/0100/0199/' \"$1\"")
    #expect(allowed.errorText == "changed 1 Bell\n")
    let refused = try await edit(book, with: "sed -i 's/^TEL.*/&\\nanother line/' \"$1\"")
    #expect(refused.ending == .exit(65), "\(refused.errorText)")
    #expect(refused.errorText.contains("not a property"))
    let after = try await book.output(["export"])
    #expect(after.contains("a line that says nothing\r\n") && after.contains("TEL:0199\r\n"))
    #expect(!after.contains("another line"))
  }

  @Test("words find the person for an editor, one only; --input takes IDs")
  func words() async throws {
    let (book, card) = try await makeBook()
    #expect(try await book.add("Bell") == "2")
    let editor = ["EDITOR": "sed -i s/0100/0199/", "TMPDIR": book.folder.path.string]
    let several = try await book(["book", "edit", "bell"], environment: editor)
    #expect(several.ending == .exit(1))
    #expect(several.errorText.hasPrefix("vcard: error: 2 people fit"))
    let one = try await book(["book", "edit", "kate", "bell"], environment: editor)
    #expect(one.errorText == "changed 1 Kate Bell\n")
    for arguments in [["kate", "--input", "-"], ["nobody"]] {
      let none = try await book(
        ["book", "edit"] + arguments, input: Array(card.utf8), environment: editor)
      #expect(none.ending == .exit(66))
      #expect(none.errorText.contains("'vcard book list' shows the IDs"))
    }
    #expect(try await book(["book", "link", "1", "2"]).ending == .exit(0))
    let linked = try await book(["book", "edit", "kate", "--records"], environment: editor)
    #expect(linked.ending == .exit(1))
    #expect(linked.errorText.contains("take one of the IDs 1, 2"))
  }

  /// A book with a person of two sources, in two versions.
  private func makeLinkedBook() async throws -> BookRunner {
    let book = try BookRunner()
    _ = try await book.add("Bell", "TEL;TYPE=cell:+1 415 555 0100", "NOTE:of the first")
    let card = BookRunner.card(
      "Bell", ["TEL;TYPE=work:+1-415-555-0100", "EMAIL:kate@work.example"], version: "4.0")
    _ = try await book.output(["book", "new", "--source", "phone"], input: card)
    #expect(try await book(["book", "link", "1", "2"]).ending == .exit(0))
    return book
  }

  private func lines(_ book: BookRunner, _ id: String) async throws -> [String] {
    let cards = try await book.output(["book", "show", id, "--records", "--format", "vcf"])
      .components(separatedBy: "END:VCARD")
    return try #require(id == "1" ? cards.first : cards.dropFirst().first)
      .split(separator: "\r\n").map(String.init).filter { !$0.hasPrefix("REV") }
  }

  @Test("a linked person is one card; what changes in it changes in the records that have it")
  func linked() async throws {
    let book = try await makeLinkedBook()
    let before = try await book.export()
    let outcome = try await edit(
      book,
      with: "sed -i 's/0100/0199/; s/^END/TITLE:Baker\\n&/; /^EMAIL/d' \"$1\"", ["--to", "phone"])
    #expect(outcome.errorText == "changed 1, 2 Bell\n")
    #expect(
      try await lines(book, "1") == [
        "BEGIN:VCARD", "VERSION:3.0", "N:Bell;;;;", "FN:Bell", "TEL;TYPE=cell:+1 415 555 0199",
        "NOTE:of the first",
      ])
    #expect(
      try await lines(book, "2") == [
        "BEGIN:VCARD", "VERSION:4.0", "N:Bell;;;;", "FN:Bell", "TEL;TYPE=work:+1 415 555 0199",
        "TITLE:Baker",
      ])
    // One request, taken back as one.
    #expect(try await book(["undo"]).ending == .exit(0))
    #expect(try await book.export() == before)
    let one = try await edit(book, with: "sed -i 's/of the first/changed/' \"$1\"")
    #expect(one.errorText == "changed 1 Bell\n")
    let same = try await edit(book, with: "true")
    #expect(same.errorText == "nothing was changed\n")
    let version = try await edit(book, with: "sed -i s/VERSION:3.0/VERSION:4.0/ \"$1\"")
    #expect(version.ending == .exit(65))
    #expect(version.errorText.contains("--records"))
    let nowhere = try await edit(book, with: "true", ["--to", "web"])
    #expect(nowhere.ending == .exit(64))
    #expect(nowhere.errorText.contains("take one of the IDs 1, 2"))
  }

  @Test(
    "--records edits one record; --dry-run shows each that would change", arguments: ["2", "1"])
  func records(id: String) async throws {
    let book = try await makeLinkedBook()
    let editor = ["EDITOR": "sed -i s/0100/0199/", "TMPDIR": book.folder.path.string]
    let before = try await book.export()
    let dry = try await book(["book", "edit", id, "-n"], environment: editor)
    #expect(dry.outputText.components(separatedBy: "0199").count == 3)
    #expect(try await book.export() == before)
    for option in ["--records", "--record"] {
      let one = try await book(["book", "edit", option, id], environment: editor)
      #expect(one.errorText == "changed \(id) Bell\n")
      #expect(
        try await lines(book, id).contains { $0.hasSuffix("555-0199") || $0.hasSuffix("555 0199") })
      #expect(try await !lines(book, id == "1" ? "2" : "1").contains { $0.hasSuffix("0199") })
      #expect(try await book(["undo"]).ending == .exit(0))
    }
    #expect(try await book.export() == before)
  }

  @Test("new and changed lines end as the card's do", arguments: ["\n", "\r", "\r\n"])
  func lineEnds(end: String) async throws {
    let book = try BookRunner()
    let lines = ["BEGIN:VCARD", "VERSION:3.0", "N:Bell;;;;", "FN:Bell", "NOTE:a", "END:VCARD", ""]
    let card = lines.joined(separator: end)
    #expect(try await book.output(["book", "new"], input: card) == "1\n")
    #expect(try await book.output(["export"]) == card)
    let long = String(repeating: "long ", count: 30)
    #expect(
      try await edit(book, with: "sed -i 's/NOTE:a/NOTE:\(long)b/' \"$1\"").ending == .exit(0))
    let after = try await book.output(["export"])
    #expect(after.replacingOccurrences(of: end, with: "").allSatisfy { !$0.isNewline })
    #expect(after.hasPrefix(lines[..<4].joined(separator: end) + end + "NOTE:long"))
    #expect(after.contains("\(end)REV:") && after.hasSuffix("END:VCARD\(end)"))
    #expect(after.replacingOccurrences(of: "\(end) ", with: "").contains("NOTE:\(long)b\(end)"))
  }

  @Test("two who edit at once: each one's properties are there, of one property the last wins")
  func atOnce() async throws {
    let (book, _) = try await makeBook()
    // While the first edits, the second changes the note and the number.
    let other =
      "sed 's/^NOTE.*/NOTE:of the other/; s/0100/0111/' \"$1\" > '\(book.folder.path)/new'"
    let outcome = try await edit(
      book,
      with: """
        \(other)
        vcard book edit 1 --quiet --input '\(book.folder.path)/new' --book '\(book.book)' || exit 1
        sed -i 's/0100/0122/; s/^FN.*/FN:Cate Bell/' "$1"
        """)
    #expect(outcome.ending == .exit(0), "\(outcome.errorText)")
    let after = try await book.output(["export"])
    #expect(after.contains("NOTE:of the other\r\n"))
    #expect(after.contains("FN:Cate Bell\r\n"))
    #expect(after.contains("0122") && !after.contains("0100"))
    #expect(try await book.output(["book", "log"]).split(separator: "\n").count == 4)
  }

  @Test("a file and a folder are edited, too; a number that means another card by now is refused")
  func otherKinds() async throws {
    for kind in ["book.vcf", "people"] {
      let book = try BookRunner(kind)
      if kind == "people" { try book.folder.makeFolder(kind) }
      let first = try await book.add("Bell", "TEL:1")
      let second = try await book.add("Ray", "TEL:2")
      let script = try book.folder.write("#!/bin/sh\nsed -i s/TEL:2/TEL:3/ \"$1\"\n", to: "editor")
      try TestSystem.setPermissions(0o700, of: script)
      let environment = ["VISUAL": script.string, "TMPDIR": book.folder.path.string]
      let edited = try await book(["book", "edit", second], environment: environment)
      #expect(edited.errorText == "changed \(second) Ray\n")
      let after = try await book.output(["export"])
      #expect(after.contains("TEL:3\r\n") && after.contains("TEL:1\r\n"))
      try book.folder.write(
        "#!/bin/sh\nvcard book remove -q \(first) --book '\(book.book)'\necho X-A:b >> \"$1\"\n"
          + "sed -i '/^END/d; $a END:VCARD' \"$1\"\n", to: "editor")
      let late = try await book(["book", "edit", first], environment: environment)
      #expect(late.ending == .exit(75), "\(late.errorText)")
      #expect(try kept(book, late).contains("X-A:b\n"))
      #expect(!(try await book.output(["export"]).contains("X-A")))
    }
  }

  @Test("--dry-run shows the card and saves nothing; --input needs no editor")
  func input() async throws {
    let (book, card) = try await makeBook()
    let new = card.replacingOccurrences(of: "Kate Bell", with: "Cate Bell")
    let dry = try await book(["book", "edit", "1", "-n", "-i", "-"], input: Array(new.utf8))
    #expect(dry.outputText.contains("FN:Cate Bell\r\n"))
    #expect(try await book.output(["export"]) == card)
    #expect(
      try await book(["book", "edit", "1", "-i", "-"], input: Array(new.utf8)).ending == .exit(0))
    #expect(try await book.output(["export"]).contains("FN:Cate Bell\r\n"))
  }
}
