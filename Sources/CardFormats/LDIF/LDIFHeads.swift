import VCard

/// What becomes of lines of vCard 4.0 with one head, as the thorough way answers for a sample.
final class LDIFHead: Sendable {
  enum Kind: Sendable {
    /// Each has to be looked at the thorough way.
    case odd
    /// No attribute says it.
    case carried
    case text, telephone, components, organisation, names, categories, birth, revision, identifier
    case language
  }

  /// What attributes say of a value.
  enum Saying { case nothing, part, all, butForm }

  let kind: Kind
  /// The rows of the attributes that say it, one a component.
  let rows: [Int]
  /// Whether the attributes say all of a value that they say whole.
  let saysAll: Bool
  /// What is told where no attribute says it, and where they say a part of the value.
  let notes: (property: Diagnostic?, value: Diagnostic?)
  /// What is told where they say the value whole.
  let own: Diagnostic?
  /// Whether nothing has to be decoded but the value.
  let isPlain: Bool

  /// Finds what becomes of lines with the head that a line of a card has.
  init(_ card: Card, _ head: Range<Int>, isPlain: Bool, carries: Bool) {
    self.isPlain = isPlain
    let octets = card.octets[head]
    var (kind, sample) = (Kind.text, "x")
    switch Card.sample(ofHead: octets, "x")?.canonicalName {
    case "N": (kind, sample) = (.components, "x;;;;")
    case "ADR": (kind, sample) = (.components, ";;x;;;;")
    case "ORG": kind = .organisation
    case "TEL": (kind, sample) = (.telephone, "1")
    case "NICKNAME": kind = .names
    case "CATEGORIES": kind = .categories
    case "LANG": kind = .language
    case "BDAY": (kind, sample) = (.birth, "19900203")
    case "REV": (kind, sample) = (.revision, "19900203T102030Z")
    case "UID": (kind, sample) = (.identifier, "urn:x")
    case "ANNIVERSARY", "MEMBER", "IMPP", "PHOTO", "SOUND", "KEY", nil: kind = .odd
    case let name?: if name.hasPrefix(LDIFAttribute.unknownPrefix) { kind = .odd }
    }
    let property = kind == .odd ? nil : Card.sample(ofHead: octets, sample)
    let found = property.map { LDIFPairs($0) }
    let rows = found?.pairs.compactMap(\.row) ?? []
    guard let property, let found, rows.count == found.pairs.count, found.loss != .value,
      found.loss != .form
    else {
      (self.kind, self.rows, saysAll, notes, own) = (.odd, [], false, (nil, nil), nil)
      return
    }
    func note(_ loss: LDIFPairs.Loss) -> Diagnostic? {
      LDIFWriter.note(property, loss, at: card.start, carries: carries)
    }
    self.kind = rows.isEmpty ? .carried : kind
    self.rows = rows.first.map(LDIFAttribute.together) ?? []
    saysAll = found.loss == .nothing
    notes = (note(.property), note(.value))
    own = note(found.loss)
  }

  // MARK: Values

  /// What attributes say of a value; `nil` where the thorough way has to look at it.
  func saying(
    _ plain: borrowing PlainProperty, _ card: Span<UInt8>
  ) -> Saying? {
    guard kind != .carried else { return .nothing }
    guard !plain.values.isEmpty else { return plain.shape == .single ? nil : .nothing }
    let first = plain.strings[plain.values.lowerBound]
    let text = (first.isInCard ? card : plain.octets.span).extracting(first.range)
    var isSaid = true
    switch kind {
    case .odd, .carried: return nil
    case .text: return text.isEmpty ? .nothing : .all
    case .language:
      for mark in [UInt8(ascii: ","), UInt8(ascii: ";")]
      where Octets.first(mark, in: text, from: 0) < text.count { return nil }
      return text.isEmpty ? .nothing : .all
    case .telephone:
      guard text.count >= 4, Octets.equal(text.extracting(0..<4), "tel:") else {
        return text.isEmpty ? .nothing : .all
      }
      // An extension stands elsewhere.
      if Octets.first(UInt8(ascii: ";"), in: text, from: 0) < text.count { return nil }
      return text.count == 4 ? .nothing : .part
    case .components, .organisation:
      var (start, isEmpty) = (0, true)
      let isAddress = rows.count == 7
      for (index, end) in plain.componentEnds.enumerated() {
        for place in start..<end {
          if plain.strings[plain.values.lowerBound + place].range.isEmpty {
            isSaid = false
          } else if index < rows.count || kind == .organisation {
            isEmpty = false
          }
        }
        let count = end - start
        start = end
        if kind == .organisation {
          if index == 0 ? count > 1 : count != 1 { isSaid = false }
        } else if index >= rows.count && count > 0 || isAddress && index == 6 && count > 1 {
          // The name of a country is told from its code by its length.
          isSaid = false
        }
      }
      if isEmpty { return .nothing }
      let hasWidth =
        kind == .organisation || plain.componentEnds.count == rows.count
      return !isSaid ? .part : hasWidth ? .all : .butForm
    case .names, .categories:
      for index in plain.values {
        let text = plain.strings[index]
        if text.range.isEmpty { return nil }
        guard kind == .categories else { continue }
        let octets = (text.isInCard ? card : plain.octets.span).extracting(text.range)
        if Octets.isBlank(octets[0]) || Octets.isBlank(octets[octets.count - 1])
          || Octets.first(UInt8(ascii: ","), in: octets, from: 0) < octets.count
        {
          return nil
        }
      }
      return kind == .categories || plain.values.count == 1 ? .all : .part
    case .birth: return CSVText.isBasicDate(text) ? .all : nil
    case .revision: return PlainDate.isMoment(text) ? .all : nil
    case .identifier:
      return Octets.first(UInt8(ascii: ":"), in: text, from: 0) < text.count ? .all : nil
    }
  }

  /// Gives the attributes that say a value, of which they say something: their rows and values.
  ///
  /// - Parameters:
  ///   - plain: The value.
  ///   - card: The octets of its card.
  ///   - scratch: Storage that is used again.
  ///   - body: Receives them in order.
  func forEachPair(
    of plain: borrowing PlainProperty, _ card: Span<UInt8>, _ scratch: inout [UInt8],
    _ body: (_ row: Int, _ value: Span<UInt8>) -> Void
  ) {
    let first = plain.strings[plain.values.lowerBound]
    let text = (first.isInCard ? card : plain.octets.span).extracting(first.range)
    switch kind {
    case .odd, .carried: break
    case .telephone where text.count >= 4 && Octets.equal(text.extracting(0..<4), "tel:"):
      body(rows[0], text.extracting(4..<text.count))
    case .text, .telephone, .identifier, .language: body(rows[0], text)
    case .components, .organisation:
      var start = 0
      for (index, end) in plain.componentEnds.enumerated() {
        let row = kind == .organisation ? min(index, 1) : index
        for place in start..<end where row < rows.count {
          let text = plain.strings[plain.values.lowerBound + place]
          if text.range.isEmpty { continue }
          body(rows[row], (text.isInCard ? card : plain.octets.span).extracting(text.range))
        }
        start = end
      }
    case .names:
      for index in plain.values {
        let text = plain.strings[index]
        body(rows[0], (text.isInCard ? card : plain.octets.span).extracting(text.range))
      }
    case .categories, .revision:
      scratch.removeAll(keepingCapacity: true)
      for index in plain.values {
        if index > plain.values.lowerBound { scratch.append(UInt8(ascii: ",")) }
        plain.append(index, of: card, to: &scratch)
      }
      if kind == .revision { scratch.remove(at: 8) }
      body(rows[0], scratch.span)
    case .birth:
      body(rows[0], text.extracting(0..<4))
      for (row, place) in [(1, 4), (2, 6)] {
        let start = text[place] == UInt8(ascii: "0") ? place + 1 : place
        body(rows[row], text.extracting(start..<place + 2))
      }
    }
  }
}

/// The heads of lines that were met, by their octets.
struct LDIFHeads: Sendable {
  /// Whether what no attribute can say is carried.
  let carries: Bool
  private var numbers = OctetTable()
  private var heads: [LDIFHead] = []
  /// The head of an address without its label.
  private var key: [UInt8] = []

  /// Heads that are remembered, and octets of the longest; address books have some dozens.
  private static let (most, longest) = (4096, 1024)

  init(carries: Bool) { self.carries = carries }

  /// Begins another card.
  mutating func start() {
    guard numbers.count > LDIFHeads.most else { return }
    numbers = OctetTable()
    heads = []
  }

  /// Decodes a line and tells what its head says; `nil` where it has to be looked at the thorough way.
  mutating func decode(
    _ card: Card, _ index: Int, _ source: Span<UInt8>, into plain: inout PlainProperty
  ) -> LDIFHead? {
    let place = card.head(at: index)
    guard 1...LDIFHeads.longest ~= place.count else { return nil }
    let found: (number: Int, isNew: Bool)
    let label = card.label(at: index)
    if let label {
      // What LABEL says changes nothing.
      key.become(place, of: source, without: label.textOfLabel)
      let key = key
      found = numbers.number(of: key.span)
    } else {
      found = numbers.number(of: source.extracting(place))
    }
    if found.isNew {
      let isPlain = label == nil && card.decode(at: index, into: &plain)
      heads.append(LDIFHead(card, place, isPlain: isPlain, carries: carries))
    }
    let head = heads[found.number]
    guard head.kind != .odd, card.decode(at: index, into: &plain, isHeadKnown: head.isPlain) else {
      return nil
    }
    return head
  }
}
