internal import VCard

/// An account with a social network.
public struct SocialProfile: Hashable, Sendable {
  /// The address of its page.
  public var urlString: String?
  /// The name under which the account is known.
  public var username: String?
  /// The identifier that the network gave the account.
  public var userIdentifier: String?
  /// The network, such as `Twitter`; the spelling of Apple's constants for those that have one.
  public var service: String? {
    didSet { service = service.map(SocialProfile.canonicalService) }
  }

  /// Creates a profile.
  public init(
    urlString: String? = nil, username: String? = nil, userIdentifier: String? = nil,
    service: String? = nil
  ) {
    self.urlString = urlString
    self.username = username
    self.userIdentifier = userIdentifier
    self.service = service.map(SocialProfile.canonicalService)
  }

  /// The name of a network as such services are spelled, or as it is written.
  static func canonicalService(_ text: String) -> String {
    SocialService.name(text) ?? text
  }
}

extension SocialProfile: ContactValue {
  /// Feeds all parts.
  public func combine(into hasher: inout StableHasher) {
    hasher.combine(urlString ?? "")
    hasher.combine(username ?? "")
    hasher.combine(userIdentifier ?? "")
    hasher.combine(service ?? "")
  }
}
