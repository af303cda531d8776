import TestSupport
import Testing
import VCard

@Suite("vcard share and inspect: what photos give away")
struct SharePhotosTests {
  private let folder: TemporaryDirectory
  private var book: String { folder.argument("book.vcf") }

  init() throws { folder = try TemporaryDirectory() }

  private func writeBook(_ picture: String, type: String = "JPEG") throws {
    let photo = try Fixtures.bytes("images/\(picture)")
    let text = String(decoding: Base64.encode(photo), as: UTF8.self)
    let card = [
      "BEGIN:VCARD", "VERSION:3.0", "FN:Kate Bell", "N:Bell;Kate;;;",
      "PHOTO;ENCODING=b;TYPE=\(type):\(text)", "END:VCARD", "",
    ]
    try folder.write(Array(card.joined(separator: "\r\n").utf8), to: "book.vcf")
  }

  private func share(_ more: String...) async throws -> ToolRunner.Outcome {
    try await ToolRunner.run(["share", "kate", "--book", book] + more)
  }

  @Test("a photo goes without metadata and with a thumbnail, in every format, and that is said")
  func removed() async throws {
    try writeBook("loaded.jpg")
    let before = try folder.bytes("book.vcf")
    for format in ["json", "plist", "vcard"] {
      let shared = try await share("--format", format)
      #expect(shared.ending == .exit(0))
      #expect(
        shared.errorText.hasPrefix("vcard: note: photo: GPS position, serial number, camera, "))
      #expect(shared.errorLines.count == 1)
      let inspected = try await ToolRunner.run(["inspect"], input: shared.output)
      #expect(!inspected.outputText.contains("!"), "\(format)")
      #expect(inspected.outputText.contains("photo: image/jpeg, 2001 bytes, 96 × 72 pixels, no me"))
      #expect(inspected.outputText.contains("× 96 pixels, no metadata"))
      let quiet = try await share("--format", format, "--quiet")
      #expect(quiet.errors.isEmpty && quiet.output == shared.output)
    }
    #expect(try folder.bytes("book.vcf") == before)
  }

  @Test("--keep-metadata leaves them, says nothing, and inspect marks them")
  func kept() async throws {
    try writeBook("loaded.jpg")
    let shared = try await share("--keep-metadata")
    #expect(shared.errors.isEmpty)
    let inspected = try await ToolRunner.run(["inspect"], input: shared.output)
    #expect(inspected.outputText.contains("!  image"))
    #expect(inspected.outputText.contains("photo: GPS position 37.3333, -122.0250"))
  }

  @Test("what cannot be looked into goes as it is, with a warning")
  func untouched() async throws {
    try writeBook("plain.tiff", type: "TIFF")
    let shared = try await share()
    #expect(shared.ending == .exit(0))
    #expect(
      shared.errorLines == [
        "vcard: warning: photo: may hold metadata and is left as it is, for only JPEG, PNG, GIF "
          + "and WebP are looked into",
        "vcard: note: thumbnail: none is made, for the photo is neither JPEG nor PNG",
      ])
    let inspected = try await ToolRunner.run(["inspect"], input: shared.output)
    #expect(inspected.outputText.contains("!  image"))
  }

  @Test("--fields decides whether there is a thumbnail")
  func fields() async throws {
    try writeBook("large.jpg")
    #expect(try await !share("--fields", "name,photo").outputText.contains("thumbnail"))
    let small = try await share("--fields", "name,thumbnail")
    #expect(small.outputText.contains("\"thumbnail\":{\"data\":\"/9j/"))
    #expect(!small.outputText.contains("\"image\"") && small.errors.isEmpty)
  }

  @Test("a received person brings the photo and the thumbnail along")
  func received() async throws {
    try writeBook("loaded.jpg")
    let shared = try await share()
    try folder.write(Array("BEGIN:VCARD\r\nVERSION:3.0\r\nFN:L\r\nEND:VCARD\r\n".utf8), to: "b.vcf")
    let mine = folder.argument("b.vcf")
    let received = try await ToolRunner.run(["receive", "--book", mine], input: shared.output)
    #expect(received.ending == .exit(0), "\(received.errorText)")
    let again = try await ToolRunner.run(["share", "kate", "--book", mine])
    #expect(again.output == shared.output && again.errors.isEmpty)
  }
}
