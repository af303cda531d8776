/// What became of lines that took a closer look, by their octets: address books say the same things
/// over and over.
///
/// Nothing depends on what is remembered: the same octets, read in the same way, become the same. Whoever
/// reads text otherwise than before has all forgotten.
final class LineMemo<Value> {
  /// Lines; all are forgotten when the next one comes.
  private static var most: Int { 1024 }
  /// Lines that were there before among those, below which it is not worth the time to remember any; then
  /// eight times as many pass before it is tried again.
  private static var fewest: Int { most / 8 }
  /// Octets of a line; longer ones are not remembered.
  private static var longest: Int { 512 }

  /// Made with the first line.
  private var lines: OctetTable?
  /// `nil` for lines of which nothing is remembered.
  private var values: [Value?] = []
  private var key: [UInt8] = []
  private var hits = 0
  /// Lines that pass before any is remembered.
  private var pause = 0
  /// The number of the line that was asked for last, while nobody knows what became of it.
  private var awaited: Int?

  /// Finds what became of a line; `nil` when nobody knows, and ``remember(_:)`` may tell.
  ///
  /// - Parameters:
  ///   - row: The line, of a card whose text is UTF-8.
  ///   - version: Of its card.
  ///   - bytes: The buffer in which it stands.
  /// - Returns: What was remembered.
  /// - Complexity: O(*n*) in the octets of the line.
  func value(of row: Row, version: Version, in bytes: Span<UInt8>) -> Value? {
    awaited = nil
    guard pause == 0 else {
      pause -= 1
      return nil
    }
    guard row.lineRange.count <= LineMemo.longest else { return nil }
    // How the line was read stands before what it is.
    func place(_ place: UInt32) -> UInt64 { UInt64(place - row.start) }
    let kind =
      UInt64(version.index) << 48 | UInt64(row.known.rawValue) << 40
      | UInt64(row.flags.rawValue) << 32 | place(row.valueEnd)
    let places = place(row.nameStart) << 32 | place(row.nameEnd) << 16 | place(row.valueStart)
    var key: [UInt8] = []
    swap(&key, &self.key)
    defer { swap(&key, &self.key) }
    key.removeAll(keepingCapacity: true)
    key.append(number: kind)
    key.append(number: places)
    key.append(bytes.extracting(row.lineRange))
    if values.count == LineMemo.most {
      pause = hits < LineMemo.fewest ? 8 * LineMemo.most : 0
      forget()
      if pause > 0 { return nil }
    }
    if lines == nil { lines = OctetTable() }
    guard let (number, isNew) = lines?.number(of: key.span) else { return nil }
    if isNew { values.append(nil) }
    guard let value = values[number] else {
      awaited = number
      return nil
    }
    hits += 1
    return value
  }

  /// Forgets all lines.
  func forget() { (lines, values, awaited, hits) = (nil, [], nil, 0) }

  /// Remembers what became of the line that was asked for last; `nil`, without asking for it, where nobody
  /// wants to know.
  @discardableResult
  func remember(_ value: @autoclosure () -> Value) -> Value? {
    guard let awaited else { return nil }
    self.awaited = nil
    let value = value()
    values[awaited] = value
    return value
  }
}
