import Files
import SystemPackage
import TestSupport
import Testing

@Suite("FileLock")
struct FileLockTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test("is held by one at a time, and given back when it goes")
  func excludes() throws {
    let path = try directory.write("", to: "book.vcf")
    do {
      let lock = try FileLock(path)
      #expect(throws: FileError(.lock, path, .wouldBlock)) { _ = try FileLock(path, wait: false) }
      _ = consume lock
    }
    #expect(throws: Never.self) { _ = try FileLock(path, wait: false) }
  }

  @Test("locks the folder of a book that is not there yet, and makes nothing in it")
  func locksAbsent() throws {
    let path = directory.path("book.vcf")
    let lock = try FileLock(path)
    #expect(throws: FileError(.lock, path, .wouldBlock)) { _ = try FileLock(path, wait: false) }
    #expect(try directory.names() == [])
    _ = consume lock
  }

  @Test("locks a book that is a folder")
  func locksFolder() throws {
    let lock = try FileLock(directory.path)
    #expect(throws: FileError(.lock, directory.path, .wouldBlock)) {
      _ = try FileLock(directory.path, wait: false)
    }
    _ = consume lock
  }

  @Test("tells when not even the folder is there")
  func tellsMissing() throws {
    let path = directory.path("missing/book.vcf")
    #expect(throws: FileError(.lock, path, .noSuchFileOrDirectory)) { _ = try FileLock(path) }
  }

  @Test("stays held when the book is replaced or made under it", arguments: [true, false])
  func survivesReplacing(exists: Bool) throws {
    let path = directory.path("book.vcf")
    if exists { try directory.write("old", to: "book.vcf") }
    var lock = try FileLock(path)
    for content in ["first", "second"] {
      let file = try AtomicFile(replacing: path)
      try file.writer.write(Array(content.utf8))
      try file.commit(keeping: &lock)
      #expect(try directory.text("book.vcf") == content)
      #expect(throws: FileError(.lock, path, .wouldBlock)) { _ = try FileLock(path, wait: false) }
    }
    _ = consume lock
    #expect(throws: Never.self) { _ = try FileLock(path, wait: false) }
  }

  @Test("once waited for, lies on the file that is there then")
  func followsReplacing() async throws {
    let path = try directory.write("0", to: "book.vcf")
    // Each adds one to the number in the book. With a lock on a file that has been replaced, two
    // would read the same number.
    let threads = (0..<4).map { _ in
      BackgroundResult { Result { for _ in 0..<25 { try self.addOne(path) } } }
    }
    for thread in threads { try await #require(thread.value).get() }
    #expect(try directory.text("book.vcf") == "100")
  }

  private func addOne(_ path: FilePath) throws {
    let lock = try FileLock(path)
    let number = try #require(Int(try directory.text("book.vcf")))
    let file = try AtomicFile(replacing: path)
    try file.writer.write(Array("\(number + 1)".utf8))
    try file.commit(synchronize: false)
    _ = consume lock
  }
}
