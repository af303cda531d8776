public import VCard

/// Writes cards as JSON Lines, schema `vcard.card/2`: each card as read, decoded but not converted.
///
/// ```json
/// {"schema":"vcard.card/2","file":"in.vcf","card":0,"line":1,"version":"3.0","properties":[
///  {"group":"item1","name":"TEL","parameters":{"TYPE":["cell","pref"]},"value":"+1 408 555 0000"}]}
/// ```
/// Every parameter is an array of strings. A value is a string, an array of strings for lists
/// (NICKNAME, CATEGORIES), or an array of arrays of strings for structures (N, ADR, ORG, GENDER).
/// Binary values are `data:` URIs.
public struct JSONLinesWriter: Sendable {
  /// The start of a line, up to the number of the card.
  private let head: [UInt8]
  private let facts = NameFacts.shared
  private var storage = PlainStorage()
  private var memo = HeadMemo()

  /// Creates a writer.
  ///
  /// - Parameter file: The name of the input as the user gave it.
  public init(file: String) {
    var head: [UInt8] = []
    JSONText.append(literal: "{\"schema\":\"vcard.card/2\",\"file\":", to: &head)
    JSONText.append(file, to: &head)
    JSONText.append(literal: ",\"card\":", to: &head)
    self.head = head
  }

  /// Appends a card as one line with its line end.
  ///
  /// - Parameters:
  ///   - card: The card to write.
  ///   - json: Where it goes.
  ///   - report: Told of every property whose octets could not be decoded cleanly.
  /// - Complexity: O(*n*) in the octets of the card; a handful of allocations for all its plain
  ///   properties.
  public mutating func write(
    _ card: Card, into json: inout [UInt8],
    report: (Property, DecodingProblems) -> Void = { _, _ in }
  ) {
    writeHead(card: card.start.card, line: card.start.line, into: &json)
    writeBody(card, into: &json, report: report)
  }

  /// Appends the start of a card's line, up to where its version stands.
  ///
  /// What follows is ``writeBody(_:into:report:)``: whoever makes that need not know the place of the
  /// card in the input.
  ///
  /// - Parameters:
  ///   - card: The number of the card in the input, from 0.
  ///   - line: The line of the input on which it starts, from 1.
  ///   - json: Where it goes.
  public func writeHead(card: Int, line: Int, into json: inout [UInt8]) {
    json.append(contentsOf: head)
    JSONText.append(card, to: &json)
    JSONText.append(literal: ",\"line\":", to: &json)
    JSONText.append(line, to: &json)
    json.append(UInt8(ascii: ","))
  }

  /// Appends a card's line from where its version stands, with its line end.
  ///
  /// - Parameters:
  ///   - card: The card to write; its place in the input makes no difference.
  ///   - json: Where it goes.
  ///   - report: Told of every property whose octets could not be decoded cleanly.
  /// - Complexity: O(*n*) in the octets of the card; a handful of allocations for all its plain
  ///   properties.
  public mutating func writeBody(
    _ card: Card, into json: inout [UInt8],
    report: (Property, DecodingProblems) -> Void = { _, _ in }
  ) {
    if !isKnownUniquelyReferenced(&storage) { storage = PlainStorage() }
    write(card, isThorough: false, &storage.plain, into: &json, report: report)
  }

  private mutating func write(
    _ card: Card, isThorough: Bool, _ plain: inout PlainProperty, into json: inout [UInt8],
    report: (Property, DecodingProblems) -> Void
  ) {
    JSONText.append(literal: "\"version\":\"", to: &json)
    json.append(contentsOf: card.version.rawValue.utf8)
    JSONText.append(literal: "\",\"properties\":[", to: &json)
    let octets = card.octets
    var isFirst = true
    for index in 0..<card.lineCount where !card.isEnvelope(at: index) {
      let start = json.count
      if !isFirst { json.append(UInt8(ascii: ",")) }
      if !isThorough, let text = card.bareText(at: index, facts) {
        JSONLinesWriter.write(card.name(at: index), text, octets.span, into: &json)
      } else if isThorough || !writePlain(card, index: index, plain: &plain, into: &json) {
        let property = card.property(at: index)
        if property.isComment {
          json.removeLast(json.count - start)
          continue
        }
        let problems = JSONLinesWriter.write(property, into: &json)
        if !problems.isEmpty { report(property, problems) }
      }
      isFirst = false
    }
    JSONText.append(literal: "]}\n", to: &json)
  }

  /// Appends a card by looking at every property the thorough way; what ``write(_:into:report:)``
  /// must come to.
  package mutating func writeThoroughly(_ card: Card, into json: inout [UInt8]) {
    writeHead(card: card.start.card, line: card.start.line, into: &json)
    write(card, isThorough: true, &storage.plain, into: &json) { _, _ in }
  }

  // MARK: Plain properties

  /// What comes before and after the name of each property that has a number.
  fileprivate static let names: [[UInt8]] = KnownName.allCases.map { known in
    var json: [UInt8] = []
    JSONText.append(literal: "\"name\":", to: &json)
    JSONText.append(known.canonical, to: &json)
    JSONText.append(literal: ",\"parameters\":{", to: &json)
    return json
  }

  /// What comes before the value of a property of each name that has nothing but a value.
  private static let bareHeads: [[UInt8]] = names.map { name in
    Array("{".utf8) + name + Array("},\"value\":".utf8)
  }

  /// Writes a property that has nothing but a text.
  private static func write(
    _ known: KnownName, _ text: Range<Int>, _ card: Span<UInt8>, into json: inout [UInt8]
  ) {
    let head = bareHeads[Int(known.rawValue)]
    let room = head.count + text.count * JSONText.growth + JSONText.slack + 1
    json.append(addingCapacity: room) { json in
      json.append(head.span)
      JSONText.append(utf8: card, text, to: &json)
      json.append(UInt8(ascii: "}"))
    }
  }

  /// Writes a property; `false` when it is not plain.
  private mutating func writePlain(
    _ card: Card, index: Int, plain: inout PlainProperty, into json: inout [UInt8]
  ) -> Bool {
    let octets = card.octets
    let head = octets.span.extracting(card.head(at: index))
    let known = memo.result(of: head)
    guard card.decode(at: index, into: &plain, isHeadKnown: known != nil) else { return false }
    let room = plain.room
    if let known {
      json.append(addingCapacity: room + known.count) { json in
        json.append(UInt8(ascii: "{"))
        json.append(memo.octets.span.extracting(known))
        PlainWriter.writeValue(plain, card: octets.span, into: &json)
      }
    } else {
      let start = json.count + 1
      var count = 0
      json.append(addingCapacity: room) { json in
        json.append(UInt8(ascii: "{"))
        let before = json.count
        PlainWriter.writeHead(plain, card: octets.span, into: &json)
        count = json.count - before
        PlainWriter.writeValue(plain, card: octets.span, into: &json)
      }
      memo.store(json.span.extracting(start..<start + count), of: head)
    }
    return true
  }

  // MARK: All properties

  private static func write(_ property: Property, into json: inout [UInt8]) -> DecodingProblems {
    json.append(UInt8(ascii: "{"))
    if let group = property.group {
      JSONText.append(literal: "\"group\":", to: &json)
      JSONText.append(group, to: &json)
      json.append(UInt8(ascii: ","))
    }
    JSONText.append(literal: "\"name\":", to: &json)
    JSONText.append(property.canonicalName, to: &json)
    JSONText.append(literal: ",\"parameters\":{", to: &json)
    write(property.isMalformed ? [] : property.parameters, into: &json)
    JSONText.append(literal: "},\"value\":", to: &json)
    var problems = DecodingProblems()
    switch property.decodedValue(&problems) {
    case .text(let text): JSONText.append(text, to: &json)
    case .list(let values): JSONText.append(values, to: &json)
    case .structure(let components):
      JSONText.append(arrayOf: components, to: &json) { JSONText.append($0, to: &$1) }
    case .binary(let mediaType, let octets):
      JSONText.append(DataURI.encode(mediaType: mediaType, octets: octets), to: &json)
    }
    json.append(UInt8(ascii: "}"))
    return problems
  }

  /// Writes parameters; those of one name become one, without values that differ in case only.
  private static func write(_ parameters: [Parameter], into json: inout [UInt8]) {
    for (index, parameter) in Parameter.gathered(parameters, keepsRepeats: true).enumerated() {
      var seen: Set<String> = []
      let values =
        parameter.values.count > 1
        ? parameter.values.filter { seen.insert($0.lowercased()).inserted } : parameter.values
      if index > 0 { json.append(UInt8(ascii: ",")) }
      JSONText.append(parameter.name, to: &json)
      json.append(UInt8(ascii: ":"))
      JSONText.append(values, to: &json)
    }
  }
}

/// Writes plain properties where there is room for them.
private enum PlainWriter {
  /// Writes group, name and parameters.
  static func writeHead(
    _ plain: borrowing PlainProperty, card: Span<UInt8>, into json: inout OutputSpan<UInt8>
  ) {
    if let group = plain.group {
      JSONText.append(literal: "\"group\":", to: &json)
      plain.write(group, of: card, into: &json)
      json.append(UInt8(ascii: ","))
    }
    if plain.known == .unknown {
      JSONText.append(literal: "\"name\":", to: &json)
      plain.write(plain.name, of: card, into: &json)
      JSONText.append(literal: ",\"parameters\":{", to: &json)
    } else {
      let name = JSONLinesWriter.names[Int(plain.known.rawValue)]
      json.append(name.span)
    }
    writeParameters(plain, card: card, into: &json)
    JSONText.append(literal: "},\"value\":", to: &json)
  }

  /// Writes the value and the end of the property.
  static func writeValue(
    _ plain: borrowing PlainProperty, card: Span<UInt8>, into json: inout OutputSpan<UInt8>
  ) {
    switch plain.shape {
    case .single: plain.write(plain.values.lowerBound, of: card, into: &json)
    case .list: write(plain, strings: plain.values, card: card, into: &json)
    case .structure:
      let first = plain.values.lowerBound
      var start = 0
      for index in plain.componentEnds.indices {
        json.append(index == 0 ? UInt8(ascii: "[") : UInt8(ascii: ","))
        let end = plain.componentEnds[index]
        write(plain, strings: first + start..<first + end, card: card, into: &json)
        start = end
      }
      json.append(UInt8(ascii: "]"))
    }
    json.append(UInt8(ascii: "}"))
  }

  private static func write(
    _ plain: borrowing PlainProperty, strings: Range<Int>, card: Span<UInt8>,
    into json: inout OutputSpan<UInt8>
  ) {
    json.append(UInt8(ascii: "["))
    for index in strings {
      if index > strings.lowerBound { json.append(UInt8(ascii: ",")) }
      plain.write(index, of: card, into: &json)
    }
    json.append(UInt8(ascii: "]"))
  }

  /// Writes parameters; those of one name become one, without values that differ in case only.
  private static func writeParameters(
    _ plain: borrowing PlainProperty, card: Span<UInt8>, into json: inout OutputSpan<UInt8>
  ) {
    for index in plain.parameters.indices {
      let parameter = plain.parameters[index]
      var isFirst = true
      for earlier in 0..<index
      where areSame(
        plain, left: plain.parameters[earlier].name, right: parameter.name, card: card)
      {
        isFirst = false
      }
      guard isFirst else { continue }
      if index > 0 { json.append(UInt8(ascii: ",")) }
      plain.write(parameter.name, of: card, into: &json)
      json.append(UInt8(ascii: ":"))
      writeValues(plain, of: index, card: card, into: &json)
    }
  }

  /// Writes the values of a parameter and of all later ones of its name, each once.
  private static func writeValues(
    _ plain: borrowing PlainProperty, of index: Int, card: Span<UInt8>,
    into json: inout OutputSpan<UInt8>
  ) {
    let name = plain.parameters[index].name
    var count = 0
    json.append(UInt8(ascii: "["))
    for place in index..<plain.parameters.count {
      let other = plain.parameters[place]
      guard place == index || areSame(plain, left: other.name, right: name, card: card)
      else { continue }
      for value in other.values {
        guard isFirst(plain, value: value, of: name, from: index, card: card) else {
          continue
        }
        if count > 0 { json.append(UInt8(ascii: ",")) }
        count += 1
        plain.write(value, of: card, into: &json)
      }
    }
    json.append(UInt8(ascii: "]"))
  }

  /// Whether no value before this one, of parameters of the same name, is the same.
  private static func isFirst(
    _ plain: borrowing PlainProperty, value: Int, of name: Int, from index: Int, card: Span<UInt8>
  ) -> Bool {
    for place in index..<plain.parameters.count {
      let other = plain.parameters[place]
      guard place == index || areSame(plain, left: other.name, right: name, card: card)
      else { continue }
      for earlier in other.values {
        if earlier == value { return true }
        if areSame(plain, left: earlier, right: value, card: card) { return false }
      }
    }
    return true
  }

  /// Whether two strings, which are ASCII, differ in case only.
  private static func areSame(
    _ plain: borrowing PlainProperty, left: Int, right: Int, card: Span<UInt8>
  ) -> Bool {
    let (left, right) = (plain.strings[left], plain.strings[right])
    return Octets.equal(
      (left.isInCard ? card : plain.octets.span).extracting(left.range),
      (right.isInCard ? card : plain.octets.span).extracting(right.range))
  }
}
