import VCard

/// The cards of one key, and which of them are compared with each other.
///
/// ```
/// up to 48 cards    each with each
/// more              each with those that agree in a second key, as long as these are no more
/// and still more    each with the six next to it by digest, so that all copies of one card are found
/// ```
enum Block {
  /// Cards of a block that are all compared with each other.
  static let mostCards = 48
  /// Cards on either side that each card of a block still too large is compared with.
  static let window = 6

  /// The cards of a block that a further card is compared with.
  ///
  /// - Parameters:
  ///   - own: What is known of the card.
  ///   - block: The cards that have a key of it.
  ///   - summaries: What is known of those.
  ///   - rule: What the key is made of.
  ///   - body: Receives each.
  static func forEachPartner(
    of own: CardSummary, in block: ArraySlice<UInt32>, _ summaries: [CardSummary],
    rule: BlockingRule,
    body: (UInt32) -> Void
  ) {
    if rule == .initial {
      // Cards with an initial are compared with cards that have the whole name.
      guard block.count < mostCards else { return }
      for other in block where summaries[Int(other)].hasInitial != own.hasInitial { body(other) }
      return
    }
    guard block.count >= mostCards else { return block.forEach(body) }
    let key = rule.secondKey(of: own)
    let group = block.filter { rule.secondKey(of: summaries[Int($0)]) == key }
    guard key == 0 || group.count >= mostCards else { return group.forEach(body) }
    let sorted = group.sorted { summaries[Int($0)].order < summaries[Int($1)].order }
    let place = sorted.indices.firstPlace { summaries[Int(sorted[$0])].order >= own.order }
    for other in sorted[max(0, place - window)..<min(sorted.count, place + window)] { body(other) }
  }
}

extension BlockingRule {
  /// Whether the key is a value that cards are found by wherever they share it.
  var isValue: Bool { self == .email || self == .phone || self == .local || self == .uid }

  /// Whether cards of a block may have an email name in common by which they were not found yet.
  var mayShareLocal: Bool { self == .local || self == .organization || self == .birthday }

  /// Whether the key is made of names alone, so that who has the name has the key.
  var isName: Bool { self == .name || self == .single || self == .written }

  /// What splits a block that is too large; 0 for a card that has nothing to split by.
  func secondKey(of card: CardSummary) -> UInt32 {
    switch self {
    // Many names share the value: the same given name.
    case .email, .phone, .organization, .uid, .local, .birthday: card.sound
    // Many cards have the name: the same name to the last letter.
    case .name, .nickname, .single, .initial, .written: card.name
    }
  }
}
