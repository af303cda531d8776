/// Text of a stretch of an input of which some is not UTF-8 and declares no charset, and what the
/// cards of that stretch let one expect of it.
///
/// ```
/// input   card  CARD  card  CARD  CARD │ card  card  CARD  …      CARD: holds such text
///               └─── one stretch ────┘               └ the next one
/// ```
/// A single value tells little: `CD F5` is `Νυ`, `Нх`, `王` or `쥔`. A charset belongs to the program
/// that wrote a file, so the values of many cards tell it together.
public struct UndeclaredText: Sendable {
  /// The values beyond ASCII of each card that has some, as octets without folds and transfer
  /// encoding; what may be UTF-8 is among them.
  public internal(set) var cards: [[[UInt8]]] = []
  /// What telephone numbers begin with after `+`, up to three digits, and how often.
  public internal(set) var callingCodes: [String: Int] = [:]
  /// Languages that parameters name, as in `pt-BR`, in lower case, and how often.
  public internal(set) var languages: [String: Int] = [:]
  /// Charsets that other values declare, in lower case, UTF-8 apart, and how often.
  public internal(set) var charsets: [String: Int] = [:]
  /// Last labels of the domains of emails and web pages, in lower case, and how often.
  public internal(set) var domains: [String: Int] = [:]
  /// What the cards say of the programs that wrote them, and how often.
  public internal(set) var programs: [String: Int] = [:]
  /// The charset that was found out for the stretch before, if there is one.
  public internal(set) var charsetBefore: String?

  /// Creates a stretch without cards.
  init() {}

  /// Creates a stretch of nothing but values.
  public init(_ cards: [[[UInt8]]]) { self.cards = cards }

  /// Cards with text in one charset.
  public struct Run: Hashable, Sendable {
    /// The index in ``UndeclaredText/cards`` of the first of them; the next run ends it.
    public let start: Int
    /// The charset of what is not UTF-8, one that the same decoding converts, and whether the rest
    /// is.
    public let charset: UndeclaredCharset

    /// Creates a run.
    public init(start: Int, _ charset: UndeclaredCharset) {
      self.start = start
      self.charset = charset
    }
  }
}

extension UndeclaredText {
  /// Takes note of what a card lets one expect.
  mutating func expect(of card: borrowing Card) {
    for index in card.rows.indices {
      let row = card.rows[index]
      if !row.parameterRange.isEmpty, row.known != .malformed {
        noteLanguage(card, row)
      }
      switch row.known {
      case .tel: noteNumber(card.bytes.span.extracting(row.valueRange))
      case .email, .url: noteDomain(card.bytes.span.extracting(row.valueRange))
      case .prodid:
        let octets = card.bytes[row.valueRange]
        programs[String(decoding: octets, as: UTF8.self), default: 0] += 1
      default: break
      }
    }
  }

  private mutating func noteNumber(_ value: Span<UInt8>) {
    var index = Octets.first(UInt8(ascii: "+"), in: value, from: 0) + 1
    var digits: [UInt8] = []
    while index < value.count, digits.count < 3 {
      switch value[index] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(value[index])
      case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "("), UInt8(ascii: "."): break
      default: index = value.count
      }
      index += 1
    }
    guard !digits.isEmpty else { return }
    callingCodes[String(decoding: digits, as: UTF8.self), default: 0] += 1
  }

  private mutating func noteDomain(_ value: Span<UInt8>) {
    // Of `https://example.com.tw:8080/…` what stands before the port and the path, of an email all.
    var start = Octets.first(UInt8(ascii: "@"), in: value, from: 0)
    if start == value.count {
      start = 0
      while start + 2 < value.count,
        value[start] != UInt8(ascii: "/") || value[start + 1] != UInt8(ascii: "/")
      {
        start += 1
      }
      if start + 2 >= value.count { start = -2 }
      start += 1
    }
    var label: [UInt8] = []
    var hasDot = false
    domain: for index in (start + 1)..<max(start + 1, value.count) {
      switch value[index] {
      case UInt8(ascii: "."):
        hasDot = true
        label = []
      case let octet where Octets.isNameOctet(octet) || octet == UInt8(ascii: "_"):
        label.append(Octets.lowercased(octet))
      default: break domain
      }
    }
    guard hasDot, (2...6).contains(label.count) else { return }
    domains[String(decoding: label, as: UTF8.self), default: 0] += 1
  }

  private mutating func noteLanguage(_ card: borrowing Card, _ row: Row) {
    let head = card.bytes.span.extracting(row.parameterRange)
    var index = 0
    let word = "LANGUAGE=".utf8.count
    while index + word < head.count {
      guard head[index] | 0x20 == UInt8(ascii: "l"),
        Octets.equal(head.extracting(index..<index + word - 1), "LANGUAGE"),
        head[index + word - 1] == UInt8(ascii: "=")
      else {
        index += 1
        continue
      }
      index += word
      var tag: [UInt8] = []
      while index < head.count {
        let octet = head[index]
        switch octet {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): tag.append(octet | 0x20)
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"): tag.append(octet)
        case UInt8(ascii: "_"): tag.append(UInt8(ascii: "-"))
        case UInt8(ascii: "\"") where tag.isEmpty: break
        default: index = head.count
        }
        index += 1
      }
      if !tag.isEmpty { languages[String(decoding: tag, as: UTF8.self), default: 0] += 1 }
    }
  }
}

extension Card {
  /// Whether there may be text that is not UTF-8 and declares no charset.
  ///
  /// Quick to say no, and so asked about every card.
  var mayHoldUndeclaredText: Bool {
    for row in rows where row.flags.contains(.quotedPrintable) {
      if QuotedPrintable.hidesOtherThanUTF8(bytes.span, row.valueRange) { return true }
    }
    if bytes.count < Card.smallCard { return !isUTF8 }
    for row in rows where !row.flags.contains(.base64) {
      if !Octets.areWellFormed(bytes.span.extracting(row.lineRange)) { return true }
    }
    return false
  }

  /// Octets.
  ///
  /// A smaller card is looked at as a whole; of larger ones most is a photo.
  static let smallCard = 4096

  /// The values beyond ASCII that declare no charset, or one that they cannot be in.
  ///
  /// - Parameter charsets: Receives the charsets that values declare, UTF-8 apart.
  /// - Returns: Their octets without folds and transfer encoding, the index of the first that is not
  ///   UTF-8, and of the first that was never UTF-8, damaged or not.
  func undeclaredText(
    declaring charsets: inout [String: Int]
  ) -> (values: [[UInt8]], irregular: Int?, foreign: Int?) {
    var values: [[UInt8]] = []
    var irregular: Int?
    var foreign: Int?
    for index in rows.indices {
      let row = rows[index]
      guard !row.flags.contains(.base64) else { continue }
      if !row.flags.contains(.quotedPrintable),
        Octets.areASCII(bytes.span.extracting(row.lineRange))
      {
        continue
      }
      let property = property(at: index)
      let charset = property.declaredCharset
      let isUnicode = charset.map { $0.lowercased().hasPrefix("utf") } ?? false
      if let charset, !isUnicode, decoding.convert([], charset: charset) != nil {
        charsets[charset.lowercased(), default: 0] += 1
        continue
      }
      for text in property.textsBeyondASCII {
        let isUTF8 = Octets.areUTF8(text.span)
        if isUnicode, isUTF8 { continue }
        if irregular == nil, !isUTF8 { irregular = index }
        if foreign == nil, !isUTF8, !Octets.areMostlyUTF8(text.span) { foreign = index }
        values.append(text)
      }
    }
    return (values, irregular, foreign)
  }
}

extension Property {
  /// What of the line is not ASCII, as octets without folds and transfer encoding.
  fileprivate var textsBeyondASCII: [[UInt8]] {
    var texts: [[UInt8]]
    if isQuotedPrintable {
      texts = [[]]
      _ = QuotedPrintable.decode(
        bytes.span, row.valueRange, into: &texts[0], escapesSeparators: false)
    } else if row.flags.contains(.nested) {
      // A card inside the card: each of its lines.
      texts = bytes[row.valueRange].split { Octets.isLineEnd($0) }.map { line in
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return Array(line) }
        return Array(line[(colon + 1)...])
      }
    } else {
      texts = [row.parameterRange, row.valueRange].map { Unfolding.unfolded(bytes.span, $0) }
    }
    return texts.filter { !Octets.areASCII($0.span) }
  }
}

extension QuotedPrintable {
  /// Whether the octets of a value are not UTF-8, as far as leads and what follows them tell.
  fileprivate static func hidesOtherThanUTF8(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    /// Continuations that the last lead asks for and that did not come yet.
    var open = 0
    var index = range.lowerBound
    while index < range.upperBound {
      var octet = bytes[index]
      index += 1
      if octet == UInt8(ascii: "="), index < range.upperBound {
        if index + 1 < range.upperBound, let value = hex(bytes, index) {
          octet = value
          index += 2
        } else if Octets.isSpace(bytes[index]) {
          // A soft break, and perhaps the blank of a fold.
          while index < range.upperBound, Octets.isSpace(bytes[index]) { index += 1 }
          continue
        }
      }
      switch octet {
      case 0..<0x80:
        if open > 0 { return true }
      case 0x80..<0xC0:
        if open == 0 { return true }
        open -= 1
      case 0xC2..<0xF5:
        if open > 0 { return true }
        open = octet >= 0xF0 ? 3 : octet >= 0xE0 ? 2 : 1
      default: return true
      }
    }
    return open > 0
  }
}
