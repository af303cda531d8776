/// A charset of one octet a character that is read as text in a language.
///
/// Logarithms of likelihoods are natural ones. What they say of ASCII letters is the same in every
/// language and charset, and stands for nothing but itself.
struct LetterCharset: Sendable {
  private enum Kind: UInt8 {
    case asciiLetter, asciiOther, letter, otherLetter, foreignLetter, punctuation, apostrophe
    case symbol, mark, unassigned
  }

  private struct Octet {
    var kind: Kind
    var isCapital = false
    var token: UInt8 = 0
  }

  /// Where in a word the next letter stands, for the sake of its case.
  private enum Place: Int { case start, second, small, capital }

  private let octets: [Octet]
  private let steps: [Float]
  private let tokens: Int
  private let isLatin: Bool
  private let isCased: Bool

  /// Joins a charset and a language.
  ///
  /// - Parameters:
  ///   - scalars: What octets 0x80 and up stand for, `nil` for those that stand for nothing.
  ///   - model: The language.
  init(_ scalars: [Unicode.Scalar?], _ model: LetterModel) {
    steps = model.steps
    tokens = model.tokenCount
    isLatin = model.isLatin
    let script = Alphabet.of(model.letters[model.letters.count / 2])
    isCased = model.letters.contains { $0.properties.isLowercase }
    var numbers: [Unicode.Scalar: UInt8] = [:]
    for (index, letter) in model.letters.enumerated() {
      numbers[letter] = UInt8(tokens - model.letters.count + index)
    }
    octets = (0..<256).map { value in
      guard value >= 0x80 else {
        let lower = value | 0x20
        guard 0x61...0x7A ~= lower else { return Octet(kind: .asciiOther) }
        return Octet(
          kind: .asciiLetter, isCapital: value != lower,
          token: model.isLatin ? UInt8(lower - 0x60) : 0)
      }
      guard let scalar = scalars[value - 0x80] else { return Octet(kind: .unassigned) }
      return LetterCharset.octet(scalar, numbers: numbers, script: script)
    }
  }

  private static func octet(
    _ scalar: Unicode.Scalar, numbers: [Unicode.Scalar: UInt8], script: Alphabet
  ) -> Octet {
    let properties = scalar.properties
    let isCapital = properties.isUppercase
    let mapped = properties.lowercaseMapping.unicodeScalars
    let lower = mapped.count == 1 ? mapped.first ?? scalar : scalar
    if let token = numbers[lower] {
      return Octet(kind: .letter, isCapital: isCapital, token: token)
    }
    switch scalar.value {
    case 0x80..<0xA0, 0xE000..<0xF900, 0xFFFD: return Octet(kind: .unassigned)
    case 0x2019, 0x02BC: return Octet(kind: .apostrophe)
    // Quotation marks, dashes, the ellipsis, and what stands with numbers.
    case 0x2010...0x201F, 0x2026, 0x2039, 0x203A, 0xA0, 0xAB, 0xB7, 0xBB, 0xAA, 0xBA, 0x2116,
      0x200C...0x200F:
      return Octet(kind: .punctuation)
    default: break
    }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .otherLetter, .titlecaseLetter, .modifierLetter:
      return Octet(
        kind: Alphabet.of(scalar) == script ? .otherLetter : .foreignLetter, isCapital: isCapital)
    case .nonspacingMark, .spacingMark:
      return Octet(kind: Alphabet.of(scalar) == script ? .mark : .symbol)
    default: return Octet(kind: .symbol)
    }
  }

  /// The logarithms of how likely texts are.
  func likelihoods(of texts: [[UInt8]]) -> [Float] {
    let (octets, steps) = (octets.span, steps.span)
    return texts.map { likelihood(of: $0.span, octets, steps) }
  }

  @inline(__always)
  private func likelihood(
    of text: Span<UInt8>, _ octets: Span<Octet>, _ steps: Span<Float>
  ) -> Float {
    func step(_ before: Int, _ token: UInt8) -> Float {
      before < 0 ? Likelihood.asciiLetter : steps[before * tokens + Int(token)]
    }
    var sum: Float = 0
    var before = 0
    var isBeforeASCII = true
    var place = Place.start
    for index in text.indices {
      let octet = octets[Int(text[index])]
      switch octet.kind {
      case .asciiLetter:
        if isBeforeASCII {
          sum += Likelihood.asciiLetter
        } else {
          sum += isLatin ? step(before, octet.token) : Likelihood.otherScript
          sum += caseLikelihood(place, octet.isCapital)
        }
        place = LetterCharset.next(place, octet.isCapital)
        (before, isBeforeASCII) = (Int(octet.token), true)
        // Words of two scripts: nothing is known of the next letter.
        if !isLatin { before = -1 }
      case .asciiOther:
        sum += isBeforeASCII ? Likelihood.asciiOther : step(before, 0)
        (before, isBeforeASCII, place) = (0, true, .start)
      case .letter:
        sum += before >= 0 ? step(before, octet.token) : Likelihood.otherLetter
        sum += caseLikelihood(place, octet.isCapital)
        place = LetterCharset.next(place, octet.isCapital)
        (before, isBeforeASCII) = (Int(octet.token), false)
      case .otherLetter, .foreignLetter:
        sum += octet.kind == .otherLetter ? Likelihood.otherLetter : Likelihood.otherScript
        sum += caseLikelihood(place, octet.isCapital)
        place = LetterCharset.next(place, octet.isCapital)
        (before, isBeforeASCII) = (-1, false)
      case .mark: sum += Likelihood.mark
      case .apostrophe, .punctuation, .symbol, .unassigned:
        let isInside = before != 0
        switch octet.kind {
        case .symbol: sum += isInside ? Likelihood.symbolInside : Likelihood.symbol
        case .unassigned: sum += Likelihood.unassigned
        default: sum += Likelihood.punctuation
        }
        // D’Angelo, O’Brien
        if octet.kind != .apostrophe || !isInside { place = .start }
        (before, isBeforeASCII) = (0, true)
      }
    }
    return isBeforeASCII ? sum : sum + step(before, 0)
  }

  /// How often the charset leaves octets of a text unassigned.
  func unassigned(in text: [UInt8]) -> Int {
    text.count { octets[Int($0)].kind == .unassigned }
  }

  private func caseLikelihood(_ place: Place, _ isCapital: Bool) -> Float {
    guard isCased else { return 0 }
    switch (place, isCapital) {
    case (.start, true): return -0.07
    case (.start, false): return -2.66
    case (.second, true): return -3.2
    case (.second, false): return -0.04
    case (.small, true): return -5.5
    case (.small, false): return 0
    case (.capital, true): return -0.04
    case (.capital, false): return -3.2
    }
  }

  private static func next(_ place: Place, _ isCapital: Bool) -> Place {
    if !isCapital { return .small }
    return place == .start ? .second : .capital
  }
}

/// The scripts of letters in charsets of 8 bits.
private enum Alphabet {
  case latin, greek, cyrillic, hebrew, arabic, thai, other

  static func of(_ scalar: Unicode.Scalar) -> Alphabet {
    switch scalar.value {
    case 0x41..<0x250, 0x1E00..<0x1F00: .latin
    case 0x370..<0x400, 0x1F00..<0x2000: .greek
    case 0x400..<0x530: .cyrillic
    case 0x590..<0x600: .hebrew
    case 0x600..<0x700: .arabic
    case 0xE00..<0xE80: .thai
    default: .other
    }
  }
}
