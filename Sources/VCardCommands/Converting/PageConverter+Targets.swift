import ArgumentParser
import CardFormats
import Page
import VCard

extension PageConverter {
  /// What `vcard convert` writes, as the page offers it.
  ///
  /// Tables, codes and lines of JSON are left to the command: they are no text of one card each, or
  /// name the file that a card is from.
  ///
  /// - Parameter decoding: How what is not UTF-8 becomes text.
  /// - Returns: The converter.
  /// - Throws: Nothing but for a fault of this program: the options are those of the command.
  static func forCommands(_ decoding: TextDecoding) throws -> PageConverter {
    let formats: [(CardFormat, String)] = [
      (.vcard4, "vCard 4.0"), (.vcard3, "vCard 3.0"), (.vcard21, "vCard 2.1"),
      (.jcard, "jCard (JSON)"), (.xcard, "xCard (XML)"), (.jscontact, "JSContact (JSON)"),
      (.ldif, "LDIF"),
    ]
    let choices =
      formats.map { (name: $0.0.rawValue, title: $0.1, option: "--to") }
      + ImporterPreset.all.map { (name: $0.name, title: "for \($0.title)", option: "--for") }
    return PageConverter(
      try choices.map { choice in
        let options = try FormatOptions.parse([choice.option, choice.name])
        let table = CSVTable.Options()
        let frame = options.frame(table)
        let renderer = options.renderer(isSilent: false, isFolder: false, .png, table)
        return Target(
          choice.name, title: choice.title, fileExtension: options.format.fileExtension,
          frame: (frame.head, frame.separator, frame.tail)
        ) {
          var renderer = renderer
          return { card, text, notes in renderer.render(card, into: &text, notes: &notes) }
        }
      }, decoding: decoding)
  }
}
