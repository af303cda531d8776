/// A name cut into words.
///
/// ```
/// Bell‑Smith, Dr. Kate (Katie) J.
/// word   word   word word  word  word     cut at spaces, hyphens, points and the like
/// chunk─────┘   chnk chnk  chunk chunk    cut at spaces only
/// segment──┘    segment─────────────┘     cut at commas
///                          aside          in brackets or quotation marks
/// ```
/// Apostrophes do not cut: `O'Brien` is one word, in which ICU passes over the apostrophe.
struct NameWords {
  struct Word {
    /// Where it stands in the name's UTF-8.
    var range: Range<Int>
    var chunk: Int
    var segment: Int
    /// Whether it stands in brackets or quotation marks.
    var isAside: Bool
    /// Whether it is a picture and has no letter.
    var isSymbol: Bool
  }

  private(set) var words: [Word] = []

  init() {}

  /// Hands over the words of a chunk that have a meaning together, as those of `M.D.` and `Ph.D.`.
  ///
  /// - Parameters:
  ///   - name: The name that was cut.
  ///   - body: Receives the places of the words, and what they mean.
  func forEachAbbreviation(in name: Span<UInt8>, _ body: (Range<Int>, NameTitle) -> Void) {
    var start = 0
    while start < words.count {
      var end = start + 1
      while end < words.count, words[end].chunk == words[start].chunk { end += 1 }
      if end - start > 1 {
        var letters: [UInt8] = []
        for word in words[start..<end] {
          for index in word.range { letters.append(name[index] | 0x20) }
        }
        if letters.count <= 8, letters.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }) {
          let title = NameTitle.abbreviation(String(decoding: letters, as: UTF8.self))
          if title != .none { body(start..<end, title) }
        }
      }
      start = end
    }
  }

  /// Cuts a name, and forgets the one before.
  ///
  /// - Complexity: O(*n*) in the octets of the name; a property look-up for scalars that are no
  ///   letters of the usual ranges.
  mutating func cut(_ name: Span<UInt8>) {
    words.removeAll(keepingCapacity: true)
    var state = State()
    var index = 0
    while index < name.count {
      let start = index
      guard let scalar = name.scalar(at: &index) else { break }
      let role = NameWords.role(of: scalar)
      if role == .letter {
        if state.wordStart == nil { state.wordStart = start }
        continue
      }
      close(&state, at: start)
      if role != .joiner, role != .symbol { state.chunk += 1 }
      switch role {
      case .letter, .joiner, .space: break
      case .comma: state.segment += 1
      case .opening: state.depth += 1
      case .closing: state.depth = max(0, state.depth - 1)
      case .quote: state.isQuoted.toggle()
      case .symbol:
        state.wordStart = start
        close(&state, at: index, isSymbol: true)
      }
    }
    close(&state, at: name.count)
    // A bracket that is never closed encloses nothing.
    if state.depth > 0 || state.isQuoted {
      for index in words.indices { words[index].isAside = false }
    }
  }

  private struct State {
    var wordStart: Int?
    var chunk = 0
    var segment = 0
    var depth = 0
    var isQuoted = false
  }

  private mutating func close(_ state: inout State, at end: Int, isSymbol: Bool = false) {
    guard let start = state.wordStart else { return }
    state.wordStart = nil
    words.append(
      Word(
        range: start..<end, chunk: state.chunk, segment: state.segment,
        isAside: state.depth > 0 || state.isQuoted, isSymbol: isSymbol))
  }

  private enum Role { case letter, joiner, space, comma, opening, closing, quote, symbol }

  private static func role(of scalar: Unicode.Scalar) -> Role {
    switch scalar.value {
    case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x27: return .letter
    case 0x20, 0x09...0x0D: return .space
    case 0x2D, 0x2E: return .joiner
    case 0x2C, 0x3B: return .comma
    case 0x28, 0x5B, 0x7B, 0x3C: return .opening
    case 0x29, 0x5D, 0x7D, 0x3E: return .closing
    case 0x22: return .quote
    case 0x2F, 0x5C, 0x7C, 0x5F, 0x26, 0x2B, 0x3A: return .space
    case 0..<0x80: return .letter
    // Latin, Greek, Cyrillic, Armenian and Hebrew letters and their marks.
    case 0xC0...0x589, 0x591...0x5BD: return .letter
    // Arabic to Georgian letters; their punctuation is none that cuts.
    case 0x620...0x66F, 0x900...0x10FF: return .letter
    // Kana, CJK ideographs, Hangul.
    case 0x3041...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF, 0x3400...0x9FFF, 0xAC00...0xD7A3:
      return .letter
    // Katakana middle dot, between the words of a foreign name.
    case 0x30FB, 0xFF65: return .space
    case 0x3001, 0xFF0C, 0x060C, 0xFF1B: return .comma
    case 0x3002, 0xFF0E, 0xFF61: return .joiner
    // Quotation marks that never are apostrophes.
    case 0xAB, 0x201C, 0x201E, 0x300C, 0x300E: return .opening
    case 0xBB, 0x201D, 0x300D, 0x300F: return .closing
    case 0x1F3FB...0x1F3FF: return .symbol
    default: break
    }
    switch scalar.properties.generalCategory {
    case .dashPunctuation: return .joiner
    case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control: return .space
    case .openPunctuation: return .opening
    case .closePunctuation: return .closing
    case .otherSymbol: return .symbol
    default: return .letter
    }
  }
}
