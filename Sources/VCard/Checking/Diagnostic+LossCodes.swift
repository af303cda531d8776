extension Diagnostic.Code {
  /// The version does not have the property.
  public static let lossProperty = Self(rawValue: "loss-property")
  /// The version does not have the parameter.
  public static let lossParameter = Self(rawValue: "loss-parameter")
  /// The version has one preferred value, and not an order of them.
  public static let lossPreference = Self(rawValue: "loss-preference")
  /// The version has no place for some components.
  public static let lossComponents = Self(rawValue: "loss-components")
  /// The version has no such date.
  public static let lossDate = Self(rawValue: "loss-date")
  /// The version can say a part of the value only.
  public static let lossValue = Self(rawValue: "loss-value")
  /// A card within the card can be carried only.
  public static let lossAgent = Self(rawValue: "loss-agent")
  /// A LABEL belongs to no ADR.
  public static let lossLabel = Self(rawValue: "loss-label")
  /// The version has the property once only.
  public static let lossRepeated = Self(rawValue: "loss-repeated")
  /// The line is no property.
  public static let lossLine = Self(rawValue: "loss-line")
  /// The charset of a table lacks characters.
  public static let lossCharacters = Self(rawValue: "loss-characters")
  /// What was carried no longer fits what the card says.
  public static let lossCarried = Self(rawValue: "loss-carried")
}
