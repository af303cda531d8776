import ContactModel
import Testing

@Suite("Contact.Keys")
struct ContactKeysTests {
  @Test("says which values were read")
  func available() throws {
    let kate = try contact("FN:Kate Bell", keys: [.names, .emailAddresses])
    #expect(kate.isAvailable(.names))
    #expect(kate.isAvailable([.names, .emailAddresses]))
    #expect(!kate.isAvailable([.names, .birthday]))
  }

  @Test("reads with some keys what it reads with all")
  func subset() throws {
    let lines = ["N:Bell;Kate;;;", "FN:Kate Bell", "EMAIL;TYPE=work:kate@work.example"]
    let all = try contact(lines[0], lines[1], lines[2])
    let some = try contact(lines[0], lines[1], lines[2], keys: .compositeName)
    #expect(some.compositeName == all.compositeName)
    #expect(some.emailAddresses == all.emailAddresses)
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
