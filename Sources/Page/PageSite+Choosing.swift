import CardFormats
import ContactPages
import ContactStore
import Foundation
import VCard

extension PageSite {
  /// People that are chosen at once; whoever means more has a query for `vcard export`.
  private static let mostChosen = 1000

  /// Does something with people that were chosen from the list, or shows what that would do.
  func choose(
    _ request: PageRequest, _ frame: PageFrame, _ library: PageBook
  ) async throws -> PageResponse {
    let form = request.form
    var people: [UnifiedRecord] = []
    var seen: Set<RecordID> = []
    for id in form.all("id").prefix(Self.mostChosen) {
      guard let person = try library.book.person(of: RecordID(rawValue: id)),
        seen.insert(person.id).inserted
      else { continue }
      people.append(person)
    }
    let view = ChosenView(frame: frame, people: people)
    switch (form["do"], people.count) {
    case ("export", 1...):
      return PageResponse(
        saving: Self.cards(of: people), as: "contacts.vcf", "text/vcard; charset=utf-8")
    case ("table", 1...): return try await table(of: people.map(\.id))
    case ("link", 2...): return view.linking()
    case ("linked", 2...):
      var save = SaveRequest("link")
      for other in people.dropFirst() {
        save.link(.join(.record(people[0].records[0].id), .record(other.records[0].id)))
      }
      try self.save(save)
      return .redirect(to: "/people/\(people[0].id)?done=linked")
    case ("merge", 2) where people.allSatisfy({ $0.records.count == 1 }):
      let merge = try merge(people, library)
      return view.merging(merge, options.page.page(person: [merge.card], ContactPage.Notes()))
    case ("merged", 2) where people.allSatisfy({ $0.records.count == 1 }):
      let (_, _) = try library.book.carryOut {
        let merge = try merge(people, library)
        return (merge, merge.request)
      }
      return .redirect(to: "/people/\(people[0].id)?done=merged")
    default: return view.tooFew(isMerging: form["do"] == "merge")
    }
  }

  private func merge(_ people: [UnifiedRecord], _ library: PageBook) throws -> RecordMerge {
    try RecordMerge(
      people[1].id, into: people[0].id, of: library.book, now: Int64(Date().timeIntervalSince1970))
  }

  private static func cards(of people: [UnifiedRecord]) -> [UInt8] {
    var octets: [UInt8] = []
    for record in people.flatMap(\.records) { CardWriter().write(record.card, into: &octets) }
    return octets
  }

  /// A table of all whom the list shows, in its order.
  func table(_ request: PageRequest) async throws -> PageResponse {
    var filter = PeopleFilter(request.query)
    guard let people = try await everybody(in: &filter) else {
      return PageResponse(.conflict, "the book is being read: try again in a moment")
    }
    return try await table(of: people)
  }

  /// People that are read at once.
  private static let batchSize = 256

  /// A table of people, as many as there are, a row a record.
  private func table(of people: [RecordID]) async throws -> PageResponse {
    guard let target = options.converter?.tables.first, let columns = target.frame.table,
      let book = options.book
    else { return PageResponse(.notFound, "tables are not written here") }
    let file = try await files.run(on: self) {
      let book = try book.open(for: .reading)
      let spool = try TableSpool(columns)
      let render = target.renderer()
      for batch in OrderedTasks.pieces(people.count, of: Self.batchSize) {
        for record in try book.people(of: Array(people[batch])).flatMap(\.records) {
          var (text, notes): ([UInt8], [Diagnostic]) = ([], [])
          render(record.card, &text, &notes)
          try spool.append(text.span)
        }
      }
      return try SentFile { try spool.write(to: $0) }
    }
    var response = PageResponse(saving: [], as: "contacts.csv", "text/csv; charset=utf-8")
    response.file = file
    return response
  }
}
