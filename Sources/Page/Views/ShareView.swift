import CardFormats
import ContactModel
import ContactPages
import ContactStore
import Cutouts
import QR
import VCard

/// A cutout as it will leave, with its photo and its code.
struct ShareView {
  let frame: PageFrame
  let person: UnifiedRecord
  let making: Cutout.Making

  /// Makes the cutout of somebody, as `vcard share` does.
  ///
  /// - Throws: `CutoutError` for values past its limits.
  init(frame: PageFrame, _ person: UnifiedRecord) throws(CutoutError) {
    (self.frame, self.person) = (frame, person)
    making = try Cutout.making(person.records.map { Contact($0.card, keys: .cutout) })
  }

  /// The file.
  var file: PageResponse {
    PageResponse(saving: making.cutout.encoded(), as: "cutout.json", "application/json")
  }

  /// The photo as it goes along, small.
  var photo: Cutout.Image? { making.cutout.thumbnail ?? making.cutout.image }

  /// The page.
  func response(_ page: PersonPage) -> PageResponse {
    let path = "/people/\(person.id)/share"
    let name = making.cutout.displayName ?? "somebody"
    var html = frame.card(page, pictures: photo == nil ? [] : ["\(path)/photo"])
    html += """
      <section class="panel"><h2>This leaves, and nothing else</h2>
      <p>No number of a record, path, group or date of this machine is in it: whoever receives it finds \
      <bdi>\(name)</bdi> by name and emails, or creates them.</p>

      """
    let notes = making.notes + making.warnings
    if !notes.isEmpty {
      html += "<ul class=\"notes\">"
      for note in notes { html += "<li><bdi>\(note)</bdi></li>" }
      html += "</ul>\n"
    }
    html += """
      <p class="buttons"><a class="button main" href="\(path)/cutout.json">Download</a>\
      <a class="button" data-key="Escape" href="/people/\(person.id.rawValue)">Back <kbd>Esc</kbd></a></p>
      </section>
      <section class="panel"><h2>For a telephone to photograph</h2>

      """
    html += code
    html += "</section>\n"
    return frame.response("Share \(name)", in: .people, html)
  }

  /// The code, or why there is none.
  private var code: HTML {
    var notes: [Diagnostic] = []
    var converter = CardConverter(to: .version30, losses: .dropped, notes: .omitted)
    let card = converter.converted(making.cutout.card(), notes: &notes)
    let text = CodeText(card, limit: QRCode.mostOctets)
    guard let code = QRCode(text.octets) else {
      return """
        <p>There is none: \(text.octets.count) octets do not fit into a code, which holds \
        \(QRCode.mostOctets). The file has all.</p>

        """
    }
    var html: HTML = "<div class=\"code\" role=\"img\" aria-label=\"QR code\">"
    html.octets += code.svg
    html += "</div>\n"
    if !text.leftOut.isEmpty {
      html += "<p>Not in the code:</p><ul>"
      for name in text.leftOut {
        html += "<li>\(HTML.label(ofProperty: name, frame.web.language))</li>"
      }
      html += "</ul>\n"
    }
    if text.octets.count > QRCode.manyOctets {
      html += "<p>It is so fine that some cameras cannot read it.</p>\n"
    }
    return html
  }
}
