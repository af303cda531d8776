import TestSupport
import Testing
import VCard

@Suite("Version")
struct VersionTests {
  private func read(_ lines: String) throws -> (card: Card, codes: [Diagnostic.Code]) {
    let reading = try Reading(Array("BEGIN:VCARD\r\n\(lines)\r\nEND:VCARD\r\n".utf8))
    return (try #require(reading.cards.first), reading.diagnostics.map(\.code))
  }

  @Test(
    "is what VERSION says; blanks and folds do not count",
    arguments: [
      ("VERSION:2.1", Version.version21), ("VERSION:3.0", .version30), ("VERSION:4.0", .version40),
      ("version: 3.0 ", .version30), ("VERSION:4\r\n .0", .version40),
      ("a.VERSION;X=1:2.1", .version21),
    ])
  func declared(line: String, version: Version) throws {
    let (card, codes) = try read(line)
    #expect(card.version == version)
    #expect(card.declaresVersion)
    #expect(codes == [])
  }

  @Test(
    "a version that does not exist is read by its first digit, and reported",
    arguments: [
      ("VERSION:3", Version.version30), ("VERSION:4.2", .version40), ("VERSION:2", .version21),
      ("VERSION:2.0", .version21), ("VERSION:3.", .version30), ("VERSION:4.00", .version40),
    ])
  func odd(line: String, version: Version) throws {
    let (card, codes) = try read(line)
    #expect(card.version == version)
    #expect(!card.declaresVersion)
    #expect(codes == [.unknownVersion])
  }

  @Test(
    "without a version that says anything, the style of the card tells, and 3.0 where nothing does",
    arguments: [
      ("FN:x", Version.version30), ("TEL;HOME:1", .version21),
      ("NOTE;ENCODING=QUOTED-PRINTABLE:x", .version21),
      ("PHOTO;ENCODING=BASE64:QUJD", .version21), ("PHOTO;ENCODING=b:QUJD", .version30),
      ("KIND:individual", .version40), ("TEL;PREF=1:1", .version40),
      ("ANNIVERSARY:2009", .version40),
      ("KIND:individual\r\nPHOTO;ENCODING=b:QUJD", .version30), ("EMAIL;TYPE=HOME:x", .version30),
      ("nothing", .version30),
    ])
  func guessed(lines: String, version: Version) throws {
    for line in [
      "", "VERSION:10\r\n", "VERSION:\r\n", "VERSION:x\r\n", "VERSION:3,0\r\n", "VERSION:5.0\r\n",
    ] {
      let (card, codes) = try read(line + lines)
      #expect(card.version == version, "\(line)")
      #expect(!card.declaresVersion)
      #expect(codes.first == (line.isEmpty ? .missingVersion : .unknownVersion))
    }
  }

  @Test("must come first in 4.0 only, RFC 6350 §6.7.9", arguments: Version.allCases)
  func late(version: Version) throws {
    let (card, codes) = try read("FN:x\r\nVERSION:\(version.rawValue)")
    #expect(card.version == version)
    #expect(codes == (version == .version40 ? [.lateVersion] : []))
    #expect(Rules(version).requiresVersionFirst == (version == .version40))
  }

  @Test("the first of two counts")
  func two() throws {
    let (card, _) = try read("VERSION:3.0\r\nVERSION:4.0")
    #expect(card.version == .version30)
  }

  @Test("versions are ordered by age")
  func ordered() { #expect(Version.allCases.sorted() == [.version21, .version30, .version40]) }
}
