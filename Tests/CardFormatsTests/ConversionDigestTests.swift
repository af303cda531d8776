import CardFormats
import Foundation
import SystemPackage
import TestSupport
import Testing
import VCard

/// What conversion, checking and JSON Lines made of files and of cards by chance when it was
/// recorded, as digests: what comes out now is the same, or differs by an intended mend.
///
/// A row of `Fixtures/conversions/digests.tsv` is a file, a column a direction. A cell that was
/// mended holds both digests, `OLD>NEW`, and one of ``mends`` says why. RECORD_FIXTURES=1 writes new
/// digests behind the old ones, and VCARD_OUTPUTS=FOLDER writes what came out, so that a person can
/// compare two builds by it.
@Suite("What comes out is what came out before", .slow, .timeLimit(.minutes(30)))
struct ConversionDigestTests {
  /// An intended difference.
  struct Mend: Sendable {
    /// The beginning of the names of the rows.
    let rows: String
    /// The columns.
    let directions: Set<String>
    let reason: String
  }

  static let mends: [Mend] = {
    let names =
      "names that only contacts knew say a relation or a wedding in vCard 4.0 too: X-SPOUSESNAME, "
      + "X-MANAGERSNAME, X-ASSISTANTSNAME, X-WAB-SPOUSE_NAME, X-WAB-WEDDING_ANNIVERSARY, "
      + "X-KADDRESSBOOK-X-SPOUSENAME"
    let modern: Set = ["4.0", "4.0-drop"]
    // A mark keeps the way back from deriving what was not there.
    let old: Set = ["2.1", "3.0", "apple", "google", "outlook", "android"]
    let services =
      "one list of services: X-GTALK is IMPP:xmpp: for everybody, as Apple's programs write it; "
      + "X-QQ, X-SIP and an account with Matrix are said in vCard 4.0, for Apple and for Google, "
      + "X-SERVICE-TYPE names these, and Outlook's X-MS-IMADDRESS takes them too"
    let dots =
      "no mark has a dot in vCard 2.1: neither that of what was restored nor that of a line that is "
      + "no property"
    let fraction = "no fraction of a second in vCard 4.0, and a note where it stood"
    let parts = "a time with parts left out is told of where the version has none"
    let encoding = "ENCODING that is left out beside a text that is no base64 is told of"
    return [
      Mend(rows: "cards/", directions: modern.union(old), reason: services),
      Mend(rows: "corpus/", directions: modern.union(old), reason: services),
      Mend(rows: "generated/", directions: modern.union(old), reason: services),
      Mend(
        rows: "generated/4.0/wild", directions: ["3.0-drop"],
        reason: "a card with X-QQ goes line by line, and its other lines keep the folds they had"),
      Mend(
        rows: "generated/",
        directions: modern.union(["3.0", "3.0-drop", "apple", "google", "android"]),
        reason: "fewer cards have to be looked at whole, and in the others a line that nothing "
          + "changes keeps the folds it had"),
      Mend(
        rows: "", directions: modern,
        reason: "a network has one spelling, that of the Contacts framework: MySpace, SinaWeibo"),
      Mend(rows: "cards/wild/kaddressbook.vcf", directions: modern, reason: names),
      Mend(rows: "cards/wild/nextcloud.vcf", directions: old, reason: names),
      Mend(rows: "corpus/FolkerKinzel+VCards", directions: modern, reason: names),
      Mend(rows: "generated/2.1", directions: modern, reason: names),
      Mend(rows: "generated/3.0", directions: modern, reason: names),
      Mend(rows: "generated/4.0", directions: old, reason: names),
      Mend(
        rows: "generated/4.0/valid", directions: ["3.0-drop"],
        reason: "X-THUMBNAIL has a number, so that it and another program's property may both be "
          + "the preferred one of their name"),
      Mend(
        rows: "", directions: ["jsonl"],
        reason: "vcard.card/2: the values of every parameter are an array"),
      Mend(
        rows: "", directions: ["2.1-drop", "3.0-drop"],
        reason: "dropped losses leave no X-DERIVED: what was derived stays, unmarked"),
      Mend(
        rows: "", directions: ["2.1", "outlook"],
        reason: "a number that was a URI says X-VALUE=uri in vCard 2.1, and not VALUE=URL"),
      Mend(
        rows: "", directions: ["4.0"],
        reason:
          "a line of vCard 2.1 to which 4.0 only adds what it demands says X-VERSION, and not "
          + "X-ORIGINAL; X-CLASS of a program stays X-CLASS"),
      Mend(
        rows: "", directions: ["google", "outlook"],
        reason: "days without a year are written without 1604, and told of"),
      Mend(
        rows: "", directions: ["2.1", "3.0", "4.0", "apple", "google", "outlook", "android"],
        reason:
          "the case of VALUE says nothing; a key that is a data: URI is octets before 4.0, and "
          + "no media type is said twice"),
      Mend(
        rows: "", directions: ["4.0"],
        reason: "a bare X- line after a text is a line, and no part of the text"),
      Mend(
        rows: "cards/quirks/39-apple-labels.vcf", directions: ["android"],
        reason: "a type from a label holds no comma"),
      Mend(
        rows: "generated/3.0", directions: ["4.0-drop"],
        reason: "lines that stay keep the folds they had, whatever stands beside them"),
      Mend(
        rows: "generated/", directions: ["3.0", "3.0-drop", "4.0", "4.0-drop"],
        reason: "so do lines with a program's parameter between quotation marks"),
      Mend(
        rows: "", directions: modern.union(["3.0", "3.0-drop", "apple", "google", "android"]),
        reason: "so do lines of cards of which others take a look at the whole card"),
      Mend(
        rows: "corpus/", directions: old.union(["2.1-drop", "3.0-drop", "jsonl"]),
        reason: "a LABEL with bare commas is one text, blanks and all"),
      Mend(
        rows: "generated/4.0/forged", directions: old.union(["2.1-drop", "3.0-drop"]),
        reason: "a data: URI with backslashes is octets before 4.0, as it is without them"),
      Mend(
        rows: "generated/2.1/forged", directions: ["4.0", "4.0-drop"],
        reason: "FN is derived from the first N that says something"),
      Mend(
        rows: "generated/3.0/wild", directions: ["4.0", "4.0-drop"],
        reason: "how a name sounds has the ALTID of that name"),
      Mend(
        rows: "generated/3.0", directions: Set(Outputs.directions.dropFirst()),
        reason:
          "a property folded within its name is none of the base64 before it, behind whose padding nothing "
          + "comes; AGENT may be folded behind its first line"),
      Mend(
        rows: "corpus/stalwartlabs+calcard", directions: ["check"],
        reason: "a quotation mark that is closed behind the colon encloses nothing, and is told of"),
      Mend(
        rows: "generated/", directions: ["2.1", "2.1-drop", "outlook"],
        reason: "a backslash of a URI gets another where it would be read as an escape"),
      Mend(
        rows: "corpus/",
        directions: old.union(["2.1", "3.0-drop", "4.0", "jsonl"]),
        reason: "a nested card that was cut off has its END wherever its text goes"),
      Mend(
        rows: "generated/4.0/forged", directions: ["3.0-drop"],
        reason: "NAME and MAILER of vCard 4.0 get the escapes of 3.0 by rows, too"),
      Mend(
        rows: "corpus/FolkerKinzel+VCards/src/FolkerKinzel.VCards.Tests/TestFiles/v2_1.vcf",
        directions: ["check"],
        reason: "a word without the name of its parameter is told of as it is read: B is a TYPE"),
      Mend(
        rows: "generated/",
        directions: modern.union(old),
        reason: "of several labels of a group the first counts that says something"),
      Mend(rows: "generated/", directions: ["2.1", "2.1-drop", "outlook"], reason: dots),
      Mend(rows: "corpus/", directions: ["2.1", "outlook"], reason: dots),
      Mend(rows: "cards/wild/nextcloud.vcf", directions: ["2.1", "outlook"], reason: dots),
      Mend(rows: "cards/quirks/28", directions: ["2.1", "outlook"], reason: dots),
      Mend(rows: "bad/", directions: ["2.1", "outlook"], reason: dots),
      Mend(
        rows: "corpus/gachris+vCard.Net",
        directions: modern.union(old).union(["2.1-drop", "3.0-drop", "check"]),
        reason: "what is left out behind base64 is told of, and checked as it is read"),
      Mend(
        rows: "corpus/mangstadt+ez-vcard/src/test/resources/ezvcard/io/text/John_Doe_ANDROID.vcf",
        directions: modern.union(old).union(["3.0-drop"]),
        reason: "half an octet that is left out of base64 is told of"),
      Mend(
        rows: "cards/quirks/80-damaged-base64.vcf", directions: ["check"],
        reason: "what is no base64 is told of as it is read: left out at its end, else text"),
      Mend(
        rows: "corpus/FolkerKinzel+VCards/_inline/DataPropertyTests",
        directions: ["2.1-drop", "3.0-drop"],
        reason: "what is no base64 amid a data: URI is told of where nothing carries it"),
      Mend(
        rows: "generated/", directions: modern.union(old).union(["2.1-drop", "3.0-drop"]),
        reason: encoding),
      Mend(
        rows: "corpus/KDE+kcontacts/_expected/autotests/data/vcard12.vcf.2_1ref",
        directions: ["3.0", "3.0-drop", "4.0", "4.0-drop", "android", "apple", "google"],
        reason: encoding),
      Mend(
        rows: "cards/quirks/80-damaged-base64.vcf",
        directions: ["2.1", "2.1-drop", "4.0", "4.0-drop", "outlook"], reason: encoding),
      Mend(rows: "cards/quirks/74-odd-revisions.vcf", directions: modern, reason: fraction),
      Mend(rows: "corpus/kewisch+ical.js", directions: modern, reason: fraction),
      Mend(rows: "corpus/stalwartlabs+calcard", directions: modern, reason: fraction),
      Mend(rows: "generated/2.1", directions: modern, reason: fraction),
      Mend(rows: "generated/3.0", directions: modern, reason: fraction),
      Mend(
        rows: "corpus/sabre-io+vobject/_inline/XmlTest.php.L1573.vcf",
        directions: old.union(["2.1-drop", "3.0-drop"]), reason: parts),
      Mend(
        rows: "generated/4.0", directions: old.union(["2.1-drop", "3.0-drop"]), reason: parts),
    ]
  }()

  @Test("of fixtures, of the corpus and of generated cards", arguments: Outputs.groups)
  func same(group: String) throws {
    var table = try DigestTable()
    for name in Outputs.rows(group) {
      let outputs = try Outputs(name)
      let recorded = table[name]
      // Another corpus, or another file of it, is nobody's fault.
      if group.hasPrefix("corpus/"), recorded?[0] != outputs.digests[0], !DigestTable.isRecording {
        continue
      }
      for (index, direction) in Outputs.directions.enumerated() {
        let cell = DigestTable.Cell(recorded?[index] ?? "")
        let found = outputs.digests[index]
        guard cell.current != found else { continue }
        Issue.record("\(name) to \(direction): \(cell.current) was recorded, \(found) came out")
        table.set(found, name, index)
      }
      try outputs.writeWhereAsked()
    }
    try table.writeWhereAsked()
  }

  @Test("every mend has a reason that names its rows, and every reason a mend")
  func mendsAreListed() throws {
    var used: Set<Int> = []
    for (name, cells) in try DigestTable().rows {
      for (direction, cell) in zip(Outputs.directions, cells)
      where DigestTable.Cell(cell).isMended {
        let reasons = Self.mends.indices.filter {
          name.hasPrefix(Self.mends[$0].rows) && Self.mends[$0].directions.contains(direction)
        }
        #expect(!reasons.isEmpty, "\(name) to \(direction) was mended without a reason")
        used.formUnion(reasons)
      }
    }
    #expect(used.count == Self.mends.count)
  }
}

/// What comes out of the cards of a file in every direction.
private struct Outputs {
  /// The columns: what goes in, versions, the same with what they cannot say left out, JSON Lines,
  /// what the checker says, and the importers that there were when this was recorded.
  static let directions =
    ["input", "2.1", "3.0", "4.0", "2.1-drop", "3.0-drop", "4.0-drop", "jsonl", "check"]
    + ["apple", "google", "outlook", "android"]

  /// The rows: folders of fixtures, the programs of the corpus, and kinds of generated cards.
  static let groups: [String] = {
    let programs = Set(Corpus.files.compactMap { corpusName($0)?.split(separator: "/").first })
    return ["cards", "bad", "demo"] + programs.sorted().map { "corpus/\($0)" }
      + Version.allCases.flatMap { version in
        ["valid", "wild", "forged"].map { "generated/\(version.rawValue)/\($0)" }
      }
  }()

  /// Cards in a row of generated ones.
  private static let cardCount = 250

  /// Rows of each kind of generated cards: of the 15 that are recorded a third, all where the laws are
  /// tried more than once.
  private static let rowCount = isDebug ? 1 : min(15, 5 * lawTimes)

  /// Octets of the largest file: without optimisation, large ones take long.
  private static let mostOctets = isDebug ? 16 << 10 : Int.max

  static func rows(_ group: String) -> [String] {
    if group.hasPrefix("generated/") { return (0..<rowCount).map { "\(group)/\($0)" } }
    guard group.hasPrefix("corpus/") else {
      let root = Fixtures.path("").string
      return Fixtures.files(in: group).filter { $0.extension == "vcf" }
        .map { String($0.string.dropFirst(root.count)).trimmingPrefix("/") }.map(String.init)
    }
    return Corpus.files.compactMap { corpusName($0).map { "corpus/\($0)" } }
      .filter { $0.hasPrefix(group + "/") }
  }

  private static func corpusName(_ path: FilePath) -> String? {
    guard let root = Corpus.root?.string, path.extension != "tsv" else { return nil }
    return String(path.string.dropFirst(root.count + 1))
  }

  private static func octets(_ name: String) throws -> [UInt8] {
    guard name.hasPrefix("generated/") else {
      let path =
        name.hasPrefix("corpus/")
        ? (Corpus.root?.string ?? "") + name.dropFirst("corpus".count)
        : Fixtures.path(name).string
      return try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    }
    let parts = name.split(separator: "/")
    let version = try #require(Version(rawValue: String(parts[1])))
    let kind: CardGenerator.Kind =
      switch parts[2] {
      case "valid": .valid
      case "wild": .wild
      default: .forged
      }
    var random = SeededGenerator(seed: Array(name.utf8).fnv)
    let generator = CardGenerator(version, kind)
    return (0..<cardCount).flatMap { _ in generator.card(using: &random).octets }
  }

  let name: String
  /// What came out in each direction; `nil` for a file that is passed over.
  private let texts: [[UInt8]]?

  init(_ name: String) throws {
    self.name = name
    let octets = try Outputs.octets(name)
    guard octets.count <= Outputs.mostOctets || name.hasPrefix("generated/") else {
      texts = nil
      return
    }
    var reader = CardReader()
    try reader.append(octets.span)
    reader.finish()
    var cards: [Card] = []
    while case .card(let card, _) = reader.next() { cards.append(card) }
    texts = Outputs.directions.map { $0 == "input" ? octets : Outputs.output(cards, $0) }
  }

  /// What comes out, and what is told of it.
  private static func output(_ cards: [Card], _ direction: String) -> [UInt8] {
    var text: [UInt8] = []
    var notes: [Diagnostic] = []
    let preset = ImporterPreset.named(direction)
    switch direction {
    case "jsonl":
      var writer = JSONLinesWriter(file: "")
      for card in cards { writer.write(card, into: &text) }
    case "check":
      var checker = CardChecker()
      for card in cards { checker.check(card, into: &notes) }
    default:
      let version = preset?.version ?? Version(rawValue: String(direction.prefix(3))) ?? .version40
      var converter = CardConverter(
        to: version, losses: direction.hasSuffix("drop") ? .dropped : .kept)
      for card in cards {
        guard let preset else {
          converter.convert(card, into: &text, notes: &notes)
          continue
        }
        var edited = converter.converted(card, notes: &notes)
        preset.apply(to: &edited, notes: &notes, at: card.start)
        CardWriter().write(edited, into: &text)
      }
    }
    for note in notes {
      let place = note.position
      text += Array(
        "\(place.line):\(place.column): [\(note.code.rawValue)] \(note.message)\n".utf8)
    }
    return text
  }

  /// The digests; of a file that is passed over, those that are recorded.
  var digests: [String] {
    guard let texts else {
      let recorded = try? DigestTable()[name]?.map { DigestTable.Cell($0).current }
      return recorded ?? Outputs.directions.map { _ in "" }
    }
    return texts.map { text in
      let digits = String(text.fnv >> 32, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }
  }

  func writeWhereAsked() throws {
    guard let folder = ProcessInfo.processInfo.environment["VCARD_OUTPUTS"], let texts else {
      return
    }
    for (direction, text) in zip(Outputs.directions, texts) {
      let file = URL(fileURLWithPath: folder).appending(path: "\(direction)/\(name)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text).write(to: file)
    }
  }
}

/// The digests as they are recorded.
private struct DigestTable {
  struct Cell {
    private let text: String

    init(_ text: String) { self.text = text }

    var isMended: Bool { text.contains(">") }
    /// What was recorded first.
    var first: String { String(text.prefix { $0 != ">" }) }
    /// What is expected now.
    var current: String { isMended ? String(text.drop { $0 != ">" }.dropFirst()) : text }
  }

  static let isRecording = ProcessInfo.processInfo.environment["RECORD_FIXTURES"] == "1"

  private static let path = "conversions/digests.tsv"
  private static let lock = NSLock()

  private(set) var rows: [String: [String]] = [:]
  private var changes: [(digest: String, row: String, column: Int)] = []

  init() throws {
    guard let octets = try? Fixtures.bytes(DigestTable.path) else { return }
    for line in String(decoding: octets, as: UTF8.self).split(separator: "\n").dropFirst() {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      try #require(cells.count == Outputs.directions.count + 1)
      rows[cells[0]] = Array(cells.dropFirst())
    }
  }

  subscript(_ name: String) -> [String]? { rows[name] }

  mutating func set(_ digest: String, _ row: String, _ column: Int) {
    changes.append((digest, row, column))
  }

  /// Writes what differs behind what was recorded first.
  func writeWhereAsked() throws {
    guard DigestTable.isRecording, !changes.isEmpty else { return }
    DigestTable.lock.lock()
    defer { DigestTable.lock.unlock() }
    // Tests of other rows may have written since.
    var rows = try DigestTable().rows
    for (digest, row, column) in changes {
      let first = Cell(rows[row]?[column] ?? "").first
      rows[row, default: Outputs.directions.map { _ in "" }][column] =
        first.isEmpty || first == digest ? digest : "\(first)>\(digest)"
    }
    var text = (["file"] + Outputs.directions).joined(separator: "\t") + "\n"
    for (name, cells) in rows.sorted(by: { $0.key < $1.key }) {
      text += ([name] + cells).joined(separator: "\t") + "\n"
    }
    // Tests of other rows read it at the same time.
    let file = URL(fileURLWithPath: Fixtures.path(DigestTable.path).string)
    try Data(text.utf8).write(to: file, options: .atomic)
  }
}
