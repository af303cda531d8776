internal import GRDB
import VCard

extension DatabaseBook {
  /// What servers cannot say of the cards of a request, and could before it.
  ///
  /// A card of 4.0 is sent in 3.0, unless the server has it in 4.0 already.
  func losses(of request: SaveRequest) throws -> [Diagnostic] {
    let servers = try servers()
    if servers.isEmpty { return [] }
    var losses: [Diagnostic] = []
    let unnamed = try defaultSource()
    for (place, card) in request.added.enumerated()
    where servers[request.addedSources[place] ?? unnamed] != nil {
      losses += DatabaseBook.losses(of: card)
    }
    for (id, card) in request.updated.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      guard let source = try request.moved[id] ?? sourceName(of: id), servers[source] != nil,
        try !isSentInVersion40(id)
      else { continue }
      let before =
        try request.moved[id] == nil ? record(id).map { DatabaseBook.losses(of: $0.card) } : nil
      let known = Set((before ?? []).map(\.message))
      losses += DatabaseBook.losses(of: card).filter { !known.contains($0.message) }
    }
    for (id, name) in request.moved where servers[name] != nil && request.updated[id] == nil {
      losses += try record(id).map { DatabaseBook.losses(of: $0.card) } ?? []
    }
    return losses
  }

  private static func losses(of card: Card) -> [Diagnostic] {
    guard card.version == .version40 else { return [] }
    var converter = CardConverter(to: .version30)
    var notes: [Diagnostic] = []
    _ = converter.converted(card, notes: &notes)
    return notes
  }

  private func isSentInVersion40(_ id: RecordID) throws -> Bool {
    let base = try reading { db in
      try Int64.fetchOne(
        db.cachedStatement(sql: "SELECT remote_base FROM server_member WHERE record = ?"),
        arguments: [DatabaseBook.number(id)])
    }
    return try base.flatMap { try keptCard($0) }?.version == .version40
  }
}
