/// HTML of which only what stands in the source of this program is markup.
///
/// Whatever is interpolated becomes the content of an element or of a quoted attribute: what would act
/// on the page is escaped, what would turn letters round is shown as its code, as ``TerminalText`` has
/// it.
/// ```swift
/// html += "<p title=\"\(title)\"><bdi>\(name)</bdi></p>"
/// ```
package struct HTML: ExpressibleByStringInterpolation, Sendable {
  /// The HTML in UTF-8.
  package var octets: [UInt8] = []

  /// Creates HTML without anything.
  package init() {}

  /// Takes markup.
  package init(stringLiteral markup: StaticString) { octets.append(markup: markup) }

  /// Takes markup with text in it.
  package init(stringInterpolation: StringInterpolation) { octets = stringInterpolation.octets }

  /// Appends HTML.
  package static func += (html: inout HTML, more: HTML) { html.octets += more.octets }

  /// What stands between quotation marks in the source.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var octets: [UInt8] = []

    /// Makes room.
    package init(literalCapacity: Int, interpolationCount: Int) {
      octets.reserveCapacity(literalCapacity + interpolationCount * 16)
    }

    /// Takes markup.
    package mutating func appendLiteral(_ markup: StaticString) { octets.append(markup: markup) }

    /// Takes text, whatever it says.
    package mutating func appendInterpolation(_ text: String) {
      octets.append(html: TerminalText.visible(text))
    }

    /// Takes a number.
    package mutating func appendInterpolation(_ number: Int) { octets.append(decimal: number) }

    /// Takes HTML.
    package mutating func appendInterpolation(_ html: HTML) { octets += html.octets }

    /// Takes HTML where there is any.
    package mutating func appendInterpolation(_ html: HTML?) {
      if let html { octets += html.octets }
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append(markup: StaticString) {
    markup.withUTF8Buffer { unsafe append(contentsOf: $0) }
  }
}
