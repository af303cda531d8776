package import VCard

extension ContentLine {
  /// The line that says when a card was changed.
  ///
  /// RFC 6350 §6.7.4, RFC 2426 §3.6.4.
  ///
  /// - Parameters:
  ///   - seconds: Seconds since 1970.
  ///   - rules: Of the version of the card.
  /// - Returns: A REV in the form that the version asks for.
  package static func revision(_ seconds: Int64, for rules: Rules) -> ContentLine {
    ContentLine("REV", .verbatim(Timestamp.text(seconds, rules)))
  }
}

extension Card {
  /// Says when the card was changed: REV follows every change.
  ///
  /// - Parameter seconds: Seconds since 1970.
  package mutating func setRevision(_ seconds: Int64) {
    let line = ContentLine.revision(seconds, for: rules)
    if let revision = first(.rev) {
      replace(revision, with: line)
    } else {
      append(line)
    }
  }
}
