/// A place in the input.
///
/// Places are those of the file as it is on disk: in a UTF-16 file `byte` and `column` count that
/// file's octets, not those of its UTF-8 form.
public struct SourcePosition: Hashable, Sendable {
  /// Octets before this place, from 0.
  public var byte: Int
  /// The card that holds this place, from 0; for text between cards, the card that comes next.
  public var card: Int
  /// The line, from 1.
  ///
  /// CRLF, LF and CR each end a line once; so does CR CR LF.
  public var line: Int
  /// The octet within the line, from 1.
  public var column: Int

  /// Creates a place from its four numbers; those that are not given are of the start of an input.
  public init(byte: Int = 0, card: Int = 0, line: Int = 1, column: Int = 1) {
    self.byte = byte
    self.card = card
    self.line = line
    self.column = column
  }
}
