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
}
