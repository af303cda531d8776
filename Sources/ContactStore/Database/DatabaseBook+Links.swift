import VCard

extension DatabaseBook {
  /// Makes one change of who is who.
  ///
  /// - Parameters:
  ///   - link: The change.
  ///   - added: The identifiers of the records that the request has added.
  ///   - writer: The request.
  /// - Throws: ``BookError``: `noSuchRecord`, and `unsupported` for a group, which is nobody.
  func apply(_ link: SaveRequest.Link, added: [Int64], writer: inout BookWriter) throws {
    switch link {
    case .join(let one, let other):
      let pair = (
        try number(one, added: added, writer: writer),
        try number(other, added: added, writer: writer)
      )
      for id in [pair.0, pair.1] where try writer.isGroup(id) {
        throw BookError(.unsupported, path, "record \(id) is a group, which is not linked")
      }
      for left in try records(linkedWith: pair.0, writer) {
        for right in try records(linkedWith: pair.1, writer) where left != right {
          try writer.setSeparation(left, right, isSeparate: false)
        }
      }
      try join(pair.0, pair.1, writer: &writer)
    case .match(let one, let other):
      let pair = (
        try number(one, added: added, writer: writer),
        try number(other, added: added, writer: writer)
      )
      guard try !writer.isGroup(pair.0), try !writer.isGroup(pair.1),
        try !areSeparate(pair.0, pair.1, writer: writer)
      else { return }
      try join(pair.0, pair.1, writer: &writer)
    case .separate(let id): try separate(existing(id, writer).0, &writer)
    case .keepApart(let one, let other):
      try writer.setSeparation(existing(one, writer).0, existing(other, writer).0, isSeparate: true)
    }
  }

  private func number(
    _ linked: SaveRequest.Linked, added: [Int64], writer: BookWriter
  ) throws -> Int64 {
    switch linked {
    case .record(let id): return try existing(id, writer).0
    case .added(let place):
      precondition(added.indices.contains(place), "a link is of a card that the request adds")
      return added[place]
    }
  }

  /// All records of the person that a record is one of.
  private func records(linkedWith record: Int64, _ writer: BookWriter) throws -> [Int64] {
    let person = try writer.person(of: record) ?? record
    return [person] + (try writer.records(linkedWith: person))
  }

  private func join(_ one: Int64, _ other: Int64, writer: inout BookWriter) throws {
    let all = (try records(linkedWith: one, writer), try records(linkedWith: other, writer))
    guard let left = all.0.first, let right = all.1.first, left != right else { return }
    for record in left < right ? all.1 : all.0 {
      try writer.setPerson(of: record, to: min(left, right))
    }
  }

  /// Whether somebody said of any records of two people that they are not one.
  private func areSeparate(_ one: Int64, _ other: Int64, writer: BookWriter) throws -> Bool {
    let rights = try records(linkedWith: other, writer)
    for left in try records(linkedWith: one, writer) {
      for right in rights where left != right {
        if try writer.areSeparate(left, right) { return true }
      }
    }
    return false
  }

  private func separate(_ record: Int64, _ writer: inout BookWriter) throws {
    for other in try records(linkedWith: record, writer) where other != record {
      try writer.setSeparation(record, other, isSeparate: true)
    }
    try leave(record, &writer)
  }

  /// Makes a record a person of its own, which is not held against a later link.
  func leave(_ record: Int64, _ writer: inout BookWriter) throws {
    let others = try records(linkedWith: record, writer).filter { $0 != record }
    guard let first = others.first else { return }
    if try writer.person(of: record) == record {
      for other in others { try writer.setPerson(of: other, to: first) }
    } else {
      try writer.setPerson(of: record, to: record)
    }
  }
}
