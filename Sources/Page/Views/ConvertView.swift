import ContactPages
import VCard

/// Where cards are pasted or chosen, and what becomes of them: lines side by side, and what the target
/// cannot say.
struct ConvertView: Sendable {
  let frame: PageFrame
  let targets: [PageConverter.Target]
  /// The target that is chosen.
  var target: String?
  /// What was pasted.
  var text = ""
  /// What keeps it from being converted.
  var problem = ""
  /// What is wrong with what was sent.
  var notes: [String] = []
  var conversion: PageConverter.Conversion?
  /// By which the conversion is downloaded.
  var number = 0

  /// Scalars of a line that are shown: photos have more.
  private static let mostLine = 240
  /// Lines that are shown of what is wrong with a file.
  private static let mostNotes = 20

  /// The page.
  func response(_ status: PageResponse.Status = .ok) -> PageResponse {
    var html: HTML = """
      <section class="panel"><h1>Convert</h1>
      <p class="hint-line">Nothing is kept: the cards go into no book, and the file stays on this \
      machine.</p>

      """
    if !problem.isEmpty { html += "<p role=\"alert\"><strong>\(problem)</strong></p>" }
    html += Self.list(notes)
    html += form
    html += "</section>\n"
    if let conversion { html += self.result(conversion) }
    return frame.response("Convert", in: .convert, as: status, html)
  }

  private var form: HTML {
    var html: HTML = """
      <form method="post" action="/convert" enctype="multipart/form-data">\(frame.session)
      <div class="fields"><label for="convert-file">A file of cards</label>\
      <div><input id="convert-file" type="file" name="file" aria-describedby="convert-forms">\
      <p class="hint-line" id="convert-forms">vCard, jCard, xCard, JSContact, CSV, LDIF, MECARD, a page \
      with hCards, or a cutout; also compressed with gzip.</p></div>
      <label for="convert-text">or cards, pasted</label><textarea id="convert-text" name="text" \
      rows="5" dir="ltr" spellcheck="false">

      """
    html.octets.append(html: text)
    html += """
      </textarea>
      <label for="convert-target">Write</label><select id="convert-target" name="target">
      """
    for choice in targets {
      let chosen: HTML = choice.name == target ? " selected" : ""
      html += "<option value=\"\(choice.name)\"\(chosen)>\(choice.title)</option>"
    }
    html += """
      </select></div>
      <p class="buttons"><button class="main">Convert</button></p></form>

      """
    return html
  }

  private func result(_ conversion: PageConverter.Conversion) -> HTML {
    let cards = conversion.cards == 1 ? "1 card" : "\(conversion.cards) cards"
    var html: HTML = """
      <section class="panel" id="converted"><h2>\(cards) as \(conversion.target.title)</h2>
      <p class="buttons"><a class="button" href="/convert/\(number)">Download</a></p>

      """
    if conversion.isCut {
      html += """
        <p role="alert"><strong>This is more than \(PageConverter.mostCards) cards, or than \
        \(PageConverter.mostOctets >> 20) MB; the rest was left out.</strong> ‘vcard convert’ takes any number.</p>

        """
    }
    if !conversion.notes.isEmpty {
      html += """
        <p role="alert"><strong>Not all of the file is good; what could be read is here.</strong></p>

        """
      html += Self.list(conversion.notes)
    } else if conversion.findings.isEmpty {
      html += "<p>Nothing was lost, and nothing was odd.</p>\n"
    }
    for finding in conversion.findings { html += self.finding(finding) }
    for (number, comparison) in conversion.shown.enumerated() {
      html += self.table(comparison, number: number + 1)
    }
    if conversion.cards > conversion.shown.count {
      html += """
        <p class="hint-line">\(conversion.shown.count) of them are shown; the download has all.</p>

        """
    }
    html += "</section>\n"
    return html
  }

  private func finding(_ finding: PageConverter.Finding) -> HTML {
    let entry = DiagnosticCatalogue.entry(for: finding.code)
    var html: HTML = """
      <details class="finding"><summary>\(entry?.title ?? finding.code.rawValue) \
      <span class="dim">\(finding.code.rawValue), \(finding.count)×</span></summary>

      """
    if let entry { html += "<p>\(entry.rule)</p>\n" }
    html += "<ul>"
    for diagnostic in finding.examples {
      html += """
        <li><span class="dim">Line \(diagnostic.position.line):</span> <bdi>\(diagnostic.message)</bdi></li>

        """
    }
    html += "</ul></details>\n"
    return html
  }

  private static func list(_ notes: [String]) -> HTML {
    guard !notes.isEmpty else { return "" }
    var html: HTML = "<ul>"
    for note in notes.prefix(mostNotes) { html += "<li><bdi>\(note)</bdi></li>" }
    html += "</ul>\n"
    return html
  }

  private func table(_ comparison: PageConverter.Comparison, number: Int) -> HTML {
    var html: HTML = """
      <table class="cards lines"><caption>Card \(number)</caption><thead><tr>\
      <th scope="col"><span class="sr">What</span></th><th scope="col">Before</th>\
      <th scope="col">After</th></tr></thead><tbody>

      """
    for row in comparison.rows {
      let (kind, words): (String, String) =
        switch (row.before, row.after) {
        case (_, nil): ("differs", "gone")
        case (nil, _): ("differs", "new")
        default: row.before == row.after ? ("equal", "the same") : ("differs", "changed")
        }
      let label: HTML = kind == "equal" ? "<span class=\"sr\">\(words)</span>" : "\(words)"
      html += "<tr class=\"\(kind)\"><th scope=\"row\">\(label)</th>"
      for line in [row.before, row.after] {
        html += "<td dir=\"ltr\"><code>\(Self.short(line ?? ""))</code></td>"
      }
      html += "</tr>\n"
    }
    html += "</tbody></table>\n"
    return html
  }

  /// The beginning of a long line.
  static func short(_ line: String) -> String {
    let shown = line.unicodeScalars.prefix(mostLine)
    return shown.endIndex < line.unicodeScalars.endIndex
      ? "\(String(shown)) …" : line
  }
}
