import ArgumentParser
import ContactPages
import ContactStore
import Files
import Page
import SystemPackage
import VCard

/// `vcard serve`: the address book in the browser of this machine.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Look through the address book, and edit it, in the browser of this machine.",
    usage:
      "vcard serve [--book <book>] [--read-only] [--port <n>] [--address <address>] [--no-open]",
    discussion: """
      EXAMPLES:
        vcard serve
        vcard serve --book people.sqlite --read-only --no-open

      Prints the address of a page, opens it where there is a browser, and serves it until Ctrl-C, or \
      until nobody has come for half an hour. Nobody but this machine reaches it, and of its users \
      only who has the address: it lets in one browser within two minutes. The page loads nothing from \
      elsewhere. Other commands may use the book meanwhile; what is changed on the page is a request \
      that 'vcard undo' takes back. 'vcard review PLAN --web' serves the pairs of a plan.
      """)

  @OptionGroup var serving: ServingOptions

  @OptionGroup var words: WordOptions

  @OptionGroup var options: BookCommandOptions

  func run() async throws {
    let (console, reporter) = try options.reporting.start()
    defer { reporter.finish() }
    let access: BookAccess = serving.readOnly ? .reading : .writing
    // Says what is wrong with the book as every command does, before anything listens.
    let path = try options.openDatabase(
      for: access, .undo, what: "undo", reporter: reporter
    ).path
    let locale = try Preferences.current.language(for: .sorting, nil)
    let book = PageBookOptions(
      path, for: access, decoding: try options.text.textDecoding,
      locale: locale == "root" ? nil : locale, threads: options.threads.count)
    var site = PageSite.Options(
      try words.page(.served, reporter), book: book, review: nil,
      isReadOnly: serving.readOnly)
    site.converter = try .forCommands(options.text.textDecoding)
    site.arrivals = .forCommands(try options.text.textDecoding)
    try await serving.serve(PageSite(site), path.string, console)
  }
}

/// Where a page is served.
struct ServingOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Listen at this port (default: any that is free).", valueName: "n"))
  var port: Int?

  @Option(
    help: ArgumentHelp(
      "Listen at this address (default: one of 127.0.0.0/8 that is made up for the run, which cookies "
        + "of other programs' pages do not reach). 127.0.0.1 is for tunnels.",
      valueName: "address"))
  var address: String?

  @Flag(help: "Print the address, and open no browser.")
  var noOpen = false

  @Flag(help: "Show everything, and change nothing.")
  var readOnly = false

  func validate() throws {
    if let port, !(0...65535 ~= port) { throw ValidationError("--port is 0 to 65535") }
  }

  /// Serves a page until somebody ends it.
  func serve(_ site: PageSite, _ what: String, _ console: Console) async throws {
    var options = PageServerOptions()
    options.address = address
    options.port = port ?? 0
    options.isReadOnly = readOnly
    let server = try await PageServer.start(site, options)
    Platform.onNextInterruption { server.stop() }
    try OutputFile.print { $0.append("\(server.url)\n") }
    console.tell("serving \(TerminalText.visible(what)); Ctrl-C ends it")
    let file = noOpen ? nil : try BrowserFile(server.url)
    await server.wait()
    file?.remove()
  }
}

extension CommandFailure {
  /// Creates the failure that what keeps the page from being served stands for.
  init(_ error: PageError) {
    switch error {
    case .cannotListen: self.init(.cannotCreate, error.description)
    case .notLoopback:
      self.init(.usage, error.description, suggestion: "'ssh -L' leads to it from elsewhere")
    }
  }
}

/// What opens a browser: a page that leads on, for other users may read the arguments of a program.
private struct BrowserFile {
  private let folder: FilePath

  /// Opens the browser of the desktop; `nil` where there is none.
  init?(_ url: String) throws {
    guard ["DISPLAY", "WAYLAND_DISPLAY"].contains(where: { Platform.environment($0) != nil }) else {
      return nil
    }
    let parent = FilePath(
      Platform.environment("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp")
    folder = try FileError.naming(.create, parent) { () throws(Errno) in
      try TemporaryFiles.createFolder(in: parent, makesParent: false)
    }
    let path = folder.appending("vcard.html")
    var html: [UInt8] = []
    html.append("<!DOCTYPE html><meta charset=\"utf-8\"><title>vcard</title>")
    html.append("<meta http-equiv=\"refresh\" content=\"0;url=")
    html.append(html: url)
    html.append("\">\n")
    try OutputFile.writePrivate(html, to: path)
    // Where there is no such program the address is on the terminal.
    _ = try? Platform.runShell(
      "open() { xdg-open \"$1\" </dev/null >/dev/null 2>&1 & }; open", argument: path)
  }

  /// Removes the file.
  func remove() { TemporaryFiles.removeFolder(folder) }
}
