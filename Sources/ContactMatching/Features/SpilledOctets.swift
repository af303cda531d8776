// The one file of this module that turns memory into octets and back.

/// Writes arrays of numbers as the octets that they are in memory, for the same process to read.
struct SpillWriter {
  private(set) var octets: [UInt8] = []

  init(capacity: Int) { octets.reserveCapacity(capacity) }

  mutating func append<Value: BitwiseCopyable>(_ values: ArraySlice<Value>) {
    unsafe values.withUnsafeBytes { unsafe octets.append(contentsOf: $0) }
  }
}

/// Reads back what a ``SpillWriter`` wrote.
struct SpillReader {
  private let octets: [UInt8]
  private var offset = 0

  init(_ octets: [UInt8]) { self.octets = octets }

  /// Reads values; as many and of the same kind as were written.
  mutating func read<Value: BitwiseCopyable>(
    _ count: Int, _ kind: Value.Type = Value.self
  ) -> [Value] {
    let size = count * MemoryLayout<Value>.stride
    precondition(count >= 0 && size <= octets.count - offset, "what is read was written")
    let start = offset
    offset += size
    return unsafe [Value](unsafeUninitializedCapacity: count) { buffer, filled in
      unsafe octets.withUnsafeBytes { all in
        unsafe UnsafeMutableRawBufferPointer(buffer)
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: all[start..<start + size]))
      }
      filled = count
    }
  }
}
