package import ICU
package import VCard

/// Makes the sort keys of many cards, one after the other, in storage that is used again.
///
/// Of most cards the name is N in plain UTF-8, with FN beside it, and nothing says that it sorts or
/// sounds otherwise. Their keys are made from the octets as they stand:
/// ```
/// card    N:van der Berg;Åsa,Maria;;Dr.;
/// fields  van der Berg U+FFFE Åsa Maria          by family name
/// key     ICU's key of the fields
/// ```
/// For any other card ``NameSorter/sortKey(for:)`` is asked; the keys are the same either way.
package struct NameKeyWriter: Sendable {
  /// Where properties are decoded.
  ///
  /// Unchecked: only a writer that alone holds it changes it.
  private final class Storage: @unchecked Sendable {
    var plain = PlainProperty()
  }

  /// How many cards took a contact to tell by what they sort.
  package private(set) var contactCount = 0

  private let sorter: NameSorter
  private let lines: IdentityTexts.Lines
  private var storage = Storage()
  private var texts = IdentityTexts()
  /// The text of the key in the making.
  private var text: [UInt8] = []

  /// Creates a writer that makes the keys of a sorter.
  package init(_ sorter: NameSorter) {
    self.sorter = sorter
    lines = .sorting(heedingLanguage: sorter.order == .display)
    text.reserveCapacity(256)
  }

  /// Appends the key of a card, the octets of ``NameSorter/sortKey(for:)``.
  ///
  /// - Parameters:
  ///   - card: The card.
  ///   - keys: Where the key goes; there is no NUL in it.
  /// - Throws: `ICUError` when memory runs out.
  /// - Complexity: O(*n*) in the lines of the card and the octets of its name; of a plain name
  ///   nothing is allocated once the storage has grown.
  package mutating func append(
    for card: borrowing Card, to keys: inout [UInt8]
  ) throws(ICUError) {
    // A copy of a writer starts with storage of its own, so that threads may have one each.
    if !isKnownUniquelyReferenced(&storage) { storage = Storage() }
    let isTaken = takeText(of: card)
    // The octets of a card are lent, and given back before the next is read into them.
    texts.removeAll()
    if isTaken {
      try sorter.collator.appendSortKey(ofUTF8: text.span, to: &keys)
    } else {
      contactCount += 1
      try sorter.appendSortKey(for: Contact(copy card, keys: .sorting), to: &keys)
    }
  }

  /// Sets ``text`` to the fields by which a card sorts; `false` when that takes a contact to tell.
  private mutating func takeText(of card: borrowing Card) -> Bool {
    guard texts.read(card, lines: lines, plain: &storage.plain),
      !texts.isOrganization || texts.isGroup
    else {
      return false
    }
    text.removeAll(keepingCapacity: true)
    switch sorter.order {
    case .family where texts.hasParts, .given where texts.hasParts:
      let isByFamily = sorter.order == .family
      append(isByFamily ? texts.family : texts.given)
      append(isByFamily ? texts.given : texts.family)
      append(texts.middle)
      append(texts.suffix)
    case .display where texts.hasParts:
      if let composed = texts.composed {
        append(composed)
      } else if let arranged = texts.arranged {
        text.append(contentsOf: arranged.utf8)
      }
    default: append(texts.formatted)
    }
    return !text.isEmpty
  }

  /// Appends a text, if there is one, with U+FFFE before it, as ``NameSorter`` has it, unless it comes
  /// first.
  private mutating func append(_ place: Range<Int>?) {
    guard let place else { return }
    if !text.isEmpty {
      text.append(0xEF)
      text.append(0xBF)
      text.append(0xBE)
    }
    text.append(contentsOf: texts.octets[place])
  }
}
