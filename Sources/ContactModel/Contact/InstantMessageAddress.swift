internal import VCard

/// An account for instant messages.
public struct InstantMessageAddress: Hashable, Sendable {
  /// The name of the account.
  public var username: String
  /// The service, such as `Jabber`; the spelling of Apple's constants for those that have one.
  public var service: String? {
    didSet { service = service.map(InstantMessageAddress.canonicalService) }
  }

  /// Creates an address.
  public init(username: String, service: String? = nil) {
    self.username = username
    self.service = service.map(InstantMessageAddress.canonicalService)
  }

  /// The name of a service in Apple's spelling, or as it is written.
  static func canonicalService(_ text: String) -> String {
    MessagingService.named(text)?.name ?? text
  }
}

extension InstantMessageAddress: ContactValue {
  /// Feeds the name and the service.
  public func combine(into hasher: inout StableHasher) {
    hasher.combine(username)
    hasher.combine(service ?? "")
  }
}
