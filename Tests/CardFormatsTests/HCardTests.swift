import CardFormats
import TestSupport
import Testing
import VCard

@Suite("h-card (microformats2) and hCard 1.0")
struct HCardTests {
  private func read(_ html: String) -> (cards: [[String]], diagnostics: [Diagnostic]) {
    let (cards, diagnostics) = DocumentReading.read(Array(html.utf8), with: HCardReader())
    let lines = cards.map { card in
      card.replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init)
        .filter { !["BEGIN:VCARD", "VERSION:4.0", "END:VCARD"].contains($0) }
    }
    return (lines, diagnostics)
  }

  /// Pages, and what the cards on them say.
  static let samples: [(String, [[String]])] = [
    (
      """
      <!DOCTYPE html><html><head><base href="https://bell.example/team/"><title>Team</title></head>
      <body><script>"<div class='h-card'>"</script><div class="h-card">
      <a class="p-name u-url" href="kate.html">Kate&nbsp; Bell</a> <img class=u-photo src='/k.jpg' alt="">
      <span class="p-given-name">Kate</span> <span class="p-family-name">Bell</span>
      <span class="p-org h-card">Bell &amp; Sons</span> <span class="p-job-title">Baker</span>
      <a class="u-email" href="mailto:kate%40bell.example?subject=x">write</a>
      <a class="p-tel" href="tel:+14085550100">call</a><time class="dt-bday" datetime="1978-04-12">in April</time>
      <div class="p-adr h-adr"><span class="p-street-address">5 Bell Lane</span>
      <span class="p-locality">Springfield</span> <data class="p-region" value="IL">Illinois</data></div>
      <p class="p-note">Sells out<br>by&#32;nine.</p><span class="p-category">a</span><span class="p-category">b</span>
      <span class="p-pronouns">she/her</span><span class="p-shoe-size">38</span>
      </div></body></html>
      """,
      [
        [
          "FN:Kate Bell", "N:Bell;Kate;;;", "ORG:Bell & Sons",
          "URL:https://bell.example/team/kate.html",
          "PHOTO:https://bell.example/k.jpg", "TITLE:Baker", "EMAIL:kate@bell.example",
          "TEL:+14085550100", "BDAY:19780412", "ADR:;;5 Bell Lane;Springfield;IL;;",
          "NOTE:Sells out\\nby nine.", "PRONOUNS:she/her", "X-SHOE-SIZE:38", "CATEGORIES:a,b",
        ]
      ]
    ),
    (
      """
      <div class="vcard"><a class="fn org url" href="http://bakery.example/">Bell Bakery</a>
      <div class="adr"><span class="type">Work</span>: <span class="street-address">9 High St</span>
      <abbr class="region" title="Illinois">IL</abbr></div>
      <div class="tel"><span class="type">Fax</span> +1 408</div>
      <div class="geo"><span class="latitude">37.5</span>, <span class="longitude">-122.25</span></div>
      <li class="email"><span class="type">internet</span><a class="value" href="mailto:no@x.example">b@x.example</a>
      <a class="url" href="aim:goim?screenname=Bell">chat</a><span class="locality">Springfield
      </div>
      """,
      [
        [
          "FN:Bell Bakery", "KIND:org", "ORG:Bell Bakery", "URL:http://bakery.example/",
          "ADR;TYPE=work:;;9 High St;;Illinois;;", "TEL;TYPE=fax:+1 408", "GEO:geo:37.5,-122.25",
          "EMAIL:b@x.example", "IMPP:aim:Bell", "ADR:;;;Springfield;;;",
        ]
      ]
    ),
    (
      "<img class=h-card src=jane.html alt='Jane Doe'><p class=\"h-card\">A<p class='vcard'>B</p>"
        + "<a class='h-card' href='https://x.example/'><h2 class=p-name>C</h2><img src=c.png></a>",
      [
        ["FN:Jane Doe", "PHOTO:jane.html"], ["FN:A"], ["FN:B"],
        ["FN:C", "PHOTO:c.png", "URL:https://x.example/"],
      ]
    ),
    (
      "<p class=h-card><b class=p-name>A</b> <i class=p-longitude>-122.25</i> <i class=p-latitude>37.5</i>"
        + "<p class=h-card><b class=p-name>B</b> <i class=h-geo><i class=p-latitude>1</i>;"
        + "<i class=p-longitude>2</i></i> <i class=p-altitude>3</i><i class=p-longitude>2</i><i class=p-latitude>1</i>"
        + "<p class=h-card><b class=p-name>C</b><i class=p-latitude>1</i><i class=p-altitude>3</i>"
        + "<p class=h-card><b class=p-name>D</b><i class=p-geo>37.5, ; -122.25</i><i class=p-geo> ; </i>",
      [
        ["FN:A", "GEO:geo:37.5,-122.25"], ["FN:B", "GEO:geo:1,2", "GEO:geo:1,2,3"], ["FN:C"],
        ["FN:D", "GEO:geo:37.5,-122.25"],
      ]
    ),
    (
      "<div class=h-card><a class=p-name>Kate</a> <div class='h-card'>Hank</div></div><b class=h-card>Ray</b>",
      [["FN:Kate"], ["FN:Ray"], ["FN:Hank"]]
    ),
    (
      """
      <base href="http://x.example/a/"><div class="vcard"><span class="fn">K</span>
      <p class="bday"><b class="value">2000-01-01</b> <b class="value">10:30</b><b class="value">-08:00</b></p>
      <p class="tel"><b class="type">Mobile</b><b class="type">pref</b><b class="value">+1</b><b class="value"> 2</b></p>
      <a class="category" rel="tag" href="/tags/long%20walks">walks</a> <a class="geo" href="geo:1.5,2;u=9">there</a>
      <p class="title">Head <del>of nothing</del></p><p class="key">no reference</p>
      <img class="photo" src=" data:image/png;base64,iVBO\nRw0= "><a class="logo" href="../logo.png">logo</a></div>
      """,
      [
        [
          "FN:K", "BDAY:20000101T1030-0800", "TEL;TYPE=cell;PREF=1:+12", "GEO:geo:1.5,2",
          "TITLE:Head", "KEY;VALUE=text:no reference",
          "PHOTO:data:image/png;base64,iVBORw0=", "LOGO:http://x.example/logo.png",
          "CATEGORIES:long walks",
        ]
      ]
    ),
  ]

  @Test("elements become cards, and their classes properties", arguments: samples)
  func reading(html: String, cards: [[String]]) { #expect(read(html).cards == cards) }

  @Test("what is no date, and what a card within says besides its name, is told")
  func told() {
    let (cards, diagnostics) = read(
      "<p class=h-card><b class=p-name>K</b><i class=dt-bday>soon</i>"
        + "<i class='p-org h-card'>O<b class=p-tel>1</b></i>")
    #expect(cards == [["FN:K", "ORG:O1", "BDAY;VALUE=text:soon"]])
    #expect(diagnostics.map(\.code) == [.hcardValue, .hcardValue])
    #expect(diagnostics.first?.position.line == 1)
  }

  @Test("a percent before what are no two hexadecimal digits stays, RFC 3986 §2.1")
  func percents() {
    let page =
      "<p class=vcard><b class=fn>K</b><a class=category rel=tag href='/tags/a%+1%20b%2'>t</a>"
    #expect(read(page).cards == [["FN:K", "CATEGORIES:a%+1 b%2"]])
  }

  @Test("is the same whole, octet by octet and cut anywhere")
  func cuts() {
    let octets = Array(HCardTests.samples.map(\.0).joined(separator: "\n<!-- > -->").utf8)
    let whole = DocumentReading.read(octets, with: HCardReader())
    #expect(whole.cards.count == 14)
    for cut in octets.indices {
      #expect(DocumentReading.read(octets, cutAt: [cut], with: HCardReader()) == whole)
    }
    #expect(
      DocumentReading.read(octets, cutAt: Array(octets.indices), with: HCardReader()) == whole)
  }

  @Test("no damage makes it stop")
  func mutations() {
    var random = SeededGenerator(seed: 5)
    let pages = HCardTests.samples.map { Array($0.0.utf8) }
    for round in 0..<10_000 {
      let damaged = Mutation.damaged(
        pages[round % pages.count], pages[(round / 3) % pages.count], using: &random)
      _ = DocumentReading.read(damaged, cutAt: [damaged.count / 2], with: HCardReader())
    }
  }

  @Test("depth, numbers of classes and lengths have bounds")
  func hostile() {
    let deep = String(repeating: "<div class='p-name p-org p-note h-card'>", count: 20_000)
    #expect(!read("<div class=h-card>" + deep + "x").cards.isEmpty)
    let values = "<div class='p-a p-b p-c p-d'>"
    let inner = read(
      "<div class=h-card>" + String(repeating: values, count: 100)
        + String(repeating: "x ", count: 1000))
    #expect(inner.cards.first?.count == 1 + 4 * 9)
    #expect(inner.diagnostics.map(\.code) == [.hcardValue])
    let closed =
      "<div class=vcard><span class=fn>K" + String(repeating: "<b>", count: 5000)
      + String(repeating: "</b>", count: 5000) + "</div><p class=vcard>L"
    #expect(read(closed).cards.last == ["FN:L"])
    let words = (0..<20_000).map { "p-a\($0)" }.joined(separator: " ")
    #expect(read("<p class=h-card><b class='\(words)'>x").cards.count == 1)
    let long = "<p class=vcard><b class=fn>" + String(repeating: "x", count: 300_000) + "</b></p>"
    #expect(read(long).diagnostics.map(\.severity) == [.error])
    for open in [
      "<p class=h-card", "<p class='h-card", "<!--", "<script>", "<p class=h-card>&#x", "</", "<",
    ] {
      _ = read(String(repeating: open, count: 1000))
    }
  }

  @Test("a card after one that is too large is read, be it one tag")
  func afterLarge() {
    let large = String(repeating: "x", count: 300_000)
    let cards = read("<div class=h-card>\(large)</div><img class=h-card alt=Kate src=a>").cards
    #expect(cards.contains { $0.contains("FN:Kate") }, "\(cards.count)")
  }

  @Test("text is what the page says that it is, else windows-1252")
  func charsets() {
    let head = Array("<meta charset=iso-8859-1><p class=vcard>J".utf8)
    let (cards, _) = DocumentReading.read(head + [0xFC, 0x72, 0x67], with: HCardReader())
    #expect(cards.first?.contains("FN:J\u{FC}rg\r\n") == true)
  }

  @Test("is told by how pages begin, or by the classes of a part of one")
  func sniffing() {
    for (html, _) in HCardTests.samples { #expect(HCardReader.begins(Array(html.utf8))) }
    for text in [
      "BEGIN:VCARD", "<vcards>", "<p class=a>", "[]", "",
      "<?xml version='1.0'?><plist><string>class=vcard</string></plist>",
    ] {
      #expect(!HCardReader.begins(Array(text.utf8)))
    }
  }
}
