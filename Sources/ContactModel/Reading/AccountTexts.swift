internal import VCard

/// Reads URIs as far as contacts need it.
enum URIText {
  /// Whether a text starts as a URI does that names something, such as `urn:` or `https:`.
  ///
  /// RFC 3986 §3.1. A scheme with a blank after its colon is a sentence.
  static func hasScheme(_ text: String) -> Bool {
    guard let (scheme, rest) = split(text) else { return false }
    return scheme.utf8.count > 1 && !rest.isEmpty && rest.utf8.first != 0x20
  }

  /// The scheme in lower case and what follows its colon; `nil` when there is no scheme.
  static func split(_ text: String) -> (scheme: String, rest: String)? {
    UniformText.scheme(text).map { scheme in
      (scheme, String(decoding: text.utf8.dropFirst(scheme.utf8.count + 1), as: UTF8.self))
    }
  }
}

/// Words of accounts.
enum AccountText {
  /// Whether a type says where an account is used, and not of what service it is.
  static func isPlace(_ type: String) -> Bool {
    switch type.asciiLowercased {
    case "home", "work", "school", "other": true
    default: false
    }
  }

  /// Whether a type may name a service: it does not say where an account is used, how good a value is or
  /// what that is made of.
  static func mayBeService(_ type: String) -> Bool {
    switch type.asciiLowercased {
    case "pref", "internet", "voice", "text", "": false
    default: !isPlace(type)
    }
  }

  /// The service that a line names by a parameter, or `nil`.
  static func service(_ line: borrowing ContactLine) -> String? {
    line.first("SERVICE-TYPE") ?? line.first("X-SERVICE-TYPE") ?? line.first("X-SERVICE")
  }

  /// The scheme that Apple's programs write where a service has none.
  static let schemeOfNone = "x-apple"
}

extension SocialProfile {
  /// Whether a text is read as the address of a page, and not as the name of an account.
  static func isURL(_ text: String) -> Bool {
    URIText.hasScheme(text) && URIText.split(text)?.scheme != AccountText.schemeOfNone
  }

  /// The profile that a line says; `nil` when it says none.
  init?(_ line: borrowing ContactLine) {
    let isNamed = line.known != .socialProfile && line.known != .xSocialProfile
    var service = isNamed ? SocialService.name(ofProperty: line.name) : AccountText.service(line)
    if service == nil, line.known == .xSocialProfile {
      service = line.parameter("TYPE").first(where: AccountText.mayBeService)
    }
    self.init(service: service)
    userIdentifier = line.first("X-USERID")
    username = line.first("USERNAME") ?? line.first("X-USER")
    if let text = line.text {
      let isText = line.first("VALUE")?.asciiLowercased == "text"
      if let (scheme, rest) = URIText.split(text), scheme == AccountText.schemeOfNone {
        username = username ?? rest.filled
      } else if !isText, URIText.hasScheme(text) {
        urlString = text
      } else {
        username = username ?? text
      }
    }
    guard urlString != nil || username != nil || userIdentifier != nil else { return nil }
  }
}

extension InstantMessageAddress {
  /// What stands between the accounts of such a line, a character for private use.
  private static let separator: Unicode.Scalar = "\u{E000}"

  /// Whether a name is that of a program's own property for accounts.
  static func isNamed(_ name: String) -> Bool {
    MessagingService.of(property: name) != nil || MessagingService.of(list: name) != nil
      || MessagingService.withoutService.contains(name)
  }

  /// The addresses that a line says.
  static func all(_ line: borrowing ContactLine) -> [InstantMessageAddress] {
    guard let text = line.text else { return [] }
    guard line.known == .impp else {
      let name = line.name
      guard let service = MessagingService.of(list: name)?.name else {
        let service = MessagingService.of(property: name)?.name
        return [InstantMessageAddress(account: text, service: service)].compactMap(\.self)
      }
      return text.unicodeScalars.split(separator: separator).compactMap {
        String($0).filled.flatMap { InstantMessageAddress(account: $0, service: service) }
      }
    }
    return [
      InstantMessageAddress(
        uri: text, service: AccountText.service(line),
        type: line.parameter("TYPE").first(where: isService))
    ].compactMap(\.self)
  }

  /// The address that the value of a program's own property says, which may be a URI too.
  init?(account text: String, service: String?) {
    let username = InstantMessageAddress.account(text)
    if username.isEmpty { return nil }
    self.init(username: username, service: service)
  }

  /// The address that the value of IMPP says; `nil` when it says none.
  ///
  /// The address of a page, such as `https://wa.me/1`, is the name of an account as a whole.
  ///
  /// - Parameters:
  ///   - text: The value.
  ///   - service: The service that a parameter names.
  ///   - type: The service that TYPE names; `IMPP;TYPE=SKYPE:kate` has no scheme.
  init?(uri text: String, service: String?, type: @autoclosure () -> String?) {
    guard let (scheme, rest) = URIText.split(text), rest.filled != nil, !rest.hasPrefix("//")
    else {
      self.init(username: text, service: service ?? type())
      return
    }
    let own = scheme == AccountText.schemeOfNone ? nil : scheme
    guard let username = InstantMessageAddress.username(rest, scheme: scheme).filled else {
      return nil
    }
    self.init(username: username, service: service ?? own)
  }

  /// Whether a type of IMPP names a service.
  static func isService(_ type: String) -> Bool {
    AccountText.mayBeService(type) && ContactLabel.byWord[type.asciiLowercased] == nil
  }

  /// The account in what programs write as their own property, which may be a URI too.
  private static func account(_ text: String) -> String {
    guard let (scheme, rest) = URIText.split(text), MessagingService.hasScheme(scheme) else {
      return text
    }
    return username(rest, scheme: scheme).trimmingBlanks
  }

  /// The account in a URI after its scheme.
  ///
  /// `aim:goim?screenname=kate`, `ymsgr:sendim?kate`, `msnim:chat?contact=kate`, `skype:kate?call`:
  /// these are the forms in which programs let a link start a chat.
  private static func username(_ rest: String, scheme: String) -> String {
    guard let question = rest.utf8.firstIndex(of: UInt8(ascii: "?")) else { return rest }
    let query = String(rest[rest.index(after: question)...])
    func parameter(_ name: StaticString) -> String? {
      let length = name.utf8CodeUnitCount
      guard Octets.equal(query.utf8Span.span.extracting(first: length), name) else { return nil }
      let value = query.dropFirst(length).prefix { $0 != "&" }
      return value.isEmpty ? nil : String(value)
    }
    let path = String(rest[..<question])
    switch scheme {
    case "aim": return parameter("screenname=") ?? rest
    case "icq": return parameter("uin=") ?? rest
    case "msnim": return parameter("contact=") ?? rest
    case "gtalk": return parameter("jid=") ?? rest
    case "ymsgr": return path.asciiLowercased == "sendim" ? query : rest
    case "skype", "xmpp": return path.isEmpty ? rest : path
    default: return rest
    }
  }
}
