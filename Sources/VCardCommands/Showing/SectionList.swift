import CardFormats
import ContactPages
import Files

/// Writes sorted names under the labels of their sections: as text a name a line, indented by two
/// spaces, else a section a line.
struct SectionList {
  private let labels: [String]
  private let format: ListFormat
  private var section: Int?
  private var buffer: [UInt8] = []

  /// Starts a list.
  init(_ labels: [String], _ format: ListFormat) {
    self.labels = labels
    self.format = format
  }

  /// Writes a record of ``SectionPieceMaker``; those of a section follow each other.
  mutating func write(_ record: Span<UInt8>, to writer: BufferedWriter) throws {
    precondition(record.count >= 2, "a record has the number of its section")
    let number = Int(record[0]) << 8 | Int(record[1])
    let name = record.extracting(droppingFirst: 2)
    buffer.removeAll(keepingCapacity: true)
    let isFirst = section != number
    if isFirst {
      endSection()
      section = number
    }
    switch format {
    case .text:
      if isFirst {
        buffer.append(visible: labels[number])
        buffer.append("\n")
      }
      buffer.append("  ")
      if name.isEmpty { buffer.append("(no name)") } else { buffer.append(visible: name) }
      buffer.append("\n")
    case .jsonl:
      if isFirst {
        buffer.append("{\"schema\":\"vcard.section/1\",\"section\":", jsonString: labels[number])
        buffer.append(",\"names\":[")
      } else {
        buffer.append(",")
      }
      JSONText.append(utf8: name, to: &buffer)
    }
    try writer.write(buffer.span)
  }

  /// Writes what ends the list.
  mutating func finish(_ writer: BufferedWriter) throws {
    buffer.removeAll(keepingCapacity: true)
    endSection()
    try writer.write(buffer.span)
  }

  private mutating func endSection() {
    if section != nil, format == .jsonl { buffer.append("]}\n") }
  }
}
