import ContactPages
import ContactStore
import Foundation
import VCard

/// The parts of the page that one goes to.
enum PageSection: String, CaseIterable, Sendable {
  case people
  case review
  case arrivals
  case book
  case convert

  var title: String {
    switch self {
    case .people: "People"
    case .review: "Review"
    case .arrivals: "Arriving"
    case .book: "Book"
    case .convert: "Convert"
    }
  }

  /// What is typed after `g`.
  var key: String { String(rawValue.prefix(1)) }
}

/// What surrounds every view.
struct PageFrame: Sendable {
  /// Writes what people say, in the reader's language.
  let web: WebPage
  /// Writes dates in that language.
  let dates: DateWords
  /// What can be gone to.
  let sections: [PageSection]
  /// What forms bring along.
  let formToken: String
  /// Whether nothing can be changed.
  let isReadOnly: Bool

  /// A page.
  ///
  /// - Parameters:
  ///   - title: What it is called.
  ///   - section: What it is part of.
  ///   - query: What is looked for.
  ///   - status: The word for what was just done, as the address has it.
  ///   - kind: How the request ended.
  ///   - main: What it shows.
  /// - Returns: The answer.
  func response(
    _ title: String, in section: PageSection, query: String = "", status: String? = nil,
    as kind: PageResponse.Status = .ok, _ main: HTML
  ) -> PageResponse {
    var html = HTML()
    html.octets.append(
      htmlHeadFor: title == "vcard" ? title : "\(TerminalText.visible(title)) · vcard",
      language: web.language, isRightToLeft: web.isRightToLeft, .server(script: "page.js"))
    html += """
      <a class="skip" href="#main">Skip to content</a>
      <header><a class="brand" href="/people">vcard</a><nav aria-label="Views" lang="en">

      """
    for other in sections {
      let current: HTML = other == section ? " aria-current=\"page\"" : ""
      html += """
        <a href="/\(other.rawValue)" data-go="\(other.key)"\(current)\(other == .book ? undo : nil)>\(other.title)</a>

        """
    }
    html += "</nav>"
    if sections.contains(.people) {
      html += """
        <form role="search" action="/people"><input type="search" name="q" value="\(query)" \
        aria-label="Search people" placeholder="Search  /" autocomplete="off"></form>
        """
    }
    html += """
      </header>
      <main id="main" tabindex="-1" lang="en">
      <p id="status" role="status">\(done(status))</p>

      """
    html += main
    html += """
      </main>
      <dialog id="keys" lang="en" aria-labelledby="keys-title"><h2 id="keys-title">Keys</h2>
      <dl><dt><kbd>/</kbd></dt><dd>search</dd><dt><kbd>g</kbd> <kbd>p</kbd>, <kbd>g</kbd> <kbd>r</kbd>, \
      <kbd>g</kbd> <kbd>a</kbd>, <kbd>g</kbd> <kbd>b</kbd>, <kbd>g</kbd> <kbd>c</kbd></dt><dd>people, review, \
      arriving, book, convert</dd><dt><kbd>↑</kbd> <kbd>↓</kbd> \
      <kbd>Home</kbd> <kbd>End</kbd></dt><dd>along the list</dd><dt><kbd>Space</kbd></dt><dd>choose several</dd><dt><kbd>y</kbd> <kbd>n</kbd> \
      <kbd>u</kbd></dt><dd>same, different, unsure</dd><dt><kbd>1</kbd> <kbd>2</kbd></dt>\
      <dd>whose value stands</dd><dt><kbd>z</kbd></dt><dd>take back</dd>\
      <dt><kbd>j</kbd> <kbd>k</kbd></dt><dd>next, previous pair</dd><dt><kbd>b</kbd></dt><dd>hide the \
      evidence until you answered</dd><dt><kbd>e</kbd> <kbd>h</kbd> <kbd>s</kbd></dt><dd>edit, history, share</dd>\
      <dt><kbd>a</kbd> <kbd>c</kbd> <kbd>l</kbd></dt><dd>add, create, leave who arrives</dd>\
      <dt><kbd>?</kbd></dt><dd>these keys</dd></dl>
      <label><input type="checkbox" id="letters-off"> No keys of single letters</label>
      <form method="dialog"><button>Close</button></form></dialog>
      <p id="gone" role="alert" hidden>The server has ended. What you typed is still here; start it \
      again to go on.</p>
      <p id="changed" role="status" hidden>This was changed elsewhere. <a href="">Show it anew</a></p>
      </body></html>

      """
    return PageResponse(html.octets, contentType: "text/html; charset=utf-8", status: kind)
  }

  /// Where the key goes that takes back, on views that have nothing of their own for it.
  private var undo: HTML? { isReadOnly ? nil : " data-undo=\"/undo\"" }

  /// What was just done, by the word in the address: nothing that anybody sends is shown.
  private func done(_ word: String?) -> HTML {
    let words: HTML? =
      switch word {
      case "same": "Remembered: the same person."
      case "different": "Remembered: two people."
      case "unsure": "Left open: it comes again."
      case "values": "Remembered: these values stand."
      case "back": "Taken back."
      case "left": "Left: nothing was changed."
      case "other": "Something else was done meanwhile: look again."
      case "none": "There is nothing to take back."
      default: nil
      }
    if let words { return words }
    let changed: HTML? =
      switch word {
      case "saved": "Saved."
      case "linked": "Linked as one person."
      case "merged": "Merged into one record."
      case "applied": "The plan is carried out."
      case "created": "Created."
      case "added": "Added."
      case "sure": "Done."
      default: nil
      }
    guard let changed else { return "" }
    return sections.contains(.book) ? "\(changed) <a href=\"/undo\">Take it back</a>" : changed
  }

  /// A card as a panel of its own.
  ///
  /// - Parameters:
  ///   - page: What it says.
  ///   - pictures: Where its pictures are.
  ///   - face: What stands in their place.
  /// - Returns: The panel.
  func card(_ page: PersonPage, pictures: [String] = [], face: HTML? = nil) -> HTML {
    var html: HTML = """
      <section class="panel card" lang="\(web.language)">\(pictures.isEmpty ? face : nil)

      """
    page.appendHTML(web, pictures: pictures, heading: "h1", to: &html.octets)
    html += "</section>\n"
    return html
  }

  /// When a request was carried out, where this machine is, in the reader's language.
  func time(of entry: JournalEntry) -> HTML {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .current
    let parts = calendar.dateComponents(
      [.year, .month, .day, .hour, .minute],
      from: Date(timeIntervalSince1970: TimeInterval(entry.time)))
    var date = PartialDate(year: parts.year, month: parts.month, day: parts.day)
    (date.hour, date.minute) = (parts.hour, parts.minute)
    return """
      <time lang="\(web.language)" datetime="\(entry.timeText)">\(dates.string(date) ?? "")</time>
      """
  }

  /// What every form of ours that changes something begins with.
  var session: HTML { "<input type=\"hidden\" name=\"session\" value=\"\(formToken)\">" }
}

/// The door: nothing of anybody, and a place to put the key where no script runs.
enum DoorView {
  static let html: HTML = """
    <main class="door"><h1>vcard</h1>
    <p id="door">Opening …</p>
    <noscript><form method="post" action="/session"><label>Without scripts, paste here what stands \
    behind the # of the address: <input name="key" autocomplete="off" required></label>
    <button>Open</button></form></noscript>
    </main></body></html>

    """
}

extension PageResponse {
  /// A page that says why there is nothing else.
  static func missing(
    _ frame: PageFrame, _ section: PageSection, _ words: String, as status: Status = .notFound
  ) -> PageResponse {
    frame.response(
      "Nothing here", in: section, as: status,
      "<section class=\"empty\"><h1>Nothing here</h1><p>\(words)</p></section>")
  }
}
