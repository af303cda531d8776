import Foundation
import TestSupport
import Testing

@Suite("vcard book groups: groups in groups")
struct BookGroupsTests {
  /// A book with one person and three groups, 2, 3 and 4, each among the members of the one before.
  private func makeBook() async throws -> BookRunner {
    let book = try BookRunner()
    #expect(try await book.add("Bell") == "1")
    for (number, name) in ["A", "B", "C"].enumerated() {
      #expect(try await book.output(["book", "groups", "new", name]) == "\(number + 2)\n")
    }
    for (group, member) in [("A", "3"), ("B", "4")] {
      #expect(try await book(["book", "groups", "add", group, member]).ending == .exit(0))
    }
    return book
  }

  @Test(
    "no group is a member of itself, neither straight nor by others",
    arguments: [
      (["A", "2"], "a group is no member of itself"),
      (["B", "2"], "group 2 has 3 among its members"),
      (["C", "2"], "group 2 has 4 among its members, by group 3"),
      (["C", "1", "2"], "group 2 has 4 among its members, by group 3"),
    ])
  func cycles(arguments: [String], reason: String) async throws {
    let book = try await makeBook()
    let before = try await book.export()
    for more in [[], ["--dry-run"]] {
      let outcome = try await book(["book", "groups", "add"] + arguments + more)
      #expect(outcome.ending == .exit(64))
      #expect(outcome.errorText == "vcard: error: \(reason)\n")
    }
    #expect(try await book.export() == before)
  }

  @Test("a group is named by ID or name, its members by ID")
  func names() async throws {
    let book = try await makeBook()
    let wrong = try await book(["book", "groups", "add", "A", "A"])
    #expect(wrong.ending == .exit(66))
    #expect(
      wrong.errorText.contains("has no record A\nvcard: note: 'vcard book list' shows the IDs"))
    let twice = try await book(["book", "groups", "add", "2", "1", "1", "3"])
    #expect(twice.errorText == "1 Bell: added to A\n")
    let again = try await book(["book", "groups", "add", "A", "1"])
    #expect(again.errorText == "nothing was changed\n")
  }

  @Test("groups that are members of each other already are listed, exported and left alone")
  func imported() async throws {
    let book = try BookRunner()
    func group(_ name: String, _ uid: String, _ members: String...) -> String {
      BookRunner.card(
        name, ["KIND:group", "UID:urn:uuid:\(uid)"] + members.map { "MEMBER:urn:uuid:\($0)" },
        version: "4.0")
    }
    let (a, b) =
      ("00000000-0000-4000-8000-00000000000a", "00000000-0000-4000-8000-00000000000b")
    let cards = group("A", a, a, b) + group("B", b, a)
    #expect(try await book.output(["book", "new"], input: cards) == "1\n2\n")
    let listed = try await book.output(["book", "groups", "--format", "jsonl"])
    let first = "\"name\":\"A\",\"source\":\"local\",\"members\":[\"2\"],\"missing\":0"
    #expect(listed.contains(first))
    #expect(listed.contains("\"name\":\"B\",\"source\":\"local\",\"members\":[\"1\"]"))
    #expect(try await book.output(["export"]) == cards)
    #expect(try await book.output(["export", "--group", "A"]) == group("B", b, a))
    let outcome = try await book(["book", "groups", "add", "A", "1"])
    #expect(outcome.errorText == "vcard: error: a group is no member of itself\n")
    #expect(try await book(["book", "groups", "delete", "A"]).ending == .exit(0))
    #expect(
      try await book.output(["book", "groups", "show", "B"]).split(separator: "\n").count == 1)
  }

  @Test("show lists the members as list lists people, in the order of the language")
  func order() async throws {
    let book = try BookRunner()
    for name in ["Zoe", "Östen", "Olle", "Adam"] { _ = try await book.add(name) }
    _ = try await book.output(["book", "groups", "new", "All"])
    _ = try await book.output(["book", "groups", "add", "--quiet", "All", "1", "2", "3", "4"])
    for (language, names) in [
      ("en", ["Adam", "Olle", "Östen", "Zoe"]), ("sv", ["Adam", "Olle", "Zoe", "Östen"]),
    ] {
      let shown = try await book(
        ["book", "groups", "show", "All", "--format", "jsonl"],
        environment: ["LC_ALL": "\(language).UTF-8"])
      let found = shown.outputText.split(separator: "\n").map { line in
        names.first { line.contains("\"name\":\"\($0)\"") } ?? ""
      }
      #expect(found == names, "\(language)")
    }
  }

  @Test("words mean all linked records of a person: who is in by one of them leaves, and stays one")
  func linked() async throws {
    let book = try BookRunner()
    for _ in 1...2 { _ = try await book.add("Kate") }
    _ = try await book.output(["book", "link", "1", "2"])
    _ = try await book.output(["book", "groups", "new", "Friends"])
    for (verb, who, told, left) in [
      ("add", "2", ["2 Kate: added to Friends"], "[\"2\"]"),
      ("add", "kate", ["nothing was changed"], "[\"2\"]"),
      ("remove", "1", ["nothing was changed"], "[\"2\"]"),
      ("remove", "kate", ["2 Kate: removed from Friends"], "[]"),
      ("add", "kate", ["1 Kate: added to Friends"], "[\"1\"]"),
      ("add", "2", ["2 Kate: added to Friends"], "[\"1\",\"2\"]"),
      ("remove", "kate", ["1 Kate: removed from Friends", "2 Kate: removed from Friends"], "[]"),
    ] {
      let outcome = try await book(["book", "groups", verb, "Friends", who])
      #expect(outcome.errorLines == told, "\(verb) \(who)")
      #expect(try await members(book) == left + ",\"missing\":0", "\(verb) \(who)")
    }
  }

  private func members(_ book: BookRunner) async throws -> String {
    let listed = try await book.output(["book", "groups", "--format", "jsonl"])
    return String(listed.components(separatedBy: "\"members\":").last?.dropLast(2) ?? "")
  }

  private func lines(_ name: String, of id: String, in book: BookRunner) async throws -> [String] {
    try await book.output(["book", "show", id, "--format", "vcf"]).split(separator: "\r\n")
      .map(String.init).filter { $0.hasPrefix(name) }
  }

  @Test(
    "a person whose UID says nothing gets one in its place, and leaves the group by it",
    arguments: ["UID:", "UID: ", "UID:urn:uuid:", "UID:URN:UUID:  "])
  func emptyUID(line: String) async throws {
    let book = try BookRunner()
    #expect(try await book.add("Bell", line) == "1")
    _ = try await book.output(["book", "groups", "new", "A"])
    let added = try await book(["book", "groups", "add", "A", "1", "1"])
    #expect(added.errorText == "1 Bell: added to A\n")
    #expect(try await members(book) == "[\"1\"],\"missing\":0")
    let uids = try await lines("UID", of: "1", in: book)
    #expect(uids.count == 1)
    #expect(uids.first?.count == "UID:urn:uuid:".count + 36)
    let removed = try await book(["book", "groups", "remove", "A", "1"])
    #expect(removed.errorText == "1 Bell: removed from A\n")
    #expect(try await members(book) == "[],\"missing\":0")
    let again = try await book(["book", "groups", "remove", "A", "1"])
    #expect(again.errorText == "nothing was changed\n")
    _ = try await book(["book", "groups", "add", "A", "1"])
    #expect(try await lines("UID", of: "1", in: book) == uids)
    #expect(try await lines("MEMBER", of: "2", in: book).count == 1)
  }

  @Test("REV follows on the cards that a group's change rewrites, and on no others")
  func revision() async throws {
    let book = try BookRunner()
    let old = ["REV:20010101T000000Z"]
    let cards =
      BookRunner.card("A", ["KIND:group", "MEMBER:urn:uuid:x"] + old, version: "4.0")
      + BookRunner.card("B", ["KIND:group"] + old, version: "4.0")
      + BookRunner.card("X", ["UID:x"] + old, version: "4.0")
      + BookRunner.card("Y", old, version: "4.0")
    #expect(try await book.output(["book", "new"], input: cards) == "1\n2\n3\n4\n")
    _ = try await book.output(["book", "groups", "remove", "A", "3"])
    _ = try await book.output(["book", "groups", "add", "B", "3", "4"])
    for id in ["1", "2", "4"] {
      let revisions = try await lines("REV", of: id, in: book)
      #expect(revisions.count == 1 && revisions != old, "\(id)")
    }
    #expect(try await lines("REV", of: "3", in: book) == old)
  }

  @Test("many become members in one command, each once, and leave in one")
  func many() async throws {
    let book = try BookRunner()
    let count = 1000
    let cards = (1...count).map {
      BookRunner.card("P\($0)", $0.isMultiple(of: 2) ? ["UID:p\($0)"] : [])
    }
    _ = try await book.output(["book", "new"], input: cards.joined())
    _ = try await book.output(["book", "groups", "new", "A"])
    let ids = (1...count).map { "\($0)" }
    let added = try await book(["book", "groups", "add", "A"] + ids + ids)
    #expect(added.errorLines.count == count)
    #expect(try await lines("MEMBER", of: "\(count + 1)", in: book).count == count)
    let all = ids.map { "\"\($0)\"" }.joined(separator: ",")
    #expect(try await members(book) == "[\(all)],\"missing\":0")
    let removed = try await book(["book", "groups", "remove", "A"] + ids.dropLast())
    #expect(removed.errorLines.count == count - 1)
    #expect(try await members(book) == "[\"\(count)\"],\"missing\":0")
  }

  @Test("of two UIDs that are one text in other forms of Unicode, each names its own person")
  func forms() async throws {
    let book = try BookRunner()
    let uids = ["n\u{E9}", "ne\u{301}"]
    for uid in uids { _ = try await book.add("Bell", "UID:\(uid)") }
    let members = uids.map { "MEMBER:urn:uuid:\($0)" }
    let card = BookRunner.card("A", ["KIND:group"] + members, version: "4.0")
    #expect(try await book.output(["book", "new"], input: card) == "3\n")
    #expect(try await self.members(book) == "[\"1\",\"2\"],\"missing\":0")
    _ = try await book.output(["book", "groups", "remove", "A", "2"])
    #expect(try await self.members(book) == "[\"1\"],\"missing\":0")
    _ = try await book.output(["book", "groups", "add", "A", "1", "2"])
    #expect(try await self.members(book) == "[\"1\",\"2\"],\"missing\":0")
    #expect(try await book(["book", "check"]).ending == .exit(0))
  }

  @Test(
    "new --dry-run makes no book, and ends as the real run does", arguments: ["sqlite", "vcf", "x"])
  func newDryRun(suffix: String) async throws {
    let book = try BookRunner("book.\(suffix)")
    let dry = try await book(["book", "groups", "new", "Family", "--dry-run"])
    #expect(try book.folder.names().isEmpty)
    if suffix == "sqlite" { #expect(dry.errorText == "would make the group Family\n") }
    let real = try await book(["book", "groups", "new", "Family"])
    #expect((dry.ending == .exit(0)) == (real.ending == .exit(0)))
    #expect((real.ending == .exit(0)) == (suffix == "sqlite"))
  }
}
