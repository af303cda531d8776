import ContactModel
import ContactStore
import VCard

/// What the records of a book hold, as `vcard stats --people` counts it: of one state of the book, in
/// memory.
struct BookStatistics: Sendable {
  /// The newest change that it knows.
  let revision: Int64
  /// What the cards are.
  private(set) var cards = CardStatistics()
  /// What is known of whom they are about.
  private(set) var contacts = ContactStatistics()
  /// The same of each source, in their order; empty where there is one.
  private(set) var sources: [(name: String, contacts: ContactStatistics)] = []

  /// Records by how many numbers, emails and addresses they have together; those of ``mostValues`` and
  /// more are together.
  private(set) var values = [Int](repeating: 0, count: mostValues + 1)
  /// People by how many records they are, of those who are several.
  private(set) var linked: [Int: Int] = [:]
  /// What is against a standard, the worst and then the most frequent first.
  private(set) var findings: [Finding] = []

  /// What the checker says of cards under one code.
  struct Finding: Sendable {
    let code: Diagnostic.Code
    var severity: Diagnostic.Severity
    /// Records of which it is said.
    var count = 0
    /// The first of them.
    var examples: [RecordID] = []
  }

  static let mostValues = 10
  /// Records of a finding that are shown.
  static let mostExamples = 5

  /// Reads a book.
  ///
  /// - Parameter book: The book; nobody else uses this object.
  /// - Throws: `BookError`.
  /// - Complexity: O(*n*) in the octets of the cards; holds a batch of them, and a number a record where
  ///   there are several sources.
  init(_ book: DatabaseBook) throws {
    revision = try book.newestChange()
    for records in try book.linkedRecords() { linked[records.count, default: 0] += 1 }
    let names = try book.sources().map(\.name)
    var sources: [(name: String, contacts: ContactStatistics)] = []
    var source: [RecordID: Int] = [:]
    if names.count > 1 {
      for (place, name) in names.enumerated() {
        sources.append((name, ContactStatistics()))
        for id in try book.records(ofSource: name) ?? [] { source[id] = place }
      }
    }
    var cards = CardStatistics()
    var contacts = ContactStatistics()
    var values = values
    var findings: [Diagnostic.Code: Finding] = [:]
    try book.readCards(StatisticsWorker()) { piece, ids in
      cards.add(piece.cards)
      for (contact, id) in zip(piece.contacts, ids) {
        contacts.add(contact)
        let count =
          contact.phoneNumbers.count + contact.emailAddresses.count + contact.postalAddresses.count
        values[min(count, Self.mostValues)] += 1
        if let place = source[id] { sources[place].contacts.add(contact) }
      }
      for (found, id) in zip(piece.found, ids) {
        for (code, severity) in found {
          var finding = findings[code] ?? Finding(code: code, severity: severity)
          if severity.rank > finding.severity.rank { finding.severity = severity }
          finding.count += 1
          if finding.examples.count < Self.mostExamples { finding.examples.append(id) }
          findings[code] = finding
        }
      }
    }
    self.values = values
    self.findings = findings.values.sorted {
      ($1.severity.rank, $1.count, $0.code.rawValue) < (
        $0.severity.rank, $0.count, $1.code.rawValue
      )
    }
    (self.cards, self.contacts, self.sources) = (cards, contacts, sources)
  }
}

extension Diagnostic.Severity {
  /// How much it matters, notes least.
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// Counts cards, checks them and reads contacts, on whatever thread.
private struct StatisticsWorker: CardWorker {
  struct Piece: Sendable {
    var cards = CardStatistics()
    var contacts: [Contact] = []
    /// What was found of each card, a code once.
    var found: [[Diagnostic.Code: Diagnostic.Severity]] = []
  }

  private var checker = CardChecker()

  private var piece = Piece()

  mutating func process(_ card: borrowing Card, found: inout [Diagnostic]) {
    piece.cards.add(card)
    piece.contacts.append(Contact(copy card, keys: ContactStatistics.keys))
    var diagnostics: [Diagnostic] = []
    checker.check(card, into: &diagnostics)
    piece.found.append(
      Dictionary(
        diagnostics.map { ($0.code, $0.severity) },
        uniquingKeysWith: { $0.rank < $1.rank ? $1 : $0 }))
  }

  mutating func finish(_ piece: inout Piece?) {
    piece = self.piece
    self.piece = Piece()
  }
}
