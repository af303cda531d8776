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

  /// The property that a line says a further value of, if that says something of the person.
  package static func ofPerson(_ property: Property) -> KnownName? {
    guard property.known == .unknown, let name = name(property.canonicalName) else { return nil }
    let known = ConversionLine.known(name)
    return PropertyRegistry.shared[known]?.isOfPerson == true ? known : nil
  }
}

extension Property {
  /// What a line says a further value of, and that value: on a card that has nothing else, as the
  /// property.
  ///
  /// It is `nil` for a line that is no further value.
  package var furtherValue: (name: String, card: Card)? {
    guard known == .unknown, let name = FurtherValue.name(canonicalName) else { return nil }
    let start = group.map { $0.utf8.count + 1 } ?? 0
    var line = rawOctets
    // A fold may stand in the name.
    let head = line.dropFirst(start).prefix(FurtherValue.prefix.utf8.count)
    if !Octets.equal(head.span, FurtherValue.prefix.utf8Span.span) {
      line = lineOctets + [0x0D, 0x0A]
    }
    line.removeSubrange(start..<start + FurtherValue.prefix.utf8.count)
    var card = Card(version: rules.version)
    card.append(rawLine: line)
    return (name, card)
  }
}
