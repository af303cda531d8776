import VCard

/// Writes what of a value counts as octets; two values are one when their octets are.
///
/// It says what ``ValueKey`` says of values taken apart, and of most of them without making a string:
/// ```
/// EMAIL:Kate@X.example   2kate@x.example
/// TEL:(408) 555-1        1 4085551
/// N:Bell;Kate;;;         4bell␟kate
/// ```
/// The key of what says nothing is empty.
struct MergeKeyWriter: Sendable {
  /// What the octets of a key begin with, so that a text is no address.
  enum Tag {
    static let text = UInt8(ascii: "1")
    static let email = UInt8(ascii: "2")
    static let date = UInt8(ascii: "3")
    static let parts = UInt8(ascii: "4")
    static let address = UInt8(ascii: "5")
    static let octets = UInt8(ascii: "6")
    static let words = UInt8(ascii: "7")
    static let phone = UInt8(ascii: "8")
  }

  /// What ends a component; where it stands in one, ``escape`` stands before it.
  static let separator: UInt8 = 0x1F
  private static let escape: UInt8 = 0x1E

  private var value: [UInt8] = []

  /// Whether every value is taken apart as ``ValueKey`` does it.
  let isThorough: Bool

  init(isThorough: Bool) { self.isThorough = isThorough }

  // MARK: Keys of properties

  /// Writes the key of a text that stands in some octets; `false` when it must be made of the property.
  mutating func append(
    _ text: Span<UInt8>, _ kind: MergeName.Kind, to keys: inout [UInt8]
  ) -> Bool {
    if isThorough { return false }
    let start = keys.count
    switch kind {
    case .text:
      keys.append(Tag.text)
      MergeKeyWriter.appendNormalized(text, to: &keys)
      if keys.count == start + 1 { keys.removeLast() }
      return true
    case .email: return appendEmail(text, to: &keys)
    case .phone: return appendPhone(text, to: &keys)
    case .parts, .address, .other: return false
    }
  }

  private mutating func appendEmail(_ text: Span<UInt8>, to keys: inout [UInt8]) -> Bool {
    let start = keys.count
    keys.append(Tag.email)
    MergeKeyWriter.appendNormalized(text, to: &keys)
    guard keys.count > start + 1 else {
      keys.removeLast()
      return true
    }
    var at: Int?
    for index in start + 1..<keys.count {
      let octet = keys[index]
      switch octet {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): keys[index] = octet | 0x20
      case UInt8(ascii: "@"): at = index
      // Of `mailto:`, and of what is not ASCII, others know more.
      case UInt8(ascii: ":"), 0x80...:
        keys.removeSubrange(start...)
        return false
      default: break
      }
    }
    // What is no address is a text without case.
    if at.map({ $0 == start + 1 || $0 + 1 == keys.count }) ?? true { keys[start] = Tag.text }
    return true
  }

  private mutating func appendPhone(_ text: Span<UInt8>, to keys: inout [UInt8]) -> Bool {
    let start = keys.count
    keys.append(Tag.text)
    for index in text.indices {
      let octet = text[index]
      switch octet {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"): keys.append(octet)
      case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "/"), UInt8(ascii: " "):
        break
      default:
        keys.removeSubrange(start...)
        return false
      }
    }
    guard keys.count > start + 1 else {
      keys.removeSubrange(start...)
      return false
    }
    return true
  }

  /// Writes the key of a structure that is plain.
  mutating func append(
    _ plain: borrowing PlainProperty, of card: Span<UInt8>, isAddress: Bool,
    to keys: inout [UInt8]
  ) {
    let start = keys.count
    keys.append(isAddress ? Tag.address : Tag.parts)
    var filled = keys.count
    let own = plain.octets
    var next = plain.values.lowerBound
    for end in plain.componentEnds {
      let last = plain.values.lowerBound + end
      let before = keys.count
      if last == next + 1 {
        let text = plain.strings[next]
        MergeKeyWriter.appendNormalized(
          (text.isInCard ? card : own.span).extracting(text.range), to: &keys, isPart: true)
      } else if last > next {
        value.removeAll(keepingCapacity: true)
        for index in next..<last {
          if index > next { value.append(UInt8(ascii: ",")) }
          let text = plain.strings[index]
          value.append((text.isInCard ? card : own.span).extracting(text.range))
        }
        MergeKeyWriter.appendNormalized(value.span, to: &keys, isPart: true)
      }
      next = last
      if keys.count > before { filled = keys.count }
      keys.append(MergeKeyWriter.separator)
    }
    keys.removeSubrange(filled...)
    if keys.count == start + 1 { keys.removeLast() }
  }

  /// Writes the key of a text of a list.
  static func append(item text: String, to keys: inout [UInt8]) {
    append(ValueKey(text: text), to: &keys)
  }

  /// Writes the key of a property, whatever it is.
  static func append(_ property: Property, to keys: inout [UInt8]) {
    append(ValueKey(exactly: property), to: &keys)
  }

  private static func append(_ key: ValueKey, to keys: inout [UInt8]) {
    switch key {
    case .empty: break
    case .text(let text): append(Tag.text, [text], to: &keys)
    case .words(let words): append(Tag.words, words.sorted(), to: &keys)
    case .email(let address): append(Tag.email, [address], to: &keys)
    case .phone(let phone): append(Tag.phone, ["\(phone)"], to: &keys)
    case .date(let date):
      let parts = [
        date.year, date.month, date.day, date.hour, date.minute, date.second, date.utcOffset,
      ]
      append(Tag.date, parts.map { $0.map(String.init) ?? "" }, to: &keys)
    case .parts(let parts): append(Tag.parts, parts, to: &keys)
    case .address(let parts): append(Tag.address, parts, to: &keys)
    case .octets(let digest): append(Tag.octets, [digest], to: &keys)
    }
  }

  private static func append(_ tag: UInt8, _ parts: [String], to keys: inout [UInt8]) {
    keys.append(tag)
    if parts.count == 1, tag != Tag.parts, tag != Tag.address {
      keys.append(contentsOf: parts[0].utf8)
      return
    }
    for (index, part) in parts.enumerated() {
      if index > 0 { keys.append(separator) }
      for octet in part.utf8 { append(octet, isPart: true, to: &keys) }
    }
  }

  // MARK: Octets

  /// Appends well-formed UTF-8 without blanks at its ends, and with one where there are several.
  ///
  /// It does to octets what ``ValueKey/normalized(_:)`` does to a text.
  static func appendNormalized(
    _ text: Span<UInt8>, to keys: inout [UInt8], isPart: Bool = false
  ) {
    let start = keys.count
    var isAfterBlank = false
    var index = 0
    while index < text.count {
      let blank = blankLength(text, index)
      if blank > 0 {
        isAfterBlank = true
        index += blank
        continue
      }
      if isAfterBlank, keys.count > start { keys.append(0x20) }
      isAfterBlank = false
      append(text[index], isPart: isPart, to: &keys)
      index += 1
    }
  }

  private static func append(_ octet: UInt8, isPart: Bool, to keys: inout [UInt8]) {
    if isPart, octet == separator || octet == escape { keys.append(escape) }
    keys.append(octet)
  }

  /// Octets of the white space at an index, U+0085 and the like too; 0 where there is none.
  private static func blankLength(_ text: Span<UInt8>, _ index: Int) -> Int {
    let octet = text[index]
    switch octet {
    case 0x20, 0x09...0x0D: return 1
    case 0xC2 where index + 1 < text.count:
      return text[index + 1] == 0x85 || text[index + 1] == 0xA0 ? 2 : 0
    case 0xE1...0xE3 where index + 2 < text.count:
      let isBlank =
        switch (octet, text[index + 1], text[index + 2]) {
        case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8...0xA9),
          (0xE2, 0x80, 0xAF), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80):
          true
        default: false
        }
      return isBlank ? 3 : 0
    default: return 0
    }
  }
}
