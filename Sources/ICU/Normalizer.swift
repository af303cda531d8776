/// A Unicode normalization form (UAX #15).
///
/// A form is a value that needs no opening: ICU shares one immutable instance of each between
/// threads.
///
/// Where more than 30 marks follow each other, which no language needs, a U+034F comes after 30
/// (UAX #15 §13, Stream-Safe Text Format); ``nfkcCasefold`` takes the runs between one by one. So
/// the time stays even: to put a megabyte of marks in order takes ICU minutes.
public struct Normalizer: Hashable, Sendable {
  /// Canonical composition.
  public static let nfc = Normalizer(form: .nfc)
  /// Canonical decomposition.
  public static let nfd = Normalizer(form: .nfd)
  /// Compatibility composition: ligatures, widths and other variants are lost.
  public static let nfkc = Normalizer(form: .nfkc)
  /// Compatibility decomposition.
  public static let nfkd = Normalizer(form: .nfkd)
  /// NFKC with case folded and default-ignorable characters removed: what identifiers that do not
  /// tell case apart are compared by (UAX #31).
  public static let nfkcCasefold = Normalizer(form: .nfkcCasefold)

  private let form: NormalizationForm

  private init(form: NormalizationForm) {
    self.form = form
  }

  /// Normalizes a string.
  ///
  /// - Complexity: O(*n*) in the bytes of `text`; ASCII is copied.
  public func normalize(_ text: String) throws(ICUError) -> String {
    try Bridge.normalize(text.utf8.span, to: form)
  }

  /// Removes the marks from the letters: decomposes, drops what is Mn, composes.
  ///
  /// `É` becomes `E` and Hebrew loses its points; `ø`, `ł` and `đ`, which do not decompose, stay.
  /// In scripts whose vowels or voicing are such marks (Devanagari, Thai, Kana) the word becomes
  /// another: not for text that is shown.
  public static func strippingMarks(_ text: String) throws(ICUError) -> String {
    try Bridge.strippingMarks(text.utf8.span)
  }
}
