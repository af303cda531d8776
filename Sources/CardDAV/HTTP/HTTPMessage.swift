/// A request to a server.
package struct HTTPRequest: Sendable {
  package var method: String
  package var url: WebURL
  /// Names and values; a value holds no line end.
  package var fields: [(name: String, value: String)] = []
  package var body: [UInt8]?
  /// Whether the answer may come compressed: never where its ETag counts, to which proxies then add
  /// something.
  package var mayBeCompressed = false
  /// Octets of the body of the answer.
  package var limit = HTTPRequest.mostOctetsOfText

  /// Octets of an answer that is read for its words.
  static let mostOctetsOfText = 1 << 20
  /// Octets of an answer that is read for a card: Xandikos was seen to keep one of 60 MB.
  static let mostOctetsOfCard = 64 << 20
  /// Octets of an answer that is read piece by piece: a million members, or a hundred large cards.
  static let mostOctetsOfStream = 256 << 20

  package init(_ method: String, _ url: WebURL) {
    self.method = method
    self.url = url
  }

  /// A request of WebDAV with a body in XML (RFC 4918 §9).
  static func dav(_ method: String, _ url: WebURL, depth: Int, _ body: [UInt8]) -> HTTPRequest {
    var request = HTTPRequest(method, url)
    request.fields = [
      ("Depth", "\(depth)"), ("Content-Type", "application/xml; charset=utf-8"),
    ]
    request.body = body
    request.mayBeCompressed = true
    request.limit = mostOctetsOfStream
    return request
  }
}

/// The head of an answer.
package struct HTTPHead: Sendable {
  package let status: Int
  /// Names in lower case and values.
  package let fields: [(name: String, value: String)]

  init(status: Int, lines: [UInt8]) {
    self.status = status
    fields = lines.split(separator: UInt8(ascii: "\n")).dropFirst().compactMap { line in
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      return (
        String(decoding: line[..<colon], as: UTF8.self).lowercased(),
        line[line.index(after: colon)...].trimmedText
      )
    }
  }

  /// The first value of a field.
  package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

  /// Whether the request was understood and done.
  package var isSuccess: Bool { 200..<300 ~= status }
}

/// An answer that came whole.
package struct HTTPAnswer: Sendable {
  package let head: HTTPHead
  package let body: [UInt8]
  package var status: Int { head.status }
}
