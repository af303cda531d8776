import ContactModel
import Cutouts
import Images
import TestSupport
import Testing
import VCard

@Suite("The pictures of a cutout")
struct CutoutPictureTests {
  private func contact(
    photo: [UInt8], type: String = "JPEG", thumbnail: [UInt8]? = nil
  ) throws -> Contact {
    func text(_ octets: [UInt8]) -> String {
      String(decoding: Base64.encode(octets), as: UTF8.self)
    }
    var lines = [
      "BEGIN:VCARD", "VERSION:3.0", "FN:Kate Bell", "N:Bell;Kate;;;",
      "PHOTO;ENCODING=b;TYPE=\(type):\(text(photo))",
    ]
    if let thumbnail { lines.append("X-THUMBNAIL;ENCODING=b;TYPE=JPEG:\(text(thumbnail))") }
    lines += ["END:VCARD", ""]
    var reader = CardReader()
    try reader.append(Array(lines.joined(separator: "\r\n").utf8))
    reader.finish()
    guard case .card(let card, _) = reader.next() else { throw NoCard() }
    return Contact(card, keys: .cutout)
  }
  private struct NoCard: Error {}

  private func bytes(_ name: String) throws -> [UInt8] { try Fixtures.bytes("images/\(name)") }

  @Test("a card with a photo only gives a cutout with a thumbnail, upright and small")
  func thumbnail() throws {
    let photo = try bytes("large.jpg")
    let cutout = try Cutout(contacts: [contact(photo: photo)])
    let thumbnail = try #require(cutout.thumbnail)
    #expect(thumbnail.type == "image/jpeg")
    #expect(PictureFacts(thumbnail.data).size == PixelSize(width: 240, height: 320))
    #expect(thumbnail == (try Cutout(contacts: [contact(photo: photo)])).thumbnail)
    let clear = try Cutout(contacts: [contact(photo: bytes("translucent.png"), type: "PNG")])
    #expect(clear.thumbnail?.type == "image/png")
  }

  @Test("a card's own thumbnail stays, without its metadata")
  func ownThumbnail() throws {
    let own = try bytes("progressive.jpg")
    let contact = try contact(photo: bytes("large.jpg"), thumbnail: own)
    let making = try Cutout.making([contact])
    #expect(making.cutout.thumbnail?.data == Metadata.removing(from: own).octets)
    #expect(making.notes.count == 2)
    #expect(making.notes.contains { $0.hasPrefix("thumbnail: GPS position") })
  }

  @Test(
    "metadata are taken out in every form of cutout, and said", arguments: Cutout.Format.allCases)
  func removed(format: Cutout.Format) throws {
    let photo = try bytes("loaded.jpg")
    let making = try Cutout.making([contact(photo: photo)])
    #expect(
      making.notes == [
        "photo: GPS position, serial number, camera, author, date, program, preview, XMP metadata,"
          + " Photoshop or IPTC metadata, comment, data of programs, data after the picture removed"
      ])
    #expect(making.warnings.isEmpty)
    let received = try Cutout.read(making.cutout.encoded(as: format)).cutout
    #expect(received.image?.data == Metadata.removing(from: photo).octets)
    #expect(received.thumbnail == making.cutout.thumbnail && received.thumbnail != nil)
    #expect(!received.disclosures.contains { $0.isHidden })
    #expect(received.disclosures.filter { $0.text.hasSuffix("no metadata") }.count == 2)
    // What came from elsewhere still says it.
    let foreign = try Cutout(
      firstName: "K", image: Cutout.Image(type: "image/jpeg", data: photo))
    #expect(foreign.disclosures.contains { $0.subject == .location })
  }

  @Test("metadata go along when they are to, but not into the thumbnail")
  func kept() throws {
    let photo = try bytes("loaded.jpg")
    let making = try Cutout.making([contact(photo: photo)], metadata: .kept)
    #expect(making.cutout.image?.data == photo && making.notes.isEmpty)
    let thumbnail = try #require(making.cutout.thumbnail)
    #expect(PictureFacts(thumbnail.data).findings.isEmpty)
  }

  @Test("a photo that cannot be looked into goes as it is, with a warning and no thumbnail")
  func untouched() throws {
    let heic = Array("\u{0}\u{0}\u{0}\u{18}ftypheic\u{0}\u{0}\u{0}\u{0}mif1heic".utf8)
    let making = try Cutout.making([contact(photo: heic, type: "HEIC")])
    #expect(making.cutout.image?.data == heic && making.cutout.thumbnail == nil)
    #expect(
      making.warnings == [
        "photo: may hold metadata and is left as it is, for only JPEG, PNG, GIF and WebP are "
          + "looked into"
      ])
    #expect(making.notes == ["thumbnail: none is made, for the photo is neither JPEG nor PNG"])
    var broken = try bytes("loaded.jpg")
    broken[3] = 0xD8
    let damaged = try Cutout.making([contact(photo: broken)])
    #expect(damaged.cutout.image?.data == broken)
    #expect(
      damaged.warnings == ["photo: may hold metadata and is left as it is, for it is damaged"])
  }

  @Test("a thumbnail is made of a photo that is itself more than a cutout holds")
  func largePhoto() throws {
    let film = [UInt8](repeating: 0, count: Cutout.Limits.imageBytes)
    let contact = try contact(photo: bytes("plain.jpg") + film)
    let small = try Cutout.making([contact], selecting: [.name, .thumbnail]).cutout
    #expect(small.thumbnail?.type == "image/jpeg")
    // What goes does not count.
    #expect(try Cutout.making([contact]).cutout.image?.data == bytes("plain.jpg"))
  }

  @Test("a thumbnail is made where it is selected, of a photo that is not")
  func selection() throws {
    let contact = try contact(photo: bytes("large.jpg"))
    let small = try Cutout.making([contact], selecting: [.name, .thumbnail]).cutout
    #expect(small.image == nil && small.thumbnail != nil)
    let photo = try Cutout.making([contact], selecting: [.name, .photo]).cutout
    #expect(photo.image != nil && photo.thumbnail == nil)
    let name = try Cutout.making([contact], selecting: .name)
    #expect(name.cutout.image == nil && name.cutout.thumbnail == nil && name.notes.isEmpty)
  }
}
