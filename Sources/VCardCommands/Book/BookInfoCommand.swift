import ArgumentParser
import ContactPages
import ContactStore
import Files
import SystemPackage
import VCard

/// `vcard book info`: what there is to say of a book as a whole.
struct BookInfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Say what kind of book it is, where it is, and how much is in it.",
    usage: "vcard book info [--book <book>] [--format <format>]",
    discussion: """
      EXAMPLES:
        vcard book info
        vcard book info --book ~/contacts --format jsonl

      'language' is that in whose order a database keeps its people, 'indexes' are the rules and \
      ICU's tables by which it is searched; when others have made them, the next command that writes \
      makes them again.
      """)

  @Option(help: ArgumentHelp("A table, or one JSON object.", valueName: "format"))
  var format = ListFormat.text

  @OptionGroup var options: BookCommandOptions

  /// A fact: its name, and its value as a text or a number.
  private enum Value {
    case text(String)
    case number(Int)
  }

  func run() throws {
    let (_, reporter) = try options.reporting.start()
    defer { reporter.finish() }
    let book = try options.open(for: .reading, reporter)
    var facts: [(String, Value)] = [
      ("kind", .text(book.kind.rawValue)), ("path", .text(book.path.string)),
    ]
    if let database = book as? any LinkedBook {
      let details = try database.details()
      facts += [
        ("records", .number(details.records)), ("people", .number(details.people)),
        ("groups", .number(details.groups)), ("sources", .number(details.sources)),
        ("journal", .number(details.requests)), ("bytes", .number(details.octets)),
        ("language", .text(details.locale ?? "root")),
        ("indexes", .text(details.rules + (details.hasCurrentIndexes ? "" : ", out of date"))),
      ]
    } else {
      facts += try count(book)
    }
    try OutputFile.print { output in
      switch format {
      case .text:
        var table = Table([.init(), .init()])
        for (name, value) in facts {
          switch value {
          case .text(let text): table.append([name, text])
          case .number(let number): table.append([name, "\(number)"])
          }
        }
        table.render(into: &output)
      case .jsonl:
        output.append("{\"schema\":\"vcard.book/1\"")
        for (name, value) in facts {
          switch value {
          case .text(let text): output.append(",\"\(name)\":", jsonString: text)
          case .number(let number): output.append(",\"\(name)\":\(number)")
          }
        }
        output.append("}\n")
      }
    }
  }

  private func count(_ book: any AddressBook) throws -> [(String, Value)] {
    var (records, groups, octets) = (0, 0, 0)
    try book.forEachRecord { record in
      records += 1
      octets += record.card.byteCount
      if record.card.isGroup { groups += 1 }
    }
    let sources = try book.sources().count
    return [
      ("records", .number(records)), ("people", .number(records - groups)),
      ("groups", .number(groups)),
    ] + (sources == 0 ? [] : [("sources", .number(sources))]) + [("bytes", .number(octets))]
  }
}
