import FuzzTargets
import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("What fuzzing found")
struct FuzzFindTests {
  /// A target, and a file of its folder.
  struct Find: Sendable, CustomTestStringConvertible {
    let target: FuzzTarget
    let name: String
    var octets: [UInt8] { get throws { try Fixtures.bytes("crashers/\(target.name)/\(name)") } }
    var testDescription: String { "\(target.name)/\(name)" }
  }

  static let finds = Fixtures.files(in: "crashers").map { file in
    let folder = file.removingLastComponent().lastComponent?.string
    guard let target = FuzzTarget.all.first(where: { $0.name == folder }),
      let name = file.lastComponent?.string
    else { preconditionFailure("each find is in the folder of a target: \(file)") }
    return Find(target: target, name: name)
  }

  @Test("octets that broke a law of their target no longer do", arguments: finds)
  func holds(_ find: Find) throws { try find.target.attempt(find.octets) }

  @Test("a target takes any octets: none, one, and its finds cut at every offset")
  func takesAny() throws {
    for target in FuzzTarget.all {
      for octets in [[], [0], [0xFF], Array("BEGIN:VCARD\r\n".utf8)] { try target.attempt(octets) }
    }
    for find in Self.finds {
      let octets = try find.octets.prefix(400)
      for end in octets.indices { try find.target.attempt(Array(octets[..<end])) }
    }
  }

  @Test(
    "damaged fixtures break no law, whatever octets are gone, doubled or others",
    arguments: FuzzTarget.all.map(\.name))
  func damaged(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let seeds = try Fixtures.files(in: target.seeds.folder).filter { file in
      target.seeds.suffixes.contains { file.string.hasSuffix($0) }
    }.map { try Fixtures.bytes(at: $0) }.filter { $0.count <= 4096 }
    try #require(!seeds.isEmpty)
    var random = SeededGenerator(seed: 22)
    for _ in 0..<200 {
      let octets = Mutation.damaged(
        seeds.randomElement(using: &random) ?? [], seeds.randomElement(using: &random) ?? [],
        using: &random)
      do {
        try target.attempt(octets)
      } catch {
        Issue.record("\(error)\n\(octets)")
      }
    }
  }

  @Test(
    "cards by chance, legal and nearly legal, break no law in any format",
    arguments: FuzzTarget.all.filter { $0.document != nil }.map(\.name), Version.allCases)
  func generated(name: String, version: Version) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let document = try #require(target.document)
    var random = SeededGenerator(seed: 2_200)
    for round in 0..<(isDebug ? 30 : 600) * lawTimes {
      let kind = round.isMultiple(of: 2) ? CardGenerator.Kind.valid : .wild
      let generated = CardGenerator(version, kind).card(using: &random)
      guard isBroken(generated) != nil else { continue }
      let smallest = generated.shrunk { isBroken($0) != nil }
      Issue.record("round \(round): \(isBroken(smallest) ?? "nothing")\n\(smallest.text)")
      return
    }

    func isBroken(_ generated: GeneratedCard) -> String? {
      guard let card = Card(reading: generated.octets) else { return "no card" }
      do {
        try target.attempt(document(card))
        return nil
      } catch { return "\(error)" }
    }
  }
}
