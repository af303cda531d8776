import ContactMerging
import ContactStore
import VCard

/// Records that may be cards which the server has already: those of which no member is known, those of
/// members that are gone, and those that were sent to nobody knows where.
struct Adoption {
  /// A record, and the member that it is or was.
  struct Candidate {
    let record: RecordID
    let member: ServerMember?
  }

  private var candidates: [Candidate] = []
  private var byUID: [String: [Int]] = [:]
  private var byValues: [Int: [(place: Int, values: CardValues)]] = [:]
  /// Those that were sent, and may have come to where nobody knows.
  private var sent: [(place: Int, values: CardValues)] = []
  private var taken: Set<Int> = []

  /// Takes a candidate in.
  ///
  /// - Parameters:
  ///   - candidate: The record.
  ///   - uids: What it is called here and there.
  ///   - card: The card as it would be sent, or was.
  mutating func append(_ candidate: Candidate, uids: [String], _ card: Card) {
    let place = candidates.count
    candidates.append(candidate)
    for uid in Set(uids.map(Card.uidKey)) { byUID[uid, default: []].append(place) }
    let values = CardValues(card)
    byValues[values.number, default: []].append((place, values))
    if candidate.member?.pending != nil { sent.append((place, values)) }
  }

  /// The record that each of several cards is, if it is one.
  ///
  /// Cards are known by their UID, and then by what they say, never by the name alone. Of what was sent and is not where it was put the server may have left less.
  mutating func pairs(of cards: [Card]) -> [Candidate?] {
    var found: [Candidate?] = Array(repeating: nil, count: cards.count)
    if candidates.isEmpty { return found }
    for (place, card) in cards.enumerated() {
      guard let uid = card.memberUID,
        let one = byUID[Card.uidKey(uid)]?.first(where: { !taken.contains($0) })
      else { continue }
      taken.insert(one)
      found[place] = candidates[one]
    }
    for (place, card) in cards.enumerated() where found[place] == nil {
      let values = CardValues(OutgoingCard(card, version: .version30, uid: nil).card)
      guard
        let one = byValues[values.number]?.first(where: {
          !taken.contains($0.place) && $0.values.areSame(as: values)
        })
      else { continue }
      taken.insert(one.place)
      found[place] = candidates[one.place]
    }
    if sent.isEmpty { return found }
    for (place, card) in cards.enumerated() where found[place] == nil {
      let values = CardValues(OutgoingCard(card, version: .version30, uid: nil).card)
      guard
        let one = sent.first(where: {
          !taken.contains($0.place) && values.missing(in: $0.values).isEmpty
        })
      else { continue }
      taken.insert(one.place)
      found[place] = candidates[one.place]
    }
    return found
  }

  /// Whether the record of a member is one of those that were found.
  func isTaken(_ member: ServerMember) -> Bool {
    taken.contains { candidates[$0].member?.id == member.id && member.id != nil }
  }
}

extension Synchronizer {
  /// The records that a card of which no member is known may be.
  func adoption(_ gone: [ServerMember]) throws -> Adoption {
    var adoption = Adoption()
    let goneIDs = Set(gone.compactMap(\.id))
    var free: [RecordID: ServerMember] = [:]
    var bound: Set<RecordID> = []
    for member in members {
      guard let record = member.recordID else { continue }
      let isFree =
        member.pending != nil || goneIDs.contains(member.id ?? 0)
        || !member.wasThere
      if isFree { free[record] = member } else { bound.insert(record) }
    }
    for record in try book.sourceRecords(of: source) where !bound.contains(record.id) {
      guard let card = try book.keptCard(record.card) else { continue }
      let member = free[record.id]
      let sent = try self.card(member?.pending?.sent) ?? card
      adoption.append(
        Adoption.Candidate(record: record.id, member: member),
        uids: [card.memberUID, member?.uid].compactMap { $0 },
        OutgoingCard(sent, version: .version30, uid: nil).card)
    }
    return adoption
  }
}
