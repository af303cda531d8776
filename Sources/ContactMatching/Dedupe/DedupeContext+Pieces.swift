extension DedupeContext {
  /// What was laid out, as octets.
  func spilled() -> (octets: [UInt8], extent: DedupeBook.Extent) {
    let extent = DedupeBook.Extent(
      cards: rows.count, words: book.words.count, emails: book.mailboxes.count,
      phones: book.phones.count)
    var writer = SpillWriter(
      capacity: extent.cards * (MemoryLayout<Row>.stride + 1)
        + extent.words * MemoryLayout<Word>.stride + extent.emails * 18
        + extent.phones * (MemoryLayout<PhoneKey>.stride + 1))
    writer.append(rows[...])
    writer.append(organizationSharings[...])
    writer.append(book.words[...])
    writer.append(book.mailboxes[...])
    writer.append(book.locals[...])
    writer.append(book.mailboxKinds[...])
    writer.append(mailboxSharings[...])
    writer.append(book.phones[...])
    writer.append(phoneSharings[...])
    return (writer.octets, extent)
  }

  /// Cards that were laid out and spilled.
  convenience init(
    _ octets: [UInt8], _ extent: DedupeBook.Extent, _ lexicon: NameLexicon,
    _ statistics: BookStatistics, wordSteps: [UInt8]
  ) {
    var reader = SpillReader(octets)
    var book = DedupeBook()
    book.lexicon = lexicon
    let rows = reader.read(extent.cards, Row.self)
    let organizationSharings = reader.read(extent.cards, UInt8.self)
    book.words = reader.read(extent.words)
    book.mailboxes = reader.read(extent.emails)
    book.locals = reader.read(extent.emails)
    book.mailboxKinds = reader.read(extent.emails)
    let mailboxSharings = reader.read(extent.emails, UInt8.self)
    book.phones = reader.read(extent.phones)
    let phoneSharings = reader.read(extent.phones, UInt8.self)
    self.init(
      book, statistics, wordSteps: wordSteps, mailboxSharings: mailboxSharings,
      phoneSharings: phoneSharings, organizationSharings: organizationSharings, rows: rows)
  }

  /// The cards of one piece of a book and after them those of another.
  convenience init(_ first: DedupeContext, _ second: DedupeContext) {
    var book = first.book
    let (words, emails, phones) = (
      UInt32(book.words.count), UInt32(book.mailboxes.count), UInt32(book.phones.count)
    )
    book.words += second.book.words
    book.mailboxes += second.book.mailboxes
    book.locals += second.book.locals
    book.mailboxKinds += second.book.mailboxKinds
    book.phones += second.book.phones
    var rows = first.rows
    rows.reserveCapacity(rows.count + second.rows.count)
    for var row in second.rows {
      row.firstWord += words
      row.firstEmail += emails
      row.firstPhone += phones
      rows.append(row)
    }
    self.init(
      book, first.statistics, wordSteps: first.wordSteps,
      mailboxSharings: first.mailboxSharings + second.mailboxSharings,
      phoneSharings: first.phoneSharings + second.phoneSharings,
      organizationSharings: first.organizationSharings + second.organizationSharings, rows: rows)
  }
}
