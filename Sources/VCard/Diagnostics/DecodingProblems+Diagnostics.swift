extension DecodingProblems {
  /// What to tell about a value that could not be decoded cleanly: one diagnostic a problem, at the
  /// start of the value.
  ///
  /// ``CardChecker`` tells the same with the place inside the value; this is for those who only
  /// decode.
  public func diagnostics(of property: Property) -> [Diagnostic] {
    diagnostics(of: property, at: property.valuePosition)
  }

  /// What to tell about the values of one card that could not be decoded cleanly.
  ///
  /// - Parameter found: Properties of one card in the order of the card, and what is wrong with each.
  /// - Returns: The diagnostics, in the same order.
  /// - Complexity: O(*n*) in the octets of the card, however many properties there are.
  public static func diagnostics(
    of found: [(property: Property, problems: DecodingProblems)]
  ) -> [Diagnostic] {
    guard let first = found.first?.property else { return [] }
    var cursor = PlaceCursor(start: first.start, unit: first.unit)
    var all: [Diagnostic] = []
    for (property, problems) in found {
      all += problems.diagnostics(
        of: property, at: cursor.place(of: Int(property.row.valueStart), in: property.bytes.span))
    }
    return all
  }

  private func diagnostics(of property: Property, at position: SourcePosition) -> [Diagnostic] {
    var found: [Diagnostic] = []
    func tell(_ problem: DecodingProblems, _ code: Diagnostic.Code, _ message: String) {
      guard contains(problem) else { return }
      found.append(
        Diagnostic(severity: .warning, code: code, position: position, message: message))
    }
    let name = property.canonicalName
    tell(.badBase64, .badBase64, "\(name) is not clean base64; read as far as it is")
    tell(
      .badQuotedPrintable, .badQuotedPrintable,
      "\(name) is not clean quoted-printable; the rest is kept")
    tell(
      .unknownCharset, .unknownCharset,
      "the charset of \(name) is unknown; read as if it named none")
    tell(
      .wrongCharset, .wrongCharset, "\(name) is not in the charset it names; read by its octets")
    tell(
      .undeclaredCharset, .undeclaredCharset,
      "\(name) is not UTF-8 and names no charset; read by its octets")
    return found
  }
}
