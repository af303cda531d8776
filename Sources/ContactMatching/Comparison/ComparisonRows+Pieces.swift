extension ComparisonRows {
  /// How much some cards have of each kind: what it takes to read them back.
  struct Extent: Sendable {
    fileprivate var cards: Int
    fileprivate var words: Int
    fileprivate var emails: Int
    fileprivate var phones: Int
  }

  /// What was laid out, as octets.
  func spilled() -> (octets: [UInt8], extent: Extent) {
    let extent = Extent(
      cards: rows.count, words: words.count, emails: emails.count, phones: phones.count)
    var writer = SpillWriter(
      capacity: extent.cards * MemoryLayout<Row>.stride
        + extent.words * MemoryLayout<Word>.stride + extent.emails * MemoryLayout<Email>.stride
        + extent.phones * MemoryLayout<Phone>.stride)
    writer.append(rows[...])
    writer.append(words[...])
    writer.append(emails[...])
    writer.append(phones[...])
    return (writer.octets, extent)
  }

  /// Cards that were laid out and spilled.
  convenience init(
    _ octets: [UInt8], _ extent: Extent, _ lexicon: NameLexicon,
    _ statistics: BookStatistics, wordSteps: [UInt8]
  ) {
    var reader = SpillReader(octets)
    let rows = reader.read(extent.cards, Row.self)
    let words = reader.read(extent.words, Word.self)
    let emails = reader.read(extent.emails, Email.self)
    let phones = reader.read(extent.phones, Phone.self)
    self.init(
      lexicon, statistics, wordSteps: wordSteps, rows: rows, words: words, emails: emails,
      phones: phones)
  }

  /// The cards of one piece of a book and after them those of another.
  convenience init(_ first: ComparisonRows, _ second: ComparisonRows) {
    let (words, emails, phones) = (
      UInt32(first.words.count), UInt32(first.emails.count), UInt32(first.phones.count)
    )
    var rows = first.rows
    rows.reserveCapacity(rows.count + second.rows.count)
    for var row in second.rows {
      row.firstWord += words
      row.firstEmail += emails
      row.firstPhone += phones
      rows.append(row)
    }
    self.init(
      first.lexicon, first.statistics, wordSteps: first.wordSteps, rows: rows,
      words: first.words + second.words, emails: first.emails + second.emails,
      phones: first.phones + second.phones)
  }
}
