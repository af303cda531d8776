/// What conversion does with a parameter that only one side has.
struct ParameterConversion: Sendable {
  /// Whether to be carried is no loss worth telling.
  let isSilent: Bool
  /// How often `X-` stands before the name where the parameter is at home.
  let prefixes: Int
  /// The section of the standard.
  let source: String

  init(_ source: String, prefixes: Int = 0, isSilent: Bool = false) {
    self.source = source
    self.prefixes = prefixes
    self.isSilent = isSilent
  }
}
