import ArgumentParser
import CardDAV
import ContactPages
import ContactStore
import Files
import SystemPackage
import VCard

/// `vcard sync`: brings sources and the collections on their servers to say the same.
struct SyncCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Bring sources of the book and their collections on servers to say the same.",
    usage: """
      vcard sync [<source> …] [--dry-run] [--full] [--prefer <side>] [--allow-deletions <n>]
                 [--book <book>]
      """,
    discussion: """
      EXAMPLES:
        vcard sync
        vcard sync home --dry-run
        vcard sync --format jsonl --password-fd 3 3< password

      'vcard book sources add' makes such sources. What each side changed is merged by property: several \
      values of both stay, and of a value of which a person has one the server's stays unless --prefer \
      says otherwise; the other one stays in the journal, and is told. Who was deleted on one side and \
      edited on the other stays. 'vcard undo' takes back what came into the book.

      Where more than ten cards and a quarter of all would be deleted, nothing is done, and the run ends \
      with 75. It ends with 1 when something was in conflict, refused or lost by the server, with 69 when \
      the server cannot be reached, with 76 when its answer cannot be read, with 77 when it lets nobody in.

      Passwords come from the first of: the command of the file 'accounts' beside the preferences, \
      $VCARD_PASSWORD, --password-fd, .netrc, the Secret Service of the desktop, the terminal.
      """)

  /// Whose value stays.
  enum Side: String, CaseIterable, ExpressibleByArgument {
    case server
    case local
  }

  @Argument(help: ArgumentHelp("The sources (default: all on servers).", valueName: "source"))
  var sources: [String] = []

  @Flag(name: .dryRun, help: "Show what would be done, and do nothing.")
  var dryRun = false

  @Flag(help: "Fetch all cards, and ask anew what the server can do; send again what it refused.")
  var full = false

  @Option(help: ArgumentHelp("Whose value stays where both sides changed it.", valueName: "side"))
  var prefer = Side.server

  @Option(help: ArgumentHelp("Allow so many deletions on a side.", valueName: "n"))
  var allowDeletions = 0

  @Option(help: ArgumentHelp("A line a source, or one JSON object.", valueName: "format"))
  var format = ListFormat.text

  @OptionGroup var secret: SecretOptions

  @OptionGroup var options: BookCommandOptions

  func validate() throws {
    if allowDeletions < 0 { throw ValidationError("--allow-deletions is a number of cards") }
  }

  func run() throws {
    TemporaryFiles.changeBitByBit()
    let (console, reporter) = try options.reporting.start()
    defer { reporter.finish() }
    let access = ServerAccess(secrets: try secret.finder(console))
    let book = try options.openServers(for: dryRun ? .reading : .writing, reporter)
    let known = try book.servers()
    for name in sources where known[name] == nil {
      guard try book.records(ofSource: name) != nil else {
        throw CommandFailure.noSource(name, book)
      }
      throw CommandFailure(.usage, "the source \"\(name)\" is on no server")
    }
    let names = sources.isEmpty ? known.keys.sorted() : sources
    guard !names.isEmpty else {
      throw CommandFailure(
        .noInput, "\(book.path.string) has no source on a server",
        suggestion: "'vcard book sources add NAME --carddav URL' makes one")
    }
    let lock = try SyncCommand.lock(book)
    let output = try OutputFile()
    var ending = ExitCode.ok
    for name in names {
      let outcome = run(name, book, access, console)
      if let failure = outcome.failure {
        console.say(.error, "\(name): \(failure.message)")
        if let suggestion = failure.suggestion { console.say(.note, suggestion) }
        // What stops a source says more than what was found in another.
        if ending == .ok || ending == .found { ending = failure.exitCode }
      } else if outcome.report.events.contains(where: \.isFound), ending == .ok {
        ending = .found
      }
      switch format {
      case .text: tell(name, outcome, console)
      case .jsonl:
        try output.writer.append { outcome.appendJSON(name, to: &$0) }
        try output.flush()
      }
    }
    _ = consume lock
    try output.commit()
    if ending != .ok { throw ending }
  }

  /// Keeps another run from storing the same cards once more.
  private static func lock(_ book: DatabaseBook) throws -> FileLock {
    do throws(FileError) {
      return try FileLock(book.path, wait: false)
    } catch {
      guard error.errno == .wouldBlock else { throw error }
      throw CommandFailure(.changed, "another process synchronises \(book.path.string)")
    }
  }

  /// What became of a source.
  private struct Outcome {
    var report = SyncReport()
    var failure: CommandFailure?

    func appendJSON(_ source: String, to json: inout [UInt8]) {
      json.append("{\"schema\":\"vcard.sync/1\",\"source\":", jsonString: source)
      for (key, counts) in [("fromServer", report.fromServer), ("toServer", report.toServer)] {
        json.append(",\"\(key)\":{\"new\":\(counts.new),\"changed\":\(counts.changed)")
        json.append(",\"deleted\":\(counts.deleted)}")
      }
      json.append(",\"requests\":\(report.requestCount),\"events\":[")
      for (number, event) in report.events.enumerated() {
        json.append(number == 0 ? "{\"kind\":" : ",{\"kind\":", jsonString: event.kind.rawValue)
        if let record = event.record {
          json.append(",\"record\":", jsonString: record.rawValue)
        }
        json.append(",\"name\":", jsonString: event.name)
        json.append(",\"properties\":", jsonStrings: event.properties)
        json.append(",\"reason\":", jsonString: event.reason)
        json.append("}")
      }
      json.append("]")
      if let failure { json.append(",\"error\":", jsonString: failure.message) }
      json.append("}\n")
    }
  }

  private func run(
    _ name: String, _ book: DatabaseBook, _ access: ServerAccess, _ console: Console
  ) -> Outcome {
    var outcome = Outcome()
    var synchronizer: Synchronizer?
    do {
      guard var server = try book.servers()[name] else { throw CommandFailure.noSource(name, book) }
      if full {
        let (description, connection) = try access.description(of: server)
        server.learn(description, connection)
        if !dryRun { try book.updateServer(ofSource: name) { $0.learn(description, connection) } }
      }
      let collection = try access.collection(server)
      defer {
        if !dryRun, let scheme = collection.scheme, scheme != server.scheme {
          try? book.updateServer(ofSource: name) { $0.scheme = scheme }
        }
      }
      var options = SyncOptions()
      options.isRehearsal = dryRun
      options.isFull = full
      options.prefersLocal = prefer == .local
      options.allowedDeletions = allowDeletions
      let run = try Synchronizer(name, of: book, with: collection, options: options)
      synchronizer = run
      let progress = ProgressLine(.items("cards"), of: nil, console: console)
      defer { progress.finish() }
      run.advance = progress.advance
      outcome.report = try run.run()
    } catch {
      outcome.report = synchronizer?.report ?? outcome.report
      outcome.failure =
        switch error {
        case let error as MassDeletion: CommandFailure(error, source: name)
        case let error as RemoteError: CommandFailure(error)
        case let error as BookError: CommandFailure(error)
        case let error as CommandFailure: error
        default: CommandFailure(.software, "internal error: \(error)")
        }
    }
    return outcome
  }

  private func tell(_ name: String, _ outcome: Outcome, _ console: Console) {
    for event in outcome.report.events {
      let id = event.record.map { " \($0)" } ?? ""
      let properties =
        event.properties.isEmpty ? "" : event.properties.joined(separator: ", ") + ": "
      console.say(
        event.isFound ? .warning : .note,
        "\(name):\(id) \(event.name): \(properties)\(event.reason) [\(event.kind.rawValue)]")
    }
    let report = outcome.report
    guard outcome.failure == nil || report != SyncReport() else { return }
    var parts: [String] = []
    if let words = report.fromServer.words { parts.append("from server \(words)") }
    if let words = report.toServer.words { parts.append("to server \(words)") }
    let found = [
      (SyncReport.Event.Kind.conflict, "conflict", "conflicts"),
      (.refused, "refused", "refused"), (.serverLost, "lost by the server", "lost by the server"),
      (.unreadable, "unreadable", "unreadable"), (.kept, "kept", "kept"),
    ].compactMap { kind, one, many -> String? in
      let count = report.count(kind)
      return count == 0 ? nil : "\(count) \(count == 1 ? one : many)"
    }
    if !found.isEmpty { parts.append(found.joined(separator: ", ")) }
    if parts.isEmpty { parts.append("nothing new") }
    let requests = report.requestCount.counted("request", "requests")
    let source = name + (dryRun ? " (not done)" : "")
    console.tell("\(source): \(parts.joined(separator: "; ")) (\(requests))")
  }
}

extension SyncReport.Counts {
  /// What became of cards, in words; `nil` where nothing did.
  fileprivate var words: String? {
    let parts = [(new, "new"), (changed, "changed"), (deleted, "deleted")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

extension BookCommandOptions {
  /// Opens a database, which alone can have sources on servers.
  func openServers(
    for access: BookAccess, making: Bool = false, _ reporter: DiagnosticReporter
  ) throws -> DatabaseBook {
    let book = try openDatabase(
      for: access, making: making, .undo, what: "sources on servers", reporter: reporter)
    guard let database = book as? DatabaseBook else {
      preconditionFailure("only a database has sources on servers")
    }
    return database
  }
}
