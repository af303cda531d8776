import CardFormats

/// Bodies of requests.
struct DAVBody {
  private var octets: [UInt8] = Array(#"<?xml version="1.0" encoding="utf-8"?>"#.utf8)
  private var isBegun = false

  /// Asks for properties of what is at a URL (RFC 4918 §9.1).
  static func propfind(_ names: [DAVName]) -> [UInt8] {
    var body = DAVBody()
    body.element(DAVName(DAVName.dav, "propfind")) { body in body.properties(names) }
    return body.octets
  }

  /// Asks what changed since a token, or what is there where it is empty (RFC 6578 §3.2).
  static func changes(since token: String) -> [UInt8] {
    var body = DAVBody()
    body.element(.syncCollection) { body in
      body.element(.syncToken, text: token)
      body.element(DAVName(DAVName.dav, "sync-level"), text: "1")
      body.properties([.etag])
    }
    return body.octets
  }

  /// Asks for cards in a version, or as the server likes (RFC 6352 §8.7).
  static func cards(at paths: [String], version: String?) -> [UInt8] {
    var body = DAVBody()
    body.element(DAVName(DAVName.cards, "addressbook-multiget")) { body in
      body.element(.prop) { body in
        body.element(.etag)
        body.element(
          .addressData,
          attributes: version.map { [("content-type", "text/vcard"), ("version", $0)] } ?? [])
      }
      for path in paths { body.element(.href, text: path) }
    }
    return body.octets
  }

  private mutating func properties(_ names: [DAVName]) {
    element(.prop) { body in
      for name in names { body.element(name) }
    }
  }

  private mutating func element(_ name: DAVName, text: String) {
    element(name) { body in XMLText.append(text, to: &body.octets) }
  }

  private mutating func element(
    _ name: DAVName, attributes: [(String, String)] = [],
    _ content: ((inout DAVBody) -> Void)? = nil
  ) {
    var attributes = attributes
    let prefix: String
    switch name.namespace {
    case DAVName.dav: prefix = "D"
    case DAVName.cards: prefix = "C"
    default:
      prefix = "X"
      attributes.append(("xmlns:X", name.namespace))
    }
    // The root says what all use.
    if !isBegun { attributes += [("xmlns:D", DAVName.dav), ("xmlns:C", DAVName.cards)] }
    isBegun = true
    octets += "<\(prefix):\(name.local)".utf8
    for (name, value) in attributes { XMLText.append(attribute: name, value, to: &octets) }
    guard let content else {
      octets += "/>".utf8
      return
    }
    octets.append(UInt8(ascii: ">"))
    content(&self)
    octets += "</\(prefix):\(name.local)>".utf8
  }
}
