internal import ICU
public import VCard

extension TextDecoding {
  /// Every charset that ICU knows; undeclared text is in the one that is told, else it is found out.
  ///
  /// - Parameter undeclared: The charset of text that is not UTF-8 and declares none; `nil` to have it
  ///   found out, file by file.
  /// - Returns: The decoding, for a reader of one input or of many.
  public static func icu(undeclared: String? = nil) -> TextDecoding {
    let convert: Convert = { octets, charset in CharsetConverter.decode(octets, from: charset) }
    if let undeclared { return TextDecoding(undeclared: undeclared, convert: convert) }
    return TextDecoding(
      convert: convert,
      findingOut: { text in
        var expectation = CharsetFinder.Expectation()
        expectation.callingCodes = text.callingCodes
        expectation.languages = text.languages
        expectation.charsets = text.charsets
        expectation.domains = text.domains
        expectation.programs = text.programs
        expectation.charsetBefore = text.charsetBefore
        return CharsetFinder.shared.runs(of: text.cards, expectation).map { run in
          UndeclaredText.Run(
            start: run.start, UndeclaredCharset(run.charset, readsUTF8: run.readsUTF8))
        }
      })
  }
}
