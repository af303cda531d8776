import ContactMerging
import ContactPages
import ContactStore

/// What linking or merging the people that were chosen would do.
struct ChosenView {
  let frame: PageFrame
  let people: [UnifiedRecord]

  /// Before they are linked.
  func linking() -> PageResponse {
    var html: HTML = "<section class=\"panel\"><h1>Link \(people.count) people as one?</h1>\n"
    html += names
    html += """
      <p>Their records stay as they are, and are shown as one person.</p>

      """
    html += form("linked", "Link them")
    html += "</section>\n"
    return frame.response("Link", in: .people, html)
  }

  /// Before two are merged.
  func merging(_ merge: RecordMerge, _ page: PersonPage) -> PageResponse {
    var html = frame.card(page)
    html += "<section class=\"panel\"><h2>This is what the two become</h2>\n"
    html += names
    html += "<p>\(merge.additions.count) values of the second are added to the first.</p>\n"
    let conflicts = merge.additions.filter(\.isConflict)
    if !conflicts.isEmpty {
      html += "<p>Of what one has once both are kept:</p><ul>"
      for conflict in conflicts {
        html += """
          <li>\(HTML.label(ofProperty: conflict.name, frame.web.language)) <bdi>\(conflict.text)</bdi></li>
          """
      }
      html += "</ul>\n"
    }
    html += form("merged", "Merge them")
    html += "</section>\n"
    return frame.response("Merge", in: .people, html)
  }

  /// Where nothing can be done with those that are chosen.
  func tooFew(isMerging: Bool) -> PageResponse {
    .missing(
      frame, .people,
      isMerging
        ? "Choose two people of one record each; those of several are linked already."
        : "Choose two people or more.", as: .badRequest)
  }

  private var names: HTML {
    var html: HTML = "<ul>"
    for person in people {
      let row = ListedRow(person)
      html += """
        <li><a href="/people/\(person.id.rawValue)"><bdi>\(row.name.isEmpty ? "(no name)" : row.name)</bdi></a> \
        <bdi class="dim">\(row.detail)</bdi></li>
        """
    }
    html += "</ul>\n"
    return html
  }

  private func form(_ word: String, _ words: String) -> HTML {
    var html: HTML = "<form method=\"post\" action=\"/people/chosen\">\(frame.session)"
    for person in people {
      html += "<input type=\"hidden\" name=\"id\" value=\"\(person.id.rawValue)\">"
    }
    html += """
      <p class="buttons"><button class="main" name="do" value="\(word)">\(words)</button>\
      <a class="button" data-key="Escape" href="/people">Leave them <kbd>Esc</kbd></a></p></form>
      <p class="hint-line">It is one step, which ‘Book’ or ‘vcard undo’ takes back.</p>

      """
    return html
  }
}
