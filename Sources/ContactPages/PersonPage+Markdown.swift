import ContactModel
import VCard

extension PersonPage {
  /// Appends the page as CommonMark: the name as a heading, the values as a list.
  ///
  /// Marks of Markdown and of HTML that a card says are escaped.
  func appendMarkdown(to text: inout [UInt8]) {
    for (number, line) in lines.enumerated() {
      if number == 0 {
        text.append("## ")
        text.append(markdown: line.words.joined(separator: " "), startsLine: false)
      } else {
        text.append(number == 1 ? "\n" : "\\\n")
        Self.append(line.words, startsLine: true, indent: "", to: &text)
      }
      Self.append(source: line.source, to: &text)
      if number == 0 || number == lines.count - 1 { text.append("\n") }
    }
    if let image, let mediaType = Self.pictureType(of: image) {
      text.append("\n![](data:\(mediaType);base64,")
      text += Base64.encode(image.octets)
      text.append(")\n")
    }
    if !rows.isEmpty { text.append("\n") }
    for row in rows {
      text.append("- **")
      text.append(markdown: row.label, startsLine: false)
      text.append(":** ")
      if row.target != nil { text.append("[") }
      Self.append(row.lines, startsLine: false, indent: "  ", to: &text)
      // A target has no `<`, no `>` and no blank, but may have what looks like an entity.
      if let target = row.target { text.append("](<\(target.replacing("&", with: "&amp;"))>)") }
      Self.append(source: row.source, to: &text)
      text.append("\n")
    }
  }

  /// Appends lines with hard breaks between them.
  private static func append(
    _ lines: [String], startsLine: Bool, indent: String, to text: inout [UInt8]
  ) {
    for (number, line) in lines.enumerated() {
      if number > 0 { text.append("\\\n\(indent)") }
      text.append(markdown: line, startsLine: startsLine || number > 0)
    }
  }

  private static func append(source: String?, to text: inout [UInt8]) {
    guard let source else { return }
    text.append(" *(")
    text.append(markdown: source, startsLine: false)
    text.append(")*")
  }
}

extension [UInt8] {
  /// Appends text of one line that stays text.
  ///
  /// CommonMark §2.4; what HTML would read is written as entities, which old programs know, too.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - startsLine: Whether nothing stands before it: then `+`, `-`, `=`, `1.` and `1)` are marks.
  mutating func append(markdown text: String, startsLine: Bool) {
    let line = text.trimmingBlanks.utf8
    let digits = line.prefix { 0x30...0x39 ~= $0 }
    let mark = startsLine ? line.index(line.startIndex, offsetBy: digits.count) : line.endIndex
    for (index, octet) in zip(line.indices, line) {
      switch octet {
      case UInt8(ascii: "&"): append("&amp;")
      case UInt8(ascii: "<"): append("&lt;")
      case UInt8(ascii: ">"): append("&gt;")
      case UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "_"),
        UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "#"), UInt8(ascii: "~"),
        UInt8(ascii: "|"), UInt8(ascii: "$"), UInt8(ascii: "^"):
        self += [UInt8(ascii: "\\"), octet]
      case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "="):
        if startsLine, index == line.startIndex { append("\\") }
        append(octet)
      case UInt8(ascii: "."), UInt8(ascii: ")"):
        if index == mark, index != line.startIndex { append("\\") }
        append(octet)
      default: append(octet)
      }
    }
  }
}
