extension CardChecker {
  /// Looks at the parameters of a line, which stand between its name and its colon: walks over
  /// `;NAME=value,value;…` as ``Parameter`` reads it.
  mutating func checkParameters(_ octets: Span<UInt8>) {
    let ignoresQuotes = row.flags.contains(.quotesIgnored)
    var index = 0
    while index < octets.count {
      guard octets[index] == UInt8(ascii: ";") else {
        index += 1
        continue
      }
      index += 1
      let start = index
      let name = Parameter.Scanner.nameRange(octets, &index)
      guard index < octets.count, octets[index] == UInt8(ascii: "=") else {
        checkBareWord(octets, name, start)
        continue
      }
      index += 1
      let parameter = KnownParameter.named(octets.extracting(name))
      let isUsual = checkParameterName(parameter, octets, name)
      repeat {
        let value = scanValue(octets, &index, ignoresQuotes: ignoresQuotes)
        checkEscapes(of: value, parameter, octets)
        checkParameterValue(value, parameter, octets, name, isUsual: isUsual)
        // The comma; the next value starts behind it.
        guard index < octets.count, octets[index] == UInt8(ascii: ",") else { break }
        index += 1
      } while true
    }
  }

  /// A parameter value as it stands.
  struct ScannedValue {
    /// Without blanks and quotation marks around it.
    var range: Range<Int>
    /// Whether quotation marks stand around it.
    var isQuoted = false
    /// The first backslash before a character that it would escape.
    var escape: Int?
    /// The first circumflex that starts no escape of RFC 6868.
    var circumflex: Int?
    var control: Int?
    /// A quotation mark that is not at an end.
    var innerQuote: Int?
  }

  private func scanValue(
    _ octets: Span<UInt8>, _ index: inout Int, ignoresQuotes: Bool
  ) -> ScannedValue {
    while index < octets.count, Octets.isBlank(octets[index]) { index += 1 }
    let start = index
    var value = ScannedValue(range: start..<start)
    var isInQuotes = false
    var quotes = 0
    scan: while index < octets.count {
      switch octets[index] {
      case UInt8(ascii: "\"") where !ignoresQuotes:
        isInQuotes.toggle()
        quotes += 1
        if index > start, isInQuotes { value.innerQuote = value.innerQuote ?? index }
      case UInt8(ascii: ","), UInt8(ascii: ";"):
        if !isInQuotes { break scan }
      case UInt8(ascii: "\\"):
        guard CardChecker.startsEscape(octets, index) else { break }
        value.escape = value.escape ?? index
        if !isInQuotes { index += 1 }
      case UInt8(ascii: "^"):
        if CardChecker.startsEscape(octets, index) {
          index += 1
        } else {
          value.circumflex = value.circumflex ?? index
        }
      case 0x00...0x08, 0x0A...0x1F, 0x7F: value.control = value.control ?? index
      default: break
      }
      index += 1
    }
    value.range = ValueSyntax.trimmed(octets, start..<min(index, octets.count))
    if quotes >= 2, value.range.count >= 2, octets[value.range.lowerBound] == UInt8(ascii: "\""),
      octets[value.range.upperBound - 1] == UInt8(ascii: "\"")
    {
      value.range = value.range.lowerBound + 1..<value.range.upperBound - 1
      value.isQuoted = true
    } else if quotes > 0, value.innerQuote == nil {
      value.innerQuote = start
    }
    return value
  }

  private static func startsEscape(_ octets: Span<UInt8>, _ index: Int) -> Bool {
    Parameter.unescaped(octets, index, isLabel: false, hasCircumflex: true) != nil
  }

  private mutating func checkEscapes(
    of value: ScannedValue, _ parameter: KnownParameter, _ octets: Span<UInt8>
  ) {
    if let place = value.control {
      sayOnce(
        .warning, code: .controlCharacter, at: map.offset(of: place),
        message: "\(Quote.control(octets[place])) stands in a parameter; kept")
    }
    if let place = value.innerQuote {
      sayOnce(
        .warning, code: .badParameterValue, at: map.offset(of: place),
        message: "a quotation mark stands inside a parameter value; left out")
    }
    // RFC 6350 §6.3.1: LABEL has the escapes of values; SORT-AS may hold what N holds.
    if let place = value.escape, parameter != .label, parameter != .vendor {
      sayOnce(
        .warning, code: .escapeInParameter, at: map.offset(of: place),
        message: value.isQuoted
          ? "a backslash means nothing in a parameter; kept"
          : "a backslash means nothing in a parameter; taken as an escape")
    }
    if let place = value.circumflex, table.rules.decodesCircumflex {
      sayOnce(
        .note, code: .circumflexEscape, at: map.offset(of: place),
        message: "a circumflex that starts no escape of RFC 6868; kept as it stands")
    }
  }

  // MARK: Names

  /// Tells whether the parameter belongs to the property and the version.
  private mutating func checkParameterName(
    _ parameter: KnownParameter, _ octets: Span<UInt8>, _ word: Range<Int>
  ) -> Bool {
    if parameter == .vendor { return true }
    let offset = map.offset(of: word.lowerBound)
    if parameter == .unknown {
      if word.isEmpty {
        sayOnce(
          .warning, code: .emptyParameter, at: offset,
          message: "a parameter has a value and no name; kept")
      } else if Parameter.typeWords.number(of: octets.extracting(word)) == nil {
        say(
          .note, code: .unknownParameter, at: offset,
          message: "no standard has a parameter \(Quote.of(octets, word)); kept")
      }
      return false
    }
    let isRepeated = !parameters.set.insert(ParameterSet(parameter)).inserted
    guard table.parameters.contains(parameter) else {
      // What ENCODING says decides which code tells more.
      guard parameter != .encoding else { return false }
      say(
        .warning, code: .parameterNotInVersion, at: offset,
        message: "\(parameter.name) is not a parameter of vCard \(version); "
          + (parameter == .charset ? "heeded all the same" : "kept"))
      return false
    }
    // RFC 6350 §5.5 and §5.6 have examples of these.
    if isRepeated, parameter != .type, parameter != .pid {
      say(
        .warning, code: .repeatedParameter, at: offset,
        message: "\(parameter.name) stands twice in one property; the first counts, both are kept")
    }
    guard rule.standing == .standard, !rule.parameters.contains(parameter) else { return true }
    say(
      rule.forbidden.contains(parameter) ? .warning : .note, code: .parameterNotAllowed, at: offset,
      message: "\(parameter.name) does not belong to \(name); kept")
    return true
  }

  /// A parameter without its name: fine in vCard 2.1, where the word tells what it is.
  private mutating func checkBareWord(_ octets: Span<UInt8>, _ word: Range<Int>, _ start: Int) {
    guard !word.isEmpty else {
      return sayOnce(
        .warning, code: .emptyParameter, at: map.offset(of: start),
        message: "nothing stands between two separators of parameters; left out")
    }
    let octetsOfWord = octets.extracting(word)
    let kind = Parameter.kind(ofNameless: octetsOfWord)
    let offset = map.offset(of: word.lowerBound)
    if kind == .value {
      parameters.type = parameters.type ?? ValueType.named(octetsOfWord)
    }
    if table.rules.allowsNamelessParameters {
      guard kind == .type, Parameter.typeWords.number(of: octetsOfWord) == nil,
        !Octets.isVendorWord(octetsOfWord)
      else { return }
      return sayOnce(
        .note, code: .unknownType, at: offset,
        message: "\(Quote.of(octets, word)) is not a word of vCard 2.1; taken as a type")
    }
    if rule.allowsBarePref, Octets.equal(octetsOfWord, "PREF") { return }
    sayOnce(
      .warning, code: .bareParameter, at: offset,
      message: "the parameter \(Quote.of(octets, word)) lacks its name; taken as \(kind.rawValue)")
  }

  // MARK: Values

  private mutating func checkParameterValue(
    _ value: ScannedValue, _ parameter: KnownParameter, _ octets: Span<UInt8>, _ named: Range<Int>,
    isUsual: Bool
  ) {
    let range = value.range
    if range.isEmpty, !value.isQuoted { return checkEmptyValue(parameter, octets, named) }
    let word = octets.extracting(range)
    let place = map.offset(of: range.lowerBound)
    switch parameter {
    case .type: checkType(word, place)
    case .value: checkValueType(word, place)
    case .encoding: checkEncoding(word, place, name: map.offset(of: named.lowerBound))
    case .charset:
      guard parameters.charsetOffset == nil else { return }
      parameters.charsetOffset = place
      parameters.isDeclaredUTF8 = Octets.equal(word, "UTF-8") || Octets.equal(word, "UTF8")
    case .language where !ValueSyntax.isLanguageTag(word):
      say(
        .warning, code: .badLanguage, at: place,
        message: "LANGUAGE \(Quote.of(word)) is not a language tag; kept")
    case .sortAs:
      parameters.sortAsOffset = place
      // RFC 6350 §5.9: the elements stand with commas between them inside the quotation marks.
      let commas = value.isQuoted ? word.indices.count { word[$0] == UInt8(ascii: ",") } : 0
      parameters.sortKeys += commas + 1
    case .pid where isUsual: checkPID(word, place)
    default:
      guard isUsual, let fault = ParameterSyntax.fault(of: parameter, word) else { return }
      let isPref = parameter == .pref
      say(
        .warning, code: isPref ? .badPref : .badParameterValue, at: place,
        message: "\(parameter.name) \(Quote.of(word)) is \(fault); kept"
          + (isPref ? ", means nothing" : ""))
    }
  }

  private mutating func checkEmptyValue(
    _ parameter: KnownParameter, _ octets: Span<UInt8>, _ named: Range<Int>
  ) {
    switch parameter {
    // An empty text may be meant.
    case .vendor, .label, .sortAs, .altid, .username, .authorName, .phonetic, .tz: return
    case .unknown where named.isEmpty: return
    // `CELL=` of programs that put an equals sign behind every word.
    case .unknown where Parameter.typeWords.number(of: octets.extracting(named)) == nil: return
    default:
      sayOnce(
        .warning, code: .emptyParameter, at: map.offset(of: named.lowerBound),
        message: "the parameter \(Quote.of(octets, named)) has no value; "
          + (parameter == .unknown ? "taken as a type" : "kept"))
    }
  }

  private mutating func checkType(_ word: Span<UInt8>, _ place: Int) {
    guard table.parameters.contains(.pref) else { return }
    if word.count == 4, Octets.equal(word, "PREF") {
      say(
        .warning, code: .typePref, at: place,
        message: "TYPE=pref is PREF=1 in vCard 4.0; kept, and read as preferred")
    } else if ObsoleteType.names.number(of: word) == row.known.rawValue {
      say(
        .note, code: .obsoleteType, at: place,
        message: "vCard 4.0 has no TYPE \(Quote.of(word)) any more; kept")
    }
  }

  private mutating func checkValueType(_ word: Span<UInt8>, _ place: Int) {
    let type = ValueType.named(word)
    parameters.type = parameters.type ?? type
    switch type {
    case .vendor: return
    case .unknown:
      say(
        .note, code: .unknownValueType, at: place,
        message: "VALUE \(Quote.of(word)) is a type of no standard; the value is kept as it stands")
    default:
      let isAllowed = rule.standing == .standard ? rule.types.contains(type) : true
      guard !isAllowed || !table.types.contains(type) else { return }
      say(
        .warning, code: .valueTypeNotAllowed, at: place,
        message: table.types.contains(type)
          ? "\(name) has no values of type \(type.name); kept as it stands"
          : "vCard \(version) has no type \(type.name); kept as it stands")
    }
  }

  private mutating func checkEncoding(_ octets: Span<UInt8>, _ place: Int, name nameOffset: Int) {
    let word = EncodingWord(octets)
    switch (word, table.rules.base64Encoding) {
    case (nil, _):
      if Octets.isVendorWord(octets) { return }
      say(
        .error, code: .unknownEncoding, at: place,
        message: "ENCODING \(Quote.of(octets)) is unknown; the value is kept as it stands")
    case (.quotedPrintable, _) where table.rules.encodesWithQuotedPrintable: return
    case (.quotedPrintable, _), (.q, _):
      say(
        .warning, code: .quotedPrintableObsolete, at: nameOffset,
        message: "vCard \(version) has no quoted-printable; decoded all the same")
    case (_, nil):
      say(
        .warning, code: .parameterNotInVersion, at: nameOffset,
        message: "ENCODING is not a parameter of vCard \(version); heeded all the same")
    case (.base64, "BASE64"), (.sevenBit, "BASE64"), (.eightBit, "BASE64"): return
    case (.b, "b"):
      guard octets[0] != UInt8(ascii: "b") else { return }
      say(
        .note, code: .encodingSpelling, at: place,
        message: "vCard \(version) writes ENCODING=b; read as that")
    case (_, let usual):
      let spelling = Quote.of(octets, marks: "")
      say(
        .warning, code: .encodingSpelling, at: place,
        message: word == .sevenBit || word == .eightBit
          ? "ENCODING=\(spelling) says nothing in vCard \(version); left out of account"
          : "vCard \(version) writes ENCODING=\(usual ?? ""), not \(spelling); read as that")
    }
  }

  private mutating func checkPID(_ word: Span<UInt8>, _ place: Int) {
    // RFC 6350 §5.5: 1*DIGIT ["." 1*DIGIT], several with commas between them.
    var start = place
    let areAll = ValueSyntax.isList(word) { pid in
      let point = ValueSyntax.first(pid, UInt8(ascii: ".")) ?? pid.count
      let source = ValueSyntax.smallNumber(pid.extracting(droppingFirst: point + 1)) ?? 0
      let isLocal = ValueSyntax.smallNumber(pid.extracting(0..<point)) ?? 0 > 0
      guard isLocal, point == pid.count || source > 0 else { return false }
      if source > 0 { pidSources.append((source, start + point + 1)) }
      start += pid.count + 1
      return true
    }
    if areAll { return }
    say(
      .warning, code: .badPID, at: place,
      message: "PID \(Quote.of(word)) is neither a number nor two with a dot between them; kept")
  }
}

/// The types that vCard 4.0 has no more, and the properties that had them.
///
/// RFC 6350 §A.2, and the types of RFC 2426 §3.3 that its §6.4 does not have.
private enum ObsoleteType {
  static let names = WordTable(
    ["DOM", "INTL", "POSTAL", "PARCEL"].map { ($0, KnownName.adr.rawValue) }
      + ["INTERNET", "X400"].map { ($0, KnownName.email.rawValue) }
      + ["MSG", "BBS", "MODEM", "CAR", "ISDN", "PCS"].map { ($0, KnownName.tel.rawValue) })
}

/// What the standards say about the values of a parameter.
private enum ParameterSyntax {
  /// What a value is instead of what it should be, for a message; `nil` when it is fine.
  static func fault(of parameter: KnownParameter, _ word: Span<UInt8>) -> String? {
    switch parameter {
    case .pref:
      // RFC 6350 §5.3.
      let number = ValueSyntax.smallNumber(word)
      return number.map { 1...100 ~= $0 } == true ? nil : "not a number from 1 to 100"
    case .index:
      // RFC 6715 §3.1.
      return (ValueSyntax.smallNumber(word) ?? 0) > 0 ? nil : "not a number above 0"
    case .level: return ValueSyntax.isAny(word, of: levels) ? nil : "not a level of RFC 6715"
    case .mediatype: return ValueSyntax.isMediaType(word) ? nil : "not a media type"
    case .cc:
      // RFC 8605 §3.1: an ISO 3166 code of two letters.
      return areLetters(word, 2) ? nil : "not a country code of two letters"
    case .derived: return ValueSyntax.isBoolean(word) ? nil : "neither true nor false"
    case .script:
      // RFC 9554 §4.8: an ISO 15924 code of four letters.
      return areLetters(word, 4) ? nil : "not a script code of four letters"
    case .created:
      return DateScanner(word)?.form.isTimestamp40 == true ? nil : "not a timestamp"
    case .geo, .author:
      return ValueSyntax.scheme(word) != nil ? nil : "not a URI"
    default: return nil
    }
  }

  private static let levels: [StaticString] = [
    "beginner", "average", "expert", "high", "medium", "low",
  ]

  private static func areLetters(_ word: Span<UInt8>, _ count: Int) -> Bool {
    word.count == count && word.indices.allSatisfy { ValueSyntax.isLetter(word[$0]) }
  }
}
