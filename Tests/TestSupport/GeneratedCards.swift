import Foundation
import VCard

/// Cards by chance one after another, of each version in turn, legal and nearly legal.
public struct GeneratedCards {
  /// The cards.
  public private(set) var octets: [UInt8] = []
  /// How many octets each of them has.
  public private(set) var lengths: [Int] = []

  /// Makes cards.
  ///
  /// - Parameters:
  ///   - count: How many; `GENERATED_CARDS` in the environment says otherwise.
  ///   - seed: What they depend on.
  public init(count: Int, seed: UInt64) {
    let asked = ProcessInfo.processInfo.environment["GENERATED_CARDS"].flatMap(Int.init)
    var random = SeededGenerator(seed: seed)
    let versions = Version.allCases
    for index in 0..<(asked ?? count) {
      let kind: CardGenerator.Kind = index / versions.count % 2 == 0 ? .valid : .wild
      let card = CardGenerator(versions[index % versions.count], kind).card(using: &random).octets
      octets += card
      lengths.append(card.count)
    }
  }

  /// Writes them as `cards.vcf`, and their lengths as lines of `lengths`, into the folder that
  /// `VCARD_GENERATED` names, if it does.
  public func writeWhereAsked() throws {
    guard let folder = ProcessInfo.processInfo.environment["VCARD_GENERATED"] else { return }
    let place = URL(fileURLWithPath: folder)
    try Data(octets).write(to: place.appending(path: "cards.vcf"))
    let lines = lengths.map { "\($0)\n" }.joined()
    try Data(lines.utf8).write(to: place.appending(path: "lengths"))
  }
}
