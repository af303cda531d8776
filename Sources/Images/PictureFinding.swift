/// Something in the file of a picture that is not needed to show it.
public struct PictureFinding: Hashable, Sendable {
  /// What it is.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Where it was taken.
    case location
    /// The number of one camera or lens.
    case serialNumber
    /// Maker and model.
    case camera
    /// Who took it.
    case author
    /// Whose it is.
    case rights
    /// When it was taken.
    case date
    /// The program that wrote it.
    case program
    /// What is seen on it, in words.
    case description
    /// A small or other picture of the same, which may show what was cut off.
    case preview
    /// Exif, CIPA DC-008, of which nothing more is known.
    case exif
    /// XMP, ISO 16684.
    case xmp
    /// Photoshop's blocks, with IPTC in them.
    case photoshop
    /// A comment.
    case comment
    /// A text with a keyword.
    case text
    /// When the file was changed.
    case changeDate
    /// What some program keeps there.
    case other
    /// What stands after the picture's end.
    case trailing
    /// That there may be more: it could not be looked into.
    case unseen

    /// What it is called among others, such as `GPS position`.
    public var name: String {
      switch self {
      case .location: "GPS position"
      case .serialNumber: "serial number"
      case .camera: "camera"
      case .author: "author"
      case .rights: "owner"
      case .date: "date"
      case .program: "program"
      case .description: "description"
      case .preview: "preview"
      case .exif: "Exif metadata"
      case .xmp: "XMP metadata"
      case .photoshop: "Photoshop or IPTC metadata"
      case .comment: "comment"
      case .text: "text"
      case .changeDate: "time of change"
      case .other: "data of programs"
      case .trailing: "data after the picture"
      case .unseen: "what could not be looked into"
      }
    }
  }

  /// What it is.
  public let kind: Kind
  /// One line for people, with its value where there is one: `GPS position 37.3333, -122.0250`.
  ///
  /// It may quote the picture: escape it before it goes to a terminal.
  public let text: String

  /// Creates a finding.
  public init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }

  /// The names of findings in the order of their kinds, none twice.
  ///
  /// That there is Exif says nothing more once it is said what is in it.
  public static func names(of findings: [PictureFinding]) -> [String] {
    let kinds = Set(findings.map(\.kind))
    let details: Set<Kind> = [
      .location, .serialNumber, .camera, .author, .rights, .date, .program, .description,
    ]
    return Kind.allCases.filter { kind in
      kinds.contains(kind) && !(kind == .exif && !kinds.isDisjoint(with: details))
    }.map(\.name)
  }
}
