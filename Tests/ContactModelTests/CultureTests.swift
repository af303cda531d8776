import ContactModel
import ContactSearch
import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("Names of many cultures")
struct CultureTests {
  private let contacts: [Contact]

  init() throws {
    var reader = CardReader()
    try reader.append(Fixtures.bytes("cultures/people.vcf"))
    reader.finish()
    var contacts: [Contact] = []
    while case .card(let card, let diagnostics) = reader.next() {
      #expect(diagnostics == [])
      contacts.append(Contact(card))
    }
    self.contacts = contacts
  }

  /// The rows of a table without its head and its remarks.
  private func table(_ name: String) throws -> [[String]] {
    let text = String(decoding: try Fixtures.bytes("cultures/\(name)"), as: UTF8.self)
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.dropFirst()
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
  }

  @Test("are composed and abbreviated as their cultures do")
  func names() throws {
    let rows = try table("names.tsv")
    #expect(rows.count == contacts.count && rows.count > 40)
    for (row, contact) in zip(rows, contacts) {
      #expect(contact.uid == row[0])
      #expect(contact.compositeName == row[11])
      #expect(ContactFormatter.string(from: contact, style: .fullName) == row[11])
      #expect(ContactFormatter.string(from: contact, style: .initials) == row[12], "\(row[0])")
    }
  }

  @Test("stand under the letters that PyICU puts them under, in every language")
  func sections() throws {
    let rows = try table("sections.tsv")
    let locales = Set(rows.map { $0[0] })
    #expect(locales.count > 20)
    for locale in locales.sorted() {
      let index = try SectionIndex(NameSorter(.family, locale: locale))
      let expected = rows.filter { $0[0] == locale }.map { $0[2] }
      let found = try contacts.map { index.labels[try index.section(for: $0)] }
      #expect(found == expected, "\(locale)")
    }
  }

  @Test("are in the order that PyICU gives, in every language")
  func orders() throws {
    let rows = try table("orders.tsv")
    #expect(rows.count > 40)
    for row in rows {
      let order = try #require(NameSorter.Order(rawValue: row[1]))
      let sorted = try NameSorter(order, locale: row[0]).sorted(contacts)
      #expect(
        sorted.compactMap(\.uid) == row[2].split(separator: " ").map { String($0) }, "\(row[0])")
    }
  }

  @Test("are found by the index as the fixture says, and by the search of one contact alike")
  func searches() throws {
    let rows = try table("searches.tsv")
    #expect(rows.count > 90)
    let index = try SearchIndex(contacts)
    for row in rows {
      let expected = Set(row[1].split(separator: " ").map(String.init))
      let hits = try index.search(row[0]).compactMap { contacts[$0.contact].uid }
      #expect(Set(hits) == expected, "\(row[0])")
      let search = try NameSearch(row[0])
      #expect(Set(try contacts.filter(search.matches).compactMap(\.uid)) == expected, "\(row[0])")
    }
  }
}
