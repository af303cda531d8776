import ContactModel
internal import ICU

/// Where in a contact a word stands; what comes first counts for more.
public enum SearchField: Int, Hashable, Sendable, CaseIterable {
  /// The name, its sound and a previous family name.
  case name
  /// A nickname.
  case nickname
  /// The organisation and the department.
  case organization
  /// An email address.
  case email
  /// A phone number.
  case phone
  /// A category.
  case category
  /// The city of a postal address.
  case city
  /// A note.
  case note
  /// The UID.
  case uid

  /// All of them.
  public static let all = Set(allCases)
  /// Those that say who somebody is; the others tell of a person, or of others.
  public static let naming: Set<SearchField> = [.name, .nickname, .organization, .email]
}

/// Takes contacts apart into what can be searched.
enum SearchText {
  /// Octets of a stretch without blanks that are searched.
  ///
  /// No word and no address is longer, and hostile text stays cheap.
  static let longestChunk = 256
  /// Stretches of one text that are searched; the rest of a hostile one is passed over.
  static let mostChunks = 1024
  /// Nicknames and emails of one contact that are searched, together; and values of each field after
  /// them.
  static let mostTexts = 1024

  /// Hands over the texts of a contact, the fields in their order.
  ///
  /// - Parameters:
  ///   - contact: A contact with the keys ``Contact/Keys/searching``.
  ///   - body: Receives a text, its field, and whether its words are part of the name as people see
  ///     it, so that a query that has all of them is complete. Of nicknames and emails it receives
  ///     the first ``mostTexts`` at most, and so of every field after them. Of phone numbers and the
  ///     UID it receives what ``SearchCode`` makes of them.
  /// - Throws: What `body` throws.
  @inline(__always)
  static func forEach<Failure: Error>(
    in contact: Contact, _ body: (String, SearchField, _ isShown: Bool) throws(Failure) -> Void
  ) throws(Failure) {
    // The name as written comes first: its words have the places that typed order is told by.
    let formatted = contact.formattedName
    if let formatted { try body(formatted, .name, true) }
    let (family, given, middle) = (contact.familyName, contact.givenName, contact.middleName)
    if let prefix = contact.namePrefix { try body(prefix, .name, true) }
    if let given { try body(given, .name, true) }
    if let middle { try body(middle, .name, true) }
    if let family { try body(family, .name, true) }
    if let suffix = contact.nameSuffix { try body(suffix, .name, true) }
    if family != nil || given != nil || middle != nil {
      // Only in East Asian scripts does the whole have words that its parts do not.
      if formatted == nil, family.map(isBeyondIndic) ?? given.map(isBeyondIndic) ?? false,
        let composite = contact.compositeName
      {
        try body(composite, .name, false)
      }
    } else if formatted == nil, let composite = contact.compositeName {
      try body(composite, .name, true)
    }
    if let name = contact.previousFamilyName { try body(name, .name, false) }
    if let name = contact.phoneticGivenName { try body(name, .name, false) }
    if let name = contact.phoneticMiddleName { try body(name, .name, false) }
    if let name = contact.phoneticFamilyName { try body(name, .name, false) }
    let nicknames = contact.nicknames.prefix(mostTexts)
    for nickname in nicknames { try body(nickname, .nickname, false) }
    if let name = contact.organizationName { try body(name, .organization, false) }
    if let name = contact.departmentName { try body(name, .organization, false) }
    if let name = contact.phoneticOrganizationName { try body(name, .organization, false) }
    for email in contact.emailAddresses.prefix(mostTexts - nicknames.count) {
      try body(email.value, .email, false)
    }
    for phone in contact.phoneNumbers.prefix(mostTexts) {
      if let word = SearchCode.word(ofPhone: phone.value) { try body(word, .phone, false) }
    }
    for category in contact.categories.prefix(mostTexts) { try body(category, .category, false) }
    for address in contact.postalAddresses.prefix(mostTexts) {
      if let city = address.value.city { try body(city, .city, false) }
    }
    for note in contact.notes.prefix(mostTexts) { try body(note, .note, false) }
    if let uid = contact.uid.flatMap({ SearchCode.word(ofUID: $0) }) { try body(uid, .uid, false) }
  }

  /// Whether a text has a scalar from U+1000 on.
  private static func isBeyondIndic(_ text: String) -> Bool {
    text.utf8.contains { $0 >= 0xE1 }
  }

  /// Hands over the ranges of octets between blanks and controls, the first ``mostChunks`` at most
  /// and none longer than ``longestChunk``.
  @inline(__always)
  static func forEachChunk<Failure: Error>(
    in text: Span<UInt8>, _ body: (Range<Int>) throws(Failure) -> Void
  ) throws(Failure) {
    var start = 0
    var index = 0
    var left = mostChunks
    while index < text.count {
      let blank = text[index] <= 0x20 ? 1 : text[index] < 0x80 ? 0 : wideBlank(text, at: index)
      if blank == 0 {
        index += 1
        continue
      }
      if index > start {
        try body(cut(start..<index, text))
        left -= 1
        if left == 0 { return }
      }
      index += blank
      start = index
    }
    if index > start { try body(cut(start..<index, text)) }
  }

  /// The octets of a blank beyond ASCII at some place, 0 when there is none.
  private static func wideBlank(_ text: Span<UInt8>, at index: Int) -> Int {
    switch text[index] {
    case 0xC2:
      return index + 1 < text.count && (text[index + 1] == 0x85 || text[index + 1] == 0xA0) ? 2 : 0
    case 0xE1, 0xE2, 0xE3, 0xEF:
      guard index + 2 < text.count else { return 0 }
      let number =
        UInt32(text[index] & 0x0F) << 12 | UInt32(text[index + 1] & 0x3F) << 6
        | UInt32(text[index + 2] & 0x3F)
      return Unicode.Scalar(number)?.isBlank == true ? 3 : 0
    default: return 0
    }
  }

  /// A range without what is too long, cut between scalars.
  private static func cut(_ range: Range<Int>, _ text: Span<UInt8>) -> Range<Int> {
    guard range.count > longestChunk else { return range }
    var end = range.lowerBound + longestChunk
    while end > range.lowerBound, text[end] & 0xC0 == 0x80 { end -= 1 }
    return range.lowerBound..<end
  }

  /// The words of a chunk: the whole of it without punctuation, then the runs of letters, marks and
  /// digits in it, if it is not one.
  ///
  /// The first run of an address is not told apart: it is the beginning of the whole.
  ///
  /// - Returns: Folded words, see ``folded(_:)``; none when there is nothing but punctuation.
  /// - Throws: `ICUError` when memory runs out.
  static func words(of chunk: String) throws(ICUError) -> [String] {
    if SearchCode.isCode(chunk.utf8.span) { return [chunk] }
    var words: [String] = []
    if let whole = try folded(chunk) { words.append(whole) }
    let pieces = pieces(of: chunk)
    // A single piece that is not all of the chunk has a symbol beside it.
    guard pieces.count > 1 || pieces.first.map({ $0.utf8.count < chunk.utf8.count }) ?? false else {
      return words
    }
    let isAddress = chunk.utf8.contains(UInt8(ascii: "@"))
    for piece in pieces.dropFirst(isAddress ? 1 : 0) {
      if let piece = try folded(piece), !words.contains(piece) { words.append(piece) }
    }
    return words
  }

  /// A word without case, width, punctuation and blanks: of ASCII small letters and digits stay, of
  /// other text what NFKC with its case folded has of letters, marks, digits and symbols.
  ///
  /// - Returns: `nil` when nothing is left.
  static func folded(_ word: String) throws(ICUError) -> String? {
    guard word.utf8.contains(where: { $0 >= 0x80 }) else { return asciiFolded(word) }
    let plain = try Normalizer.nfkcCasefold.normalize(word)
    guard plain.utf8.contains(where: { $0 >= 0x80 }) else { return asciiFolded(plain) }
    let letters = String(String.UnicodeScalarView(plain.unicodeScalars.filter(isKept)))
    return letters.isEmpty ? nil : letters
  }

  /// The letters of ASCII in lower case, and the digits; `nil` for a word without any.
  private static func asciiFolded(_ word: String) -> String? {
    var letters: [UInt8] = []
    letters.reserveCapacity(word.utf8.count)
    for octet in word.utf8 {
      if let letter = asciiFolded(octet) { letters.append(letter) }
    }
    return letters.isEmpty ? nil : String(decoding: letters, as: UTF8.self)
  }

  /// Whether no octet is above 0x7F.
  @inline(__always)
  static func isASCII(_ text: Span<UInt8>) -> Bool {
    for index in text.indices where text[index] >= 0x80 { return false }
    return true
  }

  /// A letter of ASCII in lower case, a digit as it is; `nil` for anything else.
  @inline(__always)
  static func asciiFolded(_ octet: UInt8) -> UInt8? { NameSpelling.folded(octet) }

  /// The runs of letters, marks and digits in a text.
  static func pieces(of text: String) -> [String] {
    text.unicodeScalars.split { !isWordScalar($0) }.map { String($0) }
  }

  /// Whether a scalar is part of a word: one that is kept, and neither a symbol such as an emoji nor
  /// a break without width.
  private static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
    guard isKept(scalar) else { return false }
    if scalar.value < 0x80 || scalar.properties.isAlphabetic { return true }
    switch scalar.properties.generalCategory {
    case .otherSymbol, .modifierSymbol: return false
    default: return scalar.value != 0x200B
    }
  }

  /// Whether a scalar counts when words are compared: letters, marks, digits and symbols do, but
  /// those of mathematics and money.
  private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: return true
    case 0..<0x80: return false
    case 0x3041...0x3096, 0x30A1...0x30FA, 0x30FC, 0x3400...0x9FFF, 0xAC00...0xD7A3: return true
    default: break
    }
    switch scalar.properties.generalCategory {
    case .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .connectorPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol,
      .spaceSeparator, .lineSeparator, .paragraphSeparator, .control:
      return false
    default: return true
    }
  }
}
