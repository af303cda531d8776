import CardDAV
import ContactStore
import TestSupport
import Testing

@Suite("What is known of the members of a collection")
struct MemberTableTests {
  /// What a member says, as far as the book keeps it.
  private static func text(_ member: ServerMember?) -> String {
    guard let member else { return "none" }
    let pending = member.pending.map { "\($0.sent?.number ?? 0) \($0.answered ?? "")" } ?? ""
    return [
      "\(member.id ?? 0)", member.href, member.etag ?? "no etag", member.uid ?? "no uid",
      member.recordID?.rawValue ?? "", "\(member.localBase?.number ?? 0)",
      "\(member.remoteBase?.number ?? 0)", pending, member.refusal?.reason ?? "",
      "\(member.isUnlisted)",
    ].joined(separator: " | ")
  }

  private static func member(
    _ id: Int64, _ href: String, _ chance: inout SeededGenerator
  ) -> ServerMember {
    var member = ServerMember(href: href)
    member.id = id
    member.etag = ["\"\(chance.next())\"", "", nil].randomElement(using: &chance) ?? nil
    member.uid = ["u\(id)ü", nil].randomElement(using: &chance) ?? nil
    member.isUnlisted = Bool.random(using: &chance)
    if Bool.random(using: &chance) { member.record = .record(RecordID(rawValue: "\(id + 7)")) }
    if Bool.random(using: &chance) { member.localBase = .number(id + 1) }
    if Bool.random(using: &chance) { member.remoteBase = .number(id + 2) }
    if Int.random(in: 0..<9, using: &chance) == 0 {
      member.pending = ServerMember.Pending(sent: .number(id), answered: "\"new\"")
    }
    if Int.random(in: 0..<9, using: &chance) == 0 {
      member.refusal = ServerMember.Refusal(.number(id), "no")
    }
    return member
  }

  @Test("members are found by number and by href as they were kept last, whatever was before")
  func law() {
    var chance = SeededGenerator(seed: 11)
    var table = MemberTable()
    var known: [Int64: ServerMember] = [:]
    var places: [String: Int64] = [:]
    for _ in 0..<6000 {
      let id = Int64.random(in: 1...400, using: &chance)
      if let old = known[id], places[old.href] == id { places[old.href] = nil }
      if Int.random(in: 0..<5, using: &chance) == 0 {
        known[id] = nil
        table.remove(id)
        #expect(table[id] == nil)
        continue
      }
      let href = "/ann/b/\(Int.random(in: 1...300, using: &chance)).vcf"
      let member = Self.member(id, href, &chance)
      known[id] = member
      places[href] = id
      table.keep(member, as: id)
      #expect(Self.text(table[id]) == Self.text(member))
    }
    for number in 0...301 {
      let href = "/ann/b/\(number).vcf"
      let wanted = places[href].flatMap { known[$0] }
      #expect(Self.text(table.member(at: MemberHref(href))) == Self.text(wanted))
      // What an href names counts, not how it is written.
      let other = "https://x.example/ann/%62/\(number).vcf"
      #expect(Self.text(table.member(at: MemberHref(other))) == Self.text(wanted))
    }
    #expect(table.map { Self.text($0) }.sorted() == known.values.map { Self.text($0) }.sorted())
    #expect(
      table.ids { $0.pending != nil }
        == known.filter { $0.value.pending != nil }.map(\.key).sorted())
  }
}
