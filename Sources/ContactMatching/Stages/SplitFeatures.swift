internal import VCard

/// The features of the cards of a split, and the stages that go through them.
///
/// ```
/// features ─▶ values ─▶ table                 what is known of the whole book, keys that too many have
///     └─▶ keys ─▶ blocks ─▶ left ─▶ compare   with values: pairs, each once, scored where one card is
///                                └─▶ components ─▶ extract ─▶ resolve
/// ```
/// A card's number is `split << 32 | place in the split`; this order of the book decides ties, as that of
/// the cards does where the book is in one piece.
package struct SplitFeatures: Sendable {
  let book: CardFeatures
  package let split: UInt32
  package let job: UInt64

  /// Takes over cards.
  package init(_ book: consuming CardFeatures, split: Int, job: UInt64) {
    self.book = book
    self.split = UInt32(split)
    self.job = job
  }

  // MARK: As octets

  /// All of them, for stages that come later.
  package func octets() -> [UInt8] {
    var packed = PackedFeatures()
    for card in 0..<book.count { packed.append(card, of: book) }
    var blob = BlobWriter(of: job)
    blob.append(packed: UInt64(split))
    packed.move(to: &blob)
    return blob.take()
  }

  /// Reads what ``octets()`` gave.
  ///
  /// - Throws: ``BlobError``.
  package init(_ octets: [UInt8], split: Int, job: UInt64) throws(BlobError) {
    var blob = try BlobReader(octets, of: job)
    guard try blob.packed() == UInt64(split) else { throw .damaged }
    var book = CardFeatures()
    var known = KnownWords()
    _ = try book.read(&blob, knowing: &known)
    guard blob.isAtEnd else { throw .damaged }
    self.init(book, split: split, job: job)
  }
}
