package import ContactModel
import VCard

/// What is shown of a person, whatever it is written as; every text is safe to print.
package struct PersonPage: Sendable {
  /// How text stands out.
  package enum TextStyle: Sendable {
    case plain
    case bold
    case dim
  }

  /// What is called by no label: the name, which is the first, and what goes with it.
  package struct Line: Sendable {
    /// The text, which may have several lines.
    package let words: [String]
    package let style: TextStyle
    /// The records that say it.
    package let source: String?
  }

  /// A value with its label.
  package struct Row: Sendable {
    /// What the value is of.
    package let key: Contact.Keys
    package var label: String
    package let lines: [String]
    /// Where the value leads: a URI in ASCII.
    package var target: String?
    /// The numbers of the properties that say it.
    package var properties: [Int] = []
    /// The records that say it.
    package var source: String?
  }

  /// The language of the name, where it is known.
  package var language: String?
  package var image: ContactImage?
  package var lines: [Line] = []
  package var rows: [Row] = []

  init(language: String?) { self.language = language }

  /// The media type of a picture, if it is of those that every browser shows, by its octets.
  package static func pictureType(of image: ContactImage) -> String? {
    let shown = ["image/jpeg", "image/png", "image/gif", "image/webp", "image/bmp"]
    return MediaType.sniffed(image.octets).flatMap { shown.contains($0) ? $0 : nil }
  }
}

/// What people are shown in.
package enum SheetFormat: String, CaseIterable, Sendable {
  /// Lines for a terminal.
  case text
  /// A page for a browser, to print.
  case html
  case markdown

  /// Appends what is shown of a person.
  func append(_ page: PersonPage, _ style: ContactPage.Style, to text: inout [UInt8]) {
    switch self {
    case .text: page.appendText(style, to: &text)
    case .html: page.appendHTML(WebPage(language: style.language), to: &text)
    case .markdown: page.appendMarkdown(to: &text)
    }
  }

  /// Appends the label of an envelope; nothing where it has no line.
  ///
  /// - Parameters:
  ///   - lines: The lines.
  ///   - style: How they are written.
  ///   - text: Receives them.
  /// - Returns: What had no room, in words.
  func append(
    label lines: [String], _ style: ContactPage.Style, to text: inout [UInt8]
  ) -> String? {
    if lines.isEmpty { return nil }
    if self == .html, let paper = style.labels?.paper {
      return WebPage(language: style.language).append(label: lines, on: paper, to: &text)
    }
    for line in lines {
      text.append(line)
      text.append("\n")
    }
    return nil
  }
}
