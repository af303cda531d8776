import ContactStore
import Files
import VCard

/// Text from files, made safe to print.
///
/// A name in a file can hold escape sequences that rewrite the screen, or marks that make text read
/// otherwise than it is stored. What could do that is shown as its code instead: `\u{1B}` for a
/// scalar, `\xFF` for a byte that is not UTF-8, `\n`, `\r` and `\t` for those. The backslash itself
/// is not doubled: the result is for eyes, not for reading back.
package enum TerminalText {
  /// What becomes of line ends and tabs.
  package enum Layout: Sendable {
    /// They are shown as `\n` and `\t`: the text stays on its line.
    case line
    /// They stay; a carriage return is still shown.
    case block
  }

  /// A text with everything that could act on a terminal made visible.
  ///
  /// - Complexity: O(*n*); a text of printable ASCII is returned as it is.
  package static func visible(_ text: String, layout: Layout = .line) -> String {
    let octets = text.utf8.span
    if Octets.firstUnprintable(in: octets, from: 0) == octets.count { return text }
    var bytes: [UInt8] = []
    bytes.append(visible: text.utf8.span, layout: layout)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a scalar is shown as its code.
  ///
  /// Controls; scalars that change the direction of what follows; those that take no room and so
  /// make two different names look the same.
  ///
  /// - Parameters:
  ///   - scalar: The scalar.
  ///   - previous: The one before it. The joiners U+200C and U+200D stay after anything but Latin
  ///     text, for Persian and Indic names and emoji are misspelt without them.
  /// - Returns: Whether it is shown as its code.
  static func isShownAsCode(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F: true  // C0, DEL and C1, which 8-bit terminals obey.
    case 0x200C, 0x200D: (previous?.value ?? 0) < 0x0300
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true  // Direction.
    case 0x2028, 0x2029: true  // Line and paragraph separator.
    case 0x00AD, 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x200B, 0x3164, 0xFEFF, 0xFFA0:
      true  // Soft hyphen, fillers and spaces that nobody sees.
    case 0x2060...0x2065, 0x206A...0x206F, 0xFFF9...0xFFFB, 0x1D173...0x1D17A: true  // Formats.
    case 0xE0000...0xE007F: true  // Tags: a hidden copy of ASCII.
    default: false
    }
  }
}

extension [UInt8] {
  /// Appends text with everything that could act on a terminal made visible, as ``TerminalText``
  /// says.
  ///
  /// - Returns: Whether the text was printable ASCII as it stood, each octet of which takes a column.
  @discardableResult
  package mutating func append(
    visible bytes: Span<UInt8>, layout: TerminalText.Layout = .line
  ) -> Bool {
    var index = Octets.firstUnprintable(in: bytes, from: 0)
    guard index < bytes.count else {
      append(bytes)
      return true
    }
    var pending = 0  // Everything before it has been appended.
    var previous = index == 0 ? nil : Unicode.Scalar(bytes[index - 1])
    while index < bytes.count {
      let end = Octets.firstUnprintable(in: bytes, from: index)
      if end > index {
        previous = Unicode.Scalar(bytes[end - 1])
        index = end
        continue
      }
      let (scalar, length) = bytes.scalar(at: index)
      defer {
        index += length
        previous = scalar
      }
      if let scalar {
        if layout == .block, scalar == "\n" || scalar == "\t" { continue }
        guard TerminalText.isShownAsCode(scalar, after: previous) else { continue }
      }
      append(bytes.extracting(pending..<index))
      pending = index + length
      switch scalar {
      case "\n": append("\\n")
      case "\r": append("\\r")
      case "\t": append("\\t")
      case let scalar?:
        append("\\u{")
        append(hexadecimal: scalar.value)
        append("}")
      case nil:
        for offset in index..<index + length {
          append("\\x")
          append(hexadecimal: UInt32(bytes[offset]), digits: 2)
        }
      }
    }
    append(bytes.extracting(pending..<bytes.count))
    return false
  }

  /// Appends text with everything that could act on a terminal made visible.
  package mutating func append(visible text: String, layout: TerminalText.Layout = .line) {
    append(visible: text.utf8.span, layout: layout)
  }
}
