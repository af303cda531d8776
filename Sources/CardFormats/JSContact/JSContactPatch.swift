/// A set of changes of a JSON object, all of which are made, or none.
///
/// RFC 9553 §1.4.3: a key is a JSON pointer (RFC 6901) without its first solidus, and `null` takes a
/// member away.
struct JSContactPatch {
  /// What every change sets.
  private var changes: [(path: [String], value: DocumentNode)] = []

  /// The most changes that are looked at: each of them looks for its place.
  private static let most = 2000

  /// Takes the members of a patch object; `nil` when some path is the start of another.
  ///
  /// - Parameter members: Pointers, and what to put there.
  init?(_ members: [(key: String, value: DocumentNode)]) {
    guard members.count <= JSContactPatch.most else { return nil }
    changes = members.map { (JSContactPatch.path($0.key), $0.value) }
    let paths = changes.map(\.path).sorted { $0.lexicographicallyPrecedes($1) }
    for (path, next) in zip(paths, paths.dropFirst()) where next.starts(with: path) { return nil }
  }

  /// The reference tokens of a pointer.
  static func path(_ pointer: String) -> [String] {
    let pointer = pointer.utf8.first == UInt8(ascii: "/") ? pointer.dropFirst() : pointer[...]
    return pointer.split(separator: "/", omittingEmptySubsequences: false).map { token in
      guard token.utf8.contains(UInt8(ascii: "~")) else { return String(token) }
      // RFC 6901 §4: `~01` is `~1`.
      return token.split(separator: "~1", omittingEmptySubsequences: false)
        .map { $0.split(separator: "~0", omittingEmptySubsequences: false).joined(separator: "~") }
        .joined(separator: "/")
    }
  }

  /// The pointer of reference tokens.
  static func pointer(_ path: [String]) -> String {
    path.map { token in
      guard token.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") })
      else { return token }
      return token.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "~0")
        .split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1")
    }.joined(separator: "/")
  }

  /// Where the changes are made.
  var paths: [[String]] { changes.map(\.path) }

  /// An object with all changes made; `nil` when one of them cannot be.
  ///
  /// - Parameters:
  ///   - node: The object.
  ///   - allowsArrays: Whether a pointer may lead into an array; RFC 9555 §3.2.1 forbids it.
  /// - Returns: The changed object.
  func applied(to node: DocumentNode, allowsArrays: Bool) -> DocumentNode? {
    var node = node
    for change in changes {
      guard node.set(change.path[...], to: change.value, allowsArrays) else { return nil }
    }
    return node
  }

  /// The changes that make one object of another.
  ///
  /// - Parameters:
  ///   - old: What is there.
  ///   - new: What is to be there.
  ///   - path: Where it is.
  ///   - changes: Receives pointers, and what to put there.
  static func append(
    from old: NodeObject, to new: NodeObject, at path: [String], into changes: inout NodeObject
  ) {
    for (key, value) in new.members {
      guard let before = old[key] else {
        changes.append(pointer(path + [key]), value)
        continue
      }
      if before.isSame(as: value) { continue }
      if let one = NodeObject(before), let two = NodeObject(value), !two.isEmpty {
        append(from: one, to: two, at: path + [key], into: &changes)
      } else {
        changes.append(pointer(path + [key]), value)
      }
    }
    for (key, _) in old.members where new[key] == nil {
      changes.append(pointer(path + [key]), .null)
    }
  }
}

extension DocumentNode {
  /// Sets the value at a path, or takes it away; whether there is such a place.
  fileprivate mutating func set(
    _ path: ArraySlice<String>, to value: DocumentNode, _ allowsArrays: Bool
  ) -> Bool {
    guard let token = path.first else { return false }
    let rest = path.dropFirst()
    switch self {
    case .object(var members):
      // So the members have one owner, and are changed where they are.
      self = .null
      defer { self = .object(members) }
      let index = members.firstIndex { $0.key == token }
      if !rest.isEmpty {
        guard let index else { return false }
        return members[index].value.set(rest, to: value, allowsArrays)
      }
      if case .null = value {
        if let index { members.remove(at: index) }
      } else if let index {
        members[index].value = value
      } else {
        members.append((token, value))
      }
      return true
    case .list(var nodes):
      guard allowsArrays, token.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let index = Int(token),
        nodes.indices.contains(index)
      else { return false }
      self = .null
      defer { self = .list(nodes) }
      if !rest.isEmpty { return nodes[index].set(rest, to: value, allowsArrays) }
      if case .null = value { return false }
      nodes[index] = value
      return true
    default: return false
    }
  }
}
