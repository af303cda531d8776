import Files
import Synchronization
import VCard

/// The texts of the cards: in memory while they are few, in a temporary file after.
struct CardTexts: ~Copyable {
  /// Octets of all texts.
  private(set) var count = 0

  /// Texts in memory, and where each starts.
  private var pieces: [[UInt8]] = []
  private var starts: [Int] = []
  private var file: TemporaryFile?

  /// Octets in memory.
  var memory: Int { file == nil ? count : 0 }

  /// Appends texts; the place where they start is the count before.
  mutating func append(_ text: consuming [UInt8]) throws(FileError) {
    if let file {
      count += text.count
      return try file.append(text)
    }
    starts.append(count)
    count += text.count
    pieces.append(text)
  }

  /// Moves what is in memory to a file, and has what comes follow it there.
  mutating func moveToFile() throws(FileError) {
    guard file == nil else { return }
    let file = try TemporaryFile()
    for piece in pieces { try file.append(piece) }
    pieces = []
    starts = []
    self.file = file
  }

  /// Hands over the texts at some places, in their order.
  ///
  /// - Parameters:
  ///   - sorter: Knows the places.
  ///   - body: Receives each text.
  /// - Throws: What `body` throws; a failure that ends with 74 when a file cannot be read.
  consuming func forEach(
    by sorter: consuming ExternalSorter, _ body: (Span<UInt8>) throws -> Void
  ) throws {
    guard let file else {
      return try sorter.forEachPlace { place in
        let index = CardTexts.piece(at: place.offset, starts)
        let start = place.offset - starts[index]
        let all = pieces.span
        try body(all[index].span.extracting(start..<start + place.count))
      }
    }
    pieces = []
    try file.finishAppending()
    var reading = TextReading(file)
    try sorter.forEachPlace { try reading.add($0, body) }
    try reading.finish(body)
  }

  /// Texts that a thread takes at a time.
  private static let batchSize = 1024
  /// How often a thread takes so many before what it made of them is handed over.
  private static let batchesAtOnce = 16

  /// Hands over what several threads make of the texts at some places, in their order.
  ///
  /// - Parameters:
  ///   - sorter: Knows the places.
  ///   - threads: How many threads work where the texts are in memory.
  ///   - make: Appends what is made of a text.
  ///   - deliver: Receives what was made of some texts after the others.
  /// - Throws: What `deliver` throws; a failure that ends with 74 when a file cannot be read.
  consuming func forEach(
    by sorter: consuming ExternalSorter, threads: Int,
    _ make: @Sendable (Span<UInt8>, inout [UInt8]) -> Void,
    deliver: (Span<UInt8>) throws -> Void
  ) throws {
    guard file == nil else {
      var made: [UInt8] = []
      return try forEach(by: sorter) { text in
        made.removeAll(keepingCapacity: true)
        make(text, &made)
        try deliver(made.span)
      }
    }
    let (pieces, starts) = (pieces, starts)
    let merger = Mutex((number: 0, places: try sorter.merged()))
    while true {
      // One thread looks for the next places while others make something of theirs.
      let made = try OrderedTasks.map(0..<threads * CardTexts.batchesAtOnce, threads: threads) {
        _ in
        let (number, places) = try merger.withLock { merger throws(FileError) in
          merger.number += 1
          return (merger.number, try merger.places.next(CardTexts.batchSize))
        }
        var made: [UInt8] = []
        let all = pieces.span
        for place in places {
          let index = CardTexts.piece(at: place.offset, starts)
          let start = place.offset - starts[index]
          make(all[index].span.extracting(start..<start + place.count), &made)
        }
        return (number: number, count: places.count, octets: made)
      }.sorted { $0.number < $1.number }
      for made in made { try deliver(made.octets.span) }
      if made.contains(where: { $0.count < CardTexts.batchSize }) { return }
    }
  }

  /// The piece in memory in which a text stands.
  private static func piece(at offset: Int, _ starts: [Int]) -> Int {
    var low = 0
    var high = starts.count
    // The last piece that does not start after it.
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }
}

/// Reads texts from a file in an order that jumps about in it.
///
/// Many places are looked at together. They are read as they lie in the file, and what lies close
/// together at once; then they are handed over in their order.
private struct TextReading {
  /// Octets of text that are read for one look.
  private static let batchSize = 8 * 1024 * 1024
  /// Octets read at once.
  private static let readSize = 256 * 1024

  private let file: TemporaryFile
  private var places: [TextPlace] = []
  private var size = 0
  /// What was read, and where in it each text starts.
  private var buffers: [[UInt8]] = []
  private var found: [(buffer: Int, start: Int)] = []

  init(_ file: TemporaryFile) { self.file = file }

  mutating func add(_ place: TextPlace, _ body: (Span<UInt8>) throws -> Void) throws {
    places.append(place)
    size += place.count
    if size >= TextReading.batchSize { try finish(body) }
  }

  /// Hands over the texts added so far.
  mutating func finish(_ body: (Span<UInt8>) throws -> Void) throws {
    let order = places.indices.sorted { places[$0].offset < places[$1].offset }
    found.removeAll(keepingCapacity: true)
    found.append(contentsOf: repeatElement((buffer: 0, start: 0), count: places.count))
    var used = 0
    var first = 0
    while first < order.count {
      let start = places[order[first]].offset
      var end = start + places[order[first]].count
      var next = first + 1
      while next < order.count {
        let place = places[order[next]]
        // At most as much again is read as is wanted: to read it costs less than to ask twice.
        guard place.offset - end <= place.count,
          place.offset + place.count - start <= TextReading.readSize
        else { break }
        end = place.offset + place.count
        next += 1
      }
      if used == buffers.count { buffers.append([]) }
      buffers[used].resize(to: end - start)
      try file.read(at: start, into: &buffers[used])
      for index in order[first..<next] {
        found[index] = (used, places[index].offset - start)
      }
      used += 1
      first = next
    }
    for (place, found) in zip(places, found) {
      let buffer = buffers[found.buffer]
      try body(buffer.span.extracting(found.start..<found.start + place.count))
    }
    places.removeAll(keepingCapacity: true)
    size = 0
    // A large card is rare, and its room would stay for all that follows.
    for index in 0..<used where buffers[index].count > TextReading.readSize { buffers[index] = [] }
  }
}
