extension Diagnostic.Code {
  /// A preset for an importer changed, left out or found a value that the importer does not take.
  public static let importerChange = Self(rawValue: "importer-change")
  /// A value of a stream of JSON is no person, or holds what no person is told by.
  public static let jsonValue = Self(rawValue: "json-value")
  /// A text of JSON holds half a surrogate pair, which is no character.
  public static let loneSurrogate = Self(rawValue: "lone-surrogate")
  /// A jCard is not as RFC 7095 has it.
  public static let jcardValue = Self(rawValue: "jcard-value")
  /// An xCard is not as RFC 6351 has it.
  public static let xcardValue = Self(rawValue: "xcard-value")
  /// A line or an entry of LDIF makes no card, or is not what it should be.
  public static let ldifLine = Self(rawValue: "ldif-line")
  /// A field of MECARD or its kin is not what it should be.
  public static let mecardValue = Self(rawValue: "mecard-value")
  /// An element of a page of HTML makes no card, or a value of it is not what it should be.
  public static let hcardValue = Self(rawValue: "hcard-value")
  /// A card is more than a QR code holds.
  public static let tooLargeForQR = Self(rawValue: "too-large-for-qr")
  /// A QR code is so fine that some cameras cannot read it.
  public static let fineQR = Self(rawValue: "fine-qr")
  /// A card of JSContact holds what the standard does not allow.
  public static let jsContactValue = Self(rawValue: "jscontact-value")
  /// A picture said where it was taken, or could not be looked into for that.
  public static let pictureLocation = Self(rawValue: "picture-location")
}
