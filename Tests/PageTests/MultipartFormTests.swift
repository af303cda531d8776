import Page
import TestSupport
import Testing

@Suite("Forms with files, RFC 7578")
struct MultipartFormTests {
  private static let type = "multipart/form-data; boundary=----X1"

  private static let body = [
    "------X1", "Content-Disposition: form-data; name=\"target\"", "", "4.0",
    "------X1", "Content-Disposition: form-data; name=\"file\"; filename=\"a%22b\\c.vcf\"",
    "Content-Type: text/vcard", "", "BEGIN:VCARD", "--", "", "------X", "END:VCARD", "",
    "------X1", "content-disposition: form-data; name=none; filename=\"\"", "", "",
    "------X1--", "",
  ].joined(separator: "\r\n")

  private func parts(_ body: String, _ type: String = Self.type) throws -> MultipartForm {
    try MultipartForm(Array(body.utf8), contentType: type)
  }

  private func fault(_ body: String, _ type: String = Self.type) -> MultipartForm.Fault? {
    do throws(MultipartForm.Fault) {
      _ = try MultipartForm(Array(body.utf8), contentType: type)
      return nil
    } catch { return error }
  }

  @Test("fields and files come as they were sent, octet by octet")
  func reads() throws {
    let form = try parts(Self.body)
    #expect(form.parts.count == 3)
    #expect(form["target"] == "4.0" && form["file"] == nil && form["none"] == nil)
    let file = try #require(form.files("file").first)
    #expect(file.fileName == "a\"b\\c.vcf" && file.mediaType == "text/vcard")
    #expect(
      String(decoding: file.content, as: UTF8.self)
        == "BEGIN:VCARD\r\n--\r\n\r\n------X\r\nEND:VCARD\r\n")
    // Nothing was chosen.
    #expect(form.files("none").isEmpty)
  }

  @Test("a body that ends anywhere before its last boundary is refused")
  func cuts() throws {
    let octets = Array(Self.body.utf8)
    let last = octets.count - "--\r\n".utf8.count
    for end in 0..<last + 2 {
      #expect(fault(String(decoding: octets[..<end], as: UTF8.self)) == .cutOff, "\(end)")
    }
    for end in last + 2...octets.count {
      #expect(fault(String(decoding: octets[..<end], as: UTF8.self)) == nil, "\(end)")
    }
  }

  @Test("contents of every octet survive, whatever is like a boundary")
  func octets() throws {
    var chance = SeededGenerator(seed: 7578)
    let pieces = [
      Array("\r\n------X".utf8), Array("\r".utf8), Array("\r\n".utf8), [0, 255, 45, 45],
    ]
    for _ in 0..<200 {
      var content: [UInt8] = []
      for _ in 0..<8 { content += pieces.randomElement(using: &chance) ?? [] }
      content.append(65)
      let head = "------X1 \t\r\nContent-Disposition: form-data; name=a; filename=b\r\n\r\n"
      let body = Array(head.utf8) + content + Array("\r\n------X1--".utf8)
      let form = try MultipartForm(body, contentType: Self.type)
      #expect(form.files("a").map { Array($0.content) } == [content])
    }
  }

  @Test("a form that is none says why")
  func refuses() {
    let head = "------X1\r\nContent-Disposition: form-data; name=a"
    #expect(fault(Self.body, "text/plain; boundary=X1") == .notMultipart)
    #expect(fault(Self.body, "multipart/form-data") == .notMultipart)
    #expect(fault(Self.body, "multipart/form-data; boundary=\"----X1") == .notMultipart)
    #expect(
      fault(Self.body, "multipart/form-data; boundary=" + String(repeating: "a", count: 71))
        == .notMultipart)
    #expect(fault("\(head)\r\n\r\n1\r\n------X1--") == nil)
    #expect(fault("preamble\r\n\(head)\r\n\r\n1\r\n------X1--") == nil)
    #expect(fault("------X1\r\n\r\n1\r\n------X1--") == .malformed)
    #expect(fault("------X12\r\n\r\n1\r\n------X1--") == .malformed)
    #expect(
      fault("\(head)\r\nContent-Transfer-Encoding: base64\r\n\r\nMQ==\r\n------X1--") == .malformed)
    #expect(fault("\(head)\r\nno field\r\n\r\n1\r\n------X1--") == .malformed)
    let long = String(repeating: "a", count: MultipartForm.mostHead)
    #expect(fault("\(head)\r\nX-A: \(long)\r\n\r\n1\r\n------X1--") == .tooMuch)
    let many = String(
      repeating: "\(head)\r\n\r\n\r\n", count: MultipartForm.mostParts + 1)
    #expect(fault("\(many)------X1--") == .tooMuch)
  }
}
