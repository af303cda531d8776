import ContactModel
import VCard

/// A person cut out of an address book: what one device may tell another about who someone is.
///
/// It holds names, emails and pictures, more of the person when its maker wants, and has no place for
/// anything that means something on one device only: no record identifier, path, source, group or
/// time of change.
///
/// What can be made can be read again: names and emails are of one line, pictures are not empty, and
/// nothing is past its limit.
public struct Cutout: Sendable, Hashable {
  /// The schema of a cutout of names, emails and pictures.
  public static let schema = "vcard.cutout/1"
  /// The schema of a cutout with ``details``.
  public static let detailedSchema = "vcard.cutout/2"

  /// The name as people see it, such as `Dr. Kate Bell`.
  public let compositeName: String?
  /// The given name.
  public let firstName: String?
  /// The family name.
  public let lastName: String?
  /// The email addresses of the person and everyone linked to them; none twice, whatever its case.
  public let emails: [String]
  /// The photo.
  public let image: Image?
  /// A small copy of the photo.
  public let thumbnail: Image?
  /// What else it tells.
  public let details: Details

  /// Creates a cutout.
  ///
  /// Blanks around texts, empty ones and values told before are left out; control characters inside
  /// become blanks, but for the line ends of notes and addresses, which become line feeds.
  ///
  /// - Throws: ``CutoutError/tooLarge(_:limit:)``.
  public init(
    compositeName: String? = nil, firstName: String? = nil, lastName: String? = nil,
    emails: [String] = [], image: Image? = nil, thumbnail: Image? = nil,
    details: Details = Details()
  ) throws(CutoutError) {
    self.compositeName = try Cutout.line(compositeName, "compositeName")
    self.firstName = try Cutout.line(firstName, "firstName")
    self.lastName = try Cutout.line(lastName, "lastName")
    var known: Set<String> = []
    var kept: [String] = []
    for email in emails {
      guard let email = try Cutout.line(email, "emails"), known.insert(email.lowercased()).inserted
      else { continue }
      kept.append(email)
    }
    guard kept.count <= Limits.emails else {
      throw .tooLarge("emails", limit: "\(Limits.emails) emails")
    }
    self.emails = kept
    self.image = image
    self.thumbnail = thumbnail
    self.details = try Details(cleaning: details)
  }

  /// Whether nothing in it says who it is about.
  public var isAnonymous: Bool { displayName == nil }

  /// The name to show: the composite name, else first and last name, else the organisation, the first
  /// email or the first phone number.
  public var displayName: String? {
    if let compositeName { return compositeName }
    let name = [firstName, lastName].compactMap(\.self).joined(separator: " ")
    if !name.isEmpty { return name }
    return details.organization ?? emails.first ?? details.phones.first?.value
  }

  /// One line of text without blanks around it; `nil` when nothing is left.
  static func line(_ text: String?, _ field: String) throws(CutoutError) -> String? {
    try self.text(text, field, keepsLines: false)
  }

  /// Text without blanks around it, with a line feed for each line end; `nil` when nothing is left.
  static func text(
    _ text: String?, _ field: String, limit: Int = Limits.textBytes, keepsLines: Bool = true
  ) throws(CutoutError) -> String? {
    guard let text else { return nil }
    guard text.utf8.count <= limit else { throw .tooLarge(field, limit: "\(limit) bytes") }
    var scalars: [Unicode.Scalar] = []
    var last: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      defer { last = scalar }
      switch scalar.value {
      case 0x0A where keepsLines && last == "\r": continue
      case 0x0A where keepsLines, 0x0D where keepsLines: scalars.append("\n")
      case 0x2028, 0x2029: scalars.append(keepsLines ? "\n" : " ")
      default:
        scalars.append(scalar.properties.generalCategory == .control ? " " : scalar)
      }
    }
    while scalars.last == " " || scalars.last == "\n" { scalars.removeLast() }
    let kept = scalars.drop { $0 == " " || $0 == "\n" }
    guard !kept.isEmpty else { return nil }
    var line = String.UnicodeScalarView()
    line.append(contentsOf: kept)
    return String(line)
  }
}

extension Cutout {
  /// A picture as it lies in its file.
  public struct Image: Sendable, Hashable {
    /// The media type, such as `image/jpeg`, in lower case.
    public let type: String
    /// The octets of the file.
    public let data: [UInt8]

    /// Creates a picture.
    ///
    /// - Parameters:
    ///   - type: The media type, which must begin with `image/`; RFC 6838 §4.2.
    ///   - data: The octets of the file.
    /// - Throws: ``CutoutError/noImage(_:)``, or ``CutoutError/tooLarge(_:limit:)``.
    public init(type: String, data: [UInt8]) throws(CutoutError) {
      let type = type.lowercased()
      guard Image.isImageType(type) else { throw .noImage("\"\(type)\" is no type of a picture") }
      guard !data.isEmpty else { throw .noImage("the data of a picture is empty") }
      guard data.count <= Limits.imageBytes else {
        throw .tooLarge("a picture", limit: "\(Limits.imageBytes) bytes")
      }
      self.type = type
      self.data = data
    }

    /// RFC 6838 §4.2: a name starts with a letter or digit and has 127 characters at most.
    private static func isImageType(_ type: String) -> Bool {
      let prefix = "image/"
      guard type.hasPrefix(prefix), MediaType.isWellFormed(type) else { return false }
      let name = type.utf8.dropFirst(prefix.utf8.count)
      guard let first = name.first, name.count <= 127 else { return false }
      return ValueSyntax.isLetter(first) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= first
    }
  }

  /// What no honest cutout exceeds, so that a hostile one costs little.
  public enum Limits {
    /// Bytes of a whole cutout: 128 MiB, two pictures of the largest size in base64 and then some.
    public static let bytes = 128 << 20
    /// Bytes of a picture: 32 MiB, more than any camera's JPEG.
    public static let imageBytes = 32 << 20
    /// Bytes of a name, an email or another short text: 16 KiB.
    public static let textBytes = 16 << 10
    /// Bytes of a note: 1 MiB.
    public static let noteBytes = 1 << 20
    /// Emails of a person: a thousand.
    public static let emails = 1000
    /// Phones, addresses and web pages of a person, each: 250.
    public static let labeledValues = 250
    /// Values of any kind in a cutout, those that are not understood too: ten thousand.
    static let values = 10_000
    /// How deep values may stand inside each other: 16; a cutout needs 5.
    static let nesting = 16
  }

  /// What of a person goes into a cutout.
  public struct Selection: OptionSet, Hashable, Sendable {
    /// One bit a field.
    public let rawValue: Int

    /// Creates a selection from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Composite, first and last name.
    public static let name = Selection(rawValue: 1)
    /// The emails.
    public static let email = Selection(rawValue: 2)
    /// The photo.
    public static let photo = Selection(rawValue: 4)
    /// The thumbnail.
    public static let thumbnail = Selection(rawValue: 8)
    /// The phone numbers.
    public static let phone = Selection(rawValue: 16)
    /// The postal addresses.
    public static let address = Selection(rawValue: 32)
    /// Organisation, department and job title.
    public static let organization = Selection(rawValue: 64)
    /// The birthday.
    public static let birthday = Selection(rawValue: 128)
    /// The addresses of web pages.
    public static let url = Selection(rawValue: 256)
    /// The notes.
    public static let note = Selection(rawValue: 512)
    /// What goes into a cutout unless its maker wants otherwise: what ``Cutout/schema`` has.
    public static let usual: Selection = [.name, .email, .photo, .thumbnail]
    /// Everything.
    public static let all = Selection(rawValue: 1 << fieldNames.count - 1)

    /// The names of the fields, as `--fields` takes them.
    public static let fieldNames = [
      "name", "email", "photo", "thumbnail", "phone", "address", "organization", "birthday", "url",
      "note",
    ]

    /// Creates a selection of one field, or `nil` when none has that name.
    ///
    /// - Parameter field: One of ``fieldNames``, in any case.
    public init?(field: String) {
      guard let index = Selection.fieldNames.firstIndex(of: field.lowercased()) else { return nil }
      self.init(rawValue: 1 << index)
    }
  }

  /// The cutout without the fields that are not selected.
  public func selecting(_ selection: Selection) throws(CutoutError) -> Cutout {
    let hasName = selection.contains(.name)
    return try Cutout(
      compositeName: hasName ? compositeName : nil, firstName: hasName ? firstName : nil,
      lastName: hasName ? lastName : nil, emails: selection.contains(.email) ? emails : [],
      image: selection.contains(.photo) ? image : nil,
      thumbnail: selection.contains(.thumbnail) ? thumbnail : nil,
      details: details.selecting(selection))
  }
}
