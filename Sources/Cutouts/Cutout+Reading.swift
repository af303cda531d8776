import CardFormats
import ContactModel
public import VCard

extension Cutout {
  /// A cutout that was read, and what was odd about it.
  public struct Reading: Sendable, Hashable {
    /// The cutout.
    public let cutout: Cutout
    /// The form it came in.
    public let format: Format
    /// One sentence each about what was left out or does not fit, for people.
    ///
    /// They may quote the input: escape them before they go to a terminal.
    public let warnings: [String]
  }

  /// Reads a cutout, or a dictionary with its keys that names no schema.
  ///
  /// Such a dictionary may hold everything that a cutout holds, also as `name`, `email`, `phone`,
  /// `address` and `url`, and must hold something that says who it is about, or a picture. A picture
  /// may be octets alone; its type is then that which they look like.
  ///
  /// - Parameters:
  ///   - bytes: All octets of the input.
  ///   - format: The form of the input; found out when `nil`, and JSON if it looks like nothing.
  ///   - decoding: How text of a vCard that is not UTF-8 becomes text.
  /// - Returns: The cutout, and what was odd about it.
  /// - Throws: Why the input is no cutout.
  /// - Complexity: O(*n*) in the octets; what is not understood is passed over and not kept.
  public static func read(
    _ bytes: [UInt8], as format: Format? = nil, decoding: TextDecoding = .builtin
  ) throws(CutoutError) -> Reading {
    guard bytes.count <= Limits.bytes else {
      throw .tooLarge("the input", limit: "\(Limits.bytes) bytes")
    }
    let format = format ?? Format.sniffed(bytes) ?? (looksLikeCard(bytes) ? .vcard : .json)
    if format == .vcard { return try read(card: bytes, decoding) }
    let node: DocumentNode
    var warnings: [String] = []
    do throws(ParseFailure) {
      if format == .json {
        var scanner = JSONScanner(cutout: bytes)
        node = try scanner.document()
        if let halves = scanner.halves {
          let (line, column) = ParseFailure.place(of: halves.first, in: bytes)
          warnings = ["line \(line), column \(column): \(message(ofHalves: halves.count))"]
        }
      } else {
        var scanner = PropertyListScanner(bytes)
        node = try scanner.document()
      }
    } catch {
      let (line, column) = ParseFailure.place(of: error.offset, in: bytes)
      throw .malformed(format, line: line, column: column, reason: error.reason)
    }
    return try read(node, as: format, warnings)
  }

  /// What is told of halves of surrogate pairs.
  static func message(ofHalves count: Int) -> String {
    "half a surrogate pair is no character; read as U+FFFD"
      + (count > 1 ? ", and \(count - 1) more so" : "")
  }

  /// Takes a cutout out of a document, of which something may have been odd.
  static func read(
    _ node: DocumentNode, as format: Format, _ warnings: [String] = []
  ) throws(CutoutError) -> Reading {
    var reader = CutoutReader(warnings: warnings)
    let cutout = try reader.cutout(node)
    return Reading(cutout: cutout, format: format, warnings: reader.warnings)
  }

  /// Creates a cutout from JSON.
  ///
  /// - Parameter bytes: All octets of the file.
  /// - Throws: Why they are no cutout.
  public init(json bytes: [UInt8]) throws(CutoutError) {
    self = try Cutout.read(bytes, as: .json).cutout
  }

  private static func looksLikeCard(_ bytes: [UInt8]) -> Bool {
    let head = bytes.prefix(64).drop { $0 <= 0x20 || $0 >= 0x80 }
    return String(decoding: head.prefix(6), as: UTF8.self).uppercased() == "BEGIN:"
  }

  private static func read(
    card bytes: [UInt8], _ decoding: TextDecoding
  ) throws(CutoutError) -> Reading {
    let cards = CardReading.read(bytes, decoding, atMost: 2).cards
    guard let card = cards.first else {
      throw .malformed(.vcard, line: 1, column: 1, reason: "there is no card in it")
    }
    let (cutout, left) = try Cutout.reading(card)
    guard !cutout.isEmpty else { throw .empty }
    var warnings: [String] = []
    if !left.isEmpty {
      warnings.append("what a cutout does not hold is left out: \(left.joined(separator: ", "))")
    }
    if cards.count > 1 { warnings.append("only the first card is read; a cutout is one person") }
    warnings.append(contentsOf: cutout.pictureWarnings)
    return Reading(cutout: cutout, format: .vcard, warnings: warnings)
  }

  /// Whether there is nothing at all in it.
  package var isEmpty: Bool {
    isAnonymous && image == nil && thumbnail == nil && details.isEmpty
  }

  /// What does not fit between the type of a picture and its octets.
  var pictureWarnings: [String] {
    [("image", image), ("thumbnail", thumbnail)].compactMap { key, picture in
      guard let picture, let found = MediaType.sniffed(picture.data), found != picture.type
      else { return nil }
      return "\(key) says that it is \(picture.type) and looks like \(found)"
    }
  }
}

extension JSONScanner {
  /// A scanner within the limits of cutouts.
  init(cutout bytes: [UInt8]) {
    self.init(bytes, values: Cutout.Limits.values, nesting: Cutout.Limits.nesting)
    mendsSurrogates = true
  }
}

/// Takes a cutout out of a document.
private struct CutoutReader {
  var warnings: [String]
  /// Whether it is a dictionary without a schema.
  private var isPlain = false

  init(warnings: [String]) { self.warnings = warnings }

  mutating func cutout(_ node: DocumentNode) throws(CutoutError) -> Cutout {
    guard case .object(var members) = node else { throw .noSchema }
    isPlain = node["schema"] == nil
    if isPlain { members = members.map { CutoutReader.usual($0, in: node) } }
    var values = try dictionary(members)
    let hasDetails = try isDetailed(values.removeValue(forKey: "schema"))
    let compositeName = try text("compositeName", &values)
    let firstName = try text("firstName", &values)
    let lastName = try text("lastName", &values)
    let emails = try emails(&values)
    let image = try picture("image", &values)
    let thumbnail = try picture("thumbnail", &values)
    let details = hasDetails ? try details(&values) : Cutout.Details()
    warn(of: members, left: values)
    let cutout = try Cutout(
      compositeName: compositeName, firstName: firstName, lastName: lastName, emails: emails,
      image: image, thumbnail: thumbnail, details: details)
    guard !cutout.isEmpty else { throw isPlain ? .noSchema : .empty }
    if isPlain, cutout.isAnonymous, image == nil, thumbnail == nil { throw .noSchema }
    if cutout.emails.count < emails.count {
      warnings.append("\(emails.count - cutout.emails.count) emails are empty or there twice")
    }
    warnings.append(contentsOf: cutout.pictureWarnings)
    return cutout
  }

  /// What web services call the keys of a cutout; a text where a cutout has a list is a list of one.
  private static let usualKeys = [
    "name": "compositeName", "email": "emails", "phone": "phones", "address": "addresses",
    "url": "urls",
  ]

  /// A member by the key that a cutout has for it, unless that stands beside.
  private static func usual(
    _ member: (key: String, value: DocumentNode), in node: DocumentNode
  ) -> (key: String, value: DocumentNode) {
    guard let key = usualKeys[member.key], node[key] == nil else { return member }
    if case .list = member.value { return (key, member.value) }
    if case .null = member.value { return (key, member.value) }
    return (key, key == "compositeName" ? member.value : .list([member.value]))
  }

  /// Whether the schema is the one with details, as a dictionary without one may have, too.
  private func isDetailed(_ node: DocumentNode?) throws(CutoutError) -> Bool {
    guard let node else { return true }
    guard case .text(let schema) = node else { throw .wrongType("schema", expected: "text") }
    if schema == Cutout.schema { return false }
    if schema == Cutout.detailedSchema { return true }
    let parts = schema.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let own = Cutout.schema.utf8.split(separator: UInt8(ascii: "/"))
    if parts.count == 2, parts[0].elementsEqual(own[0]),
      let version = Int(String(decoding: parts[1], as: UTF8.self)), version > 2
    {
      throw .newerVersion(schema)
    }
    throw .otherSchema(schema)
  }

  /// The members by their keys.
  private func dictionary(
    _ members: [(key: String, value: DocumentNode)], in parent: String = ""
  ) throws(CutoutError) -> [String: DocumentNode] {
    var values: [String: DocumentNode] = [:]
    for (key, value) in members where values.updateValue(value, forKey: key) != nil {
      throw .duplicateKey(parent + key)
    }
    return values
  }

  private mutating func warn(
    of members: [(key: String, value: DocumentNode)], in parent: String = "",
    left values: [String: DocumentNode]
  ) {
    for (key, _) in members where values[key] != nil {
      warnings.append("\"\(parent + key)\" is nothing that a cutout holds; left out")
    }
  }

  private func text(
    _ key: String, _ values: inout [String: DocumentNode]
  ) throws(CutoutError) -> String? {
    switch values.removeValue(forKey: key) {
    case nil, .null: return nil
    case .text(let text): return text
    default: throw .wrongType(key, expected: "text")
    }
  }

  private func emails(_ values: inout [String: DocumentNode]) throws(CutoutError) -> [String] {
    let node = values.removeValue(forKey: "emails")
    switch node {
    case nil, .null: return []
    case .list(let list):
      var emails: [String] = []
      for node in list {
        guard case .text(let email) = node else {
          throw .wrongType("emails", expected: "a list of texts")
        }
        emails.append(email)
      }
      return emails
    default: throw .wrongType("emails", expected: "a list of texts")
    }
  }

  /// Values that may have labels: objects of a label and a value, or values alone; of an address the
  /// label may stand beside its parts.
  private mutating func labeled<Value>(
    _ key: String, _ values: inout [String: DocumentNode],
    _ read: (inout CutoutReader, DocumentNode, String) throws(CutoutError) -> Value
  ) throws(CutoutError) -> [LabeledValue<Value>] {
    let list: [DocumentNode]
    switch values.removeValue(forKey: key) {
    case nil, .null: return []
    case .list(let nodes): list = nodes
    default: throw .wrongType(key, expected: "a list")
    }
    var labeled: [LabeledValue<Value>] = []
    for var node in list {
      var label: ContactLabel?
      if case .object(let members) = node {
        var rest = try dictionary(members, in: "\(key).")
        label = try text("label", &rest).flatMap { ContactLabel($0) }
        if let value = rest.removeValue(forKey: "value") {
          node = value
          warn(of: members, in: "\(key).", left: rest)
        } else {
          node = .object(members.filter { $0.key != "label" })
        }
      }
      labeled.append(LabeledValue(label: label, value: try read(&self, node, key)))
    }
    return labeled
  }

  private static func text(
    _ reader: inout CutoutReader, _ node: DocumentNode, _ key: String
  ) throws(CutoutError) -> String {
    if case .text(let text) = node { return text }
    throw .wrongType(key, expected: "a list of texts, or of objects of \"label\" and \"value\"")
  }

  private static func address(
    _ reader: inout CutoutReader, _ node: DocumentNode, _ key: String
  ) throws(CutoutError) -> PostalAddress {
    var address = PostalAddress()
    guard case .object(let members) = node else {
      address.street = try text(&reader, node, key)
      return address
    }
    var parts = try reader.dictionary(members, in: "\(key).")
    for (part, path) in Cutout.Details.addressParts {
      address[keyPath: path] = try reader.text(part, &parts)
    }
    reader.warn(of: members, in: "\(key).", left: parts)
    return address
  }

  private mutating func details(
    _ values: inout [String: DocumentNode]
  ) throws(CutoutError) -> Cutout.Details {
    var details = Cutout.Details()
    details.phones = try labeled("phones", &values, CutoutReader.text)
    details.addresses = try labeled("addresses", &values, CutoutReader.address)
    details.organization = try text("organization", &values)
    details.department = try text("department", &values)
    details.jobTitle = try text("jobTitle", &values)
    if let birthday = try text("birthday", &values) {
      details.birthday = PartialDate(birthday)
      guard details.birthday != nil else {
        throw .wrongType("birthday", expected: "a date such as \"1980-02-03\" or \"--02-03\"")
      }
    }
    details.urls = try labeled("urls", &values, CutoutReader.text)
    details.note = try text("note", &values)
    return details
  }

  private func plainPicture(
    _ octets: [UInt8], _ key: String
  ) throws(CutoutError) -> Cutout.Image {
    guard let type = MediaType.sniffed(octets) else { throw .noImage("\"\(key)\" is no picture") }
    return try Cutout.Image(type: type, data: octets)
  }

  private mutating func picture(
    _ key: String, _ values: inout [String: DocumentNode]
  ) throws(CutoutError) -> Cutout.Image? {
    let members: [(key: String, value: DocumentNode)]
    switch values.removeValue(forKey: key) {
    case nil, .null: return nil
    case .object(let object): members = object
    case .octets(let octets) where isPlain: return try plainPicture(octets, key)
    case .text(let text) where isPlain:
      guard let octets = Base64.decode(Array(text.utf8)) else { throw .badBase64(key) }
      return try plainPicture(octets, key)
    default: throw .wrongType(key, expected: "an object of \"data\" and \"type\"")
    }
    var type: String?
    var data: [UInt8]?
    var seen: Set<String> = []
    for (name, value) in members {
      guard seen.insert(name).inserted else { throw .duplicateKey("\(key).\(name)") }
      switch (name, value) {
      case ("type", .text(let text)): type = text
      case ("data", .text(let text)):
        guard let octets = Base64.decode(Array(text.utf8)) else { throw .badBase64("\(key).data") }
        data = octets
      // A property list has octets of its own.
      case ("data", .octets(let octets)): data = octets
      case ("type", _): throw .wrongType("\(key).type", expected: "text")
      case ("data", _): throw .wrongType("\(key).data", expected: "base64")
      default: warnings.append("\"\(key).\(name)\" is nothing that a cutout holds; left out")
      }
    }
    guard let type else { throw .wrongType("\(key).type", expected: "text") }
    guard let data else { throw .wrongType("\(key).data", expected: "base64") }
    return try Cutout.Image(type: type, data: data)
  }
}
