/// Something that the target cannot say.
struct ConversionLoss: Sendable {
  var code: Diagnostic.Code
  var row: Int
  /// What it is, and why: the start of a sentence.
  var about: String
  /// Where it is carried, such as `X-KIND`.
  var carrier: String
  /// Whether the value stays where it is, although few understand it there.
  var isKept = false
}
