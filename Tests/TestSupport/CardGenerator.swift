public import VCard

/// A card made by chance, as its lines, so that a test can take lines away.
public struct GeneratedCard: Hashable, Sendable {
  /// The version it declares.
  public var version: Version
  /// What stands between VERSION and END, each with its folds and without its line end.
  public var lines: [String]
  /// What ends a line.
  public var lineEnd: String

  /// Creates a card of lines.
  public init(version: Version, lines: [String], lineEnd: String = "\r\n") {
    (self.version, self.lines, self.lineEnd) = (version, lines, lineEnd)
  }

  /// The card as octets.
  public var octets: [UInt8] { Array(text.utf8) }

  /// The card as text.
  public var text: String {
    var text = ""
    for line in ["BEGIN:VCARD", "VERSION:\(version.rawValue)"] + lines + ["END:VCARD"] {
      text += line.replacing("\n", with: lineEnd) + lineEnd
    }
    return text
  }

  /// The smallest card with which a fault lasts, by taking lines away one after another.
  ///
  /// - Parameter isFaulty: Whether a card still shows the fault.
  /// - Returns: The card of which nothing more can go.
  public func shrunk(while isFaulty: (GeneratedCard) throws -> Bool) rethrows -> GeneratedCard {
    var smallest = self
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      for index in smallest.lines.indices.reversed() {
        var card = smallest
        card.lines.remove(at: index)
        if try isFaulty(card) {
          smallest = card
          isSmaller = true
        }
      }
      for index in smallest.lines.indices {
        for line in GeneratedCard.shorter(smallest.lines[index]) {
          var card = smallest
          card.lines[index] = line
          if try isFaulty(card) {
            smallest = card
            isSmaller = true
            break
          }
        }
      }
    }
    return smallest
  }

  /// The line without folds, without one of its parameters, or with less of its value.
  private static func shorter(_ line: String) -> [String] {
    var shorter: [String] = []
    let unfolded = line.replacing("\n ", with: "")
    if unfolded != line { shorter.append(unfolded) }
    guard !line.contains("\n") else { return shorter }
    var isQuoted = false
    var starts: [String.Index] = []
    var colon = line.endIndex
    for index in line.indices {
      if line[index] == "\"" { isQuoted.toggle() }
      if isQuoted { continue }
      if line[index] == ";" { starts.append(index) }
      if line[index] == ":" {
        colon = index
        break
      }
    }
    for (place, start) in starts.enumerated() {
      let end = place + 1 < starts.count ? starts[place + 1] : colon
      shorter.append(String(line[..<start] + line[end...]))
    }
    guard colon < line.endIndex else { return shorter }
    let value = line[colon...].dropFirst()
    if value.count > 3 {
      shorter.append(String(line[...colon] + value.prefix(value.count / 2)))
      shorter.append(String(line[...colon] + value.suffix(value.count / 2)))
      shorter.append(String(line[...colon] + value.dropFirst()))
      shorter.append(String(line[...colon] + value.dropLast()))
    }
    return shorter
  }
}

/// Makes small cards that hold what the standards and the programs put into cards.
///
/// RFC 2426, 6350, 6474, 6715, 2739, 4770, 6473, 6869, 8605, 9554 and 9555, vCard 2.1, and the
/// properties of Apple, Google, Android, Evolution, KAddressBook, Mozilla and Outlook.
public struct CardGenerator: Sendable {
  /// What cards come out.
  public enum Kind: Sendable {
    /// Those in which ``CardChecker`` finds no error.
    case valid
    /// Those and others: repeated, malformed, misplaced.
    case wild
    /// Those and others with the marks of a conversion that never was.
    case forged
  }

  /// The version of the cards.
  public let version: Version
  /// What cards come out.
  public let kind: Kind

  /// Creates a generator.
  public init(_ version: Version, _ kind: Kind = .valid) {
    self.version = version
    self.kind = kind
  }

  /// A card of 1 to 12 properties or so.
  public func card(using random: inout SeededGenerator) -> GeneratedCard {
    var maker = CardMaker(
      version: version, isWild: kind != .valid, isForged: kind == .forged, random: random)
    defer { random = maker.random }
    return maker.card()
  }
}

/// One card in the making.
private struct CardMaker {
  let version: Version
  let isWild: Bool
  let isForged: Bool
  var random: SeededGenerator
  /// Names that stand once in a card of this version.
  var taken: Set<String> = []
  var groups = 0

  private var is21: Bool { version == .version21 }
  private var is30: Bool { version == .version30 }
  private var is40: Bool { version == .version40 }

  // MARK: Chance

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  private mutating func oneIn(_ count: Int) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
  }

  /// Often true in wild cards, never in valid ones.
  private mutating func isAstray(_ count: Int) -> Bool { isWild && oneIn(count) }

  // MARK: Cards

  mutating func card() -> GeneratedCard {
    var lines: [String] = []
    // VERSION is followed by what the versions demand, nearly always.
    if !isAstray(8) {
      lines += formattedName()
      if !is40 || oneIn(2) { lines += name() }
    }
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4: lines += common()
      case 4..<7: lines += is40 ? new() : is30 || oneIn(2) ? old() : common()
      default: lines += vendor()
      }
    }
    if isAstray(4) { lines += astray() }
    if oneIn(2) { lines.shuffle(using: &random) }
    if isAstray(6), let line = lines.randomElement(using: &random) { lines.append(line) }
    return GeneratedCard(
      version: version, lines: lines, lineEnd: oneIn(8) ? "\n" : "\r\n")
  }

  /// Whether a property that stands once has not stood yet.
  private mutating func isFirst(_ name: String) -> Bool {
    taken.insert(name).inserted || isAstray(3)
  }

  // MARK: Lines

  /// A line of parameters and a value that are spelled as the version wants them.
  private mutating func line(
    _ name: String, _ parameters: [String] = [], _ value: String, group: String? = nil,
    mayFold: Bool = true
  ) -> String {
    var group = group
    if group == nil, oneIn(25) { group = pick(["item7", "home", "a-b", is21 ? "a.b" : "ITEM8"]) }
    var spelling = name
    if oneIn(30) { spelling = name.lowercased() }
    if oneIn(60) { spelling = name.capitalized }
    let parameters = oneIn(4) ? parameters.shuffled(using: &random) : parameters
    let head =
      (group.map { $0 + "." } ?? "") + spelling + parameters.map { ";" + $0 }.joined()
    return folded(head + ":" + value, mayFold && !is21)
  }

  private mutating func folded(_ line: String, _ mayFold: Bool) -> String {
    guard mayFold else { return line }
    let count = line.unicodeScalars.count
    let isLong = line.utf8.count > 75
    guard isLong || oneIn(20), count > 2 else { return line }
    // Sometimes too long, sometimes at odd places.
    var width = oneIn(6) ? Int.random(in: 3...30, using: &random) : 60
    if oneIn(12) { width = 200 }
    var text = ""
    var length = 0
    for scalar in line.unicodeScalars {
      if length >= width {
        text += "\n "
        length = 1
      }
      text.unicodeScalars.append(scalar)
      length += scalar.utf8.count
    }
    return text
  }

  // MARK: Texts

  private static let words = [
    "Kate", "Bell", "Q.", "Stra\u{DF}e 7", "Z\u{FC}rich", "\u{674E}",
    "\u{42E}\u{440}\u{438}\u{439}",
    "\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467}", "e\u{301}", "O'Neil", "a:b", "a=b", "100%",
    "\"quoted\"", "^n", "^", "x\u{A0}y", "http://example.com/?a=b&c=d", "0", "-", "TYPE=home",
    "a rather long text so that a line has to be folded somewhere in the middle of it", "(1)",
    "\u{E000}", "#", "+1", "=41", "{}", "<b>", "Oude Gracht",
  ]

  /// A text of the version's own syntax, without what separates in lists and structures.
  private mutating func text(_ most: Int = 4, isSingle: Bool = true) -> String {
    var text = ""
    let separators: [String]
    if is21 {
      separators = [" ", " ", " ", ", ", "\\;", ".", isSingle ? "\n" : " ", "  ", "\\"]
    } else {
      separators = [" ", " ", " ", "\\, ", "\\;", "\\n", "\\\\", ".", "  ", "\\N"]
    }
    for index in 0..<Int.random(in: 1...most, using: &random) {
      if index > 0 { text += pick(separators) }
      text += pick(CardMaker.words)
    }
    if oneIn(25) { text = "" }
    if oneIn(40), !is21 { text = " " + text + " " }
    if isAstray(25) { text += pick(["\\", "\\x", "\\:", "\\\"", "\u{7}", "\\r"]) }
    if oneIn(30), isSingle, !is21 { text += is40 ? "; raw" : ", raw" }
    return text
  }

  private mutating func word() -> String {
    pick([
      "Kate", "Bell", "Q.", "Z\u{FC}rich", "\u{674E}", "Dr.", "Main St 7", "NY", "10115", "USA",
    ])
  }

  private mutating func parameterWord() -> String {
    pick([
      "a", "Kate Bell", "\"a;b\"", "\"a:b,c\"", "\"Z\u{FC}rich\"", "\u{674E}", "\"a^nb\"", "a^'b^'",
      "^^", "a,b", "\"a\",\"b;c\"", "\" a \"", "42", "x^y",
    ])
  }

  /// A line of text in 2.1, in one of the ways in which programs write it.
  private mutating func line21(
    _ name: String, _ parameters: [String], _ text: String, group: String? = nil
  ) -> String {
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    let mustEncode = text.contains("\n")
    if isASCII, !mustEncode, !oneIn(5) { return line(name, parameters, text, group: group) }
    if !mustEncode, oneIn(4) {
      return line(
        name, parameters + (isASCII || oneIn(3) ? [] : ["CHARSET=UTF-8"]), text, group: group)
    }
    let isLatin = oneIn(3) && text.unicodeScalars.allSatisfy { $0.value < 0x100 }
    let octets =
      isLatin ? text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } : Array(text.utf8)
    var parameters = parameters
    parameters.append(oneIn(2) ? "QUOTED-PRINTABLE" : "ENCODING=QUOTED-PRINTABLE")
    if isLatin {
      parameters.append("CHARSET=ISO-8859-1")
    } else if !isASCII, !oneIn(6) {
      parameters.append(oneIn(4) ? "CHARSET=utf-8" : "CHARSET=UTF-8")
    }
    return line(name, parameters, quotedPrintable(octets, name), group: group)
  }

  private mutating func quotedPrintable(_ octets: [UInt8], _ name: String) -> String {
    let digits = Array("0123456789ABCDEF".unicodeScalars)
    var text = ""
    var length = name.utf8.count + 50
    for octet in octets {
      if octet == 0x0A {
        text += "=0D=0A"
        length += 6
        if oneIn(2) {
          text += "=\n"
          length = 0
        }
        continue
      }
      if length > 68 {
        text += "=\n"
        length = 0
      }
      if octet >= 0x80 || octet == UInt8(ascii: "=") || octet < 0x20 || length == 0 && octet == 0x20
        || oneIn(40) && octet != UInt8(ascii: "\\") && octet != UInt8(ascii: ";")
      {
        text += "=\(digits[Int(octet >> 4)])\(digits[Int(octet & 15)])"
        length += 3
      } else {
        text.unicodeScalars.append(Unicode.Scalar(octet))
        length += 1
      }
    }
    return text
  }

  /// A line whose value is one text.
  private mutating func textLine(
    _ name: String, _ parameters: [String] = [], group: String? = nil
  ) -> String {
    let text = text()
    return is21
      ? line21(name, parameters, text, group: group) : line(name, parameters, text, group: group)
  }

  /// A line of components with semicolons between them.
  private mutating func structureLine(
    _ name: String, _ parameters: [String], _ counts: ClosedRange<Int>, group: String? = nil
  ) -> String {
    var components: [String] = []
    for _ in 0..<Int.random(in: counts, using: &random) {
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1: components.append("")
      case 2: components.append(text(2, isSingle: false))
      case 3 where !is21 && name != "ORG": components.append(word() + "," + word())
      default: components.append(word())
      }
    }
    let value = components.joined(separator: ";")
    return is21
      ? line21(name, parameters, value, group: group) : line(name, parameters, value, group: group)
  }

  // MARK: Parameters

  /// TYPE in one of its many spellings.
  private mutating func types(_ words: [String], most: Int = 3) -> [String] {
    var chosen: [String] = []
    for _ in 0..<Int.random(in: 0...most, using: &random) { chosen.append(pick(words)) }
    if chosen.isEmpty { return [] }
    if oneIn(3) { chosen = chosen.map { $0.uppercased() } }
    let name = oneIn(5) ? "type" : "TYPE"
    if is21, !oneIn(4) {
      return chosen.map {
        CardMaker.bareWords.contains($0.lowercased()) ? $0.uppercased() : "TYPE=\($0)"
      }
    }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return chosen.map { "\(name)=\($0)" }
    case 1 where !is21: return ["\(name)=\"\(chosen.joined(separator: ","))\""]
    case 2 where chosen.count > 1:
      return ["\(name)=\(chosen[0])", "\(name)=\(chosen.dropFirst().joined(separator: ","))"]
    default: return ["\(name)=\(chosen.joined(separator: ","))"]
    }
  }

  private static let bareWords: Set<String> = [
    "home", "work", "pref", "cell", "voice", "fax", "internet", "pager", "msg", "dom", "intl",
    "postal", "parcel", "video", "car", "isdn", "bbs", "modem", "pcs", "jpeg", "gif", "wave",
    "x509",
    "pgp", "other",
  ]

  private var preference: [String] { is40 ? [] : ["pref"] }

  /// Parameters that a property of the version may have besides TYPE.
  private mutating func further(_ allowed: String) -> [String] {
    var parameters: [String] = []
    let names = allowed.split(separator: " ").map(String.init)
    guard !is21 else {
      if oneIn(12), names.contains("LANGUAGE") { parameters.append("LANGUAGE=de") }
      if oneIn(15) { parameters.append("X-SLOT=1") }
      return parameters
    }
    var chosen: [String] = []
    while oneIn(3), let name = names.randomElement(using: &random), !chosen.contains(name) {
      chosen.append(name)
    }
    for name in chosen {
      switch name {
      case "LANGUAGE": parameters.append("LANGUAGE=" + pick(["en", "de-CH", "fr", "ja-Latn"]))
      case "PREF" where is40:
        parameters.append("PREF=" + pick(["1", "1", "2", "50", "100"]))
      case "PREF": break
      case "ALTID" where is40: parameters.append("ALTID=" + pick(["1", "2", "a b"]))
      case "PID" where is40: parameters.append("PID=" + pick(["1.1", "2.1", "1.1,2.1", "3"]))
      case "MEDIATYPE" where is40:
        parameters.append("MEDIATYPE=" + pick(["text/html", "image/jpeg", "text/plain"]))
      case "INDEX" where is40: parameters.append("INDEX=" + pick(["1", "2"]))
      case "SORT-AS" where is40:
        parameters.append("SORT-AS=" + pick(["Bell", "\"Bell,Kate\"", "\"a;b\"", "\u{674E}"]))
      case "META" where is40:
        parameters.append(
          pick([
            "PROP-ID=p1", "DERIVED=TRUE", "DERIVED=false", "AUTHOR=\"mailto:a@example.com\"",
            "AUTHOR-NAME=\"A; B\"", "CREATED=20260101T000000Z", "JSPTR=\"a/b\"",
          ]))
      case "SCRIPT" where is40: parameters += ["PHONETIC=ipa", "SCRIPT=Latn"]
      case "ADDRESS" where is40:
        parameters.append(
          pick([
            "LABEL=\"Kate Bell^nMain St 7^n10115 Berlin\"", "LABEL=plain", "LABEL=\"a\\nb\"",
            "LABEL=\"\"", "GEO=\"geo:52.5,13.4\"", "TZ=\"-0500\"", "TZ=Europe/Berlin", "CC=DE",
            "LABEL=\"^'x^' ^^n\"",
          ]))
      case "JSCOMPS" where is40: parameters.append("JSCOMPS=\";1;0\"")
      case "LEVEL" where is40:
        parameters.append("LEVEL=" + pick(["beginner", "average", "high", "expert"]))
      case "CALSCALE" where is40: parameters.append("CALSCALE=gregorian")
      case "SERVICE" where is40:
        parameters.append(pick(["SERVICE-TYPE=Mastodon", "USERNAME=\"@kate\""]))
      case "X":
        parameters.append(
          pick(["X-FOO", "X-COUCHDB-UUID", "X-EVOLUTION-UI-SLOT", "x-foo"]) + "="
            + parameterWord())
      default: break
      }
    }
    if isAstray(10) {
      if isForged, oneIn(2) {
        parameters.append(
          pick([
            "X-ORIGINAL=\"a\"", "X-VERSION=4.0", "X-VERSION=3.0", "X-PROPERTY=TEL",
            "X-DERIVED=TRUE", "X-PREF=1", "X-ALTID=1", "X-PID=1.1", "X-VALUE=date",
          ]))
      }
      parameters.append(
        pick([
          "PREF=1", "PREF=x", "ALTID=1", "TYPE=", "HOME", "CHARSET=UTF-8", "FOO=bar", "=",
          "TYPE=pref", "VALUE=text", "VALUE=uri", "LANGUAGE=x_y", "TYPE=\u{8D39}", "TYPE=WhatsApp",
          "LABEL=\"a^nb\"", "X-A=b\\,c", "ENCODING=8BIT", "DERIVED=TRUE", "X-TYPE=a",
        ]))
    }
    return parameters
  }

  // MARK: Properties of every version

  private mutating func formattedName() -> [String] {
    if is40, oneIn(6) {
      return [
        textLine("FN", ["ALTID=1", "LANGUAGE=de"]), textLine("FN", ["ALTID=1", "LANGUAGE=en"]),
      ]
    }
    var lines = [textLine("FN", further("LANGUAGE PREF PID META X") + typesOf40(["home", "work"]))]
    if is40, oneIn(8) { lines.append(textLine("FN", further("LANGUAGE PREF ALTID X"))) }
    if !is40, isAstray(6) { lines.append(textLine("FN")) }
    return lines
  }

  private mutating func typesOf40(_ words: [String]) -> [String] {
    is40 && oneIn(4) ? types(words, most: 2) : []
  }

  private mutating func name() -> [String] {
    guard isFirst("N") else { return [] }
    if is40, oneIn(8) {
      return [
        structureLine("N", ["ALTID=1", "LANGUAGE=ja"], 5...5),
        structureLine("N", ["ALTID=1", "LANGUAGE=en"] + further("SORT-AS"), 5...7),
      ]
    }
    var counts = is40 ? 5...7 : is30 && oneIn(3) ? 1...5 : 5...5
    if isAstray(4) { counts = 1...9 }
    return [structureLine("N", further("LANGUAGE SORT-AS META X JSCOMPS"), counts)]
  }

  private mutating func common() -> [String] {
    let all = "LANGUAGE PREF ALTID PID META X SCRIPT"
    switch Int.random(in: 0..<22, using: &random) {
    case 0:
      let name = is21 ? pick(["TITLE", "ROLE", "NOTE"]) : pick(["TITLE", "ROLE", "NOTE"])
      return [textLine(name, further(all) + typesOf40(["home", "work"]))]
    case 1: return [textLine(pick(["NOTE", "TITLE"]), further("LANGUAGE X"))]
    case 2:
      guard !is21 || oneIn(3) else { return [] }
      let value = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        text(2, isSingle: false)
      }.joined(separator: ",")
      let name = pick(["NICKNAME", "CATEGORIES"])
      return [is21 ? line21(name, [], value) : line(name, further(all), value)]
    case 3, 4: return photo(pick(["PHOTO", "LOGO", "SOUND", "KEY"]))
    case 5: return photo("PHOTO")
    case 6: return date(is40 ? pick(["BDAY", "ANNIVERSARY", "DEATHDATE"]) : "BDAY")
    case 7: return date("BDAY")
    case 8, 9, 10: return address()
    case 11, 12, 13: return telephone()
    case 14, 15: return email()
    case 16:
      return is40
        ? [
          pick([
            line("TZ", ["VALUE=utc-offset"], "-0500"), line("TZ", [], "Raleigh/North America"),
            line("TZ", further("PREF ALTID"), "Europe/Berlin"),
            line("TZ", ["VALUE=uri"], "http://example.com/tz"), line("TZ", [], "-05:00"),
            line("TZ", ["VALUE=utc-offset"], "+0000"), line("TZ", ["VALUE=utc-offset"], "-05"),
          ])
        ]
        : [
          pick([
            line("TZ", [], "-05:00"), line("TZ", [], "-0500"), line("TZ", [], "+01"),
            line("TZ", is21 ? [] : ["VALUE=text"], "-05:00; EST; Raleigh/North America"),
            line("TZ", [], "Europe/Paris"), line("TZ", [], "-5"), line("TZ", [], "Z"),
          ])
        ]
    case 17:
      let is4 = is40 != isAstray(5)
      return [
        is4
          ? line(
            "GEO", further("PREF ALTID PID X") + typesOf40(["work"]),
            pick([
              "geo:37.386013,-122.082932", "geo:48.2,16.3;u=40", "geo:48.2,16.3,183;crs=wgs84",
              "geo:-0.5,0", "http://example.com/place",
            ]))
          : line(
            "GEO", further("X"),
            pick(
              is21
                ? ["37.24,-17.87", "37.24;-17.87"]
                : ["37.386013;-122.082932", "-0.5;+1.25", "37.3\\;-1", "37.38,-122.0", "north"]))
      ]
    case 18:
      guard isFirst("UID") else { return [] }
      return [
        line(
          "UID", is40 && oneIn(3) ? ["VALUE=text"] : further("X"),
          pick([
            "urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1", "19950401-080045-40000F192713-0052",
            "{4A5B}", "4fbe8971-0bc3-424c-9c26-36c3e1eff6b1", "http://example.com/a b",
            "1A2B:ABPerson",
          ]))
      ]
    case 19:
      guard isFirst("REV") else { return [] }
      return [
        line(
          "REV", is30 && oneIn(4) ? ["VALUE=date-time"] : [],
          pick([
            "20080424T195243Z", "2008-04-24T19:52:43Z", "19961022T140000-0500",
            "1995-10-31T22:27:10.123Z", "2008-04-24", "20080424", "15668479", "1747922601891",
            "1996-10-22T14:00:00-05:00", "20080424t195243z",
          ]))
      ]
    case 20:
      return [
        line(
          "URL", further("PREF ALTID PID X") + types(["home", "work"], most: 1),
          pick([
            "http://example.com/a,b;c?d=e", "example.com", "https://example.com/\u{E4}",
            "http\\://example.com/", "mailto:a@example.com",
          ]))
      ]
    default:
      let text = further("LANGUAGE PREF ALTID SORT-AS X") + typesOf40(["work"])
      return [structureLine("ORG", text, 1...3)]
    }
  }

  private mutating func address() -> [String] {
    let words = [
      "home", "work", "dom", "intl", "postal", "parcel", "x-custom", "billing",
    ]
    let types = types((is40 ? Array(words.prefix(2)) + words.suffix(2) : words) + preference)
    var counts = is40 ? 7...(oneIn(6) ? 18 : 7) : oneIn(4) ? 1...7 : 7...7
    if isAstray(5) { counts = 1...9 }
    var lines = [
      structureLine(
        "ADR",
        types + further("LANGUAGE PREF ALTID PID ADDRESS ADDRESS ADDRESS META JSCOMPS X"), counts)
    ]
    if !is40, oneIn(2) {
      // The label's types are those of the address, or some, or others.
      let labelTypes = oneIn(2) ? types : self.types(words + preference)
      lines.append(textLine("LABEL", labelTypes + further("LANGUAGE X")))
    }
    return lines
  }

  private mutating func telephone() -> [String] {
    let words = [
      "home", "work", "cell", "voice", "fax", "pager", "msg", "video", "textphone", "text",
      "isdn", "car", "bbs", "modem", "pcs", "x-whatsapp", "other",
    ]
    let types = types((is40 ? Array(words.prefix(6)) : words) + preference)
    if is40, oneIn(3) {
      return [
        line(
          "TEL", ["VALUE=uri"] + types + further("PREF ALTID PID MEDIATYPE META X"),
          pick([
            "tel:+1-555-555-5555;ext=5555", "tel:+49-30-1234", "tel:7042;phone-context=example.com",
            "sip:kate@example.com", "tel:+1;isub=2;x=y", "tel:%2B1",
          ]))
      ]
    }
    return [
      line(
        "TEL",
        types + further("PREF ALTID PID X META") + (is30 && oneIn(9) ? ["VALUE=phone-number"] : []),
        pick([
          "+1 408 555 0000", "(0)30/1234", "p1234w9", "+1 5;ext=2", "tel:+1-2", "", "1\\,2",
          "+1-213-555-1234 x12",
        ]))
    ]
  }

  private mutating func email() -> [String] {
    let words = is40 ? ["home", "work"] : ["internet", "x400", "home", "work", "aol", "other"]
    return [
      line(
        "EMAIL", types(words + preference) + further("PREF ALTID PID X META"),
        pick(["kate-bell@mac.com", "\"A B\" <a@example.com>", "mailto:a@b", "", "\u{FC}@\u{E4}.de"])
      )
    ]
  }

  // MARK: Dates

  private mutating func date(_ name: String) -> [String] {
    guard is40 || isFirst(name) else { return [] }
    if is40 {
      guard isFirst(name) else { return [] }
      if oneIn(8) {
        return [
          line(name, ["ALTID=1"], "19850412"),
          line(name, ["ALTID=1", "VALUE=text", "LANGUAGE=en"], "spring 1985"),
        ]
      }
      if oneIn(4) {
        return [
          line(
            name, ["VALUE=text"] + further("LANGUAGE X"), pick(["circa 1800", "a\\, b", "1985"]))
        ]
      }
      return [
        line(
          name, further("CALSCALE META X") + (oneIn(6) ? ["VALUE=date-and-or-time"] : []),
          pick([
            "19850412", "--0412", "--0229", "---12", "1985", "1985-04", "--04", "T102200", "T10",
            "T--22", "19531015T231000Z", "19531015T2310-0500", "19531015", "--0412T10",
            "1985-04-12",
            "19961022T140000", "16040412", "16040229", "T102200-0800", "19850412T101112Z",
          ]))
      ]
    }
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1:
      return [
        line(
          name, ["X-APPLE-OMIT-YEAR=1604"] + (is30 && oneIn(2) ? ["VALUE=date"] : []),
          pick(["1604-04-12", "1604-02-29", "16040412", "1985-04-12"]))
      ]
    case 2 where is30:
      return [
        line(
          name, ["VALUE=" + pick(["date", "DATE"])], pick(["1985-04-12", "1604-06-26", "19850412"]))
      ]
    case 3 where is30:
      return [
        line(
          name, ["VALUE=date-time"], pick(["1996-10-22T14:00:00-05:00", "1987-09-27T08:30:00Z"]))
      ]
    default:
      return [
        line(
          name, further("X"),
          pick([
            "1985-04-12", "19850412", "--0412", "--04-12", "1985-04", "1985", "circa 1800",
            "00000000", "0000-00-00", "1996-10-22T14:00:00-05:00", "1953-10-15T23:10:00Z",
            "1953-10-15T23:10:00.5Z", "70-7-14", "T102200", "1604-04-12", "19531015T231000Z", "",
            "---12", "1985-02-30", " 1985-04-12",
          ]))
      ]
    }
  }

  // MARK: Binary

  private static let jpeg = "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQ="
  private static let png =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVQI12NgYGBgAAAABQ=="
  private static let gif = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
  private static let other = "AAECAwQFBgcICQoLDA0ODw=="

  private mutating func photo(_ name: String) -> [String] {
    let data = pick([CardMaker.jpeg, CardMaker.png, CardMaker.gif, CardMaker.other, "QUJD"])
    let isURI = oneIn(4)
    let url = pick(["http://example.com/a.jpg", "https://example.com/b,c;d.png", "cid:a@b"])
    let mediaTypes =
      switch name {
      case "SOUND": ["audio/wav", "audio/ogg", "audio/basic"]
      case "KEY": ["application/pgp-keys", "application/x-x509-user-cert", "application/x-mine"]
      default: ["image/jpeg", "image/png", "image/gif", "image/svg+xml", "image/x-mine"]
      }
    let words =
      switch name {
      case "SOUND": ["WAVE", "BASIC", "OGG", "x-mine"]
      case "KEY": ["PGP", "X509", "x-mine"]
      default: ["JPEG", "PNG", "GIF", "jpeg", "image/jpeg", "X-MINE", "BMP"]
      }
    if is40 {
      let parameters = further("PREF ALTID PID META X") + typesOf40(["home", "work"])
      if name == "KEY", oneIn(4) { return [line(name, ["VALUE=text"] + parameters, text(2))] }
      if isURI {
        return [line(name, parameters + further("MEDIATYPE MEDIATYPE"), url)]
      }
      let type = pick(mediaTypes)
      return [
        line(
          name, parameters,
          pick([
            "data:\(type);base64,\(data)", "data:\(type);base64,\(data)", "data:;base64,\(data)",
            "data:text/plain,a%20b", "data:\(type);charset=utf-8;base64,\(data)",
            "DATA:\(type.uppercased());BASE64,\(data)", "data:\(type);base64,", "data:,x",
            "data:\(type);base64\\,\(data)",
          ]))
      ]
    }
    let type = oneIn(5) ? [] : ["TYPE=" + pick(words)]
    if is21 {
      if isURI { return [line(name, [oneIn(2) ? "VALUE=URL" : "URL"] + type, url)] }
      if name == "SOUND", oneIn(3) { return [line(name, [], "J'Adore")] }
      let encoding = oneIn(2) ? "BASE64" : "ENCODING=BASE64"
      let bare = type.map {
        oneIn(2) && !$0.contains("/") && !$0.uppercased().contains("X-")
          ? String($0.dropFirst(5)).uppercased() : $0
      }
      var value = data
      if oneIn(2) { value = "\n " + String(data.prefix(30)) + "\n " + String(data.dropFirst(30)) }
      return [line(name, [encoding] + bare, value) + "\n"]
    }
    if isURI {
      let value = oneIn(5) ? [] : [oneIn(2) ? "VALUE=uri" : "VALUE=URI"]
      return [line(name, value + type + further("X"), url)]
    }
    if name == "KEY", oneIn(4) { return [line(name, ["VALUE=text"] + type, text(2))] }
    var parameters = [
      pick(["ENCODING=b", "ENCODING=b", "ENCODING=B", "encoding=b", "ENCODING=BASE64"])
    ]
    if oneIn(8) { parameters.append("X-ABCROP-RECTANGLE=ABClipRect_1&0&0&671&671&abc==") }
    if oneIn(8) { parameters.append("VALUE=binary") }
    if oneIn(8) { parameters.append("TYPE=" + pick(["HOME", "work", "pref"])) }
    return [line(name, parameters + type, data)]
  }

  // MARK: Properties of 3.0

  private mutating func old() -> [String] {
    switch Int.random(in: 0..<14, using: &random) {
    case 0, 1:
      let types = types(["home", "work", "dom", "postal", "pref", "parcel"])
      return [textLine("LABEL", types + further("LANGUAGE X"))]
    case 2: return [textLine("MAILER", further("LANGUAGE"))]
    case 3: return [line("CLASS", further("X"), pick(["PUBLIC", "PRIVATE", "CONFIDENTIAL", "x"]))]
    case 4, 5: return [textLine("SORT-STRING", further("LANGUAGE X"))]
    case 6: return [textLine("NAME")]
    case 7: return [line("PROFILE", [], pick(["VCARD", "vCard"]))]
    case 8: return [line("SOURCE", ["CONTEXT=LDAP"], "ldap://ldap.example.com/cn=Kate")]
    case 9: return agent()
    case 10: return messaging()
    case 11: return calendar()
    case 12: return [line("PRODID", [], "-//ONLINE DIRECTORY//NONSGML Version 1//EN")]
    default: return agent()
    }
  }

  private mutating func agent() -> [String] {
    if oneIn(3) {
      return [
        line(
          "AGENT", ["VALUE=" + pick(["uri", "URI"])], pick(["CID:a@b", "mailto:b@example.com"]))
      ]
    }
    if is21 {
      return [
        "AGENT:\nBEGIN:VCARD\nVERSION:2.1\nN:Friday;Fred\nTEL;WORK:+1\n"
          + "NOTE;ENCODING=QUOTED-PRINTABLE:a=0D=0Ab\nEND:VCARD"
      ]
    }
    return [
      line(
        "AGENT", oneIn(4) ? ["VALUE=vcard"] : [],
        pick([
          "BEGIN:VCARD\\nVERSION:3.0\\nN:Friday\\;Fred\\nFN:Fred Friday\\nEND:VCARD\\n",
          "BEGIN:VCARD\\nFN:Joe\\, Friday\\nTEL:+1-919-555-7878\\nEND:VCARD\\n",
          "BEGIN:VCARD\\nVERSION:3.0\\nN:A\\;B\\nFN:x\\nNOTE:a\\\\\\, b\\\\nc\\nEND:VCARD",
          "BEGIN:VCARD\\nVERSION:3.0\\nFN:A\\nN:A\\nAGENT:BEGIN:VCARD\\\\nFN:B\\\\nEND:VCARD\\nEND:VCARD",
        ]))
    ]
  }

  private mutating func messaging() -> [String] {
    [
      line(
        "IMPP",
        types(["personal", "business", "home", "work", "mobile"] + preference)
          + (oneIn(3) ? ["X-SERVICE-TYPE=" + pick(["AIM", "Skype", "QQ", "Jabber"])] : [])
          + further("PREF ALTID PID SERVICE X"),
        pick([
          "im:alice@example.com", "aim:kate", "xmpp:kate@example.com", "x-apple:12345",
          "skype:kate?chat", "ymsgr:kate", "kate", "sip:alice@example.com",
        ]))
    ]
  }

  private mutating func calendar() -> [String] {
    let names = ["FBURL", "CALADRURI", "CALURI"] + (is40 ? [] : ["CAPURI"])
    let name = pick(names)
    return [
      line(
        name,
        (is30 && oneIn(3) ? [oneIn(2) ? "PREF" : "TYPE=pref"] : [])
          + further("PREF ALTID PID MEDIATYPE X"),
        pick(["http://example.com/fb/kate", "mailto:kate@example.com", "ftp://a/b.ics"]))
    ]
  }

  // MARK: Properties of 4.0

  private mutating func new() -> [String] {
    let uri = "PREF ALTID PID MEDIATYPE META X"
    switch Int.random(in: 0..<26, using: &random) {
    case 0, 1:
      guard isFirst("KIND") else { return [] }
      let kind = pick([
        "individual", "org", "group", "location", "application", "device", "x-pet", "ORG",
      ])
      guard kind == "group" else { return [line("KIND", further("X"), kind)] }
      return [line("KIND", [], kind), member(), member()]
    case 2: return [member()]
    case 3: return [line("XML", [], "<a xmlns=\"http://example.com/\">b</a>")]
    case 4, 5:
      guard isFirst("GENDER") else { return [] }
      return [
        line(
          "GENDER", further("X"),
          pick(["M", "F", "O", "N", "U", "M;Fellow", ";it's\\, so", "", "f"]))
      ]
    case 6: return date("ANNIVERSARY")
    case 7:
      return [
        line("LANG", types(["work"], most: 1) + further("PREF ALTID PID"), pick(["de", "fr-CH"]))
      ]
    case 8, 9:
      return [
        line(
          "RELATED",
          types(["friend", "agent", "spouse", "contact", "child", "emergency", "co-worker"])
            + further(uri),
          pick([
            "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "http://example.com/b.vcf",
            "mailto:b@c",
          ]))
      ]
    case 10:
      return [
        line(
          "RELATED",
          ["VALUE=text"] + types(["spouse", "agent", "parent", "me"], most: 1)
            + further("LANGUAGE PREF"), text(3))
      ]
    case 11:
      return [
        line("CLIENTPIDMAP", [], "\(pick([1, 2]));urn:uuid:53e374d9-337e-4727-8803-a1e9c14e0556")
      ]
    case 12:
      let name = pick(["BIRTHPLACE", "DEATHPLACE"])
      guard isFirst(name) else { return [] }
      return [
        pick([
          textLine(name, further("LANGUAGE X")), line(name, ["VALUE=uri"], "geo:46.7,-71.2"),
        ])
      ]
    case 13: return date("DEATHDATE")
    case 14:
      return [
        textLine(
          pick(["EXPERTISE", "HOBBY", "INTEREST"]), further("LEVEL LEVEL INDEX LANGUAGE PREF"))
      ]
    case 15:
      return [line("ORG-DIRECTORY", further(uri + " INDEX LANGUAGE"), "http://example.com/dir")]
    case 16: return [line("CONTACT-URI", further(uri), "mailto:contact@example.com")]
    case 17:
      guard isFirst("CREATED") else { return [] }
      return [line("CREATED", [], "20260101T000000Z")]
    case 18:
      return [
        line("GRAMGENDER", further("LANGUAGE ALTID"), pick(["feminine", "neuter"])),
        line("PRONOUNS", further("LANGUAGE PREF ALTID"), pick(["she/her", "they\\, them"])),
      ]
    case 19:
      guard isFirst("LANGUAGE") else { return [] }
      return [line("LANGUAGE", [], "de-CH")]
    case 20, 21:
      return [
        oneIn(2)
          ? line(
            "SOCIALPROFILE", ["SERVICE-TYPE=Twitter"] + further("SERVICE PREF META X"),
            "https://twitter.com/kate")
          : line(
            "SOCIALPROFILE", ["VALUE=text", "SERVICE-TYPE=Mastodon"] + further("PREF"), "@kate")
      ]
    case 22: return [line("JSPROP", ["JSPTR=\"example.com:foo\""], "{\"a\":1}")]
    case 23: return messaging()
    case 24: return calendar()
    default:
      return [line("SOURCE", further("PREF PID ALTID MEDIATYPE"), "http://example.com/k.vcf")]
    }
  }

  private mutating func member() -> String {
    line(
      "MEMBER", further("PREF PID ALTID MEDIATYPE"),
      pick([
        "urn:uuid:03a0e51f-d1aa-4385-8a53-e29025acd8af", "mailto:a@example.com", "xmpp:b@c",
        "urn:uuid:1",
      ]))
  }

  // MARK: Programs' own

  private static let labels = [
    "_$!<Home>!$_", "_$!<Anniversary>!$_", "_$!<Spouse>!$_", "_$!<Manager>!$_", "_$!<Other>!$_",
    "_$!<Mother>!$_", "Ferienhaus", "", "_$!<HomePage>!$_", "Google",
  ]

  private mutating func vendor() -> [String] {
    switch Int.random(in: 0..<17, using: &random) {
    case 0, 1, 2: return labelled()
    case 3:
      return [
        line(
          pick([
            "X-SPOUSE", "X-MANAGER", "X-ASSISTANT", "X-CHILD", "X-EVOLUTION-SPOUSE",
            "X-EVOLUTION-MANAGER", "X-EVOLUTION-ASSISTANT", "X-KADDRESSBOOK-X-SpouseName",
            "X-KADDRESSBOOK-X-ManagersName", "X-KADDRESSBOOK-X-AssistantsName",
          ]), further("X"), word())
      ]
    case 4:
      return [
        line(
          pick(["X-ANNIVERSARY", "X-EVOLUTION-ANNIVERSARY", "X-KADDRESSBOOK-X-Anniversary"]), [],
          pick(["2010-05-06", "20100506", "--0506", "soon", ""]))
      ]
    case 5: return [line("X-GENDER", [], pick(["Female", "Male", "F", "M", "x", "F;Fellow", ""]))]
    case 6, 7:
      return [
        line(
          pick([
            "X-AIM", "X-ICQ", "X-JABBER", "X-MSN", "X-YAHOO", "X-SKYPE", "X-SKYPE-USERNAME",
            "X-GTALK",
            "X-GOOGLE-TALK", "X-QQ", "X-GADUGADU", "X-GROUPWISE", "X-TWITTER", "X-MATRIX",
            "X-GOOGLE TALK",
          ]), types(["home", "work"], most: 2) + further("X"),
          pick(["kate", "kate@example.com", "12 34", "k\u{E4}te", ""]))
      ]
    case 8:
      return [
        line(
          "X-SOCIALPROFILE",
          ["TYPE=" + pick(["twitter", "facebook", "linkedin", "x-mine"])]
            + (oneIn(2) ? ["X-USER=kate"] : []) + further("X"),
          pick(["http://twitter.com/kate", "x-apple:kate", "kate"]))
      ]
    case 9:
      return [
        line(
          pick([
            "X-PHONETIC-FIRST-NAME", "X-PHONETIC-MIDDLE-NAME", "X-PHONETIC-LAST-NAME",
            "X-PHONETIC-ORG", "X-MAIDENNAME",
          ]), [], word())
      ]
    case 10: return [line("X-ABShowAs", [], pick(["COMPANY", "PERSON"]))]
    case 11:
      var lines = [line("X-ADDRESSBOOKSERVER-KIND", [], pick(["group", "individual"]))]
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        lines.append(
          line(
            "X-ADDRESSBOOKSERVER-MEMBER", [],
            pick([
              "urn:uuid:03a0e51f-d1aa-4385-8a53-e29025acd8af",
              "03a0e51f-d1aa-4385-8a53-e29025acd8af", "no uuid",
            ])))
      }
      return lines
    case 12:
      return [
        line(
          "X-ANDROID-CUSTOM", [],
          pick([
            "vnd.android.cursor.item/nickname;Joe;1;;;;;;;;;;;;;",
            "vnd.android.cursor.item/contact_event;2010-05-06;1;;;;;;;;;;;;;",
            "vnd.android.cursor.item/relation;Ann;14;;;;;;;;;;;;;",
          ]))
      ]
    case 13:
      return [
        line(
          pick([
            "X-EVOLUTION-FILE-AS", "X-EVOLUTION-VIDEO-URL", "X-EVOLUTION-LIST", "X-MOZILLA-HTML",
            "X-KADDRESSBOOK-BlogFeed", "X-WAB-GENDER", "X-MS-OL-DEFAULT-POSTAL-ADDRESS", "X-MS-TEL",
            "X-MS-IMADDRESS", "X-PM-ENCRYPT", "X-ABUID", "X-IRMC-LUID", "X-IMAGEHASH", "X-FOO",
          ]), further("X"), pick(["TRUE", "a, b", "a\\, b;c", "http://a/b", "1", "\u{E4}"]))
      ]
    case 14:
      // Names by which a conversion carries something, with its marks or without.
      guard isWild || oneIn(3) else { return [] }
      var names = [
        "X-KIND", "X-CLASS", "X-MAILER", "X-NAME", "X-LANG", "X-RELATED", "X-BDAY", "X-FN", "X-N",
        "X-GEO", "X-AGENT", "X-MEMBER", "X-TEL", "X-ALSO-TEL", "X-PROFILE", "X-HOBBY", "X-CREATED",
        "X-CLIENTPIDMAP", "X-XML", "X-ADR", "X-NOTE",
      ]
      // A LABEL that is carried stands beside no ADR that it fits.
      if isForged { names += ["X-LABEL", "X-VCARD-LINE", "X-VCARD-LINE"] }
      let marks: [[String]] =
        isForged
        ? [
          ["X-VERSION=2.1"], ["X-VERSION=3.0"], ["X-VERSION=4.0"], ["X-ORIGINAL=\"a\\;b\""],
          ["X-ORIGINAL=3.0 TEL%3A1"], ["X-PROPERTY=BDAY"], ["X-REPEATED=TRUE"], ["X-NESTED=4.0"],
          ["X-PREF=1"], ["X-ALTID=1"], ["X-DERIVED=TRUE"], ["X-VALUE=text"],
        ] : [[]]
      return [
        line(
          pick(names), pick(marks),
          pick(
            ["org", "PRIVATE", "a;b", "TEL:1", "", "a\\nb", "19850412", "FN:x", "urn:uuid:1"]
              + (isForged ? ["no line", "END:VCARD", "BEGIN:VCARD"] : [])))
      ]
    case 15: return messaging()
    default: return [textLine("X-CUSTOM", further("LANGUAGE X"))]
    }
  }

  /// Properties of Apple's address book with a label in their group.
  private mutating func labelled() -> [String] {
    groups += 1
    let group = pick(["item\(groups)", "ITEM\(groups)"])
    let label = line("X-ABLabel", [], pick(CardMaker.labels), group: group)
    let property =
      switch Int.random(in: 0..<7, using: &random) {
      case 0, 1:
        line(
          "X-ABDATE", oneIn(2) ? ["type=pref"] : oneIn(3) ? ["X-APPLE-OMIT-YEAR=1604"] : [],
          pick(["2010-05-06", "1604-05-06", "20100506", "soon"]), group: group)
      case 2, 3: line("X-ABRELATEDNAMES", oneIn(2) ? ["type=pref"] : [], word(), group: group)
      case 4: line("TEL", types(["pref", "cell"], most: 1), "+1 408 555 0001", group: group)
      case 5: line("URL", types(["pref"], most: 1), "http\\://example.com/", group: group)
      default: structureLine("ADR", types(["home"], most: 1), 7...7, group: group)
      }
    var lines = [property, label]
    if oneIn(4) { lines.append(line("X-ABADR", [], "us", group: group)) }
    if oneIn(8) { lines.append(line("X-ABLabel", [], "again", group: group)) }
    return lines
  }

  // MARK: Astray

  private static let strays = [
    "no property", ":value", "#comment", "", "FN", "A B C:x", "TEL;TYPE=\"home:+1", "X_FOO:a",
    "a.b.TEL:1", "NOTE;ENCODING=QUOTED-PRINTABLE:a=C3=A4b", "NOTE;ENCODING=QUOTED-PRINTABLE:a=ZZ",
    "PHOTO;ENCODING=b:!!!", "PHOTO;ENCODING=b:QUJ", "PHOTO:data:image/png;base64,QUJD",
    "PHOTO;ENCODING=b;TYPE=png:data:image/png;base64,QUJD", "NOTE;CHARSET=nonsense:a\u{E4}",
    "NOTE;ENCODING=8BIT:a", "NOTE;ENCODING=zip:a", "VERSION:4.0", "VERSION:2.1", "END:VCALENDAR",
    "TEL;CELL=;PREF=:1", "KIND:org", "GENDER:F", "LABEL:a\\nb", "SORT-STRING:x", "AGENT:Fred",
    "CLASS:PUBLIC", "MEMBER:x", "ADR:a", "FN:", "N:", "BDAY;VALUE=text:x", "X-:y", "TEL;TYPE=:1",
    "NOTE;LANGUAGE=de;LANGUAGE=en:a", "EMAIL;TYPE=pref;PREF=1:a@b", "TEL;;TYPE=home:1",
    "IMPP;TYPE=SKYPE:kate", "REV:now", "UID:", "PROFILE:x", "RELATED:x", "N;X=\"a\"b:c;d",
    "GEO:geo:1,2", "GEO:1,2", "TZ:;;", "SOUND;X-IRMC-N:a;b;;;", "X-A;X-B=c\\;d:e", "NAME:a",
    "XML:x",
    "data", "ORG:a,b", "NICKNAME:a;b", "CATEGORIES:", "UID:a\\,b", "URL:a\\\\b", "CLIENTPIDMAP:x",
    "DERIVED:x", "KEY;ENCODING=b;TYPE=PGP:QUJD", "ORG;DERIVED=TRUE:a", "FN;DERIVED=TRUE:a",
    "N;DERIVED=TRUE:a;;;;", "FN;X-DERIVED=TRUE:b",
  ]

  private mutating func astray() -> [String] {
    (0..<Int.random(in: 1...3, using: &random)).map { _ in pick(CardMaker.strays) }
  }
}

extension String {
  /// The first letter in upper case, the others in lower case.
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst().lowercased() }
}
