public import ArgumentParser
public import CardFormats
import TOMLKit

/// What is told of tables of comma-separated values.
package struct TableOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What separates the cells of tables: one character, or tab (default: found out; written: ,).",
      valueName: "character"),
    transform: TableOptions.character)
  package var delimiter: UInt8?

  @Option(
    help: ArgumentHelp(
      "The order of day and month in dates of tables that do not show it: dmy or mdy.",
      valueName: "order"))
  package var dates: DateOrder?

  @Option(
    help: ArgumentHelp(
      "What columns of tables mean, in TOML: \"Shoe phone\" = \"TEL;work\".", valueName: "file"))
  package var map: String?

  package init() {}

  private static func character(_ text: String) throws -> UInt8 {
    if text == "tab" || text == "\\t" { return 0x09 }
    guard let octet = text.utf8.first, text.utf8.count == 1, octet < 0x80,
      ![0x0A, 0x0D, 0x22].contains(octet)
    else { throw ValidationError("--delimiter takes one character, such as ; or tab") }
    return octet
  }

  /// What a reader of tables is told.
  package var reading: CSVReader.Options {
    get throws {
      var options = CSVReader.Options()
      options.delimiter = delimiter
      options.dates = dates
      if let map { options.columns = try TableOptions.columns(map) }
      return options
    }
  }

  /// Octets of the largest file that names columns.
  private static let mostOctets = 1 << 20

  /// Reads what columns mean.
  private static func columns(_ path: String) throws -> [String: CSVMeaning] {
    let text = try InputFile.octets(of: path, atMost: mostOctets)
    let table: TOMLTable
    do {
      table = try TOMLTable(string: String(decoding: text, as: UTF8.self))
    } catch {
      throw CommandFailure(.data, "\(path): it is not TOML: \(error)")
    }
    var columns: [String: CSVMeaning] = [:]
    for (name, value) in table {
      guard let text = value.string, let meaning = CSVMeaning(text) else {
        throw CommandFailure(
          .data, "\(path): \"\(name)\" is no meaning of a column",
          suggestion: "meanings are such as \"TEL;work\", \"N.1\" and \"ADR;home.3\"")
      }
      columns[name] = meaning
    }
    return columns
  }
}

extension DateOrder: ExpressibleByArgument {}
