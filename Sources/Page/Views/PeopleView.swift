import ContactPages
import ContactStore
import VCard

/// People in a list to choose from, and whoever was chosen beside it.
struct PeopleView: Sendable {
  /// A part of the list.
  struct Page: Sendable {
    var rows: [ListedRow]
    /// The number of the first row among all, from 0.
    var start = 0
    /// How many there are in all; `nil` for a list that is shown whole.
    var total: Int
    /// What is said instead of people.
    var note = ""
    /// Whether who is listed is not known yet.
    var isIndexing = false
  }

  /// Rows of a page of the list.
  static let pageSize = 100

  let frame: PageFrame
  let list: Page
  /// Which people are listed.
  let filter: PeopleFilter
  /// Whether all of them can be had as a table.
  let hasTable: Bool
  /// The letters; none before they are known.
  let sections: [PeopleDirectory.Section]
  let groups: [BookGroup]
  let sources: [BookSource]
  let revision: Int64

  /// The page.
  ///
  /// - Parameters:
  ///   - person: Who was chosen.
  ///   - title: What they are called.
  ///   - status: What was just done.
  ///   - detail: What is shown of them.
  /// - Returns: The answer.
  func response(
    person: RecordID? = nil, title: String? = nil, status: String? = nil, detail: HTML? = nil
  ) -> PageResponse {
    var html: HTML = "<div class=\"people\(person == nil ? "" : " has-person")\">\n"
    html += listHTML(person)
    html += "<section class=\"person\" aria-label=\"Person\">\n"
    if let detail {
      html += detail
    } else {
      html += "<p class=\"hint\">Choose somebody from the list.</p>"
    }
    html += "</section></div>\n"
    return frame.response(
      title ?? "People", in: .people, query: filter.query, status: status, html)
  }

  private func listHTML(_ person: RecordID?) -> HTML {
    let count = Self.grouped(list.total)
    var html: HTML = """
      <section class="list" aria-labelledby="list-title">
      <div class="tools">\(person == nil ? "<h1 id=\"list-title\">" : "<h2 id=\"list-title\">" as HTML)\(filter.title) \
      <span>\(count)</span>\(person == nil ? "</h1>" : "</h2>" as HTML)

      """
    if !frame.isReadOnly { html += "<a class=\"button\" href=\"/people/new\">New</a>" }
    html += "</div>\n"
    html += filters
    if filter.isEverybody, !sections.isEmpty {
      html += "<nav class=\"letters\" aria-label=\"Letters\">"
      for section in sections {
        html += "<a href=\"/people?from=\(section.start)\" data-start=\"\(section.start)\">"
        html += "\(section.label)</a>"
      }
      html += "</nav>\n"
    }
    let hidden: HTML = list.rows.isEmpty ? "" : " hidden"
    html += "<p class=\"empty\" id=\"note\"\(hidden)>\(list.note)</p>\n"
    html += """
      <ul id="list" data-total="\(list.total)" data-start="\(list.start)" \
      data-filter="\(filter.address)" data-revision="\(Int(revision))">

      """
    for (place, row) in list.rows.enumerated() {
      html += self.row(row, place: list.start + place, isChosen: row.id == person)
    }
    html += "</ul>\n"
    html += pages
    if hasTable {
      let hidden: HTML = list.total == 0 ? " hidden" : ""
      html += """
        <p id="table"\(hidden)><a href="/people/table?\(filter.address)">All of them as CSV</a></p>

        """
    }
    if !frame.isReadOnly {
      html += """
        <form id="chosen" method="post" action="/people/chosen">\(frame.session)\
        <span role="status">Choose several to</span> <button name="do" value="link">Link</button> \
        <button name="do" value="merge">Merge</button> <button name="do" value="export">Export</button>\
        \(hasTable ? " <button name=\"do\" value=\"table\">CSV</button>" : "" as HTML)\
        </form>

        """
    }
    if frame.sections.contains(.arrivals) {
      html += """
        <form id="arrive" method="post" action="/arrivals" enctype="multipart/form-data">\(frame.session)\
        <label for="arrive-file">Drop a card anywhere, or choose it</label> \
        <input id="arrive-file" type="file" name="file" multiple> <button>Look</button></form>

        """
    }
    html += "</section>\n"
    return html
  }

  private func row(_ row: ListedRow, place: Int, isChosen: Bool) -> HTML {
    let current: HTML = isChosen ? " aria-current=\"true\"" : ""
    var html: HTML = """
      <li aria-setsize="\(list.total)" aria-posinset="\(place + 1)">\
      <a href="/people/\(row.id.rawValue)?\(filter.address)from=\(list.start)"\(current)>
      """
    html += PersonView.face(row, side: 64, revision: revision)
    html +=
      "<span class=\"who\"><bdi class=\"name\">\(row.name.isEmpty ? "(no name)" : row.name)</bdi>"
    if !row.detail.isEmpty { html += "<bdi class=\"detail\">\(row.detail)</bdi>" }
    html += "</span></a>"
    if !frame.isReadOnly {
      html += """
        <input type="checkbox" name="id" value="\(row.id.rawValue)" form="chosen" \
        aria-label="Choose \(row.name.isEmpty ? "(no name)" : row.name)">
        """
    }
    html += "</li>\n"
    return html
  }

  /// Pages for those whose browser runs no scripts.
  private var pages: HTML {
    let end = list.start + list.rows.count
    guard list.start > 0 || end < list.total else { return "" }
    let (first, last, total) = (
      Self.grouped(list.start + 1), Self.grouped(end), Self.grouped(list.total)
    )
    var html: HTML = "<nav class=\"pages\" aria-label=\"Pages\">"
    if list.start > 0 {
      let before = max(0, list.start - Self.pageSize)
      html += "<a rel=\"prev\" href=\"/people?\(filter.address)from=\(before)\">Before</a>"
    }
    html += "<span>\(first)–\(last) of \(total)</span>"
    if end < list.total {
      html += "<a rel=\"next\" href=\"/people?\(filter.address)from=\(end)\">After</a>"
    }
    html += "</nav>\n"
    return html
  }

  private var filters: HTML {
    guard !groups.isEmpty || sources.count > 1 else { return "" }
    func option(_ value: String, _ words: String) -> HTML {
      let selected: HTML = filter.part == value ? " selected" : ""
      return "<option value=\"\(value)\"\(selected)>\(words)</option>\n"
    }
    var html: HTML = """
      <form class="filters" action="/people"><select name="in" aria-label="Which people">
      <option value="">Everybody</option>

      """
    if !groups.isEmpty {
      html += "<optgroup label=\"Groups\">\n"
      for group in groups {
        html += option("group-\(group.id)", "\(group.name) (\(group.members.count))")
      }
      html += "</optgroup>\n"
    }
    if sources.count > 1 {
      html += "<optgroup label=\"Sources\">\n"
      for source in sources { html += option("source-\(source.name)", source.name) }
      html += "</optgroup>\n"
    }
    html += "</select> <button>Show</button></form>\n"
    return html
  }

  /// A number with its thousands apart.
  static func grouped(_ number: Int) -> String {
    var text = ""
    for (place, digit) in "\(number)".reversed().enumerated() {
      if place > 0, place.isMultiple(of: 3) { text.append("\u{202F}") }
      text.append(digit)
    }
    return String(text.reversed())
  }
}

/// Which people are listed: those whom a query finds, or those of a group or a source.
struct PeopleFilter: Sendable {
  var query = ""
  /// `group-ID` or `source-NAME`, or nothing.
  var part = ""
  /// What the list is called.
  var title = "People"

  init(_ fields: FormFields) {
    query = fields["q"] ?? ""
    part = fields["in"] ?? ""
    if !query.isEmpty { title = "Found" }
  }

  var isEverybody: Bool { query.isEmpty && part.isEmpty }

  /// The beginning of the query of an address, with `&` behind it.
  var address: String {
    (query.isEmpty ? "" : "q=\(PercentCoding.encoded(query))&")
      + (part.isEmpty ? "" : "in=\(PercentCoding.encoded(part))&")
  }
}
