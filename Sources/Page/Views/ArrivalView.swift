import ContactMatching
import ContactMerging
import ContactModel
import ContactPages
import ContactStore
import VCard

/// Who cards are that came from elsewhere, and what can become of them: the unknown-person view.
struct ArrivalView: Sendable {
  let frame: PageFrame
  /// What was odd about the files.
  var notes: [String] = []
  /// What was pasted.
  var text = ""

  /// Of those who somebody may be, so many are named in a list.
  static let mostNamed = 3

  init(frame: PageFrame) { self.frame = frame }

  /// A card, and somebody whom it may be.
  struct Sight {
    let number: Int
    let place: Int
    let arrival: Arrival
    let item: ImportPlan.Item
    let page: PersonPage
    /// Whom it is compared with.
    let person: ListedRow?
    let fields: [ArrivalField]
    /// What somebody else was looked for by, and who was found.
    let query: String
    /// `nil` while the book is being read.
    let found: [ListedRow]?
    /// Those who it may be, as the list of people has them.
    let candidates: [RecordID: ListedRow]

    var path: String { "/arrivals/\(number)/\(place + 1)" }
  }

  // MARK: The form

  /// Where cards are dropped, pasted or chosen.
  func form(_ problem: String = "", _ status: PageResponse.Status = .ok) -> PageResponse {
    var html: HTML = """
      <section class="panel"><h1>Arriving</h1>
      <p class="hint-line">Cards and cutouts that somebody sent, in whatever form: you see who each is \
      before anything is changed.</p>

      """
    if !problem.isEmpty { html += "<p role=\"alert\"><strong>\(problem)</strong></p>" }
    html += noted
    html += """
      <form id="arrive" method="post" action="/arrivals" enctype="multipart/form-data">\(frame.session)
      <div class="fields"><label for="arrive-file">Files, or drop them anywhere</label>\
      <div><input id="arrive-file" type="file" name="file" multiple></div>
      <label for="arrive-text">or a card, pasted</label><textarea id="arrive-text" name="text" \
      rows="5" dir="ltr" spellcheck="false">

      """
    html.octets.append(html: text)
    html += """
      </textarea></div>
      <p class="buttons"><button class="main">Look who it is</button></p></form></section>

      """
    return frame.response("Arriving", in: .arrivals, as: status, html)
  }

  private var noted: HTML {
    guard !notes.isEmpty else { return "" }
    var html: HTML = "<ul class=\"notes\">"
    for note in notes.prefix(20) { html += "<li><bdi>\(note)</bdi></li>" }
    html += notes.count > 20 ? "<li>and \(notes.count - 20) more</li></ul>\n" : "</ul>\n"
    return html
  }

  // MARK: Many

  /// All cards of an arrival, each with who it is.
  func list(
    _ number: Int, _ arrival: Arrival, _ plan: ImportPlan, _ shown: Range<Int>,
    _ candidates: [RecordID: ListedRow], status: String?
  ) -> PageResponse {
    let open = arrival.open
    let known = open.count { if case .matched = plan.items[$0].fate { true } else { false } }
    let unsure = open.count { plan.items[$0].isAmbiguous }
    let unknown = open.count - known - unsure
    var html: HTML = """
      <section class="panel"><h1>\(arrival.cards.count) cards have arrived</h1>

      """
    html += ArrivalView.with(frame, arrival.notes).noted
    html += """
      <p>In the book: \(known). Not in it: \(unknown). To be said by you: \(unsure). Done: \
      \(arrival.cards.count - open.count).</p>

      """
    if known + unknown > 0 {
      html += """
        <form method="post" action="/arrivals/\(number)">\(frame.session)<p class="buttons">\
        <button class="main">\(known + unknown == 1 ? "Take the sure one" : "Take all \(known + unknown) sure ones")</button></p>
        <p class="hint-line">Who is in the book gets what is new, and the others are created: one step, \
        which is taken back as one.</p></form>

        """
    }
    html += """
      <table class="arrivals"><thead><tr><th scope="col">Card</th><th scope="col">Who it is</th></tr>\
      </thead><tbody>

      """
    for place in shown {
      html += """
        <tr><th scope="row"><a href="/arrivals/\(number)/\(place + 1)"><bdi>\(Self.name(arrival.cards[place]))</bdi></a></th>\
        <td>
        """
      html += who(arrival.fates[place], plan.items[place], candidates)
      html += "</td></tr>\n"
    }
    html += "</tbody></table>\n"
    html += pages(number, shown, of: arrival.cards.count)
    html += "</section>\n"
    return frame.response("Arriving", in: .arrivals, status: status, html)
  }

  private static func with(_ frame: PageFrame, _ notes: [String]) -> ArrivalView {
    var view = ArrivalView(frame: frame)
    view.notes = notes
    return view
  }

  private func pages(_ number: Int, _ shown: Range<Int>, of total: Int) -> HTML {
    guard shown.count < total else { return "" }
    var html: HTML = "<nav class=\"pages\" aria-label=\"Pages\">"
    if shown.lowerBound > 0 {
      let before = max(0, shown.lowerBound - shown.count)
      html += "<a rel=\"prev\" href=\"/arrivals/\(number)?from=\(before)\">Before</a>"
    }
    html += "<span>\(shown.lowerBound + 1)–\(shown.upperBound) of \(total)</span>"
    if shown.upperBound < total {
      html += "<a rel=\"next\" href=\"/arrivals/\(number)?from=\(shown.upperBound)\">After</a>"
    }
    html += "</nav>\n"
    return html
  }

  private static func name(_ card: Card) -> String {
    let name = Contact(card, keys: .compositeName).compositeName ?? ""
    return name.isEmpty ? "(no name)" : name
  }

  private func who(
    _ fate: Arrival.Fate?, _ item: ImportPlan.Item, _ rows: [RecordID: ListedRow]
  ) -> HTML {
    switch (fate, item.fate) {
    case (.created(let person), _):
      return "<a href=\"/people/\(person.rawValue)\">Created</a>"
    case (.added(let person, let values), _):
      return
        "<a href=\"/people/\(person.rawValue)\">\(values == 0 ? "In the book" : "\(values) values added")</a>"
    case (.left, _): return "Left"
    case (nil, .matched(_, let reason)):
      return "In the book\(reason == .policy ? "" : ", with this very card")"
    case (nil, _):
      guard item.isAmbiguous, let candidates = item.outcome?.candidates else {
        return "Nobody here"
      }
      var html: HTML = "May be "
      for (number, candidate) in candidates.prefix(Self.mostNamed).enumerated() {
        html += number > 0 ? " or " : ""
        html += Self.named(candidate, rows)
      }
      let more = candidates.count - Self.mostNamed
      html += more > 0 ? " or \(more) others" : ""
      return html
    }
  }

  /// Somebody who it may be, with what tells them from their namesakes.
  private static func named(_ candidate: Candidate, _ rows: [RecordID: ListedRow]) -> HTML {
    let detail = rows[RecordID(rawValue: candidate.person)]?.detail ?? ""
    var html: HTML = "<bdi>\(candidate.name.isEmpty ? "(no name)" : candidate.name)</bdi>"
    if !detail.isEmpty { html += ", <bdi class=\"dim\">\(detail)</bdi>" }
    return html
  }

  /// While it is found out who they are.
  func comparing(_ number: Int, _ arrival: Arrival) -> PageResponse {
    let html: HTML = """
      <section class="panel"><h1>\(arrival.cards.count) cards have arrived</h1>
      <p data-again>It is being found out who they are: this takes some seconds. \
      <a href="/arrivals/\(number)">Look again</a></p></section>

      """
    return frame.response("Arriving", in: .arrivals, html)
  }

  // MARK: One

  /// A card with who it may be, what it would add, and what can be done.
  func card(_ sight: Sight, status: String?) -> PageResponse {
    let name = Self.name(sight.arrival.cards[sight.place])
    let image = Contact(sight.arrival.cards[sight.place], keys: .image).image
    var html = frame.card(
      sight.page, pictures: image == nil ? [] : ["\(sight.path)/photo"],
      face: "<span class=\"face h0\" aria-hidden=\"true\">?</span>")
    html += "<section class=\"panel\"><h2>\(verdict(sight))</h2>\n"
    html += noted
    for candidate in sight.item.outcome?.candidates ?? [] {
      html += self.candidate(candidate, sight)
    }
    if sight.arrival.fates[sight.place]?.person == nil {
      html += frame.isReadOnly ? "" : choices(sight)
    }
    if sight.arrival.cards.count > 1 {
      html +=
        "<p class=\"actions\"><a class=\"back\" href=\"/arrivals/\(sight.number)\">All that arrived</a></p>\n"
    }
    html += "</section>\n"
    return frame.response(name, in: .arrivals, status: status, html)
  }

  private func verdict(_ sight: Sight) -> String {
    switch (sight.arrival.fates[sight.place], sight.item.fate) {
    case (.created, _): return "Created"
    case (.added, _): return "Added"
    case (.left, _): return "Left; you can still take it"
    case (nil, .matched(_, .content)): return "This very card is in the book"
    case (nil, .matched): return "This is \(sight.person?.name ?? "somebody of the book")"
    default:
      return sight.item.isAmbiguous ? "This may be somebody of the book" : "Nobody here is this"
    }
  }

  private func candidate(_ candidate: Candidate, _ sight: Sight) -> HTML {
    let isShown = candidate.person == sight.person?.id.rawValue
    var html: HTML = """
      <details class="finding"\(isShown ? " open" : "" as HTML)><summary>\(Self.named(candidate, sight.candidates)) \
      <span class="dim">\(EvidenceChart.signed(candidate.bits.tenths)) bits</span></summary>
      <table class="evidence"><thead><tr><th scope="col">Evidence</th><th scope="col" class="n">Bits</th></tr></thead><tbody>

      """
    for evidence in candidate.evidence {
      html += """
        <tr><th scope="row"><span class="label">\(Evidence.label(evidence.kind, evidence.level))</span>\
        <bdi class="detail">\(evidence.detail)</bdi></th><td class="n">\(EvidenceChart.signed(evidence.bits.tenths))</td></tr>

        """
    }
    html += "</tbody></table>\n"
    if !isShown {
      html +=
        "<p><a href=\"\(sight.path)?person=\(PercentCoding.encoded(candidate.person))\">Compare</a></p>"
    }
    html += "</details>\n"
    return html
  }

  private func choices(_ sight: Sight) -> HTML {
    var html: HTML = ""
    if let person = sight.person {
      html += """
        <form method="post" action="\(sight.path)">\(frame.session)\
        <input type="hidden" name="person" value="\(person.id.rawValue)">
        <table class="fields-table"><caption>Beside what the book says of <a href="/people/\(person.id.rawValue)">\
        <bdi>\(person.name.isEmpty ? "(no name)" : person.name)</bdi></a></caption><thead><tr><th scope="col" id="take">Take</th>\
        <th scope="col">What</th><th scope="col">Value</th><th scope="col">In the book</th></tr></thead><tbody>

        """
      for field in sight.fields { html += row(field) }
      html += """
        </tbody></table>
        <p class="buttons"><button class="main" name="do" value="add" data-key="a"><span>Add to \
        <bdi>\(person.name.isEmpty ? "this person" : person.name)</bdi></span> <kbd>a</kbd></button></p></form>

        """
    }
    let create: HTML = sight.person == nil ? " class=\"main\"" : ""
    html += """
      <form method="post" action="\(sight.path)">\(frame.session)<p class="buttons">\
      <button name="do" value="create" data-key="c"\(create)>Create somebody new <kbd>c</kbd></button>\
      <button name="do" value="leave" data-key="l">Leave <kbd>l</kbd></button></p></form>
      <form action="\(sight.path)" class="inline"><label for="arrive-who">It is somebody else:</label> \
      <input id="arrive-who" type="search" name="q" value="\(sight.query)" autocomplete="off"> \
      <button>Find</button></form>

      """
    guard !sight.query.isEmpty else { return html }
    guard let found = sight.found else {
      html += "<p>The book is being read: this takes a second or so. Find once more.</p>\n"
      return html
    }
    html += found.isEmpty ? "<p>Nobody is found.</p>\n" : "<ul class=\"found\">\n"
    for row in found {
      html += """
        <li><a href="\(sight.path)?person=\(PercentCoding.encoded(row.id.rawValue))"><bdi>\(row.name.isEmpty ? "(no name)" : row.name)</bdi> \
        <bdi class="dim">\(row.detail)</bdi></a></li>

        """
    }
    html += found.isEmpty ? "" : "</ul>\n"
    return html
  }

  private func row(_ field: ArrivalField) -> HTML {
    let name = field.property.canonicalName
    let (kind, words): (String, String) =
      switch field.standing {
      case .new: ("differs", "new")
      case .differs: ("differs", "says something else; both are kept")
      case .there: ("equal", "the same")
      case .stays: ("equal", "the name stays as it is")
      }
    let box: HTML =
      field.isNew
      ? """
      <input type="checkbox" name="take" value="\(field.number)" checked aria-labelledby="take take-\(field.number)">
      """ : ""
    return """
      <tr class="\(kind)"><td>\(box)</td>\
      <th scope="row" id="take-\(field.number)">\(HTML.label(ofProperty: name, frame.web.language))</th>\
      <td><bdi>\(ConvertView.short(field.property.summary))</bdi></td><td>\(words)</td></tr>

      """
  }
}
