package import ContactModel
package import ICU
internal import VCard

/// What finding asks of a contact and shows of it, as octets that can be kept beside the card: whoever has
/// them need not read the card.
///
/// ```
/// text    its length, seven bits an octet from the lowest on, then UTF-8
/// entry   name · organisation · sort text · emails · phones · words
///         emails, phones: how many, then value and label of each
///         words: each as its head, then the text as it is folded
/// head    field (4 bits) · whether it is shown of the name · whether it is its only form
/// ```
/// Of the words of a field each stands once, in the order in which ``NameSearch`` comes to them. The card
/// is the truth, and an entry of it is made again where the rules have changed: ``ContactWords/version``.
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

  /// The octets.
  package private(set) var octets: [UInt8] = []

  /// Makes the texts of a contact, without the words.
  ///
  /// - Parameter contact: A contact with the keys `Contact.Keys.searching` and `Contact.Keys.sorting`.
  package init(textsOf contact: Contact) {
    append((contact.compositeName ?? "").utf8.span)
    append((contact.organizationName ?? "").utf8.span)
    append((NameSorter.sortText(of: contact, by: .family) ?? "").utf8.span)
    for values in [contact.emailAddresses, contact.phoneNumbers] {
      octets.append(packed: UInt64(values.count))
      for value in values {
        append(value.value.utf8.span)
        append((value.label?.rawValue ?? "").utf8.span)
      }
    }
  }

  /// Makes the entry of a contact.
  ///
  /// - Parameter contact: A contact with the keys `Contact.Keys.searching` and `Contact.Keys.sorting`.
  /// - Throws: `ICUError` when memory runs out.
  package init(_ contact: Contact) throws(ICUError) {
    self.init(textsOf: contact)
    var known: Set<String> = []
    var last = SearchField.name
    try SearchText.forEach(in: contact) { (text, field, isShown) throws(ICUError) in
      if field != last { known.removeAll(keepingCapacity: true) }
      last = field
      let octets = Array(text.utf8)
      try SearchText.forEachChunk(in: octets.span) { (range) throws(ICUError) in
        let chunk = String(decoding: octets[range], as: UTF8.self)
        for (number, word) in try SearchText.words(of: chunk).enumerated()
        where known.insert(word).inserted {
          append(Head(field, isShown: isShown && number == 0, word.utf8.span), word.utf8.span)
        }
      }
    }
  }

  private mutating func append(_ text: Span<UInt8>) {
    octets.append(packed: UInt64(text.count))
    octets.append(text)
  }

  private mutating func append(_ head: Head, _ word: Span<UInt8>) {
    octets.append(head.octet)
    append(word)
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

    init(octet: UInt8) { self.octet = octet }

    init(_ field: SearchField, isShown: Bool, _ word: Span<UInt8>) {
      octet =
        UInt8(truncatingIfNeeded: field.rawValue) | (isShown ? 0x10 : 0)
        | (SearchCode.isOnlyForm(word) ? 0x20 : 0)
    }
  }

  /// Reads the texts of an entry.
  ///
  /// - Parameters:
  ///   - octets: Octets with the entry in them.
  ///   - start: Where it begins.
  ///   - body: Receives each text and where it stands.
  /// - Returns: Where the words begin; `nil` where the octets are no entry.
  /// - Throws: What `body` throws.
  @inline(__always)
  package static func forEachText<Failure: Error>(
    in octets: Span<UInt8>, from start: Int = 0,
    _ body: (Text, Range<Int>) throws(Failure) -> Void
  ) throws(Failure) -> Int? {
    var place = start
    guard let name = text(octets, &place) else { return nil }
    try body(.name, name)
    guard let organization = text(octets, &place) else { return nil }
    try body(.organization, organization)
    guard let sortText = text(octets, &place) else { return nil }
    try body(.sortText, sortText)
    for list in 0..<2 {
      let (value, label) = list == 0 ? (Text.email, Text.emailLabel) : (.phone, .phoneLabel)
      guard var left = octets.packedNumber(&place) else { return nil }
      while left > 0 {
        left -= 1
        guard let range = text(octets, &place) else { return nil }
        try body(value, range)
        guard let range = text(octets, &place) else { return nil }
        try body(label, range)
      }
    }
    return place
  }

  /// Reads the words of an entry.
  ///
  /// - Parameters:
  ///   - octets: Octets with the entry in them.
  ///   - range: Where the words stand.
  ///   - body: Receives each word and where it stands.
  /// - Returns: Whether the octets are those of an entry.
  /// - Throws: What `body` throws.
  @inline(__always)
  static func forEachWord<Failure: Error>(
    in octets: Span<UInt8>, _ range: Range<Int>,
    _ body: (Head, Range<Int>) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    var place = range.lowerBound
    while place < range.upperBound {
      let head = Head(octet: octets[place])
      place += 1
      guard let word = text(octets, &place), word.upperBound <= range.upperBound else {
        return false
      }
      try body(head, word)
    }
    return true
  }

  /// Where the words of entries stand, of each entry by itself; `nil` where the octets are no entries.
  static func placesOfWords(in octets: Span<UInt8>, startingAt starts: [Int]) -> [Range<Int>]? {
    var places: [Range<Int>] = []
    for (number, start) in starts.enumerated() {
      let end = number + 1 < starts.count ? starts[number + 1] : octets.count
      guard let words = forEachText(in: octets, from: start, { _, _ in }), words <= end,
        forEachWord(in: octets, words..<end, { _, _ in })
      else { return nil }
      places.append(words..<end)
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
  func forEachWord<Failure: Error>(_ body: (String) throws(Failure) -> Void) throws(Failure) {
    let octets = octets
    guard let start = SearchEntry.forEachText(in: octets.span, { _, _ in }) else { return }
    _ = try SearchEntry.forEachWord(in: octets.span, start..<octets.count) {
      (_, range) throws(Failure) in
      try body(String(decoding: octets[range], as: UTF8.self))
    }
  }

  @inline(__always)
  private static func text(_ octets: Span<UInt8>, _ place: inout Int) -> Range<Int>? {
    guard let number = octets.packedNumber(&place), let count = Int(exactly: number),
      count <= octets.count - place
    else { return nil }
    place += count
    return place - count..<place
  }
}

/// What becomes of a query that an entry answers.
package enum SearchAnswer: Sendable {
  case found(SearchRank)
  case notFound
  /// The octets are no entry: the cards tell.
  case unreadable
}
