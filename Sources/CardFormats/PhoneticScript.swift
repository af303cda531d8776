import VCard

/// The script of what says how a name is read.
enum PhoneticScript {
  /// The parameters of a reading, in a system that has no name.
  ///
  /// RFC 9554 §4.6 and §4.8.
  static func parameters(of reading: String) -> [Parameter] {
    [Parameter("PHONETIC", "script"), Parameter("SCRIPT", code(of: reading))]
  }

  /// The code of the first script in a text, ISO 15924.
  private static func code(of text: String) -> String {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x3041...0x309F: return "Hira"
      case 0x30A0...0x30FF, 0xFF66...0xFF9D: return "Kana"
      case 0x3100...0x312F: return "Bopo"
      case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F: return "Latn"
      case 0xAC00...0xD7AF: return "Hang"
      default: break
      }
    }
    return "Zyyy"
  }
}
