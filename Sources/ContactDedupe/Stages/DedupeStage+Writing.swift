import CardFormats
import ContactMatching
import Files
import VCard

extension DedupeStage {
  /// Stage `numbers`: which cards are no first ones of their clusters.
  func number(_ info: inout StageInfo) throws {
    var marks = job.splits.map { [UInt64](repeating: 0, count: ($0.cards + 63) / 64) }
    try forEachFrame([.gone]) { frame in
      try EdgeBlobs.forEach(frame.octets, job: job.number) { card, _ in
        let (split, place) = (Int(card >> 32), Int(card & 0xFFFF_FFFF))
        guard split < job.splits.count, place < job.splits[split].cards else {
          throw BlobError.damaged
        }
        marks[split][place / 64] |= 1 << UInt64(place % 64)
      }
    }
    try writeOutput { info.clusters = try ClusterNumbers.write(marks, job, to: $0) }
  }

  private func numbers() throws -> ClusterNumbers {
    try ClusterNumbers(path(.numbers), of: job)
  }

  private func spooled(_ tag: Frame.Tag) throws -> LineSpool {
    var spool = try LineSpool()
    try forEachFrame([tag]) { try spool.append($0.octets, of: job.number) }
    return spool
  }

  /// Stage `clusters`: the lines of the clusters whose first cards are of a split.
  func writeClusters(_ info: inout StageInfo) throws {
    let numbers = try numbers()
    let names = PlanLine.InputNames(job.inputs.map(\.file))
    var spool = try spooled(.clusters)
    info.lines = spool.count
    try writeOutput { writer in
      try spool.forEach { key, text in
        guard let first = key.first else { throw BlobError.damaged }
        try append(text, try numbers.number(ofFirst: first), names, to: writer)
      }
    }
  }

  /// Stage `reviews`: the lines of pairs to review, some of them one after the other.
  func writeReviews(_ info: inout StageInfo) throws {
    var number = try numbers().count + arguments.first
    let names = PlanLine.InputNames(job.inputs.map(\.file))
    var spool = try spooled(.reviews)
    info.lines = spool.count
    try writeOutput { writer in
      try spool.forEach { _, text in
        try append(text, number, names, to: writer)
        number += 1
      }
    }
  }

  /// Writes a line of a plan that was written briefly, with its number.
  private func append(
    _ brief: [UInt8], _ number: Int, _ names: PlanLine.InputNames, to writer: BufferedWriter
  ) throws {
    try writer.append { json in
      PlanLine.begin(number, to: &json)
      try PlanLine.expand(brief, names, to: &json)
    }
  }

  /// Cards of a frame of a list.
  private static let listSize = 1 << 16

  /// Stage `list`: the cluster of each card of a split.
  func writeList(_ info: inout StageInfo) throws {
    let table = try places()
    let numbers = try numbers()
    var clusters = [Int](repeating: -1, count: table.count)
    try forEachFrame([.members]) { frame in
      try EdgeBlobs.forEach(frame.octets, job: job.number) { card, first in
        let place = Int(card & 0xFFFF_FFFF)
        guard card >> 32 == UInt64(arguments.task), place < clusters.count else {
          throw BlobError.damaged
        }
        clusters[place] = try numbers.number(ofFirst: first)
      }
    }
    let own = UInt64(arguments.task) << 32
    for card in clusters.indices where clusters[card] < 0 {
      clusters[card] = try numbers.number(ofFirst: own | UInt64(card))
    }
    info.cards = table.count
    var rows: [(input: Int, number: Int, cluster: Int)] = []
    let ranges = try split.ranges
    guard job.table || ranges.count == table.inputs.count else { throw BlobError.damaged }
    func end() throws {
      var blob = BlobWriter()
      blob.append(UInt32(rows.count))
      for row in rows { blob.append(UInt32(row.input)) }
      for row in rows { blob.append(UInt32(row.number)) }
      for row in rows { blob.append(UInt64(row.cluster)) }
      rows.removeAll(keepingCapacity: true)
      try give(.table, arguments.task, blob.take())
    }
    func forEachRow(_ body: (_ input: Int, _ number: Int, _ cluster: Int) throws -> Void) throws {
      for (index, input) in table.inputs.enumerated() {
        for card in input.cards {
          let (place, first) =
            job.table ? (index, 0) : (ranges[index].input, ranges[index].first ?? 0)
          try body(place, first + table.number(of: card), clusters[card])
        }
      }
    }
    try forEachRow {
      rows.append(($0, $1, $2))
      if rows.count == Self.listSize { try end() }
    }
    if !rows.isEmpty { try end() }
    guard arguments.output != nil, !job.table else { return }
    let names = job.inputs.map { visible($0.file) }
    try writeOutput { writer in
      try forEachRow { input, number, cluster in
        try writer.append { row in
          row.append(names[input])
          row.append(UInt8(ascii: "\t"))
          row.append(decimal: number)
          row.append(UInt8(ascii: "\t"))
          row.append(decimal: cluster)
          row.append(UInt8(ascii: "\n"))
        }
      }
    }
  }

  /// Stage `merge`: the inputs of a split with each cluster as one card, as `dedupe run` writes them.
  ///
  /// The outputs of all splits, one after the other, are that of the whole book.
  func writeMerged(_ info: inout StageInfo) throws {
    let places = try places()
    var isMerged = [Bool](repeating: false, count: places.count)
    var cards = try LineSpool()
    var rows: [[UInt8]] = []
    try forEachRow([.members, .merged]) {
      rows.append($0)
    } other: { frame in
      if frame.tag == .merged { return try cards.append(frame.octets, of: job.number) }
      try EdgeBlobs.forEach(frame.octets, job: job.number) { card, _ in
        isMerged[try place(card, below: places.count)] = true
      }
    }
    let table = try stored(places, rows)
    for key in cards.keys { isMerged[try place(key.first ?? .max, below: places.count)] = true }
    try writeOutput { writer in
      var merge = MergeOutput(table, isMerged, to: writer, follows: arguments.task > 0)
      try cards.forEach { key, octets in
        try merge.write(octets, before: Int((key.first ?? 0) & 0xFFFF_FFFF))
      }
      try merge.finish()
      // What comes next is of another input, unless this one goes on there.
      let end = try split.ranges.last
      let isCut = end.map { $0.end < job.inputs[$0.input].size } ?? false
      if arguments.task < job.splits.count - 1, !isCut { try merge.close() }
    }
    try table.checkInputs()
    info.cards = isMerged.count { !$0 } + cards.count
  }

  /// The place in the split of one of its cards.
  private func place(_ card: UInt64, below count: Int) throws -> Int {
    let place = Int(card & 0xFFFF_FFFF)
    guard card >> 32 == UInt64(arguments.task), place < count else { throw BlobError.damaged }
    return place
  }

  /// The cards of the split, which can be read again: those of files in their places, others in a spool.
  private func stored(_ places: CardTable, _ rows: [[UInt8]]) throws -> CardTable {
    let ranges = try split.ranges
    guard places.inputs.count == (job.table ? rows.count : ranges.count) else {
      throw job.table ? DedupeError.changed(job.inputs[0].file) : BlobError.damaged
    }
    var table = CardTable(decoding: decoding)
    let spool = try TemporaryFile()
    func append(_ card: Int, at start: Int? = nil) {
      let place = places.range(of: card)
      table.append(
        start: start ?? place.lowerBound, length: place.count, number: places.number(of: card),
        missingEnds: places.missingEnds(of: card), lacksBegin: places.lacksBegin(card))
    }
    for (index, input) in places.inputs.enumerated() {
      let number = job.table ? 0 : ranges[index].input
      let known = job.inputs[number]
      var entry = CardTable.Input(name: known.file, first: table.count)
      entry.isSpooled = job.table || known.whole
      if !job.table { entry.file = try job.open(number) }
      if !entry.isSpooled { entry.part = ranges[index].start..<ranges[index].end }
      table.inputs.append(entry)
      if job.table {
        for card in input.cards {
          let place = places.range(of: card)
          guard place.upperBound <= rows[index].count else {
            throw DedupeError.changed(known.file)
          }
          append(card, at: spool.count)
          try spool.append(Array(rows[index][place]))
        }
      } else if known.whole {
        var rest = input.cards
        try whole.read(known.file, job.options, CardPicker()) { piece in
          piece.diagnostics = []
          for (place, octets) in piece.result {
            guard let card = rest.first, places.number(of: card) == place + piece.origin.cards,
              octets.count == places.range(of: card).count
            else { continue }
            rest.removeFirst()
            append(card, at: spool.count)
            try spool.append(octets)
          }
        }
        guard rest.isEmpty else { throw DedupeError.changed(known.file) }
      } else {
        for card in input.cards { append(card) }
      }
    }
    try spool.finishAppending()
    table.spool = spool.readable
    return table
  }

  /// Stage `header`: the first line of the plan.
  func writeHeader(_ info: inout StageInfo) throws {
    var counts = (compared: 0, clusters: 0, cards: 0, reviews: 0)
    var skipped: [String: SkippedBlocks] = [:]
    var digests = [String](repeating: "", count: job.inputs.count)
    try forEachFrame([.info]) { frame in
      let info = try StageInfo(frame.octets)
      counts.compared += info.compared ?? 0
      if info.stage == Name.resolve.rawValue {
        counts.clusters += info.clusters ?? 0
        counts.cards += info.cards ?? 0
        counts.reviews += info.reviews?.values.reduce(0, +) ?? 0
      }
      for more in info.skipped ?? [] {
        skipped[more.kind, default: SkippedBlocks(kind: more.kind)].add(
          blocks: more.blocks, largest: more.largest, pairs: more.pairs)
      }
      for (name, digest) in info.digests ?? [:] {
        if let input = Int(name), digests.indices.contains(input) { digests[input] = digest }
      }
    }
    var cards = [Int](repeating: 0, count: job.inputs.count)
    for range in job.splits.flatMap(\.ranges) { cards[range.input] += range.cards ?? 0 }
    let all = SkippedBlocks.kinds.compactMap { skipped[$0] }
    let header = PlanHeader(
      inputs: job.inputs.indices.map { (job.inputs[$0].file, digests[$0], cards[$0]) },
      clusters: counts.clusters, reviews: counts.reviews, compared: counts.compared, skipped: all,
      thresholds: DedupePlan.Thresholds(try job.weights()))
    try writeOutput { try $0.append { header.append(folder: arguments.folder, to: &$0) } }
    (info.cards, info.clusters) = (job.cards, counts.clusters)
    (info.duplicates, info.compared) = (counts.cards, counts.compared)
    info.pairs = counts.reviews
    info.skipped = .init(all)
  }
}
