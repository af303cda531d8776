/// What the standards, and the programs, say about one property: a row of ``PropertyRegistry``.
///
/// To add a property, add its row to the file of its RFC, a case of ``KnownName`` for its number, and
/// its tests. Reading, checking, converting and merging ask the row, and hold no list of names. Nothing of a
/// row changes once the registry holds it.
package final class PropertyDefinition: @unchecked Sendable {
  /// Which versions have a property.
  enum Standing: UInt8, Sendable {
    /// vCard 3.0 and 4.0; readers of vCard 2.1 take it, too.
    case all
    /// vCard 3.0; elsewhere it stands as `X-NAME`.
    case only30
    /// vCard 2.1 and 3.0; in vCard 4.0 it stands as `X-NAME`.
    case before40
    /// vCard 4.0; before, it stands as `X-NAME`.
    case since40
    /// vCard 4.0; before, programs have an `X-NAME` of their own, so what was carried says
    /// `X-PROPERTY=NAME`.
    case since40WithNamesake
    /// A program's own, which every version allows.
    case vendor
    /// The lines around a card, and what is none.
    case envelope
  }

  /// How often a property may stand in a card.
  enum Occurrence: UInt8, Sendable {
    case any
    /// Once in vCard 4.0 (`*1`, RFC 6350 §3.3); before, no standard says so, but readers take one.
    case once
    /// Once, as readers of vCard 2.1 and 3.0 have it; several times in vCard 4.0.
    case onceBefore40
    /// Once in every version.
    case always
  }

  /// What a property is about.
  package enum Subject: UInt8, Sendable {
    /// The person, of whom there may be several values.
    case person
    /// The person, of whom most programs show one value: one that says nothing is filled in.
    case personMostlyOnce
    /// The person, of whom there is one value at most, whatever the version allows.
    case personOnce
    /// The card, and not the person.
    case card
    /// A device or an account.
    case device
  }

  package let name: KnownName
  /// The name as the standards write it, in upper case.
  let spelling: String
  private(set) var form = ValueForm.anything
  private(set) var standing: Standing
  private(set) var occurrence = Occurrence.any
  package private(set) var subject = Subject.person
  /// The parameters besides those that may stand anywhere; `nil` in a version that has not the
  /// property.
  private(set) var parameters: (v30: ParameterSet?, v40: ParameterSet?) = (nil, nil)
  private(set) var isIn21 = false
  /// The components of a structure, before vCard 4.0 and in it.
  private(set) var components: (before: ClosedRange<UInt8>, since: ClosedRange<UInt8>) =
    (0...(.max), 0...(.max))
  /// What xCard calls the components, in order; empty where it has no names for them.
  package private(set) var componentNames: [String] = []
  /// Whether TYPE=pref may stand with it in vCard 2.1 and 3.0.
  ///
  /// RFC 2426 §3.2 and §3.3, RFC 2739 §2.3, RFC 4770 §2; Apple's Contacts writes it with the rest.
  private(set) var mayBePreferred = false
  /// Whether PREF may stand alone, as the examples of RFC 2739 §2.3 have it.
  private(set) var allowsBarePref = false
  /// Whether to be carried is no loss worth telling.
  private(set) var isSilent = false
  /// Whether a line of it tells conversion nothing about other lines, nor they about it.
  private(set) var standsAlone = false
  /// The sections of the standards.
  let source: String

  /// The names of programs' properties that say the same and have no number, in upper case.
  private(set) var otherSpellings: [String] = []
  /// What of a person it says.
  package private(set) var fields: PersonFields
  /// What vCard 4.0 has it for besides.
  private(set) var derivations: [Derivation] = []
  /// The label of the relation that it says; `nil` when it says none, or one of several.
  private(set) var relation: String?
  /// The component of N that it is the sound of.
  package private(set) var phoneticComponent: Int?

  /// The shape of its value.
  package var shape: ValueShape { form.shape }
  /// Whether a card has one of them at most, in whatever version.
  package var isAlwaysOne: Bool { subject == .personOnce || occurrence == .always }
  /// The type that a value tells by itself: where it may be a text or a URI, a scheme tells.
  package func impliedType(of value: String) -> String {
    guard impliesType else { return defaultType(in: .version40) ?? "unknown" }
    return PropertyDefinition.isURI(Array(value.utf8).span) ? "uri" : "text"
  }

  /// Whether a value tells by itself whether it is a text or a URI.
  package var impliesType: Bool {
    form.types.v40.contains(.text) && form.types.v40.contains(.uri)
  }

  /// Whether a value that may be a text, too, is a URI.
  package static func isURI(_ octets: Span<UInt8>) -> Bool {
    guard ValueSyntax.scheme(octets) != nil else { return false }
    for index in octets.indices where octets[index] <= 0x20 { return false }
    return true
  }

  /// Whether the value is a date.
  package var isDate: Bool { form.syntax.v40 == .date }
  /// Whether the value is octets or refers to some.
  package var holdsOctets: Bool { form.media != nil || fields.contains(.image) }
  /// Whether a card has one of these in most programs, so that it is where a value goes.
  package var isUsuallyOne: Bool { subject == .personOnce || subject == .personMostlyOnce }

  /// The type of values without VALUE, as VALUE would name it; `nil` in a version that has not the
  /// property.
  package func defaultType(in version: Version) -> String? {
    if version == .version40 { return parameters.v40.map { _ in form.defaultTypes.v40.name } }
    return parameters.v30.map { _ in form.defaultTypes.v30.name }
  }

  /// Whether the value is a number and a URI with a semicolon between them.
  ///
  /// RFC 6350 §6.7.7.
  package var isPIDMap: Bool { form.syntax.v40 == .pidMap }

  /// Whether some standard has it, and it is no line around a card.
  var isStandard: Bool { standing != .vendor && standing != .envelope }

  /// Whether it says something of the person, and not of the card, its program or a device.
  var isOfPerson: Bool { subject != .card && subject != .device }

  /// How the value changes between versions.
  ///
  /// What only vCard 4.0 has is carried as it is.
  var change: ValueForm.Change {
    standing == .since40 && form.change != .related ? .same : form.change
  }

  // MARK: Rows

  // Rows are calls: inlined into one function, they take the compiler a twentieth of the module's time.

  /// The row of a property that some standard has.
  ///
  /// - Parameters:
  ///   - name: Its number.
  ///   - spelling: Its name.
  ///   - form: What its values are.
  ///   - in21: Whether vCard 2.1 has it.
  ///   - in30: Its parameters in vCard 3.0, besides those of every property; `nil` for a property that
  ///     this version has not.
  ///   - in40: The same in vCard 4.0.
  ///   - source: The sections of the standards.
  ///   - occurrence: How often it may stand in a card.
  ///   - subject: What it is about.
  ///   - fields: What of a person it says.
  @inline(never)
  init(
    _ name: KnownName, _ spelling: String, _ form: ValueForm, in21: Bool = false,
    in30: String? = nil, in40: String? = nil, _ source: String, _ occurrence: Occurrence = .any,
    about subject: Subject = .person, says fields: PersonFields = []
  ) {
    self.name = name
    self.spelling = spelling
    self.form = form
    isIn21 = in21
    parameters = (in30.map { ParameterSet($0) }, in40.map { ParameterSet($0) })
    standing = in40 == nil ? .before40 : in30 == nil ? .since40 : .all
    self.source = source
    self.occurrence = occurrence
    self.subject = subject
    self.fields = fields
  }

  /// The row of a property of programs, with the names that others have for it.
  @inline(never)
  convenience init(
    vendor name: KnownName, _ spelling: String, _ others: String...,
    about subject: Subject = .person, says fields: PersonFields = []
  ) {
    self.init(
      name, spelling, .anything, "RFC 2426 §3.8, RFC 6350 §6.10", about: subject, says: fields)
    standing = .vendor
    otherSpellings = others
    mayBePreferred = true
  }

  /// The row of a line around the properties of a card.
  @inline(never)
  convenience init(envelope name: KnownName, _ spelling: String) {
    self.init(name, spelling, .anything, "RFC 6350 §6.1.1 and §6.1.2", about: .card)
    standing = .envelope
  }

  /// Changes the row while it is made.
  @inline(never)
  private func with(_ change: (PropertyDefinition) -> Void) -> PropertyDefinition {
    change(self)
    return self
  }

  /// The row with how many components the value has before vCard 4.0, and in it.
  @inline(never)
  func components(
    _ before: ClosedRange<UInt8>, _ since: ClosedRange<UInt8>
  ) -> PropertyDefinition {
    with { $0.components = (before, since) }
  }

  /// The row with what xCard calls the components, with blanks between the names.
  @inline(never)
  func called(_ names: String) -> PropertyDefinition {
    with { $0.componentNames = names.split(separator: " ").map { String($0) } }
  }

  /// The row for a property that stands otherwise than its versions tell.
  @inline(never)
  func standing(_ standing: Standing, isSilent: Bool = false) -> PropertyDefinition {
    with {
      $0.standing = standing
      $0.isSilent = isSilent
    }
  }

  var alone: PropertyDefinition { with { $0.standsAlone = true } }
  var preferred: PropertyDefinition { with { $0.mayBePreferred = true } }
  var barePref: PropertyDefinition { with { $0.allowsBarePref = true } }

  /// The row with what vCard 4.0 has the property for.
  @inline(never)
  func becoming(
    _ name: KnownName, _ making: Derivation.Making, label: String? = nil,
    _ parameters: Parameter...
  ) -> PropertyDefinition {
    with {
      $0.derivations.append(
        Derivation(name: name, making: making, label: label, parameters: parameters))
    }
  }

  /// The row for a property that names a relation.
  @inline(never)
  func relation(_ label: String) -> PropertyDefinition {
    guard let relation = Relation.labelled(label) else {
      preconditionFailure("\(label) is a relation")
    }
    return becoming(.related, .text, Parameter("TYPE", relation.type)).with {
      $0.relation = label
      $0.fields.insert(.relations)
    }
  }

  /// The row with what its values are.
  @inline(never)
  func valued(_ form: ValueForm) -> PropertyDefinition { with { $0.form = form } }

  /// The row for how something of the person's name sounds, such as a component of N.
  @inline(never)
  func phonetic(_ component: Int? = nil) -> PropertyDefinition {
    with {
      $0.phoneticComponent = component
      $0.subject = .personOnce
      $0.fields = .phoneticNames
    }
  }
}

/// What of a person a property says, as bits.
package struct PersonFields: OptionSet, Sendable {
  /// The set as bits.
  package let rawValue: UInt32

  /// Creates a set from its bits.
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  private static func bit(_ number: Int) -> PersonFields { PersonFields(rawValue: 1 << number) }

  package static let names = bit(0)
  package static let phoneticNames = bit(1)
  package static let nickname = bit(2)
  package static let organization = bit(3)
  package static let jobTitle = bit(4)
  package static let emails = bit(5)
  package static let phones = bit(6)
  package static let birthday = bit(7)
  package static let image = bit(8)
  package static let uid = bit(9)
  package static let kind = bit(10)
  package static let notes = bit(11)
  package static let addresses = bit(12)
  package static let urls = bit(13)
  package static let relations = bit(14)
  package static let profiles = bit(15)
  package static let messaging = bit(16)
  package static let dates = bit(17)
  package static let categories = bit(18)
}
