import ContactStore
import Foundation
import TestSupport
import Testing
import VCard

@Suite("SavedReference")
struct SavedReferenceTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func book(_ name: String = "book.sqlite", _ cards: [String]...) throws -> any AddressBook
  {
    let book = try openBook(directory.path(name), for: .writing)
    var request = SaveRequest()
    for lines in cards {
      let text = ["BEGIN:VCARD", "VERSION:3.0"] + lines + ["END:VCARD", ""]
      request.add(try CardSamples.parsed(text.joined(separator: "\r\n")))
    }
    _ = try book.save(request)
    return book
  }

  private static let kates = [
    ["N:Bell;Kate;;;", "FN:Kate Bell", "EMAIL:a@x.example"],
    ["N:Bell;Kate;;Dr.;", "FN:Dr. Kate Bell", "EMAIL:b@x.example", "TITLE:Baker"],
    ["N:Lee;Ann;;;", "FN:Ann Lee"],
  ]

  /// What was found, as `current 1`, `moved 2`, `ambiguous 1 2` or `nobody`.
  private func found(_ reference: SavedReference, in book: any AddressBook) throws -> String {
    switch try book.find(reference) {
    case .current(let person): "current \(person.id)"
    case .moved(let person): "moved \(person.id)"
    case .ambiguous(let people): "ambiguous " + people.map(\.id.rawValue).joined(separator: " ")
    case .nobody: "nobody"
    }
  }

  @Test(
    "the name under the ID counts as matching has it; else name, emails and digest find the person",
    arguments: ["book.sqlite", "book.vcf"])
  func finds(name: String) throws {
    let kates = SavedReferenceTests.kates
    let book = try book(name, kates[0], kates[1], kates[2])
    let ids = name == "book.vcf" ? ["0", "1", "2"] : ["1", "2", "3"]
    func reference(_ id: String?, _ name: String?, _ emails: String...) -> SavedReference {
      SavedReference(id: id.map(RecordID.init), compositeName: name, emails: emails)
    }
    for fits in ["Kate Bell", "kate BELL", "Bell Kate", "Prof. Kate Bell", "Kate Bell Jr."] {
      #expect(try found(reference(ids[0], fits), in: book) == "current \(ids[0])", "\(fits)")
    }
    #expect(
      try found(
        SavedReference(id: RecordID(rawValue: ids[1]), firstName: "Kate", lastName: "Bell"),
        in: book) == "current \(ids[1])")
    #expect(try found(reference("99", "Ann Lee"), in: book) == "moved \(ids[2])")
    #expect(try found(reference("junk", "Ann Lee"), in: book) == "moved \(ids[2])")
    #expect(try found(reference(ids[0], "Ann Lee"), in: book) == "moved \(ids[2])")
    let both = "ambiguous \(ids[0]) \(ids[1])"
    #expect(
      try ["ambiguous \(ids[1]) \(ids[0])", both].contains(
        found(reference("99", "Kate Bell"), in: book)))
    #expect(try found(reference("99", "Kate Bell", "B@x.example"), in: book) == "moved \(ids[1])")
    #expect(try found(reference("99", "Nobody Atall"), in: book) == "nobody")
    #expect(try found(reference(ids[0], nil), in: book) == "current \(ids[0])")
    #expect(try found(reference("99", nil), in: book) == "nobody")
    #expect(try found(reference("99", ""), in: book) == "nobody")
  }

  @Test("goes to JSON and back, and the digest tells two of one name apart")
  func saves() throws {
    let kates = SavedReferenceTests.kates
    let old = try book("old.sqlite", kates[2], kates[1])
    let person = try #require(try old.person(of: RecordID(rawValue: "2")))
    var reference = SavedReference(person)
    #expect(reference.compositeName == "Dr. Kate Bell")
    #expect((reference.firstName, reference.lastName) == ("Kate", "Bell"))
    #expect(reference.emails == ["b@x.example"])
    let data = try JSONEncoder().encode(reference)
    #expect(try JSONDecoder().decode(SavedReference.self, from: data) == reference)
    let new = try book("new.sqlite", kates[0], kates[2], kates[1])
    reference.emails = []
    #expect(try found(reference, in: new) == "moved 3")
    reference.digest = nil
    #expect(try found(reference, in: new).hasPrefix("ambiguous "))
  }
}
