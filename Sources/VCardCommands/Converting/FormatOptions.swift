public import ArgumentParser
public import CardFormats
public import VCard

/// What cards are written as.
enum CardFormat: String, CaseIterable, ExpressibleByArgument {
  /// vCard, each card in its own version.
  case same
  case vcard4
  case vcard3
  case vcard21
  /// Each card decoded, one JSON object a line.
  case jsonl
  /// jCard, RFC 7095: one JSON array a card.
  case jcard
  /// xCard, RFC 6351: a document in XML.
  case xcard
  /// Entries of a directory, with the attributes that Mozilla's programs know.
  case ldif
  /// Texts of codes for telephones that know no vCard.
  case mecard
  /// Codes that telephones photograph.
  case qr
  /// JSContact, RFC 9553 and RFC 9982.
  case jscontact
  /// A table of comma-separated values.
  case csv

  /// The version that every card gets; `nil` where each keeps its own.
  var version: Version? {
    switch self {
    case .same, .jsonl, .jcard, .jscontact, .xcard, .csv, .ldif, .mecard, .qr: nil
    case .vcard4: .version40
    case .vcard3: .version30
    case .vcard21: .version21
    }
  }

  /// Whether it is vCard, in whatever version.
  var isVCard: Bool { self == .same || version != nil }

  /// Whether its documents are JSON values, which may stand in an array.
  var mayBeArray: Bool { self == .jcard || self == .jscontact }

  /// What files of it are called by.
  var fileExtension: String {
    switch self {
    case .jcard, .jscontact: "json"
    case .xcard: "xml"
    case .ldif: "ldif"
    case .mecard: "txt"
    case .qr: "png"
    case .csv: "csv"
    case .same, .vcard4, .vcard3, .vcard21, .jsonl: "vcf"
    }
  }

  init(_ version: Version) {
    self =
      switch version {
      case .version21: .vcard21
      case .version30: .vcard3
      case .version40: .vcard4
      }
  }
}

/// What cards are written as, and what becomes of what that cannot say.
struct FormatOptions: ParsableArguments {
  /// What becomes of what a version cannot say.
  enum Loss: String, CaseIterable, ExpressibleByArgument {
    case keep
    case drop
  }

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp("What to write (default: same).", valueName: "format"))
  var chosen: CardFormat?

  @Flag(
    name: .customLong("array"),
    help: "Write all cards as one JSON array, instead of one card a line.")
  var isArray = false

  @Option(
    name: .customLong("qr"),
    help: ArgumentHelp(
      "What a QR code says: a vCard, or MECARD for old telephones.", valueName: "what"))
  var codeContent = CodeContent.vcard

  @Option(
    name: .customLong("jscontact"),
    help: ArgumentHelp(
      "The version of JSContact (default: 2.0; in 1.0 a card without a UID gets one).",
      valueName: "version"))
  var edition: JSContactWriter.Edition?

  @Option(
    name: .customLong("csv"),
    help: ArgumentHelp("The columns of a table (default: google).", valueName: "program"))
  var dialect: CSVDialect?

  @Flag(name: .customLong("bom"), help: "Begin a table with a byte order mark, for Excel.")
  var hasMark = false

  @Option(
    name: .customLong("guard"),
    help: ArgumentHelp(
      "Which cells of a table get an apostrophe, so that no program takes them for something else "
        + "(default: formulas).", valueName: "which"))
  var guarded: CSVTable.Options.Guard?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "Write vCards as this program imports them whole: the version that it reads best, if --to "
        + "names none, and changes that it needs.", valueName: "program"))
  var importer: ImporterName?

  @Option(
    help: ArgumentHelp(
      "What becomes of what the version cannot say: carried under names with X-, from which a later "
        + "conversion restores it, or left out.", valueName: "what"))
  var loss = Loss.keep

  @Option(
    help: ArgumentHelp("The line ends of vCards (default: crlf).", valueName: "ends"))
  var lineEnds: CardWriter.Options.LineEnd?

  @Option(
    help: ArgumentHelp(
      "Fold all lines of vCards anew at so many octets, 20 at least, or not at all (default: fold "
        + "those of more than 75).", valueName: "n|none"))
  var fold: FoldWidth?

  func validate() throws {
    if isArray, !format.mayBeArray {
      throw ValidationError("--array is not for '--to \(format.rawValue)'")
    }
    if edition != nil, format != .jscontact {
      throw ValidationError("--jscontact is not for '--to \(format.rawValue)'")
    }
    if format != .csv, dialect != nil || hasMark || guarded != nil {
      throw ValidationError("--csv, --bom and --guard are for '--to csv'")
    }
    guard !format.isVCard else { return }
    if lineEnds != nil || fold != nil || importer != nil {
      throw ValidationError(
        "--line-ends, --fold and --for are for vCards, not for '--to \(format.rawValue)'")
    }
  }

  /// What to write.
  var format: CardFormat {
    chosen ?? importer.map { CardFormat($0.preset.version) }
      ?? Preferences.current.value(.to, flag: nil) ?? .same
  }

  /// What writes documents of the format; `nil` for formats whose cards just follow each other.
  ///
  /// - Parameters:
  ///   - picture: What QR codes look like.
  ///   - table: How a table is written.
  /// - Returns: The writer.
  func documentWriter(
    _ picture: QRWriter.Picture, _ table: CSVTable.Options
  ) -> (any CardDocumentWriter)? {
    switch format {
    case .jcard: JCardWriter(frame: jsonFrame)
    case .xcard: XCardWriter()
    case .ldif: LDIFWriter(losses: losses)
    case .mecard: MECARDWriter()
    case .qr: QRWriter(content: codeContent, picture: picture)
    case .jscontact:
      JSContactWriter(edition, frame: jsonFrame, keepsProperties: loss == .keep)
    case .csv: CSVWriter(table, losses: losses)
    case .same, .vcard4, .vcard3, .vcard21, .jsonl: nil
    }
  }

  private var losses: CardConverter.Losses {
    // What a code leaves out it tells itself.
    loss == .keep && format != .qr ? .kept : .dropped
  }

  /// What stands around the cards of a document of the format.
  ///
  /// - Parameter table: How a table is written.
  /// - Returns: The frame.
  func frame(_ table: CSVTable.Options) -> DocumentFrame {
    documentWriter(.png, table)?.frame ?? DocumentFrame()
  }

  /// How a table is written: also separated and encoded as the input options say.
  ///
  /// - Parameter input: What is told of tables and of text.
  /// - Returns: The options of tables.
  /// - Throws: What ends the run with 64, where a charset is to have a mark that it has not.
  func table(_ input: InputOptions) throws -> CSVTable.Options {
    var options = CSVTable.Options()
    options.dialect = dialect ?? .google
    options.delimiter = input.table.delimiter ?? options.delimiter
    options.hasMark = hasMark
    options.guarded = guarded ?? options.guarded
    options.charset = format == .csv ? try input.text.tableCharset : nil
    if hasMark, let charset = options.charset, charset.mark.isEmpty {
      throw CommandFailure(.usage, "\(charset.name) has no byte order mark; leave --bom out")
    }
    return options
  }

  /// What stands around cards that are JSON values.
  private var jsonFrame: DocumentFrame { isArray ? .jsonArray : .jsonLines }

  /// How physical lines look.
  private var writing: CardWriter.Options {
    CardWriter.Options(
      lineEnd: lineEnds ?? .crlf,
      folding: fold?.folding ?? (importer?.preset.foldsLines == false ? .never : .asNeeded))
  }

  /// What writes cards so.
  ///
  /// - Parameters:
  ///   - isSilent: Whether nobody will see what is told of losses.
  ///   - isFolder: Whether each card goes into a file of its own, whose readers want a UID.
  ///   - picture: What QR codes look like.
  ///   - table: How a table is written.
  /// - Returns: A renderer, for one thread.
  func renderer(
    isSilent: Bool, isFolder: Bool, _ picture: QRWriter.Picture, _ table: CSVTable.Options
  ) -> CardRenderer {
    CardRenderer(
      format, documentWriter(picture, table), for: importer?.preset, writing: writing,
      losses: losses,
      notes: isSilent || format == .qr ? .omitted : .told,
      identifies: isFolder && format.isVCard || importer?.preset.needsUID == true
        || edition == .first)
  }
}

/// What a QR code says.
enum CodeContent: String, CaseIterable, ExpressibleByArgument {
  case vcard
  case mecard
}

/// A program that imports cards.
struct ImporterName: ExpressibleByArgument, Sendable {
  let preset: ImporterPreset

  static var allValueStrings: [String] { ImporterPreset.all.map(\.name) }

  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  init?(argument: String) {
    guard let preset = ImporterPreset.named(argument) else { return nil }
    self.preset = preset
  }
}

/// Where lines are folded: a number of octets, or `none`.
struct FoldWidth: ExpressibleByArgument, Hashable, Sendable {
  /// The most octets; more is as good as not to fold, and says so more clearly.
  private static let widest = 1_000_000

  let folding: CardWriter.Options.LineFolding

  init?(argument: String) {
    if argument == "none" {
      folding = .never
    } else if let width = Int(argument),
      (CardWriter.Options.narrowest...Self.widest).contains(width)
    {
      folding = .at(width)
    } else {
      return nil
    }
  }
}

extension CardWriter.Options.LineEnd: ExpressibleByArgument {}

extension JSContactWriter.Edition: ExpressibleByArgument {}
extension CSVDialect: ExpressibleByArgument {}
extension CSVTable.Options.Guard: ExpressibleByArgument {}
