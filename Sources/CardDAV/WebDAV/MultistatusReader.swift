import CardFormats

/// What a server says of one resource, or of several at once (RFC 4918 §14.24).
package struct DAVResponse: Hashable, Sendable {
  /// The value of a property.
  package struct Value: Hashable, Sendable {
    /// Its text, with CRLF where XML made a line feed of it.
    package var text: [UInt8] = []
    /// The elements in it, in their order.
    package var names: [DAVName] = []
    /// The hrefs in it.
    package var hrefs: [String] = []
    /// The versions of `text/vcard` that `address-data-type` says (RFC 6352 §6.2.2).
    package var versions: [String] = []

    /// Its text without blanks around it.
    package var trimmed: String { text[...].trimmedText }
  }

  /// As they were written.
  package var hrefs: [String] = []
  /// That of the resource itself, beside which it has no properties: only this 404 means that it is gone.
  package var status: Int?
  /// Properties that were found.
  package var properties: [DAVName: Value] = [:]
  /// Properties that were not, with the status of each.
  package var missing: [DAVName: Int] = [:]
  /// What was violated (RFC 4918 §16).
  package var conditions: [DAVName] = []
  /// What the server says of it, in words.
  package var words = ""

  /// The ETag, with the quotation marks that some servers leave out.
  package var etag: String? { properties[.etag].flatMap { ETagText.quoted($0.trimmed) } }
}

/// The text of an entity tag (RFC 9110 §8.8.3).
enum ETagText {
  /// The tag with its quotation marks; `nil` where there is none, or it could not stand in a request.
  static func quoted(_ text: String) -> String? {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
    return text.hasSuffix("\"") && (text.hasPrefix("\"") || text.hasPrefix("W/\""))
      ? text : "\"\(text)\""
  }
}

/// Reads what a server says of resources, as its octets come (RFC 4918 §13).
///
/// Prefixes do not matter, and elements that nobody knows are passed over (RFC 4918 §17). libexpat reads
/// the XML, without DOCTYPE and no more than 64 deep; how much there is limits who fetches it.
package final class MultistatusReader {
  /// Where the reader stands: an element that it heeds, or one in what it does not.
  private enum Element: Hashable {
    case multistatus, response, href, status, words, error, propstat, propstatStatus, prop
    case property(DAVName)
    /// An element in a property, or in what was violated.
    case inner
    case innerHref
    case syncToken
    case other
  }

  private let events = XMLEvents()
  private var tape = XMLTape()
  private var namespaces = XMLNamespaces()
  private var stack: [Element] = []
  private var text: [UInt8] = []
  private var response = DAVResponse()
  private var value = DAVResponse.Value()
  private var found: [(DAVName, DAVResponse.Value)] = []
  private var foundStatus: Int?
  private var isMultistatus = false

  /// Responses that nobody took yet.
  package private(set) var responses: [DAVResponse] = []
  /// What to ask with next time (RFC 6578 §6.2).
  package private(set) var token: String?
  /// What was violated, where the document is an `error` (RFC 4918 §14.5).
  package private(set) var conditions: [DAVName] = []

  /// Namespaces at once, which no server comes near: each name is looked up among them.
  private static let mostBindings = 1000

  package init() {}

  /// Reads further octets.
  ///
  /// - Throws: That they are no XML, or XML of something else.
  package func append(_ octets: ArraySlice<UInt8>) throws(RemoteError) {
    events.append(octets)
    try read()
  }

  /// Reads to the end.
  ///
  /// - Throws: That it is none.
  package func finish() throws(RemoteError) {
    events.finish()
    try read()
  }

  /// Hands over the responses so far.
  package func take() -> [DAVResponse] {
    defer { responses = [] }
    return responses
  }

  /// What an answer of a request that failed says was violated; nothing where it says nothing.
  package static func conditions(_ body: [UInt8]) -> [DAVName] {
    let reader = MultistatusReader()
    let isRead: Void? = try? {
      try reader.append(body[...])
      try reader.finish()
    }()
    return isRead == nil ? [] : reader.conditions
  }

  private func read() throws(RemoteError) {
    while events.parse(into: &tape) {
      while let next = tape.next {
        switch next {
        case XMLTape.start: try start()
        case XMLTape.end:
          tape.skip()
          end()
        case XMLTape.text where isHeard: tape.takeText(into: &text)
        default: tape.skip()
        }
      }
      tape.dropTaken()
    }
    if let failure = events.failure {
      throw RemoteError(.unreadable, "the answer is no XML of WebDAV: \(failure)")
    }
  }

  /// Whether text that comes next belongs to something.
  private var isHeard: Bool {
    switch stack.last {
    case .href, .status, .words, .propstatStatus, .property, .innerHref, .syncToken: true
    default: false
    }
  }

  private func start() throws(RemoteError) {
    let (element, _) = tape.takeStart(&namespaces)
    guard namespaces.bindings.count <= MultistatusReader.mostBindings else {
      throw RemoteError(.unreadable, "the answer declares too many namespaces")
    }
    let name = DAVName(element.namespace, element.localName)
    let inner = kind(of: name, in: stack.last)
    if stack.isEmpty {
      guard inner != .other else {
        throw RemoteError(.unreadable, "the answer is XML, and none of WebDAV: <\(element.name)>")
      }
      isMultistatus = inner == .multistatus
    }
    switch inner {
    case .response: response = DAVResponse()
    case .propstat:
      found = []
      foundStatus = nil
    case .property: value = DAVResponse.Value()
    case .inner, .innerHref:
      if stack.contains(.error) {
        // What a condition is about stands deeper, and names nothing that was violated.
        if stack.last == .error {
          isMultistatus ? response.conditions.append(name) : conditions.append(name)
        }
      } else {
        value.names.append(name)
        if name == .addressDataType { value.versions += MultistatusReader.versions(element) }
      }
    default: break
    }
    if inner != .inner, inner != .other { text = [] }
    stack.append(inner)
  }

  /// What an element is by its name and what it stands in.
  private func kind(of name: DAVName, in outer: Element?) -> Element {
    switch (outer, name) {
    case (nil, .multistatus): .multistatus
    case (nil, .error): .error
    case (.multistatus, .response): .response
    case (.multistatus, .syncToken): .syncToken
    case (.response, .href): .href
    case (.response, .status): .status
    case (.response, .responseDescription): .words
    case (.response, .error), (.propstat, .error): .error
    case (.response, .propstat): .propstat
    case (.propstat, .status): .propstatStatus
    case (.propstat, .prop): .prop
    case (.prop, _): .property(name)
    case (.property, .href), (.inner, .href): .innerHref
    case (.property, _), (.inner, _), (.innerHref, _), (.error, _): .inner
    default: .other
    }
  }

  private func end() {
    namespaces.leave()
    guard let last = stack.popLast() else { return }
    switch last {
    case .response: responses.append(response)
    case .href: response.hrefs.append(text[...].trimmedText)
    case .status: response.status = MultistatusReader.status(text[...].trimmedText)
    case .words: response.words = String(decoding: text, as: UTF8.self)
    case .propstatStatus: foundStatus = MultistatusReader.status(text[...].trimmedText)
    case .syncToken: token = text[...].trimmedText
    case .innerHref:
      value.hrefs.append(text[...].trimmedText)
      text = []
    case .property(let name):
      value.text = name == .addressData ? LineEnds.restored(text) : text
      text = []
      found.append((name, value))
    case .propstat:
      // RFC 4918 §14.22 wants a status; where there is none, what is said holds.
      let status = foundStatus ?? 200
      for (name, value) in found {
        if 200..<300 ~= status {
          response.properties[name] = value
        } else {
          response.missing[name] = status
        }
      }
    default: break
    }
  }

  /// The number in `HTTP/1.1 404 Not Found`; `nil` where there is none.
  private static func status(_ line: String) -> Int? {
    line.split(separator: " ").lazy
      .compactMap { $0.utf8.count == 3 ? Int($0) : nil }.first { 100..<600 ~= $0 }
  }

  /// RFC 6352 §6.2.2: what is left out says 3.0 of `text/vcard`.
  private static func versions(_ element: XMLElement) -> [String] {
    let type = element.attributes.first { $0.name == "content-type" }?.value ?? "text/vcard"
    guard type.lowercased().hasPrefix("text/vcard") else { return [] }
    return [element.attributes.first { $0.name == "version" }?.value ?? "3.0"]
  }
}

extension ArraySlice<UInt8> {
  /// Its text without blanks and control characters around it.
  var trimmedText: String {
    let isBlank = { (octet: UInt8) in octet <= 0x20 }
    let text = drop(while: isBlank).reversed().drop(while: isBlank).reversed()
    return String(decoding: text, as: UTF8.self)
  }
}

/// The ends of lines of a card.
enum LineEnds {
  /// CRLF for each line feed: XML takes the carriage return away (RFC 6352 §10.4).
  static func restored(_ text: [UInt8]) -> [UInt8] {
    var lines: [UInt8] = []
    lines.reserveCapacity(text.count + text.count / 32)
    var start = 0
    for index in text.indices where text[index] == 0x0A && (index == 0 || text[index - 1] != 0x0D) {
      lines += text[start..<index]
      lines.append(0x0D)
      start = index
    }
    lines += text[start...]
    return lines
  }
}
