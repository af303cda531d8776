import ContactMatching
import Testing

@Suite("PhoneKey")
struct PhoneKeyTests {
  private func agreement(_ left: String, _ right: String, _ region: String? = nil) throws
    -> PhoneKey.Agreement?
  {
    let region = region.flatMap { PhoneRegion($0) }
    let first = try #require(PhoneKey(left, region: region))
    let second = try #require(PhoneKey(right, region: region))
    #expect(first.agreement(with: second) == second.agreement(with: first))
    return first.agreement(with: second)
  }

  @Test(
    "is the same however a number is written",
    arguments: [
      ("+49 30 123456", "004930123456"), ("+49 (0)30 123456", "+49-30-123456"),
      ("+49 030 123456", "+49 30 123456"), ("+39 06 1234567", "0039 06 1234567"),
      ("030/123456", "030 12 34 56"), ("+1 (408) 555-0000", "+14085550000"),
      ("tel: +1 408 555 0000", "+14085550000"), ("＋49 30 １２３４５６", "+49 30 123456"),
      ("+966 ٥٠ ١٢٣ ٤٥٦٧", "+966501234567"), ("+36 1 123 4567", "003611234567"),
      ("+7 495 123-45-67", "+74951234567"), ("0049 (0) 30 123456 ext. 7", "+493 0123456 x7"),
    ])
  func same(left: String, right: String) throws {
    #expect(try agreement(left, right) == .exact)
  }

  @Test(
    "agrees nationally when one side has no country, no trunk prefix or no extension",
    arguments: [
      ("+49 30 123456", "030 123456"), ("+1 408 555 0000", "408-555-0000"),
      ("+1 408 555 0000", "1-408-555-0000"), ("+7 495 123 45 67", "8 (495) 123-45-67"),
      ("+36 1 123 4567", "06 1 123 4567"), ("+39 06 1234567", "06 1234567"),
      ("+34 912 345 678", "912345678"), ("030 123456", "30 123456"),
      ("+49 30 123456", "+49 30 123456 x12"), ("+49 30 123456", "+4930123456,12#"),
    ])
  func national(left: String, right: String) throws {
    #expect(try agreement(left, right) == .national)
  }

  @Test(
    "does not agree with another number",
    arguments: [
      ("+49 30 123456", "+43 30 123456"), ("+49 30 123456", "+49 30 123457"),
      ("+49 30 123456", "130 123456"), ("+39 06 1234567", "6 1234567"),
      ("+49 30 123456 x1", "+49 30 123456 x2"), ("408 555 0000", "409 555 0000"),
      ("+34 912 345 678", "0912345678"), ("+49 30 123456 x1", "+49 30 123456 x01"),
    ])
  func different(left: String, right: String) throws {
    #expect(try agreement(left, right) == nil)
  }

  @Test(
    "knows the country of a number without one from the region",
    arguments: [
      ("030 123456", "+49 30 123456", "DE"), ("408 555 0000", "+1 408 555 0000", "us"),
      ("1 408 555 0000", "+1 408 555 0000", "CA"), ("011 49 30 123456", "+49 30 123456", "US"),
      ("06 1234567", "+39 06 1234567", "IT"), ("8 495 123 45 67", "+7 495 123 45 67", "RU"),
      ("810 49 30 123456", "+49 30 123456", "RU"), ("06 1 123 4567", "+36 1 123 4567", "HU"),
      ("010 1 408 555 0000", "+1 408 555 0000", "JP"), ("0049 30 123456", "+49 30 123456", "FR"),
      ("912 345 678", "+34 912 345 678", "ES"),
    ])
  func region(written: String, meant: String, region: String) throws {
    #expect(try agreement(written, meant, region) == .exact)
  }

  @Test(
    "is none for what is no number, or too short or long to be one person's",
    arguments: [
      "", "none", "110", "12345", "1-800-FLOWERS", "+49", "555-HELP-ME", "1234567890123456789",
      "p", "+", "++--", String(repeating: "9", count: 100_000),
    ])
  func none(text: String) {
    #expect(PhoneKey(text) == nil)
  }

  @Test(
    "knows a region by its code and nothing else", arguments: ["", "D", "XX", "DEU", "49", "ß"])
  func unknownRegion(code: String) {
    #expect(PhoneRegion(code) == nil)
  }
}

@Suite("EmailKey")
struct EmailKeyTests {
  @Test(
    "folds the case of an address",
    arguments: [
      ("Kate-Bell@Mac.com", "kate-bell@mac.com"),
      ("MÜLLER@Straße.example", "müller@strasse.example"),
    ])
  func folded(address: String, key: String) throws {
    #expect(try EmailKey.folded(address) == key)
  }

  @Test("is none for what is no address", arguments: ["", "none", "@x.example", "kate@", "@"])
  func none(text: String) throws {
    #expect(try EmailKey.folded(text) == nil)
    #expect(try EmailKey(text) == nil)
  }

  @Test(
    "is one for the addresses of one mailbox",
    arguments: [
      ("Kate-Bell@Mac.com", "kate-bell@mac.com"), ("kate+shop@mac.com", "kate@mac.com"),
      ("k.bell@gmail.com", "kbell@gmail.com"), ("kbell@googlemail.com", "K.Bell+x@gmail.com"),
      ("MÜLLER@Straße.example", "müller@strasse.example"),
    ])
  func same(left: String, right: String) throws {
    #expect(try EmailKey(left) == EmailKey(right))
    #expect(try EmailKey(left) != nil)
  }

  @Test(
    "is another for another mailbox: points count but with Gmail",
    arguments: [
      ("k.bell@mac.com", "kbell@mac.com"), ("kate@mac.com", "kate@me.com"), ("+a@x.example", "@"),
      ("kate@mac.com", "none"),
    ])
  func different(left: String, right: String) throws {
    #expect(try EmailKey(left) != EmailKey(right))
  }
}

@Suite("UIDKey, RFC 9562")
struct UIDKeyTests {
  @Test(
    "is the same UUID however it is written",
    arguments: [
      "urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1",
      "URN:UUID:4FBE8971-0BC3-424C-9C26-36C3E1EFF6B1",
      "{4FBE8971-0BC3-424C-9C26-36C3E1EFF6B1}", " 4fbe8971-0bc3-424c-9c26-36c3e1eff6b1 ",
    ])
  func same(uid: String) {
    #expect(
      UIDKey(uid)?.description == "urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1")
  }

  @Test(
    "is none for a UID that some program made up, that is local, or that is nil",
    arguments: [
      "", "17", "urn:x-rid:76758", "4FBE8971-0BC3-424C-9C26-36C3E1EFF6B1:ABPerson",
      "pas-id-4FBE89710BC3424C9C2636C3E1EFF6B1", "00000000-0000-0000-0000-000000000000",
      "4fbe89710bc3424c9c2636c3e1eff6b1", "4fbe8971-0bc3-424c-9c26-36c3e1eff6bg",
    ])
  func none(uid: String) {
    #expect(UIDKey(uid) == nil)
  }
}
