import ContactMatching
import Crypto
import Files
import VCard

/// What of a value counts when two are compared.
///
/// Blanks at the ends and repeated ones do not, nor the case of an email, nor what stands between the
/// digits of a phone number, nor how a date or a picture is written.
enum ValueKey: Hashable {
  /// A text.
  case text(String)
  /// The words of a name in one piece; a name that has more of them says the same and more.
  case words(Set<String>)
  /// An email address with its case folded.
  case email(String)
  /// A phone number.
  case phone(PhoneKey)
  /// A date without what is not in it.
  case date(PartialDate)
  /// The components of N and ORG; empty ones say nothing.
  case parts([String])
  /// The components of an address.
  case address([String])
  /// The digest of a picture, a sound or a key.
  case octets(String)
  /// Nothing at all.
  case empty

  /// The key of a property's value; of one that holds a list, that of the whole list.
  init(_ property: Property) {
    if property.isNestedCard {
      self.init(nestedCard: property.nestedCardText)
      return
    }
    let name = ValueKey.comparedName(property.canonicalName)
    if let binary = ValueKey.binary(property) {
      self = .octets(SHA256.hash(data: binary).hexadecimal)
      return
    }
    guard let row = PropertyRegistry.named(name) else {
      self.init(text: property.text)
      return
    }
    switch row.name {
    case .fn: self.init(name: property.text)
    case .email: self.init(email: property.text)
    case .tel:
      if let phone = PhoneKey(property.text) {
        self = .phone(phone)
      } else {
        self.init(text: property.text)
      }
    case .agent: self.init(nestedCard: property.text)
    case .adr: self = ValueKey.structure(property, ValueKey.address)
    default:
      if row.shape == .structure {
        self = ValueKey.structure(property, ValueKey.parts)
      } else if row.isDate, let date = ValueKey.date(property) {
        self = .date(date)
      } else {
        self.init(text: property.text)
      }
    }
  }

  /// The key of one text.
  init(text: String) {
    let text = ValueKey.normalized(text)
    self = text.isEmpty ? .empty : .text(text)
  }

  /// A card inside a card that was cut gets its END when it is written.
  private init(nestedCard text: String) {
    var text = ValueKey.normalized(text)
    while text.lowercased().hasSuffix(" end:vcard") { text.removeLast(10) }
    self.init(text: text)
  }

  private init(name: String) {
    let words = name.lowercased().unicodeScalars.split { scalar in
      !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
        && scalar.properties.generalCategory != .nonspacingMark && scalar != "'"
    }
    if words.isEmpty {
      self.init(text: name)
    } else {
      self = .words(Set(words.map { String($0) }))
    }
  }

  private init(email: String) {
    var address = ValueKey.normalized(email)
    if address.lowercased().hasPrefix("mailto:") { address = String(address.dropFirst(7)) }
    // ICU fails only when there is no memory left; the text then is as good a key.
    if let key = try? EmailKey.folded(address) {
      self = .email(key)
    } else {
      self.init(text: address.lowercased())
    }
  }

  /// The name under which a property's values are compared: `X-ALSO-BDAY` is a birthday, too, and
  /// `X-KIND` a kind.
  static func comparedName(_ name: String) -> String {
    guard name.utf8.starts(with: "X-".utf8) else { return name }
    let base = name.hasPrefix(conflictPrefix) ? String(name.dropFirst(conflictPrefix.count)) : name
    return CardConverter.carriedNames[base] ?? base
  }

  /// What stands before the name of a property whose value another one has taken the place of.
  static let conflictPrefix = FurtherValue.prefix

  /// Whether whoever knows this value learns nothing from another.
  func covers(_ other: ValueKey) -> Bool {
    switch (self, other) {
    case (_, .empty): return true
    case (.words(let mine), .words(let others)): return others.isSubset(of: mine)
    case (.parts(let mine), .parts(let others)):
      return others.indices.allSatisfy { index in
        others[index].isEmpty || mine.indices.contains(index) && mine[index] == others[index]
      }
    case (.date(let mine), .date(let other)): return mine.covers(other)
    default: return self == other
    }
  }

  // MARK: Parts

  private static func structure(
    _ property: Property, _ make: ([String]) -> ValueKey
  ) -> ValueKey {
    var parts = property.components.map { normalized($0.joined(separator: ",")) }
    while parts.last?.isEmpty ?? false { parts.removeLast() }
    return parts.isEmpty ? .empty : make(parts)
  }

  private static func date(_ property: Property) -> PartialDate? {
    PartialDate(property.text)?
      .withoutOmittedYear(named: property.parameter(YearlessDate.parameter))
  }

  private static func binary(_ property: Property) -> [UInt8]? {
    if property.isBase64 { return property.binary?.octets }
    let row = PropertyRegistry.named(comparedName(property.canonicalName))
    return row?.holdsOctets == true ? property.binary?.octets : nil
  }

  /// A text without blanks at its ends, and with one where there are several.
  static func normalized(_ text: String) -> String {
    if isPlain(text) { return text }
    let words = text.unicodeScalars.split { $0.properties.isWhitespace }
    return words.map { String($0) }.joined(separator: " ")
  }

  /// Whether a text is ASCII with no blanks but single ones between words, as most are.
  private static func isPlain(_ text: String) -> Bool {
    var last = UInt8(ascii: " ")
    for octet in text.utf8 {
      guard 0x20...0x7E ~= octet, octet != 0x20 || last != 0x20 else { return false }
      last = octet
    }
    return last != 0x20
  }
}

extension PartialDate {
  /// Whether all that another date says is said by this one.
  fileprivate func covers(_ other: PartialDate) -> Bool {
    let pairs = [
      (year, other.year), (month, other.month), (day, other.day), (hour, other.hour),
      (minute, other.minute), (second, other.second), (utcOffset, other.utcOffset),
    ]
    return pairs.allSatisfy { $1 == nil || $0 == $1 }
  }
}
