/// Something that the target cannot say.
struct ConversionLoss: Sendable {
  var code: Diagnostic.Code
  var row: Int
  /// What it is, why, and what becomes of it.
  var message: String
}
