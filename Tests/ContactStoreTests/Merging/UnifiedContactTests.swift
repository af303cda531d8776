import ContactModel
import ContactStore
import TestSupport
import Testing
import VCard

@Suite("UnifiedContact")
struct UnifiedContactTests {
  let directory: TemporaryDirectory
  let book: DatabaseBook
  /// 2026-01-02T03:04:05Z.
  private let now: Int64 = 1_767_323_045

  init() throws {
    directory = try TemporaryDirectory()
    book = try DatabaseBook(directory.path("book.sqlite"), for: .writing)
  }

  /// Adds cards that are one person.
  private func add(_ cards: [Card]) throws -> [RecordID] {
    var request = SaveRequest()
    for card in cards { request.add(card) }
    for place in cards.indices.dropFirst() { request.link(.join(.added(0), .added(place))) }
    return try book.save(request)
  }

  private func unified(_ records: [[String]]) throws -> (UnifiedContact, ids: [RecordID]) {
    let ids = try add(records.map { try CardSamples.parsed(lines: $0) })
    let person = try #require(try book.person(of: ids[0]))
    #expect(person.records.map(\.id) == ids)
    return (UnifiedContact(person), ids)
  }

  /// The card of a contact with other words in it, and with a line.
  private func edited(
    _ contact: UnifiedContact, _ old: String = "", _ new: String = "", adding line: String? = nil
  ) throws -> Card {
    var text = CardSamples.written(contact.card)
    if !old.isEmpty { text = text.replacing(old, with: new) }
    if let line { text = text.replacing("END:VCARD", with: "\(line)\r\nEND:VCARD") }
    return try CardSamples.parsed(text)
  }

  private func texts() throws -> [String] {
    var texts: [String] = []
    try book.forEachRecord { texts.append(CardSamples.written($0.card)) }
    return texts
  }

  @Test("each value knows its records, also in a list and however they write it")
  func records() throws {
    let (kate, ids) = try unified([
      ["FN:Kate Bell", "TEL:+1 408 555 0100", "NICKNAME:Kat,Katie", "CATEGORIES:a,b"],
      [
        "N:Bell;Kate;;;", "FN:Kate Bell", "TEL:4085550100", "EMAIL:kate@work.example",
        "NICKNAME:Kay", "CATEGORIES:b,c",
      ],
    ])
    #expect(kate.contact.phoneNumbers.map(\.value) == ["+1 408 555 0100"])
    #expect(kate.records(for: .phoneNumbers) == [ids])
    #expect(kate.records(for: .emailAddresses) == [[ids[1]]])
    #expect(kate.contact.nicknames == ["Kat", "Katie", "Kay"])
    #expect(kate.records(for: .nickname) == [[ids[0]], [ids[0]], [ids[1]]])
    #expect(kate.contact.categories == ["a", "b", "c"])
    // A line is said by whoever has one of its items.
    #expect(kate.records(for: .categories) == [ids, ids, [ids[1]]])
    #expect(kate.records(for: .names) == [[ids[1]], ids])
    #expect(kate.records(for: .notes) == [])
  }

  @Test("whatever the cards, there is an entry for every value, and nothing to save")
  func counts() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<4 {
      let cards = try Version.allCases.map {
        try CardSamples.parsed(CardGenerator($0).card(using: &random).octets)
      }
      let person = try #require(try book.person(of: add(cards)[0]))
      let unified = UnifiedContact(person)
      let contact = unified.contact
      let counts: [(Contact.Keys, Int)] = [
        (.nickname, contact.nicknames.count), (.categories, contact.categories.count),
        (.notes, contact.notes.count), (.emailAddresses, contact.emailAddresses.count),
        (.phoneNumbers, contact.phoneNumbers.count),
        (.postalAddresses, contact.postalAddresses.count),
        (.urlAddresses, contact.urlAddresses.count),
        (.relations, contact.contactRelations.count),
        (.socialProfiles, contact.socialProfiles.count),
        (.instantMessageAddresses, contact.instantMessageAddresses.count),
        (.dates, contact.dates.count),
      ]
      for (key, count) in counts {
        #expect(unified.records(for: key).count == count)
      }
      #expect(unified.request(saving: unified.card, now: now).isEmpty)
    }
  }

  @Test("changes are saved to the records that they are about, and taken back at once")
  func saving() throws {
    let (kate, ids) = try unified([
      ["FN:Kate", "TEL:+1 408 555 0100", "BDAY:1978-04-12"],
      ["FN:Kate", "TEL:4085550100", "BDAY:1979-04-12"],
    ])
    let before = try texts()
    #expect(kate.request(saving: kate.card, now: now).isEmpty)
    let request = kate.request(saving: try edited(kate, "0100", "0199"), now: now)
    #expect(Set(request.updated.keys) == Set(ids))
    for record in kate.person.records {
      #expect(request.bases[record.id].map(CardSamples.written) == CardSamples.written(record.card))
      #expect(request.updated[record.id]?.first(.tel)?.text == "+1 408 555 0199")
    }
    let note = try edited(kate, adding: "NOTE:x")
    let noted = kate.request(saving: note, addingTo: ids[1], now: now)
    #expect(Array(noted.updated.keys) == [ids[1]])
    #expect(Array(kate.request(saving: note, now: now).updated.keys) == [ids[0]])
    _ = try book.save(request)
    #expect(try texts() != before)
    #expect(try book.undo()?.kind == "edit")
    #expect(try texts() == before)
    // The other birthday is that of the second record.
    #expect(kate.card.properties.contains { $0.canonicalName == "X-ALSO-BDAY" })
    let born = kate.request(saving: try edited(kate, "1979-04-12", "1979-04-13"), now: now)
    #expect(Array(born.updated.keys) == [ids[1]])
    #expect(born.updated[ids[1]]?.first(.bday)?.text == "1979-04-13")
  }

  @Test("a group names a person by the first identifier of the records that count")
  func members() throws {
    let ids = try add(
      ["a", "b", "c"].map { try CardSamples.parsed(lines: ["FN:Kate", "UID:\($0)"]) })
    var request = SaveRequest()
    request.add(
      try CardSamples.parsed(
        lines: ["FN:Team", "UID:t", "KIND:group", "MEMBER:urn:uuid:c", "MEMBER:urn:uuid:d"],
        version: "4.0"))
    _ = try book.save(request)
    func members(_ choose: (UnifiedRecord) -> [Record]) throws -> [String] {
      var members: [String] = []
      try book.forEachUnifiedCard(of: choose) { card, _ in
        members += card.properties.filter { $0.known == .member }.map(\.text)
      }
      return members
    }
    #expect(try members(\.records) == ["urn:uuid:a", "urn:uuid:d"])
    #expect(
      try members { $0.records.filter { $0.id != ids[0] } } == ["urn:uuid:b", "urn:uuid:d"])
  }
}
