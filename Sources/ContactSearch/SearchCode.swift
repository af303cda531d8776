internal import VCard

/// Phone numbers and UIDs as words of their own kind, which no other text has.
///
/// ```
/// +49 (0)171 555-12   ␡4917155512   4917155512 917155512 … 12 2
/// 0171 555 12         ␡17155512     17155512 7155512 … 12 2         typed: 0171555 171555
/// urn:uuid:6BA7-…     ␡␡6ba7…       6ba7…
/// ```
/// A number is the beginning of one of its ends wherever somebody has typed part of it. A zero before
/// it counts on neither side, for it stands for the country that others write out.
enum SearchCode {
  /// DEL: nobody types it, and it is no blank.
  private static let mark: UInt8 = 0x7F
  /// Digits of a number that count; the longest of ITU-T E.164 has 15.
  private static let mostDigits = 32
  /// Letters and digits, fewer of which are not looked for among UIDs unless these are asked for.
  static let fewestOfUID = 8

  /// Whether some text is a word of this kind: a mark with digits, or two marks with what follows.
  ///
  /// A hostile name can be one as well, and is then found as such.
  @inline(__always)
  static func isCode(_ text: Span<UInt8>) -> Bool {
    guard text.count > 1, text[0] == mark else { return false }
    if text[1] == mark { return text.count > 2 }
    for index in 1..<text.count where !(0x30...0x39).contains(text[index]) { return false }
    return true
  }

  /// Whether a folded word is its only form.
  @inline(__always)
  static func isOnlyForm(_ word: Span<UInt8>) -> Bool {
    SearchText.isASCII(word) && !isCode(word)
  }

  /// Hands over the forms of a word of this kind.
  @inline(__always)
  static func forEachForm(
    of word: Span<UInt8>, _ body: (SearchForm.Family, Span<UInt8>) -> Void
  ) {
    if word[1] == mark { return body(.identifier, word.extracting(droppingFirst: 2)) }
    for start in 1..<min(word.count, mostDigits + 1) {
      body(.digits, word.extracting(droppingFirst: start))
    }
  }

  /// The forms of a word of this kind.
  static func forms(of word: String) -> [SearchForm] {
    var forms: [SearchForm] = []
    forEachForm(of: word.utf8.span) { family, text in
      var octets: [UInt8] = []
      octets.append(text)
      forms.append(SearchForm(family: family, octets: octets))
    }
    return forms
  }

  // MARK: Phone numbers

  /// The word of a phone number; `nil` where there is no digit.
  ///
  /// What follows a letter or a separator after the digits is an extension or a pause.
  static func word(ofPhone number: String) -> String? {
    var digits: [UInt8] = [mark]
    // +49 (0)171: the zero is for those who leave out what stands before it.
    let number = number.hasPrefix("+") ? number.replacing("(0)", with: "") : number
    for scalar in number.unicodeScalars where digits.count <= mostDigits {
      if let digit = digit(scalar) {
        if digits.count == 2, digits[1] == 0x30 { digits.removeLast() }
        digits.append(digit)
      } else if digits.count > 1, scalar == ";" || scalar == "," || scalar.properties.isAlphabetic {
        break
      }
    }
    return digits.count > 1 ? String(decoding: digits, as: UTF8.self) : nil
  }

  /// What is looked for in phone numbers where somebody typed digits with what stands between them.
  static func probes(ofPhone chunk: String) -> [SearchProbe] {
    var digits: [UInt8] = []
    for scalar in chunk.unicodeScalars {
      if let digit = digit(scalar) {
        digits.append(digit)
      } else if !isPunctuation(scalar) {
        return []
      }
    }
    guard !digits.isEmpty, digits.count <= mostDigits else { return [] }
    let national = Array(digits.drop { $0 == 0x30 })
    let probe = { (octets: [UInt8], distance: Int) in
      SearchProbe(form: SearchForm(family: .digits, octets: octets), distance: distance)
    }
    return [probe(digits, 0)]
      + (national.isEmpty || national == digits ? [] : [probe(national, 1)])
  }

  /// A digit of any script as one of ASCII.
  private static func digit(_ scalar: Unicode.Scalar) -> UInt8? {
    if scalar.isASCII { return (0x30...0x39).contains(scalar.value) ? UInt8(scalar.value) : nil }
    guard scalar.properties.numericType == .decimal,
      let value = scalar.properties.numericValue
    else { return nil }
    return 0x30 + UInt8(value)
  }

  /// Whether a scalar stands in phone numbers besides digits, by ITU-T E.123 or as people write.
  private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "+", "(", ")", "-", ".", "/", "\u{FF0B}", "\u{2010}"..."\u{2013}": true
    default: false
    }
  }

  // MARK: UIDs

  /// The word of a UID; `nil` where it has no letter and no digit.
  static func word(ofUID uid: String) -> String? {
    // What ICU has no memory for is not found.
    guard let folded = (try? SearchText.folded(uid)) ?? nil else { return nil }
    return "\u{7F}\u{7F}" + withoutScheme(folded)
  }

  /// What is looked for among UIDs.
  ///
  /// - Parameters:
  ///   - word: A folded word.
  ///   - fewest: Octets, fewer of which are not looked for.
  /// - Returns: One at most.
  static func probes(ofUID word: String, fewest: Int) -> [SearchProbe] {
    let octets = Array(withoutScheme(word).utf8)
    guard octets.count >= fewest else { return [] }
    return [SearchProbe(form: SearchForm(family: .identifier, octets: octets), distance: 0)]
  }

  /// A folded UID without the scheme that only some programs write, as RFC 9562 §4 has it.
  private static func withoutScheme(_ folded: String) -> String {
    folded.hasPrefix("urnuuid") && folded.utf8.count > 7 ? String(folded.dropFirst(7)) : folded
  }
}
