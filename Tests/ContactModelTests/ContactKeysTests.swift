import ContactModel
import TestSupport
import Testing
import VCard

@Suite("Contact.Keys")
struct ContactKeysTests {
  @Test("says which values were read")
  func available() throws {
    let kate = try contact("FN:Kate Bell", keys: [.names, .emailAddresses])
    #expect(kate.isKeyAvailable(.names))
    #expect(kate.isKeyAvailable([.names, .emailAddresses]))
    #expect(!kate.isKeyAvailable([.names, .birthday]))
  }

  @Test("reads with some keys what it reads with all")
  func subset() throws {
    let lines = ["N:Bell;Kate;;;", "FN:Kate Bell", "EMAIL;TYPE=work:kate@work.example"]
    let all = try contact(lines[0], lines[1], lines[2])
    let some = try contact(lines[0], lines[1], lines[2], keys: .compositeName)
    #expect(some.compositeName == all.compositeName)
    #expect(some.emailAddresses == all.emailAddresses)
  }

  @Test("reads what key descriptors need together")
  func descriptors() throws {
    struct Formatter: ContactKeyDescriptor { let keys: Contact.Keys = [.names, .organization] }
    let card = try card("BEGIN:VCARD\nVERSION:3.0\nFN:Kate\nORG:Acme\nNOTE:x\nEND:VCARD\n")
    let kate = Contact(card, keysToFetch: [Formatter(), Contact.Keys.notes])
    #expect(kate.keys == [.names, .organization, .notes])
    #expect(kate.organizationName == "Acme")
    #expect(kate.note == "x")
    #expect(!kate.isKeyAvailable(.birthday))
  }

  @Test("reads each key alone as it is read with all, and plain lines as it reads odd ones")
  func alone() throws {
    var random = SeededGenerator(seed: 18)
    let samples = try Samples.small().map(\.bytes)
    var inputs = samples
    for _ in 0..<(isDebug ? 20 : 200) {
      inputs.append(Samples.damaged(of: samples, using: &random))
    }
    let keys = (0..<19).map { Contact.Keys(rawValue: 1 << $0) }
    for input in inputs {
      var reader = CardReader()
      try reader.append(input)
      reader.finish()
      while case .card(let card, _) = reader.next() {
        let all = Contact(card)
        #expect(all == Contact(thoroughly: card))
        for key in keys {
          let alone = Contact(card, keys: key).mutableCopy().contact
          #expect(values(alone, key) == values(all, key))
        }
      }
    }
  }

  /// What a key gives, as text.
  private func values(_ contact: Contact, _ key: Contact.Keys) -> String {
    switch key {
    case .names:
      """
      \(contact.namePrefix as Any) \(contact.givenName as Any) \(contact.middleName as Any)
      \(contact.familyName as Any) \(contact.nameSuffix as Any) \(contact.formattedName as Any)
      \(contact.previousFamilyName as Any) \(contact.nameLanguage as Any)
      """
    case .phoneticNames:
      """
      \(contact.phoneticGivenName as Any) \(contact.phoneticMiddleName as Any)
      \(contact.phoneticFamilyName as Any) \(contact.phoneticOrganizationName as Any)
      \(contact.sortAsFamilyName as Any) \(contact.sortAsGivenName as Any)
      """
    case .categories: "\(contact.categories)"
    case .nickname: "\(contact.nicknames)"
    case .organization: "\(contact.organizationName as Any) \(contact.departmentName as Any)"
    case .jobTitle: "\(contact.jobTitle as Any)"
    case .emailAddresses: "\(contact.emailAddresses)"
    case .phoneNumbers: "\(contact.phoneNumbers)"
    case .birthday:
      """
      \(contact.birthday as Any) \(contact.nonGregorianBirthday as Any)
      \(contact.birthdayText as Any)
      """
    case .image: "\(contact.image?.octets.count as Any) \(contact.thumbnail?.mediaType as Any)"
    case .uid: "\(contact.uid as Any)"
    case .contactType: "\(contact.contactType)"
    case .notes: "\(contact.notes)"
    case .postalAddresses: "\(contact.postalAddresses)"
    case .urlAddresses: "\(contact.urlAddresses)"
    case .relations: "\(contact.contactRelations)"
    case .socialProfiles: "\(contact.socialProfiles)"
    case .instantMessageAddresses: "\(contact.instantMessageAddresses)"
    case .dates: "\(contact.dates)"
    default: ""
    }
  }

  @Test("stops a program that asks for what was not read, and says for what")
  func missing() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let kate = try contact("FN:Kate Bell", keys: .names)
      _ = kate.birthday
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("missing: birthday"))
  }
}
