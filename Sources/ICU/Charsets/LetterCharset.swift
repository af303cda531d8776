/// A charset of one octet a character that is read as text in a language.
///
/// Logarithms of likelihoods are natural ones. What they say of ASCII letters is the same in every
/// language and charset, and stands for nothing but itself.
struct LetterCharset: Sendable {
  fileprivate enum Kind: UInt8, CaseIterable {
    case asciiLetter, asciiOther, letter, otherLetter, foreignLetter, punctuation, apostrophe
    case symbol, mark, unassigned
  }

  fileprivate struct Octet {
    var kind: Kind
    var isCapital = false
    var token: UInt8 = 0

    /// Numbers of octets that may be.
    static let count = Kind.allCases.count << 9
    /// A number that no other octet has.
    var number: Int { Int(kind.rawValue) << 9 | (isCapital ? 1 << 8 : 0) | Int(token) }
  }

  /// Where in a word the next letter stands, for the sake of its case.
  private enum Place: UInt8, CaseIterable { case start, second, small, capital }

  /// What an octet adds to the sum where it comes after some others, and where that leads.
  private struct Step {
    var likelihood: Float
    /// The state after it, times the number of kinds of octets.
    var state: UInt16
    var letters: Letters
  }

  /// What becomes of the place of the next letter, and whether the case of this one is odd at its own.
  fileprivate enum Letters: UInt8, CaseIterable {
    case none, wordEnd, small, capital, smallOfASCII, capitalOfASCII
  }

  /// What came before an octet.
  fileprivate struct State {
    /// The token, or -1 where it has none.
    var before: Int
    var isASCII: Bool

    static let start = State(before: 0, isASCII: true)

    /// Its number among all.
    var number: Int { before > 0 ? before + 2 : before == 0 ? 0 : isASCII ? 1 : 2 }
  }

  /// The kind of each octet, by its number among those that are told apart.
  private let kinds: [UInt8]
  private let kindCount: Int
  /// The steps from each state for each kind of octet.
  private let steps: [Step]
  /// What the end of a text adds in each state.
  private let ends: [Float]
  /// What the case of a letter adds, and the place of the next, for each of ``Letters`` and each place.
  private let cases: [(likelihood: Float, place: UInt8)]
  /// The kind of octets that stand for nothing, where there are some.
  private let unassigned: UInt8?

  /// Joins a charset and a language.
  ///
  /// - Parameters:
  ///   - scalars: What octets 0x80 and up stand for, `nil` for those that stand for nothing.
  ///   - model: The language.
  init(_ scalars: [Unicode.Scalar?], _ model: LetterModel) {
    let tokens = model.tokenCount
    let script = Alphabet.of(model.letters[model.letters.count / 2])
    let isCased = model.letters.contains { $0.properties.isLowercase }
    var numbers: [Unicode.Scalar: UInt8] = [:]
    for (index, letter) in model.letters.enumerated() {
      numbers[letter] = UInt8(tokens - model.letters.count + index)
    }
    let octets = (0..<256).map { value in
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
    // A place for each octet that may be: its kind, its case and its token.
    var (known, all) = ([UInt8?](repeating: nil, count: Octet.count), [Octet]())
    kinds = octets.map { octet in
      if let number = known[octet.number] { return number }
      let number = UInt8(all.count)
      known[octet.number] = number
      all.append(octet)
      return number
    }
    kindCount = all.count
    unassigned = known[Octet(kind: .unassigned).number]
    let first = model.isLatin ? 27 : 1
    var states = [State.start, State(before: -1, isASCII: true), State(before: -1, isASCII: false)]
    states += (1..<first).map { State(before: $0, isASCII: true) }
    states += (first..<tokens).map { State(before: $0, isASCII: false) }
    let table = StepTable(model.steps, tokens: tokens, isLatin: model.isLatin)
    var steps: [Step] = []
    steps.reserveCapacity(states.count * all.count)
    for state in states {
      for octet in all {
        let (likelihood, next, letters) = table.step(octet, after: state)
        steps.append(
          Step(
            likelihood: likelihood, state: UInt16(next.number * all.count), letters: letters))
      }
    }
    self.steps = steps
    ends = states.map { $0.isASCII ? 0 : table.step(from: $0.before, to: 0) }
    cases = Letters.allCases.flatMap { letters in
      Place.allCases.map { place in
        LetterCharset.caseStep(letters, at: place, isCased: isCased)
      }
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
    let (kinds, steps, cases) = (kinds.span, steps.span, cases.span)
    return texts.map { likelihood(of: $0.span, kinds, steps, cases) }
  }

  @inline(__always)
  private func likelihood(
    of text: Span<UInt8>, _ kinds: Span<UInt8>, _ steps: Span<Step>,
    _ cases: Span<(likelihood: Float, place: UInt8)>
  ) -> Float {
    var sum: Float = 0
    var (state, place) = (0, 0)
    for index in text.indices {
      let step = steps[state + Int(kinds[Int(text[index])])]
      let letter = cases[Int(step.letters.rawValue) * Place.allCases.count + place]
      sum += step.likelihood
      sum += letter.likelihood
      (state, place) = (Int(step.state), Int(letter.place))
    }
    return sum + ends[state / kindCount]
  }

  /// How often the charset leaves octets of a text unassigned.
  func unassigned(in text: [UInt8]) -> Int { text.count { kinds[Int($0)] == unassigned } }

  private static func caseStep(
    _ letters: Letters, at place: Place, isCased: Bool
  ) -> (likelihood: Float, place: UInt8) {
    let isCapital: Bool
    switch letters {
    case .none: return (0, place.rawValue)
    case .wordEnd: return (0, Place.start.rawValue)
    case .small, .smallOfASCII: isCapital = false
    case .capital, .capitalOfASCII: isCapital = true
    }
    let next: Place = !isCapital ? .small : place == .start ? .second : .capital
    guard isCased, letters == .small || letters == .capital else { return (0, next.rawValue) }
    let likelihood: Float =
      switch (place, isCapital) {
      case (.start, true): -0.07
      case (.start, false): -2.66
      case (.second, true): -3.2
      case (.second, false): -0.04
      case (.small, true): -5.5
      case (.small, false): 0
      case (.capital, true): -0.04
      case (.capital, false): -3.2
      }
    return (likelihood, next.rawValue)
  }
}

/// What octets say after each other in a language.
private struct StepTable {
  private let steps: [Float]
  private let tokens: Int
  private let isLatin: Bool

  init(_ steps: [Float], tokens: Int, isLatin: Bool) {
    (self.steps, self.tokens, self.isLatin) = (steps, tokens, isLatin)
  }

  /// What a token says after another, or after what is none.
  func step(from before: Int, to token: UInt8) -> Float {
    before < 0 ? Likelihood.asciiLetter : steps[before * tokens + Int(token)]
  }

  /// What an octet says in a state but for its case, and where it leads.
  func step(
    _ octet: LetterCharset.Octet, after state: LetterCharset.State
  ) -> (Float, LetterCharset.State, LetterCharset.Letters) {
    let letters: LetterCharset.Letters = octet.isCapital ? .capital : .small
    switch octet.kind {
    case .asciiLetter:
      // Words of two scripts: nothing is known of the next letter.
      let next = LetterCharset.State(before: isLatin ? Int(octet.token) : -1, isASCII: true)
      if state.isASCII {
        return (Likelihood.asciiLetter, next, octet.isCapital ? .capitalOfASCII : .smallOfASCII)
      }
      let likelihood =
        isLatin ? step(from: state.before, to: octet.token) : Likelihood.otherScript
      return (likelihood, next, letters)
    case .asciiOther:
      let likelihood = state.isASCII ? Likelihood.asciiOther : step(from: state.before, to: 0)
      return (likelihood, .start, .wordEnd)
    case .letter:
      let likelihood =
        state.before >= 0 ? step(from: state.before, to: octet.token) : Likelihood.otherLetter
      return (likelihood, LetterCharset.State(before: Int(octet.token), isASCII: false), letters)
    case .otherLetter, .foreignLetter:
      let likelihood =
        octet.kind == .otherLetter ? Likelihood.otherLetter : Likelihood.otherScript
      return (likelihood, LetterCharset.State(before: -1, isASCII: false), letters)
    case .mark: return (Likelihood.mark, state, .none)
    case .apostrophe, .punctuation, .symbol, .unassigned:
      let isInside = state.before != 0
      let likelihood =
        switch octet.kind {
        case .symbol: isInside ? Likelihood.symbolInside : Likelihood.symbol
        case .unassigned: Likelihood.unassigned
        default: Likelihood.punctuation
        }
      // D’Angelo, O’Brien
      return (likelihood, .start, octet.kind == .apostrophe && isInside ? .none : .wordEnd)
    }
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
