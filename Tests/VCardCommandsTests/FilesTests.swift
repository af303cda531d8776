import ContactStore
import Files
import SystemPackage
import TestSupport
import Testing
import VCard
import VCardCommands

@Suite("InputFile, ByteSource and OutputFile")
struct FilesTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test("takes no argument, and -, for standard input")
  func takesStandardInput() throws {
    #expect(try InputFile.resolve([]) == [.standardInput])
    let file = try directory.write("", to: "a")
    #expect(try InputFile.resolve([file.string, "-"]) == [.file(file), .standardInput])
    #expect(InputFile.standardInput.name == "-")
    #expect(InputFile.file("a/b.vcf").name == "a/b.vcf")
  }

  @Test("takes a folder for the cards in it, in the order of the bytes of their names")
  func takesFolders() throws {
    for name in ["b.vcf", "a.vcf", "Z.VCF", "ä.vcf", "x.txt", ".a.vcf", ".b.vcf.1x.tmp", "vcf"] {
      try directory.write("", to: name)
    }
    try directory.makeFolder("folder.vcf")
    try directory.makeLink("link.vcf", to: "a.vcf")
    let names = try InputFile.resolve([directory.path.string]).map(\.name)
    #expect(names == ["Z.VCF", "a.vcf", "b.vcf", "link.vcf", "ä.vcf"].map(directory.argument))
  }

  @Test("refuses a folder that holds no card with 66, and one where a file is wanted")
  func refusesFolders() throws {
    let failure = #expect(throws: CommandFailure.self) {
      try InputFile.resolve([directory.path.string])
    }
    #expect(failure?.exitCode == .noInput)
    #expect(failure?.message == "cannot read \(directory.path): no .vcf file in this folder")
    #expect(throws: FileError(.open, directory.path, .isDirectory)) {
      try InputFile.resolve([directory.path.string], directories: .refused)
    }
    #expect(throws: FileError(.open, directory.path, .isDirectory)) {
      _ = try ByteSource(.file(directory.path))
    }
  }

  @Test("refuses what does not exist before anything is read")
  func refusesMissing() throws {
    let missing = directory.path("missing.vcf")
    let error = FileError(.open, missing, .noSuchFileOrDirectory)
    #expect(throws: error) { try InputFile.resolve(["-", missing.string]) }
    #expect(CommandFailure(error).exitCode == .noInput)
    #expect(CommandFailure(error).message == "cannot read \(missing): No such file or directory")
  }

  @Test("yields a file in pieces of one size, knows how long it is, and then stays at its end")
  func yieldsPieces() throws {
    let bytes = (0..<ByteSource.pieceSize * 2 + 1000).map { UInt8(truncatingIfNeeded: $0 / 253) }
    let path = try directory.write(bytes, to: "a")
    var source = try ByteSource(.file(path))
    #expect(source.size == bytes.count)
    #expect(source.name == path.string)
    var read: [UInt8] = []
    var sizes: [Int] = []
    while try source.withNextPiece({ piece in
      sizes.append(piece.count)
      read.append(piece)
    }) {}
    // A comparison that fails is not to print all of it.
    let isSame = read == bytes
    #expect(isSame)
    #expect(sizes == [ByteSource.pieceSize, ByteSource.pieceSize, 1000])
    #expect(try !source.withNextPiece { _ in Issue.record("read past the end") })
  }

  @Test("does not know the length of what is no regular file")
  func doesNotKnowLength() throws {
    #expect(try ByteSource(.file("/dev/null")).size == nil)
  }

  @Test("replaces a file only when told that all is written")
  func replaces() throws {
    let path = try directory.write("old", to: "a.vcf")
    do {
      let output = try OutputFile(path.string)
      try output.writer.write(Array("lost".utf8))
    }
    #expect(try directory.text("a.vcf") == "old")
    let output = try OutputFile(path.string)
    #expect(output.columns == nil)
    try output.writer.write(Array("new".utf8))
    try output.commit()
    #expect(try directory.text("a.vcf") == "new")
    #expect(try directory.names() == ["a.vcf"])
  }

  @Test("writes into a pipe with a name, and leaves it a pipe")
  func writesToPipe() async throws {
    let path = directory.path("pipe")
    try TestSystem.makeFIFO(path)
    let received = BackgroundResult {
      Result {
        var source = try ByteSource(.file(path))
        var bytes: [UInt8] = []
        while try source.withNextPiece({ bytes.append($0) }) {}
        return bytes
      }
    }
    do {
      let output = try OutputFile(path.string)
      try output.writer.write(Array("new".utf8))
      try output.commit()
    }
    #expect(try await received.value?.get() == Array("new".utf8))
    #expect(try Stat(path).type == .fifo)
  }

  @Test("ends with 73 for what cannot be created, and with 74 for what cannot be written")
  func mapsErrors() throws {
    func failure(_ argument: String) throws -> CommandFailure? {
      let error = #expect(throws: FileError.self) {
        let output = try OutputFile(argument)
        try output.writer.write([UInt8](repeating: 0, count: 10))
        try output.commit()
      }
      return error.map { CommandFailure($0) }
    }
    let folder = try failure(directory.path.string)
    #expect(folder?.exitCode == .cannotCreate)
    #expect(folder?.message == "cannot create \(directory.path): Is a directory")
    let missing = try failure(directory.argument("missing/a.vcf"))
    #expect(missing?.exitCode == .cannotCreate)
    #expect(try failure("/dev/full")?.exitCode == .ioError)
    #expect(try failure("/dev/full")?.message == "cannot write /dev/full: No space left on device")
    #expect(try directory.names() == [])
  }
}
