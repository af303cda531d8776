import VCard

/// Dates of attributes as vCard 4.0 has them.
enum LDIFDate {
  /// A date without a time, parts of which may be missing; `nil` for what is none.
  ///
  /// RFC 6350 §4.3.1.
  static func text(_ date: PartialDate) -> String? {
    guard !date.hasTime, let text = date.dateText(isBasic: true), PartialDate(text) != nil else {
      return nil
    }
    return text
  }

  /// When something was changed, as REV has it; `nil` for what is no time.
  ///
  /// `20080526234914Z` (RFC 4517 §3.3.13), KAddressBook's `20080526T234914Z`, and seconds since 1970
  /// as Mozilla's programs count.
  static func revision(_ text: String) -> String? {
    let digits = text.utf8.filter { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    let rest = text.filter { !$0.isASCII || !$0.isNumber }
    if digits.count == 14, ["Z", "TZ"].contains(rest) {
      let number = String(decoding: digits, as: UTF8.self)
      let stamp = number.prefix(8) + "T" + number.suffix(6) + "Z"
      return PartialDate(String(stamp)) == nil ? nil : String(stamp)
    }
    guard 6...11 ~= digits.count, rest.isEmpty || rest == "Z",
      let seconds = Int64(String(decoding: digits, as: UTF8.self))
    else { return nil }
    return Timestamp.text(seconds, Rules(.version40))
  }

  /// The attribute that says a revision; `nil` for what it cannot say.
  static func modification(_ revision: String) -> String? {
    let text = revision.filter { $0 != "T" }
    return Self.revision(text) == revision && text.utf8.count == 15 ? text : nil
  }

  /// Whether a text is a revision such as `20080526T234914Z` that ``modification(_:)`` says whole; `false`
  /// where that has to be asked.
  static func isRevision(_ text: Span<UInt8>) -> Bool {
    guard text.count == 16, CSVText.isBasicDate(text.extracting(0..<8)),
      text[8] == UInt8(ascii: "T"), text[15] == UInt8(ascii: "Z")
    else { return false }
    for (place, end) in [(9, 24), (11, 60), (13, 60)] {
      let (tens, units) = (text[place] &- 0x30, text[place + 1] &- 0x30)
      guard tens < 10, units < 10, Int(tens) * 10 + Int(units) < end else { return false }
    }
    return true
  }
}
