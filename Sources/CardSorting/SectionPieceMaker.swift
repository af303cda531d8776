package import ContactModel
import ICU
package import VCard

/// Makes pieces of names for a list with sections.
///
/// The text of a record is the number of the section in two octets, the higher first, and the name;
/// its key is that of the name after the same two octets. So each section is in one place, also where
/// the collation of the language has parts of it in two.
///
/// Copies share nothing that changes, so that each thread may have one.
package struct SectionPieceMaker: CardWorker {
  private let index: SectionIndex
  private var builder: SortPieceBuilder

  /// Creates a maker.
  ///
  /// - Parameters:
  ///   - index: The sections, with what names are sorted by.
  ///   - backwards: Whether the last name comes first.
  package init(_ index: SectionIndex, backwards: Bool) {
    self.index = index
    builder = SortPieceBuilder(backwards: backwards)
  }

  /// Takes a card.
  ///
  /// - Throws: ``ICU/ICUError`` when memory runs out.
  package mutating func process(_ card: borrowing Card, found: inout [Diagnostic]) throws {
    let contact = Contact(copy card, keys: .sorting)
    let section = try index.section(for: contact)
    let number = [UInt8(truncatingIfNeeded: section >> 8), UInt8(truncatingIfNeeded: section)]
    builder.text += number
    builder.text += (contact.compositeName ?? "").utf8
    builder.keys += number
    builder.keys += try index.sorter.sortKey(for: contact).bytes
    builder.endRecord()
  }

  /// Makes a piece of the cards taken since the last one.
  package mutating func finish(_ piece: inout SortPiece?) {
    piece = nil
    piece = builder.takePiece()
  }
}
