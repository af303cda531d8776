public import ContactModel

extension Contact.Keys {
  /// What a cutout takes from a contact.
  public static let cutout: Contact.Keys = [.compositeName, .emailAddresses, .image]
}

extension Cutout {
  /// Creates the cutout of a unified person.
  ///
  /// The names are those of the first contact that has one; emails are those of all contacts.
  ///
  /// - Parameters:
  ///   - contacts: The person's contacts, the one it goes by first, read with the keys
  ///     ``ContactModel/Contact/Keys/cutout``.
  ///   - selection: What goes into the cutout.
  /// - Throws: ``CutoutError/tooLarge(_:limit:)``.
  /// - Complexity: Decodes the photo if it is selected.
  public init(
    contacts: [Contact], selecting selection: Selection = .all
  ) throws(CutoutError) {
    let named = contacts.first { $0.compositeName != nil }
    var pictures: [Image?] = [nil, nil]
    if selection.contains(.photo) {
      pictures[0] = try Cutout.picture(contacts.lazy.compactMap(\.image).first)
    }
    if selection.contains(.thumbnail) {
      pictures[1] = try Cutout.picture(contacts.lazy.compactMap(\.thumbnail).first)
    }
    try self.init(
      compositeName: named?.compositeName, firstName: named?.givenName,
      lastName: named?.familyName,
      emails: contacts.flatMap { $0.emailAddresses.map(\.value) }, image: pictures[0],
      thumbnail: pictures[1])
    if !selection.isSuperset(of: [.name, .email]) { self = try selecting(selection) }
  }

  /// The picture, or `nil` for what is none; a type that says nothing gives way to what is seen.
  private static func picture(_ picture: ContactImage?) throws(CutoutError) -> Image? {
    guard let picture else { return nil }
    return try Cutout.picture(type: picture.mediaType, octets: picture.octets)
  }
}
