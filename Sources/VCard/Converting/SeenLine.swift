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
  private let converter: LineConverter
  private var outcome: (result: ConversionLine?, losses: [ConversionLoss])?
  private var octets: [UInt8]?

  /// Reads a line of a card, which is a property.
  init(at index: Int, of card: borrowing Card, _ converter: LineConverter) {
    let read = ConversionLine(card.property(at: index))
    self.converter = converter
    line = converter.withoutContext(read)
    isDerived =
      read.isDerived(in: converter.source) && !read.has(.version) && !read.has(.original)
    mayRepeat = read.has(.repeated) || read.first(.altid) == CardConverter.repeatedID
    isPaired = read.has(.paired)
    isCarried = read.isCarriedLine
  }

  /// What becomes of it; nothing until it was converted.
  var result: ConversionLine? { outcome?.result }

  /// Converts the line as it stands in a row, unless it was converted before.
  ///
  /// - Parameters:
  ///   - row: Its place in the card at hand.
  ///   - losses: Receives what the target cannot say.
  /// - Returns: The line for the target; `nil` when it is left out.
  func convert(row: Int, _ losses: inout ConversionLosses) -> ConversionLine? {
    var found = ConversionLosses(areWanted: losses.areWanted)
    let known = outcome ?? (converter.convert(line, &found), found.all)
    outcome = known
    for loss in known.losses { losses.append(loss, at: row) }
    var result = known.result
    result?.row = row
    return result
  }

  /// What became of it as the target writes it; empty when it is left out.
  func written() -> [UInt8] {
    if let octets { return octets }
    var written: [UInt8] = []
    result?.write(Rules(converter.target), into: &written)
    octets = written
    return written
  }
}

extension LineConverter {
  /// A line without what ``Conversion`` added because of the lines beside it, and with the year that a
  /// preset took away.
  fileprivate func withoutContext(_ line: ConversionLine) -> ConversionLine {
    guard !line.parameters.isEmpty else { return line }
    var line = from.hasYearlessDates ? line : line.withOmittedYear
    if from.isModern {
      line.remove(.altid, of: CardConverter.repeatedID)
      line.remove(.paired)
      if line.has(.repeated), CarriedName.known(line.name).depth > 0 {
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
