internal import VCard

/// What of a row stands in every entry as JSON.
struct JSContactPlainRow: Sendable {
  /// The number of the map.
  let map: Int
  /// The number of what its Ids begin with.
  let prefix: Int
  let shape: ValueShape
  /// The start of an object, up to its value.
  let head: [UInt8]

  private static let mapKeys = unique(JSContactRow.all.map(\.map) + ["anniversaries"])
  private static let idHeads = unique(JSContactRow.all.map(\.prefix) + ["ANNIVERSARY"])

  /// The start of each map.
  static let maps = mapKeys.map { Array(#","\#($0)":{"#.utf8) }
  /// The start of the Ids, up to their numbers.
  static let prefixes = idHeads.map { Array(#""\#($0)-"#.utf8) }

  /// The rows by the numbers of their names.
  static let all: [JSContactPlainRow] = KnownName.allCases.map { name in
    guard let row = JSContactRow.named(name) else {
      return JSContactPlainRow(map: 0, prefix: 0, shape: .single, head: [])
    }
    var head: [UInt8] = [UInt8(ascii: "{")]
    if let kind = row.kind { head += #""kind":"\#(kind)","#.utf8 }
    // Addresses and organizations have several members for their value.
    if name != .adr, name != .org { head += #""\#(row.key)":"#.utf8 }
    return JSContactPlainRow(
      map: number(row.map, mapKeys), prefix: number(row.prefix, idHeads),
      shape: PropertyRegistry.shared[name]?.shape ?? .single, head: head)
  }

  /// The map of dates.
  static let anniversaries = JSContactPlainRow(
    map: mapKeys.count - 1, prefix: idHeads.count - 1, shape: .single, head: [])

  /// The starts of components by their places, up to their values.
  static let nameKinds = heads(JSContactComponents.name)
  static let addressKinds = heads(JSContactComponents.address)

  /// The kinds of components that vCard has had from the first, by their places.
  static let nameWords = words(JSContactComponents.name)
  static let addressWords = words(JSContactComponents.address)

  private static func words(_ layout: JSContactComponents.Layout) -> [[UInt8]] {
    layout.kinds.prefix(layout.old).map { Array($0.utf8) }
  }

  private static func heads(_ layout: JSContactComponents.Layout) -> [[UInt8]] {
    layout.kinds.map { Array(#"{"kind":"\#($0)","value":"#.utf8) }
  }

  private static func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }

  private static func number(_ text: String, _ texts: [String]) -> Int {
    texts.firstIndex(of: text) ?? 0
  }
}

extension PlainProperty {
  // MARK: Questions

  /// Whether some component has a value.
  var hasValues: Bool {
    for index in values where !strings[index].range.isEmpty { return true }
    return false
  }

  /// Whether the components from a place on have no values.
  func isEmpty(from place: Int) -> Bool {
    guard componentEnds.count > place else { return true }
    for index in values.dropFirst(componentEnds[place - 1])
    where !strings[index].range.isEmpty {
      return false
    }
    return true
  }

  /// Whether no component has several values.
  var hasOneValueEach: Bool {
    var start = 0
    for end in componentEnds {
      if end > start + 1 { return false }
      start = end
    }
    return true
  }

  /// Whether a value before says the same text, which need not be the same octets.
  func isRepeated(_ index: Int, _ card: [UInt8]) -> Bool {
    for other in values.lowerBound..<index where text(other, card) == text(index, card) {
      return true
    }
    return false
  }

  private func text(_ index: Int, _ card: [UInt8]) -> String {
    let text = strings[index]
    return String(decoding: (text.isInCard ? card : octets)[text.range], as: UTF8.self)
  }

  // MARK: JSON

  /// Writes the components of N or ADR that have values.
  func writeComponents(
    _ heads: [[UInt8]], of card: Span<UInt8>, into json: inout OutputSpan<UInt8>
  ) {
    JSONText.append(literal: #""components":["#, to: &json)
    var isFirst = true
    var start = 0
    for place in 0..<min(componentEnds.count, heads.count) {
      let end = componentEnds[place]
      for index in start..<end where !strings[values.lowerBound + index].range.isEmpty {
        if !isFirst { json.append(UInt8(ascii: ",")) }
        isFirst = false
        let head = heads[place]
        json.append(head.span)
        write(values.lowerBound + index, of: card, into: &json)
        json.append(UInt8(ascii: "}"))
      }
      start = end
    }
    json.append(UInt8(ascii: "]"))
  }

  /// Writes name and units of an organization.
  func writeOrganization(of card: Span<UInt8>, into json: inout OutputSpan<UInt8>) {
    func text(_ place: Int) -> Int? {
      let start = place == 0 ? 0 : componentEnds[place - 1]
      return componentEnds[place] == start ? nil : values.lowerBound + start
    }
    func isEmpty(_ place: Int) -> Bool { text(place).map { strings[$0].range.isEmpty } ?? true }
    func append(_ place: Int, _ json: inout OutputSpan<UInt8>) {
      if let text = text(place) { return write(text, of: card, into: &json) }
      JSONText.append(literal: "\"\"", to: &json)
    }
    var count = componentEnds.count
    while count > 1, isEmpty(count - 1) { count -= 1 }
    let hasName = count == 1 || !isEmpty(0)
    if hasName {
      JSONText.append(literal: #""name":"#, to: &json)
      append(0, &json)
    }
    guard count > 1 else { return }
    JSONText.append(literal: hasName ? #","units":["# : #""units":["#, to: &json)
    for place in 1..<count {
      JSONText.append(literal: place > 1 ? #",{"name":"# : #"{"name":"#, to: &json)
      append(place, &json)
      json.append(UInt8(ascii: "}"))
    }
    json.append(UInt8(ascii: "]"))
  }
}
