import ContactModel
internal import ICU
internal import VCard

/// What one thread of a search found out about words, so that each is looked at once.
package struct SearchMemory: Sendable {
  /// Stretches of text that are remembered; past that all are forgotten.
  private static let mostChunks = 1 << 18
  /// Prices that are remembered.
  private static let mostPrices = 1 << 22

  private var lexicon = SearchLexicon()
  /// For each word, how each typed word is found in it as the first word of a name; for a typed word
  /// that has pieces, first the whole, then each piece.
  private var prices: [UInt16] = []
  /// The number of the last contact, from 1, that has each word in its name.
  private var lastContacts: [UInt32] = []
  private var contact: UInt32 = 0
  /// The best match so far of each typed word and piece.
  private var best: [UInt16] = []

  /// Creates an empty memory.
  package init() {}

  /// Tells how well a contact answers a query.
  mutating func rank(
    of contact: Contact, _ query: SearchQuery, _ spelling: SearchSpelling
  ) throws(ICUError) -> SearchRank? {
    begin(query)
    var names = 0
    var shown = 0
    try SearchText.forEach(in: contact) { (text, field, isShown) throws(ICUError) in
      guard query.concerns(field) else { return }
      try add(
        text, field: field, isShown: isShown, query: query, spelling: spelling, names: &names,
        shown: &shown)
    }
    return sum(query)?.rank(shownWords: shown)
  }

  /// Tells the best rank that a contact of a name can have: what it says besides can only add words
  /// to its name.
  ///
  /// - Returns: `nil` unless each typed word is a whole word of the name as it is written, so that it
  ///   cannot be found better elsewhere.
  mutating func bestRank(
    ofName name: String, _ query: SearchQuery, _ spelling: SearchSpelling
  ) throws(ICUError) -> SearchRank? {
    guard query.concerns(.name) else { return nil }
    begin(query)
    var names = 0
    var shown = 0
    try add(
      name, field: .name, isShown: true, query: query, spelling: spelling, names: &names,
      shown: &shown)
    guard let sum = sum(query), sum.cost == 0 else { return nil }
    return sum.inOrder.rank(shownWords: shown)
  }

  /// Tells how well a person answers of whose cards there are entries.
  ///
  /// The entries stand one after the other, and each begins at one of `starts`.
  mutating func rank(
    of entries: Span<UInt8>, startingAt starts: [Int], _ query: SearchQuery,
    _ spelling: SearchSpelling
  ) throws(ICUError) -> SearchAnswer {
    // Held once: what a class holds is counted at each use.
    let (concerned, beginnings) = (query.concerned, query.plainBeginnings)
    let (probes, octets) = (query.plainProbes, query.plainOctets)
    return try rank(
      of: entries, startingAt: starts, query, spelling, in: concerned.span,
      beginnings: beginnings.span, probes: probes.span, octets: octets.span)
  }

  @inline(__always)
  private mutating func rank(
    of entries: Span<UInt8>, startingAt starts: [Int], _ query: SearchQuery,
    _ spelling: SearchSpelling, in concerned: Span<Bool>, beginnings: Span<Bool>,
    probes: Span<SearchQuery.PlainProbe>, octets: Span<UInt8>
  ) throws(ICUError) -> SearchAnswer {
    begin(query)
    var names = 0
    var shown = 0
    let marks = query.marks
    for (number, start) in starts.enumerated() {
      let end = number + 1 < starts.count ? starts[number + 1] : entries.count
      var last = SearchField.name.rawValue
      let isEntry = try SearchEntry.forEachWord(in: entries, start..<end) {
        (word) throws(ICUError) in
        let head = word.head
        guard head.field < concerned.count, concerned[head.field] else { return true }
        if head.field != last {
          // What was found before counts for more than anything from here on.
          if isFound(before: head.field, query) { return false }
          last = head.field
        }
        let text = entries.extracting(word.text)
        // Of one card each word of the name comes once.
        let isName = head.field == SearchField.name.rawValue
        let isNew = !isName || starts.count == 1
        let isNothing = !head.isPlain && !SearchSpelling.canHave(marks, word, in: entries)
        guard isNew, head.isPlain || isNothing else {
          guard let field = SearchField(rawValue: head.field) else { return true }
          let known = lexicon.words.count
          let number = lexicon.number(ofWord: text)
          if lexicon.words.count > known {
            addPrices(of: try spelling.forms(of: word, in: entries), query)
          }
          add(
            word: number, field: field, isShown: head.isShown, query: query, names: &names,
            shown: &shown)
          return true
        }
        let place = isName ? names : TermMatch.lastPlace
        if isName {
          names += 1
          if head.isShown { shown += 1 }
        }
        if !isNothing, !text.isEmpty, beginnings[Int(text[0])] {
          add(plain: text, at: TermMatch.place(head.field, place), probes, octets)
        }
        return true
      }
      guard isEntry else { return .unreadable }
    }
    return sum(query).map { .found($0.rank(shownWords: shown)) } ?? .notFound
  }

  /// Takes in a word that is its only form, as ``SearchEntry`` has it.
  @inline(__always)
  private mutating func add(
    plain word: Span<UInt8>, at place: UInt16, _ probes: Span<SearchQuery.PlainProbe>,
    _ octets: Span<UInt8>
  ) {
    for index in probes.indices {
      let probe = probes[index]
      guard word.count >= probe.count else { continue }
      let isWhole = word.count == probe.count
      if probe.isWholeOnly, !isWhole { continue }
      let form = octets.extracting(probe.start..<probe.start + probe.count)
      guard Octets.areSame(word.extracting(first: probe.count), form) else { continue }
      let price = TermMatch.price(isWhole: isWhole, distance: probe.distance)
      best[probe.list] = min(best[probe.list], price + place)
    }
  }

  /// Forgets the contact before.
  private mutating func begin(_ query: SearchQuery) {
    if lexicon.chunkCount >= SearchMemory.mostChunks || prices.count >= SearchMemory.mostPrices
      || contact == .max
    {
      self = SearchMemory()
    }
    contact += 1
    let count = query.probeLists.count
    if best.count != count {
      best = [UInt16](repeating: TermMatch.none.number, count: count)
    } else {
      for list in 0..<count { best[list] = TermMatch.none.number }
    }
  }

  /// How the typed words are found; `nil` when one is not.
  private func sum(_ query: SearchQuery) -> SearchRank.Sum? {
    var sum = SearchRank.Sum()
    let areFound = matches(query) { match in
      if match != .none { sum.add(match) }
      return match != .none
    }
    return areFound ? sum : nil
  }

  /// Whether all typed words are found in the fields before one.
  private func isFound(before field: Int, _ query: SearchQuery) -> Bool {
    let first = TermMatch.place(field, 0)
    return matches(query) { $0.number < first }
  }

  /// Hands over how each typed word is found, while `body` wants the next; whether it wanted all.
  @inline(__always)
  private func matches(_ query: SearchQuery, _ body: (TermMatch) -> Bool) -> Bool {
    var list = 0
    for pieceCount in query.pieceCounts {
      var match = TermMatch(number: best[list])
      let pieces = list + 1..<list + 1 + pieceCount
      if pieceCount > 0 {
        match = min(match, TermMatch.combined(best[pieces].lazy.map { TermMatch(number: $0) }))
      }
      guard body(match) else { return false }
      list = pieces.upperBound
    }
    return true
  }

  @inline(__always)
  private mutating func add(
    _ text: String, field: SearchField, isShown: Bool, query: SearchQuery,
    spelling: SearchSpelling, names: inout Int, shown: inout Int
  ) throws(ICUError) {
    let octets = text.utf8.span
    try SearchText.forEachChunk(in: octets) { (range) throws(ICUError) in
      let known = lexicon.words.count
      let words = try lexicon.words(of: octets.extracting(range))
      if lexicon.words.count > known { try addPrices(from: known, query, spelling) }
      for index in words {
        add(
          word: Int(lexicon.chunkWords[index]), field: field,
          isShown: isShown && index == words.lowerBound, query: query, names: &names,
          shown: &shown)
      }
    }
  }

  /// Takes in a word by its number.
  @inline(__always)
  private mutating func add(
    word: Int, field: SearchField, isShown: Bool, query: SearchQuery, names: inout Int,
    shown: inout Int
  ) {
    var place = TermMatch.place(field.rawValue, TermMatch.lastPlace)
    if field == .name {
      guard lastContacts[word] != contact else { return }
      lastContacts[word] = contact
      place = TermMatch.place(field.rawValue, names)
      names += 1
      if isShown { shown += 1 }
    }
    let width = query.probeLists.count
    for list in 0..<width {
      let price = prices[word * width + list]
      if price != TermMatch.none.number { best[list] = min(best[list], price + place) }
    }
  }

  private mutating func addPrices(
    from first: Int, _ query: SearchQuery, _ spelling: SearchSpelling
  ) throws(ICUError) {
    for word in first..<lexicon.words.count {
      let octets = lexicon.words.octets[lexicon.words.range(word)]
      addPrices(of: try spelling.forms(of: String(decoding: octets, as: UTF8.self)), query)
    }
  }

  /// Finds out about the next word, which has these forms.
  private mutating func addPrices(of forms: [SearchForm], _ query: SearchQuery) {
    lastContacts.append(0)
    for probes in query.probeLists { prices.append(TermMatch(probes, forms, .name, 0).number) }
  }
}
