import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite("vcard book: links, groups, sources, merging")
struct BookLinksTests {
  private func person(_ book: BookRunner, _ id: String) async throws -> [String] {
    let outcome = try await book.output(["book", "list", "--format", "jsonl"])
    for line in outcome.split(separator: "\n") {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let records = object?["records"] as? [String] ?? []
      if records.contains(id) { return records }
    }
    return []
  }

  @Test("linked records are one person with the values of both, each with where it comes from")
  func link() async throws {
    let book = try BookRunner()
    let (one, two) = (
      try await book.add("Bell", "TEL:1", "EMAIL:kate@home.example"),
      try await book.add("Bell", "TEL:1", "EMAIL:kate@work.example")
    )
    let before = try await book.export()
    let dry = try await book(["book", "link", one, two, "-n"])
    #expect(dry.errorText == "would link 1 Bell and 2 Bell\n")
    #expect(try await person(book, one) == ["1"])
    #expect(try await book(["book", "link", two, one]).errorText == "linked 2 Bell and 1 Bell\n")
    #expect(try await person(book, one) == ["1", "2"])
    let list = try await book.output(["book", "list", "--records", "--format", "jsonl"])
    for id in ["1", "2"] {
      #expect(list.contains("\"person\":\"\(id)\",") && list.contains("\"records\":[\"\(id)\"]"))
    }
    #expect(try await book(["book", "list", "home", "--records"]).outputText.contains("kate@home"))
    #expect(!(try await book.output(["book", "list", "home", "--records"]).contains("kate@work")))
    #expect(try await book.export() == before)
    #expect(
      try await book.output(["book", "show", two])
        == "1  Bell\n  Phone  1\n  Email  kate@home.example\n  Email  kate@work.example\n")
    let page = """
      1  Bell  local 1, local 2
        Phone  1  local 1, local 2
        Email  kate@home.example  local 1
        Email  kate@work.example  local 2

      """
    #expect(try await book.output(["book", "show", two, "-v"]) == page)
    #expect(try await book.output(["show", "-v"]) == page.dropFirst(3))
    #expect(
      try await book.output(["book", "show", two, "--records"])
        == "1  Bell\n  Phone  1\n  Email  kate@home.example\n"
        + "\n2  Bell\n  Phone  1\n  Email  kate@work.example\n")
    #expect(
      try await book.output(["book", "show", two, "--format", "vcf"])
        == book.output(["export"]))
    // Both emails are shared, and nothing of the book besides.
    let cutout = try await book.output(["share", "bell"])
    #expect(cutout.contains("[\"kate@home.example\",\"kate@work.example\"]"))
    let unified = try await book.output(["export"])
    #expect(unified.components(separatedBy: "BEGIN:VCARD").count == 2)
    #expect(unified.contains("EMAIL:kate@home.example") && unified.contains("kate@work.example"))
    #expect(!unified.contains("REV"))
    #expect(try await book.output(["export", "--unified"]) == unified)
    #expect(try await book(["book", "link", one, "99"]).ending == .exit(66))
    #expect(try await book(["book", "link", one, one]).ending == .exit(64))
  }

  @Test("unlinking is remembered: an import of the same source does not link again, undo does")
  func unlink() async throws {
    let book = try BookRunner()
    _ = try await book.add("Bell", "EMAIL:kate@bell.example", "UID:a")
    let card = BookRunner.card("Bell", ["EMAIL:kate@bell.example", "TEL:5", "UID:b"])
    try book.folder.write(card, to: "phone.vcf")
    let phone = ["import", book.folder.argument("phone.vcf"), "--source", "phone"]
    #expect(
      try await book(phone).errorText
        == "read 1, matched 1 (1 updated), created 0, ambiguous 0, skipped 0\n")
    #expect(try await person(book, "2") == ["1", "2"])
    #expect(try await book(["book", "unlink", "1", "2"]).errorText == "unlinked 2 from 1 Bell\n")
    #expect(try await person(book, "2") == ["2"])
    #expect(try await book(["book", "unlink", "1", "2"]).errorText == "1 and 2 are not linked\n")
    _ = try await book(phone)
    #expect(try await person(book, "2") == ["2"])
    #expect(try await book(["undo"]).ending == .exit(0))
    #expect(try await person(book, "2") == ["1", "2"])
  }

  @Test("merge and unlink take two records, and unlink takes them by ID")
  func pairs() async throws {
    let book = try BookRunner()
    for name in ["Zoe", "Zoe", "Ann"] { _ = try await book.add(name) }
    _ = try await book.output(["book", "link", "1", "2"])
    let before = try await book.export()
    for (arguments, ending, reason) in [
      (["unlink", "1", "1"], Int32(64), "both name the record 1"),
      (["merge", "3", "3"], 64, "both name the record 3"),
      (["merge", "3", "ann"], 64, "both name the record 3"),
      (["unlink", "1", "zoe"], 66, "has no record zoe"),
      (["unlink", "zoe", "2"], 66, "has no record zoe"),
    ] {
      let outcome = try await book(["book"] + arguments)
      #expect(outcome.ending == .exit(ending), "\(arguments)")
      #expect(outcome.errorText.contains(reason), "\(outcome.errorText)")
    }
    #expect(try await person(book, "2") == ["1", "2"])
    #expect(try await book.export() == before)
    #expect(try await book(["book", "merge", "ann", "1"]).errorText.hasPrefix("merged 1 into 3"))
  }

  @Test("split makes all records people of their own")
  func split() async throws {
    let book = try BookRunner()
    for _ in 1...3 { _ = try await book.add("Bell", "TEL:1") }
    _ = try await book(["book", "link", "1", "2"])
    _ = try await book(["book", "link", "2", "3"])
    #expect(try await person(book, "3") == ["1", "2", "3"])
    let dry = try await book(["book", "split", "2", "--dry-run"])
    #expect(dry.errorText == "would split Bell into 1, 2, 3\n")
    #expect(try await book(["book", "split", "2"]).errorText == "split Bell into 1, 2, 3\n")
    for id in ["1", "2", "3"] { #expect(try await person(book, id) == [id]) }
    #expect(try await book(["book", "split", "2"]).errorText == "2 Bell is linked with nobody\n")
    #expect(try await book(["book", "split", "9"]).ending == .exit(66))
    // A person goes with all records, unless one only is meant.
    _ = try await book(["book", "link", "1", "2"])
    _ = try await book(["book", "remove", "2", "--record"])
    #expect(try await person(book, "1") == ["1"])
    _ = try await book(["undo"])
    _ = try await book(["book", "remove", "2"])
    #expect(try await book.output(["book", "list"]).split(separator: "\n").count == 2)
  }

  @Test("merge adds what A lacks, keeps what contradicts, and takes B's groups and links along")
  func merge() async throws {
    let book = try BookRunner()
    _ = try await book.add("Bell", "BDAY:1978-01-20", "TEL:1")
    _ = try await book.add("Bell", "BDAY:1979-01-20", "TEL:2", "UID:two")
    _ = try await book.add("Bell", "TEL:3")
    _ = try await book(["book", "link", "2", "3"])
    let group = try await book.output(["book", "groups", "new", "Family"]).dropLast()
    _ = try await book(["book", "groups", "add", "Family", "2"])
    let before = try await book.export()
    let dry = try await book(["book", "merge", "1", "2", "--dry-run"])
    #expect(dry.outputText.contains("X-ALSO-BDAY:1979-01-20"))
    #expect(try await book.export() == before)
    let merged = try await book(["book", "merge", "1", "2"])
    #expect(merged.ending == .exit(0))
    #expect(merged.errorText.hasPrefix("merged 2 into 1 Bell: 3 values added\n"))
    let card = try await book.output(["book", "show", "1", "--format", "vcf"])
    for line in ["BDAY:1978-01-20", "X-ALSO-BDAY:1979-01-20", "TEL:1", "TEL:2", "UID:two"] {
      #expect(card.contains("\r\n\(line)\r\n"), "\(line)")
    }
    #expect(try await person(book, "1") == ["1", "3"])
    let members = try await book.output(["book", "groups", "--format", "jsonl"])
    #expect(members.contains("\"group\":\"\(group)\""))
    #expect(members.contains("\"members\":[\"1\"],\"missing\":0"))
    #expect(try await book(["undo"]).errorText.contains("took back merge of "))
    #expect(try await book.export() == before)
    #expect(try await person(book, "3") == ["2", "3"])
  }

  @Test("a link made while two become one is not lost")
  func mergeAndLink() async throws {
    for _ in 0..<6 {
      let book = try BookRunner()
      for name in ["Bell", "Bell", "Ada"] { _ = try await book.add(name) }
      async let linking = book(["book", "link", "2", "3"])
      async let merging = book(["book", "merge", "1", "2"])
      let (linked, merged) = (try await linking, try await merging)
      #expect(merged.ending == .exit(0), "\(merged.errorText)")
      // Whoever comes too late is told.
      let isLinked = linked.ending == .exit(0)
      if !isLinked { #expect(linked.ending == .exit(66), "\(linked.errorText)") }
      #expect(try await person(book, "3") == (isLinked ? ["1", "3"] : ["3"]))
    }
  }

  @Test("who is linked with somebody while they are removed goes, too, or stays unlinked")
  func removeAndLink() async throws {
    for _ in 0..<6 {
      let book = try BookRunner()
      for name in ["Bell", "Bell", "Ada"] { _ = try await book.add(name) }
      _ = try await book.output(["book", "link", "1", "2"])
      async let linking = book(["book", "link", "2", "3"])
      async let removing = book(["book", "remove", "1"])
      let (linked, removed) = (try await linking, try await removing)
      #expect(removed.ending == .exit(0), "\(removed.errorText)")
      let isLinked = linked.ending == .exit(0)
      if !isLinked { #expect(linked.ending == .exit(66), "\(linked.errorText)") }
      #expect(removed.errorLines.count == (isLinked ? 3 : 2))
      #expect(try await person(book, "3") == (isLinked ? [] : ["3"]))
    }
  }

  @Test("merging two of one UID keeps the group, and a person and a group do not become one")
  func mergeSameUID() async throws {
    let book = try BookRunner()
    let uuid = "4fbe8971-0bc3-424c-9c26-36c3e1eff6b1"
    _ = try await book.add("Bell", "TEL:1", "UID:\(uuid.uppercased())")
    _ = try await book.add("Bell", "TEL:2", "UID:urn:uuid:\(uuid)")
    _ = try await book.output(["book", "groups", "new", "Family"])
    _ = try await book(["book", "groups", "add", "Family", "2"])
    _ = try await book.output(["book", "groups", "new", "Choir"])
    _ = try await book(["book", "groups", "add", "Choir", "2"])
    let before = try await book.export()
    for pair in [["1", "3"], ["3", "1"]] {
      for more in [[], ["--dry-run"]] {
        let refused = try await book(["book", "merge"] + pair + more)
        #expect(refused.ending == .exit(65))
        #expect(
          refused.errorText.contains(
            "record 3 is a group, and record 1 is none; they do not become one"))
      }
    }
    #expect(try await book.export() == before)
    #expect(try await book(["book", "merge", "1", "2"]).ending == .exit(0))
    var groups = try await book.output(["book", "groups", "--format", "jsonl"])
    #expect(groups.components(separatedBy: "\"members\":[\"1\"],\"missing\":0").count == 3)
    // Two groups become one with the members of both, once.
    _ = try await book.add("Ada")
    _ = try await book(["book", "groups", "add", "Choir", "5"])
    _ = try await book(["book", "groups", "add", "Family", "4"])
    #expect(try await book(["book", "merge", "3", "4"]).ending == .exit(0))
    groups = try await book.output(["book", "groups", "--format", "jsonl"])
    #expect(groups.components(separatedBy: "\"members\":[\"1\",\"5\"],\"missing\":0").count == 2)
    for _ in 0..<4 { _ = try await book.output(["undo"]) }
    #expect(try await book.output(["book", "groups", "--format", "jsonl"]) != groups)
    _ = try await book.output(["undo"])
    #expect(try await book.export() == before)
  }

  @Test("who is remembered by an ID and a name is found by the name where the ID does not fit")
  func remembered() async throws {
    let book = try await BookRunner.importing()
    let name = try await book.output(["book", "show", "3"]).split(separator: "\n")[0].dropFirst(3)
    let words = name.split(separator: " ").map(String.init)
    let fits = try await book(["book", "show", "3"] + words)
    #expect(fits.ending == .exit(0) && fits.errors.isEmpty)
    let moved = try await book(["book", "show", "1"] + words)
    #expect(moved.output == fits.output)
    #expect(moved.errorText == "vcard: note: \(name) is not 1, but 3\n")
    let gone = try await book(["book", "show", "999"] + words)
    #expect(gone.output == fits.output)
    #expect(gone.errorText == "vcard: note: \(name) is not 999, but 3\n")
    let nobody = try await book(["book", "show", "3", "Nobody", "Atall"])
    #expect(nobody.ending == .exit(1))
  }

  @Test("a saved reference is printed, read, and refined by emails; share takes one, too")
  func reference() async throws {
    let book = try BookRunner()
    for (name, email) in [("Kate Bell", "a"), ("Ann Lee", "b"), ("Kate Bell", "c")] {
      _ = try await book.output(["book", "new", "--name", name, "--email", "\(email)@x.example"])
    }
    let saved = try await book.output(["book", "show", "3", "--reference"])
    #expect(
      saved.hasPrefix(#"{"schema":"vcard.reference/1","id":"3","compositeName":"Kate Bell","#))
    let shown = try await book(["book", "show", saved])
    #expect(shown.outputText.hasPrefix("3  Kate Bell\n"))
    #expect(shown.errors.isEmpty)
    let fits = try await book(["book", "show", "3", "Dr.", "Bell", "KATE", "Jr."])
    #expect(fits.outputText.hasPrefix("3  Kate Bell\n"), "\(fits.errorText)")
    #expect(fits.errors.isEmpty)
    for command in [
      ["book", "show", "2", "Kate", "Bell"], ["share", "Kate", "Bell", "--id", "2"],
    ] {
      let several = try await book(command)
      #expect(several.ending == .exit(1))
      #expect(several.errorText.contains("2 people fit"))
      #expect(several.output.isEmpty)
      let moved = try await book(command + ["c@x.example"])
      #expect(moved.ending == .exit(0))
      #expect(moved.errorText == "vcard: note: Kate Bell is not 2, but 3\n")
      #expect(moved.outputText.contains("c@x.example"))
    }
    #expect(try await book(["book", "show", "{\"id\":\"3\"}"]).ending == .exit(64))
    #expect(try await book.output(["share", "--id", saved]).contains("c@x.example"))
  }

  @Test("group cards of Apple's and of vCard 4.0 are groups, and are written as either")
  func groupCards() async throws {
    let book = try BookRunner()
    let apple = Fixtures.path("cards/wild/icloud-ios.vcf").string
    _ = try await book.output(["import", "--quiet", apple])
    let people = (
      try await book.add("Al", "UID:urn:uuid:00000000-0000-4000-8000-000000000a83"),
      try await book.add("Bea", "UID:00000000-0000-4000-8000-000000000B83")
    )
    let quirks = Fixtures.path("cards/quirks/83-groups-of-people.vcf").string
    _ = try await book.output(["import", "--quiet", "--ambiguous", "new", quirks])
    func groups(_ book: BookRunner) async throws -> [String] {
      try await book.output(["book", "groups", "--format", "jsonl"]).split(separator: "\n").map {
        $0.components(separatedBy: "\"members\":").last ?? ""
      }
    }
    #expect(people == ("4", "5"))
    #expect(
      try await groups(book) == [
        "[\"1\",\"2\"],\"missing\":0}", "[\"4\",\"5\"],\"missing\":0}", "[\"4\"],\"missing\":1}",
      ])
    // As another program with the other kind of groups reads them.
    for version in ["vcard3", "vcard4"] {
      let cards = try await book.output(["export", "--quiet", "--to", version])
      let other = try BookRunner()
      let file = try other.folder.write(cards, to: "all.vcf").string
      _ = try await other.output(["import", "--quiet", "--ambiguous", "new", file])
      #expect(try await groups(other) == groups(book))
      let own = version == "vcard4" ? "MEMBER" : "X-ADDRESSBOOKSERVER-MEMBER"
      #expect(cards.contains("\n\(own)"))
      // Nobody goes with a group.
      let count = try await other.output(["book", "list", "--format", "jsonl"])
      _ = try await other.output(["book", "groups", "delete", "Lesekreis"])
      #expect(try await other.output(["book", "list", "--format", "jsonl"]) == count)
    }
  }

  @Test("groups: made, filled, listed, exported, deleted; nobody goes with one")
  func groups() async throws {
    let book = try await BookRunner.importing()
    let before = try await book.export()
    #expect(try await book.output(["book", "groups", "new", "Family"]) == "14\n")
    let added = try await book(["book", "groups", "add", "Family", "1", "2", "1"])
    #expect(added.errorText == "1 Kate Bell: added to Family\n2 Kate Bell: added to Family\n")
    #expect(
      try await book(["book", "groups", "add", "14", "1"]).errorText == "nothing was changed\n")
    let dry = try await book(["book", "groups", "remove", "14", "1", "-n"])
    #expect(dry.errorText == "1 Kate Bell: would be removed from Family\n")
    #expect(
      try await book.output(["book", "groups"]) == """
        ID  Group   Source  Members  Not in the book
        14  Family  local         2                0

        """)
    let shown = try await book.output(["book", "groups", "show", "Family"])
    #expect(shown.split(separator: "\n").count == 3)
    #expect(!(try await book.output(["book", "list"]).contains("Family")))
    let exported = try await book.output(["export", "--group", "Family"])
    #expect(exported.components(separatedBy: "BEGIN:VCARD").count == 3)
    #expect(exported.components(separatedBy: "\r\nFN:Kate Bell\r\n").count == 3)
    let removed = try await book(["book", "groups", "remove", "Family", "2"])
    #expect(removed.ending == .exit(0))
    let json = try await book.output(["book", "groups", "list", "--format", "jsonl"])
    #expect(
      json == "{\"schema\":\"vcard.group/1\",\"group\":\"14\",\"name\":\"Family\","
        + "\"source\":\"local\",\"members\":[\"1\"],\"missing\":0}\n")
    for wrong in [
      ["show", "None"], ["add", "None", "1"], ["add", "Family", "99"], ["delete", "1"],
    ] {
      let outcome = try await book(["book", "groups"] + wrong)
      #expect(outcome.ending == .exit(66), "\(wrong): \(outcome.errorText)")
    }
    let deleted = try await book(["book", "groups", "delete", "Family"])
    #expect(deleted.errorText == "deleted the group Family; 1 member stays\n")
    #expect(try await book.export() == before)
  }

  @Test("sources: named by import, exported alone, removed with all of their records")
  func sources() async throws {
    let book = try await BookRunner.importing()
    let before = try await book.export()
    let incoming = Fixtures.path("demo/incoming.vcf").string
    _ = try await book(["import", incoming, "--source", "phone", "--ambiguous", "skip"])
    #expect(
      try await book.output(["book", "sources"]) == """
        Source  Records
        local        13
        phone         9

        """)
    let phone = try await book.output(["export", "--source", "phone"])
    #expect(phone.components(separatedBy: "BEGIN:VCARD").count == 10)
    #expect(try await book(["export", "--source", "none"]).ending == .exit(66))
    // What the phone says did not get into the records of the book.
    let local = try await book(["export", "--source", "local"])
    #expect(local.output == before)
    let dry = try await book(["book", "sources", "remove", "phone", "-n"])
    #expect(dry.errorText == "would remove phone with 9 records\n")
    let removed = try await book(["book", "sources", "remove", "phone"])
    #expect(removed.errorText == "removed phone with 9 records\n")
    #expect(try await book.export() == before)
    #expect(try await book(["book", "sources", "remove", "phone"]).ending == .exit(66))
    _ = try await book(["undo"])
    #expect(try await book.output(["export", "--source", "phone"]) == phone)
  }
}
