import ContactStore
import Files
import SystemPackage
import TestSupport
import Testing
import VCardCommands

@Suite("ByteSource of what is compressed, and of what comes bit by bit")
struct CompressedSourceTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// A pipe with a name that stays open for writing while the object lives.
  private final class Pipe {
    let path: FilePath
    private var descriptor: FileDescriptor?

    init(_ path: FilePath) throws {
      self.path = path
      try TestSystem.makeFIFO(path)
      // For both, or opening would wait for a reader.
      descriptor = try FileDescriptor.open(path, .readWrite)
    }

    func write(_ bytes: some Sequence<UInt8>) throws {
      _ = try descriptor?.writeAll(Array(bytes))
    }

    func close() throws {
      try descriptor?.close()
      descriptor = nil
    }

    deinit { try? descriptor?.close() }
  }

  /// A gzip stream with one stored block a part, so that every byte of it is known.
  private static func gzip(_ parts: [String], isWhole: Bool = true) -> [UInt8] {
    var bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
    for part in parts {
      let count = UInt8(part.utf8.count)
      bytes += [0, count, 0, ~count, 0xFF] + Array(part.utf8)
    }
    return isWhole ? bytes + [1, 0, 0, 0xFF, 0xFF] : bytes
  }

  /// `Kate\n` by gzip 1.12.
  private static let kate: [UInt8] = [
    0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0xF3, 0x4E, 0x2C, 0x49, 0xE5, 0x02,
    0x00, 0x53, 0xB8, 0x3C, 0xC1, 0x05, 0x00, 0x00, 0x00,
  ]

  private func text(of source: inout ByteSource, room: Int) throws -> String {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0xAA, count: room + 3)
    while case let count = try source.read(into: &buffer, from: 3), count > 0 {
      all += buffer[3..<3 + count]
    }
    #expect(buffer.count == room + 3 && buffer[..<3] == [0xAA, 0xAA, 0xAA])
    #expect(try source.read(into: &buffer, from: 3) == 0)
    return String(decoding: all, as: UTF8.self)
  }

  @Test(
    "inflates gzip whatever its name, and counts the bytes of the file",
    arguments: ["a.vcf", "a.vcf.gz", "a"], [1, 2, 4, 5, 100])
  func inflates(name: String, room: Int) throws {
    let path = try directory.write(Self.kate + [0, 0] + Self.kate, to: name)
    var source = try ByteSource(.file(path))
    #expect(source.size == Self.kate.count * 2 + 2 && source.consumed == 0)
    #expect(try text(of: &source, room: room) == "Kate\nKate\n")
    #expect(source.isCompressed == true)
    #expect(source.consumed == source.size)
    #expect(source.remark == nil)
  }

  @Test(
    "leaves what only begins like gzip as it is",
    arguments: ["", "\u{1F}", "\u{1F}\u{1F}", "\u{1F}A long text", "K", "Kate"], [1, 2, 100])
  func plain(content: String, room: Int) throws {
    let path = try directory.write(content, to: "a")
    var source = try ByteSource(.file(path))
    #expect(try text(of: &source, room: room) == content)
    #expect(source.isCompressed == false)
    #expect(source.consumed == content.utf8.count)
  }

  @Test("hands over what has arrived and waits for no more", arguments: [1, 2, 3, 5, 100])
  func arrives(room: Int) throws {
    let pipe = try Pipe(directory.path("pipe"))
    var source = try ByteSource(.file(pipe.path))
    var buffer = [UInt8](repeating: 0, count: room)
    #expect(source.size == nil)
    #expect(source.hasMoreNow == false)
    for part in ["Kate", " ", "Bell"] {
      try pipe.write(part.utf8)
      var read: [UInt8] = []
      while source.hasMoreNow {
        let count = try source.read(into: &buffer, from: 0)
        #expect(count > 0)
        read += buffer[..<count]
      }
      #expect(String(decoding: read, as: UTF8.self) == part)
    }
    #expect(source.consumed == 9)
    try pipe.close()
    #expect(source.hasMoreNow == true)
    #expect(try source.read(into: &buffer, from: 0) == 0)
    #expect(source.hasMoreNow == true)
  }

  @Test("inflates what has arrived, waits for no more, and knows when it would", arguments: 1...12)
  func arrivesCompressed(room: Int) throws {
    let pipe = try Pipe(directory.path("pipe"))
    var source = try ByteSource(.file(pipe.path))
    var buffer = [UInt8](repeating: 0, count: room)
    func drain() throws -> String {
      var read: [UInt8] = []
      while source.hasMoreNow {
        let count = try source.read(into: &buffer, from: 0)
        guard count > 0 else { break }
        read += buffer[..<count]
      }
      return String(decoding: read, as: UTF8.self)
    }
    // The first read has to know what it is.
    try pipe.write(Self.gzip(["Kate "], isWhole: false))
    #expect(try drain() == "Kate ")
    #expect(source.isCompressed == true)
    // Parts of a block's head give nothing yet.
    let next = Self.gzip(["Bell, Pier 9"], isWhole: false).dropFirst(10)
    for byte in next.prefix(5) {
      try pipe.write([byte])
      #expect(source.hasMoreNow == false)
    }
    try pipe.write(next.dropFirst(5))
    #expect(try drain() == "Bell, Pier 9")
    // The last block, without a checksum behind it.
    try pipe.write(Self.gzip([]).dropFirst(10))
    #expect(source.hasMoreNow == false)
    try pipe.close()
    #expect(source.hasMoreNow == true)
    let failure = #expect(throws: CommandFailure.self) {
      _ = try source.read(into: &buffer, from: 0)
    }
    #expect(failure?.exitCode == .data)
    #expect(
      failure?.message
        == "\(pipe.path): the compressed data ends too soon, after \(source.consumed) bytes")
  }

  @Test("knows gzip by bytes that come one by one", arguments: [1, 4, 100])
  func byteByByte(room: Int) async throws {
    let pipe = try Pipe(directory.path("pipe"))
    var source = try ByteSource(.file(pipe.path))
    let descriptor = try FileDescriptor.open(pipe.path, .readWrite)
    try pipe.close()
    let sent = BackgroundResult {
      Result {
        defer { try? descriptor.close() }
        for byte in Self.kate {
          _ = try descriptor.writeAll([byte])
          // The next one comes when this one was read.
          while try SystemCalls.isReadable(descriptor) {}
        }
      }
    }
    #expect(try text(of: &source, room: room) == "Kate\n")
    #expect(source.consumed == Self.kate.count)
    try await sent.value?.get()
  }

  @Test("throws damage after what came before it, and again and again")
  func damage() throws {
    var bytes = Self.kate
    bytes[18] ^= 1
    let path = try directory.write(bytes, to: "a.gz")
    var source = try ByteSource(.file(path))
    var buffer = [UInt8](repeating: 0, count: 100)
    #expect(try source.read(into: &buffer, from: 0) == 5)
    let failure = CommandFailure(
      .data,
      "\(path): the compressed data is damaged: what it gave does not fit the checksum at byte 17")
    for _ in 0..<2 {
      #expect(source.hasMoreNow == true)
      #expect(throws: failure) { _ = try source.read(into: &buffer, from: 0) }
      #expect(throws: failure) { _ = try source.withNextPiece { _ in } }
    }
  }

  @Test("says what it ignored behind the data")
  func trailing() throws {
    let path = try directory.write(Self.kate + [0, 0, 0] + Array("more".utf8), to: "a.gz")
    var source = try ByteSource(.file(path))
    #expect(try text(of: &source, room: 3) == "Kate\n")
    #expect(
      source.remark == "what follows the compressed data, from byte 28 on, is none and was ignored")
  }
}
