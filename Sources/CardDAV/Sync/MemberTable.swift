package import ContactStore

/// What is known of the members of a collection, in some 150 octets each.
///
/// Their texts stand one after another, and their cards are numbers of rows of the book. A member with a
/// request that is open, a refusal or a card that is yet to be kept is whole beside that.
///
/// ```
/// texts   /ann/book/a.vcf"1"/ann/book/b.vcf"2"…
/// rows    7: texts from 0 on, record 3, bases 5 and 5 │ 8: texts from 18 on, …
/// places  · 2 · · 1 ·      rows, from 1 on, by the hash of what an href names
/// ```
/// - Complexity: O(1) for a member by its number or its href.
package struct MemberTable: Sequence {
  private struct Row {
    let id: Int64
    /// Of the book; 0 for none.
    var record: Int64 = 0
    var localBase: Int64 = 0
    var remoteBase: Int64 = 0
    /// Where its href, ETag and UID are, one after another, and how many octets each has.
    var start = 0
    var href = 0 as UInt32
    var etag = 0 as UInt32
    var uid = 0 as UInt32
    var hasETag = false
    var hasUID = false
    var hash = 0 as UInt32
    var isUnlisted = false
    /// Whether the member is no more.
    var isRemoved = false
    /// Whether its href is that of another one by now.
    var isReplaced = false

    /// Octets of its texts.
    var count: Int { Int(href) + Int(etag) + Int(uid) }
  }

  private var texts: [UInt8] = []
  private var rows: [Row] = []
  private var numbers: [Int64: UInt32] = [:]
  private var whole: [Int64: ServerMember] = [:]
  /// Open addressing, half of them at least 0; some name rows that have another href by now, or none.
  private var places = [UInt32](repeating: 0, count: 64)
  private var placeCount = 0

  package init() {}

  /// The member of a number.
  package subscript(id: Int64) -> ServerMember? { numbers[id].map { member(rows[Int($0)]) } }

  /// The member that an href names; of several the one that was kept last.
  package func member(at href: MemberHref) -> ServerMember? {
    let hash = MemberTable.hash(href)
    var place = Int(hash) & (places.count - 1)
    while places[place] != 0 {
      let row = Int(places[place]) - 1
      if isRow(row, at: href, hash) { return member(rows[row]) }
      place = (place + 1) & (places.count - 1)
    }
    return nil
  }

  /// All members, in no order.
  package func makeIterator() -> some IteratorProtocol<ServerMember> {
    rows.lazy.filter { !$0.isRemoved }.map { member($0) }.makeIterator()
  }

  /// The numbers of members of a kind, in ascending order.
  package func ids(where isWanted: (ServerMember) throws -> Bool) rethrows -> [Int64] {
    var ids: [Int64] = []
    for row in rows where !row.isRemoved {
      if try isWanted(member(row)) { ids.append(row.id) }
    }
    return ids.sorted()
  }

  /// Keeps what is known of a member by a number.
  package mutating func keep(_ member: ServerMember, as id: Int64) {
    let number = numbers[id] ?? UInt32(rows.count)
    if number == rows.count {
      numbers[id] = number
      rows.append(Row(id: id))
    }
    var row = rows[Int(number)]
    write(member, into: &row)
    let href = MemberHref(member.href)
    row.hash = MemberTable.hash(href)
    row.isReplaced = false
    rows[Int(number)] = row
    if 2 * (placeCount + 1) > places.count { makePlaces() }
    var isPlaced = false
    var place = Int(row.hash) & (places.count - 1)
    while places[place] != 0 {
      let other = Int(places[place]) - 1
      if other == number {
        isPlaced = true
      } else if isRow(other, at: href, row.hash) {
        rows[other].isReplaced = true
      }
      place = (place + 1) & (places.count - 1)
    }
    if isPlaced { return }
    places[place] = number + 1
    placeCount += 1
  }

  /// Forgets a member.
  package mutating func remove(_ id: Int64) {
    guard let number = numbers.removeValue(forKey: id) else { return }
    rows[Int(number)].isRemoved = true
    whole[id] = nil
  }

  // MARK: Rows

  private mutating func write(_ member: ServerMember, into row: inout Row) {
    let pieces = [member.href, member.etag ?? "", member.uid ?? ""].map { Array($0.utf8) }
    if !texts[row.start..<row.start + row.count].elementsEqual(pieces.joined()) {
      row.start = texts.count
      for piece in pieces { texts += piece }
    }
    row.href = UInt32(pieces[0].count)
    row.etag = UInt32(pieces[1].count)
    row.uid = UInt32(pieces[2].count)
    (row.hasETag, row.hasUID) = (member.etag != nil, member.uid != nil)
    row.isUnlisted = member.isUnlisted
    var isWhole = member.pending != nil || member.refusal != nil
    func number(_ kept: ServerMember.Kept?) -> Int64 {
      guard let kept else { return 0 }
      if case .number(let number) = kept, number > 0 { return number }
      isWhole = true
      return 0
    }
    row.localBase = number(member.localBase)
    row.remoteBase = number(member.remoteBase)
    row.record = member.recordID.flatMap { Int64($0.rawValue) } ?? 0
    if member.record != (row.record > 0 ? .record(RecordID(rawValue: "\(row.record)")) : nil) {
      isWhole = true
    }
    whole[row.id] = isWhole ? member : nil
  }

  private func member(_ row: Row) -> ServerMember {
    if let member = whole[row.id] { return member }
    var end = row.start
    func text(_ count: UInt32) -> String {
      defer { end += Int(count) }
      return String(decoding: texts[end..<end + Int(count)], as: UTF8.self)
    }
    var member = ServerMember(href: text(row.href))
    member.id = row.id
    let (etag, uid) = (text(row.etag), text(row.uid))
    member.etag = row.hasETag ? etag : nil
    member.uid = row.hasUID ? uid : nil
    member.isUnlisted = row.isUnlisted
    if row.record > 0 { member.record = .record(RecordID(rawValue: "\(row.record)")) }
    if row.localBase > 0 { member.localBase = .number(row.localBase) }
    if row.remoteBase > 0 { member.remoteBase = .number(row.remoteBase) }
    return member
  }

  // MARK: Places

  private static func hash(_ href: MemberHref) -> UInt32 {
    UInt32(truncatingIfNeeded: href.hashValue)
  }

  private func isRow(_ index: Int, at href: MemberHref, _ hash: UInt32) -> Bool {
    let row = rows[index]
    guard row.hash == hash, !row.isRemoved, !row.isReplaced else { return false }
    let text = texts[row.start..<row.start + Int(row.href)]
    return MemberHref(String(decoding: text, as: UTF8.self)) == href
  }

  /// Makes places for twice as many rows as there are.
  private mutating func makePlaces() {
    let here = rows.indices.filter { !rows[$0].isRemoved && !rows[$0].isReplaced }
    var count = 64
    while count < 4 * (here.count + 1) { count *= 2 }
    places = Array(repeating: 0, count: count)
    placeCount = here.count
    for index in here {
      var place = Int(rows[index].hash) & (count - 1)
      while places[place] != 0 { place = (place + 1) & (count - 1) }
      places[place] = UInt32(index + 1)
    }
  }
}
