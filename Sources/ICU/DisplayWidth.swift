/// The columns that text takes in a terminal.
///
/// East Asian wide and full-width characters and emoji take two (UAX #11), ambiguous ones one;
/// nonspacing and enclosing marks, format characters and controls take none.
public enum DisplayWidth {
  /// Counts the columns of a character that stands alone: 0, 1 or 2.
  public static func of(_ scalar: Unicode.Scalar) -> Int {
    Bridge.width(of: scalar)
  }

  /// Counts the columns of a line.
  ///
  /// An emoji sequence (joined, with a skin tone, a keycap, a flag) takes two columns as a whole
  /// (UTS #51). Tabs and line ends count nothing.
  ///
  /// - Complexity: O(*n*) in the bytes of `text`; allocates nothing.
  public static func of(_ text: String) -> Int {
    Bridge.width(of: text.utf8.span)
  }

  /// Counts the columns of a line of UTF-8, as ``of(_:)-(String)`` does.
  public static func of(_ text: Span<UInt8>) -> Int { Bridge.width(of: text) }

  /// Cuts a line to a width, never within what people see as one character.
  ///
  /// - Parameters:
  ///   - text: The line.
  ///   - columns: How many columns it may take.
  /// - Returns: The line if it fits, or its start and an ellipsis.
  public static func truncated(_ text: String, to columns: Int) -> String {
    guard of(text) > columns else { return text }
    guard columns > 0 else { return "" }
    var room = columns - 1
    let start = text.prefix { character in
      room -= of(String(character))
      return room >= 0
    }
    return start + "…"
  }
}
