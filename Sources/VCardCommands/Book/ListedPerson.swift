import ContactModel
import ContactPages
import ContactStore
import VCard

/// A person as a list of people shows them.
struct ListedPerson {
  private let id: RecordID
  private let name: String
  private let phones: [String]
  private let emails: [String]
  private let records: [RecordID]

  init(_ person: UnifiedRecord) { self.init(person.id, person.records) }

  /// A record by itself, whatever it is linked with.
  init(_ record: Record) { self.init(record.id, [record]) }

  private init(_ id: RecordID, _ records: [Record]) {
    self.id = id
    self.records = records.map(\.id)
    let contacts = records.map { Contact($0.card, keys: .compositeName) }
    name = contacts.lazy.compactMap(\.compositeName).first ?? ""
    phones = ListedPerson.distinct(contacts.flatMap { $0.phoneNumbers.map(\.value) })
    emails = ListedPerson.distinct(contacts.flatMap { $0.emailAddresses.map(\.value) })
  }

  /// Linked records mostly say the same, some of them with other capitals.
  static func distinct(_ values: [String]) -> [String] {
    guard values.count > 1 else { return values }
    var known: Set<String> = []
    return values.filter { known.insert($0.lowercased()).inserted }
  }

  static func table() -> Table {
    Table([.init("ID"), .init("Name"), .init("Phone"), .init("Email")])
  }

  /// The cells of a row of ``table()``.
  var cells: [String] {
    // Who is called by a number or an email has no other name.
    [id.rawValue, name, phones.joined(separator: ", "), emails.joined(separator: ", ")]
  }

  func appendJSON(to json: inout [UInt8]) {
    json.append("{\"schema\":\"vcard.person/1\",\"person\":", jsonString: id.rawValue)
    json.append(",\"name\":", jsonString: name)
    json.append(",\"phones\":", jsonStrings: phones)
    json.append(",\"emails\":", jsonStrings: emails)
    json.append(",\"records\":", jsonStrings: records.map(\.rawValue))
    json.append("}\n")
  }
}
