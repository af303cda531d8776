import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("vcard convert --photos")
struct ConvertPhotosTests {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// The base64 of the first octets of a JPEG.
  private static let jpeg = "/9j/4AAQSkZJRgABAQ=="
  private static let octets: [UInt8] = [
    0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10, 0x4A, 0x46, 0x49, 0x46, 0, 1, 1,
  ]

  private static func card(uid: String?, _ lines: [String]) -> String {
    let uid = uid.map { "UID:\($0)\r\n" } ?? ""
    return "BEGIN:VCARD\r\nVERSION:3.0\r\nN:;;;;\r\nFN:x\r\n\(uid)"
      + lines.map { $0 + "\r\n" }.joined() + "END:VCARD\r\n"
  }

  private static let photo = "PHOTO;ENCODING=b;TYPE=JPEG:\(jpeg)"

  private func run(_ arguments: String..., input: String) async throws -> ToolRunner.Outcome {
    try await ToolRunner.run(
      ["convert"] + arguments, input: Array(input.utf8), directory: folder.path)
  }

  @Test("keep is the default and changes nothing")
  func keeps() async throws {
    let card = Self.card(uid: "a", [Self.photo])
    #expect(try await run(input: card).outputText == card)
    #expect(try await run("--photos", "keep", input: card).outputText == card)
  }

  @Test("drop leaves PHOTO out, references too, and nothing else")
  func drops() async throws {
    let card = Self.card(
      uid: "a",
      [Self.photo, "item1.PHOTO;VALUE=uri:https://a.example/b.jpg", "LOGO;ENCODING=b:QUJD"])
    let outcome = try await run("--photos", "drop", input: card)
    #expect(outcome.ending == .exit(0))
    #expect(outcome.errors == [])
    #expect(outcome.outputText == Self.card(uid: "a", ["LOGO;ENCODING=b:QUJD"]))
  }

  @Test("drop works on JSON Lines, too")
  func dropsFromJSON() async throws {
    let outcome = try await run(
      "--to", "jsonl", "--photos", "drop", input: Self.card(uid: "a", [Self.photo]))
    #expect(outcome.outputText.contains("\"name\":\"UID\""))
    #expect(!outcome.outputText.contains("PHOTO"))
  }

  @Test(
    "extract writes the octets into a file named by the UID, and its name into the card",
    arguments: [
      ["--photos", "extract", "p"], ["--photos=extract", "p"],
      ["--photos", "extract", "--photos-dir", "p"],
    ])
  func extracts(arguments: [String]) async throws {
    try folder.write(
      Self.card(
        uid: "urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1",
        ["item1.PHOTO;ENCODING=b;TYPE=JPEG;TYPE=home;X-A=1:\(Self.jpeg)"]), to: "in.vcf")
    let outcome = try await ToolRunner.run(
      ["convert", "in.vcf"] + arguments + ["-o", "out.vcf"], directory: folder.path)
    #expect(outcome.ending == .exit(0))
    #expect(outcome.errors == [])
    #expect(outcome.output == [])
    let name = "4fbe8971-0bc3-424c-9c26-36c3e1eff6b1.jpg"
    #expect(try folder.names() == ["in.vcf", "out.vcf", "p"])
    #expect(try folder.names(in: "p") == [name])
    #expect(try folder.bytes("p/\(name)") == Self.octets)
    #expect(
      try folder.text("out.vcf")
        == Self.card(
          uid: "urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1",
          ["item1.X-PHOTO-FILE;TYPE=home;X-A=1:\(name)"]))
  }

  @Test("the folder stands right after the word, and what follows are inputs")
  func folderAfterWord() async throws {
    try folder.write(Self.card(uid: "a", [Self.photo]), to: "a.vcf")
    try folder.write(Self.card(uid: "b", [Self.photo]), to: "b.vcf")
    let outcome = try await ToolRunner.run(
      ["convert", "--photos", "extract", "p", "a.vcf", "b.vcf"], directory: folder.path)
    #expect(outcome.ending == .exit(0))
    #expect(try folder.names(in: "p") == ["a.jpg", "b.jpg"])
  }

  @Test(
    "whatever the UID, the name is one harmless part of a path",
    arguments: [
      ("../../etc/passwd", "etc-passwd"), ("a/b", "a-b"), ("/", "card-000001"), ("", "card-000001"),
      (".hidden", "hidden"), ("-rf", "rf"), ("..", "card-000001"), ("a..b", "a.b"),
      ("a\u{0}b", "a-b"), ("a\u{1B}[31m\u{202E}b", "a-31m-b"), ("C:\\\\x\\\\y", "C-x-y"),
      ("Ünï", "n"), ("李", "card-000001"), ("kate@bell.example", "kate-bell.example"),
      ("URN:UUID:x_y", "x_y"),
      (String(repeating: "a", count: 10_000), String(repeating: "a", count: 100)),
      ("a\\nb", "a-b"), ("a.", "a"), ("a;b\\,c d", "a-b-c-d"),
    ])
  func hostileNames(uid: String, stem: String) async throws {
    let outcome = try await run(
      "--photos", "extract", "p", input: Self.card(uid: uid, [Self.photo]))
    #expect(outcome.ending == .exit(0))
    #expect(try folder.names() == ["p"])
    #expect(try folder.names(in: "p") == ["\(stem).jpg"])
    #expect(outcome.outputText.contains("X-PHOTO-FILE:\(stem).jpg\r\n") || stem.count > 60)
    // Read back without folds, a long one is there as well.
    let plain = try await run(
      "--fold", "none", input: outcome.outputText)
    #expect(plain.outputText.contains("X-PHOTO-FILE:\(stem).jpg\r\n"))
  }

  @Test("photos of one card and of cards with one UID get numbers, cards without one theirs")
  func clashes() async throws {
    let input =
      Self.card(uid: "a", [Self.photo, "PHOTO:data:image/png;base64,iVBORw0KGgo=", Self.photo])
      + Self.card(uid: "a", [Self.photo]) + Self.card(uid: "a-2", [Self.photo])
      + Self.card(uid: nil, [Self.photo])
    let outcome = try await run("--photos", "extract", "p", input: input)
    #expect(outcome.ending == .exit(0))
    let names = ["a-2-2.jpg", "a-2.jpg", "a-3.jpg", "a.jpg", "a.png", "card-000004.jpg"]
    #expect(try folder.names(in: "p") == names)
    let told = outcome.outputText.split(whereSeparator: \.isNewline)
      .filter { $0.hasPrefix("X-PHOTO-FILE:") }.map { String($0.dropFirst(13)) }
    #expect(told == ["a.jpg", "a.png", "a-2.jpg", "a-3.jpg", "a-2-2.jpg", "card-000004.jpg"])
  }

  @Test("the extension is that of the octets, not of what the card says")
  func sniffs() async throws {
    let input =
      Self.card(uid: "a", ["PHOTO;ENCODING=b;TYPE=../GIF:\(Self.jpeg)"])
      + Self.card(uid: "b", ["PHOTO;ENCODING=b;TYPE=exe/../x:QUJDREVG"])
      + Self.card(uid: "c", ["PHOTO;ENCODING=b;MEDIATYPE=image/heic:QUJDREVG"])
    let outcome = try await run("--photos", "extract", "p", input: input)
    #expect(outcome.ending == .exit(0))
    #expect(try folder.names(in: "p") == ["a.jpg", "b.bin", "c.heic"])
  }

  @Test("references, empty photos and damaged base64 stay in the card")
  func stays() async throws {
    let input = Self.card(
      uid: "a",
      [
        "PHOTO;VALUE=uri:https://a.example/b.jpg", "PHOTO;ENCODING=b:", "PHOTO:data:,",
        "PHOTO;ENCODING=b:QUJD!!!QUJD",
      ])
    let outcome = try await run("--photos", "extract", "p", input: input)
    #expect(outcome.ending == .exit(0))
    #expect(outcome.outputText == input)
    #expect(outcome.errorText.contains("-:9:18: warning: [bad-base64]"))
    #expect(try folder.names(in: "p") == [])
  }

  @Test(
    "a file that was there before stops the run with 73, and nothing is written; --force replaces")
  func existing() async throws {
    try folder.makeFolder("p")
    try folder.write("mine", to: "p/b.jpg")
    let input = Self.card(uid: "a", [Self.photo]) + Self.card(uid: "b", [Self.photo])
    let outcome = try await run("--photos", "extract", "p", "-o", "out.vcf", input: input)
    #expect(outcome.ending == .exit(73))
    #expect(
      outcome.errorLines == [
        "vcard: error: p/b.jpg exists already, and nothing was written",
        "vcard: note: --force replaces files that are there",
      ])
    #expect(try folder.names() == ["p"])
    #expect(try folder.names(in: "p") == ["b.jpg"])
    #expect(try folder.text("p/b.jpg") == "mine")
    let forced = try await run(
      "--photos", "extract", "p", "--force", "-o", "out.vcf", input: input)
    #expect(forced.ending == .exit(0))
    #expect(try folder.names(in: "p") == ["a.jpg", "b.jpg"])
    #expect(try folder.bytes("p/b.jpg") == Self.octets)
  }

  @Test("of a link in the folder the link is replaced, and what it leads to stays")
  func links() async throws {
    try folder.makeFolder("p")
    try folder.write("mine", to: "target")
    try folder.makeLink("p/a.jpg", to: "../target")
    let input = Self.card(uid: "a", [Self.photo])
    let refused = try await run("--photos", "extract", "p", input: input)
    #expect(refused.ending == .exit(73))
    let forced = try await run("--photos", "extract", "p", "--force", input: input)
    #expect(forced.ending == .exit(0))
    #expect(try folder.text("target") == "mine")
    #expect(try folder.bytes("p/a.jpg") == Self.octets)
    try folder.makeFolder("q/a.jpg")
    let blocked = try await run("--photos", "extract", "q", "--force", input: input)
    #expect(blocked.ending == .exit(73))
    #expect(try folder.names(in: "q") == ["a.jpg"])
  }

  @Test("an input without a card leaves no file and no folder")
  func nothing() async throws {
    let outcome = try await run("--photos", "extract", "p", input: "no card")
    #expect(outcome.ending == .exit(65))
    #expect(try folder.names() == [])
  }

  @Test("a folder that cannot be made ends with 73")
  func noFolder() async throws {
    try folder.write("", to: "file")
    for name in ["file", "none/p"] {
      let outcome = try await run(
        "--photos", "extract", name, input: Self.card(uid: "a", [Self.photo]))
      #expect(outcome.ending == .exit(73), "\(name)")
      #expect(outcome.errorLines.count == 1)
      #expect(outcome.output == [])
    }
    #expect(try folder.names() == ["file"])
  }

  @Test("hundreds of thousands of PHOTO lines are no trouble, good or bad")
  func manyPhotos() async throws {
    let lines = [String](repeating: "PHOTO:", count: 400_000)
    let input = Self.card(uid: "a", lines)
    let dropped = try await run("--photos", "drop", input: input)
    #expect(dropped.outputText == Self.card(uid: "a", []))
    let kept = try await run("--photos", "extract", "p", input: input)
    #expect(kept.ending == .exit(0))
    #expect(kept.output.count == input.utf8.count)
    let damaged = Self.card(
      uid: "a", [String](repeating: "PHOTO;ENCODING=b:QUJD!!!QUJD", count: 100_000))
    let told = try await run("--photos", "extract", "p", "--quiet", input: damaged)
    #expect(told.outputText == damaged)
  }

  @Test(
    "what does not go together is wrong usage",
    arguments: [
      ["--photos", "extract"], ["--photos", "extract", "--quiet"], ["--photos=extract"],
      ["--photos", "nothing"], ["--photos-dir", "p"], ["--photos", "drop", "--photos-dir", "p"],
      ["--photos", "extract", ""], ["--force"], ["--photos", "drop", "--force"],
    ])
  func usage(arguments: [String]) async throws {
    let outcome = try await ToolRunner.run(["convert"] + arguments, directory: folder.path)
    #expect(outcome.ending == .exit(64))
    #expect(outcome.output == [])
    #expect(try folder.names() == [])
  }

  private static func card(photo octets: [UInt8]) -> String {
    let base64 = String(decoding: Base64.encode(octets), as: UTF8.self)
    return card(uid: "a", ["PHOTO;ENCODING=b;TYPE=JPEG:\(base64)"])
  }

  @Test(
    "--strip-location takes out of pictures where they were taken, in every format, and says so",
    arguments: ["same", "vcard4", "vcard21"])
  func strips(format: String) async throws {
    let loaded = try Fixtures.bytes("images/loaded.jpg")
    let input = Self.card(photo: loaded)
    let outcome = try await run("--strip-location", "--to", format, input: input)
    #expect(outcome.ending == .exit(0))
    #expect(
      outcome.errorLines.first?.hasPrefix(
        "-:6:1: note: [picture-location] PHOTO: GPS position, serial number, camera, ") == true)
    let back = try await run(
      "--photos", "extract", "p", "--to", "vcard3", input: outcome.outputText)
    #expect(back.ending == .exit(0))
    let photo = try folder.bytes("p/a.jpg")
    #expect(photo.count < loaded.count)
    #expect(!String(decoding: photo, as: UTF8.self).contains("GPSLatitude"))
    let again = try await run("--strip-location", input: outcome.outputText)
    #expect(again.output == outcome.output)
    #expect(again.errors == [])
  }

  @Test("what becomes a file loses it, too, and a picture without it stays as it is")
  func stripsFiles() async throws {
    let plain = try Fixtures.bytes("images/turned-1.jpg")
    let kept = Self.card(photo: plain)
    #expect(try await run("--strip-location", "--fold", "none", input: kept).outputText == kept)
    let loaded = Self.card(photo: try Fixtures.bytes("images/loaded.jpg"))
    let outcome = try await run("--strip-location", "--photos", "extract", "p", input: loaded)
    #expect(outcome.errorLines.count == 1)
    #expect(
      !String(decoding: try folder.bytes("p/a.jpg"), as: UTF8.self).contains("GPSLatitude"))
  }

  @Test("a picture that cannot be looked into stays, with a warning")
  func stripsNothing() async throws {
    let tiff = Self.card(photo: try Fixtures.bytes("images/plain.tiff"))
    let outcome = try await run("--strip-location", "--fold", "none", input: tiff)
    #expect(outcome.outputText == tiff)
    #expect(
      outcome.errorLines.first?.hasPrefix(
        "-:6:1: warning: [picture-location] PHOTO: may hold metadata and is left as it is") == true)
  }
}
