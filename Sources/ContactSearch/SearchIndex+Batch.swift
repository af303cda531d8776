public import ContactModel
public import ICU
internal import VCard

extension SearchIndex {
  /// Contacts on their way into an index: their words, and where these stand.
  ///
  /// Any thread may fill one; ``SearchIndex/init(_:)`` makes an index of several.
  public struct Batch: Sendable {
    /// The distinct words.
    private var lexicon = SearchLexicon()
    /// The forms of the words that are not ASCII, and of codes, by family; any other word is its only
    /// form.
    private var forms = [FormList](
      repeating: FormList(), count: SearchForm.Family.allCases.count)
    /// Opened when a word needs it.
    private var spelling: SearchSpelling?
    /// The words of the contacts, those of one after those of the one before.
    private(set) var postingWords: [UInt32] = []
    /// Field and place of each, as ``place(_:)`` reads them.
    private(set) var postingPlaces: [UInt8] = []
    private var postingEnds: [UInt32] = []
    /// How many words each name has.
    private(set) var shownWords: [UInt8] = []
    /// The sort keys of the contacts, if there is a sorter.
    private var keys: [UInt8] = []
    private var keyEnds: [UInt32] = []

    /// Octets of a sort key that count; whoever has more is last among those that begin alike.
    private static let longestKey = 1024

    private let sorter: NameSorter?
    /// The number of the last contact, plus one, that has each word.
    private var lastContacts: [UInt32] = []

    /// How many distinct words there are.
    var wordCount: Int { lexicon.words.count }

    /// How many contacts there are.
    public var count: Int { postingEnds.count }

    /// Creates an empty batch.
    ///
    /// - Parameter sorter: Puts in order who answers a query as well, by the first 1024 octets of its
    ///   keys; `nil` leaves them as they are.
    public init(sorter: NameSorter? = nil) { self.sorter = sorter }

    /// Adds a contact.
    ///
    /// - Parameter contact: A contact with the keys `Contact.Keys.searching`, and with
    ///   `Contact.Keys.sorting` where there is a sorter.
    /// - Throws: `ICUError` when memory runs out.
    public mutating func append(_ contact: Contact) throws(ICUError) {
      var names = 0
      var shown = 0
      try SearchText.forEach(in: contact) { (text, field, isShown) throws(ICUError) in
        try append(text, field: field, isShown: isShown, names: &names, shown: &shown)
      }
      postingEnds.append(Batch.number(postingWords.count))
      shownWords.append(UInt8(clamping: shown))
      if let sorter {
        let start = keys.count
        try sorter.appendSortKey(for: contact, to: &keys)
        let excess = keys.count - start - Batch.longestKey
        if excess > 0 { keys.removeLast(excess) }
        keyEnds.append(Batch.number(keys.count))
      }
    }

    /// Adds a person of whose cards there are entries, without a key to sort by.
    ///
    /// - Parameters:
    ///   - entries: The octets of ``SearchEntry`` of each card, one after the other.
    ///   - starts: Where each begins.
    /// - Returns: `false` where their words do not read: nobody is added then.
    /// - Throws: `ICUError` when memory runs out.
    package mutating func append(
      entries: Span<UInt8>, startingAt starts: [Int]
    ) throws(ICUError) -> Bool {
      guard let places = SearchEntry.places(in: entries, startingAt: starts) else {
        return false
      }
      let contact = UInt32(truncatingIfNeeded: postingEnds.count + 1)
      var names = 0
      var shown = 0
      for range in places {
        _ = try SearchEntry.forEachWord(in: entries, range) { (word) throws(ICUError) in
          guard let field = SearchField(rawValue: word.head.field) else { return true }
          let known = lexicon.words.count
          let number = lexicon.number(ofWord: entries.extracting(word.text))
          if lexicon.words.count > known {
            try addWord(number) { (spelling) throws(ICUError) in
              try spelling.forms(of: word, in: entries)
            }
          }
          append(
            word: UInt32(truncatingIfNeeded: number), of: contact, field: field,
            isShown: word.head.isShown, names: &names, shown: &shown)
          return true
        }
      }
      postingEnds.append(Batch.number(postingWords.count))
      shownWords.append(UInt8(clamping: shown))
      return true
    }

    @inline(__always)
    private mutating func append(
      _ text: String, field: SearchField, isShown: Bool, names: inout Int, shown: inout Int
    ) throws(ICUError) {
      let contact = UInt32(truncatingIfNeeded: postingEnds.count + 1)
      let octets = text.utf8.span
      try SearchText.forEachChunk(in: octets) { (range) throws(ICUError) in
        let known = lexicon.words.count
        let words = try lexicon.words(of: octets.extracting(range))
        if lexicon.words.count > known { try addWords(from: known) }
        for index in words {
          append(
            word: lexicon.chunkWords[index], of: contact, field: field,
            isShown: isShown && index == words.lowerBound, names: &names, shown: &shown)
        }
      }
    }

    @inline(__always)
    private mutating func append(
      word: UInt32, of contact: UInt32, field: SearchField, isShown: Bool, names: inout Int,
      shown: inout Int
    ) {
      guard lastContacts[Int(word)] != contact else { return }
      lastContacts[Int(word)] = contact
      postingWords.append(word)
      if field == .name {
        postingPlaces.append(UInt8(min(names, TermMatch.lastPlace)))
        names += 1
        if isShown { shown += 1 }
      } else {
        postingPlaces.append(UInt8(TermMatch.lastPlace + field.rawValue))
      }
    }

    /// Takes in the words from a number on.
    private mutating func addWords(from first: Int) throws(ICUError) {
      for number in first..<lexicon.words.count {
        let octets = lexicon.words.octets[lexicon.words.range(number)]
        try addWord(number) { (spelling) throws(ICUError) in
          try spelling.forms(of: String(decoding: octets, as: UTF8.self))
        }
      }
    }

    /// Takes in a word, of whose forms a call tells where it takes ICU to know them.
    @inline(__always)
    private mutating func addWord(
      _ number: Int, forms made: (SearchSpelling) throws(ICUError) -> [SearchForm]
    ) throws(ICUError) {
      lastContacts.append(0)
      let octets = lexicon.words.octets
      let text = octets.span.extracting(lexicon.words.range(number))
      if SearchCode.isCode(text) {
        return SearchCode.forEachForm(of: text) { forms[Int($0.rawValue)].append($1, number) }
      }
      guard !SearchCode.isOnlyForm(text) else { return }
      if spelling == nil { spelling = try SearchSpelling() }
      guard let spelling else { return }
      for form in try made(spelling) {
        forms[Int(form.family.rawValue)].append(form.octets.span, number)
      }
    }

    /// The forms of all words by family, in order.
    func sortedForms(threads: Int) -> [FormList] {
      var lists = forms
      let latin = Int(SearchForm.Family.latin.rawValue)
      let words = lexicon.words
      let octets = words.octets.span
      for word in 0..<words.count {
        let text = octets.extracting(words.range(word))
        if SearchCode.isOnlyForm(text) { lists[latin].append(text, word) }
      }
      return OrderedTasks.map(lists, threads: threads) { $0.sorted() }
    }

    private static let fieldStep = UInt16(TermMatch.pricesPerField * 32)

    /// The part of a match's number that field and place of a posting stand for.
    @inline(__always)
    static func place(_ posting: UInt8) -> UInt16 {
      let place = min(posting, UInt8(TermMatch.lastPlace))
      return UInt16(posting &- place) &* fieldStep &+ UInt16(place)
    }

    /// The postings of a contact.
    @inline(__always)
    func postings(of contact: Int) -> Range<Int> {
      (contact == 0 ? 0 : Int(postingEnds[contact - 1]))..<Int(postingEnds[contact])
    }

    /// The numbers of the contacts as the sorter has them, equal ones as they were added.
    func order() -> [UInt32] {
      guard keyEnds.count == count else {
        return (0..<count).map { UInt32(truncatingIfNeeded: $0) }
      }
      var order = KeyOrder()
      order.sort(keys, ends: keyEnds)
      return order.indices
    }

    /// A count that must not be more than 32 bits hold.
    private static func number(_ count: Int) -> UInt32 {
      guard let number = UInt32(exactly: count) else {
        preconditionFailure("the words and sort keys of one index have 4 GiB at most")
      }
      return number
    }

    /// All contacts of some batches in one.
    static func merged(_ batches: [Batch]) -> Batch {
      guard let first = batches.first else { return Batch() }
      guard batches.count > 1 else { return first }
      var merged = first
      for batch in batches.dropFirst() { merged.append(batch) }
      return merged
    }

    /// Appends the contacts of another batch; no contact can be added after.
    private mutating func append(_ other: Batch) {
      precondition(
        (sorter == nil) == (other.sorter == nil), "batches of one index have the same sorter")
      let words = other.lexicon.words
      let octets = words.octets.span
      var numbers: [UInt32] = []
      numbers.reserveCapacity(words.count)
      let known = lexicon.words.count
      for word in 0..<words.count {
        let number = lexicon.number(ofWord: octets.extracting(words.range(word)))
        numbers.append(UInt32(truncatingIfNeeded: number))
      }
      for family in forms.indices {
        let list = other.forms[family]
        let octets = list.octets.span
        for form in 0..<list.count {
          let word = Int(numbers[Int(list.words[form])])
          if word >= known { forms[family].append(octets.extracting(list.range(form)), word) }
        }
      }
      let postings = postingWords.count
      for word in other.postingWords { postingWords.append(numbers[Int(word)]) }
      postingPlaces += other.postingPlaces
      for end in other.postingEnds { postingEnds.append(Batch.number(postings + Int(end))) }
      shownWords += other.shownWords
      let octetsOfKeys = keys.count
      keys += other.keys
      for end in other.keyEnds { keyEnds.append(Batch.number(octetsOfKeys + Int(end))) }
    }
  }
}
