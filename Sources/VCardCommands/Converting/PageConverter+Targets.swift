import ArgumentParser
import CardFormats
package import Page
package import VCard

extension PageConverter {
  /// What `vcard convert` writes, as the page offers it.
  ///
  /// Codes and lines of JSON are left to the command: the ones are pictures of a card each, the others
  /// name the file that a card is from.
  ///
  /// - Parameter decoding: How what is not UTF-8 becomes text.
  /// - Returns: The converter.
  /// - Throws: Nothing but for a fault of this program: the options are those of the command.
  package static func forCommands(_ decoding: TextDecoding) throws -> PageConverter {
    let formats: [(CardFormat, String)] = [
      (.vcard4, "vCard 4.0"), (.vcard3, "vCard 3.0"), (.vcard21, "vCard 2.1"),
      (.jcard, "jCard (JSON)"), (.xcard, "xCard (XML)"), (.jscontact, "JSContact (JSON)"),
      (.ldif, "LDIF"), (.mecard, "MECARD"),
    ]
    let choices =
      formats.map { (name: $0.0.rawValue, title: $0.1, options: ["--to", $0.0.rawValue]) }
      + CSVDialect.allCases.map { dialect in
        (
          name: "csv-\(dialect.rawValue)", title: "CSV (\(dialect.rawValue))",
          options: ["--to", "csv", "--csv", dialect.rawValue]
        )
      }
      + ImporterPreset.all.map {
        (name: $0.name, title: "for \($0.title)", options: ["--for", $0.name])
      }
    return PageConverter(
      try choices.map { choice in
        let options = try FormatOptions.parse(choice.options)
        let table = try options.table(InputOptions.parse([]))
        let renderer = options.renderer(isSilent: false, isFolder: false, .png, table)
        return Target(
          choice.name, title: choice.title, fileExtension: options.format.fileExtension,
          frame: options.frame(table)
        ) {
          var renderer = renderer
          return { card, text, notes in renderer.render(card, into: &text, notes: &notes) }
        }
      }, reader: .forCommands(decoding))
  }
}
