import ArgumentParser
import ContactModel
import ContactSearch
import ContactStore
import Cutouts
import Files
import Images
import VCard

/// `vcard share`: a person as a small payload for another machine.
struct ShareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "share",
    abstract: "Cut a person out of an address book, to be sent elsewhere.",
    usage: "vcard share <query> … --book <book> [-o <file>] [--fields <field,…>]",
    discussion: """
      EXAMPLES:
        vcard share kate bellbakery --book contacts.vcf -o kate.json
        vcard share --id 17 --fields name,email,phone,address --book contacts.vcf

      A cutout holds the names, emails and photo with a thumbnail, more where --fields names it, and \
      nothing that means something on this machine only. Where and with what a JPEG, PNG, GIF or WebP was taken is taken out of \
      it, and said; a photo of another kind goes as it is, with a warning. Of several people who fit and are \
      not linked, one is chosen on a terminal. Ends with 1 when nobody fits, or several where nobody chooses.
      """)

  @Argument(help: ArgumentHelp("The words to find the person by.", valueName: "query"))
  var query: [String] = []

  @OptionGroup var book: BookArguments

  @Option(
    help: ArgumentHelp(
      "Take this person; with a name or emails as query, whom they mean if the ID has changed.",
      valueName: "id"))
  var id: String?

  /// What the cutout is written as.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case json
    case plist
    case vcard
    /// What a telephone photographs.
    case qr

    /// The form of a cutout; `nil` for a code, which holds a card.
    var cutout: Cutout.Format? { Cutout.Format(rawValue: rawValue) }
  }

  @Option(
    help: ArgumentHelp(
      "The form of the cutout; 'qr' makes a code of what of it fits: a picture where -o names a PNG "
        + "or SVG.", valueName: "format"))
  var format = Format.json

  @Option(
    help: ArgumentHelp(
      """
      What goes into it: \(Cutout.Selection.fieldNames.joined(separator: ", ")) (default: the first \
      four).
      """,
      valueName: "field,…"))
  var fields: String?

  @Option(
    help: ArgumentHelp(
      "Take this JPEG or PNG for the photo, made smaller and cut to a square.", valueName: "file"),
    completion: .file())
  var photo: String?

  @Option(help: ArgumentHelp("Take the photo of this one of the linked records.", valueName: "id"))
  var photoOf: String?

  @Flag(help: "Leave in the photo what cameras and programs wrote into it, such as the place.")
  var keepMetadata = false

  @OptionGroup var output: OutputOption

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if query.isEmpty, id == nil { throw ValidationError("say whom: a query or --id") }
    let selection = try selection()
    guard photo != nil || photoOf != nil else { return }
    if photo != nil, photoOf != nil {
      throw ValidationError("give --photo or --photo-of, not both")
    }
    if selection.isDisjoint(with: [.photo, .thumbnail]) {
      throw ValidationError("--fields leaves the photo out")
    }
  }

  private func selection() throws -> Cutout.Selection {
    guard let fields else { return .usual }
    var selection: Cutout.Selection = []
    for field in fields.split(separator: ",") {
      let word = ContactField(word: String(field))?.rawValue
      guard let known = word.flatMap({ Cutout.Selection(field: $0) }) else {
        throw ValidationError(
          "there is no field \"\(field)\"; fields are "
            + Cutout.Selection.fieldNames.joined(separator: ", "))
      }
      selection.formUnion(known)
    }
    guard !selection.isEmpty else { throw ValidationError("--fields names no field") }
    return selection
  }

  func run() throws {
    let (console, reporter) = try options.reporting.start()
    defer { reporter.finish() }
    let book = try book.open(for: .reading, options, reporter: reporter)
    let people = try peopleFound(in: book, console)
    if people.isEmpty {
      throw CommandFailure(.found, id.map { "nobody has the ID \"\($0)\"" } ?? "nobody fits")
    }
    let person = try PeopleLookup.one(
      of: people, "choose one with --id", console,
      cells: {
        // Few cutouts hold phones, so they tell little here.
        let cells = ListedPerson($0).cells
        return [cells[0], cells[1], cells[3]]
      })
    let contacts = person.records.map { Contact($0.card, keys: .cutout) }
    let making = try Cutout.making(
      contacts, selecting: selection(), photo: chosenPhoto(of: person, console),
      metadata: keepMetadata ? .kept : .removed)
    if making.cutout.isEmpty {
      throw CommandFailure(
        .data, "\(person.callName) has nothing of what would be shared, and nothing was written",
        suggestion: "--fields names what else goes into a cutout")
    }
    let file = try output.open(
      reading: [.file(book.path)] + (photo.map { [.file(Platform.path($0))] } ?? []))
    if let format = format.cutout {
      try file.writer.write(making.cutout.encoded(as: format))
    } else {
      var found: [Diagnostic] = []
      let code = code(of: making.cutout.card(), QRWriter.Picture(file, named: output.file), &found)
      if code.isEmpty { throw CommandFailure(.data, found.last?.message ?? "nothing to show") }
      for note in found { console.say(.note, note.message) }
      try file.writer.write(code)
    }
    try file.commit()
    for warning in making.warnings { console.say(.warning, warning) }
    for note in making.notes { console.say(.note, note) }
  }

  /// A code of what of a card fits; nothing when even that is too large.
  private func code(
    of card: Card, _ picture: QRWriter.Picture, _ found: inout [Diagnostic]
  ) -> [UInt8] {
    let writer = QRWriter(content: .vcard, picture: picture)
    var converter = CardConverter(to: writer.version, losses: .dropped, notes: .omitted)
    var octets: [UInt8] = []
    writer.write(converter.converted(card, notes: &found), into: &octets, notes: &found)
    return octets
  }

  /// The photo that --photo or --photo-of gives.
  private func chosenPhoto(of person: UnifiedRecord, _ console: Console) throws -> ContactImage? {
    if let photoOf {
      guard let record = person.records.first(where: { $0.id.rawValue == photoOf }) else {
        throw CommandFailure(.found, "\(person.callName) has no record \"\(photoOf)\"")
      }
      guard let image = Contact(record.card, keys: .image).image else {
        throw CommandFailure(.found, "the record \(photoOf) has no photo")
      }
      return image
    }
    guard let photo, let file = try InputFile.resolve([photo], directories: .refused).first else {
      return nil
    }
    let (octets, remark) = try CutoutFile.octets(file)
    if let remark { console.say(.warning, remark) }
    do {
      let framed = try Thumbnail.make(
        from: octets, maximumSide: ShareCommand.photoSide, isSquare: true)
      return ContactImage(mediaType: framed.mediaType, octets: framed.octets)
    } catch {
      throw CommandFailure(.data, "\(file.name): the picture \(error)")
    }
  }

  /// The longest side of a picture of one's own before it is cut, in pixels.
  ///
  /// It fills a telephone's screen, and as a JPEG is some 150 KB.
  private static let photoSide = 1024

  private func peopleFound(
    in book: any AddressBook, _ console: Console
  ) throws -> [UnifiedRecord] {
    let words = query.joined(separator: " ")
    let people =
      query.isEmpty
      ? [] : try PeopleLookup.people(named: words, in: book, fields: SearchField.naming)
    guard let id else { return people }
    // Of those whom the words find it chooses; else both together are a reference that was saved.
    if let person = people.first(where: { $0.records.contains { $0.id.rawValue == id } }) {
      return [person]
    }
    if let person = try PeopleLookup.referred([id] + query, in: book, console) { return [person] }
    guard query.isEmpty else { return [] }
    return try book.person(of: RecordID(rawValue: id)).map { [$0] } ?? []
  }
}
