import ContactDedupe
import ContactPages
import ContactStore
import Files

/// Writes which card is in which cluster, a row a card.
struct ClusterList {
  /// Appends the rows to a writer.
  static func write(
    _ table: CardTable, _ numbers: [Int], to writer: BufferedWriter
  ) throws {
    for input in table.inputs {
      // A row is a row, whatever the file is called.
      let name = TerminalText.visible(input.name)
      for card in input.cards {
        try writer.append { row in
          row.append(name)
          row.append(UInt8(ascii: "\t"))
          row.append(decimal: table.number(of: card))
          row.append(UInt8(ascii: "\t"))
          row.append(decimal: numbers[card])
          row.append(UInt8(ascii: "\n"))
        }
      }
    }
  }
}
