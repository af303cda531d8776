import ContactModel
import ICU
import VCard

extension PersonPage {
  /// Appends the page as a part of a page for a browser.
  ///
  /// - Parameters:
  ///   - web: The page.
  ///   - pictures: Where a server has the person's pictures; without, the page holds the picture.
  ///   - heading: The element of the name.
  ///   - html: Receives it.
  package func appendHTML(
    _ web: WebPage, pictures: [String]? = nil, heading: StaticString = "h2", to html: inout [UInt8]
  ) {
    html.append("<article>\n")
    for picture in pictures ?? [] {
      html.append("<img alt=\"\" src=\"")
      html.append(html: picture)
      html.append("\">\n")
    }
    if pictures == nil, let image, let mediaType = Self.pictureType(of: image) {
      html.append("<img alt=\"\" src=\"data:\(mediaType);base64,")
      html += Base64.encode(image.octets)
      html.append("\">\n")
    }
    for (number, line) in lines.enumerated() {
      let isName = number == 0
      let element = isName ? "\(heading)" : line.style == .dim ? "p class=\"dim\"" : "p"
      web.append(
        element, line.words, language: isName ? language : nil, source: line.source, to: &html)
    }
    if !rows.isEmpty { html.append("<dl>\n") }
    for row in rows {
      // Most labels are in the language of the page.
      web.append("dt", [row.label], language: "", to: &html)
      web.append("dd", row.lines, target: row.target, source: row.source, to: &html)
    }
    html.append(rows.isEmpty ? "</article>\n" : "</dl>\n</article>\n")
  }
}

/// Writes people as one page for a browser that needs nothing else.
package struct WebPage: Sendable {
  package let language: String
  /// The script of the language.
  private let script: Script?

  /// Whether its language is written from right to left.
  package var isRightToLeft: Bool { script == .arabic || script == .hebrew }

  /// Creates a page in a language, a BCP 47 tag.
  package init(language: String) {
    self.language = language
    script = Self.script(of: ContactLabel.home.localizedName(language))
  }

  private static let sheet = """
    @page{margin:15mm}
    body{font:15px/1.45 system-ui,sans-serif;margin:2em auto;max-width:60em;padding:0 1em;color:#222;background:#fff;columns:24em;column-gap:3em}
    article{break-inside:avoid;border-top:1px solid #ccc;padding:.7em 0}
    img{float:inline-end;max-width:6em;max-height:8em;margin-inline-start:1em;border-radius:4px}
    h2{font-size:1.15em;margin:0}p{margin:0}.dim,small{color:#666}
    dl{display:grid;grid-template-columns:fit-content(9em) 1fr;gap:.1em 1em;margin:.4em 0 0}
    dt{color:#666;text-align:end;overflow-wrap:anywhere}dd{margin:0;min-width:0;overflow-wrap:anywhere;white-space:pre-wrap}
    a{color:#05a;text-decoration:none}
    @media print{body{font-size:10pt;margin:0;max-width:none;padding:0}a{color:inherit}}
    @media screen and (prefers-color-scheme:dark){body{color:#ddd;background:#181818}article{border-color:#444}a{color:#8bf}}
    """

  /// Appends what stands before the first person.
  ///
  /// - Parameters:
  ///   - title: What the page is called.
  ///   - paper: The paper, if the page is of labels.
  ///   - html: Receives it.
  func begin(_ title: String, labelsOn paper: EnvelopeLabel.Paper?, to html: inout [UInt8]) {
    html.append(
      htmlHeadFor: title, language: language, isRightToLeft: isRightToLeft,
      .file(css: paper?.css ?? Self.sheet))
  }

  /// Appends what stands after the last person.
  func end(to html: inout [UInt8]) { html.append("</body></html>\n") }

  /// Appends a label.
  ///
  /// - Parameters:
  ///   - lines: The lines; as many as fit are written.
  ///   - paper: The paper.
  ///   - html: Receives it.
  /// - Returns: What is left out, in words; `nil` where all fits.
  func append(
    label lines: [String], on paper: EnvelopeLabel.Paper, to html: inout [UInt8]
  ) -> String? {
    let (size, count) = paper.fit(lines)
    html.append("<div style=\"font-size:\(size)pt\">\n")
    for line in lines.prefix(max(count, 1)) { append("p", [line], to: &html) }
    html.append("</div>\n")
    if count == lines.count { return nil }
    let left = (lines.count - max(count, 1)).counted("line", "lines")
    return "the label of \(DisplayWidth.truncated(lines[0], to: 40)) "
      + (count == 0 ? "begins with a line that is too long for it and is cut; " : "has no room: ")
      + "\(left) left out"
  }

  /// Appends an element of lines; each runs in the direction of its first letter.
  fileprivate func append(
    _ element: String, _ lines: [String], language: String? = nil, target: String? = nil,
    source: String? = nil, to html: inout [UInt8]
  ) {
    html.append("<\(element) dir=\"auto\"")
    if let language = language ?? self.language(of: lines), !language.isEmpty {
      html.append(" lang=\"")
      html.append(html: language)
      html.append("\"")
    }
    html.append(">")
    if let target {
      html.append("<a href=\"")
      html.append(html: target)
      html.append("\" rel=\"noopener noreferrer\">")
    }
    for (number, line) in lines.enumerated() {
      if number > 0 { html.append("<br>") }
      html.append(html: line)
    }
    if target != nil { html.append("</a>") }
    if let source {
      html.append(" <small>")
      html.append(html: source)
      html.append("</small>")
    }
    html.append("</\(element.prefix { $0 != " " })>\n")
  }

  /// The tag of text in another script than the page's: one that says the script only (RFC 5646 §4.1),
  /// but for the letters that Japanese alone has.
  private func language(of lines: [String]) -> String? {
    guard let script = Self.script(of: lines.joined()), script != self.script else { return nil }
    return script == .hiragana ? "ja" : "und-\(script.code)"
  }

  /// The script of the first letter; Hiragana for text with any Kana.
  private static func script(of text: String) -> Script? {
    var first: Script?
    for scalar in text.unicodeScalars where !scalar.isASCII || first == nil {
      switch Script.of(scalar) {
      case .common, .inherited, .unknown: continue
      case .hiragana, .katakana: return .hiragana
      case let script: first = first ?? script
      }
    }
    return first
  }
}

extension EnvelopeLabel.Paper {
  /// How a page of labels looks: sheets of a grid.
  var css: String {
    let (size, sheet, columns, rows) =
      switch self {
      case .a4: ("A4", "height:296mm;padding:.5mm 0 0", "repeat(3,70mm)", "repeat(8,37mm)")
      case .letter:
        (
          "8.5in 11in", "height:11in;padding:.5in .1875in 0;column-gap:.125in",
          "repeat(3,2.625in)", "repeat(10,1in)"
        )
      }
    return """
      @page{size:\(size);margin:0}
      body{margin:0;color:#000;background:#fff;font-family:system-ui,sans-serif}
      section{box-sizing:border-box;\(sheet);display:grid;grid-template-columns:\(columns);grid-template-rows:\(rows);break-after:page}
      section:last-child{break-after:auto}
      div{box-sizing:border-box;padding:2mm 5mm;overflow:hidden;line-height:1.2;display:flex;flex-direction:column;justify-content:center}
      p{margin:0;overflow-wrap:anywhere}
      @media screen{section{outline:1px solid #888;margin:1em;width:max-content}div{outline:1px dotted #ccc}}
      """
  }

  /// The size of letters with which lines fit, in points, and how many lines do.
  fileprivate func fit(_ lines: [String]) -> (size: Int, count: Int) {
    // What is left between the margins: 60 mm × 33 mm, and 56.7 mm × 21.4 mm.
    let (width, height) = self == .a4 ? (170, 93) : (160, 60)
    var (size, count) = (12, 0)
    while size > EnvelopeLabel.Paper.smallest, count < lines.count {
      size -= 1
      // A line takes 1.2 times its size, and a column about 0.55 of it; what is longer is broken.
      var room = height * 5 / 6 / size
      let columns = width * 20 / (11 * size)
      count = 0
      for line in lines {
        room -= max(1, (DisplayWidth.of(line) + columns - 1) / columns)
        if room < 0 { break }
        count += 1
      }
    }
    return (size, count)
  }

  /// Points; what is smaller nobody reads.
  private static let smallest = 4
}
