import VCard

/// The languages that somebody prefers, as HTTP's Accept-Language has them.
///
/// ```
/// fr, en-gb;q=0.8, en;q=0.7      LANG;PREF=1:fr   LANG;PREF=21:en-gb   LANG;PREF=31:en
/// ```
/// RFC 2798 §2.7; PREF counts the hundredths that are missing to a weight of 1, from 1.
enum LDIFLanguages {
  /// The languages of a list, each with its PREF; `nil` for what is none, or is a language alone.
  static func read(_ text: String) -> [(tag: String, preference: Int)]? {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") }) else {
      return nil
    }
    var languages: [(tag: String, preference: Int)] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = part.split(separator: ";", omittingEmptySubsequences: false).map(\.trimmedBlanks)
      guard parts.count <= 2, !parts[0].isEmpty, parts[0].utf8.allSatisfy(Octets.isNameOctet),
        let preference = parts.count == 1 ? 1 : preference(ofWeight: parts[1])
      else { return nil }
      languages.append((String(parts[0]), preference))
    }
    return languages
  }

  /// PREF of a weight such as `q=0.8`; `nil` for what it cannot say: none at all, or three digits.
  private static func preference(ofWeight text: Substring) -> Int? {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(\.trimmedBlanks)
    guard parts.count == 2, parts[0].lowercased() == "q" else { return nil }
    let digits = Array(parts[1].utf8)
    guard (1...5).contains(digits.count), digits.count == 1 || digits[1] == UInt8(ascii: ".") else {
      return nil
    }
    var weight = 0
    for place in 0..<5 where place != 1 {
      let digit = place < digits.count ? Int(digits[place]) - 0x30 : 0
      guard 0...9 ~= digit else { return nil }
      weight = weight * 10 + digit
    }
    guard weight % 10 == 0, 1...100 ~= weight / 10 else { return nil }
    return 101 - weight / 10
  }

  /// The language of a line that says nothing more than its PREF, as a part of a list.
  static func part(_ property: Property) -> String? {
    guard property.known == .lang, property.group == nil, property.parameters.count == 1,
      property.parameters[0].name == "PREF", property.parameters[0].values.count == 1,
      let preference = Int(property.parameters[0].values[0]), 1...100 ~= preference,
      String(preference) == property.parameters[0].values[0]
    else { return nil }
    let tag = property.text
    guard !tag.isEmpty, tag.utf8.allSatisfy(Octets.isNameOctet) else { return nil }
    if preference == 1 { return tag }
    let hundredths = 101 - preference
    let digits = hundredths < 10 ? "0\(hundredths)" : String(hundredths)
    return "\(tag);q=0.\(digits.hasSuffix("0") ? digits.dropLast() : digits[...])"
  }
}
