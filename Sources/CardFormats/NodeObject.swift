internal import VCard

/// The members of a JSON object, which are taken from it, or put into it, one after the other.
struct NodeObject {
  private(set) var members: [(key: String, value: DocumentNode)]

  init(_ members: [(key: String, value: DocumentNode)] = []) { self.members = members }

  /// The members of a value; `nil` when it is no object.
  init?(_ node: DocumentNode?) {
    guard case .object(let members) = node else { return nil }
    self.members = members
  }

  var node: DocumentNode { .object(members) }
  var isEmpty: Bool { members.isEmpty }

  /// The first member of a key; `nil` takes it away.
  subscript(_ key: String) -> DocumentNode? {
    get { members.first { $0.key == key }?.value }
    set {
      let index = members.firstIndex { $0.key == key }
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append((key, value))
      case (nil, nil): break
      }
    }
  }

  /// Appends a member whose key is not there yet.
  mutating func append(_ key: String, _ value: DocumentNode) { members.append((key, value)) }

  /// Appends a text whose key is not there yet, unless there is none.
  mutating func append(_ key: String, _ text: String?) {
    if let text { members.append((key, .text(text))) }
  }

  /// Takes a member if `transform` makes something of its value; else it stays.
  mutating func take<Value>(_ key: String, as transform: (DocumentNode) -> Value?) -> Value? {
    guard let index = members.firstIndex(where: { $0.key == key }),
      let value = transform(members[index].value)
    else { return nil }
    members.remove(at: index)
    return value
  }

  mutating func takeText(_ key: String) -> String? { take(key) { $0.text } }

  /// Takes a member that is an object.
  mutating func takeObject(_ key: String) -> NodeObject? { take(key) { NodeObject($0) } }

  /// Takes the keys of a set, which is an object whose values are all `true`.
  mutating func takeSet(_ key: String) -> [String]? {
    take(key) { node in
      guard case .object(let members) = node else { return nil }
      for case (_, let value) in members { guard case .truth(true) = value else { return nil } }
      return members.map(\.key)
    }
  }

  /// Takes a whole number that is not negative.
  mutating func takeNumber(_ key: String) -> String? {
    take(key) { node in
      guard case .number(let digits) = node, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
        return nil
      }
      return digits
    }
  }
}

extension DocumentNode {
  var text: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }

  /// An object whose values are all `true`.
  static func set(_ keys: some Sequence<String>) -> DocumentNode {
    .object(keys.map { ($0, .truth(true)) })
  }

  /// Whether two values say the same, in whatever order their members stand.
  func isSame(as other: DocumentNode) -> Bool {
    switch (self, other) {
    case (.text(let one), .text(let two)), (.number(let one), .number(let two)): return one == two
    case (.octets(let one), .octets(let two)): return one == two
    case (.truth(let one), .truth(let two)): return one == two
    case (.null, .null): return true
    case (.list(let one), .list(let two)):
      return one.count == two.count && zip(one, two).allSatisfy { $0.isSame(as: $1) }
    case (.object(let one), .object(let two)):
      guard one.count == two.count else { return false }
      if zip(one, two).allSatisfy({ $0.key == $1.key }) {
        return zip(one, two).allSatisfy { $0.value.isSame(as: $1.value) }
      }
      let others = Dictionary(two, uniquingKeysWith: { first, _ in first })
      return one.allSatisfy { member in others[member.key].map(member.value.isSame) ?? false }
    default: return false
    }
  }

  /// Appends the value as JSON without blanks, octets in base64.
  package func append(to json: inout [UInt8]) {
    switch self {
    case .text(let text): JSONText.append(text, to: &json)
    case .number(let digits): json.append(contentsOf: digits.utf8)
    case .truth(let truth): json.append(contentsOf: (truth ? "true" : "false").utf8)
    case .null: JSONText.append(literal: "null", to: &json)
    case .octets(let octets):
      json.append(UInt8(ascii: "\""))
      json.append(contentsOf: Base64.encode(octets))
      json.append(UInt8(ascii: "\""))
    case .list(let nodes): JSONText.append(arrayOf: nodes, to: &json) { $0.append(to: &$1) }
    case .object(let members):
      json.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { json.append(UInt8(ascii: ",")) }
        JSONText.append(member.key, to: &json)
        json.append(UInt8(ascii: ":"))
        member.value.append(to: &json)
      }
      json.append(UInt8(ascii: "}"))
    }
  }

  /// The value as JSON without blanks.
  var json: String {
    var json: [UInt8] = []
    append(to: &json)
    return String(decoding: json, as: UTF8.self)
  }
}
