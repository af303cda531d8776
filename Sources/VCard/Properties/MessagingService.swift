/// A messaging service, as standards and programs name it: a row.
///
/// To add a service, add its row, and its tests.
package struct MessagingService: Hashable, Sendable {
  /// The name, the value of X-SERVICE-TYPE; Apple's spelling for those that Apple's programs know.
  package let name: String
  /// The schemes of URIs in lower case; the first is the one to write.
  ///
  /// RFC 4770 names no schemes; these are registered, or the ones that programs write.
  package let schemes: [String]
  /// The properties of programs, in upper case, that say the same as an IMPP; the first is the one to
  /// write.
  package let properties: [String]
  /// KAddressBook's property, a line of which holds all accounts.
  package let list: String?
  /// Other words for it, in lower case.
  let words: [String]
  /// Whether Android reads the property.
  let isAndroid: Bool

  private init(
    _ name: String, _ schemes: [String], _ properties: [String], list: String? = nil,
    words: [String] = [], isAndroid: Bool = false
  ) {
    self.name = name
    self.schemes = schemes
    self.properties = properties
    self.list = list
    self.words = words
    self.isAndroid = isAndroid
  }

  /// All that are known.
  package static let all: [MessagingService] = [
    .init("AIM", ["aim"], ["X-AIM"], list: "X-MESSAGING/AIM-ALL", words: ["aol"], isAndroid: true),
    .init("ICQ", ["icq"], ["X-ICQ"], list: "X-MESSAGING/ICQ-ALL", isAndroid: true),
    .init(
      "Jabber", ["xmpp", "jabber"], ["X-JABBER"], list: "X-MESSAGING/XMPP-ALL", isAndroid: true),
    .init("MSN", ["msnim", "msn"], ["X-MSN"], list: "X-MESSAGING/MSN-ALL", isAndroid: true),
    .init(
      "Yahoo", ["ymsgr", "yahoo"], ["X-YAHOO"], list: "X-MESSAGING/YAHOO-ALL", isAndroid: true),
    .init(
      "Skype", ["skype"], ["X-SKYPE-USERNAME", "X-SKYPE"], list: "X-MESSAGING/SKYPE-ALL",
      isAndroid: true),
    .init("QQ", ["qq"], ["X-QQ"], isAndroid: true),
    // Its accounts are Jabber's.
    .init(
      "GoogleTalk", ["xmpp", "gtalk", "googletalk", "google"],
      ["X-GOOGLE-TALK", "X-GTALK", "X-GOOGLE TALK"], words: ["google talk", "google-talk"],
      isAndroid: true),
    .init(
      "GaduGadu", ["gg", "gadugadu", "gadu"], ["X-GADUGADU"], list: "X-MESSAGING/GADU-ALL",
      words: ["gadu-gadu"]),
    .init("Matrix", ["matrix"], ["X-MATRIX"]),
    .init("SIP", ["sip", "sips"], ["X-SIP"]),
    .init("IRC", ["irc"], [], list: "X-MESSAGING/IRC-ALL"),
    .init("GroupWise", [], ["X-GROUPWISE"]),
    .init("Sametime", [], ["X-SAMETIME"]),
    .init("Telegram", [], ["X-TELEGRAM"]),
    .init("Signal", [], ["X-SIGNAL"]),
    .init("Facebook", [], []),
  ]

  // The first of two with a scheme is the one that it is read as.
  private static let byWord = Dictionary(
    all.flatMap { service in
      ([service.name.lowercased()] + service.schemes + service.words).map { ($0, service) }
    }, uniquingKeysWith: { first, _ in first })

  private static let byProperty: [String: MessagingService] = Dictionary(
    uniqueKeysWithValues: all.flatMap { service in service.properties.map { ($0, service) } })

  /// The service that a word names in any case: its name, a scheme of it, or another word for it.
  package static func named(_ word: String) -> MessagingService? { byWord[word.lowercased()] }

  /// The service of a program's property, by its name in upper case.
  package static func of(property name: String) -> MessagingService? { byProperty[name] }

  /// The service of a property of KAddressBook, by its name in upper case.
  package static func of(list name: String) -> MessagingService? { all.first { $0.list == name } }

  /// Whether some service has a scheme, which is in lower case.
  package static func hasScheme(_ scheme: String) -> Bool {
    all.contains { $0.schemes.contains(scheme) }
  }

  /// The properties of Microsoft's programs and of KAddressBook that name no service.
  package static let withoutService: Set<String> = [
    "X-MS-IMADDRESS", "X-KADDRESSBOOK-X-IMADDRESS",
  ]

  /// The scheme to write; `nil` where there is none.
  package var scheme: String? { schemes.first }
}
