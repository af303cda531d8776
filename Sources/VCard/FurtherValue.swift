/// Values that merging keeps beside the ones that took their place: `X-ALSO-BDAY` beside BDAY.
package enum FurtherValue {
  /// What stands before the name of the property.
  package static let prefix = "X-ALSO-"

  /// The name of the property that a line says a further value of.
  ///
  /// - Parameter name: The name of the line in upper case.
  /// - Returns: `nil` for a line that is no further value.
  package static func name(_ name: String) -> String? {
    name.utf8.starts(with: prefix.utf8) ? String(name.dropFirst(prefix.count)) : nil
  }

  /// What tells a card or a device apart, and says nothing of the person.
  private static let ofCard: NameSet = [
    .uid, .rev, .prodid, .profile, .clientPIDMap, .created, .source, .xABUID, .xIRMCLUID,
    .xImagePath, .xImageHash, .xEtag, .xCouchDBUUID, .xSyncURL,
  ]

  /// The property that a line says a further value of, if that says something of the person.
  static func ofPerson(_ property: Property) -> KnownName? {
    guard property.known == .unknown, let name = name(property.canonicalName) else { return nil }
    let known = ConversionLine.known(name)
    return known == .unknown || known == .malformed || ofCard.contains(known) ? nil : known
  }
}
