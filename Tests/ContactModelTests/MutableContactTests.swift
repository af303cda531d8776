import ContactModel
import TestSupport
import Testing
import VCard

@Suite("MutableContact")
struct MutableContactTests {
  @Test("is a copy that leaves the contact as it was")
  func copy() throws {
    let kate = try contact("N:Bell;Kate;;;", "EMAIL:a@x.example")
    var copy = kate.mutableCopy()
    copy.givenName = "Ann"
    copy.emailAddresses.append(LabeledValue(label: .work, value: "b@x.example"))
    #expect(kate.givenName == "Kate")
    #expect(copy.contact.givenName == "Ann")
    #expect(copy.contact.emailAddresses.map(\.value) == ["a@x.example", "b@x.example"])
    #expect(copy != kate.mutableCopy())
  }

  @Test("takes texts as they would be read: without blanks around them, and LF between lines")
  func cleaning() throws {
    var copy = MutableContact()
    copy.givenName = "  Kate\u{A0}"
    copy.familyName = " "
    copy.note = "one\r\ntwo\rthree"
    copy.phoneNumbers = [LabeledValue(value: "tel:+1-2"), LabeledValue(value: " ")]
    copy.emailAddresses = [LabeledValue(label: ContactLabel(rawValue: "HOME"), value: "mailto:a@x")]
    copy.instantMessageAddresses = [
      LabeledValue(value: InstantMessageAddress(username: "a", service: "xmpp")),
      LabeledValue(label: .home, value: InstantMessageAddress(username: "a", service: "Jabber")),
    ]
    #expect(copy.givenName == "Kate")
    #expect(copy.familyName == nil)
    #expect(copy.note == "one\ntwo\nthree")
    #expect(copy.phoneNumbers.map(\.value) == ["+1-2"])
    #expect(copy.emailAddresses == [LabeledValue(label: .home, value: "a@x")])
    #expect(copy.instantMessageAddresses.count == 1)
  }

  @Test("takes a calendar without a name for none, and a page without a scheme for an account")
  func cleaningParts() throws {
    var copy = MutableContact()
    for calendar in ["", " ", "Gregorian"] {
      copy.nonGregorianBirthday = ContactDate(text: "x", calendar: calendar)
      #expect(copy.nonGregorianBirthday == ContactDate(text: "x"))
    }
    copy.socialProfiles = [
      LabeledValue(value: SocialProfile(urlString: "t.example/kate", service: "Twitter"))
    ]
    #expect(
      copy.socialProfiles.map(\.value) == [
        SocialProfile(username: "t.example/kate", service: "Twitter")
      ])
  }

  @Test("has identifiers that tell equal values apart, and stay when the label changes")
  func identifiers() throws {
    var copy = MutableContact()
    copy.emailAddresses = [LabeledValue(value: "a@x"), LabeledValue(value: "a@x")]
    let identifiers = copy.emailAddresses.map(\.identifier)
    #expect(Set(identifiers).count == 2)
    copy.emailAddresses[1] = copy.emailAddresses[1].setting(label: .work)
    #expect(copy.emailAddresses.map(\.identifier) == identifiers)
  }

  @Test("stops a program that sets what was not read, and says what")
  func missing() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var copy = try contact("FN:Kate Bell", keys: .names).mutableCopy()
      copy.note = "x"
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("missing: notes"))
  }
}
