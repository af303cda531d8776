import Images

/// Something that a cutout tells whoever gets it.
public struct Disclosure: Sendable, Hashable {
  /// What it is about.
  public enum Subject: String, Sendable, Hashable, CaseIterable {
    /// Who the person is.
    case name
    /// How to write to them.
    case email
    /// What they look like.
    case picture
    /// What a camera or program wrote into a picture besides.
    case metadata
    /// Where a picture was taken.
    case location
  }

  /// What it is about.
  public var subject: Subject
  /// The key of the cutout that holds it, such as `emails`.
  public var field: String
  /// One line for people.
  ///
  /// It may quote the cutout: escape it before it goes to a terminal.
  public var text: String

  /// Whether the person who shares a cutout may not know that this is in it.
  public var isHidden: Bool { subject == .metadata || subject == .location }

  /// Creates a disclosure.
  public init(_ subject: Subject, field: String, _ text: String) {
    self.subject = subject
    self.field = field
    self.text = text
  }
}

extension Cutout {
  /// What the cutout holds, and what it gives away besides.
  ///
  /// - Complexity: O(*n*) in the octets of the pictures, of which no pixel is decoded.
  public var disclosures: [Disclosure] {
    var disclosures: [Disclosure] = []
    if let compositeName {
      disclosures.append(Disclosure(.name, field: "compositeName", "name: \(compositeName)"))
    }
    if let firstName {
      disclosures.append(Disclosure(.name, field: "firstName", "first name: \(firstName)"))
    }
    if let lastName {
      disclosures.append(Disclosure(.name, field: "lastName", "last name: \(lastName)"))
    }
    if !emails.isEmpty {
      let count = emails.count == 1 ? "1 email" : "\(emails.count) emails"
      disclosures.append(
        Disclosure(.email, field: "emails", "\(count): \(emails.joined(separator: ", "))"))
    }
    for (field, title, picture) in [
      ("image", "photo", image), ("thumbnail", "thumbnail", thumbnail),
    ] {
      guard let picture else { continue }
      let facts = PictureFacts(picture.data)
      var text = "\(title): \(picture.type), \(picture.data.count) bytes"
      if let size = facts.size { text += ", \(size.width) × \(size.height) pixels" }
      if facts.findings.isEmpty { text += ", no metadata" }
      disclosures.append(Disclosure(.picture, field: field, text))
      for finding in facts.findings {
        disclosures.append(
          Disclosure(
            finding.kind == .location ? .location : .metadata, field: field,
            "\(title): \(finding.text)"))
      }
    }
    return disclosures
  }
}
