import DedupeBooks

/// Something that programs write and no standard asks for, or that takes a closer look, and books of
/// nothing but that.
///
/// `.ci/bench quirks` tells which of them take more than ten times as long an octet as
/// ``SampleCards/typical(_:)``.
public struct SampleQuirk: Sendable {
  /// What it is called, such as `position`.
  public let name: String
  private let version: String
  /// How often a card holds the lines.
  private let times: Int
  private let form: Form
  /// Whether the card has what every version demands besides.
  private let isNamed: Bool
  private let lines: String

  /// How the lines become octets.
  private enum Form: Sendable {
    case plain
    /// Folded at so many octets.
    case folded(Int)
    /// In one octet a letter, as Windows-1251 has those of Cyrillic.
    case cyrillic
    /// With nothing but CR at the ends of lines.
    case returns
    /// In UTF-16, from its first octets on.
    case wide
  }

  private init(
    _ name: String, in version: String = "3.0", times: Int = 8, as form: Form = .plain,
    isNamed: Bool = true, _ lines: String
  ) {
    (self.name, self.version, self.times) = (name, version, times)
    (self.form, self.isNamed, self.lines) = (form, isNamed, lines)
  }

  /// A book of so many cards, the same in every run.
  ///
  /// Each `#` of the lines becomes a digit and each `@` a letter.
  public func book(_ count: Int) -> [UInt8] {
    var numbers = SampleNumbers(state: 6)
    let start =
      "BEGIN:VCARD\n\(version.isEmpty ? "" : "VERSION:\(version)\n")"
      + (isNamed ? "N:Bell;Kate;;;\nFN:Kate Bell\n" : "")
    let lines = [Unicode.Scalar]((self.lines + "\n").unicodeScalars)
    var text: [UInt8] = if case .wide = form { [0xFF, 0xFE] } else { [] }
    for _ in 0..<count {
      append(start.unicodeScalars, to: &text)
      for _ in 0..<times {
        append(
          lines.map { scalar in
            switch scalar {
            case "#": Unicode.Scalar(UInt8(ascii: "0") + UInt8(numbers.number(0...9)))
            case "@": Unicode.Scalar(UInt8(ascii: "a") + UInt8(numbers.number(0...25)))
            default: scalar
            }
          }, to: &text)
      }
      append("END:VCARD\n".unicodeScalars, to: &text)
    }
    return text
  }

  private func append(_ scalars: some Sequence<Unicode.Scalar>, to text: inout [UInt8]) {
    var column = 0
    for scalar in scalars {
      let octets: [UInt8] =
        switch (form, scalar) {
        case (.returns, "\n"): [0x0D]
        case (.wide, "\n"): [0x0D, 0, 0x0A, 0]
        case (.wide, _): [UInt8(scalar.value & 0xFF), UInt8(scalar.value >> 8)]
        case (_, "\n"): [0x0D, 0x0A]
        case (.cyrillic, "\u{410}"..."\u{44F}"): [UInt8(scalar.value - 0x410 + 0xC0)]
        default: Array(String(scalar).utf8)
        }
      if case .folded(let width) = form, scalar != "\n", column + octets.count > width {
        text += [0x0D, 0x0A, 0x20]
        column = 1
      }
      text += octets
      column = scalar == "\n" ? 0 : column + octets.count
    }
  }

  private static let qp = ";CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:"

  /// All of them.
  public static let all: [SampleQuirk] = [
    // MARK: Octets and lines
    SampleQuirk("undeclared", in: "2.1", as: .cyrillic, "ORG:Завод ##;Отдел@\nNOTE:Иванов@ Пётр@"),
    SampleQuirk("undeclared30", as: .cyrillic, "FN:Пётр Иванов@\nNOTE:письмо ##\\, и ещё"),
    SampleQuirk("declared", in: "2.1", as: .cyrillic, "ORG;CHARSET=windows-1251:Иванов@;Пётр@"),
    SampleQuirk("one beyond UTF-8", as: .cyrillic, "NOTE:@@@@@@@@ Ж @@@@@@@@\nTEL:+4930####"),
    SampleQuirk("UTF-16", as: .wide, "FN:Zoë @@@@@@\nTEL;TYPE=CELL:+49 30 ######"),
    SampleQuirk("returns", as: .returns, "FN:Zoë @@@@@@\nTEL;TYPE=CELL:+49 30 ######"),
    SampleQuirk("folds", as: .folded(4), "NOTE:@@@@@@ @@@@ \\, @@@@ü@@ @@@@@@@@@@@@@ @@@ \\n@@@@@"),
    SampleQuirk(
      "folds21", in: "2.1", as: .folded(4),
      """
      NOTE:@@@@@@ @@@@@ @@@@@ü@@ @@@@@ @@@@@@@ @@ @@@
      """),
    SampleQuirk("blank lines", times: 40, "\n\nX-A:@\n \n\t"),
    SampleQuirk("short", times: 40, "X:@"),
    SampleQuirk("malformed", "@@@@@@ @@@ @@@ @@@@\n;\n=\n:@@@@\n.PROP:@\none two.three:@"),
    SampleQuirk(
      "malformed21", in: "2.1",
      """
      @@@@@@ @@@ @@@ @@@@
      ;
      :@@@@
      .PROP:@
      one two.three:@
      """),
    SampleQuirk("controls", "NOTE:@@@\u{8}@@@@\u{0}@@@@@\u{1B}@@\u{7F}\nFN:@@@@\u{1}@@@"),
    SampleQuirk("empty", times: 0, isNamed: false, ""),
    SampleQuirk("no version", in: "", isNamed: false, "N:@@@@@@;@@@@\nTEL;CELL:####-#######"),
    SampleQuirk(
      "nested", in: "2.1", times: 2,
      """
      AGENT:
      BEGIN:VCARD
      VERSION:2.1
      N:@@@@@;@@@
      END:VCARD
      """),
    SampleQuirk(
      "nested30", times: 2,
      """
      AGENT:BEGIN:VCARD\\nVERSION:3.0\\nN:@@@@\\;@@@\\;\\;\\;\\nFN:@@@ @@@@\\nEND:VCARD\\n
      """),

    // MARK: Names and parameters
    SampleQuirk("labels", "item##.URL:https://@@@.example\nitem##.X-ABLabel:_$!<HomePage>!$_"),
    SampleQuirk("dates", "item1.X-ABDATE:19##-04-12\nitem1.X-ABLabel:_$!<Anniversary>!$_"),
    SampleQuirk(
      "odd names",
      """
      X-messaging/xmpp-All:@@@@
      X_FOO:@@@
      X-GOOGLE TALK:@@@
      a.b.TEL:###
      """),
    SampleQuirk("carried", "X-KIND:org\nX-X-KIND:@@@\nX-GENDER:F\nX-ANNIVERSARY:19960415"),
    SampleQuirk(
      "many types",
      """
      TEL;TYPE=home,work,cell,fax,@@@,@@@;TYPE=@@@;TYPE=voice;TYPE="a,b":+49 30 ####
      """),
    SampleQuirk(
      "many parameters",
      """
      NOTE;X-@@=1;X-@@=2;X-@@=3;X-@@=4;X-@@=5;X-@@=6;X-@@=7;X-@@=8:@@
      """),
    SampleQuirk(
      "bare parameters", in: "2.1",
      """
      TEL;HOME;WORK;CELL;FAX;PREF;@@@@;@@@;VOICE;MSG:+49 30 ####
      """),
    SampleQuirk(
      "empty parameters", in: "2.1",
      """
      TEL;CELL=;PREF=:+4930####
      ADR;HOME;;PREF;:;;@@@@;@@@;;;
      """),
    SampleQuirk(
      "quoted", in: "4.0",
      """
      NOTE;X-A="@,@;@:@";SORT-AS="@@,@@":@@@@
      TEL;TYPE="home,cell":##
      """),
    SampleQuirk(
      "circumflexes", in: "4.0",
      """
      NOTE;X-A=^n^'^^@^@^n:@@@
      ADR;LABEL="@@@@^n@@":;;@@;@@;;;
      """),
    SampleQuirk("open quotes", "NOTE;X-A=\"@@@@@ @@@:@@@@@@@@\nTEL;TYPE=\"home:@@@@@"),
    SampleQuirk("backslashes in parameters", "ADR;LABEL=@@@\\n@@@\\:@\\;:;;@@@@;@@@;;;"),
    SampleQuirk(
      "preferences", in: "4.0",
      """
      TEL;PREF=#:###
      EMAIL;PREF=##;PID=1.#:@@@@@@.@
      FN;ALTID=1:@@@
      """),

    // MARK: Values
    SampleQuirk(
      "quoted-printable", in: "2.1",
      """
      NOTE\(qp)=C3=BC=@@
      NOTE\(qp)=
      @=
      =C3=
      =A4=0D=0A=
      @@@
      """),
    SampleQuirk("quoted-printable30", "NOTE;ENCODING=QUOTED-PRINTABLE:=C3=BC @@@@ =\n@@@ =0A @@@"),
    SampleQuirk(
      "encoded words",
      """
      FN:=?UTF-8?Q?@@=C3=BC@@@?= =?UTF-8?B?w7w=?=
      NOTE:=C3=BC=C3=A4=41
      """),
    SampleQuirk(
      "base64", in: "2.1",
      """
      PHOTO;ENCODING=BASE64;TYPE=JPEG:
       /9j/@@@@####@@@@
       @@@@@@@@@@@@


      """),
    SampleQuirk("base64 bare", in: "2.1", "PHOTO;BASE64;JPEG:\n/9j/@@@@####@@@@\n@@@@@@@@@@@@\n"),
    SampleQuirk(
      "base64 broken",
      """
      PHOTO;ENCODING=b;TYPE=JPEG:/9j/@@@@##:#@@@@=@=@@
      KEY;ENCODING=b:@ @
      """),
    SampleQuirk(
      "data URIs", in: "4.0",
      """
      PHOTO:data:image/jpeg;base64,/9j/@@@@@@@@@@@@
      KEY:data:;base64,@@@@
      """),
    SampleQuirk(
      "escapes",
      """
      NOTE:\\,\\;\\\\\\n\\N\\:\\@@\\,\\,\\n@
      CATEGORIES:\\,@,@\\,,@\\;@
      ORG:\\;;@,@\\,;;;
      """),
    SampleQuirk(
      "escapes21", in: "2.1",
      """
      NOTE:\\,\\;\\\\\\n\\@@,,;@
      ADR:;;@\\;@\\\\;@;C:\\\\@;;
      NICKNAME:@;@,@
      """),
    SampleQuirk(
      "JSON",
      """
      X-DATA:{"@@":[1,##,{"@":"\\\\n@@@"}],"@@":null}
      NOTE:{"@":"@\\"@"}
      """),
    SampleQuirk("beyond ASCII", in: "2.1", "ORG:@ü@ßéà@;Żółć@\nNOTE:日本語の文@字 ж@ж"),
    SampleQuirk(
      "addresses", in: "2.1",
      """
      ADR;HOME:;;## High Street;@@@@;;###;GB
      LABEL;HOME\(qp)## High=0D=0A@@@@
      """),
    SampleQuirk("addresses30", "ADR;TYPE=home:;;## @@@;@@@@;;;GB\nLABEL;TYPE=home:## @@@\\n@@@@"),
    SampleQuirk("addresses40", in: "4.0", "ADR;LABEL=\"## @@@\\n@@@@\":;;## @@@;@@@@;;;GB"),
    SampleQuirk(
      "long addresses", in: "4.0",
      """
      ADR:;;## @@@;@@@@;;;GB;@@;#;##;@@@@;@@@;;;;;;
      N:@@;@;;;;@@;@
      """),
    SampleQuirk(
      "position",
      """
      TZ:-05:00; EST; Raleigh
      TZ:+0#00
      GEO:##.###\\;-#.###
      GEO:geo:##.#,#.##
      """),
    SampleQuirk("position21", in: "2.1", "TZ:-0#:00\nGEO:##.###,-#.###\nTZ:Europe/Paris"),
    SampleQuirk(
      "position40", in: "4.0",
      """
      TZ;VALUE=utc-offset:-0500
      GEO:geo:##.###\\,-#.###;u=3
      TZ:Europe/@@@
      """),
    SampleQuirk(
      "days", times: 1,
      """
      BDAY;X-APPLE-OMIT-YEAR=1604:1604-0#-##
      BDAY;VALUE=text:circa 18##
      REV:19##-0#-1#
      """),
    SampleQuirk(
      "days40", in: "4.0", times: 1,
      """
      BDAY:--0#1#
      ANNIVERSARY:19##-0#
      DEATHDATE:T1#
      REV:15######
      """),
    SampleQuirk(
      "telephones", in: "4.0",
      """
      TEL;VALUE=uri:tel:+1-###-####;ext=#
      TEL:p###p##w#
      TEL:tel:###,,1#
      """),
    SampleQuirk(
      "services",
      """
      X-AIM:@@@@
      X-QQ:######
      IMPP;X-SERVICE-TYPE=ICQ:aim:####
      X-GTALK:@@@@@@.@
      """),
    SampleQuirk(
      "profiles",
      """
      X-SOCIALPROFILE;TYPE=twitter;X-USER=@@:https://twitter.com/@@
      X-ABShowAs:COMPANY
      """),
    SampleQuirk(
      "phonetic", isNamed: false,
      """
      SORT-STRING:@@@@
      X-PHONETIC-FIRST-NAME:@@@
      N:@@@;@@@;;;
      SOUND;X-IRMC-N:@;@
      """),
    SampleQuirk(
      "names", isNamed: false,
      """
      FN:@@@@
      N:@@@
      ORG:@@;@@;
      NICKNAME:@@@,@@
      UID:{@@@-####}
      CLASS:PRIVATE
      MAILER:@@
      """),
    SampleQuirk(
      "relations", in: "4.0",
      """
      RELATED;TYPE=spouse;VALUE=text:@@@ @@
      RELATED:urn:uuid:@@@##
      MEMBER:@@:@@
      """),
    SampleQuirk("Android", "X-ANDROID-CUSTOM:vnd.android.cursor.item/nickname;@@@;1;;;;;;;;;;;;;"),
    SampleQuirk(
      "only in 4.0", in: "4.0",
      """
      KIND:org
      GENDER:F;@@
      LANG;PREF=1:fr
      HOBBY;LEVEL=high:@@@@@
      XML:<a>@@</a>
      """),
  ]
}
