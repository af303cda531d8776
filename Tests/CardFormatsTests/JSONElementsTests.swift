import CardFormats
import TestSupport
import Testing

@Suite("JSONElements, the values of a stream of JSON")
struct JSONElementsTests {
  /// What a stream is cut into, as `line:column@byte text`.
  private func cut(_ text: String, sizes: Int? = nil, limit: Int = 1000) -> [String] {
    var elements = JSONElements(limit: limit)
    var found: [String] = []
    func drain() {
      while let element = elements.next() {
        let text =
          element.isTooLarge ? "too large" : String(decoding: element.octets, as: UTF8.self)
        found.append("\(element.line):\(element.column)@\(element.byte) \(text)")
      }
    }
    let octets = Array(text.utf8)
    var start = 0
    while start < octets.count {
      let end = min(start + (sizes ?? octets.count), octets.count)
      elements.append(octets[start..<end])
      drain()
      start = end
    }
    elements.finish()
    drain()
    return found
  }

  static let samples: [(text: String, elements: [String])] = [
    ("", []), (" \r\n", []),
    ("{\"a\":1}\n{\"b\":[2]}\n", ["1:1@0 {\"a\":1}", "2:1@8 {\"b\":[2]}"]),
    ("[{\"a\":\"]\\\"}\"}, {}]", ["1:2@1 {\"a\":\"]\\\"}\"}", "1:16@15 {}"]),
    ("[\n {\"a\":1},\n {\"b\":2}\n]\n", ["2:2@3 {\"a\":1}", "3:2@13 {\"b\":2}"]),
    ("\u{FEFF}{\"a\":1}{\"b\":2}", ["1:4@3 {\"a\":1}", "1:11@10 {\"b\":2}"]),
    ("\u{1E}{\"a\":1}\n\u{1E}{\"b\":2}\n", ["1:2@1 {\"a\":1}", "2:2@10 {\"b\":2}"]),
    ("1 true \"x y\" null", ["1:1@0 1", "1:3@2 true", "1:8@7 \"x y\"", "1:14@13 null"]),
    ("[1,\"a\"]{\"b\":2}", ["1:2@1 1", "1:4@3 \"a\"", "1:8@7 {\"b\":2}"]),
    (
      "{\"a\":1}\n[{\"b\":2}, {}]\n[3]",
      [
        "1:1@0 {\"a\":1}", "2:2@9 {\"b\":2}", "2:11@18 {}", "3:2@23 3",
      ]
    ),
    ("{\"a\":", ["1:1@0 {\"a\":"]), ("{\"a\":\"x\\", ["1:1@0 {\"a\":\"x\\"]),
    ("[{\"a\":1}", ["1:2@1 {\"a\":1}"]), ("}", ["1:1@0 }"]), ("]}", ["1:1@0 ]", "1:2@1 }"]),
    (
      "[\"vcard\",[1]]\n[ \"vcard\"][]",
      ["1:1@0 [\"vcard\",[1]]", "2:1@14 [ \"vcard\"]"]
    ),
    ("[[\"vcard\"], [\"vcard\",2]]", ["1:2@1 [\"vcard\"]", "1:13@12 [\"vcard\",2]"]),
    ("[", []), ("[ \n", []), ("[ ] {}", ["1:5@4 {}"]),
    ("{} , {}", ["1:1@0 {}", "1:4@3 ,", "1:6@5 {}"]),
  ]

  @Test("whole, octet by octet and in pieces of every size the same", arguments: samples)
  func streams(stream: (text: String, elements: [String])) {
    for size in 1...max(1, stream.text.utf8.count) {
      #expect(cut(stream.text, sizes: size) == stream.elements, "\(size)")
    }
  }

  @Test("a value beyond the limit is passed over, and the next is read", arguments: 1...30)
  func large(size: Int) {
    let text = "{\"a\":\"0123456789\\\"}\"}\n{\"b\":1}"
    #expect(cut(text, sizes: size, limit: 8) == ["1:1@0 too large", "2:1@22 {\"b\":1}"])
  }

  @Test("blanks without end after a bracket are not kept", arguments: [1, 7, 100])
  func blanks(size: Int) {
    let text =
      "[" + String(repeating: " ", count: 30) + "{}, 1]\n[" + String(repeating: " ", count: 30)
    #expect(cut(text, sizes: size, limit: 8) == ["1:32@31 {}", "1:36@35 1"])
    #expect(
      cut(text + "\"vcard\"]", sizes: size, limit: 8).suffix(1) == ["2:32@69 \"vcard\""])
  }

  @Test("what begins as JSON does, and what a brace merely comes first in")
  func begins() {
    for text in ["{\"a\":1}", " \n[{", "[[", "[\"vcard\"", "\u{FEFF}{ }", "[]"] {
      #expect(JSONElements.begins(text.utf8), "\(text)")
    }
    for text in ["", "{", "{\\rtf1", "BEGIN:VCARD", "[x]", "\"a\"", "{a:1}"] {
      #expect(!JSONElements.begins(text.utf8), "\(text)")
    }
  }
}
