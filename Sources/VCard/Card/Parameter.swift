/// A parameter of a property, such as `TYPE=home`.
public struct Parameter: Hashable, Sendable {
  /// The name in upper case.
  public var name: String
  /// The values, decoded (RFC 6868) and without quotation marks, in the spelling they were read.
  public var values: [String]
  /// Whether it was written without its name, as vCard 2.1 §2.1.2 allows.
  public var isNameless: Bool

  /// Creates a parameter.
  public init(_ name: String, _ values: [String], isNameless: Bool = false) {
    self.name = Property.Name.uppercased(name)
    self.values = values
    self.isNameless = isNameless
  }

  /// Creates a parameter with one value.
  public init(_ name: String, _ value: String) {
    self.init(name, [value])
  }
}

extension Parameter {
  /// Parameters of which each name stands once, where it stood first, with the values of all.
  ///
  /// ```
  /// TYPE=home;PREF=1;TYPE=work   TYPE=home,work;PREF=1
  /// ```
  /// - Parameters:
  ///   - parameters: The parameters of a property.
  ///   - keepsRepeats: Whether a value stays that an earlier parameter of the name has, too.
  /// - Returns: The parameters. O(n) in names and values.
  package static func gathered(_ parameters: [Parameter], keepsRepeats: Bool) -> [Parameter] {
    guard parameters.count > 1 else { return parameters }
    // Of a few, each name is most often there once.
    let isEachOnce =
      parameters.count < 8
      && parameters.indices.allSatisfy { index in
        !parameters[..<index].contains { $0.name == parameters[index].name }
      }
    if isEachOnce { return parameters }
    var gathered: [Parameter] = []
    var places: [String: Int] = [:]
    var seen: [Int: Set<String>] = [:]
    for parameter in parameters {
      let place = places[parameter.name, default: gathered.count]
      guard place < gathered.count else {
        places[parameter.name] = place
        gathered.append(parameter)
        continue
      }
      let new =
        keepsRepeats
        ? parameter.values
        : parameter.values.filter {
          seen[place, default: Set(gathered[place].values)].insert($0).inserted
        }
      gathered[place].values += new
    }
    return gathered
  }

  /// The words that name a type of property rather than a parameter, when they stand alone.
  ///
  /// vCard 2.1 §2.2–2.5 and §2.9, RFC 2426 §3.
  static let typeWords = WordTable(
    [
      "HOME", "WORK", "PREF", "CELL", "VOICE", "FAX", "INTERNET", "PAGER", "MSG", "BBS", "MODEM",
      "CAR", "ISDN", "VIDEO", "PCS", "DOM", "INTL", "POSTAL", "PARCEL", "AOL", "APPLELINK",
      "ATTMAIL", "CIS", "EWORLD", "IBMMAIL", "MCIMAIL", "POWERSHARE", "PRODIGY", "TLX", "X400",
      "GIF", "CGM", "WMF", "BMP", "MET", "PMB", "DIB", "PICT", "TIFF", "PS", "PDF", "JPEG", "JPG",
      "PNG", "MPEG", "MPEG2", "AVI", "QTIME", "WAVE", "PCM", "AIFF", "X509", "PGP", "OTHER",
      "MOBILE", "MAIN", "TEXT", "TEXTPHONE",
    ].map { ($0, 1) })

  /// Whether a type is a word of a standard, in which case means nothing.
  package static func isTypeWord(_ type: String) -> Bool {
    typeWords.number(of: type.utf8Span.span) != nil
  }

  /// Whether a standard has a parameter of a name in upper case.
  package static func isOfStandard(_ name: String) -> Bool {
    KnownParameter.named(name) != nil
  }

  /// Which parameter a word alone stands for.
  enum Nameless: String {
    case type = "TYPE"
    case encoding = "ENCODING"
    case value = "VALUE"
  }

  /// Which parameter a word alone stands for.
  ///
  /// vCard 2.1 §2.1.2.
  static func kind(ofNameless word: Span<UInt8>) -> Nameless {
    // A letter alone is a type that some program has.
    if word.count > 1, EncodingWord(word) != nil { return .encoding }
    return RuleTable.of(.version21).types.contains(ValueType.named(word)) ? .value : .type
  }

  /// What stands in a list of parameters, with the octets of its value.
  enum Piece {
    /// A parameter by its name, without blanks around it.
    case named(ArraySlice<UInt8>)
    /// A further value of the parameter before.
    case further
    /// A word that stands without the name of its parameter.
    case nameless(Nameless)
  }

  /// Reads the parameters that stand before the colon of a line.
  ///
  /// RFC 2425 §5.8.2, RFC 6350 §3.3, vCard 2.1 §2.1.2. What programs do besides is heeded:
  /// `TYPE="HOME,VOICE"`, `TYPE=home\,work` and `;HOME,VOICE` are two values, `CELL=` is TYPE=CELL.
  /// No name holds a quotation mark: `;"A=B"` is a word alone.
  ///
  /// - Parameters:
  ///   - bytes: Unfolded octets, from the first semicolon on.
  ///   - rules: Whose escapes to decode.
  ///   - ignoresQuotes: Whether quotation marks enclose nothing, because one is never closed.
  ///   - body: Receives the pieces in order.
  static func forEach(
    _ bytes: [UInt8], _ rules: Rules, ignoresQuotes: Bool,
    _ body: (Piece, ArraySlice<UInt8>) -> Void
  ) {
    var scanner = Scanner(bytes: bytes, rules: rules, ignoresQuotes: ignoresQuotes)
    var values: [ArraySlice<UInt8>] = []
    func tellNameless(_ words: ArraySlice<UInt8>) {
      forEachNameless(words.span) { kind, range in
        let start = words.startIndex
        body(.nameless(kind), words[start + range.lowerBound..<start + range.upperBound])
      }
    }
    while scanner.skipToParameter() {
      let name = scanner.name()
      guard scanner.takes(UInt8(ascii: "=")) else {
        if !name.isEmpty { tellNameless(name) }
        continue
      }
      values.removeAll(keepingCapacity: true)
      repeat {
        let value = scanner.value(name: name)
        if value.splits, value.octets.isEmpty || value.octets.contains(UInt8(ascii: ",")) {
          for part in value.octets.split(separator: UInt8(ascii: ",")) {
            values.append(ValueSyntax.trimmed(part))
          }
          if values.isEmpty { values.append([]) }
        } else {
          values.append(value.splits ? ValueSyntax.trimmed(value.octets) : value.octets)
        }
      } while scanner.takes(UInt8(ascii: ","))
      if name.isEmpty {
        // `;=home` says as much as `;home`, and `;=` nothing.
        for value in values where !value.isEmpty { tellNameless(value) }
      } else if values.count == 1, values[0].isEmpty, typeWords.number(of: name.span) != nil {
        tellNameless(name)
      } else {
        for (index, value) in values.enumerated() {
          body(index == 0 ? .named(name) : .further, value)
        }
      }
    }
  }

  /// What the escape of two octets at a place stands for; `nil` where there is none.
  ///
  /// A label has line feeds: RFC 6350 §6.3.1. RFC 6868 §3.2: any other character after a circumflex
  /// leaves both as they are.
  static func unescaped(
    _ bytes: Span<UInt8>, _ index: Int, isLabel: Bool, hasCircumflex: Bool
  ) -> UInt8? {
    guard index + 1 < bytes.count else { return nil }
    let next = bytes[index + 1]
    switch (bytes[index], next) {
    case (UInt8(ascii: "\\"), UInt8(ascii: "n")), (UInt8(ascii: "\\"), UInt8(ascii: "N")):
      return isLabel ? 0x0A : nil
    case (UInt8(ascii: "\\"), UInt8(ascii: ",")), (UInt8(ascii: "\\"), UInt8(ascii: ";")),
      (UInt8(ascii: "\\"), UInt8(ascii: ":")), (UInt8(ascii: "\\"), UInt8(ascii: "\\")),
      (UInt8(ascii: "\\"), UInt8(ascii: "\"")):
      return next
    case (UInt8(ascii: "^"), UInt8(ascii: "n")) where hasCircumflex: return 0x0A
    case (UInt8(ascii: "^"), UInt8(ascii: "^")) where hasCircumflex: return next
    case (UInt8(ascii: "^"), UInt8(ascii: "'")) where hasCircumflex: return UInt8(ascii: "\"")
    default: return nil
    }
  }

  /// The words of `;HOME,VOICE` without blanks around them, and what each stands for.
  static func forEachNameless(_ words: Span<UInt8>, _ body: (Nameless, Range<Int>) -> Void) {
    var start = 0
    while start < words.count {
      let comma = Octets.first(UInt8(ascii: ","), in: words, from: start)
      let word = ValueSyntax.trimmed(words, start..<comma)
      if !word.isEmpty { body(kind(ofNameless: words.extracting(word)), word) }
      start = comma + 1
    }
  }

  init(unchecked name: String, _ values: [String]) {
    self.name = name
    self.values = values
    isNameless = false
  }

  init(_ kind: Nameless, _ spelling: String) {
    name = kind.rawValue
    values = [spelling]
    isNameless = true
  }

  /// Walks over the octets of a parameter list.
  struct Scanner {
    let bytes: [UInt8]
    let rules: Rules
    let ignoresQuotes: Bool
    var index = 0

    /// The name, or the words without one, that begin at a place, without blanks around them; moves to
    /// what ends them.
    ///
    /// No name holds a quotation mark: behind one an equals sign is one of the words.
    @inline(__always)
    static func nameRange(_ bytes: Span<UInt8>, _ index: inout Int) -> Range<Int> {
      while index < bytes.count, Octets.isBlank(bytes[index]) { index += 1 }
      let start = index
      var isName = true
      while index < bytes.count, bytes[index] != UInt8(ascii: ";"),
        !isName || bytes[index] != UInt8(ascii: "=")
      {
        if bytes[index] == UInt8(ascii: "\"") { isName = false }
        index += 1
      }
      var end = index
      while end > start, Octets.isBlank(bytes[end - 1]) { end -= 1 }
      return start..<end
    }

    mutating func skipToParameter() -> Bool {
      while index < bytes.count, bytes[index] != UInt8(ascii: ";") { index += 1 }
      guard index < bytes.count else { return false }
      index += 1
      return true
    }

    mutating func name() -> ArraySlice<UInt8> {
      let bytes = bytes
      return bytes[Scanner.nameRange(bytes.span, &index)]
    }

    mutating func takes(_ octet: UInt8) -> Bool {
      guard index < bytes.count, bytes[index] == octet else { return false }
      index += 1
      return true
    }

    /// One value, up to the comma or semicolon after it; `splits` when commas inside separate.
    mutating func value(name: ArraySlice<UInt8>) -> (octets: ArraySlice<UInt8>, splits: Bool) {
      while index < bytes.count, Octets.isBlank(bytes[index]) { index += 1 }
      let isType = Octets.equal(name.span, "TYPE")
      let isLabel = Octets.equal(name.span, "LABEL")
      if !isLabel, let plain = plainValue() { return (plain, isType) }
      var value: [UInt8] = []
      var isQuoted = false
      var wasQuoted = false
      scan: while index < bytes.count {
        let octet = bytes[index]
        switch octet {
        case UInt8(ascii: "\""):
          if !ignoresQuotes {
            isQuoted.toggle()
            wasQuoted = true
          }
          index += 1
          continue
        // RFC 6350 §6.3.1: a label is one text, in which some programs leave commas bare.
        case UInt8(ascii: ",") where isLabel && rules.quotesParameters && !wasQuoted: break
        case UInt8(ascii: ","), UInt8(ascii: ";"):
          if !isQuoted { break scan }
        case UInt8(ascii: "\\") where isQuoted && !isLabel: break
        case UInt8(ascii: "\\"), UInt8(ascii: "^"):
          if let said = Parameter.unescaped(
            bytes.span, index, isLabel: isLabel, hasCircumflex: rules.decodesCircumflex)
          {
            value.append(said)
            index += 2
            continue
          }
        default: break
        }
        value.append(octet)
        index += 1
      }
      if !wasQuoted {
        while let last = value.last, Octets.isBlank(last) { value.removeLast() }
      }
      return (value[...], isType)
    }

    /// A value that holds neither quotation marks nor escapes, as it stands; `nil` for any other.
    private mutating func plainValue() -> ArraySlice<UInt8>? {
      var end = index
      scan: while end < bytes.count {
        switch bytes[end] {
        case UInt8(ascii: ","), UInt8(ascii: ";"): break scan
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "^"): return nil
        default: end += 1
        }
      }
      var last = end
      while last > index, Octets.isBlank(bytes[last - 1]) { last -= 1 }
      defer { index = end }
      return bytes[index..<last]
    }
  }
}
