internal import VCard

/// The objects of a JSContact map, such as `phones`, by their Ids.
struct JSContactMap {
  let key: String
  private(set) var entries: [(id: String, object: NodeObject)] = []
  private var ids: Set<String> = []
  private var counts: [String: Int] = [:]

  init(key: String) { self.key = key }

  var node: DocumentNode { .object(entries.map { ($0.id, $0.object.node) }) }

  /// Whether a text is an Id, RFC 9553 §1.4.1.
  static func isID(_ text: some Collection<UInt8>) -> Bool {
    (1...255).contains(text.count)
      && text.allSatisfy { Octets.isNameOctet($0) || $0 == UInt8(ascii: "_") }
  }

  /// The Id of the next entry.
  ///
  /// - Parameters:
  ///   - prefix: What it begins with, unless somebody names it.
  ///   - name: What PROP-ID says.
  ///   - reserved: What PROP-ID says of other properties.
  /// - Returns: An Id that no other entry has, and whether it is the one named.
  mutating func nextID(
    _ prefix: String, named name: String?, reserved: Set<String>
  ) -> (id: String, isNamed: Bool) {
    counts[prefix, default: 0] += 1
    if let name, JSContactMap.isID(name.utf8), !ids.contains(name) { return (name, true) }
    var number = counts[prefix, default: 1]
    while ids.contains("\(prefix)-\(number)") || reserved.contains("\(prefix)-\(number)") {
      number += entries.count + 1
    }
    return ("\(prefix)-\(number)", false)
  }

  /// The Id of one of several values of a property; it tells that they were one.
  static func id(_ id: String, _ place: Int) -> String { place == 0 ? id : "\(id)-\(place + 1)" }

  mutating func append(_ id: String, _ object: NodeObject) {
    ids.insert(id)
    entries.append((id, object))
  }

  func contains(_ id: String) -> Bool { ids.contains(id) }

  mutating func change(at index: Int, _ change: (inout NodeObject) -> Void) {
    change(&entries[index].object)
  }
}
