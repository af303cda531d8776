/// What dedupe knows of a whole book: how large it is, how many have a name, and how many names share
/// an address, a number or an organisation.
///
/// It is all that a decision about two cards takes from the other cards, in coarse steps; with the
/// same table an unrelated card changes no decision. Steps are logarithms to base 2, rounded down.
public struct BookStatistics: Hashable, Sendable {
  /// Steps below which a word is not in the table.
  static let fewestWords = 1
  /// Steps below which a full name is not in the table: fewer are often one person's cards.
  static let fewestNames = 2
  /// Set in the step of a full name where some card with it says which generation it is.
  static let generationBit: UInt8 = 32

  /// The step of the number of cards.
  public internal(set) var cardStep = 0
  /// Cards with a word, by the hash of its usual Latin form.
  var wordSteps = StepTable()
  /// Cards with a full name, by the hash of its first and family name in any order; with
  /// ``generationBit``.
  var nameSteps = StepTable()
  /// How many names share an email, a phone number or an organisation, by their hash: see
  /// ``sharing(ofNames:)``.
  var sharings = StepTable()

  init() {}

  /// The step of a word that so many cards have; 0 where it is not in the table.
  static func wordStep(ofCards count: Int) -> UInt8 {
    count.log2Step >= fewestWords ? UInt8(count.log2Step) : 0
  }

  /// The step of a full name that several cards have, and whether one tells its generation; 0 where it
  /// is not in the table.
  static func nameStep(ofCards count: Int, tellGeneration: Bool) -> UInt8 {
    guard count > 1 else { return 0 }
    return (count.log2Step >= fewestNames ? UInt8(count.log2Step) : 0)
      | (tellGeneration ? generationBit : 0)
  }

  /// The coarse step of the number of distinct names that share a value: 0 for one, then 1 for two, 2
  /// for three or four, 3 up to eight, and so on.
  static func sharing(ofNames count: Int) -> UInt8 {
    count <= 1 ? 0 : UInt8(clamping: (count - 1).log2Step + 1)
  }
}

// MARK: As text

extension BookStatistics {
  /// Why a text is no table of statistics.
  public struct FormatError: Error, Hashable {
    /// The line, from 1.
    public let line: Int
  }

  private static var header: String { "contact-statistics 1 letters \(NameLetters.version)" }

  /// The table as lines of text, the same for the same table.
  ///
  /// `cards`, `word`, `name` and `value`, a hash in base 16 and a step.
  public var text: String {
    var lines = [BookStatistics.header, "cards \(cardStep)"]
    for (kind, steps) in [("word", wordSteps), ("name", nameSteps), ("value", sharings)] {
      for place in 0..<steps.count {
        lines.append(
          "\(kind) \(String(steps.hash(at: place), radix: 16)) \(steps.step(at: place))")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Reads a table.
  ///
  /// - Parameter text: What ``text`` gave, of the same version.
  /// - Throws: ``FormatError`` for anything else.
  public init(text: String) throws(FormatError) {
    var number = 0
    var words: [(hash: UInt64, step: UInt8)] = []
    var names: [(hash: UInt64, step: UInt8)] = []
    var values: [(hash: UInt64, step: UInt8)] = []
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      number += 1
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      if number == 1 {
        guard line.elementsEqual(BookStatistics.header.utf8) else { throw FormatError(line: 1) }
        continue
      }
      let fields = line.split(separator: UInt8(ascii: " ")).map {
        String(decoding: $0, as: UTF8.self)
      }
      if fields.count == 2, fields[0] == "cards", let step = Int(fields[1]), 0...63 ~= step {
        cardStep = step
        continue
      }
      guard fields.count == 3, let hash = UInt64(fields[1], radix: 16), let step = UInt8(fields[2]),
        step < 64
      else { throw FormatError(line: number) }
      switch fields[0] {
      case "word": words.append((hash, step))
      case "name": names.append((hash, step))
      case "value": values.append((hash, step))
      default: throw FormatError(line: number)
      }
    }
    guard number > 0 else { throw FormatError(line: 1) }
    wordSteps = StepTable(words)
    nameSteps = StepTable(names)
    sharings = StepTable(values)
  }
}

// MARK: As octets

extension BookStatistics {
  /// The table as octets that are looked up where they stand, the same for the same table.
  ///
  /// ```
  /// version of letters, cards, words, names, values   8 octets each, little-endian
  /// words │ names │ values                            as in ``StoredSteps``
  /// ```
  package var octets: [UInt8] {
    var blob = BlobWriter()
    blob.append(UInt64(NameLetters.version))
    blob.append(UInt64(cardStep))
    let tables = [wordSteps, nameSteps, sharings]
    for table in tables { blob.append(UInt64(table.count)) }
    for table in tables { StoredSteps.append(table, to: &blob) }
    return blob.take()
  }

  /// Finds a table in octets, which it is looked up in from then on.
  ///
  /// - Parameters:
  ///   - octets: What holds those of ``octets``.
  ///   - start: Where they start.
  /// - Throws: ``BlobError``; `ofAnotherJob` for a table of words in another form.
  package init(
    _ octets: any StatisticsOctets, at start: Int = 0
  ) throws(BlobError) {
    guard start >= 0, octets.count - start >= 40 else { throw .damaged }
    var place = start
    func next() -> UInt64 {
      defer { place += 8 }
      return octets.number(at: place)
    }
    guard next() == UInt64(NameLetters.version) else { throw .ofAnotherJob }
    let cards = next()
    guard cards < 64 else { throw .damaged }
    let counts = [next(), next(), next()]
    var tables: [StepTable] = []
    for count in counts {
      guard let count = Int(exactly: count), count <= octets.count else { throw .damaged }
      tables.append(StepTable(try StoredSteps(octets, at: place, count: count)))
      place += StoredSteps.size(count)
    }
    cardStep = Int(cards)
    (wordSteps, nameSteps, sharings) = (tables[0], tables[1], tables[2])
  }
}
