import ContactMatching
import Files
import VCard

/// Writes what of a value counts as octets; two values are one when their octets are.
///
/// Blanks at the ends and repeated ones do not count, nor the case of an email, nor what stands
/// between the digits of a phone number, nor how a date or a picture is written. But a name in
/// other letters, a number with or without its country and a date without its year are values of
/// their own. Of most values no string is made:
/// ```
/// EMAIL:Kate@X.example   2kate@x.example
/// TEL:(408) 555-1        14085551
/// N:Bell;Kate;;;         4Bell␟Kate
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

  /// What ends a component, and stands in none.
  static let separator: UInt8 = 0x1F
  /// What stands in a component for itself or ``separator``, with a letter behind it that tells which.
  private static let escape: UInt8 = 0x1E

  private var value: [UInt8] = []

  /// Whether the key of every value is made of its property.
  let isThorough: Bool

  init(isThorough: Bool) { self.isThorough = isThorough }

  // MARK: Keys of properties

  /// Writes the key of a text that stands in some octets; `false` when it must be made of the property.
  mutating func append(
    _ text: Span<UInt8>, _ kind: MergeName.Kind, to keys: inout [UInt8]
  ) -> Bool {
    if isThorough { return false }
    switch kind {
    case .text:
      MergeKeyWriter.append(text: text, to: &keys)
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

  /// Writes the key of a text.
  static func append(text: Span<UInt8>, to keys: inout [UInt8]) {
    keys.append(Tag.text)
    let start = keys.count
    appendNormalized(text, to: &keys)
    if keys.count == start { keys.removeLast() }
  }

  /// Writes the key of a property, whatever it is.
  static func append(_ property: Property, to keys: inout [UInt8]) {
    if property.isNestedCard { return append(nestedCard: property.nestedCardText, to: &keys) }
    let row = PropertyRegistry.named(MergeName.compared(property.canonicalName))
    if property.isBase64 || row?.holdsOctets == true, let binary = property.binary {
      keys.append(Tag.octets)
      keys.append(contentsOf: SHA256.digest(of: binary.octets.span).hexadecimal.utf8)
      return
    }
    switch MergeName.Kind(row) {
    case .email: append(email: property.text, to: &keys)
    case .phone: append(phone: property.text, to: &keys)
    case .parts: append(Tag.parts, property.components, to: &keys)
    case .address: append(Tag.address, property.components, to: &keys)
    case .other where row?.name == .agent: append(nestedCard: property.text, to: &keys)
    case .other where append(dateOf: property, to: &keys): break
    case .text, .other: append(text: property.text.utf8.span, to: &keys)
    }
  }

  /// A card inside a card that was cut gets its END when it is written.
  private static func append(nestedCard text: String, to keys: inout [UInt8]) {
    var text = normalized(text)
    while text.lowercased().hasSuffix(" end:vcard") { text.removeLast(10) }
    append(text: text.utf8.span, to: &keys)
  }

  private static func append(email text: String, to keys: inout [UInt8]) {
    var address = normalized(text)
    if address.lowercased().hasPrefix("mailto:") { address = String(address.dropFirst(7)) }
    // ICU fails only when there is no memory left; the text then is as good a key.
    if let key = try? EmailKey.folded(address) {
      keys.append(Tag.email)
      keys.append(contentsOf: key.utf8)
    } else {
      append(text: address.lowercased().utf8.span, to: &keys)
    }
  }

  private static func append(phone text: String, to keys: inout [UInt8]) {
    let text = normalized(text)
    let number = text.unicodeScalars.filter { scalar in
      switch scalar {
      case "(", ")", "-", ".", "/", " ", "\u{A0}", "\u{2010}"..."\u{2015}": false
      default: true
      }
    }
    append(
      text: (number.isEmpty ? text : String(number).lowercased()).utf8.span, to: &keys)
  }

  private static func append(_ tag: UInt8, _ parts: [[String]], to keys: inout [UInt8]) {
    keys.append(tag)
    let start = keys.count
    var filled = start
    for part in parts {
      let before = keys.count
      appendNormalized(part.joined(separator: ",").utf8.span, to: &keys, isPart: true)
      if keys.count > before { filled = keys.count }
      keys.append(separator)
    }
    keys.removeSubrange(filled...)
    if filled == start { keys.removeLast() }
  }

  /// Writes the key of a date; `false` for what is none.
  private static func append(dateOf property: Property, to keys: inout [UInt8]) -> Bool {
    guard
      let date = PartialDate(property.text)?
        .withoutOmittedYear(named: property.parameter(YearlessDate.parameter))
    else { return false }
    keys.append(Tag.date)
    for part in [
      date.year, date.month, date.day, date.hour, date.minute, date.second, date.utcOffset,
    ] {
      if let part { keys.append(contentsOf: String(part).utf8) }
      keys.append(separator)
    }
    return true
  }

  // MARK: Octets

  /// A text without blanks at its ends, and with one where there are several.
  static func normalized(_ text: String) -> String {
    var octets: [UInt8] = []
    appendNormalized(text.utf8.span, to: &octets)
    return String(decoding: octets, as: UTF8.self)
  }

  /// Appends well-formed UTF-8 as ``normalized(_:)`` has it.
  private static func appendNormalized(
    _ text: Span<UInt8>, to keys: inout [UInt8], isPart: Bool = false
  ) {
    let start = keys.count
    var isAfterBlank = false
    var index = 0
    while index < text.count {
      let blank = Octets.whiteSpaceLength(in: text, at: index)
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
    if isPart, octet == separator || octet == escape {
      keys.append(escape)
      keys.append(octet | 0x40)
    } else {
      keys.append(octet)
    }
  }
}
