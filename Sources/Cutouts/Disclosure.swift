import ContactModel
import Images

/// Something that a cutout tells whoever gets it.
public struct Disclosure: Sendable, Hashable {
  /// What it is about.
  public enum Subject: String, Sendable, Hashable, CaseIterable {
    /// Who the person is.
    case name
    /// How to write to them.
    case email
    /// Their phone numbers.
    case phone
    /// Where they live or work.
    case address
    /// Organisation, department or job title.
    case organization
    /// Their birthday.
    case birthday
    /// Their web pages.
    case url
    /// What somebody noted about them.
    case note
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
    func append(_ subject: Disclosure.Subject, _ field: String, _ title: String, _ text: String?) {
      guard let text else { return }
      disclosures.append(Disclosure(subject, field: field, "\(title): \(text)"))
    }
    func append(_ subject: Disclosure.Subject, _ field: String, _ noun: String, _ texts: [String]) {
      guard !texts.isEmpty else { return }
      let noun = texts.count == 1 ? noun : noun == "address" ? "addresses" : "\(noun)s"
      append(subject, field, "\(texts.count) \(noun)", texts.joined(separator: ", "))
    }
    func labeled<Value>(
      _ values: [LabeledValue<Value>], _ text: (Value) -> String
    ) -> [String] {
      values.map { text($0.value) + ($0.label.map { " (\($0.rawValue))" } ?? "") }
    }
    append(.name, "compositeName", "name", compositeName)
    append(.name, "firstName", "first name", firstName)
    append(.name, "lastName", "last name", lastName)
    append(.email, "emails", "email", emails)
    append(.phone, "phones", "phone", labeled(details.phones) { $0 })
    append(
      .address, "addresses", "address",
      labeled(details.addresses) { address in
        (address.places + [address.country ?? address.isoCountryCode])
          .compactMap { $0?.split(separator: "\n").joined(separator: ", ") }.joined(separator: ", ")
      })
    append(.organization, "organization", "organization", details.organization)
    append(.organization, "department", "department", details.department)
    append(.organization, "jobTitle", "job title", details.jobTitle)
    append(.birthday, "birthday", "birthday", details.birthdayText)
    append(.url, "urls", "web page", labeled(details.urls) { $0 })
    let note = details.note?.split(separator: "\n").joined(separator: " ")
    append(.note, "note", "note", note)
    for (field, title, picture) in [
      ("image", "photo", image), ("thumbnail", "thumbnail", thumbnail),
    ] {
      guard let picture else { continue }
      let facts = PictureFacts(picture.data)
      var text = "\(picture.type), \(picture.data.count) bytes"
      if let size = facts.size { text += ", \(size.width) × \(size.height) pixels" }
      if facts.findings.isEmpty { text += ", no metadata" }
      append(.picture, field, title, text)
      for finding in facts.findings {
        append(finding.kind == .location ? .location : .metadata, field, title, finding.text)
      }
    }
    return disclosures
  }
}
