import ContactModel
import ContactStore
import SystemPackage
import TestSupport
import VCard

/// A book in memory that does what a database book is to do, the slow and obvious way.
struct BookModel {
  struct Person: Hashable {
    var octets: [UInt8]
    var source: String

    var isGroup: Bool {
      guard let card = try? CardSamples.parsed(octets) else { return false }
      return Contact(card, keys: .contactType).contactType == .group
    }
  }

  struct State: Hashable {
    var records: [Int: Person] = [:]
    /// Sets of records that are one person; each record is in one.
    var people: Set<Set<Int>> = []
    /// Pairs of records that somebody said are not one.
    var separations: Set<Set<Int>> = []
    var sources = ["local"]
  }

  private(set) var state = State()
  private var lastID = 0
  private var history: [State] = []
  /// What was taken back and can be done again, the last one last.
  private var undone: [State] = []
  /// Whether the request at hand did anything.
  private var isChanged = false

  mutating func request(_ body: (inout BookModel) -> Void) {
    let before = state
    isChanged = false
    body(&self)
    guard isChanged else { return }
    history.append(before)
    undone.removeAll()
  }

  mutating func undo() -> Bool {
    guard let last = history.popLast() else { return false }
    undone.append(state)
    state = last
    return true
  }

  mutating func redo() -> Bool {
    guard let next = undone.popLast() else { return false }
    history.append(state)
    state = next
    return true
  }

  mutating func add(_ octets: [UInt8], source: String) -> Int {
    lastID += 1
    isChanged = true
    if !state.sources.contains(source) { state.sources.append(source) }
    state.records[lastID] = Person(octets: octets, source: source)
    state.people.insert([lastID])
    return lastID
  }

  mutating func update(_ id: Int, _ octets: [UInt8]) {
    if state.records[id]?.octets == octets { return }
    isChanged = true
    state.records[id]?.octets = octets
    // A group is nobody.
    if isGroup(id) { leave(id) }
  }

  func isGroup(_ id: Int) -> Bool { state.records[id]?.isGroup ?? false }

  mutating func delete(_ id: Int) {
    isChanged = true
    state.records[id] = nil
    let person = person(id)
    state.people.remove(person)
    if person.count > 1 { state.people.insert(person.subtracting([id])) }
  }

  mutating func join(_ one: Int, _ other: Int) {
    for pair in pairs(one, other) where state.separations.remove(pair) != nil { isChanged = true }
    unite(one, other)
  }

  mutating func match(_ one: Int, _ other: Int) {
    if isGroup(one) || isGroup(other) { return }
    if pairs(one, other).contains(where: { state.separations.contains($0) }) { return }
    unite(one, other)
  }

  mutating func separate(_ id: Int) {
    let person = person(id)
    guard person.count > 1 else { return }
    isChanged = true
    for other in person where other != id { state.separations.insert([id, other]) }
    leave(id)
  }

  mutating func keepApart(_ one: Int, _ other: Int) {
    if state.separations.insert([one, other]).inserted { isChanged = true }
  }

  private mutating func leave(_ id: Int) {
    let person = person(id)
    guard person.count > 1 else { return }
    state.people.remove(person)
    state.people.insert([id])
    state.people.insert(person.subtracting([id]))
  }

  mutating func removeSource(_ name: String) {
    for id in state.records.keys.sorted() where state.records[id]?.source == name { delete(id) }
    if name != "local", state.sources.contains(name) {
      state.sources.removeAll { $0 == name }
      isChanged = true
    }
  }

  func person(_ id: Int) -> Set<Int> { state.people.first { $0.contains(id) } ?? [id] }

  private func pairs(_ one: Int, _ other: Int) -> [Set<Int>] {
    person(one).flatMap { left in person(other).filter { $0 != left }.map { [left, $0] } }
  }

  private mutating func unite(_ one: Int, _ other: Int) {
    let (left, right) = (person(one), person(other))
    guard left != right else { return }
    isChanged = true
    state.people.subtract([left, right])
    state.people.insert(left.union(right))
  }
}

extension BookModel.State {
  /// What a database book holds; what nobody can see of it is left out.
  init(_ book: DatabaseBook) throws {
    sources = try book.sources().map(\.name)
    try book.forEachRecord { record in
      records[Int(record.id.rawValue) ?? -1] = BookModel.Person(
        octets: record.card.octetsAsRead, source: try book.sourceName(of: record.id) ?? "")
    }
    try book.forEachPerson { person in
      people.insert(Set(person.records.map { Int($0.id.rawValue) ?? -1 }))
    }
    for person in people {
      for id in person {
        let found = try book.person(of: RecordID(rawValue: "\(id)"))
        if Set(found?.records.map { Int($0.id.rawValue) ?? -1 } ?? []) != person
          || found?.id.rawValue != person.min().map({ "\($0)" })
        {
          // Nobody is of two people.
          people.insert([-1])
        }
      }
    }
  }

  /// The same without what nobody can see, and sources in the order of their names.
  var visible: BookModel.State {
    var state = self
    state.separations = []
    state.sources.sort()
    return state
  }
}
