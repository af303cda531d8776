import ContactStore
import VCard

extension [UInt8] {
  /// Appends text as the content of an HTML element or a quoted attribute.
  ///
  /// Controls that HTML does not allow, and bytes that are not UTF-8, become U+FFFD.
  package mutating func append(html bytes: Span<UInt8>) {
    var index = 0
    while index < bytes.count {
      let (scalar, length) = bytes.scalar(at: index)
      switch scalar {
      case "&": append("&amp;")
      case "<": append("&lt;")
      case ">": append("&gt;")
      case "\"": append("&quot;")
      case "'": append("&#39;")
      case "\t", "\n", "\r": append(bytes[index])
      case let scalar? where scalar.properties.generalCategory != .control:
        append(bytes.extracting(index..<index + length))
      default: append("\u{FFFD}")
      }
      index += length
    }
  }

  /// Appends text as the content of an HTML element or a quoted attribute.
  package mutating func append(html text: String) { append(html: text.utf8.span) }

  /// Where a page has what it looks like, and what it does, from.
  package enum HTMLSurroundings: Sendable {
    /// It has all of it inside: it loads nothing, runs nothing, and shows only pictures that it holds.
    case file(css: String)
    /// A server gives it `/page.css` and a script, and says in its head what the page may do.
    case server(script: String)
  }

  /// Appends a page up to its body.
  ///
  /// - Parameters:
  ///   - title: What the page is called.
  ///   - language: Its BCP 47 tag.
  ///   - isRightToLeft: Whether the language is written from right to left.
  ///   - surroundings: How it looks.
  package mutating func append(
    htmlHeadFor title: String, language: String, isRightToLeft: Bool = false,
    _ surroundings: HTMLSurroundings
  ) {
    append("<!DOCTYPE html>\n<html lang=\"")
    append(html: language)
    append("\"\(isRightToLeft ? " dir=\"rtl\"" : "")><head><meta charset=\"utf-8\">\n")
    if case .file = surroundings {
      append(
        """
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">

        """)
    }
    append("<meta name=\"viewport\" content=\"width=device-width\">\n<title>")
    append(html: title)
    append("</title>\n")
    switch surroundings {
    case .file(let css): append("<style>\n\(css)\n</style></head><body>\n")
    case .server(let script):
      append(
        """
        <meta name="color-scheme" content="light dark">
        <link rel="icon" href="/icon.svg"><link rel="stylesheet" href="/page.css">
        <script type="module" src="/\(script)"></script></head><body>

        """)
    }
  }
}
