/// What conversion does with a property: a row of ``ConversionTable``.
struct PropertyConversion: Sendable {
  /// Which versions have the property.
  enum Standing: UInt8, Sendable {
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
  }

  /// How the value changes.
  ///
  /// One rule tells both directions.
  enum Value: UInt8, Sendable {
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

  let name: KnownName
  let standing: Standing
  let value: Value
  /// Whether to be carried is no loss worth telling.
  var isSilent = false
  /// The sections of the standards.
  let source: String

  init(
    _ name: KnownName, _ standing: Standing, _ value: Value, _ source: String,
    isSilent: Bool = false
  ) {
    self.name = name
    self.standing = standing
    self.value = value
    self.source = source
    self.isSilent = isSilent
  }
}
