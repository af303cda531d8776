import Files
import SystemPackage
import TestSupport
import Testing

@Suite("AtomicFile")
struct AtomicFileTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test("makes a file that was not there, and leaves nothing beside it")
  func makes() throws {
    let file = try AtomicFile(replacing: directory.path("new.vcf"))
    try file.writer.write(Array("abc".utf8))
    #expect(try directory.names() != ["new.vcf"])
    try file.commit()
    #expect(try directory.names() == ["new.vcf"])
    #expect(try directory.text("new.vcf") == "abc")
  }

  @Test("shows the old content until the commit, and the new content after it")
  func replaces() throws {
    let path = try directory.write("old", to: "a.vcf")
    let file = try AtomicFile(replacing: path)
    try file.writer.write([UInt8](repeating: 0x41, count: BufferedWriter.capacity * 2))
    #expect(try directory.text("a.vcf") == "old")
    try file.commit()
    #expect(try directory.bytes("a.vcf").count == BufferedWriter.capacity * 2)
    #expect(try directory.names() == ["a.vcf"])
  }

  @Test("can be read from the file that it replaces, while it replaces it")
  func readsItself() throws {
    let path = try directory.write("0123456789", to: "a.vcf")
    let reader = try SystemCalls.open(path, .readOnly)
    defer { try? SystemCalls.close(reader) }
    let file = try AtomicFile(replacing: path)
    var buffer: [UInt8] = [0, 0, 0, 0]
    var count = try SystemCalls.read(reader, into: &buffer)
    while count > 0 {
      try file.writer.write(Array(buffer[..<count]) + Array(buffer[..<count]))
      count = try SystemCalls.read(reader, into: &buffer)
    }
    try file.commit()
    #expect(try directory.text("a.vcf") == "01230123456745678989")
  }

  @Test("leaves the old file and removes its own when it goes without a commit")
  func discards() throws {
    let path = try directory.write("old", to: "a.vcf")
    do {
      let file = try AtomicFile(replacing: path)
      try file.writer.write(Array("new".utf8))
      #expect(try directory.names().count == 2)
    }
    #expect(try directory.names() == ["a.vcf"])
    #expect(try directory.text("a.vcf") == "old")
  }

  @Test("writes what is appended in place")
  func appends() throws {
    let file = try AtomicFile(replacing: directory.path("a.vcf"))
    try file.writer.append { $0 += Array("abc".utf8) }
    try file.writer.write(Array("def".utf8))
    try file.writer.append {
      $0.append(contentsOf: repeatElement(0x2E, count: BufferedWriter.capacity))
    }
    try file.commit()
    let bytes = try directory.bytes("a.vcf")
    #expect(bytes.starts(with: Array("abcdef..".utf8)))
    #expect(bytes.count == 6 + BufferedWriter.capacity)
  }

  @Test("keeps the permissions of the old file", arguments: [0o600, 0o640, 0o664, 0o777])
  func keepsPermissions(mode: Int) throws {
    let path = try directory.write("old", to: "a.vcf")
    try TestSystem.setPermissions(mode, of: path)
    let file = try AtomicFile(replacing: path)
    try file.commit()
    #expect(Int(try Stat(path).permissions.rawValue) == mode)
  }

  @Test("lets nobody else read the new content of a private file before the commit")
  func isPrivateMeanwhile() throws {
    let path = try directory.write("old", to: "a.vcf")
    try TestSystem.setPermissions(0o600, of: path)
    let file = try AtomicFile(replacing: path)
    let sibling = try #require(try directory.names().first { $0 != "a.vcf" })
    #expect(try Stat(directory.path(sibling)).permissions == .ownerReadWrite)
    file.discard()
  }

  @Test("gives a new file what the umask leaves, as any program does")
  func obeysUmask() throws {
    try directory.write("", to: "ordinary")
    let ordinary = try Stat(directory.path("ordinary")).permissions
    try AtomicFile(replacing: directory.path("new.vcf")).commit()
    #expect(try Stat(directory.path("new.vcf")).permissions == ordinary)
  }

  @Test(
    "replaces the file that a symbolic link leads to, and keeps the link",
    arguments: ["target.vcf", "folder/target.vcf", "chain"])
  func followsLinks(target: String) throws {
    try directory.makeFolder("folder")
    try directory.makeLink("folder/link.vcf", to: "target.vcf")
    try directory.makeLink("chain", to: "folder/link.vcf")
    try directory.makeLink("a.vcf", to: target)
    try directory.write("old", to: "a.vcf")
    let file = try AtomicFile(replacing: directory.path("a.vcf"))
    try file.writer.write(Array("new".utf8))
    try file.commit()
    #expect(try Stat(directory.path("a.vcf"), followTargetSymlink: false).type == .symbolicLink)
    let place = target == "chain" ? "folder/target.vcf" : target
    #expect(try Stat(directory.path(place), followTargetSymlink: false).type == .regular)
    #expect(try directory.text(place) == "new")
  }

  @Test("makes the file that a dangling link names, as opening it would")
  func followsDanglingLink() throws {
    try directory.makeLink("a.vcf", to: "target.vcf")
    try AtomicFile(replacing: directory.path("a.vcf")).commit()
    #expect(try directory.names() == ["a.vcf", "target.vcf"])
    #expect(try Stat(directory.path("a.vcf"), followTargetSymlink: false).type == .symbolicLink)
  }

  @Test("gives up on links that lead in a circle")
  func refusesLinkCircle() throws {
    try directory.makeLink("a.vcf", to: "b.vcf")
    try directory.makeLink("b.vcf", to: "a.vcf")
    #expect(throws: FileError(.create, directory.path("a.vcf"), .tooManySymbolicLinkLevels)) {
      try AtomicFile(replacing: directory.path("a.vcf"))
    }
  }

  @Test("refuses what is not a regular file, and names the reason")
  func refusesOthers() throws {
    #expect(throws: FileError(.create, directory.path, .isDirectory)) {
      try AtomicFile(replacing: directory.path)
    }
    #expect(throws: FileError(.create, "/dev/null", .invalidArgument)) {
      try AtomicFile(replacing: "/dev/null")
    }
    let missing = directory.path("missing/a.vcf")
    let error = #expect(throws: FileError.self) { try AtomicFile(replacing: missing) }
    #expect(error == FileError(.create, missing, .noSuchFileOrDirectory))
    #expect(error?.description == "cannot create \(missing): No such file or directory")
  }

  @Test("makes a sibling for the longest name a directory can hold")
  func takesLongNames() throws {
    let name = String(repeating: "ä", count: 125) + ".vcf"
    try AtomicFile(replacing: directory.path(name)).commit()
    #expect(try directory.names() == [name])
  }

  @Test("puts several files in their places, or none when one cannot be written")
  func commitsTogether() throws {
    let names = ["a.vcf", "b.vcf", "c.vcf"]
    let files = try names.map { try AtomicFile(replacing: directory.path($0)) }
    for file in files { try file.writer.write(Array(file.path.string.utf8)) }
    #expect(try directory.names().allSatisfy { $0.hasSuffix(".tmp") && $0.hasPrefix(".") })
    try AtomicFile.commit(files)
    #expect(try directory.names() == names)
    #expect(try directory.text("b.vcf") == directory.argument("b.vcf"))
  }

  @Test("several files change together with what is done besides, or nothing does")
  func takesBack() throws {
    struct Failure: Error {}
    try directory.write("old", to: "a.vcf")
    try directory.write("kept", to: "a.vcf~")
    let names = ["a.vcf", "b.vcf"]
    let files = try names.map { try AtomicFile(replacing: directory.path($0)) }
    for file in files { try file.writer.write(Array("new".utf8)) }
    try files[0].keepOldFile(suffix: "~", replacing: true)
    #expect(throws: Failure.self) {
      try AtomicFile.commit(files) {
        #expect(try names.map { try directory.text($0) } == ["new", "new"])
        #expect(try directory.text("a.vcf~") == "old")
        throw Failure()
      }
    }
    #expect(try directory.text("a.vcf") == "old" && directory.text("a.vcf~") == "kept")
    #expect(try !directory.names().contains("b.vcf"))
    // What was taken back can be put in its place once more.
    #expect(try AtomicFile.commit(files) { 7 } == 7)
    #expect(try names.map { try directory.text($0) } == ["new", "new"])
    #expect(try directory.names() == ["a.vcf", "a.vcf~", "b.vcf"])
  }

  @Test("a place that was taken meanwhile is not written over, and the others are as before")
  func placesTakenMeanwhile() throws {
    try directory.write("old", to: "a")
    let moves = [("a.new", "a", true), ("b.new", "b", false)].map { from, to, replaces in
      TemporaryFiles.Move(directory.path(from), to: directory.path(to), replacing: replaces)
    }
    for name in ["a.new", "b.new", "b"] { try directory.write(name, to: name) }
    #expect(throws: FileError(.create, directory.path("b"), .fileExists)) {
      try TemporaryFiles.place(moves)
    }
    #expect(try directory.names() == ["a", "a.new", "b", "b.new"])
    #expect(try directory.text("a") == "old" && directory.text("a.new") == "a.new")
    #expect(try directory.text("b") == "b")
  }

  @Test("what a killed run has left beside a file goes with the next one, and nothing else")
  func sweeps() async throws {
    let mine = try AtomicFile(replacing: directory.path("a.vcf"))
    let own = try #require(try directory.names().first)
    mine.discard()
    // The mark of a process that has ended: no process has a number as large.
    let parts = own.split(separator: ".")
    let machine = try #require(parts[2].split(separator: "-").first)
    let dead = "\(machine)-\(String(Int32.max, radix: 36))"
    let names = [
      ".b.vcf.\(dead).1x.tmp", ".a.b.\(dead).1x.tmp",
      // Of a run on another machine, of one that goes on, and of other programs.
      ".b.vcf.zzz-1.1x.tmp", ".b.vcf.\(machine)-1.1x.tmp", ".b.vcf.1x.tmp", "b.vcf.\(dead).1x.tmp",
      ".b.vcf.\(dead).1x.vcf", ".\(dead).1x.tmp",
    ]
    let folder = try TemporaryDirectory()
    for name in names { try folder.write("", to: name) }
    for name in [".vcard.\(dead).1x.tmp", ".vcard-edit.\(dead).1x.tmp"] {
      try folder.makeFolder(name)
      try folder.write("", to: "\(name)/c.vcf")
    }
    try AtomicFile(replacing: folder.path("c.vcf")).commit()
    let left = Set(names.dropFirst(2) + ["c.vcf", ".vcard-edit.\(dead).1x.tmp"])
    #expect(Set(try folder.names()) == left)
    #expect(try folder.names(in: ".vcard-edit.\(dead).1x.tmp") == ["c.vcf"])
  }

  @Test("reports a write that the system refuses, and leaves the old file")
  func reportsFailedWrites() async throws {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      let path = try directory.write("old", to: "a.vcf")
      try TestSystem.limitFileSize(to: 4096)
      let error = #expect(throws: FileError.self) {
        let file = try AtomicFile(replacing: path)
        try file.writer.write([UInt8](repeating: 0, count: 8192))
        try file.commit()
      }
      #expect(error == FileError(.write, path, .fileTooLarge))
      #expect(try directory.names() == ["a.vcf"])
      #expect(try directory.text("a.vcf") == "old")
    }
  }

  @Test("is removed when the process is about to end")
  func isRemovedAtEnd() async throws {
    await #expect(processExitsWith: .exitCode(9)) {
      let directory = try TemporaryDirectory()
      let path = try directory.write("old", to: "a.vcf")
      let file = try AtomicFile(replacing: path)
      try file.writer.write(Array("new".utf8))
      let sibling = directory.path(try #require(try directory.names().first { $0 != "a.vcf" }))
      TemporaryFiles.removeAll {
        // Seen from inside: the sibling is gone, the old file is not.
        let isGone = (try? Stat(sibling)) == nil && (try? Stat(path)) != nil
        directory.remove()
        TestSystem.endProcess(isGone ? 9 : 1)
      }
    }
  }
}
