import VCard

/// Cuts HTML into tags and text, as its octets come.
///
/// What no browser would stumble over makes no difference here, either: tags that never end, quotes
/// without a partner, comments in any form. The text of scripts, styles and the like is passed over.
/// HTML Living Standard §13.2.5, as far as it tells tags from text.
struct HTMLTokens: Sendable {
  /// A start tag.
  struct Tag: Sendable {
    /// In lower case.
    var name: String
    /// Those that say something of people, each once.
    var attributes: [(name: String, value: String)] = []

    /// The value of an attribute.
    subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
  }

  enum Token: Sendable {
    case start(Tag)
    case end(String)
    case text(String)
  }

  private enum State {
    case text
    /// After `<`.
    case open
    /// After `</`.
    case close
    /// In a tag, after the first letter of its name.
    case tag
    /// After `<!` or `<?`, and after `</` where no name follows.
    case declaration
    case comment
    /// In the text of an element that has no tags.
    case raw
  }

  /// Octets of a tag, and of a text that is handed over in one piece.
  private static let mostOctets = 32 << 20
  /// The elements whose text is none of the page.
  private static let rawElements: Set<String> = [
    "script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes", "template",
  ]
  /// The attributes that are handed over.
  private static let kept: Set<String> = [
    "alt", "charset", "class", "content", "data", "datetime", "href", "poster", "rel", "src",
    "title", "value",
  ]

  private var state = State.text
  private var text: [UInt8] = []
  private var tag: [UInt8] = []
  private var isEnd = false
  private var isTooLong = false
  /// The quotation mark around the value at hand; 0 for none.
  private var quote: UInt8 = 0
  /// Whether a quotation mark here would begin a value.
  private var mayQuote = false
  private var dashes = 0
  /// What ends the element without tags.
  private var rawEnd: [UInt8] = []

  /// Whether text is handed over.
  var keepsText = false
  /// What octets are that are no UTF-8.
  var charset: String?
  private let decoding: TextDecoding

  /// Where the next octet stands.
  private(set) var place = SourcePosition()
  /// Where the last tag began.
  private(set) var start = SourcePosition()

  init(_ decoding: TextDecoding) { self.decoding = decoding }

  /// Takes octets that end nothing: text, values in quotation marks, and what has no tags.
  ///
  /// - Parameters:
  ///   - octets: The octets.
  ///   - start: The first of them.
  /// - Returns: The first that was not taken.
  mutating func passOver(_ octets: Span<UInt8>, from start: Int) -> Int {
    let end: Int
    switch state {
    case .text:
      end = Octets.first(UInt8(ascii: "<"), in: octets, from: start)
      guard text.count + end - start < HTMLTokens.mostOctets else { return start }
      if keepsText { text.append(octets.extracting(start..<end)) }
    case .tag where quote != 0:
      end = Octets.first(quote, in: octets, from: start)
      guard tag.count + end - start < HTMLTokens.mostOctets else { return start }
      tag.append(octets.extracting(start..<end))
    case .raw where tag.isEmpty: end = Octets.first(UInt8(ascii: "<"), in: octets, from: start)
    default: return start
    }
    let run = octets.extracting(start..<end)
    var index = 0
    while case let line = Octets.first(0x0A, in: run, from: index), line < run.count {
      place.line += 1
      place.column = 1
      index = line + 1
    }
    place.byte += run.count
    place.column += run.count - index
    return end
  }

  /// Takes an octet, and gives what it ends.
  mutating func take(_ octet: UInt8) -> Token? {
    defer {
      place.byte += 1
      place.column += 1
      if octet == 0x0A {
        place.line += 1
        place.column = 1
      }
    }
    switch state {
    case .text: return takeText(octet)
    case .open:
      switch octet {
      case UInt8(ascii: "/"): state = .close
      case UInt8(ascii: "!"), UInt8(ascii: "?"): begin(.declaration)
      case _ where ValueSyntax.isLetter(octet):
        begin(.tag)
        isEnd = false
        tag.append(octet)
      default:
        state = .text
        append(UInt8(ascii: "<"))
        return takeText(octet)
      }
    case .close:
      if ValueSyntax.isLetter(octet) {
        begin(.tag)
        isEnd = true
        tag.append(octet)
      } else if octet == UInt8(ascii: ">") {
        state = .text
      } else {
        begin(.declaration)
      }
    case .tag: return takeTag(octet)
    case .declaration:
      if octet == UInt8(ascii: ">") {
        state = .text
      } else if tag.count < 2 {
        tag.append(octet)
        if tag == [0x2D, 0x2D] {
          state = .comment
          dashes = 2
        }
      }
    case .comment:
      if octet == UInt8(ascii: "-") {
        dashes += 1
      } else if octet == UInt8(ascii: ">"), dashes >= 2 {
        state = .text
      } else if octet != UInt8(ascii: "!") || dashes < 2 {
        dashes = 0
      }
    case .raw: return takeRaw(octet)
    }
    return nil
  }

  /// The text at the end of the document.
  mutating func finish() -> Token? { flush() }

  private mutating func begin(_ state: State) {
    self.state = state
    tag.removeAll(keepingCapacity: true)
    isTooLong = false
    quote = 0
    mayQuote = false
  }

  // MARK: Text

  private mutating func append(_ octet: UInt8) { if keepsText { text.append(octet) } }

  private mutating func takeText(_ octet: UInt8) -> Token? {
    if octet == UInt8(ascii: "<") {
      state = .open
      start = place
      return flush()
    }
    append(octet)
    return text.count < HTMLTokens.mostOctets ? nil : flush()
  }

  private mutating func flush() -> Token? {
    if text.isEmpty { return nil }
    defer { text.removeAll(keepingCapacity: text.count < 4096) }
    return .text(HTMLText.decoded(string(text[...]), isAttribute: false))
  }

  /// The text of octets: UTF-8, else what the page says, else windows-1252.
  private func string(_ octets: ArraySlice<UInt8>) -> String {
    if let text = String(validating: octets, as: UTF8.self) { return text }
    let octets = Array(octets)
    let decoded =
      charset.flatMap { decoding.convert(octets, charset: $0) }
      ?? decoding.convert(octets, charset: "windows-1252")
    return String(decoding: decoded ?? octets, as: UTF8.self)
  }

  private mutating func takeRaw(_ octet: UInt8) -> Token? {
    if tag.count == rawEnd.count, octet == UInt8(ascii: ">") || HTMLTokens.isSpace(octet) {
      let name = String(decoding: rawEnd.dropFirst(2), as: UTF8.self)
      begin(octet == UInt8(ascii: ">") ? .text : .tag)
      isEnd = true
      if octet == UInt8(ascii: ">") { return .end(name) }
      tag = Array(name.utf8) + [octet]
    } else if tag.count < rawEnd.count, Octets.lowercased(octet) == rawEnd[tag.count] {
      tag.append(octet)
    } else {
      tag.removeAll(keepingCapacity: true)
      if octet == UInt8(ascii: "<") { tag.append(octet) }
    }
    return nil
  }

  // MARK: Tags

  private mutating func takeTag(_ octet: UInt8) -> Token? {
    if quote != 0 {
      if octet == quote { quote = 0 }
    } else if octet == UInt8(ascii: ">") {
      return endTag()
    } else if mayQuote, octet == UInt8(ascii: "\"") || octet == UInt8(ascii: "'") {
      quote = octet
      mayQuote = false
    } else if octet == UInt8(ascii: "=") {
      mayQuote = true
    } else if !HTMLTokens.isSpace(octet) {
      mayQuote = false
    }
    if tag.count < HTMLTokens.mostOctets { tag.append(octet) } else { isTooLong = true }
    return nil
  }

  private mutating func endTag() -> Token? {
    state = .text
    if isTooLong { return nil }
    var rest = tag[...]
    let name = String(
      decoding: HTMLTokens.cut(&rest, while: { !HTMLTokens.endsName($0) }).map(Octets.lowercased),
      as: UTF8.self)
    if isEnd { return .end(name) }
    var parsed = Tag(name: name)
    while !rest.isEmpty {
      _ = HTMLTokens.cut(&rest) { HTMLTokens.isSpace($0) || $0 == UInt8(ascii: "/") }
      let octets = HTMLTokens.cut(&rest) { !HTMLTokens.endsName($0) && $0 != UInt8(ascii: "=") }
      _ = HTMLTokens.cut(&rest, while: HTMLTokens.isSpace)
      var value = rest[..<rest.startIndex]
      if rest.first == UInt8(ascii: "=") {
        rest.removeFirst()
        _ = HTMLTokens.cut(&rest, while: HTMLTokens.isSpace)
        if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
          rest.removeFirst()
          value = HTMLTokens.cut(&rest) { $0 != quote }
          rest = rest.dropFirst()
        } else {
          value = HTMLTokens.cut(&rest) { !HTMLTokens.isSpace($0) }
        }
      }
      let attribute = String(decoding: octets.map(Octets.lowercased), as: UTF8.self)
      if HTMLTokens.kept.contains(attribute), parsed[attribute] == nil {
        parsed.attributes.append(
          (attribute, HTMLText.decoded(string(value), isAttribute: true)))
      }
    }
    tag.removeAll(keepingCapacity: tag.count < 4096)
    if HTMLTokens.rawElements.contains(name) {
      state = .raw
      rawEnd = Array("</\(name)".utf8)
    }
    return .start(parsed)
  }

  private static func cut(
    _ octets: inout ArraySlice<UInt8>, while fits: (UInt8) -> Bool
  ) -> ArraySlice<UInt8> {
    let part = octets.prefix(while: fits)
    octets = octets[part.endIndex...]
    return part
  }

  private static func isSpace(_ octet: UInt8) -> Bool {
    octet == 0x20 || 0x09...0x0D ~= octet
  }

  private static func endsName(_ octet: UInt8) -> Bool { isSpace(octet) || octet == 0x2F }
}

/// Characters that HTML writes by their names or numbers.
enum HTMLText {
  /// A text with its character references undone.
  ///
  /// HTML Living Standard §13.5: the names of the letters of Latin-1, and those that pages have for
  /// punctuation.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - isAttribute: Whether it is the value of an attribute, in which a name wants its semicolon.
  /// - Returns: The text.
  static func decoded(_ text: String, isAttribute: Bool) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var decoded = ""
    var rest = text[...]
    while let mark = rest.utf8.firstIndex(of: UInt8(ascii: "&")) {
      decoded += rest[..<mark]
      rest = rest[rest.utf8.index(after: mark)...]
      let isNumber = rest.utf8.first == UInt8(ascii: "#")
      let letters = rest.utf8.dropFirst(isNumber ? 1 : 0).prefix(10).prefix { octet in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= octet | 0x20 || 0x30...0x39 ~= octet
      }
      let word = String(decoding: letters, as: UTF8.self)
      let after = rest.utf8[letters.endIndex...]
      let isClosed = after.first == UInt8(ascii: ";")
      let character = isNumber ? numbered(word) : isClosed || !isAttribute ? named[word] : nil
      guard let character else {
        decoded += "&"
        continue
      }
      decoded.unicodeScalars.append(character)
      rest = rest[after.startIndex...]
      if isClosed { rest = rest.dropFirst() }
    }
    return decoded + rest
  }

  /// The character of a number: of those between 128 and 159 what windows-1252 has for them.
  private static func numbered(_ word: String) -> Unicode.Scalar? {
    let isHexadecimal = word.hasPrefix("x") || word.hasPrefix("X")
    let digits = isHexadecimal ? String(word.dropFirst()) : word
    guard !digits.isEmpty, let number = UInt32(digits, radix: isHexadecimal ? 16 : 10) else {
      return digits.isEmpty ? nil : "\u{FFFD}"
    }
    if 128...159 ~= number,
      let octets = TextDecoding.builtin.convert([UInt8(number)], charset: "windows-1252")
    {
      return String(decoding: octets, as: UTF8.self).unicodeScalars.first
    }
    return number == 0 ? "\u{FFFD}" : Unicode.Scalar(number) ?? "\u{FFFD}"
  }

  private static let named: [String: Unicode.Scalar] = {
    var names: [String: Unicode.Scalar] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "commat": "@", "period": ".",
      "colon": ":", "plus": "+", "num": "#", "lpar": "(", "rpar": ")", "comma": ",", "semi": ";",
      "sol": "/", "hyphen": "\u{2010}", "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’",
      "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„", "laquo": "«", "raquo": "»",
      "bull": "•", "hellip": "…", "euro": "€", "trade": "™", "OElig": "Œ", "oelig": "œ",
      "Scaron": "Š", "scaron": "š", "Yuml": "Ÿ", "ensp": "\u{2002}", "emsp": "\u{2003}",
      "thinsp": "\u{2009}", "zwnj": "\u{200C}", "zwj": "\u{200D}", "lrm": "\u{200E}",
      "rlm": "\u{200F}",
    ]
    for (number, name) in latin1.split(separator: " ").enumerated() {
      names[String(name)] = Unicode.Scalar(UInt8(160 + number))
    }
    return names
  }()

  /// The names of U+00A0 to U+00FF.
  private static let latin1 = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn \
    sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave \
    Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml \
    ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN \
    szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute \
    icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml \
    yacute thorn yuml
    """
}
