/// How a terminal shows pictures, if it does.
public enum TerminalGraphics: String, Hashable, Sendable {
  /// kitty's graphics protocol.
  case kitty
  /// Sixels, as DEC's VT340 had them.
  case sixel
  /// Nothing that is known of.
  case none

  /// Tells by the environment what a terminal can do; the terminal itself is not asked.
  ///
  /// - kitty's protocol: kitty (`KITTY_WINDOW_ID`, `TERM=xterm-kitty`), Ghostty
  ///   (`TERM=xterm-ghostty`, `TERM_PROGRAM=ghostty`), WezTerm (`TERM_PROGRAM=WezTerm`).
  /// - Sixels: foot, mlterm, yaft, contour and whatever has `sixel` in its `TERM`; mintty and iTerm2
  ///   by `TERM_PROGRAM`; Konsole since 22.04 by `KONSOLE_VERSION`.
  /// - Nothing: all others, also those that can but do not say so, such as xterm and Windows
  ///   Terminal; `TERM=dumb`; and inside of tmux, screen and Zellij, which keep such sequences back.
  ///
  /// Whether output goes to a terminal at all is the caller's to know.
  ///
  /// - Parameter environment: Looks up an environment variable.
  /// - Returns: The better of what it can do.
  public static func detect(environment: (String) -> String?) -> TerminalGraphics {
    func value(_ name: String) -> String { environment(name) ?? "" }
    let term = value("TERM")
    guard !term.isEmpty, term != "dumb" else { return .none }
    let isMultiplexed = ["TMUX", "STY", "ZELLIJ"].contains { !value($0).isEmpty }
    if isMultiplexed || term.hasPrefix("screen") || term.hasPrefix("tmux") { return .none }
    let program = value("TERM_PROGRAM")
    if !value("KITTY_WINDOW_ID").isEmpty || ["xterm-kitty", "xterm-ghostty"].contains(term)
      || ["ghostty", "WezTerm"].contains(program)
    {
      return .kitty
    }
    let name = term.prefix { $0 != "-" }
    if ["foot", "mlterm", "yaft", "contour"].contains(name) || holds("sixel", term)
      || ["iTerm.app", "mintty"].contains(program)
    {
      return .sixel
    }
    // Two digits each of year, month and correction: 220400 is 22.04.
    if let version = Int(value("KONSOLE_VERSION")), version >= 220_400 { return .sixel }
    return .none
  }

  private static func holds(_ word: String, _ text: String) -> Bool {
    let text = Array(text.utf8)
    return text.indices.contains { text.holds(word, at: $0) }
  }

  /// The picture for a terminal of this kind; `nil` when it shows none.
  ///
  /// - Parameters:
  ///   - octets: A JPEG or PNG.
  ///   - columns: Cells that it may be wide.
  ///   - rows: Cells that it may be high.
  ///   - cell: Pixels of a cell, where they are known.
  /// - Returns: The octets, and the cells that they fill.
  /// - Throws: Why the picture cannot be read.
  public func picture(
    from octets: [UInt8], columns: Int, rows: Int, cell: PixelSize = TerminalPicture.usualCell
  ) throws(ImageError) -> TerminalPicture? {
    switch self {
    case .kitty: try KittyPicture.make(from: octets, columns: columns, rows: rows, cell: cell)
    case .sixel: try SixelPicture.make(from: octets, columns: columns, rows: rows, cell: cell)
    case .none: nil
    }
  }
}
