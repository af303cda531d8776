import ContactModel
import ICU
import Images

extension PersonPage {
  /// Appends the page as lines for a terminal.
  ///
  /// - Parameters:
  ///   - style: How it is written.
  ///   - text: Receives the lines.
  func appendText(_ style: ContactPage.Style, to text: inout [UInt8]) {
    TerminalPage(style: style).append(self, to: &text)
  }
}

/// Writes pages for a terminal.
private struct TerminalPage {
  /// Columns of labels beyond which one is cut, on a terminal of any width.
  private static let widestLabel = 24
  /// Spaces between a label and its value.
  private static let gap = 2
  /// Cells that a picture may be wide and high: small, for the name is to stay on the screen.
  private static let pictureSize = (columns: 24, rows: 8)

  let style: ContactPage.Style

  func append(_ page: PersonPage, to text: inout [UInt8]) {
    // Of a picture that cannot be read nothing is shown.
    if let image = page.image,
      let picture = try? style.graphics.picture(
        from: image.octets, columns: Self.pictureSize.columns, rows: Self.pictureSize.rows)
    {
      text += picture.octets
      text.append("\n")
    }
    for line in page.lines { append(line, to: &text) }
    append(page.rows, to: &text)
  }

  private func append(_ rows: [PersonPage.Row], to text: inout [UInt8]) {
    // On a narrow terminal the values are what counts.
    let widest = style.columns.map { max(4, min(Self.widestLabel, $0 / 3)) } ?? Self.widestLabel
    let labels = rows.map { DisplayWidth.truncated($0.label, to: widest) }
    let indent = labels.reduce(0) { max($0, DisplayWidth.of($1)) } + 2
    let wrapper = style.columns.map { TextWrapper(columns: $0 - indent - Self.gap) }
    for (row, label) in zip(rows, labels) {
      var lines = (wrapper.map { wrapper in row.lines.flatMap(wrapper.lines) } ?? row.lines)
        .map { (text: $0, style: PersonPage.TextStyle.plain) }
      let isApart = row.source.map { isTooLong(lines.last?.text ?? "", $0, wrapper) } ?? false
      if let source = row.source, isApart { lines += [(source, .dim)] }
      for (number, line) in lines.enumerated() {
        let label = number == 0 ? label : ""
        if line.text.isEmpty, label.isEmpty {
          text.append(UInt8(ascii: "\n"))
          continue
        }
        text.append(
          contentsOf: repeatElement(UInt8(ascii: " "), count: indent - DisplayWidth.of(label)))
        append(label, style: .dim, to: &text)
        text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: Self.gap))
        let target = line.style == .plain ? row.target : nil
        LinkTarget.append(target, to: &text) { append(line.text, style: line.style, to: &$0) }
        if let source = row.source, !isApart, number == lines.count - 1 {
          text.append("  ")
          append(source, style: .dim, to: &text)
        }
        text.append(UInt8(ascii: "\n"))
      }
    }
  }

  /// Whether who says something has no room behind it.
  private func isTooLong(_ line: String, _ source: String, _ wrapper: TextWrapper?) -> Bool {
    wrapper.map { DisplayWidth.of(line) + 2 + DisplayWidth.of(source) > $0.columns } ?? false
  }

  // MARK: Styles

  /// Appends text that stands out by an SGR sequence of ECMA-48 §8.3.117.
  private func append(_ safe: String, style: PersonPage.TextStyle, to text: inout [UInt8]) {
    guard self.style.usesColor, style != .plain, !safe.isEmpty else { return text.append(safe) }
    text.append(style == .bold ? "\u{1B}[1m" : "\u{1B}[2m")
    text.append(safe)
    text.append("\u{1B}[0m")
  }

  private func append(_ line: PersonPage.Line, to text: inout [UInt8]) {
    let wrapper = style.columns.map { TextWrapper(columns: $0) }
    let lines = line.words.flatMap { wrapper?.lines(of: $0) ?? [$0] }
    for (number, words) in lines.enumerated() {
      append(words, style: line.style, to: &text)
      if let source = line.source, number == lines.count - 1 {
        text.append(isTooLong(words, source, wrapper) ? "\n" : "  ")
        append(source, style: .dim, to: &text)
      }
      text.append(UInt8(ascii: "\n"))
    }
  }
}
