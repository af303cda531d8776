public import ContactModel
import Images

extension Contact.Keys {
  /// What a cutout takes from a contact.
  public static let cutout = Cutout.Details.keys.union([.compositeName, .emailAddresses, .image])
}

extension Cutout {
  /// What becomes of what cameras and programs wrote into pictures.
  public enum PictureMetadata: Hashable, Sendable {
    /// It is taken out, and pixels stay as they are.
    case removed
    /// It goes along.
    case kept
  }

  /// A cutout that was made, and what was done to its pictures.
  public struct Making: Hashable, Sendable {
    /// The cutout.
    public let cutout: Cutout
    /// One line for people about what was taken out of each picture, such as
    /// `photo: GPS position, serial number removed`, and about a thumbnail that could not be made.
    ///
    /// They quote nothing of the pictures.
    public let notes: [String]
    /// One line for people about each picture that may give away more than is known.
    public let warnings: [String]
  }

  /// Creates the cutout of a unified person.
  ///
  /// The names are those of the first contact that has one, and so are organisation, job title and
  /// birthday; an email or a number stands for a name only where such are selected, too. Emails and
  /// other values are those of all contacts, each once. Where no contact has a thumbnail, one is made of
  /// the photo. Metadata are taken out of the pictures that can be looked into;
  /// ``making(_:selecting:photo:metadata:)`` says which could not.
  ///
  /// - Parameters:
  ///   - contacts: The person's contacts, the one it goes by first, read with the keys
  ///     ``ContactModel/Contact/Keys/cutout``.
  ///   - selection: What goes into the cutout.
  /// - Throws: ``CutoutError/tooLarge(_:limit:)``.
  /// - Complexity: That of ``making(_:selecting:photo:metadata:)``.
  public init(
    contacts: [Contact], selecting selection: Selection = .usual
  ) throws(CutoutError) {
    self = try Cutout.making(contacts, selecting: selection).cutout
  }

  /// Makes the cutout of a unified person, and says what was done to its pictures.
  ///
  /// - Parameters:
  ///   - contacts: The person's contacts, the one it goes by first, read with the keys
  ///     ``ContactModel/Contact/Keys/cutout``.
  ///   - selection: What goes into the cutout.
  ///   - chosen: The photo to take, whatever those of the contacts are; the thumbnail is made of it.
  ///   - metadata: What becomes of the metadata in the pictures; a thumbnail that is made here has
  ///     none in any case.
  /// - Returns: The cutout, as ``init(contacts:selecting:)`` makes it.
  /// - Throws: ``CutoutError/tooLarge(_:limit:)``.
  /// - Complexity: Decodes the photo if it, or a thumbnail that there is not, is selected.
  public static func making(
    _ contacts: [Contact], selecting selection: Selection = .usual,
    photo chosen: ContactImage? = nil, metadata: PictureMetadata = .removed
  ) throws(CutoutError) -> Making {
    let named = contacts.first { $0.hasName(within: selection) }
    var maker = PictureMaker(metadata: metadata)
    var photo: Image?
    var thumbnail: Image?
    if selection.contains(.thumbnail), chosen == nil {
      thumbnail = try maker.picture(contacts.lazy.compactMap(\.thumbnail).first, "thumbnail")
    }
    let needsThumbnail = selection.contains(.thumbnail) && thumbnail == nil
    if selection.contains(.photo) || needsThumbnail {
      let found = chosen ?? contacts.lazy.compactMap(\.image).first
      if selection.contains(.photo) { photo = try maker.picture(found, "photo") }
      if needsThumbnail { thumbnail = try maker.thumbnail(of: found) }
    }
    let hasName = selection.contains(.name)
    let cutout = try Cutout(
      compositeName: hasName ? named?.compositeName : nil,
      firstName: hasName ? named?.givenName : nil, lastName: hasName ? named?.familyName : nil,
      emails: selection.contains(.email)
        ? contacts.flatMap { $0.emailAddresses.map(\.value) } : [],
      image: photo, thumbnail: thumbnail, details: Details(contacts).selecting(selection))
    return Making(cutout: cutout, notes: maker.notes, warnings: maker.warnings)
  }
}

extension Contact {
  /// Whether there is something to call it by that may be told.
  fileprivate func hasName(within selection: Cutout.Selection) -> Bool {
    switch compositeNameKind {
    case .emailAddress: selection.contains(.email)
    case .phoneNumber: selection.contains(.phone)
    default: compositeName != nil
    }
  }
}

/// Makes the pictures of a cutout of those of a card.
private struct PictureMaker {
  let metadata: Cutout.PictureMetadata
  var notes: [String] = []
  var warnings: [String] = []

  /// The picture, or `nil` for what is none; a type that says nothing gives way to what is seen.
  mutating func picture(
    _ picture: ContactImage?, _ title: String
  ) throws(CutoutError) -> Cutout.Image? {
    guard let picture else { return nil }
    guard metadata == .removed else {
      return try Cutout.picture(type: picture.mediaType, octets: picture.octets)
    }
    // What goes does not count towards the limit.
    let removal = Metadata.removing(from: picture.octets)
    guard let image = try Cutout.picture(type: picture.mediaType, octets: removal.octets)
    else { return nil }
    if let leftover = removal.leftover {
      warnings.append("\(title): \(leftover)")
      return image
    }
    let names = PictureFinding.names(of: removal.removed)
    if !names.isEmpty { notes.append("\(title): \(names.joined(separator: ", ")) removed") }
    return image
  }

  /// A small copy of a photo, or `nil` where none can be made.
  mutating func thumbnail(of picture: ContactImage?) throws(CutoutError) -> Cutout.Image? {
    // The photo itself may be more than a cutout holds, so only its head is asked what it is.
    guard let picture,
      try Cutout.picture(type: picture.mediaType, octets: Array(picture.octets.prefix(1024))) != nil
    else { return nil }
    let small: Thumbnail
    do throws(ImageError) {
      small = try Thumbnail.make(from: picture.octets)
    } catch {
      notes.append("thumbnail: none is made, for the photo \(error)")
      return nil
    }
    return try Cutout.Image(type: small.mediaType, data: small.octets)
  }
}
