package import ContactModel
package import ICU
internal import VCard

/// What finding asks of a contact and shows of it, as octets that can be kept beside the card: whoever has
/// them need not read the card.
///
/// ```
/// text    its length, seven bits an octet from the lowest on, then UTF-8
/// entry   texts, as one text · words
/// texts   name · organisation · sort text · emails · phones
///         emails, phones: how many, then value and label of each
/// words   each as its head, then the text as it is folded, then what ICU says of it
/// head    field (4 bits) · whether it is shown of the name · whether it is its only form
///         · whether what ICU says of it is kept: ``SearchForm/mark`` of all its forms, then ``SpelledWord``
/// ```
/// Of the words of a field each stands once, in the order in which ``NameSearch`` comes to them; one that is
/// looked for in a single Latin spelling stands in that, but in a name. The card is the truth, and an entry of
/// it is made again where the rules have changed: ``ContactWords/version``.
package struct SearchEntry: Hashable, Sendable {
  /// A text that a row shows.
  package enum Text: Sendable {
    /// The composite name, or nothing.
    case name
    /// The organisation, or nothing.
    case organization
    /// What it is sorted by where family names go first, or nothing.
    case sortText
    /// An email address, and its label or nothing.
    case email
    case emailLabel
    /// A phone number, and its label or nothing.
    case phone
    case phoneLabel
  }

  /// Octets of what ICU says of words that are kept: it can be forty times the words, and what is beyond
  /// is asked again.
  private static let mostSpelled = 4096

  /// The octets.
  package private(set) var octets: [UInt8] = []
  /// What is kept for those who need no entry, ``SearchRow``; nothing without the words.
  package private(set) var row: [UInt8] = []

  /// Makes the texts of a contact, without the words: all that a row shows.
  ///
  /// - Parameter contact: A contact with the keys `Contact.Keys.searching` and `Contact.Keys.sorting`.
  package init(textsOf contact: Contact) {
    var texts: [UInt8] = []
    texts.append(counted: (contact.compositeName ?? "").utf8.span)
    texts.append(counted: (contact.organizationName ?? "").utf8.span)
    texts.append(counted: (NameSorter.sortText(of: contact, by: .family) ?? "").utf8.span)
    for values in [contact.emailAddresses, contact.phoneNumbers] {
      texts.append(packed: UInt64(values.count))
      for value in values {
        texts.append(counted: value.value.utf8.span)
        texts.append(counted: (value.label?.rawValue ?? "").utf8.span)
      }
    }
    octets.append(counted: texts.span)
  }

  /// Makes the entry of a contact.
  ///
  /// - Parameters:
  ///   - contact: A contact with the keys `Contact.Keys.searching` and `Contact.Keys.sorting`.
  ///   - words: Spells words.
  /// - Throws: `ICUError` when ICU's rules are missing or memory runs out.
  package init(_ contact: Contact, _ words: ContactWords) throws(ICUError) {
    self.init(textsOf: contact)
    var letters = SearchLetters()
    var room = SearchEntry.mostSpelled
    var known: Set<String> = []
    var last = SearchField.name
    try SearchText.forEach(in: contact) { (text, field, isShown) throws(ICUError) in
      if field != last { known.removeAll(keepingCapacity: true) }
      last = field
      let octets = Array(text.utf8)
      try SearchText.forEachChunk(in: octets.span) { (range) throws(ICUError) in
        let chunk = String(decoding: octets[range], as: UTF8.self)
        for (number, folded) in try SearchText.words(of: chunk).enumerated()
        where known.insert(folded).inserted {
          var (word, spelled): (String, [UInt8]) = (folded, [])
          let isOther =
            !SearchText.isASCII(word.utf8.span) && !SearchCode.isCode(word.utf8.span)
          if isOther, room <= 0 {
            letters.addUntold()
          } else if isOther {
            let said = try words.spelling.spelled(word)
            let forms = SearchSpelling.forms(of: word, said)
            for form in forms { letters.add(form.family, form.octets.span, field) }
            // Words of a name are counted, and `Zoe` beside `Zoë` is one more.
            if field != .name, forms.count == 1, forms[0].family == .latin {
              word = String(decoding: forms[0].octets, as: UTF8.self)
              guard known.insert(word).inserted else { continue }
            } else {
              spelled.append(number: forms.reduce(0) { $0 | $1.mark })
              said.append(to: &spelled)
              room -= spelled.count
              if room < 0 { spelled = [] }
            }
          }
          let head = Head(
            field, isShown: isShown && number == 0, isSpelled: !spelled.isEmpty, word.utf8.span)
          if head.isPlain { letters.add(.latin, word.utf8.span, field) }
          if field == .name, head.isShown { letters.addShown() }
          self.octets.append(head.octet)
          self.octets.append(counted: word.utf8.span)
          if head.isSpelled { self.octets.append(counted: spelled.span) }
        }
      }
    }
    row = SearchRow.octets(letters, textsOf: octets.span)
  }

  // MARK: Reading

  /// What stands before a word.
  struct Head {
    let octet: UInt8

    /// The field, by its number.
    var field: Int { Int(octet & 0x0F) }
    /// Whether it counts among the words of the name that people see.
    var isShown: Bool { octet & 0x10 != 0 }
    /// Whether the word as it stands is its only form.
    var isPlain: Bool { octet & 0x20 != 0 }
    /// Whether what ICU says of it follows the word.
    var isSpelled: Bool { octet & 0x40 != 0 }

    init(octet: UInt8) { self.octet = octet }

    init(_ field: SearchField, isShown: Bool, isSpelled: Bool, _ word: Span<UInt8>) {
      octet =
        UInt8(truncatingIfNeeded: field.rawValue) | (isShown ? 0x10 : 0)
        | (isSpelled ? 0x40 : SearchCode.isOnlyForm(word) ? 0x20 : 0)
    }
  }

  /// A word of an entry, and where it stands.
  struct Word {
    let head: Head
    /// The folded word.
    let text: Range<Int>
    /// What ICU says of it, or nothing.
    let spelled: Range<Int>
  }

  /// Reads the texts of an entry.
  ///
  /// - Parameters:
  ///   - octets: Octets with the entry in them.
  ///   - start: Where it begins.
  ///   - body: Receives each text and where it stands.
  /// - Returns: Whether the octets are those of an entry.
  /// - Throws: What `body` throws.
  @inline(__always)
  package static func forEachText<Failure: Error>(
    in octets: Span<UInt8>, from start: Int = 0,
    _ body: (Text, Range<Int>) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    var place = start
    guard let texts = octets.counted(&place) else { return false }
    place = texts.lowerBound
    func text() -> Range<Int>? { octets.counted(&place) }
    guard let name = text() else { return false }
    try body(.name, name)
    guard let organization = text() else { return false }
    try body(.organization, organization)
    guard let sortText = text() else { return false }
    try body(.sortText, sortText)
    for list in 0..<2 {
      let (value, label) = list == 0 ? (Text.email, Text.emailLabel) : (.phone, .phoneLabel)
      guard var left = octets.packedNumber(&place) else { return false }
      while left > 0 {
        left -= 1
        guard let range = text() else { return false }
        try body(value, range)
        guard let range = text() else { return false }
        try body(label, range)
      }
    }
    return place == texts.upperBound
  }

  /// Reads the words of an entry.
  ///
  /// - Parameters:
  ///   - octets: Octets with the entry in them.
  ///   - range: Where the entry stands.
  ///   - body: Receives each word, and tells whether it wants the next one.
  /// - Returns: Whether they read as words so far; what the texts say is not looked at.
  /// - Throws: What `body` throws.
  @inline(__always)
  static func forEachWord<Failure: Error>(
    in octets: Span<UInt8>, _ range: Range<Int>,
    _ body: (Word) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    var place = range.lowerBound
    guard octets.counted(&place) != nil, place <= range.upperBound else { return false }
    while place < range.upperBound {
      let head = Head(octet: octets[place])
      place += 1
      guard let text = octets.counted(&place) else { return false }
      var spelled = text.upperBound..<text.upperBound
      if head.isSpelled {
        guard let range = octets.counted(&place) else { return false }
        spelled = range
      }
      guard place <= range.upperBound else { return false }
      guard try body(Word(head: head, text: text, spelled: spelled)) else { return true }
    }
    return true
  }

  /// Where entries stand that begin at some places; `nil` where their words do not read.
  static func places(in octets: Span<UInt8>, startingAt starts: [Int]) -> [Range<Int>]? {
    var places: [Range<Int>] = []
    for (number, start) in starts.enumerated() {
      let end = number + 1 < starts.count ? starts[number + 1] : octets.count
      guard forEachWord(in: octets, start..<end, { _ in true }) else { return nil }
      places.append(start..<end)
    }
    return places
  }

  /// Entries one after the other, and where each begins.
  package static func joined(_ entries: [SearchEntry]) -> (octets: [UInt8], starts: [Int]) {
    entries.reduce(into: ([], [])) { joined, entry in
      joined.starts.append(joined.octets.count)
      joined.octets += entry.octets
    }
  }

  /// Hands over the words.
  func forEachWord<Failure: Error>(_ body: (Word) throws(Failure) -> Void) throws(Failure) {
    _ = try SearchEntry.forEachWord(in: octets.span, 0..<octets.count) { (word) throws(Failure) in
      try body(word)
      return true
    }
  }
}

/// What becomes of a query that an entry answers.
package enum SearchAnswer: Sendable {
  case found(SearchRank)
  case notFound
  /// The octets are none of an entry, or of a row: what they were made of tells.
  case unreadable
}
