import SystemPackage
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

  @Test("--photo gives a picture of one's own, smaller, square and without metadata")
  func ownPhoto() async throws {
    try writeBook("plain.jpg")
    let own = Fixtures.path("images/large.jpg").string
    let shared = try await share("--photo", own)
    #expect(shared.ending == .exit(0) && shared.errors.isEmpty, "\(shared.errorText)")
    let inspected = try await ToolRunner.run(["inspect"], input: shared.output)
    #expect(inspected.outputText.contains("768 × 768 pixels, no metadata"))
    #expect(inspected.outputText.contains("320 × 320 pixels, no metadata"))
    let thumbnail = try await share("--photo", own, "--fields", "thumbnail")
    #expect(!thumbnail.outputText.contains("\"image\""))
    let other = try await share("--photo", Fixtures.path("images/plain.tiff").string)
    #expect(other.ending == .exit(65) && other.output.isEmpty)
    #expect(other.errorText.contains("plain.tiff: the picture is neither JPEG nor PNG"))
    #expect(try await share("--photo", folder.argument("none.jpg")).ending == .exit(66))
    #expect(try await share("--photo", own, "--fields", "name").ending == .exit(64))
    #expect(try await share("--photo", own, "--photo-of", "0").ending == .exit(64))
  }

  @Test("--photo-of takes the photo of one of the linked records")
  func photoOfRecord() async throws {
    let book = folder.argument("book.sqlite")
    for (source, picture) in [("a", "plain.jpg"), ("b", "plain.png"), ("c", nil)] {
      var lines = ["BEGIN:VCARD", "VERSION:3.0", "FN:Kate Bell", "N:Bell;Kate;;;"]
      lines.append("EMAIL:kate@x.example")
      if let picture {
        let photo = Base64.encode(try Fixtures.bytes("images/\(picture)"))
        let type = picture.hasSuffix("jpg") ? "JPEG" : "PNG"
        lines.append("PHOTO;ENCODING=b;TYPE=\(type):\(String(decoding: photo, as: UTF8.self))")
      }
      let card = (lines + ["END:VCARD", ""]).joined(separator: "\r\n")
      try folder.write(Array(card.utf8), to: "\(source).vcf")
      let imported = try await ToolRunner.run([
        "import", folder.argument("\(source).vcf"), "--source", source, "--book", book,
      ])
      #expect(imported.ending == .exit(0), "\(imported.errorText)")
    }
    func share(_ more: String...) async throws -> ToolRunner.Outcome {
      try await ToolRunner.run(["share", "kate", "--book", book] + more)
    }
    #expect(try await share().outputText.contains("image/jpeg"))
    let chosen = try await share("--photo-of", "2")
    #expect(
      chosen.outputText.contains("\"type\":\"image/png\"},\"lastName\""), "\(chosen.errorText)")
    for (id, reason) in [("3", "the record 3 has no photo"), ("9", "has no record \"9\"")] {
      let refused = try await share("--photo-of", id)
      #expect(refused.ending == .exit(1) && refused.errorText.contains(reason))
    }
  }
}
