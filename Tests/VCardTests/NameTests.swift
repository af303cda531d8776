import TestSupport
import Testing
import VCard

@Suite("Property.Name, RFC 6350 §3.3")
struct PropertyNameTests {
  @Test("keeps the spelling and compares without regard to case")
  func compares() throws {
    let name = try #require(Property.Name("X-abLabel"))
    #expect(name.spelling == "X-abLabel")
    #expect(name.canonical == "X-ABLABEL")
    #expect(name == Property.Name("x-ABLABEL"))
    #expect(Set([name, try #require(Property.Name("X-ABLABEL"))]).count == 1)
    #expect("\(name)" == "X-ABLABEL")
  }

  @Test(
    "takes what the grammar allows, and `_`, `/` and inner blanks of programs",
    arguments: [
      "FN", "x", "X-1", "-", "X_FOO", "X-messaging/xmpp-All", "X-GOOGLE TALK", "1",
    ])
  func takes(spelling: String) { #expect(Property.Name(spelling) != nil) }

  @Test(
    "rejects what the grammar does not allow",
    arguments: [
      "", " ", " a", "a ", "é", "A:B", "a;b", "a.b", "a\"b", "a\nb", "a=b", "ſ",
    ])
  func rejects(spelling: String) { #expect(Property.Name(spelling) == nil) }

  @Test("ASCII letters alone have case: no other letter becomes one")
  func ascii() throws {
    let reading = try Reading(Array("BEGIN:VCARD\r\nﬁN:x\r\nEND:VCARD\r\n".utf8))
    #expect(reading.diagnostics.map(\.code).contains(.malformedLine))
  }
}

@Suite("KnownName")
struct KnownNameTests {
  @Test("each is found by its name in any case, and by no other", arguments: KnownName.allCases)
  func found(name: KnownName) throws {
    guard !name.canonical.isEmpty, ![.begin, .end, .version, .malformed].contains(name) else {
      return
    }
    for spelling in [name.canonical, name.canonical.lowercased()] {
      #expect(try property(spelling + ":x")?.known == name)
      #expect(try property("a.b." + spelling + ";X=1:x")?.known == name)
    }
    // The name may be folded, RFC 6350 §3.2.
    let folded = name.canonical.prefix(1) + "\r\n " + name.canonical.dropFirst()
    #expect(try property(folded + ":x")?.known == name)
    for spelling in [
      name.canonical + "X", String(name.canonical.dropLast()), name.canonical + "-",
      "X" + name.canonical,
    ] {
      let known = try property(spelling + ":x")?.known
      #expect(known != name, "\(spelling)")
      if let known, known != .unknown { #expect(known.canonical == spelling) }
    }
  }

  @Test("canonical names are all different, in upper case and allowed")
  func canonical() {
    let names = KnownName.allCases.map(\.canonical).filter { !$0.isEmpty }
    #expect(Set(names).count == names.count)
    for name in names {
      #expect(name == name.uppercased())
      #expect(Property.Name(name) != nil)
    }
  }

  private func property(_ line: String) throws -> Property? {
    let text = "BEGIN:VCARD\r\nVERSION:3.0\r\n\(line)\r\nEND:VCARD\r\n"
    return try Reading(Array(text.utf8)).cards.first?.properties.first { _ in true }
  }
}
