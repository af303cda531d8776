import Foundation
import SystemPackage
import TestSupport
import Testing

/// What strangers write into every property, and into names of files, as each command shows it.
@Suite("Hostile contacts, command by command")
struct HostileContentTests {
  /// What a command's standard output is for; standard error is always for eyes.
  enum Output: Sendable {
    /// A terminal may show it: nothing in it acts on one, or changes the direction of what follows.
    case eyes
    /// JSON: control characters are escaped.
    case json
    /// A table for Excel: no cell begins a formula.
    case table
    /// HTML: no script, and no link but to what is harmless.
    case page
    /// Cards and their like hold what they held.
    case cards
  }

  /// A command, what is done before, and what becomes of its output.
  struct Row: Sendable, CustomTestStringConvertible {
    let before: String
    let command: String
    let output: Output
    let codes: Set<Int32>

    init(
      _ command: String, _ output: Output = .eyes, before: String = "", codes: Set<Int32> = [0]
    ) {
      (self.before, self.command, self.output, self.codes) = (before, command, output, codes)
    }

    var testDescription: String { command }
  }

  private static let book = "vcard import -q in* --book b.sqlite --ambiguous new"
  private static let plan = "vcard dedupe plan -q in* -o p"
  private static let cutout = book + "; vcard share --id 1 --book b.sqlite -o s.json"
  private static let group = "G=$(printf '\\033[2J<b>')"
  private static let groups = book + "; \(group); vcard book groups new \"$G\" --book b.sqlite"

  static let rows: [Row] = [
    Row("vcard convert in*", .cards),
    Row("vcard convert in* --to jsonl", .json),
    Row("vcard convert in* --to jcard", .json),
    Row("vcard convert in* --to jscontact", .json),
    Row("vcard convert in* --to csv", .table),
    Row("vcard convert in* --to xcard", .cards),
    Row("vcard convert in* --to ldif", .cards),
    Row("vcard convert in.vcf --split d && ls -1 d"),
    Row("vcard convert in.vcf --photos extract d -o out.vcf; ls -1 d"),
    Row("vcard check in*", codes: [1]),
    Row("vcard explain \"$(printf '\\033[2J')\"", codes: [64]),
    Row("vcard sort in*", .cards),
    Row("vcard find cmd --in in.vcf"),
    Row("vcard find cmd --in in.vcf --format jsonl", .json),
    Row("vcard find \"$(printf '\\033[2J')\" --book b.sqlite", before: book),
    Row("vcard show in*"),
    Row("vcard match in* --book b.sqlite", before: book),
    Row("vcard match in* --book b.sqlite --format jsonl", .json, before: book),
    Row("vcard import in* --book b.sqlite --ambiguous skip -v"),
    Row("vcard import in* --book b.sqlite --dry-run"),
    Row("vcard export --book b.sqlite", .cards, before: book),
    Row("vcard export --book b.sqlite --to csv", .table, before: book),
    Row("vcard book list --book b.sqlite", before: book),
    Row("vcard book show 1 -v --book b.sqlite", before: book),
    Row("vcard book show alert --book b.sqlite", before: book, codes: [1]),
    Row("vcard book birthdays --book b.sqlite", before: book),
    Row("vcard book new in.vcf --book b.sqlite", before: book),
    Row("EDITOR=cat vcard book edit 1 --book b.sqlite", .cards, before: book),
    Row("vcard book set 1 \"$(printf 'note=\\033[2J')\" --book b.sqlite", before: book),
    Row("vcard book set alert note=x --book b.sqlite", before: book, codes: [1]),
    Row("vcard book remove 1 --book b.sqlite", before: book),
    Row("vcard book merge 1 2 --book b.sqlite", before: book),
    Row("vcard book link 1 2 --book b.sqlite && vcard book show 1 --book b.sqlite", before: book),
    Row("vcard book link 1 2 --book b.sqlite; vcard book unlink 1 2 --book b.sqlite", before: book),
    Row("vcard book link 1 2 --book b.sqlite; vcard book split 1 --book b.sqlite", before: book),
    Row("\(group); vcard book move 1 --to \"$G\" --book b.sqlite", before: book, codes: [66]),
    Row("vcard book sources list --book b.sqlite", before: book),
    Row("\(group); vcard book sources add \"$G\" --book b.sqlite", before: book, codes: [64]),
    Row("\(group); vcard book sources check \"$G\" --book b.sqlite", before: book, codes: [66]),
    Row("\(group); vcard book sources default \"$G\" --book b.sqlite", before: book, codes: [66]),
    Row("\(group); vcard book sources remove \"$G\" --book b.sqlite", before: book, codes: [66]),
    Row("\(group); vcard sync \"$G\" --book b.sqlite", before: book, codes: [66]),
    Row("\(group); vcard book groups new \"$G\" --book b.sqlite", before: book),
    Row("vcard book groups list --book b.sqlite", before: groups),
    Row(
      "\(group); vcard book groups add \"$G\" 1 --book b.sqlite"
        + " && vcard book groups show \"$G\" --book b.sqlite", before: groups),
    Row(
      "\(group); vcard book groups remove \"$G\" 1 --book b.sqlite", before: groups),
    Row("\(group); vcard book groups delete \"$G\" --book b.sqlite", before: groups),
    Row("vcard book info --book b.sqlite", before: book),
    Row("vcard book log --values --book b.sqlite", before: book),
    Row("timeout 1 vcard book watch --since 0 --book b.sqlite", .json, before: book, codes: [124]),
    Row("vcard book undo --book b.sqlite; vcard book redo --book b.sqlite", before: book),
    Row("vcard undo --book b.sqlite; vcard redo --book b.sqlite", before: book),
    Row("\(group); vcard book backup \"$G\" --book b.sqlite", before: book),
    Row("vcard book check -v --book b.sqlite", before: book),
    Row("vcard book compact --book b.sqlite", before: book),
    Row("vcard config", before: book),
    Row("vcard dedupe plan in*", .json, codes: [1]),
    Row("vcard dedupe explain p", before: plan),
    Row("vcard dedupe explain p 0", before: plan),
    Row("vcard dedupe explain p --html p.html; cat p.html", .page, before: plan),
    Row("vcard dedupe apply p -o out.vcf", before: plan),
    Row("vcard dedupe run in* -o out.vcf --journal j && vcard undo j"),
    Row("\(group); vcard dedupe spark --bundle \"in.vcf/$G\"", codes: [73]),
    Row("\(group); vcard dedupe worker \"$G\"", codes: [64]),
    Row("vcard review p --decisions d </dev/null", before: plan),
    Row("\(group); vcard serve --address \"$G\" --book b.sqlite", before: book, codes: [73]),
    Row("vcard share --id 1 --book b.sqlite", .json, before: book),
    Row("vcard share alert --book b.sqlite", before: book, codes: [1]),
    Row("vcard inspect s.json", before: cutout),
    Row("vcard receive s.json --book b.sqlite", before: cutout),
    Row("vcard receive s.json --book c.sqlite", before: cutout),
    Row("vcard stats in*"),
    Row("\(group); vcard manual \"$G\"", codes: [64]),
  ]

  /// Everything that acts on terminals, on readers and on spreadsheets.
  private static let attack =
    "\u{1B}]0;t\u{7}\u{1B}[31m\u{202E}\u{2066}\u{9B}2J\u{200B}<script>alert(1)</script>\"'&=cmd|'/C calc'!A1"

  private static func card(_ name: String, _ version: String) -> String {
    let text = attack.replacing(";", with: "\\;").replacing(",", with: "\\,")
    let word = attack.filter { !"\";:,".contains($0) }
    return [
      "BEGIN:VCARD", "VERSION:\(version)", "N:=\(name)\(text);+\(text);-\(text);@\(text);\(text)",
      "FN:=\(name) \(text)", "NICKNAME:@\(text)", "ORG:+\(text);\(text)", "TITLE:-\(text)",
      "EMAIL;TYPE=\"\(word)\":\(name)@x.example\(text)", "EMAIL:same@x.example",
      "TEL;TYPE=\"\(word)\":+1 408 555 0100 \(text)", "TEL:=1+1",
      "ADR;TYPE=\"\(word)\":\(text);\(text);\(text);\(text);\(text);\(text);\(text)",
      "URL:javascript:alert(1)\(text)", "URL:file:///etc/passwd",
      "PHOTO;VALUE=uri:file:///etc/passwd", "CATEGORIES:\(text),=x", "NOTE:\(text)\\n\(text)\u{0}",
      "item1.X-ABDATE:2020-01-01\(text)", "item1.X-ABLabel:\(text)", "item2.TEL:2\(text)",
      "item2.X-ABLabel:\(text)", "BDAY:2001-02-03",
      "X-\(name.uppercased());X-P=\"\(word)\":\(text)",
      "UID:../../\(name)\(text)", "KEY:\(text)", "PRODID:\(text)", "REV:\(text)",
      "no property \(text)", "IMPP:\(text)", "RELATED:\(text)", "END:VCARD", "",
    ].joined(separator: "\r\n")
  }

  /// Whether a scalar acts on a terminal, or changes what is read of the others.
  private static func acts(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case 0x00...0x1F, 0x7F...0x9F, 0x200B, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  @Test(
    "nothing acts on a terminal, a browser or a spreadsheet, and no file that a card names is read",
    arguments: rows)
  func holds(_ row: Row) async throws {
    // Two folders below one that is ours to look at, so that `../../` leads there.
    let outer = try TemporaryDirectory()
    try outer.makeFolder("one/two")
    let folder = outer.path("one/two")
    try outer.write(Self.card("a", "3.0") + Self.card("b", "4.0"), to: "one/two/in.vcf")
    try outer.write(Self.card("a", "3.0"), to: "one/two/in\u{1B}[31m\u{202E}<b>.vcf")
    let home = ["HOME": folder.string, "LC_ALL": "C.UTF-8"]
    let prepared = try await ToolRunner.shell(row.before, environment: home, directory: folder)
    #expect([.exit(0), .exit(1)].contains(prepared.ending), "\(prepared.errorText)")
    let outcome = try await ToolRunner.shell(row.command, environment: home, directory: folder)
    let (output, errors) = (outcome.outputText, outcome.errorText)
    guard case .exit(let code) = outcome.ending, row.codes.contains(code) else {
      Issue.record("\(outcome.ending): \(errors)")
      return
    }
    #expect(!errors.unicodeScalars.contains(where: Self.acts), "\(errors.debugDescription)")
    #expect(!output.contains("root:x:0") && !errors.contains("root:x:0"))
    let scalars = output.unicodeScalars
    switch row.output {
    case .eyes: #expect(!scalars.contains(where: Self.acts), "\(output.debugDescription)")
    case .json:
      #expect(!output.isEmpty && !scalars.contains { $0.value < 0x20 && $0 != "\n" })
    case .table:
      let cells = output.split(whereSeparator: { ",\r\n".contains($0) })
      #expect(cells.count > 20)
      for cell in cells {
        let text = cell.hasPrefix("\"") ? cell.dropFirst() : cell
        #expect(!"=+@\t".contains(text.first ?? "x") && !text.hasPrefix("-\u{1B}"), "\(cell)")
      }
    case .page:
      #expect(output.contains("&lt;script"))
      #expect(!output.contains("<script>alert") && !scalars.contains(where: Self.acts))
      for scheme in ["javascript", "file"] {
        #expect(!output.contains("=\"\(scheme):") && !output.contains("=\(scheme):"))
      }
    case .cards: #expect(!output.isEmpty)
    }
    // Nothing was written outside of the folder.
    #expect(try outer.names() == ["one"] && outer.names(in: "one") == ["two"])
  }

  @Test("every command stands in the table above")
  func isComplete() async throws {
    struct Dump: Decodable { let command: Command }
    struct Command: Decodable {
      let commandName: String
      let subcommands: [Command]?
      func leaves(_ path: String) -> [String] {
        let name = path.isEmpty ? commandName : "\(path) \(commandName)"
        let inner = (subcommands ?? []).filter { $0.commandName != "help" }
        return inner.isEmpty ? [name] : inner.flatMap { $0.leaves(name) }
      }
    }
    let dump = try await ToolRunner.run(["--experimental-dump-help"])
    let commands = try JSONDecoder().decode(Dump.self, from: Data(dump.output)).command.leaves("")
    #expect(commands.count > 40)
    for command in commands {
      #expect(Self.rows.contains { "\($0.command) ".contains("\(command) ") }, "\(command)")
    }
  }
}
