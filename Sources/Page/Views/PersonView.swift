import ContactPages
import ContactStore

/// Somebody, all that the book says of them.
enum PersonView {
  /// The photo of somebody, else their letters.
  static func face(_ row: ListedRow, side: Int, revision: Int64) -> HTML {
    let hue = row.id.rawValue.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 7 }
    guard let photo = row.photo else {
      return "<span class=\"face h\(hue)\" aria-hidden=\"true\">\(row.initials)</span>"
    }
    return """
      <img class="face" loading="lazy" alt="" width="40" height="40" \
      src="/photo/\(photo.rawValue)/\(side)?v=\(Int(revision))">
      """
  }

  /// What is shown of a person.
  ///
  /// - Parameters:
  ///   - person: The person.
  ///   - page: What of it is shown.
  ///   - frame: What surrounds it.
  ///   - revision: The state of the book.
  /// - Returns: What is shown.
  static func html(
    _ person: UnifiedRecord, _ page: PersonPage, _ frame: PageFrame, revision: Int64
  ) -> HTML {
    let row = ListedRow(person)
    let shown = person.records.filter { ListedRow(UnifiedRecord(alone: $0)).photo != nil }
    let pictures = shown.map { "/photo/\($0.id)/256?v=\(revision)" }
    var html: HTML = "<div class=\"card\" lang=\"\(frame.web.language)\">\n"
    if pictures.isEmpty { html += face(row, side: 256, revision: revision) }
    page.appendHTML(frame.web, pictures: pictures, heading: "h1", to: &html.octets)
    html += "</div>\n<p class=\"actions\">"
    if !frame.isReadOnly {
      html +=
        "<a class=\"button\" data-key=\"e\" href=\"/people/\(row.id.rawValue)/edit\">Edit</a>\n"
    }
    html += """
      <a class="button" data-key="h" href="/people/\(row.id.rawValue)/history">History</a>
      <a class="button" data-key="s" href="/people/\(row.id.rawValue)/share">Share</a>
      <a class="back" href="/people">All people</a></p>

      """
    for record in shown {
      let of = person.records.count > 1 ? " of record \(record.id.rawValue)" : ""
      html += """
        <p class="linked"><a href="/photo/\(record.id.rawValue)/original" download>The photo\(of) as it is \
        on the card</a></p>

        """
    }
    if person.records.count > 1 {
      let records = person.records.map(\.id.rawValue).joined(separator: ", ")
      html += """
        <p class="linked">One person of \(person.records.count) linked records: \(records).</p>

        """
    }
    return html
  }
}
