import ArgumentParser
import ContactMatching
import ContactMerging
import ContactModel
import ContactStore
import VCard

/// What somebody sets on a card by names and values: read, with the files that are named.
struct CardChanges {
  private var changes: [(assignment: CardAssignment, octets: [UInt8]?)] = []
  /// The groups that are joined or left.
  private var groups: [CardAssignment] = []

  /// Reads the files that values name.
  ///
  /// - Parameter assignments: What is set, in this order.
  /// - Throws: A failure that ends with 66 for a file that cannot be read, with 65 for a photo that is
  ///   none.
  init(_ assignments: [CardAssignment]) throws {
    for assignment in assignments {
      if assignment.field == .group {
        groups.append(try CardChanges.checked(group: assignment))
      } else {
        changes.append((assignment, try CardChanges.octets(assignment)))
      }
    }
  }

  private static func checked(group: CardAssignment) throws -> CardAssignment {
    guard group.operation != .set, !group.value.isEmpty, group.label == nil else {
      throw CommandFailure(
        .usage, "groups are joined with group+=NAME and left with group-=NAME")
    }
    return group
  }

  /// Octets of a file: more than any picture that a program shows has.
  private static let mostOctets = 64 << 20

  /// The octets of the file that a value names.
  private static func octets(_ assignment: CardAssignment) throws -> [UInt8]? {
    guard assignment.namesFile else { return nil }
    guard assignment.value != "-" else {
      throw CommandFailure(.usage, "\(assignment.name)= names a file, and '-' is none")
    }
    let octets = try InputFile.octets(of: assignment.value, atMost: mostOctets)
    guard assignment.field != .photo || MediaType.sniffed(octets)?.hasPrefix("image/") == true
    else { throw CommandFailure(.data, "\(assignment.value) is no picture") }
    return octets
  }

  /// A card with the changes, without REV.
  ///
  /// - Parameters:
  ///   - old: The card.
  ///   - decoding: How what is not UTF-8 becomes text.
  /// - Returns: The card; `nil` when nothing has changed.
  /// - Throws: What keeps the values from being set, and a failure that ends with 65 for a card that
  ///   `vcard check` finds worse than it was.
  func applied(to old: Card, decoding: TextDecoding) throws -> Card? {
    var card = old
    for (assignment, octets) in changes {
      try assignment.apply(to: &card, octets: octets) { name in
        let parts = try NameDivision(name)
        return [parts.family, parts.given, parts.middle, parts.prefix, parts.suffix]
      }
    }
    if groups.contains(where: { $0.operation == .add }), Contact(card, keys: .uid).uid == nil {
      // A group names its members by UID.
      card.append(ContentLine("UID", .verbatim(NewUID.make())))
    }
    guard !card.properties.map(\.lineOctets).elementsEqual(old.properties.map(\.lineOctets)) else {
      return nil
    }
    var known: [Diagnostic.Code: Int] = [:]
    for fault in CardChanges.faults(in: old, decoding) { known[fault.code, default: 0] += 1 }
    for fault in CardChanges.faults(in: card, decoding) {
      known[fault.code, default: 0] -= 1
      guard known[fault.code, default: 0] < 0 else { continue }
      throw CommandFailure(
        .data, "\(fault.message); nothing was changed",
        suggestion: "'vcard explain \(fault.code.rawValue)' says why")
    }
    return card
  }

  /// What is wrong with a card as it will be read.
  private static func faults(in card: Card, _ decoding: TextDecoding) -> [Diagnostic] {
    var (cards, found) = CardReading.read(card.octetsAsRead, decoding)
    var checker = CardChecker()
    for card in cards { checker.check(card, into: &found) }
    return found.filter { $0.severity != .note }
  }

  /// Has the groups name a card, or name it no more.
  ///
  /// - Parameters:
  ///   - book: The book.
  ///   - card: The card as it will be.
  ///   - id: Its record; `nil` for a new one.
  ///   - request: Receives the changes of the groups.
  /// - Throws: ``BookError``, and a failure for a group that is none or would hold itself.
  func changeGroups(
    of book: any AddressBook, for card: Card, _ id: RecordID?, in request: inout SaveRequest
  ) throws {
    guard !groups.isEmpty else { return }
    try book.require(.groups, "groups")
    guard let book = book as? any LinkedBook else { return }
    let all = try book.groups()
    for assignment in groups {
      guard let uid = Contact(card, keys: .uid).uid else {
        // Whoever joins one has got a UID.
        throw CommandFailure(
          .found, "\(card.callName) is not in \(assignment.value); nothing was changed")
      }
      let group = try book.group(assignment.value, of: all)
      let joins = assignment.operation == .add
      if joins, let id { try GroupsAbove(group.id, of: all).refuse(id) }
      let before = request.updated[group.id]?.octetsAsRead
      try book.change(&request, naming: [uid], asMembers: joins, of: group.id)
      if !joins, request.updated[group.id]?.octetsAsRead == before {
        throw CommandFailure(
          .found, "\(card.callName) is not in \(assignment.value); nothing was changed")
      }
    }
  }
}

extension CommandFailure {
  /// Creates the failure that an assignment to a field stands for.
  init(_ error: CardAssignmentError) {
    let exitCode: ExitCode =
      switch error.kind {
      case .usage: .usage
      case .value: .data
      case .missing: .found
      }
    let meant = error.unknownName.flatMap {
      SpellingDistance.nearest($0.lowercased(), among: ContactField.words)
    }
    self.init(
      exitCode, error.description,
      suggestion: meant.map { "did you mean '\($0)'?" }
        ?? error.unknownName.map { _ in
          "a name is one of "
            + ContactField.allCases.map(\.rawValue).filter { $0 != "city" && $0 != "thumbnail" }
            .joined(separator: ", ") + ", a property of vCard, or X-…"
        })
  }
}
