/// How many columns of a terminal text takes.
package struct DisplayWidth: Sendable {
  /// Columns of one scalar: 0, 1 or 2.
  package let scalar: @Sendable (Unicode.Scalar) -> Int

  /// Creates a measure from one of scalars, such as ICU's East Asian width.
  package init(scalar: @escaping @Sendable (Unicode.Scalar) -> Int) { self.scalar = scalar }

  /// A measure that needs no tables but those of the standard library.
  ///
  /// Wide are the blocks that Unicode Standard Annex #11 makes wide throughout, and emoji.
  package static let standard = DisplayWidth { scalar in
    switch scalar.value {
    case 0x20...0x7E: return 1
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
      0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return 2
    default: break
    }
    if scalar.properties.isEmojiPresentation { return 2 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return 1
    }
  }

  /// Columns of a text that holds no controls.
  ///
  /// What people see as one character takes the room of its widest part, so an emoji made of
  /// several by joiners counts once.
  package func columns(_ text: String) -> Int {
    let utf8 = text.utf8
    if utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return utf8.count }
    return text.reduce(0) { $0 + columns($1) }
  }

  /// The start of a text that takes at most `columns`; its end is an ellipsis if something is left
  /// out.
  package func truncated(_ text: String, to columns: Int) -> String {
    guard self.columns(text) > columns else { return text }
    guard columns > 0 else { return "" }
    var room = columns - 1
    let start = text.prefix { character in
      room -= self.columns(character)
      return room >= 0
    }
    return start + "…"
  }

  private func columns(_ character: Character) -> Int {
    var widest = 0
    for scalar in character.unicodeScalars {
      // UTS #51 §1.4.3: this asks for the emoji form of what is otherwise narrow.
      widest = max(widest, scalar == "\u{FE0F}" ? 2 : self.scalar(scalar))
    }
    return widest
  }
}
