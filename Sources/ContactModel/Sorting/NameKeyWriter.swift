package import ICU
package import VCard

/// Makes the sort keys of many cards, one after the other, in storage that is used again.
///
/// Of most cards the name is N in plain UTF-8, with FN beside it, and nothing says that it sorts or
/// sounds otherwise. Their keys are made from the octets as they stand:
/// ```
/// card    N:van der Berg;Åsa,Maria;;Dr.;
/// fields  van der Berg U+FFFE Åsa Maria          by family name
/// key     ICU's key of the fields
/// ```
/// For any other card ``NameSorter/sortKey(for:)`` is asked; the keys are the same either way.
package struct NameKeyWriter: Sendable {
  /// Where properties are decoded.
  ///
  /// Unchecked: only a writer that alone holds it changes it.
  private final class Storage: @unchecked Sendable {
    var plain = PlainProperty()
  }

  /// How many cards took a contact to tell by what they sort.
  package private(set) var contactCount = 0

  private let sorter: NameSorter
  private let names: NameSet
  private var storage = Storage()
  /// The text of the key in the making.
  private var text: [UInt8] = []
  /// The name with the family name before the given one, as some write FN.
  private var familyFirst: [UInt8] = []
  /// The parts of N without blanks around them, prefix, given, middle, family and suffix.
  private var parts = NameOctets()

  /// Creates a writer that makes the keys of a sorter.
  package init(_ sorter: NameSorter) {
    self.sorter = sorter
    var names: [KnownName] = [
      .n, .fn, .kind, .xAddressBookServerKind, .xABShowAs, .sortString, .sound,
      .xPhoneticFirstName, .xPhoneticMiddleName, .xPhoneticLastName, .xPhoneticOrg,
    ]
    // The language decides how a name is shown, and nothing else here.
    if sorter.order == .display { names.append(.language) }
    self.names = NameSet(names)
    text.reserveCapacity(256)
    familyFirst.reserveCapacity(256)
  }

  /// Appends the key of a card, the octets of ``NameSorter/sortKey(for:)``.
  ///
  /// - Parameters:
  ///   - card: The card.
  ///   - keys: Where the key goes; there is no NUL in it.
  /// - Throws: `ICUError` when memory runs out.
  /// - Complexity: O(*n*) in the lines of the card and the octets of its name; of a plain name
  ///   nothing is allocated once the storage has grown.
  package mutating func append(
    for card: borrowing Card, to keys: inout [UInt8]
  ) throws(ICUError) {
    // A copy of a writer starts with storage of its own, so that threads may have one each.
    if !isKnownUniquelyReferenced(&storage) { storage = Storage() }
    if takeText(of: card) {
      try sorter.appendKey(ofUTF8: text.span, to: &keys)
    } else {
      contactCount += 1
      let contact = Contact(copy card, keys: .sorting)
      keys.append(contentsOf: try sorter.sortKey(for: contact).bytes)
    }
  }

  /// Sets ``text`` to the fields by which a card sorts; `false` when that takes a contact to tell.
  private mutating func takeText(of card: borrowing Card) -> Bool {
    var name: Int?
    var formatted: Int?
    var hasManyFormatted = false
    var next = 0
    while let line = card.nextLine(from: next, named: names) {
      next = line.index + 1
      switch line.name {
      case .n:
        guard name == nil else { return false }
        name = line.index
      case .fn:
        hasManyFormatted = formatted != nil
        formatted = formatted ?? line.index
        // Which of several is the name is a matter of their parameters.
        if hasManyFormatted, sorter.order == .display { return false }
      case .kind, .xAddressBookServerKind:
        guard isPerson(card, line.index) else { return false }
      default: return false
      }
    }
    text.removeAll(keepingCapacity: true)
    parts.removeAll()
    if let name {
      guard decode(card, name), takeParts(card.octets) else { return false }
    }
    guard parts.hasName else { return !hasManyFormatted && takeFormatted(card, formatted) }
    switch sorter.order {
    case .family: parts.appendFields(.family, .given, .middle, to: &text)
    case .given: parts.appendFields(.given, .family, .middle, to: &text)
    case .display: return takeDisplayed(card, formatted)
    }
    return true
  }

  /// Decodes a line that has no parameters; `false` when it is not plain.
  private mutating func decode(_ card: borrowing Card, _ index: Int) -> Bool {
    card.decode(at: index, into: &storage.plain) && storage.plain.parameters.isEmpty
  }

  /// Whether a kind is surely no organisation.
  private mutating func isPerson(_ card: borrowing Card, _ index: Int) -> Bool {
    guard card.decode(at: index, into: &storage.plain), storage.plain.values.count == 1 else {
      return false
    }
    let text = storage.plain.strings[storage.plain.values.lowerBound]
    let octets = card.octets
    // Nothing that is longer without its blanks is "org".
    let kind = text.isInCard ? octets.span.extracting(text.range) : nil
    guard let kind else { return false }
    let range = Blanks.trimmed(kind)
    return range.count > 3
  }

  // MARK: Parts of N

  /// Takes the parts of N as it was decoded; `false` when there is a second surname or a generation,
  /// which may be said twice.
  private mutating func takeParts(_ octets: [UInt8]) -> Bool {
    let first = storage.plain.values.lowerBound
    var start = 0
    for (component, end) in storage.plain.componentEnds.enumerated() {
      let values = first + start..<first + end
      start = end
      switch component {
      case 0: parts.append(storage.plain, values, octets.span, as: .family)
      case 1: parts.append(storage.plain, values, octets.span, as: .given)
      case 2: parts.append(storage.plain, values, octets.span, as: .middle)
      case 3: parts.append(storage.plain, values, octets.span, as: .prefix)
      case 4: parts.append(storage.plain, values, octets.span, as: .suffix)
      case 5 where !values.isEmpty, 6 where !values.isEmpty: return false
      default: break
      }
    }
    return true
  }

  // MARK: FN

  /// Sets ``text`` to FN; `false` when there is none, or an empty one.
  private mutating func takeFormatted(_ card: borrowing Card, _ index: Int?) -> Bool {
    guard let index, decode(card, index) else { return false }
    let octets = card.octets
    NameOctets.append(storage.plain, storage.plain.values.lowerBound, octets.span, to: &text)
    return !text.isEmpty
  }

  /// Sets ``text`` to the name as it is shown, ``Contact/compositeName``; `false` when the script of
  /// the name or a comparison with FN by canonical equivalence would have to tell.
  private mutating func takeDisplayed(_ card: borrowing Card, _ index: Int?) -> Bool {
    guard !parts.mayBeEastAsian else { return false }
    guard let index else {
      parts.append(.given, .middle, .family, to: &text)
      return true
    }
    guard takeFormatted(card, index) else { return false }
    familyFirst.removeAll(keepingCapacity: true)
    parts.append(.given, .middle, .family, to: &familyFirst)
    if text == familyFirst { return true }
    guard parts.has(.family), parts.has(.given) else { return false }
    familyFirst.removeAll(keepingCapacity: true)
    parts.append(.family, .given, .middle, to: &familyFirst)
    return text == familyFirst
  }
}

/// The parts of a name as UTF-8 without blanks around them, one after the other.
private struct NameOctets: Sendable {
  enum Part: Int { case prefix, given, middle, family, suffix }

  /// What stands between parts.
  enum Separator {
    /// U+FFFE, as ``NameSorter`` puts it between fields.
    case fieldSeparator
    case space
  }

  private var octets: [UInt8] = []
  private var ranges: (Range<Int>, Range<Int>, Range<Int>, Range<Int>, Range<Int>)

  private static let empty = (0..<0, 0..<0, 0..<0, 0..<0, 0..<0)

  init() {
    ranges = NameOctets.empty
    octets.reserveCapacity(256)
  }

  mutating func removeAll() {
    octets.removeAll(keepingCapacity: true)
    ranges = NameOctets.empty
  }

  private func range(_ part: Part) -> Range<Int> {
    switch part {
    case .prefix: ranges.0
    case .given: ranges.1
    case .middle: ranges.2
    case .family: ranges.3
    case .suffix: ranges.4
    }
  }

  func has(_ part: Part) -> Bool { !range(part).isEmpty }

  /// Whether there is a name, and not only a title.
  var hasName: Bool { has(.given) || has(.middle) || has(.family) }

  /// Whether all letters of the name may be of scripts that put no spaces into names.
  var mayBeEastAsian: Bool {
    var isBeyondLatin = false
    for part in [range(.given), range(.middle), range(.family)] {
      for octet in octets[part] {
        if UInt8(ascii: "a")...UInt8(ascii: "z") ~= octet | 0x20 { return false }
        // U+1100, the first Hangul letter, starts with E1.
        if octet >= 0xE1 { isBeyondLatin = true }
      }
    }
    return isBeyondLatin
  }

  /// Sets a part to the values of a component, with spaces between them.
  mutating func append(
    _ plain: borrowing PlainProperty, _ values: Range<Int>, _ card: Span<UInt8>, as part: Part
  ) {
    guard !values.isEmpty else { return }
    let start = octets.count
    for value in values { NameOctets.append(plain, value, card, to: &octets, from: start) }
    let range = start..<octets.count
    switch part {
    case .prefix: ranges.0 = range
    case .given: ranges.1 = range
    case .middle: ranges.2 = range
    case .family: ranges.3 = range
    case .suffix: ranges.4 = range
    }
  }

  /// Appends a string without blanks around it, and a space before it unless it comes first.
  ///
  /// - Parameters:
  ///   - plain: The property.
  ///   - string: The number of the string.
  ///   - card: The octets of the card.
  ///   - text: Receives the string.
  ///   - start: Where in `text` the first string stands.
  static func append(
    _ plain: borrowing PlainProperty, _ string: Int, _ card: Span<UInt8>, to text: inout [UInt8],
    from start: Int = 0
  ) {
    let place = plain.strings[string]
    let own = plain.octets
    let whole = place.isInCard ? card.extracting(place.range) : own.span.extracting(place.range)
    let range = Blanks.trimmed(whole)
    guard !range.isEmpty else { return }
    if text.count > start { text.append(0x20) }
    for index in range { text.append(whole[index]) }
  }

  /// Appends parts and the suffix as fields.
  func appendFields(_ first: Part, _ second: Part, _ third: Part, to text: inout [UInt8]) {
    append(first, to: &text, after: .fieldSeparator)
    append(second, to: &text, after: .fieldSeparator)
    append(third, to: &text, after: .fieldSeparator)
    append(.suffix, to: &text, after: .fieldSeparator)
  }

  /// Appends the whole name, its three parts between prefix and suffix.
  func append(_ first: Part, _ second: Part, _ third: Part, to text: inout [UInt8]) {
    append(.prefix, to: &text, after: .space)
    append(first, to: &text, after: .space)
    append(second, to: &text, after: .space)
    append(third, to: &text, after: .space)
    append(.suffix, to: &text, after: .space)
  }

  /// Appends a part, if there is one, and a separator before it unless it comes first.
  private func append(_ part: Part, to text: inout [UInt8], after separator: Separator) {
    let range = range(part)
    guard !range.isEmpty else { return }
    if !text.isEmpty {
      switch separator {
      case .space: text.append(0x20)
      case .fieldSeparator:
        // U+FFFE in UTF-8.
        text.append(0xEF)
        text.append(0xBF)
        text.append(0xBE)
      }
    }
    text.append(contentsOf: octets[range])
  }
}

/// White space and byte order marks around text in UTF-8.
enum Blanks {
  /// Where text stands without the blanks around it, as ``Swift/String/trimmingBlanks`` has it.
  static func trimmed(_ text: Span<UInt8>) -> Range<Int> {
    var start = 0
    var end = text.count
    while start < end, let length = blank(text, from: start, to: end) { start += length }
    while start < end, let length = blank(text, from: start, before: end) { end -= length }
    return start..<end
  }

  /// The octets of a blank at the start of a text in well-formed UTF-8.
  private static func blank(_ text: Span<UInt8>, from start: Int, to end: Int) -> Int? {
    let first = text[start]
    switch first {
    case 0x00..<0x80: return isBlank(UInt32(first)) ? 1 : nil
    case 0xC2: return isBlank(UInt32(text[start + 1])) ? 2 : nil
    case 0xE1...0xEF:
      return isBlank(scalar(first, text[start + 1], text[start + 2])) ? 3 : nil
    default: return nil
    }
  }

  /// The octets of a blank at the end of a text in well-formed UTF-8.
  private static func blank(_ text: Span<UInt8>, from start: Int, before end: Int) -> Int? {
    let last = text[end - 1]
    if last < 0x80 { return isBlank(UInt32(last)) ? 1 : nil }
    // U+0080 to U+00BF: C2 and the number itself.
    if end - start >= 2, text[end - 2] == 0xC2 { return isBlank(UInt32(last)) ? 2 : nil }
    guard end - start >= 3, text[end - 3] >= 0xE1, text[end - 3] <= 0xEF else { return nil }
    return isBlank(scalar(text[end - 3], text[end - 2], last)) ? 3 : nil
  }

  private static func scalar(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> UInt32 {
    UInt32(first & 0x0F) << 12 | UInt32(second & 0x3F) << 6 | UInt32(third & 0x3F)
  }

  private static func isBlank(_ number: UInt32) -> Bool {
    number <= 0x20
      ? number == 0x20 || number >= 0x09 && number <= 0x0D
      : number >= 0x80 && (Unicode.Scalar(number)?.isBlank ?? false)
  }
}
