import ContactMatching
import Files

/// Lines with what puts them in order, for each part of them.
struct LineBlobs {
  private let job: UInt64
  private let sink: BlobSink
  private var blobs: [Int: BlobWriter] = [:]

  /// Octets of a blob that is given before all lines have come.
  private static let size = 1 << 19

  init(_ job: UInt64, _ sink: @escaping BlobSink) { (self.job, self.sink) = (job, sink) }

  /// Adds a line.
  ///
  /// - Parameters:
  ///   - key: What puts it in order: always as many numbers.
  ///   - text: The line.
  ///   - part: The part.
  /// - Throws: What the sink throws.
  mutating func append(_ key: [UInt64], _ text: [UInt8], to part: Int) throws {
    var blob = BlobWriter()
    // Taken out, so that it is not copied.
    swap(&blob, &blobs[part, default: BlobWriter(of: job)])
    blob.append(packed: key.count)
    for number in key { blob.append(number) }
    blob.append(counted: text)
    if blob.count >= Self.size {
      try sink(part, blob.take())
      blobs[part] = nil
    } else {
      swap(&blob, &blobs[part, default: BlobWriter()])
    }
  }

  /// Gives what is left.
  mutating func end() throws {
    for part in blobs.keys.sorted() {
      if var blob = blobs[part] { try sink(part, blob.take()) }
    }
    blobs = [:]
  }
}

/// Lines of ``LineBlobs`` in their order; the lines themselves are in a temporary file.
struct LineSpool {
  private let spool: TemporaryFile
  private var lines: [(key: [UInt64], start: Int, length: Int)] = []

  init() throws { spool = try TemporaryFile() }

  var count: Int { lines.count }

  /// What puts the lines in order, in the order in which they came.
  var keys: [[UInt64]] { lines.map(\.key) }

  /// Takes in the lines of a blob.
  mutating func append(_ octets: [UInt8], of job: UInt64) throws {
    var blob = try BlobReader(octets, of: job)
    while !blob.isAtEnd {
      var key: [UInt64] = []
      for _ in 0..<(try blob.count(ofAtLeast: 8)) { key.append(try blob.number64()) }
      let text = try blob.counted()
      lines.append((key, spool.count, text.count))
      try spool.append(Array(text))
    }
  }

  /// Hands over all lines in their order.
  mutating func forEach(_ body: (_ key: [UInt64], _ text: [UInt8]) throws -> Void) throws {
    try spool.finishAppending()
    lines.sort { $0.key.lexicographicallyPrecedes($1.key) }
    for (key, start, length) in lines {
      var text = [UInt8](repeating: 0, count: length)
      try spool.read(at: start, into: &text)
      try body(key, text)
    }
  }
}
