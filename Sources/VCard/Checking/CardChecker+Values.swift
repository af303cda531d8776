extension CardChecker {
  /// Looks at the value of a line.
  mutating func checkValue(_ index: Int, _ card: borrowing Card, _ bytes: Span<UInt8>) {
    // The reader has told what is wrong with it.
    if row.known == .version { return }
    if row.flags.contains(.nested) { return checkNestedCard(card, bytes) }
    let range = row.valueRange
    if range.count < 4, CardAssembler.trimmed(bytes, range).isEmpty { return sayEmpty() }
    let isText =
      isUTF8 || row.flags.contains(.quotedPrintable) || parameters.charsetOffset != nil
      || !saidUndeclaredCharset(bytes)
    if row.flags.contains(.base64) { return checkBase64Value(index, card, bytes) }
    let declaresOther = parameters.charsetOffset != nil && !parameters.isDeclaredUTF8
    if row.flags.contains(.quotedPrintable) || declaresOther
      || !isUTF8 && parameters.charsetOffset != nil
    {
      return checkDecodedValue(index, card, bytes)
    }
    if !isASCII, isText {
      checkMissingCharset(bytes.extracting(range), at: range.lowerBound)
    }
    withUnfolded(
      bytes, range, isFolded: row.folds > 0, keepsBareEnds: row.flags.contains(.unindented)
    ) { $0.checkSyntax($1, card) }
  }

  private mutating func sayEmpty() {
    let (severity, code, consequence): (Diagnostic.Severity, Diagnostic.Code, String) =
      switch row.known {
      case .fn: (.warning, .emptyFN, "nobody can tell whose card it is")
      case .uid: (.warning, .emptyUID, "the card has no identifier")
      default: (.note, .emptyProperty, "kept")
      }
    say(
      severity, code: code, at: Int(row.nameStart),
      message: "\(name) has no value; \(consequence)")
  }

  // MARK: Syntax

  /// The syntax of a value by its property and what VALUE says.
  private var syntax: ValueForm.Syntax {
    guard let type = parameters.type else { return rule.syntax }
    switch rule.syntax {
    // No type changes what these are made of.
    case .structure, .list, .gender, .kind, .pidMap: return rule.syntax
    default: break
    }
    switch type {
    case .text: return rule.syntax == .text ? .text : .anything
    case .uri, .url: return rule.syntax == .placeURI ? .placeURI : .uri
    case .date, .dateTime, .dateAndOrTime, .time: return .date
    case .timestamp: return .timestamp
    case .boolean: return .boolean
    case .integer: return .integer
    case .float: return rule.syntax == .coordinates ? .coordinates : .float
    case .utcOffset: return .utcOffset
    case .languageTag: return .languageTag
    case .binary: return .binary
    case .vcard: return .card
    case .inline: return rule.syntax
    case .phoneNumber, .contentID, .cid, .vendor, .unknown: return .anything
    }
  }

  /// Looks at a value without folds and encodings.
  private mutating func checkSyntax(_ octets: Span<UInt8>, _ card: borrowing Card) {
    let syntax = syntax
    let range = ValueSyntax.trimmed(octets, octets.indices)
    let trimmed = octets.extracting(range)
    switch syntax {
    case .uri, .placeURI:
      return checkURI(trimmed, start: range.lowerBound, isPlace: syntax == .placeURI)
    case .binary: return checkBinary(trimmed, start: range.lowerBound)
    default: break
    }
    let facts = TextFacts(octets, rule)
    if let place = facts.control { sayControl(octets[place], place) }
    let place = map.offset(of: range.lowerBound)
    switch syntax {
    case .anything:
      if row.known == .tel { checkTelephone(trimmed, place) }
    case .text, .list: checkText(facts)
    case .structure, .gender:
      checkText(facts)
      checkComponents(facts, octets)
      if syntax == .gender { checkGender(octets) }
    case .kind: checkKind(trimmed, place)
    case .pidMap: checkPIDMap(trimmed, place)
    case .languageTag where !ValueSyntax.isLanguageTag(trimmed):
      say(
        .warning, code: .badLanguage, at: place,
        message: "\(name) \(Quote.of(trimmed)) is not a language tag; kept as text")
    case .date, .timestamp: checkDate(trimmed, place, isTimestamp: syntax == .timestamp, card)
    case .utcOffset: checkOffset(trimmed, place)
    case .coordinates where !ValueSyntax.arePair(trimmed, table.rules.positionSeparator):
      sayUnparsable(trimmed, place, "not a latitude and a longitude")
    case .boolean where !ValueSyntax.isBoolean(trimmed):
      sayUnparsable(trimmed, place, "neither true nor false")
    case .integer where !ValueSyntax.isList(trimmed, of: ValueSyntax.isInteger):
      sayUnparsable(trimmed, place, "not a whole number")
    case .float where !ValueSyntax.isList(trimmed, of: ValueSyntax.isFloat):
      sayUnparsable(trimmed, place, "not a number")
    case .card: checkInlineCard(trimmed, place, octets: octets, card)
    default: break
    }
  }

  private mutating func sayUnparsable(_ value: Span<UInt8>, _ place: Int, _ what: String) {
    say(
      .warning, code: .unparsableValue, at: place,
      message: "\(name) \(Quote.of(value)) is \(what); kept as text")
  }

  private mutating func sayControl(_ octet: UInt8, _ place: Int) {
    sayOnce(
      .warning, code: .controlCharacter, at: map.offset(of: place),
      message: "\(Quote.control(octet)) stands in a value; kept")
  }

  // MARK: Text

  private mutating func checkText(_ facts: TextFacts) {
    // vCard 2.1 has a backslash before semicolons only; elsewhere it is a character.
    if let place = facts.badEscape, isUTF8, table.rules.separatesWithinComponents {
      say(
        .note, code: .badEscape, at: map.offset(of: place),
        message: "a backslash that starts no escape; kept as it stands")
    }
    let comma = rule.escapesCommas ? facts.comma : nil
    let semicolon = rule.escapesSemicolons ? facts.semicolon : nil
    guard let place = [comma, semicolon].compactMap({ $0 }).min() else { return }
    let separator = place == comma ? "comma" : "semicolon"
    say(
      .warning, code: .unescapedSeparator, at: map.offset(of: place),
      message: "a \(separator) in the text of \(name) lacks its backslash; "
        + "read as part of the text")
  }

  private mutating func checkComponents(_ facts: TextFacts, _ octets: Span<UInt8>) {
    if facts.components < Int(rule.fewest) {
      // RFC 6350 §6.2.2 wants all of them, but its own examples in §5.9 leave the last ones out.
      say(
        .note, code: .componentCount, at: map.offset(of: 0),
        message:
          "\(name) has \(facts.components) of its \(rule.fewest) components; the others count as "
          + "empty")
    } else if facts.components > Int(rule.most) {
      var text: [UInt8] = []
      text.append(octets)
      let components = ValueText.split(text[...]) { $0 == UInt8(ascii: ";") }
      let extra = components[Int(rule.most)].startIndex
      let isEmpty = text[extra...].allSatisfy { $0 == UInt8(ascii: ";") || Octets.isBlank($0) }
      say(
        isEmpty ? .warning : .error, code: .componentCount, at: map.offset(of: extra),
        message: "\(name) has \(facts.components) components, and no more than \(rule.most) mean "
          + "anything; all are kept")
    }
    guard parameters.sortKeys > facts.components else { return }
    // RFC 6350 §5.9.
    say(
      .warning, code: .badParameterValue, at: parameters.sortAsOffset,
      message: "SORT-AS has \(parameters.sortKeys) elements, more than \(name) has components; kept"
    )
  }

  private mutating func checkGender(_ octets: Span<UInt8>) {
    let end = ValueSyntax.first(octets, UInt8(ascii: ";")) ?? octets.count
    let sex = octets.extracting(ValueSyntax.trimmed(octets, 0..<end))
    if sex.isEmpty { return }
    // RFC 6350 §6.2.7.
    if sex.count == 1, "MFONU".utf8.contains(sex[0] & 0xDF) { return }
    say(
      .warning, code: .badGender, at: map.offset(of: 0),
      message: "GENDER \(Quote.of(sex)) is none of the letters M, F, O, N and U; kept as text")
  }

  private mutating func checkKind(_ word: Span<UInt8>, _ place: Int) {
    if Octets.equal(word, "group") {
      isGroup = true
      return
    }
    // RFC 6350 §6.1.4, RFC 6473 §3, RFC 6869 §3.
    let known: [StaticString] = ["individual", "org", "location", "application", "device"]
    if ValueSyntax.isAny(word, of: known) || Octets.isVendorWord(word) { return }
    say(
      .note, code: .unknownKind, at: place,
      message: "KIND \(Quote.of(word)) is unknown; readers take the card for a person's")
  }

  private mutating func checkPIDMap(_ value: Span<UInt8>, _ place: Int) {
    // RFC 6350 §6.7.7: 1*DIGIT ";" URI.
    if let separator = ValueSyntax.first(value, UInt8(ascii: ";")),
      let number = ValueSyntax.smallNumber(value.extracting(0..<separator)), number > 0
    {
      mappedSources.insert(number)
      let uri = ValueSyntax.trimmed(value, separator + 1..<value.count)
      if ValueSyntax.scheme(value.extracting(uri)) != nil { return }
    }
    say(
      .warning, code: .badClientPIDMap, at: place,
      message:
        "CLIENTPIDMAP \(Quote.of(value)) is not a number above 0 and a URI with a semicolon between "
        + "them; kept as text")
  }

  private mutating func checkTelephone(_ value: Span<UInt8>, _ place: Int) {
    guard parameters.type == nil, rule.types.contains(.uri),
      Octets.equal(value.extracting(first: 4), "tel:")
    else { return }
    say(
      .note, code: .uriWithoutValue, at: place,
      message: "TEL is a URI, and VALUE=uri does not say so; taken as text")
  }

  // MARK: Dates, offsets, places

  private mutating func checkDate(
    _ value: Span<UInt8>, _ place: Int, isTimestamp: Bool, _ card: borrowing Card
  ) {
    let what = isTimestamp ? "not a date with a time" : "not a date"
    guard let form = DateScanner(value)?.form else { return sayUnparsable(value, place, what) }
    let isOwn =
      table.rules.writesBasicDates
      ? (isTimestamp ? form.isTimestamp40 : form.isDateAndOrTime40)
      : form.isDateOrDateTime30
    guard !isOwn else { return }
    // X-PROPERTY says that the version has the property not in this form.
    let isMarked =
      form.isDateAndOrTime40 && row.mayHave(YearlessDate.formOctets, in: card.bytes.span)
    sayForeignForm(isMarked ? .note : .warning, value, place)
  }

  private mutating func sayForeignForm(
    _ severity: Diagnostic.Severity, _ value: Span<UInt8>, _ place: Int
  ) {
    say(
      severity, code: .dateForm, at: place,
      message: "\(name) \(Quote.of(value)) is not in the form of vCard \(version); "
        + "understood all the same")
  }

  private mutating func checkOffset(_ value: Span<UInt8>, _ place: Int) {
    switch ValueSyntax.utcOffset(value) {
    case nil:
      sayUnparsable(value, place, "not an offset from UTC")
    case .basic where !table.rules.hasExtendedOffsetsOnly,
      .extended where !table.rules.writesBasicDates:
      return
    case .basic, .extended, .loose:
      sayForeignForm(.warning, value, place)
    }
  }

  // MARK: URIs

  private mutating func checkURI(_ value: Span<UInt8>, start: Int, isPlace: Bool) {
    let place = map.offset(of: start)
    let plainScheme = ValueSyntax.scheme(value)
    guard let scheme = plainScheme ?? ValueSyntax.escapedScheme(value), scheme + 1 < value.count
    else {
      let mayBeText = rule.types.contains(.text) && parameters.type == nil
      return say(
        .warning, code: .badURI, at: place,
        message:
          "\(name) \(Quote.of(value)) is not a URI, for it starts with no scheme"
          + (mayBeText ? ", and VALUE=text does not say that it is text" : "") + "; kept as text")
    }
    if scheme == 4, Octets.equal(value.extracting(0..<scheme), "data") {
      return checkDataURI(value, start: start)
    }
    var hasBlank = false
    var hasEscape = plainScheme == nil
    if hasEscape { sayEscape(start + scheme - 1) }
    for index in scheme + 1..<value.count {
      switch value[index] {
      case UInt8(ascii: " "), 0x09:
        guard !hasBlank else { continue }
        hasBlank = true
        say(
          .warning, code: .badURI, at: map.offset(of: start + index),
          message: "a blank stands in the URI of \(name); kept as it stands")
      case UInt8(ascii: "\\"):
        guard !hasEscape else { continue }
        hasEscape = true
        sayEscape(start + index)
      case 0..<0x20, 0x7F: sayControl(value[index], start + index)
      default: continue
      }
    }
    guard isPlace, !hasEscape, scheme == 3,
      Octets.equal(value.extracting(0..<3), "geo"),
      !ValueSyntax.areGeoCoordinates(value.extracting(4..<value.count))
    else { return }
    sayUnparsable(value, place, "not a geo: URI of two or three numbers")
  }

  private mutating func sayEscape(_ index: Int) {
    say(
      .note, code: .escapeInURI, at: map.offset(of: index),
      message:
        "a backslash stands in the URI of \(name), where nothing is escaped; "
        + "read as an escape")
  }

  private mutating func checkDataURI(_ value: Span<UInt8>, start: Int) {
    guard let comma = ValueSyntax.first(value, UInt8(ascii: ",")) else {
      return say(
        .error, code: .badURI, at: map.offset(of: start),
        message: "the data: URI of \(name) has no comma before its data; kept as text")
    }
    var head = 5..<comma
    if let escape = ValueSyntax.first(value.extracting(head), UInt8(ascii: "\\")) {
      sayEscape(start + 5 + escape)
      if value[comma - 1] == UInt8(ascii: "\\") { head = 5..<comma - 1 }
    }
    guard Octets.equal(value.extracting(head).extracting(last: 7), ";base64") else { return }
    let data = value.extracting(comma + 1..<value.count)
    guard checkBase64(data, start: start + comma + 1, inURI: true) else { return }
    let end = ValueSyntax.first(value.extracting(head), UInt8(ascii: ";")) ?? head.count
    let type = String(decoding: Unfolding.unfolded(value, 5..<5 + end), as: UTF8.self)
    compareMediaType(type, data: data, place: start)
  }

  // MARK: Binary

  private mutating func checkBase64Value(
    _ index: Int, _ card: borrowing Card, _ bytes: Span<UInt8>
  ) {
    let range = CardAssembler.trimmed(bytes, row.valueRange)
    map.reset(to: range.lowerBound)
    let value = bytes.extracting(range)
    // A colon is no base64: what starts with a scheme is a URI.
    if ValueSyntax.scheme(value) != nil {
      return say(
        .warning, code: .encodingOnURI, at: range.lowerBound,
        message: "ENCODING says base64, but the value is a URI; read as a URI")
    }
    guard checkBase64(value, start: 0) else { return }
    if [.photo, .logo, .sound].contains(row.known),
      let named = card.property(at: index).declaredMediaType
    {
      compareMediaType(named, data: value, place: 0)
    }
  }

  /// Whether octets are base64; tells where they are not.
  private mutating func checkBase64(
    _ octets: Span<UInt8>, start: Int, inURI isInURI: Bool = false
  ) -> Bool {
    let facts = Base64Facts(octets)
    if let place = facts.foreign {
      let isLeftOut = !isInURI && Base64.decodeLoosely(octets, octets.indices) != nil
      say(
        .error, code: .badBase64, at: map.offset(of: start + place),
        message: "\(name) holds what is not base64; "
          + (isLeftOut ? "left out" : "kept as text"))
      return false
    }
    if facts.characters % 4 == 1 {
      say(
        .error, code: .badBase64, at: map.offset(of: start),
        message: "the base64 of \(name) breaks off amid an octet; "
          + "what is whole is read")
      return false
    }
    if (facts.characters + facts.padding) % 4 > 0 {
      say(
        .warning, code: .badBase64, at: map.offset(of: start),
        message: "the base64 of \(name) lacks its padding; read all the same")
    }
    return true
  }

  private mutating func compareMediaType(_ declared: String, data: Span<UInt8>, place: Int) {
    let declared = MediaType.plain(declared.lowercased())
    guard declared.utf8.starts(with: "image/".utf8) || declared.utf8.starts(with: "audio/".utf8)
    else { return }
    // Sixteen characters hold twelve octets, and a fold may stand among them.
    let head = Unfolding.unfolded(data, 0..<min(data.count, 24)).filter { !Octets.isBlank($0) }
    guard head.count >= 16, let octets = Base64.decode(Array(head[..<16])),
      let shown = MediaType.sniffed(octets), shown != declared
    else { return }
    say(
      .note, code: .mediaTypeMismatch, at: map.offset(of: place),
      message: "\(name) says \(Quote.of(Array(declared.utf8).span, marks: "")), "
        + "but its octets look like \(shown); kept as declared")
  }

  /// A photo, logo or sound that does not say ENCODING.
  private mutating func checkBinary(_ value: Span<UInt8>, start: Int) {
    let place = map.offset(of: start)
    if ValueSyntax.scheme(value) != nil {
      say(
        .warning, code: .uriWithoutValue, at: place,
        message: "\(name) is a URI, and VALUE does not say so; read as a URI")
      return checkURI(value, start: start, isPlace: false)
    }
    let facts = Base64Facts(value)
    // Fewer characters are a word.
    guard facts.foreign == nil, facts.characters >= 16 else {
      return sayUnparsable(value, place, "neither base64 nor a URI")
    }
    say(
      .warning, code: .missingEncoding, at: place,
      message: "\(name) looks like base64, and ENCODING does not say so; "
        + "read as base64 when its first octets are known")
  }

  // MARK: Charsets and encodings

  /// Looks at a value whose octets are not those of its text.
  private mutating func checkDecodedValue(
    _ index: Int, _ card: borrowing Card, _ bytes: Span<UInt8>
  ) {
    let start = Int(row.valueStart)
    var problems = DecodingProblems()
    let octets = card.property(at: index).decodedOctets(&problems)
    let charset = parameters.charsetOffset ?? Int(row.nameEnd)
    if problems.contains(.unknownCharset) {
      say(
        .error, code: .unknownCharset, at: charset,
        message: "the charset is unknown; read as a guess tells")
    } else if problems.contains(.wrongCharset) {
      say(
        .error, code: .wrongCharset, at: start,
        message: "the value of \(name) is not in the charset it declares; "
          + "read as a guess tells")
    } else if problems.contains(.undeclaredCharset) {
      sayUndeclared(start)
    } else {
      checkMissingCharset(octets.span, at: start)
    }
    if problems.contains(.badQuotedPrintable) {
      var read: [UInt8] = []
      let fault = QuotedPrintable.decode(
        bytes, row.valueRange, into: &read, escapesSeparators: false)
      say(
        .warning, code: .badQuotedPrintable, at: fault ?? start,
        message: "an equals sign without two hexadecimal digits in the quoted-printable of "
          + "\(name); kept as it stands")
    }
    map.reset(toPoint: start)
    checkSyntax(octets.span, card)
  }

  private mutating func sayUndeclared(_ offset: Int) {
    say(
      table.rules.isUTF8Only ? .error : .warning, code: .undeclaredCharset, at: offset,
      message:
        "\(name) is not UTF-8 and declares no charset; read as \(foundCharset ?? "a guess tells")")
  }

  /// Looks for octets that are no UTF-8, where no charset is declared.
  ///
  /// - Returns: Whether there are some, apart from characters that a fold splits.
  private mutating func saidUndeclaredCharset(_ bytes: Span<UInt8>) -> Bool {
    let line = Int(row.start)..<Int(row.valueEnd)
    guard let fault = CardChecker.fault(of: bytes.extracting(line)) else { return false }
    guard row.folds > 0 else {
      sayUndeclared(line.lowerBound + fault)
      return true
    }
    map.unfold(bytes, line, into: &scratch)
    guard let unfoldedFault = CardChecker.fault(of: scratch.span) else {
      say(
        .warning, code: .splitCharacter, at: line.lowerBound + fault,
        message: "a fold splits a character of \(name); put together again")
      return false
    }
    sayUndeclared(map.offset(of: unfoldedFault))
    return true
  }

  /// The first octet that is no part of UTF-8.
  private static func fault(of octets: Span<UInt8>) -> Int? {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: octets)
      return nil
    } catch {
      return error.byteOffsets.lowerBound
    }
  }

  /// Tells, once a card, that UTF-8 stands where US-ASCII is the default.
  ///
  /// vCard 2.1 §2.1.6.
  private mutating func checkMissingCharset(_ octets: Span<UInt8>, at offset: Int) {
    guard table.parameters.contains(.charset), !hasSaidMissingCharset,
      parameters.charsetOffset == nil, !Octets.areASCII(octets)
    else { return }
    hasSaidMissingCharset = true
    say(
      .note, code: .missingCharset, at: offset,
      message: "text beyond ASCII declares no charset here and perhaps further on; read as UTF-8")
  }
}
