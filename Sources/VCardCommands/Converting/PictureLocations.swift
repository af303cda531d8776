import Images
import VCard

extension Card {
  /// Takes out of the pictures of the card where they were taken, with all else that is not needed to
  /// show them: a film or a preview beside the pixels may say it, too.
  ///
  /// Pictures that say nothing of the kind stay as they are.
  ///
  /// - Parameter notes: Receives what went, one note a picture, and a warning for each that could not
  ///   be looked into.
  mutating func stripLocations(notes: inout [Diagnostic]) {
    for property in properties where !property.isMalformed {
      if property.isNestedCard {
        let text = property.nestedCardText.uppercased()
        guard ["PHOTO", "LOGO"].contains(where: text.contains) else { continue }
        notes.append(property.note(.warning, "the pictures of a card inside are not looked into"))
        continue
      }
      guard let (type, octets) = property.picture else { continue }
      let removal = Metadata.removing(from: octets)
      if let leftover = removal.leftover {
        notes.append(property.note(.warning, leftover))
        continue
      }
      let mayTell: Set<PictureFinding.Kind> = [.location, .trailing, .preview, .other]
      guard removal.removed.contains(where: { mayTell.contains($0.kind) }) else { continue }
      let names = PictureFinding.names(of: removal.removed).joined(separator: ", ")
      notes.append(property.note(.note, "\(names) removed"))
      replace(
        property,
        with: ContentLine(
          group: property.group, property.name.spelling,
          parameters: property.parameters.filter { $0.name != "VALUE" && $0.name != "MEDIATYPE" },
          .binary(mediaType: type, octets: removal.octets)))
    }
  }
}

extension Property {
  /// The picture that stands in the value, if one does.
  fileprivate var picture: (mediaType: String, octets: [UInt8])? {
    guard isBase64 || known.mayBeBinary || known == .unknown, let found = binary,
      !found.octets.isEmpty
    else { return nil }
    let type = MediaType.sniffed(found.octets) ?? found.mediaType.lowercased()
    return type.utf8.starts(with: "image/".utf8) ? (type, found.octets) : nil
  }

  fileprivate func note(_ severity: Diagnostic.Severity, _ message: String) -> Diagnostic {
    Diagnostic(
      severity: severity, code: .pictureLocation, position: position,
      message: "\(canonicalName): \(message)")
  }
}
