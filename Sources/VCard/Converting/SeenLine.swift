/// A line as it was read, and what becomes of it unless lines beside it change it before.
///
/// Cards in which the same line stands share it.
final class SeenLine {
  /// The line without what lines beside it once added.
  let line: ConversionLine
  /// Whether a program made it of other properties of the card.
  let isDerived: Bool
  /// Whether it stood in a card of vCard 4.0 more often than it may.
  let mayRepeat: Bool
  /// Whether it is a label that an address says as well.
  let isPaired: Bool
  /// Whether it carries a line which was no property.
  let isCarried: Bool
  /// The types in lower case but for the preferred one, each once, in their order: those that an address
  /// and its label may share.
  private(set) lazy var types = Set(line.types).subtracting(["pref"]).sorted()
  /// The value as one text.
  private(set) lazy var text = line.text
  private let converter: LineConverter
  /// Whether its base64 ends with what is none, and whether all of it is none.
  private let isCutOff: Bool
  private let isNoBase64: Bool
  /// What the target cannot say of it; `nil` until it was converted.
  private var ownLosses: [ConversionLoss]?
  /// What becomes of it; nothing until it was converted.
  private(set) var result: ConversionLine?

  /// Reads a line of a card, which is a property; what is found out is remembered where it may come again.
  init(
    at index: Int, of card: borrowing Card, _ converter: LineConverter, remembers: Bool = false
  ) {
    var problems = DecodingProblems()
    let read = ConversionLine(card.property(at: index), &problems)
    self.converter = converter
    line = converter.withoutContext(read)
    isDerived = read.isDerived(in: converter.source) && !read.isMarked
    mayRepeat = read.has(.repeated) || read.first(.altid) == CardConverter.repeatedID
    isPaired = read.has(.paired)
    isCarried = read.isCarriedLine
    // What cannot be read at all is text.
    isNoBase64 = problems.contains(.badBase64) && !read.octets.isEmpty
    isCutOff = problems.contains(.badBase64) && !isNoBase64
    if remembers { line.remember() }
  }

  /// Converts the line as it stands in a row of the card at hand, unless it was converted before.
  func convert(row: Int, _ losses: inout ConversionLosses) -> ConversionLine? {
    if ownLosses == nil {
      var own = ConversionLosses(areWanted: losses.areWanted, carries: losses.carries)
      result = converter.convert(line, &own)
      if isCutOff, result != nil {
        own.append(.lossValue, row: row, about: "\(line.name) ends with what is no whole base64")
      }
      if isNoBase64, result != nil {
        own.append(
          .lossParameter, row: row,
          about: "the parameter ENCODING of \(line.name) says base64, which its value is not")
      }
      if line.findings != nil { result?.remember() }
      ownLosses = own.all
    }
    for loss in ownLosses ?? [] { losses.append(loss, at: row) }
    return result?.standing(in: row)
  }
}

extension LineConverter {
  /// A line of a card, which is a property; without a memory of lines of other cards it is looked at anew.
  func seen(at index: Int, of card: borrowing Card, _ memo: LineMemo?) -> SeenLine {
    memo?.line(at: index, of: card, self) ?? SeenLine(at: index, of: card, self)
  }

  /// A line without what ``Conversion`` added because of the lines beside it, and with the year that a
  /// preset took away.
  fileprivate func withoutContext(_ line: ConversionLine) -> ConversionLine {
    guard !line.parameters.isEmpty else { return line }
    var line = from.hasYearlessDates ? line : line.withOmittedYear
    if from.isModern {
      line.remove(.altid, of: CardConverter.repeatedID)
      line.remove(.paired)
      if line.has(.repeated), CarriedName.known(line).depth > 0 {
        line.remove(.repeated)
        line.name = String(line.name.dropFirst(2))
      }
    } else if to.isModern {
      line.remove(.repeated)
      line = LineConverter.withoutOrder(line)
    }
    return line
  }
}
