extension DecodingProblems {
  /// What to tell about a value that could not be decoded cleanly: one diagnostic a problem, at the
  /// start of the value.
  ///
  /// ``CardChecker`` tells the same with the place inside the value; this is for those who only
  /// decode.
  public func diagnostics(of property: Property) -> [Diagnostic] {
    let position = property.valuePosition
    func diagnostic(_ code: Diagnostic.Code, _ message: String) -> Diagnostic {
      Diagnostic(severity: .warning, code: code, position: position, message: message)
    }
    var found: [Diagnostic] = []
    let name = property.canonicalName
    if contains(.badBase64) {
      found.append(diagnostic(.badBase64, "\(name) is not clean base64; read as far as it is"))
    }
    if contains(.badQuotedPrintable) {
      found.append(
        diagnostic(.badQuotedPrintable, "\(name) is not clean quoted-printable; the rest is kept"))
    }
    if contains(.unknownCharset) {
      found.append(
        diagnostic(.unknownCharset, "the charset of \(name) is unknown; read as if it named none"))
    }
    if contains(.wrongCharset) {
      found.append(
        diagnostic(.wrongCharset, "\(name) is not in the charset it names; read by its octets"))
    }
    if contains(.undeclaredCharset) {
      found.append(
        diagnostic(
          .undeclaredCharset, "\(name) is not UTF-8 and names no charset; read by its octets"))
    }
    return found
  }
}
