import ArgumentParser
import ContactModel
import ContactPages
import Files
import SystemPackage
import VCard

/// `vcard config`: shows what somebody prefers.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Show each preference and where its value comes from.",
    usage: "vcard config [--format <format>] [<option> …]",
    discussion: """
      EXAMPLES:
        vcard config
        vcard config --format jsonl | jq -r 'select(.key == "book").value'

      Preferences stand in $XDG_CONFIG_HOME/vcard/config.toml, else ~/.config/vcard/config.toml, a \
      line such as 'locale = "sv"' each:

        book        the address book: a path that begins with / or ~/
        region      the country of phone numbers without one, as in DE
        locale      the language of words, dates and orders, as in sv
        sort-by     the name that 'vcard sort' sorts by: \
      \(Preferences.Key.sortBy.values.joined(separator: ", "))
        name-order  the name that 'vcard show' puts first: \
      \(Preferences.Key.nameOrder.values.joined(separator: ", "))
        color       when to colour: \(Preferences.Key.color.values.joined(separator: ", "))
        from        the format of input: \(Preferences.Key.from.values.joined(separator: ", "))
        to          the format of output: \(Preferences.Key.to.values.joined(separator: ", "))

      An option goes before the environment ($VCARD_BOOK, $NO_COLOR, $LC_ALL and others), the \
      environment before the file; the options given here show what they would do elsewhere. A key \
      that is none is told by every command; a value that cannot be ends it with 65.
      """)

  @Option(help: ArgumentHelp("A table, or one JSON object a line.", valueName: "format"))
  var format = ListFormat.text

  @OptionGroup var book: BookArguments

  @Option(help: ArgumentHelp("The language.", valueName: "tag"))
  var locale: String?

  @Option(help: ArgumentHelp("The name to sort by.", valueName: "name"))
  var by: NameSorter.Order?

  @Option(help: ArgumentHelp("Which name goes first.", valueName: "name"))
  var nameOrder: PageOptions.Order?

  @Option(help: ArgumentHelp("What to write.", valueName: "format"))
  var to: CardFormat?

  @OptionGroup(title: "Options of every command") var input: InputOptions

  @OptionGroup(title: "Options of every command") var reporting: ReportingOptions

  func run() throws {
    let preferences = Preferences.current
    var list = try ListOutput(
      format, Table([.init("Preference"), .init("Value"), .init("From")]))
    for key in Preferences.Key.allCases {
      let (text, origin) = preferences.value(key, flag: flag(key))
      var fields = [("key", key.rawValue), ("value", text)]
      let from: String
      switch origin {
      case .flag: from = "flag"
      case .environment(let variable):
        from = "environment"
        fields.append(("variable", variable))
      case .file:
        from = "file"
        fields.append(("file", preferences.path?.string))
      case .standard: from = "default"
      }
      fields.append(("from", from))
      let place =
        switch origin {
        case .flag: key == .sortBy ? "--by" : "--\(key.rawValue)"
        case .environment(let variable): "$\(variable)"
        case .file(let line): "\(preferences.path?.string ?? ""):\(line)"
        case .standard: from
        }
      try list.append([key.rawValue, text ?? "", place]) { json in
        json.append("{\"schema\":\"vcard.preference/1\"")
        for (name, value) in fields {
          json.append(",\"\(name)\":", jsonString: value)
        }
        if case .file(let line) = origin { json.append(",\"line\":\(line)") }
        json.append("}\n")
      }
    }
    try list.finish()
    _ = try reporting.start()
  }

  /// What an option says.
  private func flag(_ key: Preferences.Key) -> String? {
    switch key {
    case .book: book.book
    case .region: input.region
    case .locale: locale
    case .sortBy: by?.rawValue
    case .nameOrder: nameOrder?.rawValue
    case .color: reporting.color?.rawValue
    case .from: input.from?.rawValue
    case .to: to?.rawValue
    }
  }
}
