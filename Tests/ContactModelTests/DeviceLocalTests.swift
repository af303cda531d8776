import ContactModel
import TestSupport
import Testing
import VCard

@Suite("DeviceLocal")
struct DeviceLocalTests {
  @Test(
    "knows record identifiers, synchronisation marks and image paths",
    arguments: [
      "X-ABUID:4FBE8971-0BC3-424C-9C26-36C3E1EFF6B1:ABPerson", "X-IRMC-LUID:17",
      "CLIENTPIDMAP:1;urn:uuid:3df403f4-5924-4bb7-b077-3c711d9eb34b", "x-etag:\"7\"",
      "X-EVOLUTION-WEBDAV-ETAG:7", "X-COUCHDB-UUID:8930d503", "X-IMAGE-PATH:a.jpg",
      "X-RADICALE-NAME:a.vcf", "X-FOO-RECORD-ID:12", "X-EVOLUTION-WEBDAV-HREF:https://x.example/",
      "SOURCE:https://dav.example/kate/", "UID:4FBE8971:ABPerson", "UID:pas-id-4D3F2",
      "PHOTO;VALUE=uri:file:///home/kate/a.jpg", "PHOTO;VALUE=uri:content://contacts/1",
      "LOGO;VALUE=uri:/var/a.png", #"PHOTO;VALUE=uri:C:\\a.png"#, "X-ALSO-UID:4FBE8971:ABPerson",
      "X-ALSO-X-ABUID:4FBE8971", "item1.X-ALSO-PHOTO;VALUE=uri:file:///home/kate/a.jpg",
    ])
  func local(line: String) throws {
    let card = try card("BEGIN:VCARD\nVERSION:3.0\n\(line)\nEND:VCARD\n")
    #expect(card.properties.map { DeviceLocal.isLocal($0) } == [true])
  }

  @Test(
    "lets everything else travel",
    arguments: [
      "FN:Kate", "UID:urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1", "REV:20200101T000000Z",
      "PHOTO;VALUE=uri:https://x.example/a.jpg", "PHOTO;ENCODING=b:/9j/4AAQSkZJRg==",
      "X-ABLabel:x", "X-SPOUSE:Al", "X-GUID-LIKE:x", "EMAIL:a@x.example", "X-ALSO-BDAY:1978-04-12",
      "X-ALSO-UID:urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1", "item1.X-Also-UID:a",
    ])
  func notLocal(line: String) throws {
    let card = try card("BEGIN:VCARD\nVERSION:3.0\n\(line)\nEND:VCARD\n")
    #expect(card.properties.map { DeviceLocal.isLocal($0) } == [false])
  }

  @Test(
    "knows the parameters that are local",
    arguments: [
      ("PID", true), ("X-COUCHDB-UUID", true), ("X-EVOLUTION-WEBDAV-IMG-URL", true),
      ("X-ETAG", true), ("TYPE", false), ("X-SERVICE-TYPE", false), ("ALTID", false),
    ])
  func parameters(name: String, isLocal: Bool) {
    #expect(DeviceLocal.isLocal(parameter: name) == isLocal)
  }
}
