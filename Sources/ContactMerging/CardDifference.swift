import ContactModel
public import VCard

/// What one card says otherwise than another, property by property.
///
/// ```
/// before  N:Bell;Kate   TEL:1   TEL:2   TITLE:Baker
/// after   N:Bell;Kate   TEL:1   TEL:3                 NOTE:x
/// changes                       TEL     TITLE          NOTE
/// ```
/// Properties that are the same but for folds are none of the changes, wherever they stand; REV, which
/// follows every change, is none either. Of a name with several the first that went is paired with the
/// first that came.
public struct CardDifference: Sendable {
  /// A property that is another one, new or gone.
  public struct Change: Sendable {
    /// The property before; `nil` for a new one.
    public let before: Property?
    /// The property after; `nil` for one that is gone.
    public let after: Property?
  }

  /// The changes: those of properties that were there in their order, then the new ones.
  public private(set) var changes: [Change] = []

  /// Compares two cards.
  ///
  /// - Parameters:
  ///   - before: The card as it was; `nil` for none.
  ///   - after: The card as it is; `nil` for none.
  /// - Complexity: O(*n*) in the octets of both, expected.
  public init(from before: Card?, to after: Card?) {
    func properties(_ card: Card?) -> [Property] {
      card?.properties.filter { $0.known != .rev } ?? []
    }
    let (old, new) = (properties(before), properties(after))
    var pairing = Pairing(old.count, new.count)
    pairing.pair({ old[$0].lineOctets }, { new[$0].lineOctets })
    let same = pairing.found
    pairing.pair({ old[$0].canonicalName }, { new[$0].canonicalName })
    for number in old.indices where same[number] == nil {
      changes.append(Change(before: old[number], after: pairing.found[number].map { new[$0] }))
    }
    changes += pairing.added.map { Change(before: nil, after: new[$0]) }
  }
}
