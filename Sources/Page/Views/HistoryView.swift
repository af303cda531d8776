import ContactModel
import ContactPages
import ContactStore

/// What was done to the book, and what became of the values.
enum HistoryView {
  /// What became of a record, and the request that did it.
  struct Step {
    let version: RecordVersion
    let entry: JournalEntry?
  }

  /// A record's values from one state to the next.
  static func changes(_ version: RecordVersion, _ frame: PageFrame) -> HTML {
    var html: HTML = """
      <table class="log"><thead><tr><th scope="col">What</th><th scope="col">Before</th>\
      <th scope="col">After</th></tr></thead><tbody>

      """
    for change in version.valueChanges {
      html += """
        <tr><th scope="row">\(HTML.label(ofProperty: change.name, frame.web.language))</th>\
        <td dir="auto">\(change.before ?? "")</td><td dir="auto">\(change.after ?? "")</td></tr>

        """
    }
    html += "</tbody></table>\n"
    return html
  }

  /// What happened to a record, in a word.
  static func word(_ action: BookChange.Action) -> String {
    switch action {
    case .added: "Added"
    case .updated: "Changed"
    case .deleted: "Removed"
    case .linked: "Linked"
    }
  }

  /// The history of a person.
  static func person(
    _ steps: [Step], name: String, id: RecordID, _ frame: PageFrame
  ) -> HTML {
    var html: HTML = """
      <section class="panel"><h1>History of <bdi>\(name)</bdi></h1>
      <p class="buttons"><a class="button" data-key="Escape" href="/people/\(id.rawValue)">Back \
      <kbd>Esc</kbd></a></p></section>

      """
    for step in steps {
      html += "<section class=\"panel\"><h2>\(word(step.version.action))"
      if let entry = step.entry {
        html += ", <span class=\"dim\">\(frame.time(of: entry)), \(entry.kind)</span>"
      }
      html += "</h2>\n<p class=\"hint-line\">Record \(step.version.record.rawValue)</p>\n"
      html += changes(step.version, frame)
      html += "</section>\n"
    }
    return html
  }

  /// The book: how many there are, and what was done last.
  static func book(
    _ details: BookDetails, _ entries: [JournalEntry], undoable: JournalEntry?, _ frame: PageFrame
  ) -> HTML {
    var html: HTML = """
      <section class="panel" data-book><h1>The book</h1><dl class="fields">
      <dt class="label">People</dt><dd>\(PeopleView.grouped(details.people))</dd>
      <dt class="label">Records</dt><dd>\(PeopleView.grouped(details.records))</dd>
      <dt class="label">Groups</dt><dd>\(details.groups)</dd>
      <dt class="label">Sources</dt><dd>\(details.sources)</dd>
      <dt class="label">Requests in the journal</dt><dd>\(PeopleView.grouped(details.requests))</dd></dl>
      </section>
      <section class="panel"><h2>What was done</h2>

      """
    if undoable != nil, !frame.isReadOnly {
      html +=
        "<p><a class=\"button\" data-key=\"z\" href=\"/undo\">Take the last back <kbd>z</kbd></a></p>\n"
    }
    html += """
      <div class="scroll" tabindex="0" role="group" aria-label="What was done">\
      <table class="log"><thead><tr><th scope="col">Number</th><th scope="col">When</th>\
      <th scope="col">What</th><th scope="col" class="n">Added</th><th scope="col" class="n">Changed</th>\
      <th scope="col" class="n">Removed</th><th scope="col">State</th></tr></thead><tbody>

      """
    for entry in entries {
      html += """
        <tr><th scope="row">\(Int(entry.number))</th><td>\(frame.time(of: entry))</td><td>\(entry.kind)</td>\
        <td class="n">\(entry.added)</td><td class="n">\(entry.updated)</td>\
        <td class="n">\(entry.deleted)</td><td>\(entry.isUndone ? "taken back" : "")</td></tr>

        """
    }
    html += "</tbody></table></div></section>\n"
    return html
  }

  /// What taking a request back would do.
  ///
  /// - Parameters:
  ///   - entry: The request.
  ///   - versions: Some of what it did.
  ///   - rest: How much more it did.
  ///   - frame: What surrounds it.
  /// - Returns: What is shown, and the form that does it.
  static func undo(
    _ entry: JournalEntry, _ versions: [RecordVersion], rest: Int, _ frame: PageFrame
  ) -> HTML {
    var html: HTML = """
      <section class="panel"><h1>Take back the last step?</h1>
      <p><strong>\(entry.kind)</strong>, \(frame.time(of: entry))\(entry.counts.isEmpty ? "" : ": ")\
      \(entry.counts). The values in the column “Before” come back.</p>
      <form method="post" action="/undo" class="buttons">\(frame.session)\
      <input type="hidden" name="request" value="\(Int(entry.number))">\
      <button class="main">Take back</button> <a class="button" data-key="Escape" href="/book">Leave it \
      <kbd>Esc</kbd></a></form></section>

      """
    for version in versions {
      let card = version.after ?? version.before
      let name = card.flatMap { Contact($0, keys: .compositeName).compositeName } ?? ""
      html += """
        <section class="panel"><h2>\(word(version.action)): <bdi>\(name.isEmpty ? "(no name)" : name)</bdi></h2>
        <p class="hint-line">Record \(version.record.rawValue)</p>

        """
      html += changes(version, frame)
      html += "</section>\n"
    }
    if rest > 0 { html += "<p>… and \(rest) more.</p>\n" }
    return html
  }
}
