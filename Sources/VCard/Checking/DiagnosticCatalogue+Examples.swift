// Rows are calls. A hundred of them inlined into one function take the compiler a fifth of the module's
// time, and 200 KB of the tool.
extension DiagnosticCatalogue.Entry {
  /// Creates an entry as a row of the catalogue.
  @inline(never)
  init(
    _ code: Diagnostic.Code, _ severity: Diagnostic.Severity, _ title: String, rule: String,
    sections: [String], bad: DiagnosticCatalogue.Example, good: DiagnosticCatalogue.Example
  ) {
    self.init(
      code: code, severity: severity, title: title, rule: rule, sections: sections, bad: bad,
      good: good)
  }
}

extension DiagnosticCatalogue.Example {
  /// Creates an example of lines, each of which ends in CR LF; `{E9}` is an octet.
  @inline(never)
  static func lines(_ lines: String...) -> Self { Self(octets: joined(lines)) }

  /// Creates an example of what is no vCard, as it stands.
  @inline(never)
  static func text(_ text: String) -> Self { Self(octets: Array(text.utf8)) }

  /// Creates an example of a whole card of vCard 4.0 with an FN.
  @inline(never)
  static func card40(_ lines: String...) -> Self { card(["VERSION:4.0", "FN:Kate Bell"] + lines) }

  /// Creates an example of a whole card of vCard 3.0 with its names.
  @inline(never)
  static func card30(_ lines: String...) -> Self {
    card(["VERSION:3.0", "N:Bell;Kate;;;", "FN:Kate Bell"] + lines)
  }

  /// Creates an example of a whole card of vCard 2.1 with its name.
  @inline(never)
  static func card21(_ lines: String...) -> Self { card(["VERSION:2.1", "N:Bell;Kate"] + lines) }

  private static func card(_ lines: [String]) -> Self {
    Self(octets: joined(["BEGIN:VCARD"] + lines + ["END:VCARD"]))
  }

  /// The same example, read by other limits.
  func limited(
    diagnostics: Int? = nil, _ change: (inout CardReader.Limits) -> Void = { _ in }
  ) -> Self {
    var example = self
    change(&example.limits)
    example.diagnosticLimit = diagnostics ?? diagnosticLimit
    return example
  }

  /// The same example in UTF-16, least octet first, with its mark.
  func inUTF16() -> Self {
    let units = String(decoding: octets, as: UTF8.self).utf16
    return Self(
      octets: [0xFF, 0xFE]
        + units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
  }

  /// The same example with LF for CR LF.
  func withLineFeeds() -> Self { Self(octets: octets.filter { $0 != 0x0D }) }

  /// The same example without its last octets.
  func withoutLast(_ count: Int) -> Self { Self(octets: octets.dropLast(count)) }

  private static func joined(_ lines: [String]) -> [UInt8] {
    lines.flatMap { ExampleText.octets($0) + [0x0D, 0x0A] }
  }
}
