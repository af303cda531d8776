/// What a property of vCard 2.1 and 3.0 says in the terms of 4.0.
///
/// The property itself stays where it is, or is carried; what comes beside it is marked as derived
/// (RFC 9554 §4.4) and goes again on the way back.
struct Derivation: Sendable {
  /// How the value of the new property is made.
  enum Making: Sendable {
    /// A URI of the scheme with the value in it.
    case uri(scheme: String)
    /// The value, with VALUE=text.
    case text
    /// The same, with the relation that the label of the group says.
    case labelledRelation
    /// A date in the form of the target.
    case date
    /// One of the words, when the value is one of them.
    case word([String: String])
    /// A URI of a card: as it is, or `urn:uuid:` before a UUID.
    case reference
    /// The TYPE names the service, X-USER the user.
    case profile
    /// The person that a card within the card is about.
    case agent
    /// The second part of Android's rows of this kind.
    case androidText(kind: String)
    /// The second part as a date, where the third is this type of event.
    case androidEvent(type: String)
    /// The second part, with the relation that the third one says.
    case androidRelation
  }

  /// The property of vCard 4.0.
  let name: KnownName
  let making: Making
  /// The label that must stand in the group, in lower case; `nil` for none.
  var label: String?
  var parameters: [Parameter] = []

  /// What properties say, by their names in upper case.
  static let all: [String: [Derivation]] = {
    var derivations: [String: [Derivation]] = [:]
    for service in MessagingService.all {
      guard let scheme = service.scheme else { continue }
      for name in service.properties {
        derivations[name] = [Derivation(name: .impp, making: .uri(scheme: scheme))]
      }
    }
    for row in PropertyRegistry.definitions where !row.derivations.isEmpty {
      for name in [row.spelling] + row.otherSpellings { derivations[name] = row.derivations }
    }
    return derivations
  }()

  /// The names of what is derived.
  static let names = NameSet(all.values.joined().map(\.name))
}
