/// Given names and the short and pet forms that people use instead.
///
/// A line is a group: any two of its names may be one person's, and the first is the name that the
/// others are forms of. A form that belongs to several names
/// (Alex, Sasha) stands in several lines, and so does not make those names one. Names of other
/// scripts are found by their Latin spelling.
///
/// Source: written down by hand, name by name, from general knowledge of the languages, such as any
/// entry for the name in Wiktionary or Wikipedia has it. Single facts; no list or database was copied.
/// The tables are under the licence of this package.
struct Nicknames: Sendable {
  /// The tables of all languages together.
  static let standard = Nicknames([
    english, spanish, portuguese, italian, french, german, russian, polish, others,
  ])

  private let groupsByName: [[UInt8]: [UInt16]]
  private let formal: Set<[UInt8]>

  /// Reads tables of a group a line, its names between blanks.
  init(_ tables: [String]) {
    var groups: [[UInt8]: [UInt16]] = [:]
    var formal: Set<[UInt8]> = []
    var number: UInt16 = 0
    for table in tables {
      for line in table.utf8.split(separator: UInt8(ascii: "\n")) {
        var hasNames = false
        for name in line.split(separator: UInt8(ascii: " ")) {
          let key = Array(name)
          if !hasNames { formal.insert(key) }
          hasNames = true
          if !groups[key, default: []].contains(number) { groups[key, default: []].append(number) }
        }
        if hasNames { number += 1 }
      }
    }
    groupsByName = groups
    self.formal = formal
  }

  /// The groups of a name in letters `a` to `z`.
  func groups(of name: [UInt8]) -> [UInt16] { groupsByName[name] ?? [] }

  /// Whether a name in letters `a` to `z` is one that parents give, as far as the tables know.
  func isFormal(_ name: [UInt8]) -> Bool { formal.contains(name) }
}
