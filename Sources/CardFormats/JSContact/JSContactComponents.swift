internal import VCard

/// The components of names and addresses: places in N and ADR, kinds in JSContact.
///
/// ```
/// N;JSCOMPS=";1;0":Doe;Jane;;;;;       given Jane, surname Doe, isOrdered
///                  0   1
/// ```
/// RFC 9555 §2.5.5, §2.6.1 and §3.3.1.
struct JSContactComponents {
  /// One component.
  struct Component: Equatable {
    let kind: String
    let value: String
    /// Where it stands in the structure; none for a separator.
    var place: Place?
    var phonetic: String?
  }

  /// Where a value stands: in which component, and which of its values it is.
  struct Place: Hashable {
    let component: Int
    let value: Int
  }

  var components: [Component] = []
  var isOrdered = false
  var defaultSeparator: String?

  // MARK: Kinds

  /// What differs between N and ADR.
  struct Layout: Sendable {
    /// The kinds by place.
    let kinds: [String]
    /// Places that RFC 9554 does not need: how many stand first.
    let old: Int
    /// Old places that repeat what stands in newer ones, in their order.
    let repeated: [Int: [Int]]
    /// Whether old values that newer ones repeat are left out one by one (N), or all of them (ADR).
    let isRepeatedByValue: Bool
  }

  static let name = Layout(
    kinds: ["surname", "given", "given2", "title", "credential", "surname2", "generation"],
    old: 5, repeated: [0: [5], 4: [6]], isRepeatedByValue: true)

  /// RFC 9554 §2.1; the extended address is an apartment and the street a name where nothing newer
  /// stands.
  static let address = Layout(
    kinds: [
      "postOfficeBox", "apartment", "name", "locality", "region", "postcode", "country", "room",
      "apartment", "floor", "number", "name", "building", "block", "subdistrict", "district",
      "landmark", "direction",
    ],
    old: 7, repeated: [1: [7, 9, 8, 12], 2: [10, 11, 13, 17, 16, 14, 15]],
    isRepeatedByValue: false)

  /// Whether old places of an address hold words that no newer one has, for which they do not count.
  static func leavesWords(_ structure: [[String]]) -> Bool {
    guard structure.count > address.old else { return false }
    func words(_ values: [String]) -> [ArraySlice<UInt8>] {
      values.flatMap { value in
        Array(value.utf8).split { $0 < 0x80 && !Octets.isNameOctet($0) }
      }
    }
    let newer = Set(structure.dropFirst(address.old).flatMap(words))
    return address.repeated.contains { place, others in
      others.contains { structure.indices.contains($0) && !structure[$0].allSatisfy(\.isEmpty) }
        && !words(structure[place]).allSatisfy(newer.contains)
    }
  }

  // MARK: From vCard

  /// Takes the values of a structure, in the order that JSCOMPS tells if that is valid.
  ///
  /// - Parameters:
  ///   - structure: The components of N or ADR.
  ///   - order: What JSCOMPS says.
  ///   - layout: Which of them it is.
  init(_ structure: [[String]], order: String?, _ layout: Layout) {
    for (place, values) in structure.enumerated() where place < layout.kinds.count {
      let newer = layout.repeated[place] ?? []
      let repeated = newer.flatMap { structure.indices.contains($0) ? structure[$0] : [] }
      // What newer places have is there for old readers.
      if !layout.isRepeatedByValue, repeated.contains(where: { !$0.isEmpty }) { continue }
      for (index, value) in values.enumerated() where !value.isEmpty {
        if layout.isRepeatedByValue, repeated.contains(value) { continue }
        components.append(
          Component(
            kind: layout.kinds[place], value: value, place: Place(component: place, value: index)))
      }
    }
    if let order { arrange(order) }
  }

  /// Puts the components into the order of JSCOMPS; leaves them if it is not valid.
  private mutating func arrange(_ order: String) {
    var entries = ValueText.split(Array(order.utf8)[...]) { $0 == UInt8(ascii: ";") }[...]
    guard let first = entries.popFirst(), !entries.isEmpty else { return }
    var separator: String?
    if !first.isEmpty {
      guard let text = JSContactComponents.separator(first) else { return }
      separator = text
    }
    var rest = Dictionary(
      components.compactMap { component in component.place.map { ($0, component) } },
      uniquingKeysWith: { first, _ in first })
    var arranged: [Component] = []
    for entry in entries {
      if let text = JSContactComponents.separator(entry) {
        arranged.append(Component(kind: "separator", value: text))
      } else if let place = JSContactComponents.place(entry),
        let component = rest.removeValue(forKey: place)
      {
        arranged.append(component)
      } else {
        return
      }
    }
    guard rest.isEmpty else { return }
    components = arranged
    isOrdered = true
    defaultSeparator = separator
  }

  private static func separator(_ entry: ArraySlice<UInt8>) -> String? {
    guard entry.starts(with: "s,".utf8) else { return nil }
    var text: [UInt8] = []
    var isEscaped = false
    for octet in entry.dropFirst(2) {
      if octet == UInt8(ascii: "\\"), !isEscaped {
        isEscaped = true
        continue
      }
      isEscaped = false
      text.append(octet)
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func place(_ entry: ArraySlice<UInt8>) -> Place? {
    let parts = entry.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0, as: UTF8.self)) }
    switch parts.count {
    case 1: return parts[0].map { Place(component: $0, value: 0) }
    case 2:
      guard let component = parts[0], let value = parts[1] else { return nil }
      return Place(component: component, value: value)
    default: return nil
    }
  }

  /// Takes over how the components sound.
  ///
  /// - Parameters:
  ///   - structure: The structure of the property with PHONETIC.
  ///   - layout: Which of them it is.
  /// - Returns: Whether each of its values has its component.
  mutating func takePhonetic(_ structure: [[String]], _ layout: Layout) -> Bool {
    var count = 0
    for index in components.indices {
      guard let place = components[index].place, structure.indices.contains(place.component),
        structure[place.component].indices.contains(place.value)
      else { continue }
      let sound = structure[place.component][place.value]
      if sound.isEmpty { continue }
      components[index].phonetic = sound
      count += 1
    }
    return count > 0
      && count == JSContactComponents(structure, order: nil, layout).components.count
  }

  /// The members of a name or address that tell them.
  func append(to object: inout NodeObject) {
    if !components.isEmpty {
      object.append(
        "components",
        .list(
          components.map { component in
            var node = NodeObject([
              ("kind", .text(component.kind)), ("value", .text(component.value)),
            ])
            node.append("phonetic", component.phonetic)
            return node.node
          }))
    }
    if isOrdered { object.append("isOrdered", .truth(true)) }
    object.append("defaultSeparator", defaultSeparator)
  }

  // MARK: To vCard

  /// Takes the components of a name or address; `nil`, and they stay, when vCard cannot say them.
  init?(taking object: inout NodeObject, _ layout: Layout) {
    guard case .list(let nodes)? = object["components"] else { return nil }
    if case .truth(true)? = object["isOrdered"] { isOrdered = true }
    defaultSeparator = object["defaultSeparator"]?.text
    var counts: [Int: Int] = [:]
    var isOld = !isOrdered
    for node in nodes {
      guard var member = NodeObject(node), let value = member.takeText("value"),
        let kind = member.takeText("kind")
      else { return nil }
      _ = member.take("@type") { $0.text?.hasSuffix("Component") == true ? true : nil }
      let phonetic = member.takeText("phonetic")
      guard member.isEmpty, !value.isEmpty || kind == "separator" else { return nil }
      var component = Component(kind: kind, value: value, phonetic: phonetic)
      if kind == "separator" {
        guard isOrdered, phonetic == nil else { return nil }
      } else {
        guard let place = layout.kinds.lastIndex(of: kind) else { return nil }
        component.place = Place(component: place, value: counts[place, default: 0])
        counts[place, default: 0] += 1
        isOld = isOld && layout.kinds.prefix(layout.old).contains(kind)
      }
      components.append(component)
    }
    if nodes.isEmpty || !isOrdered && defaultSeparator != nil { return nil }
    if isOld {
      for index in components.indices {
        guard let place = components[index].place, place.component >= layout.old,
          let old = layout.kinds.firstIndex(of: components[index].kind)
        else { continue }
        components[index].place = Place(component: old, value: place.value)
      }
    }
    // A value that stands in two places at once would come back in one.
    let back = JSContactComponents(structure(layout), order: order, layout)
    guard back.isOrdered == isOrdered, back.components.count == components.count,
      !isOrdered
        || zip(back.components, components).allSatisfy({
          ($0.kind, $0.value) == ($1.kind, $1.value)
        })
    else { return nil }
    _ = object.take("components") { $0 }
    _ = object.take("isOrdered") { node in
      if case .truth = node { true } else { nil }
    }
    _ = object.takeText("defaultSeparator")
  }

  /// The structure of N or ADR.
  func structure(_ layout: Layout) -> [[String]] {
    var structure = texts(layout, \.value)
    for (place, newer) in layout.repeated where structure.count > layout.old {
      for index in newer { structure[place] += structure[index] }
    }
    return structure.map { $0.isEmpty ? [""] : $0 }
  }

  /// The structure of the property with PHONETIC; `nil` when nothing tells how it sounds.
  func phonetics(_ layout: Layout) -> [[String]]? {
    guard components.contains(where: { $0.phonetic != nil }) else { return nil }
    return texts(layout) { $0.phonetic ?? "" }.map { $0.isEmpty ? [""] : $0 }
  }

  /// A text of each component in its place of N or ADR.
  private func texts(_ layout: Layout, _ text: (Component) -> String) -> [[String]] {
    let isOld = !isOrdered && components.allSatisfy { ($0.place?.component ?? 0) < layout.old }
    var texts = [[String]](repeating: [], count: isOld ? layout.old : layout.kinds.count)
    for component in components {
      if let place = component.place { texts[place.component].append(text(component)) }
    }
    return texts
  }

  /// The value of JSCOMPS; `nil` when the components have no order.
  var order: String? {
    guard isOrdered else { return nil }
    func escaped(_ text: String) -> String {
      var octets: [UInt8] = Array("s,".utf8)
      for octet in text.utf8 {
        if octet == UInt8(ascii: ",") || octet == UInt8(ascii: ";") || octet == UInt8(ascii: "\\") {
          octets.append(UInt8(ascii: "\\"))
        }
        octets.append(octet)
      }
      return String(decoding: octets, as: UTF8.self)
    }
    let entries = components.map { component in
      guard let place = component.place else { return escaped(component.value) }
      return place.value == 0 ? "\(place.component)" : "\(place.component),\(place.value)"
    }
    return ([defaultSeparator.map(escaped) ?? ""] + entries).joined(separator: ";")
  }

  /// The values as one text, in their order; RFC 9553 §2.2.1.
  var full: String {
    var text = ""
    var mayJoin = false
    for component in components {
      let isSeparator = component.kind == "separator"
      if mayJoin, !isSeparator { text += defaultSeparator ?? " " }
      text += component.value
      mayJoin = !isSeparator
    }
    return text
  }
}
