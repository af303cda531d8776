/// What octets are written to.
protocol OctetSink: ~Copyable {
  var count: Int { get }
  mutating func append(_ octet: UInt8)
  mutating func append(_ octets: Span<UInt8>)
}

extension OctetSink where Self: ~Copyable {
  @inline(__always)
  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { unsafe append($0.span) }
  }
}

extension [UInt8]: OctetSink {
  /// Appends the octets of a span as one copy.
  package mutating func append(_ octets: Span<UInt8>) {
    unsafe octets.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}

/// Octets that are written one after the other, in memory that is used again.
///
/// An array does the same; this one costs no call where there is room, and nothing to be emptied.
@safe struct OctetBuffer: OctetSink, ~Copyable {
  /// Octets of the memory with which a buffer starts.
  private static var least: Int { 16 }

  private var base: UnsafeMutablePointer<UInt8>
  private var capacity = least
  private(set) var count = 0

  /// Creates an empty buffer.
  init() { unsafe base = .allocate(capacity: OctetBuffer.least) }

  deinit { unsafe base.deallocate() }

  /// Forgets all octets, and keeps the memory.
  mutating func truncate() { count = 0 }

  @inline(__always)
  mutating func append(_ octet: UInt8) {
    if count == capacity { grow(by: 1) }
    unsafe base[count] = octet
    count += 1
  }

  @inline(__always)
  mutating func append(_ octets: Span<UInt8>) {
    let length = octets.count
    if capacity - count < length { grow(by: length) }
    guard length > 0 else { return }
    unsafe octets.withUnsafeBytes { source in
      guard let from = source.baseAddress else { return }
      let to = unsafe UnsafeMutableRawPointer(base + count)
      // Most are few: two words that may overlap hold them.
      if 16...32 ~= length {
        unsafe OctetBuffer.copyEnds(from, to: to, length: length, of: UInt128.self)
      } else if 8..<16 ~= length {
        unsafe OctetBuffer.copyEnds(from, to: to, length: length, of: UInt64.self)
      } else if 4..<8 ~= length {
        unsafe OctetBuffer.copyEnds(from, to: to, length: length, of: UInt32.self)
      } else {
        unsafe to.copyMemory(from: from, byteCount: length)
      }
    }
    count += length
  }

  @inline(__always)
  private static func copyEnds<Word: FixedWidthInteger & BitwiseCopyable>(
    _ from: UnsafeRawPointer, to: UnsafeMutableRawPointer, length: Int, of word: Word.Type
  ) {
    let last = length - MemoryLayout<Word>.size
    let (first, second) = unsafe (
      from.loadUnaligned(as: Word.self), from.loadUnaligned(fromByteOffset: last, as: Word.self)
    )
    unsafe to.storeBytes(of: first, as: Word.self)
    unsafe to.storeBytes(of: second, toByteOffset: last, as: Word.self)
  }

  mutating func append(_ octets: [UInt8]) { append(octets.span) }

  /// Gives the memory back if it is more than so many octets.
  mutating func release(over limit: Int) {
    if capacity > limit { self = OctetBuffer() }
  }

  /// Appends the octets of another buffer.
  mutating func append(_ other: borrowing OctetBuffer) { other.withSpan { append($0) } }

  @inline(__always)
  func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    unsafe body(UnsafeBufferPointer(start: base, count: count).span)
  }

  /// Moves the octets from a place on to another buffer, which forgets its own.
  mutating func move(from start: Int, to other: inout OctetBuffer) {
    other.truncate()
    withSpan { other.append($0.extracting(start..<count)) }
    count = start
  }

  /// Hands all octets to an array.
  func copy(to array: inout [UInt8]) { withSpan { array.append($0) } }

  @inline(never)
  private mutating func grow(by more: Int) {
    let size = max(2 * capacity, count + more, 256)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
    unsafe larger.update(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = larger
    capacity = size
  }
}
