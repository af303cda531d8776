import VCard

/// Writes cells of a table of commas (RFC 4180 §2), for people and their programs.
package struct CSVCells: Sendable {
  private let delimiter: UInt8
  private let guarded: CSVTable.Options.Guard
  /// What each octet means to a cell that has no quotation marks around it.
  private let marks: [UInt8]

  /// An octet that may not stand there, and one that is doubled.
  private static let mark: UInt8 = 1
  private static let quotationMark: UInt8 = 2

  /// Prepares to write.
  ///
  /// - Parameters:
  ///   - delimiter: What separates cells.
  ///   - guarded: Which cells get an apostrophe.
  package init(
    delimiter: UInt8 = UInt8(ascii: ","), guarded: CSVTable.Options.Guard = .formulas
  ) {
    (self.delimiter, self.guarded) = (delimiter, guarded)
    var marks = [UInt8](repeating: 0, count: 256)
    for octet in [delimiter, 0x0A, 0x0D] { marks[Int(octet)] = Self.mark }
    marks[0x22] = Self.mark | Self.quotationMark
    self.marks = marks
  }

  /// Appends a row and its end.
  package func append(row: [String], to octets: inout [UInt8]) {
    for (place, cell) in row.enumerated() {
      if place > 0 { octets.append(delimiter) }
      append(cell.utf8.span, to: &octets)
    }
    Self.endRow(&octets)
  }

  /// Ends a row.
  static func endRow(_ octets: inout [UInt8]) {
    octets.append(0x0D)
    octets.append(0x0A)
  }

  /// Appends a cell, with an apostrophe where a program would take it for something else, and in
  /// quotation marks where it needs them; octets that are not UTF-8 stay as they are.
  package func append(_ cell: Span<UInt8>, to octets: inout [UInt8]) {
    guard !cell.isEmpty, isLive(cell) else { return append(quoting: cell, to: &octets) }
    let guarded = [UInt8(ascii: "'")] + CSVText.array(cell)
    append(quoting: guarded.span, to: &octets)
  }

  /// Whether a program may take a cell, which is not empty, for a formula.
  private func isLive(_ cell: Span<UInt8>) -> Bool {
    if guarded == .none { return false }
    let guardsAll = guarded == .all
    switch cell[0] {
    case UInt8(ascii: "="), UInt8(ascii: "@"), 0x09, 0x0D, 0x0A: return true
    case UInt8(ascii: "+"), UInt8(ascii: "-"): return guardsAll || !CSVText.isNumber(cell)
    // What would lose its own apostrophe.
    case UInt8(ascii: "'"):
      return cell.count > 1 && CSVCardMaker.isGuarded(CSVText.array(cell)[...])
    default: return guardsAll && CSVText.isNumber(cell)
    }
  }

  /// Appends a cell, in quotation marks where it needs them.
  func append(quoting cell: Span<UInt8>, to octets: inout [UInt8]) {
    guard !cell.isEmpty else { return }
    let found = unsafe marks.withUnsafeBufferPointer { marks in
      unsafe cell.withUnsafeBufferPointer { cell in
        var found: UInt8 = 0
        for index in 0..<cell.count { found |= unsafe marks[Int(cell[index])] }
        return found
      }
    }
    guard found != 0 || cell[0] == 0x20 || cell[cell.count - 1] == 0x20 else {
      return octets.append(cell)
    }
    octets.append(0x22)
    var start = 0
    while found & Self.quotationMark != 0, start < cell.count {
      let mark = Octets.first(0x22, in: cell, from: start)
      guard mark < cell.count else { break }
      octets.append(cell.extracting(start..<mark + 1))
      octets.append(0x22)
      start = mark + 1
    }
    octets.append(cell.extracting(start..<cell.count))
    octets.append(0x22)
  }
}
