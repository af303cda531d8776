extension CardChecker {
  /// Looks at the value of a line.
  mutating func checkValue(
    _ index: Int, _ row: Row, _ rule: PropertyRule, _ card: borrowing Card, _ bytes: Span<UInt8>
  ) {
    switch row.known {
    // The reader has told what is wrong with it.
    case .version: return
    case _ where row.flags.contains(.nested):
      checkNestedCard(row, card, bytes)
      return
    default: break
    }
    let range = row.valueRange
    if range.count < 4, CardChecker.isBlank(bytes, range) {
      checkEmptyProperty(row, bytes)
      return
    }
    let isText =
      isUTF8 || row.flags.contains(.quotedPrintable) || parameters.charsetOffset != nil
      || !saidUndeclaredCharset(row, bytes)
    if row.flags.contains(.base64) {
      checkBase64Value(index, row, card, bytes)
      return
    }
    let declaresOther = parameters.charsetOffset != nil && !parameters.isDeclaredUTF8
    if row.flags.contains(.quotedPrintable) || declaresOther
      || !isUTF8 && parameters.charsetOffset != nil
    {
      checkDecodedValue(index, row, rule, card, bytes)
      return
    }
    if !isASCII, isText { checkMissingCharset(row, bytes) }
    guard row.folds > 0 else {
      map.reset(to: range.lowerBound)
      checkSyntax(bytes.extracting(range), row, rule, card, bytes)
      return
    }
    var octets: [UInt8] = []
    swap(&octets, &scratch)
    map.unfold(
      bytes, range, joint: row.flags.contains(.unindented) ? .lineFeed : .nothing, into: &octets)
    checkSyntax(octets.span, row, rule, card, bytes)
    swap(&octets, &scratch)
  }

  private static func isBlank(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    for index in range where !Octets.isBlank(bytes[index]) && !Octets.isLineEnd(bytes[index]) {
      return false
    }
    return true
  }

  private mutating func checkEmptyProperty(_ row: Row, _ bytes: Span<UInt8>) {
    let place = Int(row.nameStart)
    switch row.known {
    case .fn:
      say(.warning, .emptyFN, at: place, "FN has no value; nobody can tell whose card it is")
    case .uid: say(.warning, .emptyUID, at: place, "UID has no value; the card has no identifier")
    default:
      say(.note, .emptyProperty, at: place, "\(nameForPeople(row, bytes)) has no value; kept")
    }
  }

  // MARK: Syntax

  /// The syntax of a value by its property and what VALUE says.
  private func syntax(of rule: PropertyRule) -> ValueForm.Syntax {
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
  private mutating func checkSyntax(
    _ octets: Span<UInt8>, _ row: Row, _ rule: PropertyRule, _ card: borrowing Card,
    _ bytes: Span<UInt8>
  ) {
    let syntax = syntax(of: rule)
    switch syntax {
    case .uri, .placeURI:
      checkURI(octets, syntax, row, bytes)
      return
    case .binary:
      checkBinary(octets, row, bytes)
      return
    default: break
    }
    let facts = TextFacts(octets, rule)
    if let place = facts.control { sayControl(octets[place], place) }
    let value = ValueSyntax.trimmed(octets, 0..<octets.count)
    let trimmed = octets.extracting(value)
    let place = map.offset(of: value.lowerBound)
    switch syntax {
    case .anything:
      if row.known == .tel { checkTelephone(trimmed, place, rule) }
    case .text, .list: checkText(facts, rule, row, bytes)
    case .structure, .gender:
      checkText(facts, rule, row, bytes)
      checkComponents(facts, octets, rule, row)
      if syntax == .gender { checkGender(octets) }
    case .kind: checkKind(trimmed, place)
    case .pidMap: checkPIDMap(trimmed, place)
    case .languageTag:
      guard !ValueSyntax.isLanguageTag(trimmed) else { return }
      say(
        .warning, .badLanguage, at: place,
        "\(nameForPeople(row, bytes)) \(Quote.of(trimmed)) is not a language tag; kept as text")
    case .date, .timestamp: checkDate(trimmed, place, syntax, row, bytes)
    case .utcOffset: checkOffset(trimmed, place, row, bytes)
    case .coordinates: checkCoordinates(trimmed, place, row, bytes)
    case .boolean where !Octets.equal(trimmed, "TRUE") && !Octets.equal(trimmed, "FALSE"):
      sayUnparsable(trimmed, place, "neither true nor false", row, bytes)
    case .integer where !ValueSyntax.isList(trimmed, of: ValueSyntax.isInteger):
      sayUnparsable(trimmed, place, "not a whole number", row, bytes)
    case .float where !ValueSyntax.isList(trimmed, of: ValueSyntax.isFloat):
      sayUnparsable(trimmed, place, "not a number", row, bytes)
    case .card: checkInlineCard(trimmed, place, octets, row, card, bytes)
    default: break
    }
  }

  private mutating func sayUnparsable(
    _ value: Span<UInt8>, _ place: Int, _ what: String, _ row: Row, _ bytes: Span<UInt8>
  ) {
    say(
      .warning, .unparsableValue, at: place,
      "\(nameForPeople(row, bytes)) \(Quote.of(value)) is \(what); kept as text")
  }

  private mutating func sayControl(_ octet: UInt8, _ place: Int) {
    sayOnce(
      .controlCharacter, .warning, .controlCharacter, at: map.offset(of: place),
      "\(Quote.control(octet)) stands in a value; kept")
  }

  // MARK: Text

  private mutating func checkText(
    _ facts: TextFacts, _ rule: PropertyRule, _ row: Row, _ bytes: Span<UInt8>
  ) {
    // vCard 2.1 has a backslash before semicolons only; elsewhere it is a character.
    if let place = facts.badEscape, isUTF8, table.rules.separatesWithinComponents {
      say(
        .note, .badEscape, at: map.offset(of: place),
        "a backslash that starts no escape; kept as it stands")
    }
    let comma = rule.escapesCommas ? facts.comma : nil
    let semicolon = rule.escapesSemicolons ? facts.semicolon : nil
    guard let place = [comma, semicolon].compactMap({ $0 }).min() else { return }
    let name = place == comma ? "comma" : "semicolon"
    say(
      .warning, .unescapedSeparator, at: map.offset(of: place),
      "a \(name) in the text of \(nameForPeople(row, bytes)) lacks its backslash; "
        + "read as part of the text")
  }

  private mutating func checkComponents(
    _ facts: TextFacts, _ octets: Span<UInt8>, _ rule: PropertyRule, _ row: Row
  ) {
    let name = row.known.canonical
    if facts.components < Int(rule.fewest) {
      // RFC 6350 §6.2.2 wants all of them, but its own examples in §5.9 leave the last ones out.
      say(
        .note, .componentCount, at: map.offset(of: 0),
        "\(name) has \(facts.components) of its \(rule.fewest) components; the others count as "
          + "empty")
    } else if facts.components > Int(rule.most) {
      let extra = TextFacts.start(ofComponent: Int(rule.most), in: octets)
      var isEmpty = true
      for index in extra..<octets.count
      where octets[index] != UInt8(ascii: ";") && !Octets.isBlank(octets[index]) {
        isEmpty = false
      }
      say(
        isEmpty ? .warning : .error, .componentCount, at: map.offset(of: extra),
        "\(name) has \(facts.components) components, and no more than \(rule.most) mean "
          + "anything; all are kept")
    }
    guard parameters.sortKeys > facts.components else { return }
    // RFC 6350 §5.9.
    say(
      .warning, .badParameterValue, at: parameters.sortAsOffset,
      "SORT-AS has \(parameters.sortKeys) elements, more than \(name) has components; kept")
  }

  private mutating func checkGender(_ octets: Span<UInt8>) {
    let end = ValueSyntax.first(octets, UInt8(ascii: ";")) ?? octets.count
    let sex = octets.extracting(ValueSyntax.trimmed(octets, 0..<end))
    if sex.isEmpty { return }
    if sex.count == 1 {
      switch sex[0] & 0xDF {
      // RFC 6350 §6.2.7.
      case UInt8(ascii: "M"), UInt8(ascii: "F"), UInt8(ascii: "O"), UInt8(ascii: "N"),
        UInt8(ascii: "U"):
        return
      default: break
      }
    }
    say(
      .warning, .badGender, at: map.offset(of: 0),
      "GENDER \(Quote.of(sex)) is none of the letters M, F, O, N and U; kept as text")
  }

  private mutating func checkKind(_ word: Span<UInt8>, _ place: Int) {
    if Octets.equal(word, "group") {
      isGroup = true
      return
    }
    // RFC 6350 §6.1.4, RFC 6473 §3, RFC 6869 §3.
    let known: [StaticString] = ["individual", "org", "location", "application", "device"]
    for kind in known where Octets.equal(word, kind) { return }
    guard !Octets.isVendorWord(word) else { return }
    say(
      .note, .unknownKind, at: place,
      "KIND \(Quote.of(word)) is unknown; readers take the card for a person's")
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
      .warning, .badClientPIDMap, at: place,
      "CLIENTPIDMAP \(Quote.of(value)) is not a number above 0 and a URI with a semicolon between "
        + "them; kept as text")
  }

  private mutating func checkTelephone(_ value: Span<UInt8>, _ place: Int, _ rule: PropertyRule) {
    guard parameters.type == nil, rule.types.contains(.uri),
      ValueSyntax.starts(value, with: "tel:")
    else { return }
    say(
      .note, .uriWithoutValue, at: place,
      "TEL is a URI, and VALUE=uri does not say so; taken as text")
  }

  // MARK: Dates, offsets, places

  private mutating func checkDate(
    _ value: Span<UInt8>, _ place: Int, _ syntax: ValueForm.Syntax, _ row: Row,
    _ bytes: Span<UInt8>
  ) {
    let what = syntax == .timestamp ? "not a date with a time" : "not a date"
    guard let form = DateForm.of(value) else {
      sayUnparsable(value, place, what, row, bytes)
      return
    }
    let isOwn =
      table.rules.writesBasicDates
      ? (syntax == .timestamp ? form.isTimestamp40 : form.isDateAndOrTime40)
      : form.isDateOrDateTime30
    guard !isOwn else { return }
    // X-PROPERTY says that the version has the property not in this form.
    let isMarked = form.isDateAndOrTime40 && row.mayHave(YearlessDate.formOctets, in: bytes)
    say(
      isMarked ? .note : .warning, .dateForm, at: place,
      "\(nameForPeople(row, bytes)) \(Quote.of(value)) is not in the form of vCard "
        + "\(table.rules.version.rawValue); understood all the same")
  }

  private mutating func checkOffset(
    _ value: Span<UInt8>, _ place: Int, _ row: Row, _ bytes: Span<UInt8>
  ) {
    switch ValueSyntax.utcOffset(value) {
    case nil: sayUnparsable(value, place, "not an offset from UTC", row, bytes)
    case .basic where !table.rules.hasExtendedOffsetsOnly,
      .extended where !table.rules.writesBasicDates:
      return
    case .basic, .extended, .loose:
      say(
        .warning, .dateForm, at: place,
        "\(nameForPeople(row, bytes)) \(Quote.of(value)) is not in the form of vCard "
          + "\(table.rules.version.rawValue); understood all the same")
    }
  }

  private mutating func checkCoordinates(
    _ value: Span<UInt8>, _ place: Int, _ row: Row, _ bytes: Span<UInt8>
  ) {
    // RFC 2426 §3.4.2 has a semicolon, vCard 2.1 §2.4.6 a comma.
    let separator = table.rules.separatesListsWithSemicolons ? "," : ";" as Unicode.Scalar
    guard !ValueSyntax.arePair(value, separator: UInt8(ascii: separator)) else { return }
    sayUnparsable(value, place, "not a latitude and a longitude", row, bytes)
  }

  // MARK: URIs

  private mutating func checkURI(
    _ octets: Span<UInt8>, _ syntax: ValueForm.Syntax, _ row: Row, _ bytes: Span<UInt8>
  ) {
    let range = ValueSyntax.trimmed(octets, 0..<octets.count)
    let value = octets.extracting(range)
    let place = map.offset(of: range.lowerBound)
    let plainScheme = ValueSyntax.scheme(value)
    guard let scheme = plainScheme ?? ValueSyntax.escapedScheme(value), scheme + 1 < value.count
    else {
      let mayBeText = table[row.known].types.contains(.text) && parameters.type == nil
      say(
        .warning, .badURI, at: place,
        "\(nameForPeople(row, bytes)) \(Quote.of(value)) is not a URI, for it starts with no scheme"
          + (mayBeText ? ", and VALUE=text does not say that it is text" : "") + "; kept as text")
      return
    }
    if scheme == 4, Octets.equal(value.extracting(0..<scheme), "data") {
      checkDataURI(value, range.lowerBound, row, bytes)
      return
    }
    var hasBlank = false
    var hasEscape = plainScheme == nil
    if hasEscape { sayEscape(range.lowerBound + scheme - 1, row, bytes) }
    for index in scheme + 1..<value.count {
      switch value[index] {
      case UInt8(ascii: " "), 0x09:
        guard !hasBlank else { continue }
        hasBlank = true
        say(
          .warning, .badURI, at: map.offset(of: range.lowerBound + index),
          "a blank stands in the URI of \(nameForPeople(row, bytes)); kept as it stands")
      case UInt8(ascii: "\\"):
        guard !hasEscape else { continue }
        hasEscape = true
        sayEscape(range.lowerBound + index, row, bytes)
      case 0..<0x20, 0x7F: sayControl(value[index], range.lowerBound + index)
      default: continue
      }
    }
    guard syntax == .placeURI, !hasEscape, scheme == 3,
      Octets.equal(value.extracting(0..<3), "geo"),
      !ValueSyntax.areGeoCoordinates(value.extracting(4..<value.count))
    else { return }
    sayUnparsable(value, place, "not a geo: URI of two or three numbers", row, bytes)
  }

  private mutating func sayEscape(_ index: Int, _ row: Row, _ bytes: Span<UInt8>) {
    say(
      .note, .escapeInURI, at: map.offset(of: index),
      "a backslash stands in the URI of \(nameForPeople(row, bytes)), where nothing is escaped; "
        + "read as an escape")
  }

  private mutating func checkDataURI(
    _ value: Span<UInt8>, _ start: Int, _ row: Row, _ bytes: Span<UInt8>
  ) {
    guard let comma = ValueSyntax.first(value, UInt8(ascii: ",")) else {
      say(
        .error, .badURI, at: map.offset(of: start),
        "the data: URI of \(nameForPeople(row, bytes)) has no comma before its data; kept as text")
      return
    }
    var head = 5..<comma
    if let escape = ValueSyntax.first(value.extracting(head), UInt8(ascii: "\\")) {
      sayEscape(start + 5 + escape, row, bytes)
      if value[comma - 1] == UInt8(ascii: "\\") { head = 5..<comma - 1 }
    }
    let marker = ";base64".utf8.count
    guard head.count >= marker,
      Octets.equal(value.extracting(head.upperBound - marker..<head.upperBound), ";base64")
    else { return }
    let data = value.extracting(comma + 1..<value.count)
    guard checkBase64(data, start + comma + 1, row, bytes) else { return }
    let end = ValueSyntax.first(value.extracting(head), UInt8(ascii: ";")) ?? head.count
    let type = String(decoding: CardChecker.array(value, 5..<5 + end), as: UTF8.self)
    compareMediaType(type, data, start, row)
  }

  static func array(_ octets: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
    Unfolding.unfolded(octets, range)
  }

  // MARK: Binary

  private mutating func checkBase64Value(
    _ index: Int, _ row: Row, _ card: borrowing Card, _ bytes: Span<UInt8>
  ) {
    let (first, last) = CardAssembler.trimmed(
      bytes, row.valueRange.lowerBound, row.valueRange.upperBound)
    map.reset(to: first)
    let value = bytes.extracting(first..<last)
    // A colon is no base64: what starts with a scheme is a URI.
    if ValueSyntax.scheme(value) != nil {
      say(
        .warning, .encodingOnURI, at: first,
        "ENCODING says base64, but the value is a URI; read as a URI")
      return
    }
    guard checkBase64(value, 0, row, bytes) else { return }
    switch row.known {
    case .photo, .logo, .sound: break
    default: return
    }
    let property = card.property(at: index)
    let named = (property.parameter("MEDIATYPE") + property.parameter("TYPE")).lazy
      .compactMap { MediaType.named($0, row.known) }.first
    if let named { compareMediaType(named, value, 0, row) }
  }

  /// Whether octets are base64; tells where they are not.
  private mutating func checkBase64(
    _ octets: Span<UInt8>, _ start: Int, _ row: Row, _ bytes: Span<UInt8>
  ) -> Bool {
    let facts = Base64Facts(octets)
    if let place = facts.foreign {
      say(
        .error, .badBase64, at: map.offset(of: start + place),
        "\(nameForPeople(row, bytes)) holds what is not base64; "
          + (facts.foreignCount * 16 <= octets.count ? "left out" : "kept as text"))
      return false
    }
    if facts.characters % 4 == 1 {
      say(
        .error, .badBase64, at: map.offset(of: start),
        "the base64 of \(nameForPeople(row, bytes)) breaks off amid an octet; "
          + "what is whole is read")
      return false
    }
    guard (facts.characters + facts.padding) % 4 == 0 else {
      say(
        .warning, .badBase64, at: map.offset(of: start),
        "the base64 of \(nameForPeople(row, bytes)) lacks its padding; read all the same")
      return true
    }
    return true
  }

  private mutating func compareMediaType(
    _ declared: String, _ data: Span<UInt8>, _ place: Int, _ row: Row
  ) {
    let declared = MediaType.plain(declared.lowercased())
    guard declared.utf8.starts(with: "image/".utf8) || declared.utf8.starts(with: "audio/".utf8)
    else { return }
    // Sixteen characters hold twelve octets, and a fold may stand among them.
    let head = Unfolding.unfolded(data, 0..<min(data.count, 24)).filter { !Octets.isBlank($0) }
    guard head.count >= 16, let octets = Base64.decode(Array(head[..<16])),
      let shown = MediaType.sniffed(octets), shown != declared
    else { return }
    say(
      .note, .mediaTypeMismatch, at: map.offset(of: place),
      "\(row.known.canonical) says \(Quote.of(Array(declared.utf8).span, marks: "")), "
        + "but its octets look like \(shown); kept as declared")
  }

  /// A photo, logo or sound that does not say ENCODING.
  private mutating func checkBinary(_ octets: Span<UInt8>, _ row: Row, _ bytes: Span<UInt8>) {
    let range = ValueSyntax.trimmed(octets, 0..<octets.count)
    let value = octets.extracting(range)
    let place = map.offset(of: range.lowerBound)
    if ValueSyntax.scheme(value) != nil {
      say(
        .warning, .uriWithoutValue, at: place,
        "\(nameForPeople(row, bytes)) is a URI, and VALUE does not say so; read as a URI")
      checkURI(octets, .uri, row, bytes)
      return
    }
    let facts = Base64Facts(value)
    // Fewer characters are a word.
    guard facts.foreign == nil, facts.characters >= 16 else {
      sayUnparsable(value, place, "neither base64 nor a URI", row, bytes)
      return
    }
    say(
      .warning, .missingEncoding, at: place,
      "\(nameForPeople(row, bytes)) looks like base64, and ENCODING does not say so; "
        + "read as base64 when its first octets are known")
  }

  // MARK: Charsets and encodings

  /// Looks at a value whose octets are not those of its text.
  private mutating func checkDecodedValue(
    _ index: Int, _ row: Row, _ rule: PropertyRule, _ card: borrowing Card, _ bytes: Span<UInt8>
  ) {
    let start = Int(row.valueStart)
    var problems = DecodingProblems()
    let octets = card.property(at: index).decodedOctets(&problems)
    let charset = parameters.charsetOffset ?? Int(row.nameEnd)
    if problems.contains(.unknownCharset) {
      say(.error, .unknownCharset, at: charset, "the charset is unknown; read as a guess tells")
    } else if problems.contains(.wrongCharset) {
      say(
        .error, .wrongCharset, at: start,
        "the value of \(nameForPeople(row, bytes)) is not in the charset it declares; "
          + "read as a guess tells")
    } else if problems.contains(.undeclaredCharset) {
      sayUndeclared(start, row, bytes)
    } else if table.parameters.contains(.charset), parameters.charsetOffset == nil,
      !hasSaidMissingCharset, !Octets.areASCII(octets.span)
    {
      sayMissingCharset(start)
    }
    if problems.contains(.badQuotedPrintable) {
      say(
        .warning, .badQuotedPrintable, at: QuotedPrintableFacts.fault(in: bytes, row.valueRange),
        "an equals sign without two hexadecimal digits in the quoted-printable of "
          + "\(nameForPeople(row, bytes)); kept as it stands")
    }
    map.reset(toPoint: start)
    checkSyntax(octets.span, row, rule, card, bytes)
  }

  private mutating func sayUndeclared(_ offset: Int, _ row: Row, _ bytes: Span<UInt8>) {
    say(
      table.rules.isUTF8Only ? .error : .warning, .undeclaredCharset, at: offset,
      "\(nameForPeople(row, bytes)) is not UTF-8 and declares no charset; read as "
        + (foundCharset ?? "a guess tells"))
  }

  /// Looks for octets that are no UTF-8, where no charset is declared.
  ///
  /// - Returns: Whether there are some, apart from characters that a fold splits.
  private mutating func saidUndeclaredCharset(_ row: Row, _ bytes: Span<UInt8>) -> Bool {
    let line = Int(row.start)..<Int(row.valueEnd)
    guard let fault = CardChecker.fault(of: bytes.extracting(line)) else { return false }
    guard row.folds > 0 else {
      sayUndeclared(line.lowerBound + fault, row, bytes)
      return true
    }
    map.unfold(bytes, line, joint: .nothing, into: &scratch)
    guard let unfoldedFault = CardChecker.fault(of: scratch.span) else {
      say(
        .warning, .splitCharacter, at: line.lowerBound + fault,
        "a fold splits a character of \(nameForPeople(row, bytes)); put together again")
      return false
    }
    sayUndeclared(map.offset(of: unfoldedFault), row, bytes)
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
  private mutating func checkMissingCharset(_ row: Row, _ bytes: Span<UInt8>) {
    guard table.parameters.contains(.charset), !hasSaidMissingCharset,
      parameters.charsetOffset == nil, !Octets.areASCII(bytes.extracting(row.valueRange))
    else { return }
    sayMissingCharset(Int(row.valueStart))
  }

  private mutating func sayMissingCharset(_ offset: Int) {
    hasSaidMissingCharset = true
    say(
      .note, .missingCharset, at: offset,
      "text beyond ASCII declares no charset here and perhaps further on; read as UTF-8")
  }
}
