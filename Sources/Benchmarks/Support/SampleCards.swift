import DedupeBooks

/// Address books that are the same in every run, for benchmarks.
///
/// They resemble what programs export; no program, person or address in them exists.
public enum SampleCards {
  /// Typical cards of version 3.0: 20 properties, CR LF, folded at 75 octets, about 800 octets each.
  public static func typical(_ count: Int) -> [UInt8] {
    book(count, seed: 1) { numbers, text in
      text.append(card30(SamplePerson(&numbers)), ending: crlf, folded: true)
    }
  }

  /// The same people as ``typical(_:)`` in version 4.0.
  public static func typical40(_ count: Int) -> [UInt8] {
    book(count, seed: 1) { numbers, text in
      text.append(card40(SamplePerson(&numbers)), ending: crlf, folded: true)
    }
  }

  /// The same people as ``typical(_:)`` as a program writes them that ends lines in LF and never
  /// folds: nothing of it can be copied as it stands.
  public static func unfolded(_ count: Int) -> [UInt8] {
    book(count, seed: 1) { numbers, text in
      text.append(card30(SamplePerson(&numbers)), ending: lf, folded: false)
    }
  }

  /// Cards of version 3.0 with a photo of about 30 kB in base64 each.
  public static func photos(_ count: Int) -> [UInt8] {
    book(count, seed: 2) { numbers, text in
      var lines = card30(SamplePerson(&numbers))
      let photo = base64Digits(numbers.number(9000...11_000) * 4, &numbers)
      lines.insert("PHOTO;ENCODING=b;TYPE=JPEG:/9j/" + photo, at: lines.count - 3)
      text.append(lines, ending: crlf, folded: true)
    }
  }

  /// Cards of version 2.1 in quoted-printable, mixed with 3.0: LF and CR LF, names in lower case,
  /// parameters without names, blank lines.
  public static func messy(_ count: Int) -> [UInt8] {
    book(count, seed: 3) { numbers, text in
      let person = SamplePerson(&numbers)
      let ending = numbers.happens(50) ? lf : crlf
      if numbers.happens(60) {
        for line in card21(person) { text.appendQuotedPrintable(line, ending: ending) }
        return
      }
      var lines = card30(person)
      if numbers.happens(30) { lines[0] = "begin:vcard" }
      if numbers.happens(30) { lines.insert("note;X-P=\"a;b:c,d\":quoted", at: 3) }
      if numbers.happens(30) { text.append(contentsOf: ending) }
      text.append(lines, ending: ending, folded: true)
    }
  }

  /// Names, a line each, as a sort meets them.
  public static func names(_ count: Int) -> [UInt8] {
    var numbers = SampleNumbers(state: 5)
    // Whole people would take most of the time of a benchmark that needs nothing but their names.
    let people = (0..<200).map { _ in SamplePerson(&numbers) }
    var text: [UInt8] = []
    for _ in 0..<count {
      text.append(contentsOf: numbers.pick(people).family.utf8)
      text.append(contentsOf: ", ".utf8)
      text.append(contentsOf: numbers.pick(people).given.utf8)
      text.append(contentsOf: lf)
    }
    return text
  }

  /// Octets that look like a compressed picture's.
  public static func octets(_ count: Int) -> [UInt8] {
    var numbers = SampleNumbers(state: 4)
    return (0..<count).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
  }

  /// Text folded as a content line is: lines of 75 octets, then CR LF and a blank.
  public static func folded(_ text: [UInt8]) -> [UInt8] {
    var lines: [UInt8] = []
    lines.appendFolded(text, ending: crlf)
    return lines
  }

  /// The kinds of books by the names that tools know them by.
  public static let books: KeyValuePairs<String, @Sendable (_ count: Int) -> [UInt8]> = [
    "typical": typical, "typical40": typical40, "unfolded": unfolded, "photos": photos,
    "messy": messy,
  ]

  private static let crlf: [UInt8] = [0x0D, 0x0A]
  private static let lf: [UInt8] = [0x0A]

  private static func book(
    _ count: Int, seed: UInt64, _ body: (inout SampleNumbers, inout [UInt8]) -> Void
  ) -> [UInt8] {
    var numbers = SampleNumbers(state: seed)
    var text: [UInt8] = []
    for _ in 0..<count { body(&numbers, &text) }
    return text
  }

  private static func base64Digits(_ count: Int, _ numbers: inout SampleNumbers) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    let octets = (0..<count).map { _ in digits[Int(numbers.next() & 63)] }
    return String(decoding: octets, as: UTF8.self)
  }

  /// Escapes a text value.
  ///
  /// RFC 2426 §4.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\", ",", ";": escaped += "\\\(character)"
      case "\n": escaped += "\\n"
      default: escaped.append(character)
      }
    }
    return escaped
  }

  private static func card30(_ person: SamplePerson) -> [String] {
    var lines = ["BEGIN:VCARD", "VERSION:3.0", "PRODID:-//Example//Sample 1.0//EN"]
    lines += workLines(person)
    lines.append("EMAIL;TYPE=INTERNET;TYPE=WORK;TYPE=pref:\(person.emails[0])")
    lines.append("EMAIL;TYPE=INTERNET,HOME:\(person.emails[1])")
    lines.append("TEL;TYPE=CELL;TYPE=VOICE;TYPE=pref:\(person.phones[0])")
    lines.append("TEL;TYPE=WORK,FAX:\(person.phones[1])")
    lines.append("ADR;TYPE=HOME:;;\(person.address.map(escaped).joined(separator: ";"))")
    lines.append("BDAY:\(person.birthday)")
    lines.append("URL:\(person.page)")
    lines.append("NOTE:\(escaped(person.note))")
    lines += pageLines(person)
    lines.append("UID:\(person.identifier)")
    lines.append("REV:\(person.revision)")
    lines.append("END:VCARD")
    return lines
  }

  /// What the versions say alike: names and work.
  private static func workLines(_ person: SamplePerson) -> [String] {
    [
      "N:\(escaped(person.family));\(escaped(person.given));;;",
      "FN:\(escaped("\(person.given) \(person.family)"))",
      "NICKNAME:\(person.nicknames.joined(separator: ","))",
      "ORG:\(escaped(person.organisation));\(escaped(person.unit))",
      "TITLE:\(escaped(person.title))",
    ]
  }

  /// What the versions say alike: categories, and pages with labels of their own.
  private static func pageLines(_ person: SamplePerson) -> [String] {
    let categories = person.categories.joined(separator: ",")
    return (categories.isEmpty ? [] : ["CATEGORIES:\(categories)"])
      + person.labelled.enumerated().flatMap { index, entry in
        [
          "item\(index + 1).URL:\(entry.page)",
          "item\(index + 1).X-ABLabel:\(escaped(entry.label))",
        ]
      }
  }

  private static func card40(_ person: SamplePerson) -> [String] {
    let digits = { (text: String) in text.filter { $0 != "-" && $0 != ":" } }
    let address = person.address.map(escaped)
    var lines = ["BEGIN:VCARD", "VERSION:4.0", "PRODID:-//Example//Sample 1.0//EN"]
    lines.append("KIND:individual")
    lines += workLines(person)
    lines.append("EMAIL;PREF=1;TYPE=work:\(person.emails[0])")
    lines.append("EMAIL;TYPE=home:\(person.emails[1])")
    let number = person.phones[0].replacing(" ", with: "-")
    lines.append("TEL;VALUE=uri;PREF=1;TYPE=\"cell,voice\":tel:\(number)")
    lines.append("TEL;TYPE=work,fax:\(person.phones[1])")
    let label = "\(person.address[0])\\n\(person.address[1])"
    lines.append("ADR;TYPE=home;LABEL=\"\(label)\":;;\(address.joined(separator: ";"))")
    lines.append("BDAY:\(digits(person.birthday))")
    lines.append("URL:\(person.page)")
    lines.append("NOTE;LANGUAGE=en:\(escaped(person.note))")
    lines += pageLines(person)
    lines.append("UID:urn:uuid:\(person.identifier)")
    lines.append("REV:\(digits(person.revision))")
    lines.append("END:VCARD")
    return lines
  }

  private static func card21(_ person: SamplePerson) -> [(head: String, value: String?)] {
    let encoded = ";CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:"
    return [
      ("BEGIN:VCARD", nil), ("VERSION:2.1", nil),
      ("N\(encoded)", "\(person.family);\(person.given);;;"),
      ("FN\(encoded)", "\(person.given) \(person.family)"),
      ("ORG\(encoded)", "\(person.organisation);\(person.unit)"),
      ("TEL;CELL;VOICE;PREF:\(person.phones[0])", nil), ("tel;work;fax:\(person.phones[1])", nil),
      ("EMAIL;PREF;INTERNET:\(person.emails[0])", nil),
      ("Email;INTERNET;X-foo=bar:\(person.emails[1])", nil),
      ("ADR;HOME\(encoded)", ";;" + person.address.joined(separator: ";")),
      ("NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:", person.note),
      ("URL;WORK:\(person.page)", nil), ("END:VCARD", nil),
    ]
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ lines: [String], ending: [UInt8], folded: Bool) {
    for line in lines {
      if folded {
        appendFolded(Array(line.utf8), ending: ending)
      } else {
        append(contentsOf: line.utf8)
      }
      append(contentsOf: ending)
    }
  }

  /// Appends a line, folded at 75 octets and never inside a UTF-8 sequence.
  ///
  /// RFC 2425 §5.8.1.
  fileprivate mutating func appendFolded(_ line: [UInt8], ending: [UInt8]) {
    var start = 0
    var width = 75
    while line.count - start > width {
      var end = start + width
      while line[end] & 0xC0 == 0x80 { end -= 1 }
      append(contentsOf: line[start..<end])
      append(contentsOf: ending)
      append(0x20)
      start = end
      width = 74
    }
    append(contentsOf: line[start...])
  }

  /// Appends a line whose value is quoted-printable, with soft breaks.
  ///
  /// RFC 2045 §6.7.
  fileprivate mutating func appendQuotedPrintable(
    _ line: (head: String, value: String?), ending: [UInt8]
  ) {
    append(contentsOf: line.head.utf8)
    var column = line.head.utf8.count
    let digits = [UInt8]("0123456789ABCDEF".utf8)
    for octet in (line.value ?? "").utf8 {
      let isPlain = octet >= 0x20 && octet < 0x7F && octet != UInt8(ascii: "=")
      if column + 3 > 75 {
        append(UInt8(ascii: "="))
        append(contentsOf: ending)
        column = 0
      }
      if isPlain {
        append(octet)
        column += 1
      } else {
        append(contentsOf: [UInt8(ascii: "="), digits[Int(octet >> 4)], digits[Int(octet & 15)]])
        column += 3
      }
    }
    append(contentsOf: ending)
  }
}

extension SampleNumbers {
  /// Whether something happens that happens so many times in a hundred.
  mutating func happens(_ percent: Int) -> Bool { number(0...99) < percent }
}
