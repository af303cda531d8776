/// Something odd about the input, with its place.
///
/// Bad input is data about the input, so it is told, not thrown: the reader keeps what can be kept
/// and goes on.
public struct Diagnostic: Hashable, Sendable {
  /// How much it matters.
  public enum Severity: String, Hashable, Sendable, CaseIterable {
    /// Worth knowing; nothing is wrong with the input.
    case note
    /// Against a standard, but what was meant is clear and was kept.
    case warning
    /// Against a standard in a way that loses meaning for readers, or kept only as it stands.
    case error
  }

  /// A stable name for one kind of oddity, such as `missing-end`.
  ///
  /// Codes are documented by `explain`, and never renamed or used again for something else.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// Lower-case words joined by hyphens.
    public let rawValue: String

    /// Creates a code from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// How much it matters.
  public var severity: Severity
  /// What kind of oddity this is.
  public var code: Code
  /// Where it is.
  public var position: SourcePosition
  /// One sentence for people that says what was done about it.
  ///
  /// It may quote the input: escape it before it goes to a terminal.
  public var message: String

  /// Creates a diagnostic.
  public init(severity: Severity, code: Code, position: SourcePosition, message: String) {
    self.severity = severity
    self.code = code
    self.position = position
    self.message = message
  }
}
