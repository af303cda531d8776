import TestSupport
import Testing
import VCard

/// A card before and after a preset, and what is told.
struct PresetCase: CustomTestStringConvertible, Sendable {
  let preset: String
  let rule: String
  let before: [String]
  let after: [String]
  let notes: [String]
  var testDescription: String { "\(preset), \(rule): \(before.joined(separator: "⏎"))" }

  /// The same lines before and after, between the envelope and the names of a version.
  private static func card(_ version: String, _ lines: [String]) -> [String] {
    let names = version == "2.1" ? ["N:Bell;Kate"] : ["N:Bell;Kate;;;", "FN:Kate Bell"]
    return ["BEGIN:VCARD", "VERSION:\(version)"] + names + lines + ["END:VCARD"]
  }

  /// Lines of a card of the version that the preset asks for.
  static func lines(
    _ preset: String, _ rule: String, _ before: [String], becomes after: [String],
    tells notes: String...
  ) -> PresetCase {
    let version = preset == "outlook" ? "2.1" : "3.0"
    return PresetCase(
      preset: preset, rule: rule, before: card(version, before), after: card(version, after),
      notes: notes)
  }

  /// Lines of a card that stay as they are.
  static func kept(
    _ preset: String, _ rule: String, _ lines: [String], tells notes: [String] = []
  ) -> PresetCase {
    let version = preset == "outlook" ? "2.1" : "3.0"
    return PresetCase(
      preset: preset, rule: rule, before: card(version, lines), after: card(version, lines),
      notes: notes)
  }

  /// A card without names.
  static func nameless(
    _ preset: String, _ rule: String, _ before: [String], becomes after: [String]
  ) -> PresetCase {
    PresetCase(
      preset: preset, rule: rule, before: ["BEGIN:VCARD", "VERSION:3.0"] + before + ["END:VCARD"],
      after: ["BEGIN:VCARD", "VERSION:3.0"] + after + ["END:VCARD"], notes: [])
  }

  static let all: [PresetCase] = changing + further

  /// Those whose rules change something.
  static let changing: [PresetCase] =
    refused + misread + names + messaging + dates + relations + dropped

  private static let gif = "R0lGODlh"
  private static let png = "iVBORw0KGgo="
  private static let webp = "UklGRgAAAABXRUJQ"

  static let refused: [PresetCase] = [
    .lines(
      "apple", "photo-formats",
      ["PHOTO;ENCODING=b;TYPE=WEBP:\(webp)", "PHOTO;ENCODING=b;TYPE=GIF:\(gif)"],
      becomes: ["X-PHOTO;TYPE=WEBP;ENCODING=b:\(webp)", "PHOTO;ENCODING=b;TYPE=GIF:\(gif)"],
      tells: "5:1 PHOTO is set aside as X-PHOTO: Apple Contacts takes no image/webp"),
    .lines(
      "apple", "no-semicolon-parameters",
      ["NOTE;X-A=\"b;c\";X-B=d:tea", "NOTE;X-A=\"b,c\":tea", "NOTE;X-A=b;X-C=d:tea"],
      becomes: ["NOTE;X-B=d:tea", "NOTE;X-A=\"b,c\":tea", "NOTE;X-A=b;X-C=d:tea"],
      tells: "5:1 NOTE loses X-A=\"b;c\": Apple Contacts heeds no quotes around a semicolon"),
    .lines(
      "outlook", "one-photo",
      ["PHOTO;ENCODING=BASE64;GIF:\(gif)", "", "PHOTO;ENCODING=BASE64;PNG:\(png)", ""],
      becomes: ["PHOTO;ENCODING=BASE64;GIF:\(gif)", "", "X-PHOTO;PNG;ENCODING=BASE64:\(png)", ""],
      tells: "6:1 PHOTO is set aside as X-PHOTO: Outlook takes only 1"),
    .lines(
      "android", "no-logo-for-photo",
      ["LOGO;ENCODING=b;TYPE=PNG:\(png)", "PHOTO;ENCODING=b;TYPE=GIF:\(gif)"],
      becomes: ["X-LOGO;TYPE=PNG;ENCODING=b:\(png)", "PHOTO;ENCODING=b;TYPE=GIF:\(gif)"],
      tells: "5:1 LOGO is set aside as X-LOGO: Android takes it for something else"),
    .kept("android", "no-logo-for-photo", ["LOGO;ENCODING=b;TYPE=PNG:\(png)"]),
    .lines(
      "android", "one-formatted-name", ["FN;X-A=b:Kitty Bell", "TITLE:tea"],
      becomes: ["X-FN;X-A=b:Kitty Bell", "TITLE:tea"],
      tells: "5:1 FN is set aside as X-FN: Android takes only 1"),
  ]

  static let misread: [PresetCase] =
    ["apple", "google", "android", "carddav"].flatMap { preset in
      [
        PresetCase.lines(
          preset, "plain-numbers",
          [
            "item1.TEL;VALUE=uri;TYPE=home:tel:+1-201-555-0123;ext=102",
            "TEL:tel:7042;phone-context=example.com", "TEL:+1 201 555 0123", "TEL:sip:a@b.example",
          ],
          becomes: [
            "item1.TEL;TYPE=home:+1-201-555-0123 x102", "TEL:7042", "TEL:+1 201 555 0123",
            "TEL:sip:a@b.example",
          ],
          tells: """
            6:1 TEL "tel:7042;phone-context=example.com" loses "phone-context=example.com": \
            \(ImporterPreset.named(preset)?.title ?? "") takes plain numbers
            """)
      ]
    } + [
      .lines(
        "outlook", "plain-numbers", ["TEL;HOME:tel:+1-201-555-0123"],
        becomes: ["TEL;HOME:+1-201-555-0123"]),
      .lines(
        "apple", "embedded-photos",
        [
          "item1.PHOTO;VALUE=uri;X-A=b:data:image/png;base64,\(png)",
          "PHOTO;VALUE=uri:https://a.example/a.png",
        ],
        becomes: [
          "item1.PHOTO;X-A=b;ENCODING=b;TYPE=PNG:\(png)", "PHOTO;VALUE=uri:https://a.example/a.png",
        ]),
      .lines(
        "android", "embedded-photos", ["PHOTO;ENCODING=b;TYPE=GIF:data:image/gif;base64,\(gif)"],
        becomes: ["PHOTO;TYPE=GIF;ENCODING=b:\(gif)"]),
      .lines(
        "carddav", "embedded-photos", ["PHOTO;VALUE=uri:data:image/gif;base64,\(gif)"],
        becomes: ["PHOTO;ENCODING=b;TYPE=GIF:\(gif)"]),
      .lines(
        "carddav", "unquoted-types", ["TEL;TYPE=\"HOME,CELL\":1"],
        becomes: ["TEL;TYPE=HOME;TYPE=CELL:1"]),
      .lines(
        "apple", "unquoted-types",
        [
          "item1.TEL;TYPE=\"HOME,VOICE\";X-A=\"b:c\":1", "TEL;TYPE=HOME,VOICE:2", "TEL;X-A=\"b\":3",
        ],
        becomes: [
          "item1.TEL;TYPE=HOME;TYPE=VOICE;X-A=\"b:c\":1", "TEL;TYPE=HOME,VOICE:2",
          "TEL;X-A=\"b\":3",
        ]),
      .lines(
        "android", "unquoted-types", ["TEL;X-A=b;type=\"CELL\":1"],
        becomes: ["TEL;X-A=b;TYPE=CELL:1"]),
      .lines(
        "apple", "escaped-notes",
        ["NOTE:tea; milk\\; and, sugar\\n", "NOTE:tea\\; milk", "TITLE:a;b"],
        becomes: ["NOTE:tea\\; milk\\; and\\, sugar\\n", "NOTE:tea\\; milk", "TITLE:a;b"]),
      .lines(
        "android", "capital-pref",
        ["TEL;TYPE=home;TYPE=pref:1", "ORG;TYPE=pref:a;b", "TEL;TYPE=PREF:2", "ADR;TYPE=pref:;;a"],
        becomes: [
          "TEL;TYPE=home;TYPE=PREF:1", "ORG;TYPE=PREF:a;b", "TEL;TYPE=PREF:2", "ADR;TYPE=pref:;;a",
        ]),
      .lines(
        "android", "no-internet-type",
        ["EMAIL;TYPE=INTERNET,pref:a@b.example", "item1.EMAIL;type=internet;X-A=b:b@b.example"],
        becomes: ["EMAIL;TYPE=pref:a@b.example", "item1.EMAIL;X-A=b:b@b.example"]),
      .lines(
        "android", "types-from-labels",
        [
          "item1.TEL;TYPE=VOICE:1", "item1.X-ABLabel:Summer house", "ITEM2.TEL:2",
          "item2.X-ABLabel:_$!<Mobile>!$_", "item3.TEL;TYPE=work:3", "item3.X-ABLabel:Lab", "TEL:4",
          "item5.EMAIL:a@b.example", "item5.X-ABLabel:_$!<Other>!$_", "item6.ADR:;;a;b;c;d;e",
          "item6.X-ABLabel:_$!<Home>!$_",
        ],
        becomes: [
          "item1.TEL;TYPE=VOICE;TYPE=X-Summer house:1", "item1.X-ABLabel:Summer house",
          "ITEM2.TEL;TYPE=CELL:2", "item2.X-ABLabel:_$!<Mobile>!$_", "item3.TEL;TYPE=work:3",
          "item3.X-ABLabel:Lab", "TEL:4", "item5.EMAIL:a@b.example",
          "item5.X-ABLabel:_$!<Other>!$_", "item6.ADR;TYPE=HOME:;;a;b;c;d;e",
          "item6.X-ABLabel:_$!<Home>!$_",
        ]),
    ]

  static let names: [PresetCase] = [
    .nameless(
      "apple", "structured-name", ["FN:Kate Bell", "ORG:Tea"],
      becomes: ["N;X-DERIVED=TRUE:;Kate Bell;;;", "FN:Kate Bell", "ORG:Tea"]),
    .nameless(
      "apple", "structured-name", ["TEL:1", "N:;;;;", "FN:Kate\\, Bell"],
      becomes: ["TEL:1", "N;X-DERIVED=TRUE:;Kate\\, Bell;;;", "FN:Kate\\, Bell"]),
    .nameless(
      "apple", "structured-name", ["FN:Tea", "ORG:Tea"], becomes: ["FN:Tea", "ORG:Tea"]),
    .nameless(
      "apple", "structured-name", ["FN:Kate", "X-ABShowAs:COMPANY"],
      becomes: ["FN:Kate", "X-ABShowAs:COMPANY"]),
    .nameless("apple", "structured-name", ["FN:"], becomes: ["FN:"]),
    .nameless(
      "carddav", "structured-name", ["FN:Kate"],
      becomes: ["N;X-DERIVED=TRUE:;Kate;;;", "FN:Kate"]),
  ]

  static let messaging: [PresetCase] = [
    .lines(
      "google", "messaging-services",
      [
        "IMPP;TYPE=home:xmpp:kate@a.example", "X-ICQ;TYPE=home,cell:123", "X-SKYPE:kate b",
        "IMPP;X-SERVICE-TYPE=Matrix:matrix:u/kate", "X-JABBER:Kate@a.example",
        "IMPP:aim:goim?screenname=kate",
      ],
      becomes: [
        "IMPP;TYPE=home;X-SERVICE-TYPE=Jabber:xmpp:kate@a.example", "X-ICQ;TYPE=home,cell:123",
        "X-SKYPE:kate b", "IMPP;X-SERVICE-TYPE=Matrix:matrix:u/kate", "X-JABBER:Kate@a.example",
        "IMPP:aim:goim?screenname=kate",
        "IMPP;X-SERVICE-TYPE=ICQ;TYPE=home;X-DERIVED=TRUE:icq:123",
        "IMPP;X-SERVICE-TYPE=Skype;X-DERIVED=TRUE:skype:kate%20b",
      ]),
    .lines(
      "apple", "messaging-services", ["item1.IMPP:ymsgr:kate"],
      becomes: ["item1.IMPP;X-SERVICE-TYPE=Yahoo:ymsgr:kate"]),
    .lines(
      "android", "messaging-properties",
      [
        "IMPP:xmpp:kate@a.example", "IMPP;TYPE=work;X-SERVICE-TYPE=ICQ:aim:123",
        "IMPP:sip:kate@a.example", "IMPP:matrix:u/kate", "X-JABBER:kate@a.example",
        "X-SKYPE:kate", "IMPP:skype:kate",
      ],
      becomes: [
        "IMPP:xmpp:kate@a.example", "IMPP;TYPE=work;X-SERVICE-TYPE=ICQ:aim:123",
        "IMPP:sip:kate@a.example", "IMPP:matrix:u/kate", "X-JABBER:kate@a.example",
        "X-SKYPE:kate", "IMPP:skype:kate", "X-ICQ;TYPE=work;X-DERIVED=TRUE:123",
        "X-SKYPE-USERNAME;X-DERIVED=TRUE:kate",
      ],
      tells: "8:1 IMPP \"matrix:u/kate\" is kept, but Android reads none of its service"),
    .lines(
      "outlook", "messaging-address", ["IMPP:xmpp:kate@a.example", "X-ICQ:123"],
      becomes: [
        "IMPP:xmpp:kate@a.example", "X-ICQ:123", "X-MS-IMADDRESS;X-DERIVED=TRUE:kate@a.example",
      ]),
  ]

  static let dates: [PresetCase] = [
    .lines(
      "apple", "omitted-years",
      ["BDAY;VALUE=date:--0504", "item1.X-ABDATE:--12-24", "item1.X-ABLabel:Party", "REV:--0504"],
      becomes: [
        "BDAY;X-APPLE-OMIT-YEAR=1604:1604-05-04",
        "item1.X-ABDATE;X-APPLE-OMIT-YEAR=1604:1604-12-24", "item1.X-ABLabel:Party", "REV:--0504",
      ]),
    .kept("apple", "omitted-years", ["BDAY:1985-05-04"]),
    .kept("apple", "omitted-years", ["BDAY:1604-05-04"]),
    .lines(
      "apple", "labelled-anniversary", ["X-ANNIVERSARY:20010504", "item1.TEL:1"],
      becomes: [
        "X-ANNIVERSARY:20010504", "item1.TEL:1", "item2.X-ABDATE;X-DERIVED=TRUE:2001-05-04",
        "item2.X-ABLabel;X-DERIVED=TRUE:_$!<Anniversary>!$_",
      ]),
    .lines(
      "google", "labelled-anniversary", ["X-ANNIVERSARY:--0504"],
      becomes: [
        "X-ANNIVERSARY:--0504",
        "item1.X-ABDATE;X-DERIVED=TRUE;X-PROPERTY=X-ABDATE:--0504",
        "item1.X-ABLabel;X-DERIVED=TRUE:_$!<Anniversary>!$_",
      ]),
    .lines(
      "google", "no-omitted-years",
      [
        "BDAY;VALUE=date;X-APPLE-OMIT-YEAR=1604:1604-05-04",
        "X-ANNIVERSARY;X-APPLE-OMIT-YEAR=1604;X-PROPERTY=ANNIVERSARY:1604-06-13",
        "item1.X-ABDATE;X-DERIVED=TRUE;X-APPLE-OMIT-YEAR=1604:1604-06-13",
        "item1.X-ABLabel;X-DERIVED=TRUE:_$!<Anniversary>!$_",
        "item2.X-ABDATE;X-APPLE-OMIT-YEAR=1900:1900-12-24", "item2.X-ABLabel:Party",
      ],
      becomes: [
        "BDAY;X-PROPERTY=BDAY:--0504", "X-ANNIVERSARY;X-PROPERTY=ANNIVERSARY:--0613",
        "item1.X-ABDATE;X-DERIVED=TRUE;X-PROPERTY=X-ABDATE:--0613",
        "item1.X-ABLabel;X-DERIVED=TRUE:_$!<Anniversary>!$_",
        "item2.X-ABDATE;X-PROPERTY=X-ABDATE:--1224", "item2.X-ABLabel:Party",
      ],
      tells:
        "5:1 BDAY \"--0504\" has no year, for which Google Contacts would show 1604: written "
        + "without one",
      "6:1 X-ANNIVERSARY \"--0613\" has no year, for which Google Contacts would show 1604: written "
        + "without one",
      "9:1 X-ABDATE \"--1224\" has no year, for which Google Contacts would show 1604: written "
        + "without one"),
    .kept("google", "no-omitted-years", ["BDAY:1985-05-04", "BDAY:--0504", "REV:1604-05-04"]),
    .lines(
      "outlook", "no-omitted-years",
      [
        "BDAY:1604-05-04",
        "X-ANNIVERSARY;X-APPLE-OMIT-YEAR=1604;X-PROPERTY=ANNIVERSARY:1604-06-13",
      ],
      becomes: [
        "X-BDAY;X-PROPERTY=BDAY:--0504", "X-ANNIVERSARY;X-PROPERTY=ANNIVERSARY:--0613",
      ],
      tells:
        "4:1 BDAY \"--0504\" has no year, for which Outlook would show 1604: set aside as X-BDAY",
      "5:1 X-ANNIVERSARY \"--0613\" has no year, for which Outlook would show 1604: written without "
        + "one"),
    .kept("outlook", "no-omitted-years", ["BDAY:1985-05-04"]),
    .kept(
      "google", "labelled-anniversary",
      ["X-ANNIVERSARY:2001-05-04", "a.X-ABDATE:2001-05-04", "A.X-ABLABEL:_$!<Anniversary>!$_"]),
    .lines(
      "android", "yearless-birthday", ["BDAY;X-APPLE-OMIT-YEAR=1604:1604-05-04"],
      becomes: [
        "X-ANDROID-CUSTOM:vnd.android.cursor.item/contact_event;--05-04;3;;;;;;;;;;;", " ;;",
      ],
      tells: """
        5:1 BDAY "1604-05-04" becomes X-ANDROID-CUSTOM, which only Android reads: it has no year
        """),
    .kept("android", "yearless-birthday", ["BDAY:1985-05-04"]),
    .lines(
      "android", "events",
      [
        "X-ANNIVERSARY:2001-05-04", "item1.X-ABDATE:2001-05-04",
        "item1.X-ABLabel:_$!<Anniversary>!$_", "item2.X-ABDATE;X-APPLE-OMIT-YEAR=1604:1604-12-24",
        "item2.X-ABLabel:Party",
      ],
      becomes: [
        "X-ANNIVERSARY:2001-05-04", "item1.X-ABDATE:2001-05-04",
        "item1.X-ABLabel:_$!<Anniversary>!$_", "item2.X-ABDATE;X-APPLE-OMIT-YEAR=1604:1604-12-24",
        "item2.X-ABLabel:Party",
        "X-ANDROID-CUSTOM;X-DERIVED=TRUE:vnd.android.cursor.item/contact_event;2001-",
        " 05-04;1;;;;;;;;;;;;;",
        "X-ANDROID-CUSTOM;X-DERIVED=TRUE:vnd.android.cursor.item/contact_event;--12-",
        " 24;0;Party;;;;;;;;;;;;",
      ]),
  ]

  static let relations: [PresetCase] = [
    .lines(
      "apple", "labelled-relations",
      [
        "X-SPOUSE:Ann", "X-MANAGER:Bo;b", "item1.X-ABRELATEDNAMES:Ann",
        "item1.X-ABLabel:_$!<Spouse>!$_",
      ],
      becomes: [
        "X-SPOUSE:Ann", "X-MANAGER:Bo;b", "item1.X-ABRELATEDNAMES:Ann",
        "item1.X-ABLabel:_$!<Spouse>!$_", "item2.X-ABRELATEDNAMES;X-DERIVED=TRUE:Bo\\;b",
        "item2.X-ABLabel;X-DERIVED=TRUE:_$!<Manager>!$_",
      ]),
    .lines(
      "android", "relations",
      ["X-SPOUSE:Ann", "item1.X-ABRELATEDNAMES:Bo; b", "item1.X-ABLabel:Boss"],
      becomes: [
        "X-SPOUSE:Ann", "item1.X-ABRELATEDNAMES:Bo; b", "item1.X-ABLabel:Boss",
        "X-ANDROID-CUSTOM;X-DERIVED=TRUE:vnd.android.cursor.item/relation;Ann;14;;;;",
        " ;;;;;;;;;",
        "X-ANDROID-CUSTOM;X-DERIVED=TRUE:vnd.android.cursor.item/relation;Bo\\; b;0;B",
        " oss;;;;;;;;;;;;",
      ]),
    .lines(
      "outlook", "colleagues",
      ["X-MANAGER:Bo", "item1.X-ABRELATEDNAMES:Al", "item1.X-ABLabel:_$!<Assistant>!$_"],
      becomes: [
        "X-MANAGER:Bo", "item1.X-ABRELATEDNAMES:Al", "item1.X-ABLabel:_$!<Assistant>!$_",
        "X-MS-MANAGER;TYPE=N;X-DERIVED=TRUE:Bo", "X-MS-ASSISTANT;TYPE=N;X-DERIVED=TRUE:Al",
      ]),
    .kept("outlook", "colleagues", ["X-ASSISTANT:Al", "X-MS-MANAGER;TYPE=N:Bo", "X-MANAGER:Bo"]),
  ]

  static let dropped: [PresetCase] = [
    .kept(
      "google", "no-groups",
      ["X-ADDRESSBOOKSERVER-KIND:group", "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:1"],
      tells: [
        "5:1 the card is a group, of which Google Contacts makes a contact without its members"
      ]
    ),
    .kept("google", "no-groups", ["X-KIND:org"]),
    .kept(
      "outlook", "numbers-by-type",
      [
        "TEL;HOME:1", "TEL;HOME:2", "TEL;HOME;VOICE:3", "TEL;FAX;HOME:4", "TEL;CELL:5",
        "TEL;CELL:6", "TEL:7", "TEL;VOICE:8",
      ],
      tells: [
        "6:1 TEL \"3\" is kept, but Outlook takes only 2 of the home numbers",
        "9:1 TEL \"6\" is kept, but Outlook takes only 1 of the cell numbers",
        "11:1 TEL \"8\" is kept, but Outlook takes only 1 of the other numbers",
      ]),
    .kept(
      "outlook", "three-addresses",
      ["EMAIL:1@b.example", "EMAIL:2@b.example", "EMAIL:3@b.example", "EMAIL:4@b.example"],
      tells: ["7:1 EMAIL \"4@b.example\" is kept, but Outlook takes only 3 of them"]),
  ]

  /// What merging kept; what tells cards and devices apart is nothing that a person looks for.
  static let further: [PresetCase] = [
    ("apple", "Apple Contacts", 5), ("google", "Google Contacts", 5), ("outlook", "Outlook", 4),
    ("android", "Android", 5),
  ].map { preset, title, first in
    .kept(
      preset, "further-values",
      [
        "X-ALSO-BDAY:1979-01-20", "item1.x-also-FN:Kitty Bell", "X-ALSO-UID:1", "X-ALSO-X-ABUID:1",
        "X-ALSO-X-FOO:1", "X-ALSOFN:Kitty",
      ],
      tells: [
        "\(first):1 BDAY \"1979-01-20\" is kept as X-ALSO-BDAY, which \(title) does not show",
        "\(first + 1):1 FN \"Kitty Bell\" is kept as X-ALSO-FN, which \(title) does not show",
      ])
  }
}

/// What a preset makes of a card.
private struct Applied {
  var card: Card
  var text: [UInt8] = []
  var notes: [Diagnostic] = []

  init(_ preset: ImporterPreset, to card: Card, at place: SourcePosition? = nil) {
    self.card = card
    preset.apply(to: &self.card, notes: &notes, at: place)
    CardWriter().write(self.card, into: &text)
  }
}

/// What is wrong with a card, but for notes.
private func faults(_ card: Card) -> Set<String> {
  var checker = CardChecker()
  var found: [Diagnostic] = []
  checker.check(card, into: &found)
  return Set(found.filter { $0.severity != .note }.map(\.code.rawValue))
}

/// Lines with CR LF after each.
private func octets(_ lines: [String]) -> [UInt8] {
  Array((lines + [""]).joined(separator: "\r\n").utf8)
}

private func card(_ lines: [String]) throws -> Card {
  try #require(Reading(octets(lines)).cards.first)
}

@Suite("ImporterPreset, what programs that import cards need")
struct ImporterPresetTests {
  @Test(
    "a rule changes what it is about and nothing else, and tells what is lost",
    arguments: PresetCase.all)
  func rules(sample: PresetCase) throws {
    let preset = try #require(ImporterPreset.named(sample.preset))
    let applied = try Applied(preset, to: card(sample.before))
    #expect(applied.text == octets(sample.after))
    #expect(
      applied.notes.map { "\($0.position.line):\($0.position.column) \($0.message)" }
        == sample.notes)
    #expect(applied.notes.allSatisfy { $0.severity == .note && $0.code == .importerChange })
  }

  @Test("a rule applied twice gives what it gives once", arguments: PresetCase.all)
  func idempotent(sample: PresetCase) throws {
    let preset = try #require(ImporterPreset.named(sample.preset))
    let once = try Applied(preset, to: card(sample.before))
    #expect(Applied(preset, to: once.card).text == once.text)
    let read = try #require(Reading(once.text).cards.first)
    #expect(Applied(preset, to: read).text == once.text)
  }

  @Test("nothing is wrong with a card afterwards that was not before", arguments: PresetCase.all)
  func valid(sample: PresetCase) throws {
    let preset = try #require(ImporterPreset.named(sample.preset))
    let before = try card(sample.before)
    let after = try #require(Reading(Applied(preset, to: before).text).cards.first)
    #expect(faults(after).isSubset(of: faults(before)))
  }

  @Test(
    "a checker warns of what a rule changes or tells, where it stands, and of no change when it is made",
    arguments: PresetCase.all)
  func checks(sample: PresetCase) throws {
    let preset = try #require(ImporterPreset.named(sample.preset))
    let before = try card(sample.before)
    let applied = Applied(preset, to: before)
    let warnings = warnings(before, preset)
    for note in applied.notes {
      #expect(warnings.contains { $0.message == note.message && $0.position == note.position })
    }
    if applied.text != octets(sample.before) || !applied.notes.isEmpty {
      #expect(!warnings.isEmpty)
      #expect(warnings.allSatisfy { $0.code == .importerChange })
    }
    let after = try #require(Reading(applied.text).cards.first)
    #expect(!self.warnings(after, preset).contains { $0.message.contains("convert --for") })
  }

  private func warnings(_ card: Card, _ preset: ImporterPreset) -> [Diagnostic] {
    var checker = ImporterChecker(preset)
    var found: [Diagnostic] = []
    checker.check(card, into: &found)
    return found.filter { $0.severity == .warning }
  }

  @Test("a checker tells of another version, of losses on the way, of folds and of a missing UID")
  func checksForms() throws {
    let lines = [
      "BEGIN:VCARD", "VERSION:3.0", "N:Bell;Kate;;;", "FN:Kate", " Bell", "CLASS:PRIVATE",
      "TEL:1", "END:VCARD",
    ]
    func found(_ name: String) throws -> [String] {
      var checker = ImporterChecker(try #require(ImporterPreset.named(name)))
      var found: [Diagnostic] = []
      checker.check(try card(lines), into: &found)
      return found.map {
        "\($0.position.line):\($0.position.column) \($0.severity) \($0.code.rawValue) \($0.message)"
      }
    }
    #expect(try found("apple") == [])
    #expect(
      try found("android") == [
        "4:1 warning importer-change Android cuts values off where lines are folded"
      ])
    #expect(
      try found("carddav") == [
        "1:1 warning importer-change CardDAV passes over a card without a UID"
      ])
    let outlook = try found("outlook")
    #expect(
      outlook.first
        == "1:1 note importer-change Outlook reads vCard 2.1 best, and this is 3.0")
    #expect(outlook.allSatisfy { $0.contains("1:1 note") || $0.contains(" note loss-") })
  }

  /// Each takes a second; what looks at all pairs of them, at 6 ns a pair, takes more than the limit.
  @Test(
    "a hundred thousand properties of one kind are made ready for an importer in no time",
    .timeLimit(.minutes(1)), arguments: ImporterPreset.all.map(\.name),
    [
      "FN:Kate #", "TEL;TYPE=pref:tel:+1#", "IMPP:aim:kate#", "X-SPOUSE:Jan #", "BDAY:--0504",
      "X-ANNIVERSARY:2001-02-03", "item#.X-ABRELATEDNAMES:Jan", "item#.X-ABDATE:2001-02-03",
      "LOGO;VALUE=uri:http://a.example/#", "X-AIM:kate#", "item#.EMAIL;TYPE=INTERNET:a@b.c",
    ])
  func manyOfAKind(name: String, line: String) throws {
    let preset = try #require(ImporterPreset.named(name))
    let count = isDebug ? 500 : 100_000
    let parts = line.split(separator: "#", omittingEmptySubsequences: false)
    let lines = (0..<count).map { parts.joined(separator: String($0)) }
    let labels = line.hasPrefix("item") ? (0..<count).map { "item\($0).X-ABLabel:Own" } : []
    let version = preset.version.rawValue
    let before = try card(
      ["BEGIN:VCARD", "VERSION:\(version)", "N:Bell;Kate;;;", "PHOTO;VALUE=uri:http://a.example/b"]
        + lines + labels + ["END:VCARD"])
    let applied = Applied(preset, to: before)
    #expect(try Reading(applied.text).cards.count == 1)
  }

  @Test("a photo of more than 224 KB is left out for iCloud, and one of 224 KB is kept")
  func photoSize() throws {
    let preset = try #require(ImporterPreset.named("apple"))
    for (count, isKept) in [(224_000, true), (224_001, false)] {
      let octets = [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 7, count: count - 3)
      let base64 = String(decoding: Base64.encode(octets), as: UTF8.self)
      let before = try card([
        "BEGIN:VCARD", "VERSION:3.0", "N:Bell;Kate;;;", "FN:Kate Bell",
        "PHOTO;ENCODING=b;TYPE=JPEG:\(base64)", "TEL:1", "END:VCARD",
      ])
      let applied = Applied(preset, to: before)
      #expect((applied.card.first(.photo) != nil) == isKept)
      #expect(applied.card.first(.tel)?.text == "1")
      #expect(
        applied.notes.map(\.message)
          == (isKept
            ? [] : ["PHOTO of 224001 octets is left out: Apple Contacts takes 224000"]))
    }
  }

  @Test("every rule of every preset has a case here")
  func coverage() {
    let shown = Set(PresetCase.all.map { "\($0.preset) \($0.rule)" } + ["apple photo-size"])
    let rules = ImporterPreset.all.flatMap { preset in
      preset.rules.map { "\(preset.name) \($0.name)" }
    }
    #expect(Set(rules) == shown)
    #expect(Set(rules).count == rules.count)
  }

  @Test("presets say what they do and where that is shown")
  func sources() {
    #expect(ImporterPreset.all.map(\.name) == ["apple", "google", "outlook", "android", "carddav"])
    for preset in ImporterPreset.all {
      #expect(ImporterPreset.named(preset.name.uppercased())?.name == preset.name)
      #expect(!preset.title.isEmpty && !preset.versionSource.isEmpty)
      #expect((preset.cardLimit == nil) == (preset.cardLimitSource == nil))
      for rule in preset.rules {
        #expect(!rule.source.isEmpty && rule.summary.hasSuffix("."), "\(rule.name)")
        #expect(rule.name.utf8.allSatisfy { $0 == 0x2D || 0x61...0x7A ~= $0 }, "\(rule.name)")
      }
    }
    #expect(ImporterPreset.named("palm") == nil)
  }

  @Test("vCard 4.0 keeps its URIs and its dates without a year")
  func version40() throws {
    let lines = [
      "BEGIN:VCARD", "VERSION:4.0", "N:Bell;Kate;;;", "FN:Kate Bell", "TEL;VALUE=uri:tel:1;ext=2",
      "BDAY:--0504", "PHOTO:data:image/gif;base64,R0lGODlh", "END:VCARD",
    ]
    for preset in ImporterPreset.all {
      let applied = try Applied(preset, to: card(lines))
      #expect(
        applied.text == octets(lines) && applied.notes.isEmpty,
        "\(preset.name)")
    }
  }

  /// A card of vCard 4.0 as a preset writes it, and what becomes of that in a version.
  private func sent(
    _ lines: [String], for preset: ImporterPreset, backTo version: Version = .version40,
    losses: CardConverter.Losses = .kept
  ) throws -> (sent: [String], back: [String]) {
    func text(_ octets: [UInt8]) -> [String] {
      String(decoding: octets, as: UTF8.self).replacing("\r\n ", with: "")
        .split(separator: "\r\n").map(String.init)
    }
    let before = try card(["BEGIN:VCARD", "VERSION:4.0"] + lines + ["END:VCARD"])
    var notes: [Diagnostic] = []
    var there = CardConverter(to: preset.version, losses: losses)
    var edited = there.converted(before, notes: &notes)
    preset.apply(to: &edited, notes: &notes, losses: losses)
    var written: [UInt8] = []
    CardWriter().write(edited, into: &written)
    let read = try #require(Reading(written).cards.first)
    var octets: [UInt8] = []
    var back = CardConverter(to: version)
    back.convert(read, into: &octets, notes: &notes)
    return (
      text(written).dropFirst(2).dropLast(), text(octets).dropFirst(2).dropLast()
    )
  }

  @Test(
    "what a preset writes of a day without a year comes back",
    arguments: ["apple", "google", "outlook"])
  func yearlessDays(name: String) throws {
    let preset = try #require(ImporterPreset.named(name))
    let lines = ["FN:Kate Bell", "N:Bell;Kate;;;", "BDAY:--0412", "ANNIVERSARY:--0229"]
    let (sent, back) = try sent(lines, for: preset)
    #expect(back == lines)
    #expect(sent.contains { $0.contains("1604") } == (name == "apple"))
    let (_, old) = try self.sent(lines, for: preset, backTo: .version30)
    if preset.version != .version30 {
      #expect(old.contains("BDAY;X-APPLE-OMIT-YEAR=1604:1604-04-12"), "\(old)")
    }
  }

  @Test(
    "a card without N, and a line that is no property, come back from every importer",
    arguments: ["apple", "google", "outlook", "android"],
    [
      ["FN:Kate\\, Bell"], ["FN:Kate Bell", "X-PROP"], ["FN:Kate Bell", "NOTE:a", "X-PROP"],
      ["FN:Kate Bell", "X-FOO:a", "X-PROP;A=B", "TEL:1"],
    ])
  func nameless(name: String, lines: [String]) throws {
    let preset = try #require(ImporterPreset.named(name))
    #expect(try sent(lines, for: preset).back == lines)
  }

  @Test(
    "dropped losses leave no marks of what was derived",
    arguments: ["apple", "google", "outlook", "android"])
  func droppedMarks(name: String) throws {
    let preset = try #require(ImporterPreset.named(name))
    let lines = [
      "FN:Kate Bell", "KIND:individual", "ANNIVERSARY:20010203", "IMPP:xmpp:kate@a.example",
      "RELATED;TYPE=spouse;VALUE=text:Ann",
    ]
    let sent = try sent(lines, for: preset, losses: .dropped).sent
    #expect(!sent.contains { $0.contains("X-DERIVED") }, "\(sent)")
    #expect(sent.contains { $0.contains("2001-02-03") }, "what was derived stays")
  }

  @Test("numbers that were URIs are valid for Outlook, and URIs again on the way back")
  func outlookNumbers() throws {
    let preset = try #require(ImporterPreset.named("outlook"))
    let lines = [
      "FN:Kate Bell", "N:Bell;Kate;;;", "TEL;TYPE=home;VALUE=uri:tel:+1-201-555-0123;ext=102",
      "TEL;VALUE=uri:sip:kate@a.example",
    ]
    let (sent, back) = try sent(lines, for: preset)
    #expect(
      sent.filter { $0.hasPrefix("TEL") } == [
        "TEL;home;X-VALUE=uri:+1-201-555-0123 x102", "TEL;VALUE=URL:sip:kate@a.example",
      ])
    #expect(back == lines)
    #expect(faults(try card(["BEGIN:VCARD", "VERSION:2.1"] + sent + ["END:VCARD"])) == [])
  }

  @Test("notes point where they are told to")
  func place() throws {
    let preset = try #require(ImporterPreset.named("android"))
    let before = try card([
      "BEGIN:VCARD", "VERSION:3.0", "N:Bell;Kate;;;", "FN:Kate Bell", "FN:Kitty", "END:VCARD",
    ])
    let place = SourcePosition(byte: 900, card: 7, line: 33, column: 1)
    #expect(Applied(preset, to: before, at: place).notes.map(\.position) == [place])
    // The second note is about a line that the first edit made: it has no place but the card's.
    let apple = try #require(ImporterPreset.named("apple"))
    let twice = try card([
      "BEGIN:VCARD", "VERSION:3.0", "N:Bell;Kate;;;", "FN:Kate Bell",
      "TEL;X-A=\"b;c\":tel:7042;phone-context=example.com", "END:VCARD",
    ])
    #expect(Applied(apple, to: twice).notes.map(\.position.line) == [5, 1])
  }

  @Test("any card stays as good as it was, and a second time changes nothing")
  func samples() throws {
    var cards = 0
    var changed = 0
    for (name, bytes) in try Samples.small() {
      for card in try Reading(bytes).cards {
        for preset in ImporterPreset.all {
          let once = Applied(preset, to: card)
          #expect(Applied(preset, to: once.card).text == once.text, "\(preset.name) \(name)")
          cards += 1
          guard once.card.lineCount != card.lineCount || once.card.byteCount != card.byteCount
          else { continue }
          changed += 1
          guard card.version == preset.version,
            let read = try Reading(once.text).cards.first
          else { continue }
          let worse = faults(read).subtracting(faults(card))
          #expect(worse.isEmpty, "\(preset.name) \(name)")
        }
      }
    }
    #expect(cards > 100 && changed > 10)
  }

  @Test("properties that no rule is about keep their octets and their order")
  func untouched() throws {
    let names: Set<KnownName> = [
      .uid, .rev, .title, .role, .url, .categories, .sortString, .prodid, .nickname, .geo, .tz,
      .xABLabel,
    ]
    for (name, bytes) in try Samples.small() {
      for card in try Reading(bytes).cards where card.version != .version40 {
        for preset in ImporterPreset.all {
          let after = Applied(preset, to: card).card
          func lines(_ card: Card) -> [[UInt8]] {
            card.properties.filter {
              names.contains($0.known) && !$0.line.contains(UInt8(ascii: "\""))
                && $0.parameter("X-DERIVED").isEmpty
            }.map { Array($0.line) }
          }
          #expect(lines(after) == lines(card), "\(preset.name) \(name)")
        }
      }
    }
  }

  @Test("damaged cards neither stop a preset nor make it go on changing")
  func damaged() throws {
    var random = SeededGenerator(seed: 2426)
    let originals = PresetCase.changing.map { octets($0.before) }
    for _ in 0..<(isDebug ? 300 : 3000) {
      let bytes = Samples.damaged(of: originals, using: &random)
      for card in try Reading(bytes).cards {
        for preset in ImporterPreset.all {
          let once = Applied(preset, to: card)
          #expect(Applied(preset, to: once.card).text == once.text)
        }
      }
    }
  }
}
