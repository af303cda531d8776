import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite("Preferences, and vcard config")
struct ConfigTests {
  private let folder: TemporaryDirectory
  private let path: String

  init() throws {
    folder = try TemporaryDirectory()
    try folder.makeFolder("config")
    try folder.makeFolder("config/vcard")
    path = folder.argument("config/vcard/config.toml")
  }

  private func prefer(_ lines: String...) throws {
    try folder.write(lines.joined(separator: "\n") + "\n", to: "config/vcard/config.toml")
  }

  private func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:]
  ) async throws -> ToolRunner.Outcome {
    let own = ["XDG_CONFIG_HOME": folder.argument("config"), "HOME": folder.argument("home")]
    return try await ToolRunner.run(
      arguments, input: Array(input.utf8), environment: own.merging(environment) { $1 },
      directory: folder.path)
  }

  private struct Shown: Decodable {
    let schema: String
    let key: String
    let value: String?
    let from: String
    var variable: String?
    var file: String?
    var line: Int?
  }

  private func shown(
    _ arguments: String..., environment: [String: String] = [:]
  ) async throws -> [String: Shown] {
    let outcome = try await run(
      ["config", "--format", "jsonl"] + arguments, environment: environment)
    #expect(outcome.ending == .exit(0), "\(outcome.errorText)")
    let lines = try outcome.outputText.split(separator: "\n").map {
      try JSONDecoder().decode(Shown.self, from: Data($0.utf8))
    }
    #expect(lines.allSatisfy { $0.schema == "vcard.preference/1" })
    return Dictionary(uniqueKeysWithValues: lines.map { ($0.key, $0) })
  }

  // MARK: Showing

  @Test("shows defaults where nobody said anything")
  func defaults() async throws {
    let outcome = try await run(["config"])
    #expect(
      outcome.outputText == """
        Preference  Value\(String(repeating: " ", count: home.utf8.count - 3))From
        book        \(home)  default
        region\(String(repeating: " ", count: home.utf8.count + 8))default
        locale      en\(String(repeating: " ", count: home.utf8.count))default
        sort-by     family\(String(repeating: " ", count: home.utf8.count - 4))default
        name-order  automatic\(String(repeating: " ", count: home.utf8.count - 7))default
        color       auto\(String(repeating: " ", count: home.utf8.count - 2))default
        from\(String(repeating: " ", count: home.utf8.count + 10))default
        to          same\(String(repeating: " ", count: home.utf8.count - 2))default

        """)
    #expect(try await shown()["region"]?.value == nil)
  }

  private var home: String { folder.argument("home/.local/share/vcard/book.sqlite") }

  @Test("a flag beats the environment, the environment the file, the file what is always done")
  func order() async throws {
    try prefer(
      "# mine", "book = \"/file\"", "locale='sv'", "  color = \"always\" # bright",
      "sort-by = \"given\"")
    let file = try await shown(environment: ["LC_ALL": "C"])
    for (key, value, line) in [
      ("book", "/file", 2), ("locale", "sv", 3), ("color", "always", 4), ("sort-by", "given", 5),
    ] {
      let shown = try #require(file[key])
      #expect(shown.value == value && shown.from == "file" && shown.file == path)
      #expect(shown.line == line)
    }
    let variables = ["VCARD_BOOK": "env.db", "LANG": "de_DE.UTF-8", "NO_COLOR": "1"]
    let environment = try await shown(environment: variables)
    for (key, value, variable) in [
      ("book", "env.db", "VCARD_BOOK"), ("locale", "de-DE", "LANG"), ("color", "never", "NO_COLOR"),
    ] {
      let shown = try #require(environment[key])
      #expect(shown.value == value && shown.from == "environment" && shown.variable == variable)
    }
    let flags = try await shown(
      "--book", "flag.vcf", "--locale", "fr", "--color", "never", "--by", "display", "--region",
      "jp", "--to", "vcard3", "--from", "cutout", "--name-order", "family", environment: variables)
    #expect(flags.values.allSatisfy { $0.from == "flag" })
    #expect(flags["book"]?.value == "flag.vcf" && flags["region"]?.value == "JP")
    let text = try await run(["config", "--by", "display"], environment: ["NO_COLOR": "1"])
    #expect(text.outputText.contains("  --by\n") && text.outputText.contains("  $NO_COLOR\n"))
    #expect(text.outputText.contains("  \(path):2\n"))
  }

  @Test("the file stands in ~/.config where $XDG_CONFIG_HOME names no folder")
  func homeFolder() async throws {
    try folder.makeFolder("home")
    try folder.makeFolder("home/.config")
    try folder.makeFolder("home/.config/vcard")
    try folder.write("region = \"de\"\n", to: "home/.config/vcard/config.toml")
    for variable in ["", "relative"] {
      let region = try await shown(environment: ["XDG_CONFIG_HOME": variable])["region"]
      #expect(region?.value == "de" && region?.line == 1)
    }
  }

  // MARK: Effect

  private static let card = """
    BEGIN:VCARD\r\nVERSION:3.0\r\nN:Bell;Kate;;;\r\nFN:Kate Bell\r\nTEL:0408 555 0000\r
    END:VCARD\r\n
    """

  @Test("preferences are heeded as the options are, and options go before them")
  func effect() async throws {
    try folder.write(Self.card, to: "book.vcf")
    try prefer(
      "book = \"~/book.vcf\"", "to = \"vcard4\"", "sort-by = \"given\"", "name-order = \"family\"",
      "color = \"always\"", "locale = \"sv\"")
    let own = ["HOME": folder.path.string]
    #expect(try await run(["book", "list"], environment: own).outputText.contains("Kate Bell"))
    #expect(try await run(["find", "kate"], environment: own).outputText.contains("Kate Bell"))
    let converted = try await run(["convert", "book.vcf"])
    #expect(converted.outputText.contains("VERSION:4.0"))
    let same = try await run(["convert", "book.vcf", "--to", "same"])
    #expect(same.outputText == Self.card)
    let sorted = try await run(
      ["sort"],
      input: """
        BEGIN:VCARD\nVERSION:3.0\nN:A;Zoe\nFN:Zoe A\nEND:VCARD
        BEGIN:VCARD\nVERSION:3.0\nN:B;Åke\nFN:Åke B\nEND:VCARD
        BEGIN:VCARD\nVERSION:3.0\nN:C;Ann\nFN:Ann C\nEND:VCARD

        """)
    let names = sorted.outputText.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("FN") }
    #expect(names == ["FN:Ann C", "FN:Zoe A", "FN:Åke B"])
    #expect(try await run(["show", "book.vcf"]).outputText.contains("Bell Kate"))
    let nameless = "BEGIN:VCARD\nVERSION:4.0\nEND:VCARD\n"
    #expect(try await run(["check"], input: nameless).errorText.contains("\u{1B}["))
    let plain = try await run(["check"], input: nameless, environment: ["NO_COLOR": "1"])
    #expect(!plain.errorText.contains("\u{1B}["))
  }

  @Test("region is heeded by matching, from by reading")
  func input() async throws {
    try folder.write(Self.card, to: "book.vcf")
    let incoming = Self.card.replacingOccurrences(of: "0408 555", with: "+61 408 555")
    for (region, outcome) in [("AU", "matched"), ("NZ", "ambiguous")] {
      try prefer("region = \"\(region)\"")
      let matched = try await run(
        ["match", "--book", "book.vcf", "--format", "jsonl"], input: incoming)
      #expect(matched.outputText.contains("\"outcome\":\"\(outcome)\""), "\(matched.outputText)")
    }
    try prefer("from = \"vcard\"")
    let cutout = "{\"compositeName\":\"Zoe\",\"schema\":\"vcard.cutout/1\"}\n"
    #expect(try await run(["convert"], input: cutout).output.isEmpty)
    let chosen = try await run(["convert", "--from", "cutout"], input: cutout)
    #expect(chosen.outputText.contains("FN:Zoe"))
    // A book is no input.
    for from in ["cutout", "csv", "hcard"] {
      try prefer("from = \"\(from)\"")
      let known = ["VCARD_BOOK": folder.argument("book.vcf")]
      for command in [["find", "kate"], ["find", "kate", "--from", from], ["show"]] {
        let named = try await run(command + ["--book", "book.vcf"])
        #expect(named.outputText.contains("Kate Bell"), "\(from) \(command)")
      }
      let preferred = try await run(["find", "kate"], environment: known)
      #expect(preferred.outputText.contains("Kate Bell"), "\(from)")
    }
  }

  @Test(
    "what an option may not ask for a preference may not, either: wrong usage, and no file changes",
    arguments: [
      ("jsonl", ["--split", "d"]), ("jsonl", ["--split-every", "5", "-o", "o.vcf"]),
      ("qr", ["--split-every", "5", "-o", "o.vcf"]), ("jsonl", ["--in-place"]),
      ("csv", ["--in-place"]), ("qr", ["--in-place=.bak"]),
    ])
  func preferredFormat(format: String, arguments: [String]) async throws {
    try folder.write(Self.card, to: "book.vcf")
    let before = try folder.names()
    let asked = try await run(["convert", "book.vcf", "--to", format] + arguments)
    try prefer("to = \"\(format)\"")
    let preferred = try await run(["convert", "book.vcf"] + arguments)
    #expect(preferred.ending == .exit(64))
    #expect(preferred.errorText == asked.errorText)
    #expect(try folder.names() == before)
    #expect(try folder.text("book.vcf") == Self.card)
  }

  @Test("text of no declared charset is read as it is where a preference has it converted")
  func preferredFormatOfText() async throws {
    let input = Array(Self.card.replacingOccurrences(of: "Kate", with: "K?te").utf8)
    let card = input.map { $0 == UInt8(ascii: "?") ? 0xE5 : $0 }
    try folder.write(card, to: "book.vcf")
    let asked = try await run(["convert", "book.vcf", "--to", "vcard4"])
    try prefer("to = \"vcard4\"")
    let preferred = try await run(["convert", "book.vcf"])
    #expect(preferred.outputText == asked.outputText)
    #expect(preferred.errorText == asked.errorText)
  }

  // MARK: What is wrong

  @Test("an unknown key is told with its place, and the rest counts")
  func unknownKey() async throws {
    try prefer("to = \"vcard4\"", "  regoin = \"DE\"", "[zzz]", "book = \"/x\"")
    let outcome = try await run(["convert"], input: Self.card)
    #expect(outcome.ending == .exit(0))
    #expect(outcome.outputText.contains("VERSION:4.0"))
    let warning = "warning: [unknown-preference] there is no preference"
    #expect(
      outcome.errorLines.prefix(2) == [
        "\(path):2:3: \(warning) \"regoin\"; did you mean 'region'?",
        "\(path):3:2: \(warning) \"zzz\"; 'vcard config' shows all",
      ])
    let json = try await run(["check", "--diagnostics", "jsonl"], input: Self.card)
    #expect(json.errorText.contains("\"line\":2,\"column\":3,"))
    #expect(json.errorText.contains("\"code\":\"unknown-preference\""))
    // They are no faults of the input.
    #expect(json.ending == .exit(0), "\(json.errorText)")
  }

  @Test(
    "a value that cannot be ends every command, with its place",
    arguments: [
      ("color = \"alwys\"", 9, "color is one of auto, always, never; did you mean 'always'?"),
      ("to = \"vcard5\"", 6, "to is one of same, vcard4, vcard3"),
      ("region = 49", 10, "region is a text in quotation marks"),
      ("region = \"Germany\"", 10, "region is two letters, as in DE"),
      ("book = \"book.vcf\"", 8, "book is a path that begins with / or ~/"),
      ("locale = \"12345\"", 10, "locale is a tag, as in sv"),
      ("[book]", 2, "book is a text in quotation marks"),
    ])
  func badValue(line: String, column: Int, message: String) async throws {
    try prefer("# a line", line)
    for command in [["convert"], ["stats"], ["book", "list"], ["config"]] {
      let outcome = try await run(command, input: Self.card)
      #expect(outcome.ending == .exit(65))
      #expect(outcome.output.isEmpty == (command != ["config"]))
      let error = "\(path):2:\(column): error: [bad-preference] \(message)"
      #expect(outcome.errorLines.first?.hasPrefix(error) == true, "\(outcome.errorText)")
      #expect(outcome.errorLines.last == "vcard: note: 'vcard config' shows them")
    }
    #expect(try await run(["--help"]).ending == .exit(0))
  }

  @Test("what is no TOML, and what cannot be read, is told")
  func unreadable() async throws {
    try prefer("region = \"DE\"", "color: always")
    let outcome = try await run(["convert"], input: Self.card)
    #expect(outcome.ending == .exit(65))
    #expect(
      outcome.errorLines.first?.hasPrefix("\(path):2:") == true
        && outcome.errorText.contains("error: [unreadable-preferences] it is not TOML: "),
      "\(outcome.errorText)")
    try FileManager.default.removeItem(atPath: path)
    try folder.makeFolder("config/vcard/config.toml")
    let directory = try await run(["convert"], input: Self.card)
    #expect(directory.ending == .exit(65))
    #expect(directory.errorText.contains("[unreadable-preferences] it cannot be read: "))
  }

  @Test(
    "a language that nobody knows is told, and the work goes on",
    arguments: [
      (["sort"], "names are in no language's order"), (["sort", "--index"], "names are in no"),
      (["show"], "words are English"), (["book", "list", "--book", "book.vcf"], "names are in no"),
      (["find", "kate", "--in", "book.vcf"], "names are in no"),
    ])
  func unknownLanguage(command: [String], message: String) async throws {
    try folder.write(Self.card, to: "book.vcf")
    let told = "warning: [unknown-locale] there is no language \"nonsense\"; \(message)"
    func expect(_ outcome: ToolRunner.Outcome, _ place: String) {
      #expect(outcome.ending == .exit(0))
      #expect(outcome.outputText.contains("Bell"))
      #expect(outcome.errorText.hasPrefix("\(place)\(told)"), "\(outcome.errorText)")
      #expect(outcome.errorLines.count == 1)
    }
    if command[0] == "sort" || command[0] == "show" {
      let flag = try await run(command + ["--locale", "nonsense"], input: Self.card)
      expect(flag, "--locale:1:1: ")
    }
    let variable = try await run(
      command, input: Self.card, environment: ["LC_ALL": "nonsense.UTF-8"])
    expect(variable, "$LC_ALL:1:1: ")
    try prefer("", "locale = \"nonsense\"")
    expect(try await run(command, input: Self.card), "\(path):2:1: ")
    let known = try await run(command, input: Self.card, environment: ["LC_ALL": "sv_SE"])
    #expect(known.errorText == "")
  }
}
