internal import VCard

/// The form in which phone numbers are compared: the digits, and the country as far as it is known.
///
/// `+49 (0)30 123456`, `0049 30 123456` and, in Germany, `030 123456` are one number.
public struct PhoneKey: Hashable, Sendable, BitwiseCopyable {
  /// The digits after country code and trunk prefix, or all where the country is not known.
  let national: UInt64
  /// How many digits that is; leading zeros count.
  let length: UInt8
  /// The calling code; 0 where it is not known, and ``unassigned`` for one that no country has.
  let country: UInt16
  /// What is dialled once the number answers; 0 for nothing.
  let ending: UInt32

  private static let unassigned: UInt16 = 1000

  /// How well two numbers agree.
  public enum Agreement: Hashable, Sendable {
    /// The same digits of the same country, or both written without one.
    case exact
    /// The same as far as both are written: one has no country code, trunk prefix or extension.
    case national
  }

  /// Digits, fewer of which are a short number, which means someone else in every town.
  private static let fewestDigits = 6
  /// Digits of an international number, E.164 §6.1, and a trunk prefix before them.
  private static let mostDigits = 18

  /// Reads a number, or returns `nil` for what is none: too few or too many digits, or letters
  /// among them.
  ///
  /// Digits of every script count. What comes after `x`, `ext`, `#`, `,`, `;`, `p` or `w` is
  /// dialled later.
  ///
  /// - Parameters:
  ///   - text: The number as a person wrote it.
  ///   - region: The country of numbers that do not name one.
  public init?(_ text: String, region: PhoneRegion? = nil) {
    self.init(text.utf8.span, region: region)
  }

  /// Reads a number in UTF-8.
  package init?(_ text: Span<UInt8>, region: PhoneRegion?) {
    var scanner = PhoneScanner()
    guard scanner.scan(text), scanner.count <= PhoneKey.mostDigits else { return nil }
    ending = scanner.ending
    var start = 0
    var isInternational = scanner.hasPlus
    if !isInternational {
      if let region {
        let prefix = CallingCodes.internationalPrefix(of: region.callingCode)
        if scanner.starts(with: prefix) { start = prefix.count }
      }
      if start == 0, scanner.startsWithZeros { start = 2 }
      isInternational = start > 0
    }
    if isInternational {
      (country, start) = PhoneKey.splitCountry(scanner, from: start)
    } else if let region, let trunk = CallingCodes.trunk(of: region.callingCode) {
      country = UInt16(region.callingCode)
      let prefix = trunk.digits
      if scanner.starts(with: prefix), PhoneKey.isTrunk(trunk, before: scanner.count, region) {
        start = prefix.count
      }
    } else {
      country = 0
    }
    guard scanner.count - start >= PhoneKey.fewestDigits else { return nil }
    var number: UInt64 = 0
    for index in start..<scanner.count { number = number * 10 + UInt64(scanner.digits[index]) }
    national = number
    length = UInt8(scanner.count - start)
  }

  /// Whether the digits that a number starts with are a trunk prefix: no number begins with 0 where
  /// that is the prefix, but with 1 and 8 only the length tells.
  private static func isTrunk(
    _ trunk: CallingCodes.Trunk, before count: Int, _ region: PhoneRegion
  ) -> Bool {
    switch trunk {
    case .none: false
    case .zero, .zeroSix: true
    case .one, .eight: count > CallingCodes.nationalLength(of: region.callingCode)
    }
  }

  /// Tells the calling code, and where the digits start behind it and a trunk prefix that should not
  /// be there.
  private static func splitCountry(
    _ scanner: PhoneScanner, from start: Int
  ) -> (UInt16, Int) {
    var code = 0
    for index in start..<max(start, min(start + 3, scanner.count)) {
      code = code * 10 + Int(scanner.digits[index])
      guard let trunk = CallingCodes.trunk(of: code) else { continue }
      // `+49 030 …`: numbers of countries whose trunk prefix is 0 have no 0 in its place.
      let skips = trunk == .zero && index + 1 < scanner.count && scanner.digits[index + 1] == 0
      return (UInt16(code), index + (skips ? 2 : 1))
    }
    return (unassigned, start)
  }

  /// What two numbers that agree have in common: their last six digits.
  var blockingKey: UInt64 { national % 1_000_000 }

  /// How well two numbers agree, or `nil` when they are two.
  public func agreement(with other: PhoneKey) -> Agreement? {
    guard ending == other.ending || ending == 0 || other.ending == 0 else { return nil }
    let isWhole = ending == other.ending
    if national == other.national, length == other.length, country == other.country {
      return isWhole ? .exact : .national
    }
    if country == 0, other.country == 0 {
      return isSame(asDialled: other, with: [0]) || other.isSame(asDialled: self, with: [0])
        ? .national : nil
    }
    if country == 0 { return other.isWritten(as: self) ? .national : nil }
    if other.country == 0 { return isWritten(as: other) ? .national : nil }
    return nil
  }

  /// Whether another number, of no country, is this one of a country.
  private func isWritten(as other: PhoneKey) -> Bool {
    if national == other.national, length == other.length { return true }
    guard let trunk = CallingCodes.trunk(of: Int(country)) else { return false }
    return isSame(asDialled: other, with: trunk.digits)
  }

  private func isSame(asDialled other: PhoneKey, with prefix: [UInt8]) -> Bool {
    guard !prefix.isEmpty, Int(other.length) == Int(length) + prefix.count else { return false }
    var scale: UInt64 = 1
    for _ in 0..<length { scale *= 10 }
    return other.national == prefix.reduce(0) { $0 * 10 + UInt64($1) } * scale + national
  }
}

extension PhoneKey {
  /// Appends the number to a blob.
  func append(to blob: inout BlobWriter) {
    blob.append(length)
    blob.append(packed: national)
    blob.append(packed: Int(country))
    blob.append(packed: UInt64(ending))
  }

  /// Reads what ``append(to:)`` wrote.
  init(_ blob: inout BlobReader) throws(BlobError) {
    length = try blob.octet()
    guard Int(length) <= PhoneKey.mostDigits else { throw .damaged }
    national = try blob.packed()
    country = UInt16(try blob.number(below: 1 << 16))
    guard let ending = UInt32(exactly: try blob.packed()) else { throw .damaged }
    self.ending = ending
  }
}

extension PhoneKey: CustomStringConvertible {
  /// The number without spaces: `+4930123456`, or `030123456` where the country is not known.
  public var description: String {
    let digits = String(national, digits: Int(length))
    let code = country == 0 ? "" : country == PhoneKey.unassigned ? "+" : "+\(country)"
    return ending == 0 ? code + digits : "\(code)\(digits) x\(ending)"
  }
}

/// Takes the digits out of a number as people write it.
private struct PhoneScanner {
  /// Digits from which on it is none.
  private static let room = 40

  private(set) var digits = InlineArray<41, UInt8>(repeating: 0)
  private(set) var count = 0
  private(set) var hasPlus = false
  private(set) var ending: UInt32 = 0

  var startsWithZeros: Bool { count > 1 && digits[0] == 0 && digits[1] == 0 }

  func starts(with prefix: [UInt8]) -> Bool {
    guard prefix.count <= count else { return false }
    for index in prefix.indices where digits[index] != prefix[index] { return false }
    return true
  }

  private mutating func append(_ digit: UInt8) {
    digits[count] = digit
    count += 1
  }

  /// `false` when there are letters among the digits.
  mutating func scan(_ text: Span<UInt8>) -> Bool {
    var index = 0
    while index < text.count {
      let start = index
      guard let scalar = text.scalar(at: &index) else { return false }
      switch scalar.value {
      case 0x30...0x39:
        append(UInt8(scalar.value - 0x30))
      case 0x2B, 0xFF0B:
        if count == 0 { hasPlus = true }
      case 0x28:
        // `+49 (0)30`: the trunk prefix, which is not dialled after a country code.
        if count > 0, hasPlus || startsWithZeros, start + 2 < text.count,
          text[start + 1] == 0x30, text[start + 2] == 0x29
        {
          index = start + 3
        }
      case 0x2C, 0x3B, 0x23, 0x2A:
        // RFC 3966's `;ext=`, and the pauses and keys of dialling strings.
        if count == 0 { break }
        scanEnding(text, from: start)
        return true
      case 0x41...0x5A, 0x61...0x7A:
        if count == 0 { break }
        return scanLetters(text, from: start)
      case 0..<0x80:
        break
      default:
        if let value = scalar.properties.numericType == .decimal
          ? scalar.properties.numericValue : nil
        {
          append(UInt8(value))
        } else if scalar.properties.isAlphabetic, count > 0 {
          scanEnding(text, from: start)
          return true
        }
      }
      if count > PhoneScanner.room { return false }
    }
    return true
  }

  /// Letters after digits: an extension, a pause, or a number spelled in letters, which is none.
  private mutating func scanLetters(_ text: Span<UInt8>, from start: Int) -> Bool {
    var end = start
    while end < text.count, 0x61...0x7A ~= text[end] | 0x20 { end += 1 }
    let count = end - start
    let first = text[start] | 0x20
    let isPause = count == 1 && (first == 0x70 || first == 0x77)
    let isExtension =
      count == 1 && first == 0x78
      || count >= 3 && first == 0x65 && text[start + 1] | 0x20 == 0x78
    guard isPause || isExtension else { return false }
    scanEnding(text, from: end)
    return true
  }

  private mutating func scanEnding(_ text: Span<UInt8>, from start: Int) {
    var value: UInt32 = 0
    var count = 0
    for index in start..<text.count where 0x30...0x39 ~= text[index] && count < 9 {
      value = value * 10 + UInt32(text[index] - 0x30)
      count += 1
    }
    // A leading one, so that 01 and 1 differ and an ending of zeros is one.
    if count > 0 {
      for _ in 0..<count { ending = ending == 0 ? 10 : ending &* 10 }
      ending &+= value
    }
  }
}
