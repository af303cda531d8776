import Files
import SystemPackage
import TestSupport
import Testing

@Suite("SystemCalls")
struct SystemCallsTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test("lists a folder without . and .., with names byte for byte, in the order of bytes")
  func lists() throws {
    for name in ["b.vcf", "a.vcf", "ä.vcf", "Z.vcf", ".hidden"] {
      try directory.write("", to: name)
    }
    try directory.makeFolder("folder")
    try directory.makeLink("link", to: "nowhere")
    // ISO 8859-1 "ö", as old systems left it.
    let irregular = TestSystem.name([0xF6, 0x2E, 0x76, 0x63, 0x66])
    try SystemCalls.close(
      SystemCalls.open(
        directory.path.appending(irregular), .writeOnly, options: .create,
        permissions: .ownerReadWrite))
    let entries = try SystemCalls.entries(of: directory.path).sorted()
    let ascii = [".hidden", "Z.vcf", "a.vcf", "b.vcf", "folder", "link", "ä.vcf"]
    #expect(entries.map(\.name.string) == ascii + ["\u{FFFD}.vcf"])
    #expect(entries.last?.name == irregular)
    #expect(entries.first { $0.name.string == "folder" }?.type == .directory)
    #expect(entries.first { $0.name.string == "link" }?.type == nil)
  }

  @Test("lists more entries than one system call yields")
  func listsMany() throws {
    for number in 0..<3000 { try directory.write("", to: "\(number)") }
    let names = try SystemCalls.entries(of: directory.path).map(\.name.string)
    #expect(Set(names) == Set((0..<3000).map { String($0) }))
    #expect(names.count == 3000)
  }

  @Test("says why a folder cannot be listed")
  func listsErrors() throws {
    let file = try directory.write("", to: "file")
    #expect(throws: Errno.notDirectory) { try SystemCalls.entries(of: file) }
    #expect(throws: Errno.noSuchFileOrDirectory) {
      try SystemCalls.entries(of: directory.path("missing"))
    }
  }

  @Test("writes everything into a pipe that takes it in pieces and does not wait")
  func writesToNonBlockingPipe() async throws {
    let (reader, writer) = try FileDescriptor.pipe()
    try TestSystem.makeNonBlocking(reader)
    try TestSystem.makeNonBlocking(writer)
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 251) }
    let received = BackgroundResult {
      var all: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 10_000)
      while let count = try? SystemCalls.read(reader, into: &buffer), count > 0 {
        all += buffer[..<count]
      }
      return all
    }
    try SystemCalls.write(bytes.span, to: writer)
    try SystemCalls.close(writer)
    let isSame = await received.value == bytes
    #expect(isSame)
    try SystemCalls.close(reader)
  }

  @Test("reads from a place, up to the end of the file")
  func readsAtOffset() throws {
    let path = try directory.write("0123456789", to: "a")
    let file = try SystemCalls.open(path, .readOnly)
    defer { try? SystemCalls.close(file) }
    var buffer = [UInt8](repeating: 0, count: 4)
    #expect(try SystemCalls.read(file, at: 3, into: &buffer) == 4)
    #expect(buffer == Array("3456".utf8))
    #expect(try SystemCalls.read(file, at: 8, into: &buffer) == 2)
    #expect(Array(buffer[..<2]) == Array("89".utf8))
    #expect(try SystemCalls.read(file, at: 10, into: &buffer) == 0)
  }
}
