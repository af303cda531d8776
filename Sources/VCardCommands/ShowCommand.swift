import ArgumentParser
import ContactModel
import ContactPages
import ContactSearch
import ContactStore
import Files
import ICU
import SystemPackage
import VCard

/// `vcard show`: people as a person would like to read them.
struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show people as one likes to read them.",
    usage: """
      vcard show [<file> …] [--book <book>] [--find <query>] [--locale <tag>] \
      [--format <format>] [--labels]
      """,
    discussion: """
      EXAMPLES:
        vcard show contacts.vcf --find 'kate be'
        vcard show --book ~/contacts --locale ja --name-order family | less -R

      Labels and dates are in the user's language, names in the order of their own script and \
      language, addresses as the post of their country wants them. Without a file it shows what is \
      piped into it, else the book of $VCARD_BOOK or your own. Photos are shown by terminals \
      that can show some (kitty's protocol, or sixel), elsewhere told in words; on a terminal with \
      colours emails, numbers, addresses and pages are links. Linked records of a book are one \
      person, unless --records shows them by themselves. '--format html' makes a page to print that \
      needs nothing else, photos inside, 'markdown' a document. --labels writes who gets a letter \
      and where, one address a person, capitals, order and the country in the last line as the post \
      of each country wants them, and the country of the sender ($LC_ALL, $LC_ADDRESS or $LANG) \
      left out. -v shows all that a card says, and of a \
      book which records say it. With --find, who is not found is left out; nobody found, or nobody \
      with an address for a label, ends with 1.
      """)

  @OptionGroup var cards: CardArguments

  @Option(
    help: ArgumentHelp(
      "Show this address book (default: $VCARD_BOOK, else your own).", valueName: "book"),
    completion: .file())
  var book: String?

  @Option(help: ArgumentHelp("Show only whom 'vcard find' finds.", valueName: "query"))
  var find: String?

  @Flag(help: "Show records of a book by themselves, also those that are linked to one person.")
  var records = false

  @OptionGroup var pages: PageOptions

  @OptionGroup var sheet: SheetOptions

  @OptionGroup var output: OutputOption

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if book != nil, !cards.files.isEmpty { throw ValidationError("take either files or --book") }
  }

  func run() throws {
    let (console, reporter) = try options.reporting.start()
    let search = try find.map { try NameSearch(requiringWordIn: $0) }
    let (books, files) = try inputs()
    let inputs = books + files
    let output = try output.open(reading: InputFile.resolve(inputs))
    let page = try pages.page(for: output, options.reporting, reporter, sheet)
    var frame = SheetFrame(page.style, title: title(of: inputs))
    var homeless = 0
    func show(_ shown: Shown) throws {
      let text = shown.text
      if text.isEmpty { return homeless += 1 }
      if let loss = shown.loss { console.say(.warning, loss) }
      try output.writer.append { frame.append(text, to: &$0) }
    }
    do {
      if inputs.count == 1, inputs[0] != "-",
        try BookKind.isDatabase(Platform.path(inputs[0]))
      {
        try showBook(inputs[0], page, reporter, show)
      } else {
        var input = try CardInput(files, books: books, options, reporter: reporter)
        input.query.words = find
        input.query.joinsLinked = !records
        try input.readAll(Showing(page, search)) { piece, place in
          for contact in piece.result where contact.card < place.stop { try show(contact) }
        }
      }
      try output.writer.append { frame.end(to: &$0) }
    } catch {
      // Who was shown before is shown.
      try? output.writer.append { frame.end(to: &$0) }
      try? output.flush()
      throw error
    }
    try output.commit()
    if homeless > 0 {
      let (count, use) = (homeless.counted("person", "people"), sheet.use?.rawValue)
      console.say(.note, "\(count) without \(use.map { "a \($0)" } ?? "an") address: no label")
    }
    if search != nil || sheet.labels, frame.count == 0 { throw ExitCode.found }
  }

  /// What a page for a browser is called: as what is shown.
  private func title(of inputs: [String]) -> String {
    let names = inputs.compactMap { $0 == "-" ? nil : Platform.path($0).lastComponent?.string }
    return names.isEmpty ? "vCard" : TerminalText.visible(names.joined(separator: ", "))
  }

  /// People that are written at once, by several threads.
  private static let batchSize = 1024

  /// Shows the people of a database, with what it knows of them.
  private func showBook(
    _ name: String, _ page: ContactPage, _ reporter: DiagnosticReporter,
    _ show: (Shown) throws -> Void
  ) throws {
    defer { reporter.finish() }
    var bookOptions = BookOptions(decoding: try options.input.text.textDecoding)
    bookOptions.threads = options.threads.count
    let book = try openBook(Platform.path(name), options: bookOptions)
    let notes = try PersonNotes(book, tellsSources: options.reporting.verbose)
    var batch: [(cards: [Card], notes: ContactPage.Notes)] = []
    func write() throws {
      let texts = OrderedTasks.map(batch, threads: book.threads) { person in
        var shown = Shown(card: 0)
        shown.loss = page.append(person: person.cards, person.notes, to: &shown.text)
        return shown
      }
      try texts.forEach(show)
      batch.removeAll(keepingCapacity: true)
    }
    try book.forEach(matching: find, joiningLinked: !records) { person in
      batch.append((person.records.map(\.card), try notes.notes(of: person)))
      if batch.count == Self.batchSize { try write() }
    }
    try write()
  }

  /// What to show: as told, else what is piped in, else the book that everybody uses.
  private func inputs() throws -> (books: [String], files: [String]) {
    if let book { return ([book], []) }
    let type = (try? Stat(FileDescriptor.standardInput))?.type
    // A terminal or /dev/null says nothing, and nobody is to wait for the one.
    guard cards.files.isEmpty, type == .characterSpecial || type == nil else {
      return ([], cards.files)
    }
    let path = try BookArguments.standard(
      orSaying: "name a file, '-' for standard input, or a book with --book")
    return ([path.string], [])
  }
}

/// A contact as it is shown.
private struct Shown: Sendable {
  /// The number of its card in the piece.
  let card: Int
  var text: [UInt8] = []
  /// What a label has no room for.
  var loss: String?
}

/// Writes contacts, on whatever thread.
private struct Showing: CardWorker {
  private let page: ContactPage
  private let search: NameSearch?
  private var shown: [Shown] = []

  init(_ page: ContactPage, _ search: NameSearch?) {
    self.page = page
    self.search = search
  }

  private var keys: Contact.Keys {
    search == nil ? ContactPage.keys : ContactPage.keys.union(.searching)
  }

  mutating func process(_ card: borrowing Card, found: inout [Diagnostic]) throws {
    let contact = Contact(copy card, keys: keys)
    if let search, try !search.matches(contact) { return }
    var one = Shown(card: card.start.card)
    one.loss = page.append(card, contact, to: &one.text)
    shown.append(one)
  }

  mutating func process(person cards: [Card], found: inout [Diagnostic]) throws {
    if let search, try search.rank(of: cards.map { Contact($0, keys: keys) }) == nil { return }
    var one = Shown(card: cards[0].start.card)
    one.loss = page.append(person: cards, ContactPage.Notes(), to: &one.text)
    shown.append(one)
  }

  mutating func finish(_ piece: inout [Shown]?) {
    piece = shown
    shown = []
  }
}
