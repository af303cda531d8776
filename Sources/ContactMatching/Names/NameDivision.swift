public import ICU

/// The parts of a person's name that is written in one piece.
///
/// ```
/// Dr. Jan van der Berg Jr.   prefix Dr.   given Jan   family van der Berg   suffix Jr.
/// Bell, Kate Ann             given Kate   middle Ann   family Bell
/// 王小明                      given 小明   family 王
/// ```
/// Which words are which is a guess, the same that matching makes of a name in one piece. Words are kept
/// as they are written; what stands in brackets or quotation marks is no part.
public struct NameDivision: Hashable, Sendable {
  /// What stands before the name.
  public private(set) var prefix = ""
  /// The given name.
  public private(set) var given = ""
  /// Further given names.
  public private(set) var middle = ""
  /// The family name; empty where the name is one word.
  public private(set) var family = ""
  /// What stands after the name.
  public private(set) var suffix = ""

  /// A word of the name, and what it means there.
  private struct Item {
    let place: Int
    let word: NameWords.Word
    let canonical: String
    var traits: WordTraits
  }

  /// Divides a name.
  ///
  /// - Parameter name: The name.
  /// - Throws: `ICUError` when memory runs out.
  public init(_ name: String) throws(ICUError) {
    let octets = Array(name.utf8)
    var words = NameWords()
    words.cut(octets.span)
    var items: [Item] = []
    for (place, word) in words.words.enumerated() where !word.isSymbol {
      let spelling = octets.span.extracting(word.range).string
      let text = try NameLetters.canonical(spelling) ?? ""
      guard !text.isEmpty || spelling.contains(where: \.isNumber) else { continue }
      items.append(Item(place: place, word: word, canonical: text, traits: WordTraits(text)))
    }
    words.forEachAbbreviation(in: octets.span) { places, title in
      for index in items.indices where places.contains(items[index].place) {
        items[index].traits.title = title
      }
    }
    if !items.allSatisfy(\.word.isAside) { items.removeAll(where: \.word.isAside) }
    func text(_ items: some Collection<Item>) -> String {
      var pieces: [Range<Int>] = []
      var last = Int.min
      for item in items {
        var range = item.word.range
        // The point of an abbreviation is of it.
        if range.upperBound < octets.count, octets[range.upperBound] == UInt8(ascii: ".") {
          range = range.lowerBound..<range.upperBound + 1
        }
        if item.place == last + 1, let piece = pieces.popLast() {
          range = piece.lowerBound..<range.upperBound
        }
        pieces.append(range)
        last = item.place
      }
      return pieces.map { octets.span.extracting($0).string }.joined(separator: " ")
    }
    let first = items.dropLast().prefix { $0.traits.title.isPrefix }
    prefix = text(first)
    items.removeFirst(first.count)
    let end = items.dropFirst().reversed().prefix { $0.traits.title.isSuffix }
    suffix = text(end.reversed())
    items.removeLast(end.count)
    guard let start = items.first else { return }
    // The words before the place are the family name, or those from it on.
    var place = items.firstIndex { $0.word.segment != start.word.segment }
    if place == nil, start.traits.script == .eastAsian {
      let name = text(items)
      if items.count == 1, let length = NameTables.lengthOfFamily(in: start.canonical) {
        family = String(name.unicodeScalars.prefix(length))
        given = String(name.unicodeScalars.dropFirst(length))
        return
      }
      place = items.count > 1 ? 1 : nil
    }
    let rest: ArraySlice<Item>
    if let place {
      family = text(items[..<place])
      rest = items[place...]
    } else {
      let place =
        items.count == 1
        ? 1
        : CardNameReader.startOfFamily(
          items.count, chunk: { items[$0].word.chunk }, isParticle: { items[$0].traits.isParticle })
      family = text(items[place...])
      rest = items[..<place]
    }
    given = text(rest.prefix { $0.word.chunk == rest.first?.word.chunk })
    middle = text(rest.drop { $0.word.chunk == rest.first?.word.chunk })
  }
}

extension NameTables {
  /// Whether a text is nothing but Han characters.
  static func isHan(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { 0x3400...0x9FFF ~= $0.value || $0.value > 0x1FFFF }
  }

  /// How many characters of a Chinese or Korean name in one word are the family name; `nil` for what is
  /// none, or may be one name alone.
  ///
  /// - Parameter text: The name in canonical form.
  /// - Returns: Unicode scalars.
  static func lengthOfFamily(in text: String) -> Int? {
    let scalars = text.unicodeScalars.map { $0 }
    let isHangul = scalars.allSatisfy { 0xAC00...0xD7A3 ~= $0.value }
    let isLong =
      scalars.count > 2
      && longFamilies.contains(String(String.UnicodeScalarView(scalars[..<2])))
    guard isHan(text) || isHangul, 2...3 ~= scalars.count || isLong && scalars.count == 4 else {
      return nil
    }
    return isLong ? 2 : 1
  }
}
