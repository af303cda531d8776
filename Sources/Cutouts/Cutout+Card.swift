import ContactModel
public import VCard

extension Cutout {
  /// The property of a card that holds the small copy of the photo.
  ///
  /// No standard has one. Programs keep a property whose name begins with `X-`.
  public static let thumbnailProperty = "X-THUMBNAIL"

  /// The card of a person of whom nothing else is known.
  ///
  /// FN, without which a card is none, is the composite name, else what ``displayName`` finds.
  ///
  /// - Parameter version: The version of the card.
  /// - Returns: The card.
  public func card(version: Version = .version40) -> Card {
    var card = Card(version: version)
    card.append(ContentLine("FN", .text(displayName ?? "")))
    if firstName != nil || lastName != nil {
      let name = [[lastName], [firstName], [], [], []].map { $0.compactMap(\.self) }
      card.append(ContentLine("N", .structure(name)))
    } else if card.rules.requiresName {
      card.append(ContentLine("N", .structure([[], [], [], [], []])))
    }
    for email in emails { card.append(ContentLine("EMAIL", .text(email))) }
    details.write(onto: &card)
    // Half a picture is better than none.
    if let picture = image ?? thumbnail {
      card.append(
        ContentLine("PHOTO", .binary(mediaType: picture.type, octets: picture.data)))
    }
    if image != nil, let thumbnail {
      card.append(
        ContentLine(
          Cutout.thumbnailProperty, .binary(mediaType: thumbnail.type, octets: thumbnail.data)))
    }
    return card
  }

  /// Creates a cutout from a card, and leaves out everything else in it.
  ///
  /// A photo that is only told of by an address is left out: who opens it would tell the address's
  /// owner.
  public init(_ card: Card) throws(CutoutError) {
    self = try Cutout.reading(card).cutout
  }

  /// The cutout of a card, and the names of the properties that are not in it.
  static func reading(_ card: Card) throws(CutoutError) -> (cutout: Cutout, left: [String]) {
    var name: String?
    var components: [[String]]?
    var emails: [String] = []
    var photo: Image?
    var thumbnail: Image?
    var left: [String] = []
    let details = Details([Contact(card, keys: Details.keys)])
    for property in card.properties {
      switch property.known {
      case .fn where name == nil: name = property.text
      case .n where components == nil: components = property.components
      case .email: emails.append(property.text)
      case .photo where photo == nil:
        photo = try picture(property)
        if photo == nil { left.append(property.canonicalName) }
      case .tel, .adr, .label, .org, .title, .url, .note: break
      case .bday where details.birthday != nil: break
      // They say something about other lines.
      case .xABLabel, .xABADR: break
      case .prodid, .rev: break
      default:
        if thumbnail == nil, property.canonicalName == thumbnailProperty {
          thumbnail = try picture(property)
          if thumbnail != nil { continue }
        }
        if property.isMalformed || left.contains(property.canonicalName) { continue }
        left.append(property.canonicalName)
      }
    }
    let cutout = try Cutout(
      compositeName: name, firstName: text(of: 1, in: components),
      lastName: text(of: 0, in: components), emails: emails, image: photo, thumbnail: thumbnail,
      details: details)
    return (cutout, left)
  }

  private static func text(of component: Int, in name: [[String]]?) -> String? {
    guard let name, name.indices.contains(component) else { return nil }
    return name[component].joined(separator: " ")
  }

  private static func picture(_ property: Property) throws(CutoutError) -> Image? {
    guard let (type, octets) = property.binary else { return nil }
    return try picture(type: type, octets: octets)
  }

  /// A picture of a card, or `nil` for what is none; a type that says nothing gives way to what the
  /// octets look like.
  static func picture(type: String, octets: [UInt8]) throws(CutoutError) -> Image? {
    let isImage = type.lowercased().hasPrefix("image/")
    let type = isImage ? type : MediaType.sniffed(octets) ?? type
    guard type.lowercased().hasPrefix("image/"), !octets.isEmpty else { return nil }
    return try Image(type: type, data: octets)
  }
}
