import Foundation
import SystemPackage
import TestSupport
import Testing

/// The owners of the corpus's cards wrote down what they expect of them: as a second file, in another
/// version or their own, or in what their tests assert.
///
/// Where we say something else, a table says why.
@Suite(
  "What the owners of real cards expect", .slow,
  .enabled(if: !Corpus.files.isEmpty, "the corpus is not part of the repository"))
struct OwnersExpectationTests {
  /// A card and what its owner makes of it.
  struct Pair: CustomStringConvertible {
    /// Whose they are: the name of a row's owner in the table of reasons.
    var owner: String
    /// The card; relative to the corpus.
    var source: String
    /// What it is converted to; the version that it has when `same`.
    var target: String
    /// What the owner expects; relative to the corpus, or the card itself where the corpus has it not.
    var expected: String

    var description: String { "\(source) to \(target)" }
  }

  /// What sabre's converter makes of a card, by the lines of its test at which the two stand.
  static let sabre: [Pair] = [
    (17, "vcard4", 33), (63, "vcard4", 63), (104, "vcard4", 118), (146, "vcard3", 146),
    (189, "vcard3", 204), (233, "vcard4", 244), (244, "vcard3", 264), (289, "vcard4", 298),
    (298, "vcard3", 316), (386, "vcard3", 395), (588, "vcard4", 598),
  ].map { source, target, expected in
    let path = { (line: Int) in "sabre-io+vobject/_inline/VCardConverterTest.php.L\(line).vcf" }
    return Pair(owner: "sabre", source: path(source), target: target, expected: path(expected))
  }

  /// What sabre's converter makes of anniversaries, of which the corpus has one side only.
  static let anniversaries: [Pair] = {
    let anniversary = { (number: Int, date: String) in
      """
      item\(number).X-ABDATE:\(date)
      item\(number).X-ABLABEL:_$!<Anniversary>!$_
      item\(number).X-ANNIVERSARY:\(date)

      """
    }
    let card = { (lines: String) in "BEGIN:VCARD\nVERSION:3.0\n\(lines)END:VCARD\n" }
    let path = { (line: Int) in "sabre-io+vobject/_inline/VCardConverterTest.php.L\(line).vcf" }
    return [
      Pair(
        owner: "sabre", source: path(434), target: "vcard3",
        expected: card(anniversary(1, "20081210"))),
      Pair(
        owner: "sabre", source: path(485), target: "vcard3",
        expected: card(
          anniversary(1, "20081210") + anniversary(2, "20091210") + anniversary(3, "20101210"))),
      Pair(
        owner: "sabre", source: path(544), target: "vcard4",
        expected: """
          BEGIN:VCARD
          VERSION:4.0
          UID:foo
          N:Doe;John;;;
          FN:John Doe
          ITEM1.X-ABDATE;PREF=1:2008-12-11
          END:VCARD

          """),
    ]
  }()

  /// Cards that ez-vcard's tests write in each version, each to each.
  static let written: [Pair] = [
    ("VCardWriterTest", ["vcard21": 550, "vcard3": 583, "vcard4": 616]),
    ("VCardWriterTest", ["vcard21": 653, "vcard3": 671, "vcard4": 689]),
    ("Issue112", ["vcard21": 30, "vcard3": 43, "vcard4": 56]),
    ("Issue112", ["same": 18, "vcard3": 43, "vcard4": 56]),
  ].flatMap { test, lines in
    let path = { (line: Int) in "mangstadt+ez-vcard/_inline/\(test).java.L\(line).vcf" }
    return lines.sorted { $0.value < $1.value }.flatMap { _, source in
      lines.filter { $0.value != source && $0.key != "same" }.map { target, expected in
        Pair(owner: "ez-vcard", source: path(source), target: target, expected: path(expected))
      }
    }.sorted { ($0.source, $0.target) < ($1.source, $1.target) }
  }

  /// What kcontacts writes of a card in each version.
  static let kcontacts: [Pair] = {
    guard let root = Corpus.root else { return [] }
    let expected = "KDE+kcontacts/_expected/autotests/data/"
    return Corpus.files.compactMap { file in
      let path = String(file.string.dropFirst(root.string.count + 1))
      guard path.hasPrefix(expected), let ending = file.extension else { return nil }
      var name = path.dropFirst(expected.count).dropLast(ending.count + 1)
      var target = ending == "2_1ref" ? "vcard21" : "vcard3"
      if name.hasPrefix("v4_0.") {
        name = name.dropFirst(5)
        target = "vcard4"
      } else if name == "testfullvcard.vcf" {
        target = "vcard4"
      }
      return Pair(
        owner: "kcontacts", source: "KDE+kcontacts/autotests/data/\(name)", target: target,
        expected: path)
    }
  }()

  /// What calcard writes of a card in the same version.
  static let calcard: [Pair] = {
    guard let root = Corpus.root else { return [] }
    let expected = "stalwartlabs+calcard/_expected/resources/vcard/"
    return Corpus.files.compactMap { file in
      let path = String(file.string.dropFirst(root.string.count + 1))
      let source =
        "stalwartlabs+calcard/resources/vcard/"
        + path.dropFirst(expected.count).dropLast(4)
      guard path.hasPrefix(expected), Corpus.files.contains(root.appending(source)) else {
        return nil
      }
      return Pair(owner: "calcard", source: source, target: "same", expected: path)
    }
  }()

  /// Cards and the same as jCard.
  static let jCards: [(owner: String, source: String, expected: String)] =
    ["escape_semicolon", "vcard", "vcard3", "vcard_author", "vcard_grouped"].map {
      (
        "ical.js", "kewisch+ical.js/test/parser/\($0).vcf",
        "kewisch+ical.js/_expected/test/parser/\($0).json"
      )
    } + [
      (
        "ez-vcard jCard",
        "mangstadt+ez-vcard/src/test/resources/ezvcard/io/text/rfc6350-example.vcf",
        "mangstadt+ez-vcard/_expected/src/test/resources/ezvcard/io/json/jcard-example.json"
      )
    ]

  private static let pairs = sabre + anniversaries + written + kcontacts + calcard

  private func path(_ path: String) throws -> FilePath { try #require(Corpus.root).appending(path) }

  /// Something that one of two cards says and the other does not.
  private struct Difference: CustomStringConvertible {
    /// Owner, name of the file, and target: the first columns of the table of reasons.
    var kinds: [String]
    var text: String

    init(_ text: String, owner: String, source: String, target: String) {
      kinds = [owner, FilePath(source).lastComponent?.string ?? source, target]
      self.text = text
    }

    var description: String { (kinds + [text]).joined(separator: "\t") }
  }

  /// How what we make of a card differs from what its owner makes of it.
  private func differences(of pair: Pair) async throws -> [Difference] {
    let converted = try await ToolRunner.run(
      ["convert", "--quiet", "--to", pair.target, try path(pair.source).string])
    #expect(converted.ending == .exit(0), "\(pair)")
    let ours = try await CardFact.cards(input: converted.output)
    let wanted =
      pair.expected.hasPrefix("BEGIN:")
      ? try await CardFact.cards(input: Array(pair.expected.utf8))
      : try await CardFact.cards(in: try path(pair.expected))
    #expect(!wanted.isEmpty, "\(pair)")
    var texts: [String] = []
    if ours.count != wanted.count {
      texts.append("- \(wanted.count) cards, and not \(ours.count)")
    }
    for (want, found) in zip(wanted, ours) {
      texts += CardFact.differences(wanted: want, found: found)
    }
    return texts.map {
      Difference($0, owner: pair.owner, source: pair.source, target: pair.target)
    }
  }

  /// What ez-vcard's tests assert of its sample cards, of which it makes the same model whatever the
  /// version; recorded from it by `.ci/judge`.
  private static func samples() throws -> [String: [[CardFact]]] {
    let text = String(decoding: try Fixtures.bytes("judges/ez-vcard-samples.tsv"), as: UTF8.self)
    var samples: [String: [[CardFact]]] = [:]
    for line in text.split(separator: "\n").dropFirst() {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let card = try #require(Int(fields[1]))
      var cards = samples[fields[0]] ?? []
      if cards.count == card { cards.append([]) }
      let types = fields[4].split(separator: ",").map(String.init)
      cards[card].append(
        CardFact(group: fields[2], name: fields[3], parameters: types, value: fields[5]))
      samples[fields[0]] = cards
    }
    return samples
  }

  /// The facts as the model of ez-vcard has them, whatever the version: of the parameters the types
  /// alone, the label beside its address, dates without hyphens, of what is binary the size.
  private func modelled(_ fact: CardFact) -> [CardFact] {
    var fact = fact
    let label = fact.parameters.first { $0.hasPrefix("LABEL=") }?.dropFirst("LABEL=".count)
    let isPreferred = fact.parameters.contains("PREF=1")
    fact.parameters = fact.parameters.filter { !$0.contains("=") } + (isPreferred ? ["pref"] : [])
    fact.parameters = Set(fact.parameters).sorted()
    switch fact.name {
    // RFC 6350 §6.4.2 has no INTERNET, and RFC 2426 §3.3.2 wants it.
    case "EMAIL": fact.parameters.removeAll { $0 == "internet" }
    case "PHOTO", "LOGO", "SOUND", "KEY":
      // The media type is in the data: URI in 4.0.
      fact.parameters.removeAll { ["jpeg", "png", "gif", "x509", "pgp"].contains($0) }
      let data = fact.value.hasPrefix("data:") ? fact.value.split(separator: ",").last : nil
      if let data, let bytes = Data(base64Encoded: String(data)) {
        fact.value = "\(bytes.count) bytes"
      }
    case "BDAY", "ANNIVERSARY", "REV":
      fact.value = fact.value.replacing("-", with: "").replacing(":", with: "")
    case "GEO":
      let numbers = fact.value.replacing("geo:", with: "").split { ",;".contains($0) }
      fact.value = numbers.map { Double($0).map { "\($0)" } ?? String($0) }.joined(separator: ",")
    case "TZ": fact.value = fact.value.replacing(":", with: "")
    default: break
    }
    fact.value = CardFact.brief(fact.value)
    guard fact.name == "ADR", let label else { return [fact] }
    var second = fact
    second.name = "LABEL"
    second.value = CardFact.brief(String(label).replacing("\n", with: "\\n"))
    return [fact, second]
  }

  /// How what we read in ez-vcard's sample cards, in each version, differs from what it reads.
  private func sampleDifferences() async throws -> [Difference] {
    var all: [Difference] = []
    for (name, wanted) in try Self.samples().sorted(by: { $0.key < $1.key }) {
      let source = "mangstadt+ez-vcard/src/test/resources/ezvcard/io/text/\(name)"
      for target in ["same", "vcard21", "vcard3", "vcard4"] {
        let converted = try await ToolRunner.run(
          ["convert", "--quiet", "--to", target, try path(source).string])
        let cards = try await CardFact.cards(input: converted.output)
        #expect(cards.count == wanted.count, "\(source) to \(target)")
        for (want, found) in zip(wanted, cards) {
          let texts = CardFact.differences(
            wanted: want.flatMap(modelled), found: found.flatMap(modelled))
          all += texts.map {
            Difference($0, owner: "ez-vcard samples", source: source, target: target)
          }
        }
      }
    }
    return all
  }

  /// How what we read in a card differs from its jCard.
  private func jCardDifferences() async throws -> [Difference] {
    var all: [Difference] = []
    for (owner, source, expected) in Self.jCards {
      let json = try Data(contentsOf: URL(filePath: try path(expected).string))
      let wanted = try CardFact.properties(ofJCard: json)
      let found = try #require(try await CardFact.cards(in: try path(source)).first)
      #expect(!wanted.isEmpty)
      let texts = CardFact.differences(
        wanted: wanted.flatMap(modelled), found: found.flatMap(modelled))
      all += texts.map { Difference($0, owner: owner, source: source, target: "same") }
    }
    return all
  }

  /// All differences, and the table that explains them.
  private func everything() async throws -> (differences: [Difference], reasons: [WrittenReason]) {
    var differences = try await sampleDifferences() + jCardDifferences()
    for pair in Self.pairs {
      differences += try await self.differences(of: pair)
    }
    return (differences, try WrittenReason.rows(of: "judges/owners-reasons.tsv"))
  }

  @Test("every card says what its owner expects, in every version, or a table says why not")
  func reasons() async throws {
    #expect(Self.pairs.count > 70)
    #expect(try Self.samples().count > 15)
    let (differences, reasons) = try await everything()
    let open = differences.filter { one in !reasons.contains { $0.covers(one.kinds, one.text) } }
    for difference in open { Issue.record("\(difference)") }
  }

  @Test("no reason is left of a difference that is gone")
  func idleReasons() async throws {
    let (differences, reasons) = try await everything()
    let idle = reasons.filter { row in !differences.contains { row.covers($0.kinds, $0.text) } }
    for row in idle { Issue.record("\(row)") }
  }
}
