/// Full Unicode case folding (CaseFolding.txt, statuses C and F), for comparing without case.
///
/// The Turkic rules are left out, so `I` folds to `i` whatever the language. Folding does not
/// normalize: see ``Normalizer/nfkcCasefold``.
public enum CaseFolder {
  /// Appends UTF-8 with its case folded to an array.
  ///
  /// What is not UTF-8 becomes U+FFFD.
  ///
  /// - Complexity: O(*n*) in `bytes`; allocates nothing but room in `result` for up to 512 bytes.
  public static func appendCaseFolded(_ bytes: Span<UInt8>, to result: inout [UInt8])
    throws(ICUError)
  {
    try Bridge.appendCaseFolded(bytes, to: &result)
  }
}
