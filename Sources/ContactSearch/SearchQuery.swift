import ContactModel
internal import ICU

/// A query taken apart, and how well a contact answers it.
///
/// A class, so that whoever hands it on counts one thing and not each of its arrays.
final class SearchQuery: Sendable {
  /// A word of the query in the forms in which it is looked for.
  struct Term: Sendable {
    /// The whole word, as it stands between blanks.
    var whole: [SearchProbe]
    /// What it falls into at punctuation, if that is more than one piece.
    var pieces: [[SearchProbe]]
  }

  /// A form of a typed word that is Latin; it holds nothing for which threads would count who uses it.
  struct PlainProbe: BitwiseCopyable, Sendable {
    /// Which of ``probeLists`` it belongs to.
    let list: Int
    /// Where it stands in ``plainOctets``.
    let start: Int
    let count: Int
    let isWholeOnly: Bool
    let distance: Int
  }

  let terms: [Term]
  /// How many pieces each term has.
  let pieceCounts: [Int]
  /// All that is looked for: of each term the whole, then its pieces.
  let probeLists: [[SearchProbe]]
  /// What of it is looked for among words that are their only form.
  let plainProbes: [PlainProbe]
  /// The octets of these, one after the other.
  let plainOctets: [UInt8]
  /// The first octets of these, a place an octet.
  let plainBeginnings: [Bool]
  /// The marks of all that is looked for.
  let marks: UInt64
  /// Whether anything that is looked for can stand in a field, by the number of the field.
  let concerned: [Bool]
  /// The number of the only letter that is looked for; `nil` for anything else, ``SearchLetters``.
  let letter: Int?

  /// Words of a query that count; nobody types more.
  static let mostTerms = 32
  /// Pieces of a word of a query that count.
  static let mostPieces = 16

  init(
    _ query: String, in fields: Set<SearchField> = SearchField.all, _ spelling: SearchSpelling
  ) throws(ICUError) {
    var chunks: [String] = []
    let octets = Array(query.utf8)
    SearchText.forEachChunk(in: octets.span) { range in
      if chunks.count < SearchQuery.mostTerms {
        chunks.append(String(decoding: octets[range], as: UTF8.self))
      }
    }
    var terms: [Term] = []
    for chunk in chunks {
      guard let whole = try SearchText.folded(chunk) else { continue }
      var pieces: [[SearchProbe]] = []
      for piece in SearchText.pieces(of: chunk).prefix(SearchQuery.mostPieces) {
        if let piece = try SearchText.folded(piece) {
          pieces.append(try spelling.probes(of: piece))
        }
      }
      let probes =
        try spelling.probes(of: whole) + SearchCode.probes(ofPhone: chunk)
        + SearchCode.probes(ofUID: whole, fewest: fields == [.uid] ? 1 : SearchCode.fewestOfUID)
      terms.append(Term(whole: probes, pieces: pieces.count > 1 ? pieces : []))
    }
    self.terms = terms
    pieceCounts = terms.map(\.pieces.count)
    let families = Set(terms.flatMap { $0.whole.map(\.form.family) })
    concerned = SearchField.allCases.map { field in
      guard fields.contains(field) else { return false }
      switch field {
      case .phone: return families.contains(.digits)
      case .uid: return families.contains(.identifier)
      default: return true
      }
    }
    probeLists = terms.flatMap { [$0.whole] + $0.pieces }
    letter = SearchLetters.letter(probeLists, in: fields)
    marks = probeLists.joined().reduce(0) { $0 | $1.form.mark }
    var plain: (probes: [PlainProbe], octets: [UInt8]) = ([], [])
    var beginnings = [Bool](repeating: false, count: 256)
    for (list, probes) in probeLists.enumerated() {
      for probe in probes where probe.form.family == .latin {
        plain.probes.append(
          PlainProbe(
            list: list, start: plain.octets.count, count: probe.form.octets.count,
            isWholeOnly: probe.isWholeOnly, distance: probe.distance))
        plain.octets += probe.form.octets
        beginnings[Int(probe.form.octets[0])] = true
      }
    }
    (plainProbes, plainOctets, plainBeginnings) = (plain.probes, plain.octets, beginnings)
  }

  /// Whether anything that is looked for can stand in a field.
  @inline(__always)
  func concerns(_ field: SearchField) -> Bool { concerned[field.rawValue] }
}

/// How one typed word stands to the words of a contact: the lower, the better.
///
/// ```
/// field, as ``SearchField`` has them · beginning or whole word · distance │ place
/// ```
struct TermMatch: Comparable, Hashable, Sendable {
  /// All in one number, so that the best of many is their minimum.
  var number: UInt16

  /// What no word of the contact begins with.
  static let none = TermMatch(number: .max)

  /// How many prices there are: a distance as a whole word, or as a beginning.
  static let pricesPerField = 2 * SearchProbe.distances

  /// The last place that is told apart; words of other fields than the name stand there.
  static let lastPlace = 31

  /// Creates the match of a typed word with a word.
  ///
  /// - Parameters:
  ///   - field: Where the word stands.
  ///   - place: Which word of the name it is.
  ///   - isWhole: Whether nothing of it follows what was typed.
  ///   - distance: That of the probe.
  @inline(__always)
  init(_ field: SearchField, place: Int, isWhole: Bool, distance: Int) {
    self.init(
      number: TermMatch.price(isWhole: isWhole, distance: distance)
        + TermMatch.place(field.rawValue, place))
  }

  /// Creates the best match of a typed word with a word that stands somewhere.
  ///
  /// - Parameters:
  ///   - probes: The forms of what was typed.
  ///   - forms: Those of the word.
  ///   - field: Where the word stands.
  ///   - place: Which word of the name it is.
  init(_ probes: [SearchProbe], _ forms: [SearchForm], _ field: SearchField, _ place: Int) {
    self = .none
    for probe in probes {
      for form in forms where form.family == probe.form.family {
        guard form.octets.starts(with: probe.form.octets) else { continue }
        let isWhole = form.octets.count == probe.form.octets.count
        if probe.isWholeOnly, !isWhole { continue }
        self = min(
          self, TermMatch(field, place: place, isWhole: isWhole, distance: probe.distance))
      }
    }
  }

  @inline(__always)
  init(number: UInt16) { self.number = number }

  /// A match of some cost, wherever it is.
  init(cost: Int) { number = UInt16(truncatingIfNeeded: cost << 5) }

  /// The part of the number that tells where a word stands, of a field by its number.
  @inline(__always)
  static func place(_ field: Int, _ place: Int) -> UInt16 {
    let place = field == SearchField.name.rawValue ? min(place, lastPlace) : lastPlace
    return UInt16(truncatingIfNeeded: field * pricesPerField * 32 + place)
  }

  /// The part of the number that tells how a typed word is found in it.
  @inline(__always)
  static func price(isWhole: Bool, distance: Int) -> UInt16 {
    UInt16(truncatingIfNeeded: ((isWhole ? 0 : SearchProbe.distances) + distance) * 32)
  }

  /// How much it counts against the contact.
  var cost: Int { Int(number >> 5) }

  /// Which word of the name it is.
  var place: Int { Int(number & 31) }

  /// The match of a term all of whose pieces are found: as bad as the worst, where the first is.
  static func combined(_ pieces: some Sequence<TermMatch>) -> TermMatch {
    var first: TermMatch?
    var cost: UInt16 = 0
    for piece in pieces {
      if piece == .none { return .none }
      first = first ?? piece
      cost = max(cost, piece.number & ~31)
    }
    guard let first else { return .none }
    return TermMatch(number: cost | first.number & 31)
  }

  static func < (left: TermMatch, right: TermMatch) -> Bool { left.number < right.number }
}

/// How well a contact answers a query: the lower, the better.
///
/// What counts, one after the other:
/// 1. the sum over the typed words of where each was found: in the name, a nickname, the
///    organisation, an email, a phone number, a category, a city, a note or the UID, in each as a
///    whole word before as a beginning, in each as written before in another script, there the nearer
///    spelling first;
/// 2. whether the words of the name stand in the order in which they were typed;
/// 3. how many words the name has besides.
public struct SearchRank: Comparable, Hashable, Sendable {
  /// All in one number.
  package let number: UInt32

  init(number: UInt32) { self.number = number }

  /// Appends octets by which those who answer best come first.
  package func append(to key: inout [UInt8]) {
    for octet in 0..<4 as Range<UInt32> {
      key.append(UInt8(truncatingIfNeeded: number >> (24 - 8 * octet)))
    }
  }

  /// What the matches of the typed words come to, one after the other.
  struct Sum {
    private(set) var cost = 0
    private var count = 0
    private var last = 0
    private var isInOrder = true

    @inline(__always)
    mutating func add(_ match: TermMatch) {
      cost += match.cost
      count += 1
      if match.place < last { isInOrder = false }
      last = match.place
    }

    /// The same where the words stand in the order in which they were typed.
    var inOrder: Sum {
      var sum = self
      sum.isInOrder = true
      return sum
    }

    /// The rank of a contact whose name has so many words.
    @inline(__always)
    func rank(shownWords: Int) -> SearchRank {
      let further = min(max(shownWords - count, 0), SearchRank.mostFurther)
      let order = isInOrder ? 0 : 1
      return SearchRank(number: UInt32(truncatingIfNeeded: (cost << 1 | order) << 5 | further))
    }
  }

  /// Further words of a name that are counted.
  private static let mostFurther = 31

  /// Tells whether a contact answers better than another.
  public static func < (left: SearchRank, right: SearchRank) -> Bool {
    left.number < right.number
  }
}
