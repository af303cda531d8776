package import ArgumentParser

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The manual page of one command, made from what its help says.
///
/// The source is that of man(7), which man(1) formats.
package struct ManualPage: Sendable {
  /// The name, such as `vcard-sort`; its file is `vcard-sort.1`.
  package let name: String
  /// What the command does, in a line.
  let abstract: String
  /// The page in the language of man(7).
  package let source: String

  /// The pages of a command and of all below it.
  ///
  /// - Parameter root: The command that has all others.
  /// - Returns: A page for each command that help shows, the root's first.
  /// - Throws: An error when ArgumentParser describes commands in another form than it used to.
  package static func pages(of root: any ParsableCommand.Type) throws -> [ManualPage] {
    let description = Data(root._dumpHelp().utf8)
    let tool = try JSONDecoder().decode(ToolDescription.self, from: description)
    guard tool.serializationVersion == 0 else {
      throw CommandFailure(.software, "internal error: help has an unknown form")
    }
    return pages(of: tool.command, version: root.configuration.version)
  }

  private static func pages(of command: CommandDescription, version: String) -> [ManualPage] {
    let below = command.shownSubcommands.map { pages(of: $0, version: version) }
    let own = ManualPage(command, subcommands: below.compactMap(\.first), version: version)
    return [own] + below.joined()
  }

  private init(_ command: CommandDescription, subcommands: [ManualPage], version: String) {
    let words = (command.superCommands ?? []) + [command.commandName]
    name = words.joined(separator: "-")
    abstract = Self.withoutStop(command.abstract ?? "")
    var roff = Roff()
    roff.heading(name, version: "\(words[0]) \(version)")
    roff.section("NAME")
    roff.text("\(name) - \(abstract)")
    roff.section("SYNOPSIS")
    roff.bold(words.joined(separator: " "), then: command.synopsis)
    if let discussion = command.discussion {
      roff.section("DESCRIPTION")
      roff.discussion(discussion)
    }
    let arguments = (command.arguments ?? []).filter(\.shouldDisplay)
    let untitled = arguments.filter { $0.sectionTitle == nil }
    roff.list("ARGUMENTS", untitled.filter { $0.kind == "positional" }.map(\.entry))
    roff.list("OPTIONS", untitled.filter { $0.kind != "positional" }.map(\.entry))
    var titles: [String] = []
    for title in arguments.compactMap(\.sectionTitle) where !titles.contains(title) {
      titles.append(title)
      roff.list(
        title.uppercased(), arguments.filter { $0.sectionTitle == title }.map(\.entry))
    }
    roff.list("COMMANDS", subcommands.map { ($0.name + "(1)", "", $0.abstract + ".") })
    roff.list(
      "EXIT STATUS", ExitCode.meanings.map { ("\($0.code.rawValue)", "", $0.meaning) })
    if words.count > 1 {
      roff.section("SEE ALSO")
      roff.text(words.dropLast().joined(separator: "-") + "(1)")
    }
    source = roff.source
  }

  private static func withoutStop(_ sentence: String) -> String {
    sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
  }
}

/// What ArgumentParser says of a tool with `--experimental-dump-help`, as far as pages need it.
private struct ToolDescription: Decodable {
  let serializationVersion: Int
  let command: CommandDescription
}

private struct CommandDescription: Decodable {
  let superCommands: [String]?
  let shouldDisplay: Bool?
  let commandName: String
  let abstract: String?
  let discussion: String?
  let subcommands: [CommandDescription]?
  let arguments: [ArgumentDescription]?

  var shownSubcommands: [CommandDescription] {
    // The page of `help` would say no more than the others.
    (subcommands ?? []).filter { $0.shouldDisplay ?? true && $0.commandName != "help" }
  }

  var synopsis: String {
    let shown = (arguments ?? []).filter(\.shouldDisplay)
    var words: [String] = []
    if !shownSubcommands.isEmpty { words.append("COMMAND") }
    if shown.contains(where: { $0.kind != "positional" }) { words.append("[OPTION...]") }
    for argument in shown where argument.kind == "positional" {
      let name = (argument.valueName ?? "value").uppercased() + (argument.isRepeating ? "..." : "")
      words.append(argument.isOptional ? "[\(name)]" : name)
    }
    return words.joined(separator: " ")
  }
}

private struct ArgumentDescription: Decodable {
  struct Name: Decodable {
    let kind: String
    let name: String

    var text: String { (kind == "long" ? "--" : "-") + name }
  }

  let kind: String
  let shouldDisplay: Bool
  let sectionTitle: String?
  let isOptional: Bool
  let isRepeating: Bool
  let names: [Name]?
  let valueName: String?
  let defaultValue: String?
  let allValues: [String]?
  let abstract: String?
  let discussion: String?

  /// The entry of the list: what is typed, what stands for a value, what it means.
  var entry: (term: String, value: String, text: String) {
    let value = valueName ?? "value"
    var notes: [String] = []
    if let allValues, kind != "flag" { notes.append("one of " + allValues.joined(separator: ", ")) }
    if let defaultValue, kind != "flag" { notes.append("default: \(defaultValue)") }
    let note = notes.isEmpty ? "" : "(\(notes.joined(separator: "; ")))"
    let text = [abstract ?? "", note, discussion ?? ""].filter { !$0.isEmpty }
    let spelled = (names ?? []).map(\.text).sorted { $0.utf8.count < $1.utf8.count }
      .joined(separator: ", ")
    return (
      kind == "positional" ? "" : spelled, kind == "flag" ? "" : value,
      text.joined(separator: " ")
    )
  }
}

/// Source of man(7), written line by line.
private struct Roff {
  var source = ""

  mutating func heading(_ name: String, version: String) {
    // No date: the same program has the same page.
    source += ".TH \(Self.quoted(name.uppercased())) 1 \"\" \(Self.quoted(version))\n"
  }

  mutating func section(_ title: String) { source += ".SH \(Self.quoted(title))\n" }

  mutating func text(_ text: String) { source += Self.escaped(text) + "\n" }

  mutating func bold(_ bold: String, then text: String) {
    source += "\\fB\(Self.escaped(bold))\\fR \(Self.escaped(text))\n"
  }

  mutating func list(
    _ title: String, _ entries: [(term: String, value: String, text: String)]
  ) {
    guard !entries.isEmpty else { return }
    section(title)
    for entry in entries {
      let term = entry.term.isEmpty ? "" : "\\fB\(Self.escaped(entry.term))\\fR"
      let value = entry.value.isEmpty ? "" : "\\fI\(Self.escaped(entry.value))\\fR"
      source += ".TP\n\([term, value].filter { !$0.isEmpty }.joined(separator: " "))\n"
      if !entry.text.isEmpty { text(entry.text) }
    }
  }

  /// Paragraphs; lines that are indented stay as they are.
  mutating func discussion(_ discussion: String) {
    var isLiteral = false
    for line in discussion.split(separator: "\n", omittingEmptySubsequences: false) {
      let isIndented = line.hasPrefix(" ")
      if isIndented != isLiteral, !line.isEmpty {
        source += isIndented ? ".PP\n.nf\n" : ".fi\n.PP\n"
        isLiteral = isIndented
      }
      source += line.isEmpty ? ".PP\n" : Self.escaped(line) + "\n"
    }
    if isLiteral { source += ".fi\n" }
  }

  /// groff_char(7): a hyphen that can be typed, a backslash that is one; a dot or quote that begins a
  /// line begins no request.
  private static func escaped(_ text: some StringProtocol) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "\n": escaped += " "
      default: escaped.append(character)
      }
    }
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }

  private static func quoted(_ text: String) -> String {
    "\"" + escaped(text.replacing("\"", with: "'")) + "\""
  }
}
