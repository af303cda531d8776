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
  /// - Complexity: O(*n*) in the octets of both.
  public init(from before: Card?, to after: Card?) {
    func properties(_ card: Card?) -> [Property] {
      card?.properties.filter { $0.known != .rev } ?? []
    }
    func counted(_ properties: [Property]) -> [[UInt8]: Int] {
      properties.reduce(into: [:]) { $0[$1.lineOctets, default: 0] += 1 }
    }
    func without(_ properties: [Property], _ counts: [[UInt8]: Int]) -> [Property] {
      var left = counts
      return properties.filter {
        let count = left[$0.lineOctets, default: 0]
        left[$0.lineOctets] = count - 1
        return count <= 0
      }
    }
    let (old, new) = (properties(before), properties(after))
    var came = without(new, counted(old))
    for gone in without(old, counted(new)) {
      let place = came.firstIndex { $0.canonicalName == gone.canonicalName }
      changes.append(Change(before: gone, after: place.map { came.remove(at: $0) }))
    }
    changes += came.map { Change(before: nil, after: $0) }
  }
}
