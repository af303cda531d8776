public import VCard

/// What a document of another format than vCard holds next.
public enum DocumentEntry: Sendable {
  /// A card, and what was left out or does not fit.
  case card(Card, [Diagnostic])
  /// Something that is no card, and why.
  case noCard(Diagnostic)
}

/// Reads the cards of a document of another format than vCard, as its octets come.
///
/// ```swift
/// reader.append(octets[...])
/// reader.finish()
/// while let entry = reader.next() { … }
/// ```
/// Memory holds one card, and what has come of the next one.
public protocol CardDocumentReader {
  /// Takes further octets of the document.
  mutating func append(_ octets: ArraySlice<UInt8>)

  /// Tells that there are no more octets.
  mutating func finish()

  /// What comes next; `nil` when more octets are needed, or at the end.
  ///
  /// Places are counted from the start of the document; a card stands at its own.
  mutating func next() -> DocumentEntry?
}

/// Writes cards as the parts of a document of another format than vCard.
public protocol CardDocumentWriter: Sendable {
  /// The version in which it takes cards.
  var version: Version { get }

  /// What stands around the cards of a document.
  var frame: DocumentFrame { get }

  /// Appends a card.
  ///
  /// - Parameters:
  ///   - card: The card, in the version that it takes.
  ///   - octets: Where it goes.
  ///   - notes: Receives what the format cannot say.
  mutating func write(_ card: Card, into octets: inout [UInt8], notes: inout [Diagnostic])
}

extension CardDocumentWriter {
  /// vCard 4.0.
  public var version: Version { .version40 }
}

/// What stands around the cards of a document.
public struct DocumentFrame: Hashable, Sendable {
  /// What stands before the first card.
  public var head: [UInt8]
  /// What stands between two cards.
  public var separator: [UInt8]
  /// What stands after the last card.
  public var tail: [UInt8]
  /// The table that the cards become rows of, where no card can be written before all are known.
  public var table: CSVTable.Options?

  /// Creates a frame.
  public init(
    head: some Collection<UInt8> = [], separator: some Collection<UInt8> = [],
    tail: some Collection<UInt8> = []
  ) {
    self.head = Array(head)
    self.separator = Array(separator)
    self.tail = Array(tail)
  }

  /// Creates the frame of a table.
  public init(table: CSVTable.Options) {
    self.init()
    self.table = table
  }

  /// A whole document of one card.
  public func document(of card: Span<UInt8>) -> [UInt8] {
    if let table { return CSVTable.document(of: card, table) }
    var octets = head
    for index in card.indices { octets.append(card[index]) }
    return octets + tail
  }

  /// JSON values, one a line.
  public static let jsonLines = DocumentFrame(separator: "\n".utf8, tail: "\n".utf8)
  /// JSON values in one array.
  public static let jsonArray = DocumentFrame(
    head: "[".utf8, separator: ",\n".utf8, tail: "]\n".utf8)
}
