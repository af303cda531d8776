import ArgumentParser
import ContactModel
import ContactSearch
import ContactStore
import Files
import ICU
import Images
import SystemPackage
import VCard

/// `vcard show`: people as a person would like to read them.
struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show people as one likes to read them.",
    usage: "vcard show [<file> …] [--book <book>] [--find <query>] [--locale <tag>]",
    discussion: """
      EXAMPLES:
        vcard show contacts.vcf --find 'kate be'
        vcard show --book ~/contacts --locale ja --name-order family | less -R

      Labels and dates are in the user's language, names in the order of their own script and \
      language, addresses as the post of their country wants them. Without a file it shows what is \
      piped into it, else the book of $VCARD_BOOK or your own. Photos are shown by terminals \
      that can show some (kitty's protocol, or sixel). With --find, who is not found is left out, \
      and nobody found ends with 1.
      """)

  /// When photos are shown, and how.
  enum Pictures: String, CaseIterable, ExpressibleByArgument {
    case auto
    case kitty
    case sixel
    case never
  }

  /// Which part of a name goes first.
  enum Order: String, CaseIterable, ExpressibleByArgument {
    case automatic
    case given
    case family

    var nameOrder: NameOrder {
      switch self {
      case .automatic: .automatic
      case .given: .givenNameFirst
      case .family: .familyNameFirst
      }
    }
  }

  @OptionGroup var cards: CardArguments

  @Option(
    help: ArgumentHelp(
      "Show this address book (default: $VCARD_BOOK, else your own).", valueName: "book"),
    completion: .file())
  var book: String?

  @Option(help: ArgumentHelp("Show only whom 'vcard find' finds.", valueName: "query"))
  var find: String?

  @Option(
    help: ArgumentHelp(
      "The language of labels and dates, as in de or zh-Hant (default: that of $LC_ALL, "
        + "$LC_MESSAGES or $LANG).",
      valueName: "tag"))
  var locale: String?

  @Option(
    help: ArgumentHelp(
      "Which name goes first; automatic, the default, is as script and language ask.",
      valueName: "name"))
  var nameOrder: Order?

  @Option(
    help: ArgumentHelp(
      "How photos are shown (default: as the terminal can).", valueName: "way"))
  var pictures = Pictures.auto

  @OptionGroup var output: OutputOption

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if book != nil, !cards.files.isEmpty { throw ValidationError("take either files or --book") }
  }

  func run() throws {
    let (_, reporter) = try options.reporting.start()
    let search = try find.map { try NameSearch(requiringWordIn: $0) }
    var input = try CardInput(try inputs(), options, reporter: reporter)
    input.query.words = find
    let output = try output.open()
    let page = try makePage(output, reporter)
    var shown = 0
    do {
      try input.readAll(Showing(page, search, graphics(of: output))) { piece, place in
        for contact in piece.result where contact.card < place.stop {
          try output.writer.append { text in
            if shown > 0 { text.append("\n") }
            text += contact.text
          }
          shown += 1
        }
      }
    } catch {
      // Who was shown before is shown.
      try? output.flush()
      throw error
    }
    try output.commit()
    if search != nil, shown == 0 { throw ExitCode.found }
  }

  /// What to show: as told, else what is piped in, else the book that everybody uses.
  private func inputs() throws -> [String] {
    if let book { return [book] }
    let type = (try? Stat(FileDescriptor.standardInput))?.type
    // A terminal or /dev/null says nothing, and nobody is to wait for the one.
    guard cards.files.isEmpty, type == .characterSpecial || type == nil else { return cards.files }
    let path = try BookArguments.standard(
      orSaying: "name a file, '-' for standard input, or a book with --book")
    return [path.string]
  }

  private func makePage(
    _ output: OutputFile, _ reporter: DiagnosticReporter
  ) throws -> ContactPage {
    let preferences = Preferences.current
    let language = try preferences.language(for: .words, flag: locale, reporter)
    let order = preferences.value(.nameOrder, flag: nameOrder) ?? .automatic
    let color = preferences.color(flag: options.reporting.color)
    do {
      return ContactPage(
        order: order.nameOrder, language: language, country: preferences.country,
        dates: try DateWords(language), columns: output.columns,
        usesColor: color.holds(when: mayColor(output)))
    } catch {
      guard error.kind == .unknownLocale else { throw error }
      throw CommandFailure(
        .usage, "there is no language \"\(language)\"",
        suggestion: "tags are those of BCP 47, such as sv or zh-Hant")
    }
  }

  /// Whether the output is a terminal that wants colours.
  private func mayColor(_ output: OutputFile) -> Bool {
    output.columns != nil && (Platform.environment("NO_COLOR") ?? "").isEmpty
      && (Platform.environment("TERM") ?? "dumb") != "dumb"
  }

  private func graphics(of output: OutputFile) -> TerminalGraphics {
    switch pictures {
    case .never: .none
    case .kitty: .kitty
    case .sixel: .sixel
    case .auto:
      output.columns == nil ? .none : TerminalGraphics.detect(environment: Platform.environment)
    }
  }
}

/// Writes contacts, on whatever thread.
private struct Showing: CardWorker {
  /// A contact as it is shown.
  struct Shown: Sendable {
    /// The number of its card in the piece.
    let card: Int
    let text: [UInt8]
  }

  private let page: ContactPage
  private let search: NameSearch?
  private let graphics: TerminalGraphics
  private var shown: [Shown] = []

  init(_ page: ContactPage, _ search: NameSearch?, _ graphics: TerminalGraphics) {
    self.page = page
    self.search = search
    self.graphics = graphics
  }

  mutating func process(_ card: borrowing Card, found: inout [Diagnostic]) throws {
    let contact = Contact(
      copy card, keys: search == nil ? ContactPage.keys : ContactPage.keys.union(.searching))
    if let search, try !search.matches(contact) { return }
    var text: [UInt8] = []
    if graphics != .none { appendPicture(of: contact, to: &text) }
    page.append(contact, FurtherContacts(card), to: &text)
    shown.append(Shown(card: card.start.card, text: text))
  }

  mutating func finish(_ piece: inout [Shown]?) {
    piece = shown
    shown = []
  }

  /// Cells that a picture may be wide and high: small, for the name is to stay on the screen.
  private static let pictureSize = (columns: 24, rows: 8)

  /// Appends the photo, else its small copy, where the terminal shows it; of one that cannot be read
  /// nothing is shown.
  private func appendPicture(of contact: Contact, to text: inout [UInt8]) {
    guard let image = contact.image ?? contact.thumbnail,
      let picture = try? graphics.picture(
        from: image.octets, columns: Self.pictureSize.columns, rows: Self.pictureSize.rows)
    else { return }
    text += picture.octets
    text.append("\n")
  }
}
