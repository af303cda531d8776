/// How likely text is in a charset of two octets a character, and in the language it was made for.
///
/// The committees put the characters that are used most first: what stands in a charset's first levels
/// is likely, what other levels hold and what vendors added is not. Names hold a few hundred most.
struct IdeographModel: Sendable {
  /// How a charset puts octets together.
  enum Form: Sendable { case gbk, big5, shiftJIS, eucJP, eucKR }

  private enum Neighbour { case none, letter, ideograph }

  /// The logarithm of how likely a character of a rank is.
  private static let ranks: [Float] = [-5, -6.3, -7.7]

  private let form: Form
  /// Ranks of characters that names hold most, by their octets.
  private let ranked: [UInt32: Float]

  /// Joins a charset and a language.
  ///
  /// - Parameters:
  ///   - form: How the charset puts octets together.
  ///   - ranks: Characters by rank, in the charset.
  init(_ form: Form, _ ranks: [[UInt8]]) {
    self.form = form
    var ranked: [UInt32: Float] = [:]
    for (likelihood, octets) in zip(IdeographModel.ranks, ranks) {
      var index = 0
      while index < octets.count {
        let length = IdeographModel.length(form, text: octets, index: index) ?? 1
        if length == 2 {
          ranked[UInt32(octets[index]) << 8 | UInt32(octets[index + 1])] = likelihood
        }
        index += length
      }
    }
    self.ranked = ranked
  }

  /// The logarithm of how likely text is, and how many octets of it are none.
  func likelihood(of text: [UInt8]) -> (Float, unassigned: Int) {
    var sum: Float = 0
    var unassigned = 0
    var index = 0
    /// Half-width katakana come together.
    var isNarrow = false
    /// Ideographs and ASCII letters do not, as a rule.
    var last = Neighbour.none
    while index < text.count {
      let octet = text[index]
      if octet < 0x80 {
        let isLetter = 0x61...0x7A ~= octet | 0x20
        sum += isLetter ? Likelihood.asciiLetter : Likelihood.asciiOther
        if isLetter, last == .ideograph { sum += Likelihood.mixedWord }
        last = isLetter ? .letter : .none
        index += 1
        isNarrow = false
        continue
      }
      if last == .letter { sum += Likelihood.mixedWord }
      last = .ideograph
      guard let length = IdeographModel.length(form, text: text, index: index) else {
        unassigned += 1
        sum += Likelihood.unassigned
        index += 1
        isNarrow = false
        continue
      }
      if form == .shiftJIS && length == 1 || form == .eucJP && octet == 0x8E {
        sum += isNarrow ? -4.5 : -9
        isNarrow = true
      } else {
        sum += length == 2 ? character(octet, text[index + 1]) : Likelihood.unassigned
        isNarrow = false
      }
      index += length
    }
    return (sum, unassigned)
  }

  private func character(_ lead: UInt8, _ trail: UInt8) -> Float {
    let level = IdeographModel.level(form, lead: lead, trail: trail)
    guard let rank = ranked[UInt32(lead) << 8 | UInt32(trail)] else { return level }
    return max(rank, level)
  }

  /// How many octets the character has that starts at an index; `nil` when none does.
  private static func length(_ form: Form, text: [UInt8], index: Int) -> Int? {
    let lead = text[index]
    if lead < 0x80 { return 1 }
    if form == .shiftJIS, 0xA1...0xDF ~= lead { return 1 }
    guard index + 1 < text.count else { return nil }
    let trail = text[index + 1]
    let isHigh = 0xA1...0xFE ~= trail
    switch form {
    case .gbk:
      guard 0x81...0xFE ~= lead else { return nil }
      if 0x40...0xFE ~= trail, trail != 0x7F { return 2 }
      // GB 18030
      guard 0x30...0x39 ~= trail, index + 3 < text.count, 0x81...0xFE ~= text[index + 2],
        0x30...0x39 ~= text[index + 3]
      else { return nil }
      return 4
    case .big5: return 0x87...0xFE ~= lead && (0x40...0x7E ~= trail || isHigh) ? 2 : nil
    case .shiftJIS:
      guard 0x81...0x9F ~= lead || 0xE0...0xFC ~= lead else { return nil }
      return 0x40...0xFC ~= trail && trail != 0x7F ? 2 : nil
    case .eucJP:
      if lead == 0x8E { return 0xA1...0xDF ~= trail ? 2 : nil }
      if lead == 0x8F {
        return isHigh && index + 2 < text.count && 0xA1...0xFE ~= text[index + 2] ? 3 : nil
      }
      return 0xA1...0xFE ~= lead && isHigh ? 2 : nil
    case .eucKR:
      guard 0x81...0xFD ~= lead else { return nil }
      let isExtended = 0x41...0x5A ~= trail || 0x61...0x7A ~= trail || 0x81...0xA0 ~= trail
      return isHigh || isExtended && lead <= 0xC6 ? 2 : nil
    }
  }

  /// The logarithm of how likely a character is by where it stands in the charset.
  private static func level(_ form: Form, lead: UInt8, trail: UInt8) -> Float {
    switch form {
    case .gbk:
      // GB 2312: signs in rows 1 to 9, level 1 in 16 to 55, level 2 in 56 to 87.
      guard trail >= 0xA1 else { return -14 }
      switch lead {
      case 0xA1, 0xA3: return -9.5
      case 0xB0...0xD7: return -8.8
      case 0xD8...0xF7: return -11
      default: return -14
      }
    case .big5:
      switch lead {
      case 0xA1...0xA3: return -9.5
      case 0xA4...0xC5: return -9
      case 0xC6 where trail <= 0x7E: return -9
      case 0xC9...0xF9: return -11.5
      default: return -15
      }
    case .shiftJIS:
      // JIS X 0208: level 1 in rows 16 to 47, level 2 in 48 to 84.
      switch (lead, trail) {
      case (0x81, _), (0x82, ..<0x9F): return -8
      case (0x82, 0x9F...0xF1), (0x83, ...0x96): return -5.5
      case (0x88, 0x9F...), (0x89...0x97, _), (0x98, ...0x72): return -8.8
      case (0x98...0x9F, _), (0xE0...0xEA, _): return -11.5
      default: return -14
      }
    case .eucJP:
      switch lead {
      case 0xA1, 0xA3: return -8
      case 0xA4, 0xA5: return -5.5
      case 0xB0...0xCF: return -8.8
      case 0xD0...0xF4: return -11.5
      default: return -14
      }
    case .eucKR:
      // KS X 1001: hangul in rows 16 to 40, hanja in 42 to 93.
      guard trail >= 0xA1 else { return -13 }
      switch lead {
      case 0xA1...0xA3: return -9.5
      case 0xB0...0xC8: return -8.6
      default: return -13
      }
    }
  }
}
