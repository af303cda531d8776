import ICU

/// The languages that the user's environment asks for.
enum UserLocale {
  /// The locale to sort by; `root` when none is asked for or it has no name that ICU knows.
  static var collation: String { locale(["LC_ALL", "LC_COLLATE", "LANG"]) ?? "root" }

  /// The language to write labels and dates in; English when none is asked for.
  static var messages: String { locale(["LC_ALL", "LC_MESSAGES", "LANG"]) ?? "en" }

  /// The country that the user's addresses are in, two upper-case letters.
  static var country: String? {
    guard let locale = locale(["LC_ALL", "LC_ADDRESS", "LANG"]) else { return nil }
    return locale.split(separator: "-").dropFirst()
      .first { $0.utf8.count == 2 && $0.utf8.allSatisfy { 0x41...0x5A ~= $0 } }
      .map { String($0) }
  }

  /// The BCP 47 tag that the first set one of some variables has, or `nil` for none and for `C`.
  private static func locale(_ names: [String]) -> String? {
    let values = names.lazy.compactMap(Platform.environment)
    guard let value = values.first(where: { !$0.isEmpty }) else { return nil }
    // `sv_SE.UTF-8@euro`: only the part before the charset names a language.
    let name = String(value.prefix { $0 != "." && $0 != "@" }).map { $0 == "_" ? "-" : $0 }
    let tag = String(name)
    if tag.isEmpty || tag == "C" || tag == "POSIX" { return nil }
    return (try? Collator(locale: tag)) == nil ? nil : tag
  }
}
