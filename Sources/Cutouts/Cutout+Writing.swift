import CardFormats
import ContactModel
public import VCard

extension Cutout {
  /// The cutout as one line of JSON with its line end.
  ///
  /// Keys are sorted, what is absent is left out, and only what RFC 8259 §7 asks for is escaped, for texts
  /// of cutouts hold no control characters but line feeds; so equal cutouts give equal octets.
  ///
  /// - Complexity: O(*n*) in the octets.
  public func encoded() -> [UInt8] {
    var bytes: [UInt8] = []
    node.append(to: &bytes)
    bytes.append(0x0A)
    return bytes
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
    writer.append(node, depth: 0)
    return writer.finished()
  }

  /// The members in the order of their keys.
  private var node: DocumentNode {
    DocumentNode(members: [
      (
        "addresses",
        DocumentNode(details.addresses) { address in
          DocumentNode(
            members: Details.addressParts.map {
              ($0.key, address[keyPath: $0.path].map(DocumentNode.text))
            }
          )
        }
      ),
      ("birthday", details.birthdayText.map(DocumentNode.text)),
      ("compositeName", compositeName.map(DocumentNode.text)),
      ("department", details.department.map(DocumentNode.text)),
      ("emails", emails.isEmpty ? nil : .list(emails.map(DocumentNode.text))),
      ("firstName", firstName.map(DocumentNode.text)),
      ("image", image.map(DocumentNode.init)),
      ("jobTitle", details.jobTitle.map(DocumentNode.text)),
      ("lastName", lastName.map(DocumentNode.text)),
      ("note", details.note.map(DocumentNode.text)),
      ("organization", details.organization.map(DocumentNode.text)),
      ("phones", DocumentNode(details.phones, DocumentNode.text)),
      ("schema", .text(details.isEmpty ? Cutout.schema : Cutout.detailedSchema)),
      ("thumbnail", thumbnail.map(DocumentNode.init)),
      ("urls", DocumentNode(details.urls, DocumentNode.text)),
    ])
  }
}

extension DocumentNode {
  /// An object of those of its members that there are.
  fileprivate init(members: [(key: String, value: DocumentNode?)]) {
    self = .object(members.compactMap { key, value in value.map { (key, $0) } })
  }

  /// A list of objects of a label and a value, or `nil` when there is none.
  fileprivate init?<Value>(_ values: [LabeledValue<Value>], _ node: (Value) -> DocumentNode) {
    if values.isEmpty { return nil }
    self = .list(
      values.map {
        DocumentNode(members: [
          ("label", ($0.label?.rawValue).map(DocumentNode.text)), ("value", node($0.value)),
        ])
      })
  }

  fileprivate init(_ picture: Cutout.Image) {
    self = .object([("data", .octets(picture.data)), ("type", .text(picture.type))])
  }
}

private struct PropertyListWriter {
  private var bytes = Array(
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """.utf8)

  mutating func finished() -> [UInt8] {
    bytes.append(contentsOf: "</plist>\n".utf8)
    return bytes
  }

  mutating func append(_ node: DocumentNode, depth: Int) {
    switch node {
    case .text(let text): element("string", text, depth: depth)
    case .octets(let octets):
      line("<data>", depth: depth)
      let text = Base64.encode(octets)
      for start in stride(from: 0, to: text.count, by: 68) {
        indent(depth)
        bytes.append(contentsOf: text[start..<min(start + 68, text.count)])
        bytes.append(0x0A)
      }
      line("</data>", depth: depth)
    case .list(let nodes):
      line("<array>", depth: depth)
      for node in nodes { append(node, depth: depth + 1) }
      line("</array>", depth: depth)
    case .object(let members):
      line("<dict>", depth: depth)
      for (key, value) in members {
        element("key", key, depth: depth + 1)
        append(value, depth: depth + 1)
      }
      line("</dict>", depth: depth)
    case .number, .truth, .null: preconditionFailure("a cutout holds nothing of the kind")
    }
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
    XMLText.append(text, to: &bytes)
    bytes.append(contentsOf: "</\(name)>\n".utf8)
  }
}
