/// A gzip stream that is inflated as it comes, RFC 1952.
///
/// ```
/// stream │ member │ member │ … │ zero bytes │ anything else: ignored
/// member │ 1F 8B 08 flags time … │ extra │ name │ comment │ crc16 │ deflate blocks │ crc32 │ length │
/// ```
/// Members that follow one another are one stream, also with zero bytes between them, as tapes have
/// them. It holds a window of 32 KiB and nothing else, however long names or data are.
package struct Inflater: ~Copyable {
  /// How far a call came, in bytes.
  package struct Progress: Hashable, Sendable {
    /// Of the input, from its start.
    package var taken: Int
    /// Put into the buffer.
    package var made: Int

    /// Creates a progress.
    package init(taken: Int, made: Int) {
      self.taken = taken
      self.made = made
    }
  }

  /// What comes next.
  ///
  /// A number says how many bytes of a field are there already.
  private enum State {
    /// ID1, ID2, CM, FLG, MTIME, XFL and OS.
    case header(Int)
    case extraLength(Int)
    case extra
    case name
    case comment
    case headerChecksum(Int)
    case data
    case checksum(Int)
    case length(Int)
    /// A member is over.
    case between
    /// A member is over and a byte 1F came, with which another may begin.
    case first
    case trailing
  }

  /// The flags of RFC 1952 §2.3.1; FTEXT, 1, means nothing for reading.
  private struct Flags: OptionSet {
    let rawValue: UInt8
    static let headerChecksum = Flags(rawValue: 2)
    static let extra = Flags(rawValue: 4)
    static let name = Flags(rawValue: 8)
    static let comment = Flags(rawValue: 16)
    static let reserved = Flags(rawValue: 0xE0)
  }

  private var handle: InflateHandle
  private var state = State.header(0)
  private var flags: Flags = []
  /// A field of several bytes, the least significant of which comes first.
  private var number: UInt32 = 0
  private var extraCount = 0
  private var headerChecksum: UInt32 = 0
  private var dataChecksum: UInt32 = 0
  /// ISIZE is modulo 2³².
  private var dataCount: UInt32 = 0
  private var failure: GzipError?
  /// Bytes of the compressed stream that were taken so far.
  package private(set) var consumed = 0
  /// Where something begins that is no member, after at least one; `nil` while there is nothing.
  ///
  /// Nothing is made from there on.
  package private(set) var trailing: Int?

  /// Creates an inflater at the start of a stream.
  ///
  /// - Throws: An error of kind `outOfMemory`.
  package init() throws(GzipError) {
    guard let handle = InflateHandle() else { throw GzipError(.outOfMemory, at: 0) }
    self.handle = handle
  }

  /// Inflates as much as fits.
  ///
  /// An error waits until everything before it was handed over: the call that meets it returns what
  /// it made, and the next one throws, as do all after it. What is not taken is to be given again;
  /// that is so only when the buffer is full, or ``trailing`` is set.
  ///
  /// - Parameters:
  ///   - input: The next bytes of the stream, any number of them; none at all when the buffer was
  ///     full before, to see what is left.
  ///   - output: Filled from `start` to its end at most; it never grows.
  ///   - start: Where in `output` to begin.
  /// - Returns: What was taken and what was made. Nothing made and room left means that more input
  ///   is needed.
  /// - Throws: What is wrong with the stream.
  package mutating func inflate(
    _ input: Span<UInt8>, into output: inout [UInt8], from start: Int = 0
  ) throws(GzipError) -> Progress {
    if let failure { throw failure }
    var taken = 0
    var made = 0
    loop: while true {
      switch state {
      case .data:
        let step = handle.inflate(
          input.extracting(taken...), into: &output, from: start + made, checksum: &dataChecksum)
        taken += step.taken
        consumed += step.taken
        made += step.made
        dataCount &+= UInt32(truncatingIfNeeded: step.made)
        switch step.result {
        case .goesOn:
          let isFull = start + made == output.count
          if isFull || taken == input.count { break loop }
        case .end: state = .checksum(0)
        case .damaged(let reason): fail(.data(reason), at: consumed)
        case .outOfMemory: fail(.outOfMemory, at: consumed)
        }
      case .trailing: break loop
      default:
        guard taken < input.count else { break loop }
        emit(input[taken])
        // What is no member is not taken.
        if case .trailing = state { break loop }
        taken += 1
        consumed += 1
      }
      if let failure {
        if made > 0 { break }
        throw failure
      }
    }
    return Progress(taken: taken, made: made)
  }

  /// Tells that the stream is at its end, once nothing more is made of what was given.
  ///
  /// - Throws: An error of kind `truncated` when a member is not.
  package mutating func finish() throws(GzipError) {
    if let failure { throw failure }
    switch state {
    case .between, .trailing: return
    case .first:
      trailing = consumed - 1
      state = .trailing
    default:
      fail(.truncated, at: consumed)
      if let failure { throw failure }
    }
  }

  private mutating func fail(_ kind: GzipError.Kind, at offset: Int) {
    failure = GzipError(kind, at: offset)
  }

  // MARK: Headers and trailers

  /// Takes the byte at `consumed`, which is none of the data.
  private mutating func emit(_ byte: UInt8) {
    switch state {
    case .header(let index):
      addToHeader(byte)
      takeHeader(byte, index)
    case .extraLength(let index):
      addToHeader(byte)
      add(byte, index)
      state = .extraLength(1)
      guard index == 1 else { return }
      extraCount = Int(number)
      state = .extra
      if extraCount == 0 { endField(.extra) }
    case .extra:
      addToHeader(byte)
      extraCount -= 1
      if extraCount == 0 { endField(.extra) }
    case .name:
      addToHeader(byte)
      if byte == 0 { endField(.name) }
    case .comment:
      addToHeader(byte)
      if byte == 0 { endField(.comment) }
    case .headerChecksum(let index):
      add(byte, index)
      state = .headerChecksum(1)
      guard index == 1 else { return }
      // RFC 1952 §2.3.1: the two least significant bytes of the CRC-32.
      if number != headerChecksum & 0xFFFF { return fail(.headerChecksum, at: consumed - 1) }
      endField(.headerChecksum)
    case .checksum(let index):
      add(byte, index)
      state = .checksum(index + 1)
      guard index == 3 else { return }
      if number != dataChecksum { return fail(.checksum, at: consumed - 3) }
      state = .length(0)
    case .length(let index):
      add(byte, index)
      state = .length(index + 1)
      guard index == 3 else { return }
      if number != dataCount { return fail(.length, at: consumed - 3) }
      state = .between
    case .between: takeBetween(byte)
    case .first:
      guard byte == 0x8B else {
        trailing = consumed - 1
        state = .trailing
        return
      }
      headerChecksum = 0
      addToHeader(0x1F)
      addToHeader(byte)
      state = .header(2)
    case .data, .trailing: preconditionFailure("only headers and trailers are taken byte by byte")
    }
  }

  private mutating func takeHeader(_ byte: UInt8, _ index: Int) {
    state = .header(index + 1)
    switch index {
    case 0: if byte != 0x1F { fail(.notGzip, at: consumed) }
    case 1: if byte != 0x8B { fail(.notGzip, at: consumed - 1) }
    // 8 is deflate; no other was ever given a number.
    case 2: if byte != 8 { fail(.unknownMethod(byte), at: consumed) }
    case 3:
      flags = Flags(rawValue: byte)
      // RFC 1952 §2.3.1.2: they may mean a field that would be taken for data.
      if !flags.isDisjoint(with: .reserved) { fail(.reservedFlags(byte), at: consumed) }
    case 9: endField([])
    default: break
    }
  }

  private mutating func takeBetween(_ byte: UInt8) {
    switch byte {
    case 0: break
    case 0x1F: state = .first
    default:
      trailing = consumed
      state = .trailing
    }
  }

  /// Goes to the first field that the flags announce after one of them.
  private mutating func endField(_ field: Flags) {
    switch field {
    case [] where flags.contains(.extra): state = .extraLength(0)
    case [] where flags.contains(.name), .extra where flags.contains(.name): state = .name
    case [], .extra, .name:
      if flags.contains(.comment) { state = .comment } else { endField(.comment) }
    case .comment where flags.contains(.headerChecksum): state = .headerChecksum(0)
    default:
      handle.reset()
      headerChecksum = 0
      dataChecksum = 0
      dataCount = 0
      state = .data
    }
  }

  private mutating func addToHeader(_ byte: UInt8) {
    headerChecksum = CRC32.adding(byte, to: headerChecksum)
  }

  private mutating func add(_ byte: UInt8, _ index: Int) {
    if index == 0 { number = 0 }
    number |= UInt32(byte) << (8 * UInt32(index))
  }
}
