import ICU
import TestSupport
import Testing

@Suite("vcard sort, the order of languages")
struct SortOrderTests {
  /// A name of `Fixtures/sort/names.txt`.
  struct Name {
    let family: String
    let given: String

    /// The fields that there are, with what ``ContactModel/NameSorter`` puts between them.
    var text: String { [family, given].filter { !$0.isEmpty }.joined(separator: "\u{FFFE}") }
  }

  static let locales = [
    "root", "sv", "de", "de-u-co-phonebk", "es", "cs", "tr", "ja", "zh-u-co-pinyin",
    "zh-u-co-stroke", "ar", "vi",
  ]

  /// The version of ICU whose orders were recorded.
  static let recordedVersion: String? = try? lines("sort/orders.tsv").first?[1]

  private static func lines(_ path: String) throws -> [[String]] {
    try Fixtures.bytes(path).split(separator: 0x0A).map { line in
      line.split(separator: 0x09, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
  }

  private static func names() throws -> [Name] {
    try lines("sort/names.txt").map { Name(family: $0[0], given: $0[1]) }
  }

  /// The numbers of the names in the order in which the tool writes their cards.
  private func sorted(_ names: [Name], _ arguments: [String]) async throws -> [Int] {
    var cards: [UInt8] = []
    for (index, name) in names.enumerated() {
      let lines = [
        "BEGIN:VCARD", "VERSION:4.0", "UID:\(index)", "FN:x",
        "N:\(escaped(name.family));\(escaped(name.given));;;", "END:VCARD",
      ]
      for line in lines { cards += Array("\(line)\r\n".utf8) }
    }
    let outcome = try await ToolRunner.run(["sort", "--quiet"] + arguments, input: cards)
    #expect(outcome.ending == .exit(0))
    return outcome.output.split(separator: 0x0A).compactMap { line in
      line.starts(with: "UID:".utf8)
        ? Int(String(decoding: line.dropFirst(4).dropLast(), as: UTF8.self)) : nil
    }
  }

  private func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing(";", with: "\\;").replacing(",", with: "\\,")
  }

  @Test("is the order of ucol_strcollUTF8, equal names as they stand", arguments: locales)
  func collator(locale: String) async throws {
    let names = try Self.names()
    let order = try await sorted(names, ["--locale", locale])
    #expect(order.sorted() == Array(names.indices))
    let collator = try Collator(locale: locale)
    for (first, second) in zip(order, order.dropFirst()) {
      let relation = try collator.compare(names[first].text, names[second].text)
      #expect(relation != .descending, "\(names[first]) before \(names[second])")
      if relation == .same { #expect(first < second, "\(names[first]) twice") }
    }
  }

  @Test(
    "is the order that PyICU gave", .enabled(if: ICULibrary.version == recordedVersion),
    arguments: locales)
  func recorded(locale: String) async throws {
    let line = try #require(try Self.lines("sort/orders.tsv").first { $0[0] == locale })
    let expected = line[1].split(separator: " ").compactMap { Int($0) }
    let names = try Self.names()
    #expect(expected.count == names.count)
    #expect(try await sorted(names, ["--locale", locale]) == expected)
  }

  @Test(
    "is the same backwards but for equal names, which keep their order", arguments: ["sv", "ja"])
  func backwards(locale: String) async throws {
    let names = try Self.names()
    let forwards = try await sorted(names, ["--locale", locale])
    let backwards = try await sorted(names, ["--locale", locale, "--reverse"])
    let collator = try Collator(locale: locale)
    // Groups of equal names, the last group first.
    var groups: [[Int]] = []
    for index in forwards {
      if let last = groups.last?.last,
        try collator.compare(names[last].text, names[index].text) == .same
      {
        groups[groups.count - 1].append(index)
      } else {
        groups.append([index])
      }
    }
    #expect(groups.contains { $0.count > 1 })
    #expect(backwards == Array(groups.reversed().joined()))
  }
}
