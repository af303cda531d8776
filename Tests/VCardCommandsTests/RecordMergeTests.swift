import ContactMerging
import ContactStore
import TestSupport
import Testing
import VCard
import VCardCommands

@Suite("Two records become one while others write")
struct RecordMergeTests {
  @Test("a plan that another change overtakes is made again, though not for ever")
  func planning() throws {
    let folder = try TemporaryDirectory()
    func open() throws -> DatabaseBook {
      try DatabaseBook(folder.path("book.sqlite"), for: .writing)
    }
    func request(_ change: (inout SaveRequest) -> Void) -> SaveRequest {
      var request = SaveRequest()
      change(&request)
      return request
    }
    func card(_ phone: Int) -> Card {
      var card = Card(version: .version40)
      card.append(ContentLine("FN", .text("Bell")))
      card.append(ContentLine("TEL", .text("\(phone)")))
      return card
    }
    let (one, other) = (try open(), try open())
    let ids = try one.save(
      request {
        $0.add(card(1))
        $0.add(card(2))
      })
    var plans = 0
    func plan(changing isChanging: Bool) throws -> (RecordMerge, SaveRequest) {
      plans += 1
      let merge = try RecordMerge(ids[1], into: ids[0], of: one, now: 0)
      if isChanging { _ = try other.save(request { $0.update(ids[1], to: card(100 + plans)) }) }
      return (merge, merge.request)
    }
    let error = #expect(throws: BookError.self) {
      _ = try one.carryOut { try plan(changing: true) }
    }
    #expect(error?.kind == .changed)
    let tries = plans
    #expect(tries > 1)
    _ = try one.carryOut(rehearsing: true) { try plan(changing: true) }
    #expect(plans == tries + 1)
    #expect(try one.count() == 2)
    let (merge, _) = try one.carryOut { try plan(changing: plans == tries + 1) }
    #expect(plans == tries + 3)
    let phones = try #require(try one.record(ids[0])).card.properties.filter { $0.known == .tel }
    #expect(phones.map(\.text) == ["1", "\(100 + tries + 2)"])
    #expect(merge.additions.map(\.text) == ["\(100 + tries + 2)"])
    #expect(try one.record(ids[1]) == nil)
  }
}
