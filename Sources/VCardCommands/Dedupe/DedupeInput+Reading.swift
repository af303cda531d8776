import ContactDedupe
import ContactStore
import Cutouts
import Files
import SystemPackage
import VCard

extension DedupeInput {
  /// Reads the inputs of a command.
  ///
  /// - Parameters:
  ///   - files: What the command was told to read.
  ///   - settings: How the cards are compared; without, they are only found again.
  ///   - options: How they are read.
  ///   - reporter: Told what is odd about the cards; its console shows how far the reading has come.
  ///   - check: Receives each file before it is read.
  /// - Returns: The cards.
  /// - Throws: A failure that ends with 65 when some file holds no card, and what reading throws.
  static func read(
    _ files: [String], settings: DedupeSettings?, options: GlobalOptions,
    reporter: DiagnosticReporter,
    check: (CardTable.Input) throws -> Void = { _ in }
  ) throws -> DedupeInput {
    if files.isEmpty || files.contains("-") { try storeStandardInput() }
    let input = try CardInput(files, options, reporter: reporter)
    let staysOpen = input.files.count <= mostOpen
    if let settings { try foretell(input.files, settings, options, reporter.console) }
    let builder = Builder(
      settings ?? DedupeSettings(), decoding: try options.input.text.textDecoding,
      comparing: settings != nil)
    let failure = try input.read(
      builder.worker,
      starting: { file in
        var entry = CardTable.Input(name: file.name)
        entry.file = try stored(file, staysOpen: staysOpen)
        let form =
          try entry.file.map {
            try self.form(
              of: $0, named: file.name,
              Preferences.current.value(.from, flag: options.input.from))
          } ?? .other
        entry.isSpooled = form != .plain
        entry.isVCard = form != .other
        try check(entry)
        try builder.begin(entry)
      }
    ) { piece, _ in
      try builder.take(&piece.result, at: piece.origin)
    }
    if let failure { throw failure }
    return try builder.finish()
  }

  /// Says before the work when a book will not fit, or is one for more than one machine.
  private static func foretell(
    _ files: [InputFile], _ settings: DedupeSettings, _ options: GlobalOptions, _ console: Console
  ) throws {
    let format: InputOptions.Format? = Preferences.current.value(.from, flag: options.input.from)
    let plain = try files.compactMap { file in
      try file == .standardInput ? nil : stored(file, staysOpen: false)
    }.filter { try !isReadWhole($0, named: $0.path.string, format) }
    guard let forecast = try BookForecast(plain) else { return }
    try settings.memory.check(forecast)
    guard forecast.cards > BookForecast.manyCards else { return }
    console.say(
      .note,
      "some \(forecast.cards / 1_000_000) million cards: beyond "
        + "\(BookForecast.manyCards / 1_000_000) million several machines do it sooner, with Apache "
        + "Spark: 'vcard dedupe spark --bundle DIR'")
  }

  /// The file of an input; `nil` for what is none, or changes while it is read, as a database may.
  static func stored(_ file: InputFile, staysOpen: Bool) throws -> StoredFile? {
    switch file {
    case .standardInput: return try StoredFile(reading: .standardInput, name: "-")
    case .file(let path):
      guard try file.status.type == .regular, try !BookKind.isDatabase(path) else { return nil }
      return try StoredFile(path, staysOpen: staysOpen)
    }
  }

  /// How cards stand in an input.
  private enum Form {
    /// As they are read.
    case plain
    /// In UTF-16.
    case wide
    /// In a cutout, compressed, or in what is no file.
    case other
  }

  /// How cards stand in a file, by the rules of what reads it.
  private static func form(
    of file: StoredFile, named name: String, _ format: InputOptions.Format?
  ) throws -> Form {
    let first = try file.firstOctets()
    if first.starts(with: [0x1F, 0x8B]) { return .other }
    if (format ?? .sniffed(first, named: name)) != .vcard { return .other }
    return CardReader.readsAsUTF16(first.span) ? .wide : .plain
  }

  /// Whether the cards of a file can only be read one after the other, from its start.
  static func isReadWhole(
    _ file: StoredFile, named name: String, _ format: InputOptions.Format?
  ) throws -> Bool {
    try form(of: file, named: name, format) != .plain
  }

  /// Puts all of standard input into a temporary file that takes its place.
  static func storeStandardInput() throws {
    let file = try TemporaryFile()
    var buffer = [UInt8](repeating: 0, count: ByteSource.pieceSize)
    while true {
      let count: Int
      do throws(Errno) {
        count = try SystemCalls.read(.standardInput, into: &buffer)
      } catch {
        throw FileError(.read, "standard input", error)
      }
      if count == 0 { break }
      try file.append(Array(buffer[..<count]))
    }
    try file.becomeStandardInput()
  }
}

extension DedupePlan {
  /// Opens the plan that a command names.
  ///
  /// - Parameter argument: The file, or a folder of parts; `-` is standard input.
  /// - Returns: The plan.
  /// - Throws: ``DedupeError`` when it is none.
  static func open(_ argument: String) throws -> DedupePlan {
    if argument == "-" {
      try DedupeInput.storeStandardInput()
      return try DedupePlan(StoredFile(reading: .standardInput, name: "-"), named: "-")
    }
    return try DedupePlan(Platform.path(argument), named: argument)
  }

  /// Reads the inputs of the plan again, whatever can be read.
  ///
  /// - Throws: ``DedupeError/stale(_:)`` when one of them is another one by now.
  func readInputs(
    _ options: GlobalOptions, reporter: DiagnosticReporter
  ) throws -> DedupeInput {
    var next = 0
    let input = try DedupeInput.read(
      places, settings: nil, options: options, reporter: reporter
    ) { input in
      try check(input, at: next)
      next += 1
    }
    try check(input.table)
    return input
  }
}
