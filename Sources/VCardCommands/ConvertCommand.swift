import ArgumentParser
import ContactStore
import Files
import SystemPackage
import VCard

/// `vcard convert`: reads cards and writes them in another format or anew in the same.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write cards in another format, or tidied in the same.",
    usage: """
      vcard convert [<file> …] [--to <format>] [-o <file>]
      vcard convert <file> … [--to <format>] --in-place[=<suffix>]
      vcard convert [<file> …] [--to <format>] --split <dir>
      """,
    discussion: """
      EXAMPLES:
        vcard convert contacts.vcf --to vcard4 -o contacts4.vcf
        vcard convert contacts.vcf --to jsonl | jq .version

      'same' keeps each card's version and every octet of its values; only line ends become CRLF and \
      lines of more than 75 octets are folded. 'vcard4', 'vcard3' and 'vcard21' convert; what the \
      version cannot say is told with a code 'loss-…' each and carried so that the way back restores \
      it, and with --strict it is an error. 'jsonl' writes each card decoded, one JSON object a line. \
      'jcard' writes vCard 4.0 as jCard (RFC 7095), one card a line, or with '--array' all in one array; \
      'xcard' writes it as xCard (RFC 6351), a document in XML. \
      'jscontact' writes JSContact 2.0 (RFC 9553, RFC 9982), or 1.0 with '--jscontact 1.0', as 'jcard' does. \
      'csv' writes a table in Google's columns, or with '--csv' in those of another program; what has no \
      column stands in one of its own, from which it comes back. \
      'ldif' writes entries for mail programs and directories; what they cannot say is carried and told as \
      above. 'qr' makes a code of each card for telephones: a picture where -o names a PNG or SVG, else \
      text; 'mecard' writes the text of such codes.

      '--photos extract DIR' writes each photo into a file of DIR and leaves its name in X-PHOTO-FILE. \
      '--split DIR' writes one file a card. Both make DIR if it is missing and name files by the UID, \
      of which only letters, digits, '-', '_' and '.' remain, else by the number of the card; a name \
      that comes again gets '-2', '-3'. A card without a UID gets one that is made of what it says, \
      for khard, vdirsyncer and CardDAV pass over it else. '--split-every N' or 'SIZE' (500k, 5M: at most so many bytes, \
      k being 1000) writes OUT-001.vcf, OUT-002.vcf, … beside '-o OUT.vcf'; no card is cut. All files \
      of a run appear at its end. A file that was there before stops the run with 73 and nothing is \
      written, unless --force is given.

      '--in-place' replaces each FILE; '--in-place=.bak' keeps the old one as FILE.bak. All are replaced \
      at the end, each in one step. A file without a card, with one that had to be skipped, or \
      compressed with gzip is left as it is, and the run ends with 65. Of a folder its own files are \
      replaced, and not those of folders in it.
      """)

  /// What becomes of photos.
  enum Photos: String, CaseIterable, ExpressibleByArgument {
    case keep
    case drop
    case extract
  }

  @OptionGroup var cards: CardArguments

  @OptionGroup var format: FormatOptions

  @OptionGroup var output: OutputOption

  @Option(
    help: ArgumentHelp(
      "What becomes of PHOTO: keep, drop, or 'extract DIR' into files.",
      valueName: "keep|drop|extract dir"))
  var photos = Photos.keep

  @Option(
    help: ArgumentHelp(
      "The folder of '--photos extract', which may also follow that word.", valueName: "dir"),
    completion: .directory)
  var photosDir: String?

  @Flag(help: "Take out of pictures where they were taken, and whatever else they do not need.")
  var stripLocation = false

  @Option(
    help: ArgumentHelp("Write each card into a file of this folder.", valueName: "dir"),
    completion: .directory)
  var split: String?

  @Option(
    help: ArgumentHelp(
      "Write so many cards (500) or bytes (5M) into each of several files.", valueName: "n|size"))
  var splitEvery: PartLimit?

  @Flag(
    help: "Replace each file by what it converts to; '--in-place=SUFFIX' keeps the old one, too.")
  var inPlace = false

  @Option(
    help: ArgumentHelp(
      "What follows the name of the file that --in-place keeps: '--in-place=SUFFIX' in two words.",
      valueName: "suffix"))
  var backup: String?

  @Flag(help: "Replace files of --split, --split-every, --photos and --in-place=SUFFIX.")
  var force = false

  @Flag(name: .dryRun, help: "Do it all, but leave every file as it was and print no cards.")
  var dryRun = false

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  /// The arguments in the form in which the parser can read them.
  ///
  /// It knows no option with a value that may be missing, nor one with two: the suffix after
  /// `--in-place=` becomes the value of `--backup`, and the folder after `--photos extract` that of
  /// `--photos-dir`.
  static func readable(_ arguments: [String]) -> [String] {
    guard arguments.first == configuration.commandName else { return arguments }
    var readable: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" { return readable + [argument] + rest }
      if argument.hasPrefix("--in-place=") {
        let suffix = argument.dropFirst("--in-place=".count)
        readable += suffix.isEmpty ? ["--in-place"] : ["--in-place", "--backup=\(suffix)"]
        continue
      }
      readable.append(argument)
      if argument == "--photos", rest.first == Photos.extract.rawValue {
        readable.append(rest.removeFirst())
      } else if argument != "--photos=\(Photos.extract.rawValue)" {
        continue
      }
      // What begins with a hyphen is an option: the folder is missing.
      guard let folder = rest.first, !folder.hasPrefix("-") else { continue }
      readable += ["--photos-dir", rest.removeFirst()]
    }
    return readable
  }

  func validate() throws {
    let ways = [
      ("--output", output.file != nil && splitEvery == nil), ("--split", split != nil),
      ("--split-every", splitEvery != nil), ("--in-place", inPlace),
    ].filter(\.1).map(\.0)
    if ways.count > 1 {
      throw ValidationError("\(ways[0]) and \(ways[1]) exclude each other")
    }
    if splitEvery != nil, output.file == nil || output.file == "-" {
      throw ValidationError("--split-every needs -o OUT.vcf, by which its files are named")
    }
    // Asked for by the option or preferred.
    let target = format.format
    if !target.isVCard, let way = ways.first(where: { $0 != "--output" }),
      inPlace || target == .jsonl || target == .qr && splitEvery != nil
    {
      throw ValidationError("\(way) writes vCards, not what '--to \(target.rawValue)' asks for")
    }
    if photos == .extract, photosDir == nil {
      throw ValidationError("--photos extract needs a folder: --photos extract DIR")
    }
    if photos != .extract, photosDir != nil {
      throw ValidationError("--photos-dir is the folder of --photos extract")
    }
    if [photosDir, split].contains("") { throw ValidationError("a folder has a name") }
    if inPlace, cards.files.isEmpty || cards.files.contains("-") {
      throw ValidationError("--in-place replaces files, and standard input is none")
    }
    if let backup {
      if !inPlace { throw ValidationError("--backup says what --in-place keeps") }
      if backup.utf8.contains(UInt8(ascii: "/")) {
        throw ValidationError("the suffix of --in-place stands beside the file: it holds no slash")
      }
    }
    if force, split == nil, splitEvery == nil, photos != .extract, backup == nil {
      throw ValidationError("--force is for --split, --split-every, --photos and --in-place=SUFFIX")
    }
  }

  func run() throws {
    let (console, reporter) = try options.reporting.start()
    // Cards that stay as they are go out octet for octet.
    let staysAsRead =
      format.format == .same && format.importer == nil && split == nil && photos == .keep
      && !stripLocation
    let input = try CardInput(
      cards.files, options, reporter: reporter, directories: inPlace ? .own : .expanded,
      readsText: !staysAsRead)
    if inPlace { return try replaceFiles(input, console) }
    if splitEvery == nil { try output.check(input.files, mayBeRead: format.format.isVCard) }
    let sink = try sink()
    var picture = QRWriter.Picture.png
    if case .stream(let file, _) = sink { picture = QRWriter.Picture(file, named: output.file) }
    var conversion = CardConversion(
      format, photos: try photoRule(), stripsLocations: stripLocation, namesCards: split != nil,
      options.reporting, picture: picture, table: try format.table(options.input))
    do {
      if let failure = try conversion.convert(input, .asFarAsPossible, to: { sink }) {
        throw failure
      }
    } catch {
      // The cards that came before are good.
      try? sink.flush()
      throw error
    }
    try checkCodes(conversion, isAlone: split == nil && picture.isAlone)
    // First what the cards refer to.
    try conversion.commit(rehearsing: dryRun, console: console) {
      try sink.commit(rehearsing: dryRun, console: console)
    }
    if format.format == .qr, conversion.omitted > 0 {
      throw CommandFailure(.data, "\(conversion.omitted) cards do not fit a QR code")
    }
    if dryRun { console.line("would write \(conversion.cards) cards") }
    if let preset = format.importer?.preset, split == nil {
      var most = conversion.cards
      if let splitEvery { most = splitEvery.unit == .cards ? min(most, splitEvery.count) : 0 }
      if let warning = preset.warning(of: most) { console.say(.warning, warning) }
    }
  }

  /// Checks, before anything is seen, that there is a code to write, and one at most where a picture
  /// is to hold it.
  private func checkCodes(_ conversion: CardConversion, isAlone: Bool) throws {
    guard format.format == .qr else { return }
    let codes = conversion.cards - conversion.omitted
    if codes == 0 { throw CommandFailure(.data, "the card does not fit a QR code") }
    if isAlone, codes > 1 {
      throw CommandFailure(
        .data, "a picture holds one QR code, and these are \(codes) cards",
        suggestion: "make a picture of each: vcard convert --to qr --split DIR")
    }
  }

  /// Where cards go that do not go back where they came from.
  private func sink() throws -> CardSink {
    let frame = format.frame(try format.table(options.input))
    if let split {
      let folder = try StagedFolder(Platform.path(split), makesFolder: true)
      return .folder(
        CardFolder(
          folder, suffix: ".\(format.format.fileExtension)", frame, replacesFiles: force))
    }
    if let splitEvery, let output = output.file {
      return .parts(
        try CardParts(Platform.path(output), limit: splitEvery, frame, replacesFiles: force))
    }
    return .stream(to: try OutputFile(dryRun ? "/dev/null" : output.file), frame)
  }

  private func photoRule() throws -> PhotoRule {
    switch photos {
    case .keep: return .kept
    case .drop: return .dropped
    case .extract:
      let folder = try StagedFolder(Platform.path(photosDir ?? ""), makesFolder: true)
      return .extracted(PhotoExtractor(into: folder, replacesFiles: force))
    }
  }

  // MARK: In place

  private func replaceFiles(_ input: CardInput, _ console: Console) throws {
    if let backup, !force { try checkBackups(of: input.files, backup) }
    var conversion = CardConversion(
      format, photos: try photoRule(), stripsLocations: stripLocation, namesCards: false,
      options.reporting)
    var replacements: [AtomicFile] = []
    var current: AtomicFile?
    var seen: Set<FileIdentity> = []
    let failure = try conversion.convert(
      input, .wholeFiles,
      starting: { file in
        guard case .file(let path) = file else { return }
        let new = try AtomicFile(replacing: path)
        guard seen.insert(FileIdentity(try Stat(new.path))).inserted else {
          throw CommandFailure(.usage, "\(path.string) is named twice")
        }
        current = new
      },
      ending: { _ in
        guard let file = current else { return }
        try file.finishWriting()
        replacements.append(file)
      },
      to: {
        guard let current else { throw CommandFailure(.software, "cards before their file") }
        return .replacement(current)
      })
    // First what the cards refer to, then the old files, then the new ones.
    try conversion.commit(rehearsing: dryRun, console: console) {
      if dryRun {
        return console.line(
          "would write \(conversion.cards) cards to \(replacements.count) files")
      }
      try CommandFailure.explainingExistence {
        if let backup {
          for file in replacements { try file.keepOldFile(suffix: backup, replacing: force) }
        }
        try AtomicFile.commit(replacements)
      }
    }
    if let failure { throw failure }
  }

  /// Checks that nothing stands where old files are to be kept, before any is replaced.
  private func checkBackups(of files: [InputFile], _ suffix: String) throws {
    for case .file(let path) in files {
      let backup = try AtomicFile.backup(ofReplaced: path, suffix: suffix)
      guard (try? Stat(backup, followTargetSymlink: false)) != nil else { continue }
      throw CommandFailure.exists(backup.string)
    }
  }
}

extension ImporterPreset {
  /// What is told of a file with more cards than the importer takes; `nil` of any other.
  func warning(of cards: Int) -> String? {
    guard let limit = cardLimit, cards > limit else { return nil }
    return "\(title) takes \(limit) of the \(cards) cards in one file; "
      + (limit == 1
        ? "'convert --split DIR' writes one a file"
        : "'convert --split-every \(limit)' writes several")
  }
}

extension PartLimit: ExpressibleByArgument {
  init?(argument: String) { self.init(argument) }
}
