/// Cuts comma-separated values into rows and cells, as octets come.
///
/// ```
/// Name,Note⏎"Bell, Kate","two
/// lines"⏎                         → [Name] [Note], [Bell, Kate] [two⏎lines]
/// ```
/// RFC 4180 §2, and what programs write besides: line ends of any kind, alone in quotation marks too,
/// rows of any width, quotation marks inside a cell that has none around it. Memory holds one row and
/// what was appended after it; a cell is a range of that, in which what quotation marks stand for was
/// moved together.
struct CSVRows {
  /// A row, whose cells are in ``CSVRows/cells`` until the next one is asked for.
  struct Row {
    /// Octets before it, from 0.
    var byte = 0
    /// The line where it begins, from 1.
    var line = 1
    /// Whether it has more octets than the limit, or a million cells, and lost them.
    var isTooLarge = false
    /// Whether the input ends within quotation marks.
    var isUnclosed = false
    /// Where text first follows the closing quotation mark of a cell.
    var stray: (byte: Int, line: Int, column: Int)?
  }

  /// Octets of a row: as many as of a card.
  static let mostOctets = 256 << 20
  /// Cells of a row: as many as properties of a card.
  private static let mostCells = 1_000_000

  private enum State { case start, plain, quoted, afterQuote }

  /// The octets of the row, among others.
  private(set) var octets: [UInt8] = []
  /// Where in ``octets`` the cells of the row stand.
  private(set) var cells: [Range<Int>] = []

  private let delimiter: UInt8
  private let limit: Int
  /// The next octet to look at.
  private var index = 0
  /// Octets of the input before ``octets``.
  private var gone = 0
  private var rowStart = 0
  /// What of the cell has been moved together.
  private var cell = 0..<0
  private var line = 1
  /// Octets of the input before the line.
  private var lineStart = 0
  private var isAfterReturn = false
  private var isEnded = false
  private var isHandedOut = false
  private var state = State.start
  private var row = Row()

  init(delimiter: UInt8, limit: Int = mostOctets) {
    self.delimiter = delimiter
    self.limit = limit
  }

  /// Whether no cell holds anything but blanks.
  var isEmpty: Bool {
    cells.allSatisfy { cell in cell.allSatisfy { octets[$0] == 0x20 } }
  }

  mutating func append(_ more: ArraySlice<UInt8>) {
    if isHandedOut { startRow() }
    if row.isTooLarge {
      cells.removeAll()
      (rowStart, cell) = (index, index..<index)
    }
    let spent = rowStart
    if spent > 0 {
      octets.removeSubrange(..<spent)
      for number in cells.indices { cells[number] = CSVRows.moved(cells[number], by: spent) }
      cell = CSVRows.moved(cell, by: spent)
      index -= spent
      gone += spent
      rowStart = 0
    }
    octets += more
  }

  private static func moved(_ range: Range<Int>, by count: Int) -> Range<Int> {
    range.lowerBound - count..<range.upperBound - count
  }

  mutating func finish() { isEnded = true }

  /// The next row; `nil` when more octets are needed, or at the end.
  mutating func next() -> Row? {
    if isHandedOut { startRow() }
    while index < octets.count {
      let octet = octets[index]
      if isAfterReturn {
        isAfterReturn = false
        if octet == 0x0A {
          lineStart = gone + index + 1
          if state == .quoted {
            keep(upTo: index + 1)
          } else {
            index += 1
            startRow()
          }
          continue
        }
      }
      switch state {
      case .quoted:
        keep(upTo: CSVRows.end(octets.span, from: index, 0x22))
        guard index < octets.count else { return nil }
        if octets[index] == 0x22 {
          index += 1
          state = .afterQuote
        } else {
          endLine(octets[index])
          keep(upTo: index + 1)
        }
      case .afterQuote where octet == 0x22:
        keep(upTo: index + 1)
        state = .quoted
      case .start where octet == 0x22:
        index += 1
        cell = index..<index
        state = .quoted
      default:
        if octet == delimiter {
          index += 1
          endCell()
        } else if octet == 0x0A || octet == 0x0D {
          endLine(octet)
          index += 1
          return endRow()
        } else {
          if state == .afterQuote, row.stray == nil {
            row.stray = (gone + index, line, gone + index - lineStart + 1)
          }
          state = .plain
          keep(upTo: CSVRows.end(octets.span, from: index, delimiter))
        }
      }
    }
    guard isEnded, state != .start || !cells.isEmpty else { return nil }
    row.isUnclosed = state == .quoted
    return endRow()
  }

  /// The next octet of a kind, or line end.
  private static func end(_ octets: Span<UInt8>, from start: Int, _ mark: UInt8) -> Int {
    unsafe octets.withUnsafeBufferPointer { octets in
      var index = start
      while index < octets.count {
        let octet = unsafe octets[index]
        if octet == mark || octet == 0x0A || octet == 0x0D { break }
        index += 1
      }
      return index
    }
  }

  private mutating func endLine(_ octet: UInt8) {
    line += 1
    lineStart = gone + index + 1
    isAfterReturn = octet == 0x0D
  }

  /// Makes what comes up to a place a part of the cell.
  private mutating func keep(upTo end: Int) {
    if cell.upperBound == index {
      cell = cell.lowerBound..<end
    } else {
      var place = cell.upperBound
      while index < end {
        octets[place] = octets[index]
        place += 1
        index += 1
      }
      cell = cell.lowerBound..<place
    }
    index = end
    if end - rowStart > limit { row.isTooLarge = true }
  }

  private mutating func endCell() {
    if cells.count < CSVRows.mostCells { cells.append(cell) } else { row.isTooLarge = true }
    cell = index..<index
    state = .start
  }

  private mutating func endRow() -> Row {
    endCell()
    isHandedOut = true
    return row
  }

  private mutating func startRow() {
    isHandedOut = false
    cells.removeAll(keepingCapacity: true)
    rowStart = index
    cell = index..<index
    row = Row(byte: gone + index, line: line)
  }
}
