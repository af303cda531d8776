/// Cuts comma-separated values into rows and cells, as octets come.
///
/// ```
/// Name,Note⏎"Bell, Kate","two
/// lines"⏎                         → [Name] [Note], [Bell, Kate] [two⏎lines]
/// ```
/// RFC 4180 §2, and what programs write besides: line ends of any kind, alone in quotation marks too,
/// rows of any width, quotation marks inside a cell that has none around it. Memory holds one row.
struct CSVRows {
  /// A row.
  struct Row {
    var cells: [[UInt8]] = []
    /// Octets before it, from 0.
    var byte = 0
    /// The line where it begins, from 1.
    var line = 1
    /// Whether it has more octets than the limit, and lost what came after them.
    var isTooLarge = false
    /// Whether the input ends within quotation marks.
    var isUnclosed = false

    /// Whether no cell holds anything.
    var isEmpty: Bool { cells.allSatisfy { cell in cell.allSatisfy { $0 == 0x20 } } }
  }

  /// Octets of a row: as many as of a card.
  static let mostOctets = 256 << 20

  private enum State { case start, plain, quoted, afterQuote }

  private let delimiter: UInt8
  private let limit: Int
  private var input: [UInt8] = []
  private var index = 0
  private var byte = 0
  private var line = 1
  private var isAfterReturn = false
  private var isEnded = false
  private var state = State.start
  private var row = Row()
  private var cell: [UInt8] = []
  /// Octets of the row so far.
  private var size = 0

  init(delimiter: UInt8, limit: Int = mostOctets) {
    self.delimiter = delimiter
    self.limit = limit
  }

  mutating func append(_ octets: ArraySlice<UInt8>) {
    input.removeSubrange(..<index)
    index = 0
    input += octets
  }

  mutating func finish() { isEnded = true }

  /// The next row; `nil` when more octets are needed, or at the end.
  mutating func next() -> Row? {
    while index < input.count {
      let octet = input[index]
      if isAfterReturn {
        isAfterReturn = false
        if octet == 0x0A {
          advance(1)
          if state == .quoted { take(octet) } else { row.byte = byte }
          continue
        }
      }
      switch state {
      case .quoted:
        takeRun { $0 != 0x22 && $0 != 0x0A && $0 != 0x0D }
        guard index < input.count else { return nil }
        if input[index] == 0x22 {
          state = .afterQuote
        } else {
          take(input[index])
          endLine(input[index])
        }
        advance(1)
      case .afterQuote where octet == 0x22:
        take(octet)
        advance(1)
        state = .quoted
      case .start where octet == 0x22:
        advance(1)
        state = .quoted
      default:
        if octet == delimiter {
          endCell()
          advance(1)
        } else if octet == 0x0A || octet == 0x0D {
          endLine(octet)
          advance(1)
          return endRow()
        } else {
          state = .plain
          let delimiter = delimiter
          takeRun { $0 != delimiter && $0 != 0x0A && $0 != 0x0D }
        }
      }
    }
    guard isEnded, state != .start || !row.cells.isEmpty else { return nil }
    row.isUnclosed = state == .quoted
    return endRow()
  }

  private mutating func advance(_ count: Int) {
    index += count
    byte += count
  }

  private mutating func endLine(_ octet: UInt8) {
    line += 1
    isAfterReturn = octet == 0x0D
  }

  private mutating func take(_ octet: UInt8) {
    size += 1
    if size <= limit { cell.append(octet) } else { row.isTooLarge = true }
  }

  private mutating func takeRun(_ belongs: (UInt8) -> Bool) {
    var end = index
    while end < input.count, belongs(input[end]) { end += 1 }
    let room = max(0, limit - size)
    if end - index > room { row.isTooLarge = true }
    cell += input[index..<index + min(room, end - index)]
    size += end - index
    advance(end - index)
  }

  private mutating func endCell() {
    row.cells.append(cell)
    cell = []
    size += 1
    state = .start
  }

  private mutating func endRow() -> Row {
    endCell()
    let taken = row
    row = Row(byte: byte, line: line)
    size = 0
    return taken
  }
}
