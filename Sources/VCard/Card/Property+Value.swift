internal import CVCard

/// What went wrong when a value was decoded.
public struct DecodingProblems: OptionSet, Hashable, Sendable {
  /// The set as bits.
  public let rawValue: UInt8
  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// Octets that are no UTF-8, and no charset was declared.
  public static let undeclaredCharset = DecodingProblems(rawValue: 1)
  /// The declared charset is unknown.
  public static let unknownCharset = DecodingProblems(rawValue: 2)
  /// The octets are not of the declared charset.
  public static let wrongCharset = DecodingProblems(rawValue: 4)
  /// `=` without two hexadecimal digits in quoted-printable.
  public static let badQuotedPrintable = DecodingProblems(rawValue: 8)
  /// What is no base64.
  public static let badBase64 = DecodingProblems(rawValue: 16)
}

extension Property {
  /// The shape of the value by the property's name.
  public var shape: ValueShape { row.known.shape }

  /// The value, decoded by what the parameters and the property's name say.
  public var value: PropertyValue {
    var problems = DecodingProblems()
    return decodedValue(&problems)
  }

  /// The value as one text, with escapes decoded; for lists and structures as they are written.
  public var text: String {
    if let plain = plainText { return plain }
    var problems = DecodingProblems()
    if isMalformed || isNestedCard, case .text(let text) = decodedValue(&problems) { return text }
    let octets = decodedOctets(&problems)
    return ValueText.unescaped(octets[...], keepsLineFeeds: row.known.isURI)
  }

  /// The components of a structured value, each with its values.
  public var components: [[String]] {
    var problems = DecodingProblems()
    return ValueText.components(decodedOctets(&problems), of: row.known, rules)
  }

  /// The values of a list.
  public var list: [String] {
    var problems = DecodingProblems()
    return ValueText.list(decodedOctets(&problems), rules)
  }

  /// The octets of a binary value, or `nil` when it is none.
  ///
  /// Both ENCODING=b and `data:` URIs (RFC 2397) are binary.
  public var binary: (mediaType: String, octets: [UInt8])? {
    if case .binary(let type, let octets) = value { return (type, octets) }
    return DataURI.decode(text)
  }

  /// The value, and what went wrong when it was decoded.
  ///
  /// - Parameter problems: Receives what went wrong, added to what it holds.
  /// - Returns: The value; whatever went wrong, it holds what could be read.
  /// - Complexity: O(*n*) in the octets of the value.
  public func decodedValue(_ problems: inout DecodingProblems) -> PropertyValue {
    if isMalformed {
      return .text(text(undeclared: Array(Unfolding.unfolded(bytes.span, row.valueRange))))
    }
    if isNestedCard { return .text(nestedCardText) }
    if isBase64 || looksLikeBase64, let binary = decodedBase64(&problems) { return binary }
    return ValueText.value(decodedOctets(&problems), of: row.known, rules)
  }

  /// The value if it is ASCII or UTF-8 without folds, escapes or encodings: the common case.
  private var plainText: String? {
    guard row.folds == 0, row.flags.isDisjoint(with: [.quotedPrintable, .base64, .nested]) else {
      return nil
    }
    let octets = bytes.span.extracting(row.valueRange)
    guard Octets.first(UInt8(ascii: "\\"), in: octets, from: 0) == octets.count,
      !mayDeclareCharset, readsUTF8 || Octets.areASCII(octets),
      let text = try? UTF8Span(validating: octets)
    else { return nil }
    return String(copying: text)
  }

  /// Whether text that declares no charset and may be UTF-8 is.
  package var readsUTF8: Bool { decoding.undeclared.readsUTF8 }

  /// Whether the parameters may name a charset.
  private var mayDeclareCharset: Bool { row.mayHave("CHARSET", in: bytes.span) }

  // MARK: Octets

  /// The value in UTF-8 without folds and transfer encodings; escapes are still there.
  package func decodedOctets(_ problems: inout DecodingProblems) -> [UInt8] {
    let charset = declaredCharset
    if isQuotedPrintable {
      var octets: [UInt8] = []
      let keepsSeparators = charset.map { !$0.lowercased().hasPrefix("iso-2022") } ?? true
      let fault = QuotedPrintable.decode(
        bytes.span, row.valueRange, into: &octets,
        escapesSeparators: keepsSeparators && shape != .single)
      if fault != nil { problems.insert(.badQuotedPrintable) }
      return ValueText.normalizedLineEnds(decoded(octets, charset: charset, problems: &problems))
    }
    let octets =
      row.folds == 0
      ? Array(bytes[row.valueRange])
      : Unfolding.unfolded(
        bytes.span, row.valueRange,
        keepsBareEnds: row.flags.contains(.unindented) && !isBase64,
        lineStart: foldsBetweenWords ? Int(row.start) : nil)
    return decoded(octets, charset: charset, problems: &problems)
  }

  /// Whether lines are folded at a blank of the text.
  ///
  /// vCard 2.1 §2.1.3.
  var foldsBetweenWords: Bool {
    !rules.foldsAnywhere && row.known.foldsBetweenWords && !isBase64
  }

  /// The charset that the parameters declare.
  var declaredCharset: String? {
    guard mayDeclareCharset else { return nil }
    var (charset, isFound) = ("", false)
    forEachParameter { piece, octets in
      guard !isFound, case .named(let name) = piece, Octets.equal(name.span, "CHARSET") else {
        return
      }
      (charset, isFound) = (text(undeclaredSlice: octets), true)
    }
    return charset.isEmpty ? nil : charset
  }

  private func decoded(
    _ octets: [UInt8], charset: String?, problems: inout DecodingProblems
  ) -> [UInt8] {
    if let charset {
      // UTF-8 and ASCII that hold what they say need no conversion.
      let isUnicode = charset.utf8.count >= 4 && charset.lowercased().hasPrefix("utf")
      let saysUTF8 = isUnicode && charset.utf8.contains(UInt8(ascii: "8"))
      if saysUTF8 {
        if Octets.areUTF8(octets.span) { return octets }
        problems.insert(.wrongCharset)
        if readsUTF8, Octets.areMostlyUTF8(octets.span) { return Octets.repairedUTF8(octets) }
      } else if let text = decoding.convert(octets, charset: charset) {
        return text
      } else {
        problems.insert(.unknownCharset)
      }
    }
    guard let text = decoding.decoded(undeclared: octets) else { return octets }
    if charset == nil { problems.insert(.undeclaredCharset) }
    return text
  }

  /// Octets that declare no charset as text.
  func text(undeclared octets: [UInt8]) -> String {
    String(decoding: decoding.decoded(undeclared: octets) ?? octets, as: UTF8.self)
  }

  /// The same of a part of some, in which most often nothing has to be found out.
  func text(undeclaredSlice octets: ArraySlice<UInt8>) -> String {
    Octets.areASCII(octets.span)
      ? String(decoding: octets, as: UTF8.self) : text(undeclared: Array(octets))
  }

  /// The text of a nested card, from its BEGIN to its END, with LF between its lines.
  ///
  /// One that was cut off has the ENDs that it lacks.
  public var nestedCardText: String {
    let range = CardAssembler.trimmed(bytes.span, row.valueRange)
    let missing = CardAssembler.unfinishedCards(bytes.span.extracting(row.valueRange))
    return text(undeclared: ValueText.normalizedLineEnds(Array(bytes[range])))
      + String(repeating: "\nEND:VCARD", count: missing)
  }

  // MARK: Base64

  /// Whether a photo, logo, sound or key that declares no encoding holds base64 of a known kind.
  private var looksLikeBase64: Bool {
    guard row.known.mayBeBinary else { return false }
    let value = bytes[row.valueRange]
    let head = Array(value.lazy.filter { !Octets.isSpace($0) }.prefix(16))
    guard head.count == 16, let octets = Base64.decode(head), MediaType.sniffed(octets) != nil
    else { return false }
    return value.allSatisfy { Base64.isDigit($0) || Octets.isSpace($0) }
  }

  private func decodedBase64(_ problems: inout DecodingProblems) -> PropertyValue? {
    let range = CardAssembler.trimmed(bytes.span, row.valueRange)
    // Some programs write a data: URI and say ENCODING=b besides.
    let prefix = bytes[range].prefix(5)
    if Octets.equal(prefix.span, "data:") { return nil }
    // RFC 2426 allows VALUE=uri beside; `http:` is no base64 either.
    guard let (octets, isClean) = Base64.decodeLoosely(bytes.span, range) else {
      problems.insert(.badBase64)
      return nil
    }
    if !isClean { problems.insert(.badBase64) }
    return .binary(mediaType: mediaType(of: octets), octets: octets)
  }

  /// The media type that MEDIATYPE or TYPE names; `nil` where none does.
  var declaredMediaType: String? {
    let parameters = parameters
    return ["MEDIATYPE", "TYPE"].lazy.flatMap { name in
      parameters.lazy.filter { $0.name == name }.flatMap(\.values)
    }.compactMap { MediaType.named($0, row.known) }.first
  }

  /// The media type of binary octets: as declared, else by their first octets.
  private func mediaType(of octets: [UInt8]) -> String {
    declaredMediaType ?? MediaType.sniffed(octets) ?? MediaType.unknown
  }
}
