import ArgumentParser
import ContactMatching
import ContactModel
import Files
import ICU
import Synchronization
import SystemPackage
import VCard

/// What somebody prefers: told by an option, else by the environment, else in a file, else as always.
///
/// No other place asks for the variables and the file behind a preference.
struct Preferences: Sendable {
  /// What can be preferred, by the name that it has in the file.
  enum Key: String, CaseIterable, Sendable {
    case book
    case region
    case locale
    case sortBy = "sort-by"
    case nameOrder = "name-order"
    case color
    case from
    case to

    /// The values that it can have; none where there are too many.
    var values: [String] {
      switch self {
      case .book, .region, .locale: []
      case .sortBy: NameSorter.Order.allValueStrings
      case .nameOrder: PageOptions.Order.allValueStrings
      case .color: TerminalChoice.allValueStrings
      case .from: InputOptions.Format.allValueStrings
      case .to: CardFormat.allValueStrings
      }
    }

    /// What a value should be instead; `nil` for one that it can have.
    func problem(_ value: String) -> String? {
      switch self {
      case .book:
        let isWhole = value.hasPrefix("/") || value.hasPrefix("~/")
        return isWhole ? nil : "a path that begins with / or ~/"
      case .region: return PhoneRegion(value.uppercased()) == nil ? "two letters, as in DE" : nil
      case .locale: return (try? Collator(locale: value)) == nil ? "a tag, as in sv" : nil
      default:
        if values.contains(value) { return nil }
        let meant = SpellingDistance.nearest(value, among: values).map { "; did you mean '\($0)'?" }
        return "one of \(values.joined(separator: ", "))" + (meant ?? "")
      }
    }
  }

  /// Where a value comes from.
  enum Origin: Hashable, Sendable {
    case flag
    /// A variable of the environment.
    case environment(String)
    /// A line of the file, from 1.
    case file(line: Int)
    /// Nobody said anything.
    case standard
  }

  /// What a language is wanted for.
  enum LanguageUse: String, Sendable {
    case sorting = "LC_COLLATE"
    case words = "LC_MESSAGES"
  }

  /// Those of this process.
  static let current = Preferences()

  /// The file, which need not be there; `nil` for who has no home.
  let path: FilePath?
  /// What is wrong with the file.
  let diagnostics: [Diagnostic]
  private let entries: [Key: PreferenceFile.Entry]
  private let environment: @Sendable (String) -> String?

  /// Reads the file, if there is one.
  ///
  /// - Parameter environment: Looks up an environment variable.
  init(environment: @escaping @Sendable (String) -> String? = Platform.environment) {
    self.environment = environment
    path = Preferences.file("config.toml", environment)
    let file = path.flatMap { PreferenceFile($0) }
    entries = file?.entries ?? [:]
    diagnostics = file?.diagnostics ?? []
  }

  /// A file of the user's settings, which need not be there; `nil` for who has no home.
  static func file(
    _ name: String, _ environment: (String) -> String? = Platform.environment
  ) -> FilePath? {
    folder("XDG_CONFIG_HOME", else: ".config", environment)?.appending("vcard/\(name)")
  }

  /// A folder of the XDG Base Directory Specification: a path that is not absolute is ignored.
  private static func folder(
    _ variable: String, else standard: String, _ environment: (String) -> String?
  ) -> FilePath? {
    if let path = environment(variable), path.hasPrefix("/") { return FilePath(path) }
    guard let home = environment("HOME"), !home.isEmpty else { return nil }
    return FilePath(home).appending(standard)
  }

  /// Tells what is wrong with the file, once in a run.
  ///
  /// - Throws: A failure that ends with 65 for a value that cannot be: what was meant is not known.
  func check(_ console: Console, _ format: DiagnosticReporter.Format) throws {
    guard !diagnostics.isEmpty else { return }
    let reporter = DiagnosticReporter(console: console, format: format)
    try reporter.report(diagnostics, in: path?.string ?? "")
    reporter.finish()
    guard reporter.counts.errors > 0 else { return }
    throw CommandFailure(
      .data, "the preferences in \(path?.string ?? "") are not what they should be",
      suggestion: "'vcard config' shows them")
  }

  /// The value of a preference, and where it comes from.
  ///
  /// - Parameters:
  ///   - key: The preference.
  ///   - flag: What an option says.
  ///   - use: What a language is wanted for.
  /// - Returns: The value; `nil` where nobody said anything and nothing is done by itself.
  func value(
    _ key: Key, flag: String? = nil, for use: LanguageUse = .words
  ) -> (text: String?, origin: Origin) {
    if let flag { return (flag, .flag) }
    if let (text, variable) = ofEnvironment(key, use) { return (text, .environment(variable)) }
    if let entry = entries[key] { return (entry.value, .file(line: entry.line)) }
    return switch key {
    case .book: (ownBook?.string, .standard)
    case .region, .from: (nil, .standard)
    case .locale: (use == .words ? "en" : "root", .standard)
    case .sortBy: (NameSorter.Order.family.rawValue, .standard)
    case .nameOrder: (PageOptions.Order.automatic.rawValue, .standard)
    case .color: (TerminalChoice.auto.rawValue, .standard)
    case .to: (CardFormat.same.rawValue, .standard)
    }
  }

  private func ofEnvironment(_ key: Key, _ use: LanguageUse) -> (String, variable: String)? {
    switch key {
    case .book: return set("VCARD_BOOK").map { ($0, "VCARD_BOOK") }
    // no-color.org: set and not empty, whatever it says.
    case .color: return set("NO_COLOR").map { _ in (TerminalChoice.never.rawValue, "NO_COLOR") }
    case .locale: return locale(["LC_ALL", use.rawValue, "LANG"])
    case .region, .sortBy, .nameOrder, .from, .to: return nil
    }
  }

  private func set(_ variable: String) -> String? {
    environment(variable).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The BCP 47 tag that the first set one of some variables has; `nil` for none and for `C`.
  private func locale(_ names: [String]) -> (String, variable: String)? {
    let values = names.lazy.compactMap { name in set(name).map { ($0, name) } }
    guard let (value, variable) = values.first else { return nil }
    // `sv_SE.UTF-8@euro`: only the part before the charset names a language.
    let tag = String(value.prefix { $0 != "." && $0 != "@" }.map { $0 == "_" ? "-" : $0 })
    return tag.isEmpty || tag == "C" || tag == "POSIX" ? nil : (tag, variable)
  }

  /// The value of a preference that an option of some type has.
  func value<Choice: ExpressibleByArgument>(_ key: Key, flag: Choice?) -> Choice? {
    flag ?? value(key).text.flatMap { Choice(argument: $0) }
  }

  // MARK: Values

  /// The book that somebody named without an option.
  var book: FilePath? {
    let (text, origin) = value(.book)
    guard let text, origin != .standard else { return nil }
    guard text.hasPrefix("~/"), case .file = origin else { return FilePath(text) }
    return set("HOME").map { FilePath($0).appending(String(text.dropFirst(2))) }
  }

  /// The book that a user has without saying so; `nil` for who has no home.
  var ownBook: FilePath? {
    Preferences.folder("XDG_DATA_HOME", else: ".local/share", environment)?
      .appending("vcard/book.sqlite")
  }

  /// The country of phone numbers without one, two upper-case letters.
  func region(flag: String?) -> String? { value(.region, flag: flag).text?.uppercased() }

  /// The country that the user's addresses are in, two upper-case letters.
  var country: String? {
    let tag = locale(["LC_ALL", "LC_ADDRESS", "LANG"])?.0
    let country = tag?.split(separator: "-").dropFirst()
      .first { $0.utf8.count == 2 && $0.utf8.allSatisfy { 0x41...0x5A ~= $0 } }
    return country.map { String($0) } ?? region(flag: nil)
  }

  /// When to colour; `auto` leaves NO_COLOR to the console.
  func color(flag: TerminalChoice?) -> TerminalChoice {
    flag ?? (set("NO_COLOR") == nil ? value(.color, flag: nil) : nil) ?? .auto
  }

  /// The language to sort by, or to write words and dates in.
  ///
  /// A language that ICU does not know is told, and is served as the root locale has it.
  ///
  /// - Parameters:
  ///   - use: What for.
  ///   - flag: What an option says; it may be no tag at all, which the caller refuses.
  ///   - reporter: Is told; `nil` where somebody else is.
  /// - Returns: A BCP 47 tag, or `root` to sort by where nobody asks for any.
  /// - Throws: What the reporter throws.
  func language(
    for use: LanguageUse, flag: String? = nil, _ reporter: DiagnosticReporter?
  ) throws -> String {
    let (text, origin) = value(.locale, flag: flag, for: use)
    let standard = use == .words ? "en" : "root"
    guard let text, origin != .standard else { return standard }
    let resolved: String? = try? Collator(locale: text).resolvedLocale
    if resolved == nil, origin == .flag { return text }
    if text == "root" || text == "und" || resolved != nil && resolved != "root" { return text }
    let (place, line) =
      switch origin {
      case .environment(let variable): ("$\(variable)", 1)
      case .file(let line): (path?.string ?? "", line)
      case .flag, .standard: ("--locale", 1)
      }
    try reporter?.report(
      Diagnostic(
        severity: .warning, code: .unknownLocale, position: SourcePosition(line: line),
        message: "there is no language \"\(text)\"; "
          + (use == .words ? "words are English" : "names are in no language's order")),
      in: place)
    return resolved == nil ? standard : text
  }
}
