/// What the values of a property are, and how each version writes them.
struct ValueForm: Sendable {
  /// The syntax of a value.
  enum Syntax: UInt8, Sendable {
    /// Nothing to check but the octets.
    case anything
    /// One text.
    case text
    /// Texts with commas between them.
    case list
    /// Components with semicolons between them.
    case structure
    case gender, kind, pidMap, languageTag, card
    /// A date, a time or both.
    case date
    /// A date with a time, when something was written.
    case timestamp
    case utcOffset
    /// Two numbers: `lat;lon`, or `lat,lon` in vCard 2.1.
    case coordinates
    /// A URI; that of a place is most often a `geo:` URI.
    case uri, placeURI
    /// Octets in base64, or a reference to them.
    case binary
    case boolean, integer, float
  }

  /// How a value changes between versions that both have it.
  ///
  /// One rule tells both directions.
  enum Change: UInt8, Sendable {
    /// The same octets.
    case same
    /// The same text; separators that the target reads as such get their backslash.
    case text
    case list
    /// Components; those past the fifth of N and the seventh of ADR are vCard 4.0's.
    case components
    /// `1985-04-12` and `19850412`, yearless dates, dates that are text.
    case date
    /// `2008-04-24T19:52:43Z` and `20080424T195243Z`.
    case timestamp
    /// `+49 30 1 x2` and `tel:+49-30-1;ext=2`.
    case phone
    /// `-05:00` and VALUE=utc-offset.
    case offset
    /// `37.4;-122.1` and `geo:37.4,-122.1`.
    case position
    /// VALUE=text where a UID is no URI.
    case identifier
    /// ENCODING=b and `data:`.
    case binary
    /// A card within a card, or a reference to one.
    case agent
    /// AGENT, when it is one.
    case related
  }

  /// What is between the separators.
  var shape = ValueShape.single
  /// Whether a comma separates values within a component, where a version has that.
  var separatesWithinComponents = false
  /// Whether a comma needs its backslash although the value is no single text.
  var escapesCommas = false
  /// The syntax in vCard 2.1, 3.0 and 4.0.
  let syntax: (v21: Syntax, v30: Syntax, v40: Syntax)
  /// What VALUE may name in vCard 3.0 and 4.0.
  let types: (v30: ValueTypeSet, v40: ValueTypeSet)
  /// What a value without VALUE is in vCard 3.0 and 4.0.
  let defaultTypes: (v30: ValueType, v40: ValueType)
  let change: Change
  /// Whether the name says that the value is a URI, in which no backslash means anything.
  var isURI = false
  /// How the media types of its octets begin; `nil` where there are no octets.
  var media: String?

  private init(
    _ syntax: (Syntax, Syntax, Syntax), _ types30: String, _ types40: String,
    _ change: Change = .same
  ) {
    self.syntax = syntax
    types = (ValueTypeSet(types30), ValueTypeSet(types40))
    defaultTypes = (ValueForm.first(of: types30), ValueForm.first(of: types40))
    self.change = change
  }

  private init(
    _ syntax: Syntax, _ types30: String, _ types40: String, _ change: Change = .same
  ) {
    self.init((syntax, syntax, syntax), types30, types40, change)
  }

  /// The first of some types, which is the default.
  private static func first(of words: String) -> ValueType {
    ValueType.named(String(words.prefix { $0 != " " })) ?? .text
  }

  private func with(_ change: (inout ValueForm) -> Void) -> ValueForm {
    var form = self
    change(&form)
    return form
  }

  // MARK: Texts

  static let anything = ValueForm(.anything, "text", "text")
  static let text = ValueForm(.text, "text", "text", .text)
  static let textOrURI = ValueForm(.text, "", "text uri")
  static let program = ValueForm((.anything, .anything, .text), "text", "text")
  static let mailbox = ValueForm(.anything, "text", "text", .text)
  static let phone = ValueForm(.anything, "phone-number text", "text uri", .phone)
  static let list = ValueForm(.list, "text", "text", .list).with { $0.shape = .list }
  static let kind = ValueForm(.kind, "", "text")
  static let languageTag = ValueForm(.languageTag, "", "language-tag")
  static let pidMap = ValueForm(.pidMap, "", "")

  // MARK: Structures

  /// Components, each of values.
  static let components = ValueForm(.structure, "text", "text", .components).with {
    $0.shape = .structure
    $0.separatesWithinComponents = true
  }
  /// Components of one text each.
  static let units = ValueForm(.structure, "text", "text", .components).with {
    $0.shape = .structure
    $0.escapesCommas = true
  }
  static let gender = ValueForm(.gender, "", "text").with { $0.shape = .structure }

  // MARK: Dates, numbers and places

  static let date = ValueForm(.date, "date date-time", "date-and-or-time text", .date)
  static let timestamp = ValueForm(.timestamp, "date-time date", "timestamp", .timestamp)
  static let offset = ValueForm(
    (.utcOffset, .utcOffset, .anything), "utc-offset text", "text uri utc-offset", .offset)
  static let position = ValueForm(
    (.coordinates, .coordinates, .placeURI), "float", "uri", .position)

  // MARK: References and octets

  static let uri = ValueForm(.uri, "uri", "uri").with { $0.isURI = true }
  static let profile = ValueForm(.uri, "", "uri text")
  static let related = ValueForm(.uri, "", "uri text", .related)
  static let identifier = ValueForm(
    (.anything, .anything, .uri), "text", "uri text", .identifier)
  static let card = ValueForm(.card, "vcard text uri", "", .agent)
  static let picture = ValueForm((.binary, .binary, .uri), "binary uri", "uri", .binary).with {
    $0.isURI = true
    $0.media = "image/"
  }
  /// vCard 2.1 §2.6.3: a sound may be spelled in letters.
  static let sound = ValueForm((.anything, .binary, .uri), "binary uri", "uri", .binary).with {
    $0.isURI = true
    $0.media = "audio/"
  }
  static let key = ValueForm((.anything, .anything, .uri), "binary text", "uri text", .binary)
    .with { $0.media = "application/" }
}
