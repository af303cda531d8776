import ContactModel
import ContactPages
import ContactStore

/// The form in which somebody is edited, or made.
struct EditView: Sendable {
  let frame: PageFrame
  /// Where the form is sent.
  let action: String
  /// Where one goes who changes nothing.
  let back: String
  let title: String
  let form: PersonForm
  /// What the card says besides, as lines.
  let lines: String
  /// The photo, of somebody who is there.
  var photo: Photo?
  /// What was typed, where the form comes back.
  var typed: FormFields?
  var conflicts: [String: PersonForm.Conflict] = [:]
  /// The name of a field that does not read, and what should be there.
  var unreadable: (field: String, words: String)?
  /// Lines that do not read.
  var badLines: [RawLines.Problem] = []
  /// What else keeps it from being saved.
  var problem = ""

  /// The name of the field of lines.
  static let lines = "lines"

  /// What is shown and chosen of a photo.
  struct Photo: Sendable {
    /// Where the form is sent.
    let action: String
    /// Where it is, if there is one.
    let source: String?
  }

  private static let ofPhotos: HTML =
    "It is made smaller, and what a camera noted, such as the place, is left out."

  private var photoForm: HTML {
    guard let photo else { return "" }
    var html: HTML = """
      <section class="panel"><h2 id="photo-title">Photo</h2>
      <form method="post" action="\(photo.action)" enctype="multipart/form-data" aria-labelledby="photo-title">\(frame.session)

      """
    if let source = photo.source {
      html += "<img class=\"large\" alt=\"The photo now\" src=\"\(source)\">"
    }
    html += """
      <p><label for="photo-file">A JPEG or PNG</label> <input id="photo-file" type="file" name="photo" \
      accept="image/jpeg,image/png"></p>
      <p class="buttons"><button name="do" value="set">Put it in</button>
      """
    if photo.source != nil {
      html += "<button name=\"do\" value=\"remove\">Take the photo away</button>"
    }
    html += """
      </p></form>
      <p class="hint-line">\(Self.ofPhotos)</p></section>

      """
    return html
  }

  /// The page.
  func response(_ status: PageResponse.Status = .ok) -> PageResponse {
    var html: HTML = """
      <section class="panel"><h1>\(title)</h1>

      """
    if !conflicts.isEmpty {
      html += """
        <p role="alert"><strong>Somebody else has changed this meanwhile; nothing of yours was \
        saved.</strong> Each field that both changed shows what it was, what they made of it, and what \
        you typed. Save again to keep what stands in the form.</p>

        """
    }
    if !problem.isEmpty { html += "<p role=\"alert\"><strong>\(problem)</strong></p>" }
    // Somebody new gets their photo with all the rest.
    let coding: HTML = photo == nil ? " enctype=\"multipart/form-data\"" : ""
    html += "<form id=\"edit\" method=\"post\" action=\"\(action)\"\(coding)>\(frame.session)\n"
    html += "<datalist id=\"labels\">"
    for label in Self.labels {
      html += "<option value=\"\(label.localizedName(frame.web.language))\">"
    }
    html += "</datalist>\n"
    for (number, group) in form.groups.enumerated() {
      html += "<fieldset class=\"group\"><legend>\(group.title)</legend><div class=\"fields\">\n"
      for row in group.rows { html += self.row(row, group: number) }
      html += "</div></fieldset>\n"
    }
    if photo == nil {
      html += """
        <fieldset class="group"><legend>Photo</legend><div class="fields"><label for="new-photo">A JPEG or \
        PNG</label><div><input id="new-photo" type="file" name="photo" accept="image/jpeg,image/png">\
        <p class="hint-line">\(Self.ofPhotos)</p></div></div></fieldset>

        """
    }
    html += linesField
    html += """
      <p class="buttons"><button class="main">Save <kbd>Ctrl S</kbd></button>\
      <a class="button" data-key="Escape" href="\(back)">Leave as it was <kbd>Esc</kbd></a></p></form>
      <p class="hint-line">Pictures, and what the card says of itself, stay as they are.</p></section>

      """
    html += photoForm
    return frame.response(title, in: .people, as: status, html)
  }

  /// What no other field says: each line of the vCard by itself.
  private var linesField: HTML {
    let value = typed?[Self.lines] ?? lines
    let conflict = conflicts[Self.lines]
    let opens: HTML = badLines.isEmpty && conflict == nil ? "" : " open"
    var html: HTML = """
      <details\(opens)><summary>Other lines of the card</summary>
      <input type="hidden" name="was.\(Self.lines)" value="
      """
    html.octets.append(html: lines)
    html += """
      "><p class="hint-line" id="lines-hint">As a vCard has them, a property a line, such as \
      X-FAVORITE:tea.</p>

      """
    if !badLines.isEmpty {
      html += "<div role=\"alert\" id=\"lines-problem\"><ul class=\"was\">"
      for problem in badLines { html += "<li>Line \(problem.line): \(problem.message)</li>" }
      html += "</ul></div>\n"
    }
    if let conflict {
      html += """
        <div class="conflict"><p class="was">They made it:</p><pre>\(conflict.theirs)</pre></div>

        """
    }
    let rows = min(max(value.split(separator: "\n").count + 1, 3), 20)
    html += """
      <textarea id="f-lines" name="\(Self.lines)" rows="\(rows)" dir="ltr" spellcheck="false" class="raw" \
      aria-label="Other lines of the card" aria-describedby="lines-hint\(badLines.isEmpty ? "" : " lines-problem")">

      """
    html.octets.append(html: value)
    html += "</textarea></details>\n"
    return html
  }

  private static func quoted(_ text: String) -> String { text.isEmpty ? "nothing" : "“\(text)”" }

  private static let labels: [ContactLabel] = [
    .home, .work, .mobile, .main, .school, .other, .homeFax, .workFax, .pager, .homePage,
  ]

  private func row(_ fields: [PersonForm.Field], group: Int) -> HTML {
    guard let last = fields.last else { return "" }
    let isConflict = fields.contains { conflicts[$0.name] != nil }
    let id = "f-\(last.name)"
    var html: HTML = "<label for=\"\(id)\">\(last.label)</label>"
    html += isConflict ? "<div class=\"conflict\">" : "<div>"
    html += fields.count > 1 ? "<div class=\"pair\">" : ""
    for field in fields { html += input(field, id: "f-\(field.name)", isAlone: fields.count == 1) }
    html += fields.count > 1 ? "</div>" : ""
    for field in fields {
      if let conflict = conflicts[field.name] {
        html += """
          <p class="was">It was <bdi>\(Self.quoted(conflict.was))</bdi>, they made it \
          <bdi>\(Self.quoted(conflict.theirs))</bdi>, you typed <bdi>\(Self.quoted(conflict.mine))</bdi>.</p>
          """
      }
      if unreadable?.field == field.name {
        html += "<p class=\"was\" role=\"alert\">This should be \(unreadable?.words ?? "").</p>"
      }
    }
    html += "</div>\n"
    return html
  }

  private func input(_ field: PersonForm.Field, id: String, isAlone: Bool) -> HTML {
    let value = typed?[field.name] ?? field.value
    var html: HTML = "<input type=\"hidden\" name=\"was.\(field.name)\" value=\""
    // Browsers take the first line end of a text area away.
    html.octets.append(html: field.value)
    html += "\">"
    switch field.kind {
    case .lines:
      html += "<textarea id=\"\(id)\" name=\"\(field.name)\" rows=\"2\" dir=\"auto\">\n"
      html.octets.append(html: value)
      html += "</textarea>"
    case .label:
      html += """
        <input id="\(id)" name="\(field.name)" list="labels" aria-label="\(field.label)" \
        placeholder="\(field.label)" value="
        """
      html.octets.append(html: value)
      html += "\">"
    default:
      let describe: HTML = isAlone ? "" : " aria-label=\"\(field.label)\""
      html += """
        <input id="\(id)" name="\(field.name)" type="\(field.kind == .line ? "text" : field.kind.rawValue)" \
        dir="auto" autocomplete="off"\(describe) value="
        """
      html.octets.append(html: value)
      html += "\">"
    }
    return html
  }
}
