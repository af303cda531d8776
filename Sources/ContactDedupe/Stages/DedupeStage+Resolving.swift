import ContactMatching
import ContactMerging
import ContactModel
import Files
import Synchronization
import SystemPackage
import VCard

/// What stage `extract` gives of a component.
private enum ComponentEntry: UInt8 {
  case card, pair, answer
}

/// A card that is read again: where it is from, and what it takes to read it.
private struct ExtractedCard: Sendable {
  let root: UInt64
  let card: UInt64
  let input: Int
  let number: Int
  let missingEnds: Int
  let charset: String?

  func append(to blob: inout BlobWriter) {
    blob.append(packed: input)
    blob.append(packed: number)
    blob.append(packed: missingEnds)
    blob.append(counted: (charset ?? "").utf8)
  }
}

extension ExtractedCard {
  init(
    _ root: UInt64, _ card: UInt64, _ blob: inout BlobReader, below inputs: Int
  ) throws(BlobError) {
    (self.root, self.card) = (root, card)
    input = try blob.number(below: inputs)
    number = try blob.number(below: 1 << 48)
    missingEnds = try blob.number(below: 1 << 32)
    let name = String(decoding: try blob.counted(), as: UTF8.self)
    charset = name.isEmpty ? nil : name
  }
}

extension DedupeStage {
  // MARK: Extracting

  /// Stage `extract`: the cards of components are read again, and go where their root goes.
  func extract(_ info: inout StageInfo) throws {
    let table = try places()
    var roots = [UInt64](repeating: .max, count: table.count)
    var rows: [[UInt8]] = []
    try forEachRow([.roots]) {
      rows.append($0)
    } other: { frame in
      try EdgeBlobs.forEach(frame.octets, job: job.number) { card, root in
        let place = Int(card & 0xFFFF_FFFF)
        guard card >> 32 == UInt64(arguments.task), place < roots.count else {
          throw BlobError.damaged
        }
        roots[place] = root
      }
    }
    var blobs = PartBlobs(job.number, parts: job.parts, sink(.cards))
    try extractPairs(roots, &blobs)
    try extractAnswers(roots, &blobs)
    info.cards = 0
    let (ranges, sizes) = (try split.ranges, table.inputs.map(\.count))
    if job.table {
      guard rows.count == sizes.count else { throw DedupeError.changed(job.inputs[0].file) }
    } else {
      guard ranges.count == sizes.count else { throw BlobError.damaged }
    }
    for (index, input) in table.inputs.enumerated() {
      let wanted = input.cards.filter { roots[$0] != .max }
      info.cards? += wanted.count
      if job.table {
        for card in wanted {
          let place = table.range(of: card)
          guard place.upperBound <= rows[index].count else {
            throw DedupeError.changed(job.inputs[0].file)
          }
          let number = (ranges.first?.first ?? 0) + card
          try extract(card, number, 0, roots[card], table, Array(rows[index][place]), &blobs)
        }
        continue
      }
      let range = ranges[index]
      func number(_ card: Int) -> Int { (range.first ?? 0) + table.number(of: card) }
      if wanted.isEmpty { continue }
      let file = try job.open(range.input)
      if job.inputs[range.input].whole {
        var rest = wanted[...]
        try whole.read(job.inputs[range.input].file, job.options, CardPicker()) { piece in
          piece.diagnostics = []
          for (place, octets) in piece.result {
            guard let card = rest.first, table.number(of: card) == place + piece.origin.cards else {
              continue
            }
            rest.removeFirst()
            try extract(card, number(card), range.input, roots[card], table, octets, &blobs)
          }
        }
        guard rest.isEmpty else { throw DedupeError.changed(job.inputs[range.input].file) }
      } else {
        for card in wanted {
          let place = table.range(of: card)
          var octets = [UInt8](repeating: 0, count: place.count)
          guard try file.read(at: place.lowerBound, into: &octets) == octets.count else {
            throw DedupeError.changed(job.inputs[range.input].file)
          }
          try extract(card, number(card), range.input, roots[card], table, octets, &blobs)
        }
      }
      guard file.isUnchanged else { throw DedupeError.changed(job.inputs[range.input].file) }
    }
    try blobs.end()
  }

  private func extract(
    _ card: Int, _ number: Int, _ input: Int, _ root: UInt64, _ table: CardTable,
    _ octets: [UInt8], _ blobs: inout PartBlobs
  ) throws {
    let entry = ExtractedCard(
      root: root, card: UInt64(arguments.task) << 32 | UInt64(card), input: input, number: number,
      missingEnds: table.missingEnds(of: card), charset: table.foundCharset(ofCard: card))
    try blobs.append(to: root) { blob in
      blob.append(ComponentEntry.card.rawValue)
      blob.append(card: root)
      blob.append(card: entry.card)
      entry.append(to: &blob)
      blob.append(counted: octets)
    }
  }

  /// The pairs that were compared in the split: one of their cards is there.
  private func extractPairs(_ roots: [UInt64], _ blobs: inout PartBlobs) throws {
    var pairs = try BlobReader(octets(.pairs), of: job.number)
    guard try pairs.packed() == UInt64(arguments.task) else { throw BlobError.damaged }
    while !pairs.isAtEnd {
      let pair = try KeptPair(&pairs)
      let isRight = pair.right >> 32 == UInt64(arguments.task)
      let place = Int((isRight ? pair.right : pair.left) & 0xFFFF_FFFF)
      guard place < roots.count, roots[place] != .max else { throw BlobError.damaged }
      try blobs.append(to: roots[place]) { blob in
        blob.append(ComponentEntry.pair.rawValue)
        blob.append(card: roots[place])
        pair.append(to: &blob)
      }
    }
  }

  /// The answers whose left card is of the split, and in some component.
  private func extractAnswers(_ roots: [UInt64], _ blobs: inout PartBlobs) throws {
    guard job.decisions else { return }
    var answers = try BlobReader(octets(.answers), of: job.number)
    while !answers.isAtEnd {
      let answer = try StoredAnswer(&answers)
      let place = Int(answer.left & 0xFFFF_FFFF)
      guard answer.left >> 32 == UInt64(arguments.task), place < roots.count,
        roots[place] != .max
      else { continue }
      try blobs.append(to: roots[place]) { blob in
        blob.append(ComponentEntry.answer.rawValue)
        blob.append(card: roots[place])
        answer.append(to: &blob)
      }
    }
  }

  // MARK: Resolving

  /// Cards of components that are decided at once, and octets of them.
  private static let batch = (cards: 2000, octets: 16 << 20)

  /// Stage `resolve`: who is who in the components of a part.
  func resolve(_ info: inout StageInfo) async throws {
    let spool = try TemporaryFile()
    var cards: [(entry: ExtractedCard, start: Int, length: Int)] = []
    var pairs: [(root: UInt64, pair: KeptPair)] = []
    var answers: [(root: UInt64, answer: StoredAnswer)] = []
    try forEachFrame([.cards]) { frame in
      var blob = try BlobReader(frame.octets, of: job.number)
      while !blob.isAtEnd {
        guard let kind = ComponentEntry(rawValue: try blob.octet()) else { throw BlobError.damaged }
        let root = try blob.card()
        switch kind {
        case .card:
          let entry = try ExtractedCard(root, try blob.card(), &blob, below: job.inputs.count)
          let octets = try blob.counted()
          cards.append((entry, spool.count, octets.count))
          try spool.append(Array(octets))
        case .pair: pairs.append((root, try KeptPair(&blob)))
        case .answer: answers.append((root, try StoredAnswer(&blob)))
        }
      }
    }
    try spool.finishAppending()
    cards.sort { ($0.entry.root, $0.entry.card) < ($1.entry.root, $1.entry.card) }
    pairs.sort { ($0.root, $0.pair) < ($1.root, $1.pair) }
    answers.sort { ($0.root, $0.answer) < ($1.root, $1.answer) }
    var work = ComponentWork(
      try ComponentResolver(options: options, table: table(), weights: job.weights()), self)
    var (card, pair, answer) = (0, 0, 0)
    while card < cards.count {
      // Whole components, at least one.
      var (end, octets) = (card, 0)
      while end < cards.count {
        let root = cards[end].entry.root
        var next = end
        var more = 0
        while next < cards.count, cards[next].entry.root == root {
          more += cards[next].length
          next += 1
        }
        if end > card,
          next - card > Self.batch.cards || octets + more > Self.batch.octets
        {
          break
        }
        (end, octets) = (next, octets + more)
      }
      let last = cards[end - 1].entry.root
      let (firstPair, firstAnswer) = (pair, answer)
      while pair < pairs.count, pairs[pair].root <= last { pair += 1 }
      while answer < answers.count, answers[answer].root <= last { answer += 1 }
      try await work.decide(
        cards[card..<end].map(\.entry),
        try cards[card..<end].map { card in
          var octets = [UInt8](repeating: 0, count: card.length)
          try spool.read(at: card.start, into: &octets)
          return octets
        },
        pairs[firstPair..<pair].map(\.pair), answers[firstAnswer..<answer].map(\.answer))
      card = end
    }
    guard pair == pairs.count else { throw BlobError.damaged }
    try work.end(&info)
  }
}

/// Blobs for the parts that roots go to, under way.
private struct PartBlobs {
  private let job: UInt64
  private let parts: Int
  private let sink: BlobSink
  private var blobs: [BlobWriter]
  /// Octets of a blob that is given before all have come; all parts together have some 64 MB.
  private let size: Int

  init(_ job: UInt64, parts: Int, _ sink: @escaping BlobSink) {
    (self.job, self.parts, self.sink) = (job, parts, sink)
    blobs = [BlobWriter](repeating: BlobWriter(), count: parts)
    size = max(1 << 16, min(BlobWriter.usualSize, 64 << 20 / parts))
  }

  mutating func append(to root: UInt64, _ body: (inout BlobWriter) -> Void) throws {
    let part = EdgeBlobs.part(of: root, parts)
    if blobs[part].count == 0 { blobs[part] = BlobWriter(of: job) }
    body(&blobs[part])
    if blobs[part].count >= size { try sink(part, blobs[part].take()) }
  }

  mutating func end() throws {
    for part in blobs.indices where blobs[part].count > 0 { try sink(part, blobs[part].take()) }
  }
}

/// Gives the octets of cards with their numbers.
struct CardPicker: CardWorker {
  private var cards: [(number: Int, octets: [UInt8])] = []

  mutating func process(_ card: borrowing Card, found: inout [Diagnostic]) {
    let card = copy card
    cards.append((card.start.card, Array(card.octetsAsRead)))
  }

  mutating func finish(_ piece: inout [(number: Int, octets: [UInt8])]?) {
    piece = cards
    cards = []
  }
}

/// Decides components one batch after the other, and gives what comes of them.
private struct ComponentWork {
  private var resolver: ComponentResolver
  private let stage: DedupeStage
  private let names: PlanLine.InputNames
  private var reader: StoredCardReader
  private var line = PlanLine(isBrief: true)
  private var members: EdgeBlobs
  private var gone: EdgeBlobs
  private var clusters: LineBlobs
  private var merged: LineBlobs
  private var reviews: LineBlobs
  private var clusterCount = 0
  private var cardCount = 0
  private var reviewCounts: [Int: Int] = [:]

  init(_ resolver: ComponentResolver, _ stage: DedupeStage) {
    self.resolver = resolver
    self.stage = stage
    names = PlanLine.InputNames(stage.job.inputs.map(\.file))
    reader = StoredCardReader(stage.decoding)
    let job = stage.job.number
    members = EdgeBlobs(job, stage.sink(.members))
    gone = EdgeBlobs(job, stage.sink(.gone))
    clusters = LineBlobs(job, stage.sink(.clusters))
    merged = LineBlobs(job, stage.sink(.merged))
    reviews = LineBlobs(job, stage.sink(.reviews))
  }

  /// Decides some components.
  mutating func decide(
    _ entries: [ExtractedCard], _ octets: [[UInt8]], _ kept: [KeptPair],
    _ answers: [StoredAnswer]
  ) async throws {
    var cards: [Card] = []
    for (entry, octets) in zip(entries, octets) {
      let decoding = entry.charset.map {
        stage.decoding.deciding(UndeclaredCharset(rawValue: $0))
      }
      guard
        let card = try reader.card(
          octets, lacking: entry.missingEnds, decoding ?? stage.decoding)
      else { throw BlobError.damaged }
      cards.append(card)
    }
    // Components of a batch come by their roots; the order of the book is that of the numbers.
    let order = entries.indices.sorted { entries[$0].card < entries[$1].card }
    let (entries, ordered) = (order.map { entries[$0] }, order.map { cards[$0] })
    let numbers = entries.map(\.card)
    func place(_ card: UInt64) -> Int? {
      let place = numbers.indices.firstPlace { numbers[$0] >= card }
      return place < numbers.count && numbers[place] == card ? place : nil
    }
    guard kept.allSatisfy({ place($0.left) != nil && place($0.right) != nil }) else {
      throw BlobError.damaged
    }
    // What is said of cards that hang together in no other way changes nothing.
    let decisions = answers.sorted().compactMap { answer in
      place(answer.left).flatMap { left in
        place(answer.right).map { Decision(left, $0, isSame: answer.isSame) }
      }
    }
    let merger = HeldCardMerger(ordered)
    let (found, digests) = try await resolver.resolve(ordered, numbers, kept, decisions) {
      merger.merged($0)
    }
    for cluster in found.clusters { try give(cluster, entries, ordered, found) }
    for pair in found.reviews { try give(pair, entries, ordered, digests, found) }
  }

  private mutating func append(
    isSame: Bool, _ places: [Int], _ links: [Pair], _ entries: [ExtractedCard], _ cards: [Card],
    _ found: Deduplication
  ) -> [UInt8] {
    var text: [UInt8] = []
    let items = places.map { place in
      PlanLine.Item(
        card: cards[place], input: entries[place].input, number: entries[place].number, record: nil)
    }
    let held = links.compactMap { link -> PlanLine.Link? in
      guard let left = places.firstIndex(of: link.left),
        let right = places.firstIndex(of: link.right)
      else { return nil }
      return PlanLine.Link(pair: link, left: left, right: right)
    }
    let explainer = resolver.explainer
    line.append(isSame: isSame, items, held, names, to: &text) {
      found.jointEvidence[$0] ?? explainer.evidence(for: $0, $1, $2)
    }
    return text
  }

  private mutating func give(
    _ cluster: Cluster, _ entries: [ExtractedCard], _ cards: [Card], _ found: Deduplication
  ) throws {
    let first = entries[cluster.cards[0]].card
    clusterCount += 1
    cardCount += cluster.cards.count
    for place in cluster.cards.dropFirst() {
      let card = entries[place].card
      try members.add(card, first, to: Int(card >> 32))
      try gone.add(card, first)
    }
    let job = stage.job
    if job.plan {
      let text = append(isSame: true, cluster.cards, cluster.links, entries, cards, found)
      try clusters.append([first], text, to: Int(first >> 32))
    }
    if job.merged {
      if !job.plan { line.merge(cluster.cards.map { cards[$0] }) }
      var octets: [UInt8] = []
      CardWriter().write(line.mergedCard, into: &octets)
      try merged.append([first], octets, to: Int(first >> 32))
    }
  }

  private mutating func give(
    _ pair: Pair, _ entries: [ExtractedCard], _ cards: [Card], _ digests: [UInt64],
    _ found: Deduplication
  ) throws {
    let text = append(isSame: false, [pair.left, pair.right], [pair], entries, cards, found)
    let (left, right) = (digests[pair.left], digests[pair.right])
    // The strongest come first.
    let part = 1 << 31 - pair.bits.tenths
    reviewCounts[part, default: 0] += 1
    try reviews.append(
      [
        UInt64(part), min(left, right), max(left, right), entries[pair.left].card,
        entries[pair.right].card,
      ], text, to: part)
  }

  /// Gives what is left.
  mutating func end(_ info: inout StageInfo) throws {
    try members.end()
    try gone.end()
    try clusters.end()
    try merged.end()
    try reviews.end()
    (info.clusters, info.cards) = (clusterCount, cardCount)
    info.reviews = Dictionary(
      uniqueKeysWithValues: reviewCounts.map { ("\($0.key)", $0.value) })
  }
}

/// Makes one card of some that are at hand.
private final class HeldCardMerger: Sendable {
  private let cards: [Card]
  private let merges = StatePool<ClusterMerge>()

  init(_ cards: [Card]) { self.cards = cards }

  /// The card that comes of some cards, or a card by itself, as it is compared.
  func merged(_ places: [Int]) -> Contact {
    guard places.count > 1 else { return Contact(cards[places[0]], keys: DedupeFeatures.keys) }
    var merge = merges.take() ?? ClusterMerge()
    defer { merges.give(merge) }
    merge.merge(places.map { cards[$0] })
    return Contact(merge.card, keys: DedupeFeatures.keys)
  }
}
