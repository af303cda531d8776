public import VCard

extension Cutout {
  /// The cutout as one line of JSON with its line end.
  ///
  /// Keys are sorted, what is absent is left out, and only what RFC 8259 §7 asks for is escaped; so
  /// equal cutouts give equal octets.
  ///
  /// - Complexity: O(*n*) in the octets.
  public func encoded() -> [UInt8] {
    var writer = JSONWriter()
    writer.object { appendMembers(to: &$0) }
    writer.bytes.append(0x0A)
    return writer.bytes
  }

  /// The cutout in one of the forms in which cutouts travel.
  ///
  /// - Parameters:
  ///   - format: The form.
  ///   - version: The version of the card when the form is a vCard.
  /// - Returns: The octets of a file.
  public func encoded(as format: Format, version: Version = .version40) -> [UInt8] {
    switch format {
    case .json: return encoded()
    case .propertyList: return propertyList()
    case .vcard:
      var bytes: [UInt8] = []
      CardWriter().write(card(version: version), into: &bytes)
      return bytes
    }
  }

  /// The cutout as a property list in XML, laid out as Apple's systems do: keys sorted, tabs, data
  /// in lines of 68 characters.
  private func propertyList() -> [UInt8] {
    var writer = PropertyListWriter()
    appendMembers(to: &writer)
    return writer.finished()
  }

  /// Appends the members in the order of their keys.
  private func appendMembers(to writer: inout some MemberWriter) {
    writer.member("compositeName", compositeName)
    if !emails.isEmpty { writer.member("emails", emails) }
    writer.member("firstName", firstName)
    writer.member("image", image)
    writer.member("lastName", lastName)
    writer.member("schema", Cutout.schema)
    writer.member("thumbnail", thumbnail)
  }
}

private protocol MemberWriter {
  mutating func member(_ key: String, _ text: String?)
  mutating func member(_ key: String, _ texts: [String])
  mutating func member(_ key: String, _ picture: Cutout.Image?)
}

private struct JSONWriter: MemberWriter {
  var bytes: [UInt8] = []

  mutating func object(_ body: (inout JSONWriter) -> Void) {
    bytes.append(UInt8(ascii: "{"))
    body(&self)
    bytes.append(UInt8(ascii: "}"))
  }

  mutating func member(_ key: String, _ text: String?) {
    guard let text else { return }
    name(key)
    string(text)
  }

  mutating func member(_ key: String, _ texts: [String]) {
    name(key)
    bytes.append(UInt8(ascii: "["))
    for (index, text) in texts.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      string(text)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  mutating func member(_ key: String, _ picture: Cutout.Image?) {
    guard let picture else { return }
    name(key)
    object { writer in
      writer.member("data", Base64Text.encoded(picture.data))
      writer.member("type", picture.type)
    }
  }

  private mutating func name(_ key: String) {
    if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
    string(key)
    bytes.append(UInt8(ascii: ":"))
  }

  private mutating func string(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for octet in text.utf8 {
      switch octet {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(octet)
      case 0..<0x20:
        // Names and emails hold no control characters; nobody needs the short forms.
        let digits = Array("0123456789abcdef".utf8)
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(digits[Int(octet >> 4)])
        bytes.append(digits[Int(octet & 15)])
      default: bytes.append(octet)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

private struct PropertyListWriter: MemberWriter {
  private var bytes = Array(
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>

    """.utf8)

  mutating func finished() -> [UInt8] {
    bytes.append(contentsOf: "</dict>\n</plist>\n".utf8)
    return bytes
  }

  mutating func member(_ key: String, _ text: String?) {
    guard let text else { return }
    element("key", key, depth: 1)
    element("string", text, depth: 1)
  }

  mutating func member(_ key: String, _ texts: [String]) {
    element("key", key, depth: 1)
    line("<array>", depth: 1)
    for text in texts { element("string", text, depth: 2) }
    line("</array>", depth: 1)
  }

  mutating func member(_ key: String, _ picture: Cutout.Image?) {
    guard let picture else { return }
    element("key", key, depth: 1)
    line("<dict>", depth: 1)
    element("key", "data", depth: 2)
    line("<data>", depth: 2)
    let text = Base64.encode(picture.data)
    for start in stride(from: 0, to: text.count, by: 68) {
      indent(2)
      bytes.append(contentsOf: text[start..<min(start + 68, text.count)])
      bytes.append(0x0A)
    }
    line("</data>", depth: 2)
    element("key", "type", depth: 2)
    element("string", picture.type, depth: 2)
    line("</dict>", depth: 1)
  }

  private mutating func indent(_ depth: Int) {
    for _ in 0..<depth { bytes.append(0x09) }
  }

  private mutating func line(_ text: String, depth: Int) {
    indent(depth)
    bytes.append(contentsOf: text.utf8)
    bytes.append(0x0A)
  }

  private mutating func element(_ name: String, _ text: String, depth: Int) {
    indent(depth)
    bytes.append(contentsOf: "<\(name)>".utf8)
    for octet in text.utf8 {
      switch octet {
      case UInt8(ascii: "<"): bytes.append(contentsOf: "&lt;".utf8)
      case UInt8(ascii: ">"): bytes.append(contentsOf: "&gt;".utf8)
      case UInt8(ascii: "&"): bytes.append(contentsOf: "&amp;".utf8)
      default: bytes.append(octet)
      }
    }
    bytes.append(contentsOf: "</\(name)>\n".utf8)
  }
}
