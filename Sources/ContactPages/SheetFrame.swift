/// What stands around the people of a run, and between them.
package struct SheetFrame {
  private let style: ContactPage.Style
  private let title: String
  /// People so far.
  package private(set) var count = 0

  /// Begins a run.
  ///
  /// - Parameters:
  ///   - style: How people are written.
  ///   - title: What a page for a browser is called.
  package init(_ style: ContactPage.Style, title: String) {
    self.style = style
    self.title = title
  }

  /// Appends a person, as ``ContactPage`` writes one.
  package mutating func append(_ person: [UInt8], to text: inout [UInt8]) {
    if style.format == .html {
      if count == 0 {
        WebPage(language: style.language).begin(title, labelsOn: style.labels?.paper, to: &text)
      }
      if let labels = style.labels, count.isMultiple(of: labels.paper.count) {
        text.append(count == 0 ? "<section>\n" : "</section>\n<section>\n")
      }
    } else if count > 0 {
      text.append("\n")
    }
    text += person
    count += 1
  }

  /// Appends what comes after the last person; nothing where there was none.
  package func end(to text: inout [UInt8]) {
    guard style.format == .html, count > 0 else { return }
    if style.labels != nil { text.append("</section>\n") }
    WebPage(language: style.language).end(to: &text)
  }
}
