import Files
import SystemPackage
import TestSupport
import Testing

@Suite("StagedFolder")
struct StagedFolderTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test("shows its files at the commit and not before, and leaves nothing beside them")
  func commits() throws {
    let folder = try StagedFolder(directory.path("d"), makesFolder: true)
    #expect(try folder.add("a.vcf", Array("one".utf8)))
    #expect(try folder.add("b.vcf", Array("two".utf8)))
    let hidden = try directory.names(in: "d")
    #expect(hidden.count == 1 && hidden.allSatisfy { $0.hasPrefix(".") && $0.hasSuffix(".tmp") })
    #expect(try folder.commit(replacing: false) == 2)
    #expect(try directory.names(in: "d") == ["a.vcf", "b.vcf"])
    #expect(try directory.text("d/b.vcf") == "two")
  }

  @Test("takes a name once")
  func takesOnce() throws {
    let folder = try StagedFolder(directory.path, makesFolder: false)
    #expect(try folder.add("a", [1]))
    #expect(try !folder.add("a", [2]))
    #expect(try folder.commit(replacing: false) == 1)
    #expect(try directory.bytes("a") == [1])
  }

  @Test(
    "refuses what is more than one part of a path",
    arguments: ["", ".", "..", "a/b", "/", "../a", "/a"])
  func refusesPaths(name: String) throws {
    let folder = try StagedFolder(directory.path("d"), makesFolder: true)
    #expect(throws: FileError(.create, name, .invalidArgument)) { try folder.add(name, [1]) }
  }

  @Test("leaves the folder as it was when it goes, and removes what was made for it")
  func discards() throws {
    do {
      let folder = try StagedFolder(directory.path("d"), makesFolder: true)
      #expect(try folder.add("a.vcf", [1]))
      _ = try folder.open("b.vcf")
    }
    #expect(try directory.names() == [])
    try directory.makeFolder("d")
    do {
      let folder = try StagedFolder(directory.path("d"), makesFolder: true)
      #expect(try folder.add("a.vcf", [1]))
      #expect(try folder.commit(replacing: false, rehearsing: true) == 1)
    }
    #expect(try directory.names() == ["d"])
    #expect(try directory.names(in: "d") == [])
  }

  @Test("moves no file when one is in the way, and replaces it only when asked to")
  func existing() throws {
    try directory.write("old", to: "b")
    let folder = try StagedFolder(directory.path, makesFolder: false)
    #expect(try folder.add("a", [1]))
    #expect(try folder.add("b", [2]))
    #expect(try folder.hadFile("b"))
    #expect(try !folder.hadFile("a"))
    #expect(throws: FileError(.create, directory.path("b"), .fileExists)) {
      try folder.commit(replacing: false)
    }
    #expect(try !directory.names().contains("a"))
    #expect(try directory.text("b") == "old")
    #expect(try folder.commit(replacing: true) == 2)
    #expect(try directory.names() == ["a", "b"])
    #expect(try directory.bytes("b") == [2])
  }

  @Test("needs a folder: a file is none, and its parent must be there")
  func needsFolder() throws {
    try directory.write("", to: "file")
    #expect(throws: FileError(.create, directory.path("file"), .notDirectory)) {
      _ = try StagedFolder(directory.path("file"), makesFolder: true)
    }
    #expect(throws: FileError(.create, directory.path("none/d"), .noSuchFileOrDirectory)) {
      _ = try StagedFolder(directory.path("none/d"), makesFolder: true)
    }
    #expect(throws: FileError(.create, directory.path("d"), .noSuchFileOrDirectory)) {
      _ = try StagedFolder(directory.path("d"), makesFolder: false)
    }
    #expect(try directory.names() == ["file"])
  }

  @Test("files come and go with what is done besides")
  func takesBack() throws {
    struct Failure: Error {}
    try directory.makeFolder("d")
    try directory.write("old", to: "d/a")
    let folder = try StagedFolder(directory.path("d"), makesFolder: true)
    for name in ["a", "b"] { #expect(try folder.add(name, Array("new".utf8))) }
    #expect(throws: Failure.self) {
      try folder.commit(replacing: true) {
        #expect(try directory.text("d/a") == "new" && directory.text("d/b") == "new")
        throw Failure()
      }
    }
    #expect(try directory.text("d/a") == "old")
    folder.discard()
    #expect(try directory.names(in: "d") == ["a"])
  }

  // MARK: AtomicFile

  @Test("many closed files wait for one commit, and their old ones stay under a second name")
  func manyAtomicFiles() throws {
    var files: [AtomicFile] = []
    for number in 0..<20 {
      let file = try AtomicFile(replacing: try directory.write("old", to: "\(number)"))
      try file.writer.write(Array("new".utf8))
      try file.finishWriting()
      files.append(file)
    }
    #expect(try directory.text("7") == "old")
    for file in files { try file.keepOldFile(suffix: "~", replacing: false) }
    try AtomicFile.commit(files)
    #expect(try directory.names().count == 40)
    #expect(try directory.text("7") == "new")
    #expect(try directory.text("7~") == "old")
  }

  @Test("a second name that is taken is refused, or taken over")
  func takenBackup() throws {
    try directory.write("older", to: "a~")
    let file = try AtomicFile(replacing: try directory.write("old", to: "a"))
    #expect(throws: FileError(.create, directory.path("a~"), .fileExists)) {
      try file.keepOldFile(suffix: "~", replacing: false)
    }
    try file.keepOldFile(suffix: "~", replacing: true)
    // Twice: then both names are of one file already.
    try file.keepOldFile(suffix: "~", replacing: true)
    try file.commit()
    #expect(try directory.names() == ["a", "a~"])
    #expect(try directory.text("a~") == "old")
  }

  @Test("a closed file that is not committed goes")
  func closedAtomicFile() throws {
    do {
      let file = try AtomicFile(replacing: try directory.write("old", to: "a"))
      try file.finishWriting()
    }
    #expect(try directory.names() == ["a"])
    #expect(try directory.text("a") == "old")
  }
}
