import ContactMatching
import ContactModel
import DedupeBooks
import VCard

extension Evaluation {
  /// How often each judgement was given.
  private struct Tally {
    var counts: [IncomingJudge.Judgement: Int] = [:]

    var cards: Int { counts.values.reduce(0, +) }

    func share(_ judgements: IncomingJudge.Judgement..., of whole: Double = 100) -> Double {
      let count = judgements.reduce(0) { $0 + counts[$1, default: 0] }
      return whole * Double(count) / Double(max(1, cards))
    }
  }

  /// Matches the incoming cards of a book by every policy, and prints how often it is right.
  func evaluate(_ book: IncomingBook) throws {
    var contacts: [Contact] = []
    var reader = CardReader()
    try reader.append(book.octets)
    reader.finish()
    while case .card(let card, _) = reader.next() {
      contacts.append(Contact(card, keys: .matching))
    }
    let clock = ContinuousClock()
    var start = clock.now
    var builder = MatchIndex.Builder()
    for (person, cards) in book.people.enumerated() {
      try builder.append(Person(id: String(person), contacts: cards.map { contacts[$0] }))
    }
    let index = try builder.build(weights: options.weights, threads: options.threads)
    print("people \(index.count)  incoming cards \(book.incoming.count)")
    print("seconds: building the index \(seconds(clock.now - start))")
    let judge = IncomingJudge(book.people.map { $0.map { PlainCard(contacts[$0]) } })
    let plain = book.incoming.map { PlainCard(contacts[$0.card]) }
    var text: [UInt8] = []
    for policy in MatchPolicy.allCases {
      start = clock.now
      let outcomes = try index.match(book.incoming.map { contacts[$0.card] }, policy: policy)
      let time = clock.now - start
      var all = Tally()
      var byKind: [String: Tally] = [:]
      for ((incoming, card), outcome) in zip(zip(book.incoming, plain), outcomes) {
        let judgement = judge.judge(outcome, of: card, by: incoming.person)
        all.counts[judgement, default: 0] += 1
        let side = incoming.person == nil ? "absent" : "present"
        let kinds = [side, judge.kind(of: card, by: incoming.person)] + incoming.kinds
        for kind in Set(kinds) { byKind[kind, default: Tally()].counts[judgement, default: 0] += 1 }
        guard options.verdicts != nil else { continue }
        let owner = incoming.person.map { contacts[book.people[$0][0]] }
        let first = outcome.candidates.first
        let evidence = first?.evidence.map { "\($0.kind.rawValue) \($0.level.rawValue)" } ?? []
        let columns = [
          "\(policy)", judgement.rawValue, "\(outcome.verdict)", "\(incoming.card)",
          contacts[incoming.card].formattedName ?? "", owner?.formattedName ?? "",
          first?.name ?? "", evidence.joined(separator: ", "), kinds.joined(separator: ", "),
        ]
        text += (columns.joined(separator: "\t") + "\n").utf8
      }
      print(
        "\(policy): right \(decimal(all.share(.right), 2)) %  "
          + "acceptable \(decimal(all.share(.right, .acceptable), 2)) %  "
          + "wrong persons per 10,000 \(decimal(all.share(.wrong, of: 10_000), 1))  "
          + "missed \(decimal(all.share(.missed), 2)) %  "
          + "asked without need \(decimal(all.share(.needless), 2)) %  seconds \(seconds(time))")
      show(byKind)
    }
    print("most memory: \(mostMemory) MB")
    if let path = options.verdicts { try TextFile.write(text, path) }
  }

  private func show(_ kinds: [String: Tally]) {
    func column(_ text: String) -> String {
      String(repeating: " ", count: max(0, 9 - text.count)) + text
    }
    print("    right acceptable   wrong  missed  needless    cards  kind")
    // Whose the cards are before what was done to them.
    func rank(_ kind: String) -> Int {
      kind.hasPrefix("present") ? 0 : kind.hasPrefix("absent") ? 1 : 2
    }
    let sorted = kinds.sorted {
      (rank($0.key), $1.value.cards, $0.key) < (rank($1.key), $0.value.cards, $1.key)
    }
    for (kind, tally) in sorted {
      let numbers = [
        decimal(tally.share(.right), 2), decimal(tally.share(.right, .acceptable), 2),
        decimal(tally.share(.wrong, of: 10_000), 1), decimal(tally.share(.missed), 2),
        decimal(tally.share(.needless), 2), "\(tally.cards)",
      ]
      print(numbers.map(column).joined() + "  " + kind)
    }
  }
}
