/// Inputs that no program would write.
public enum Mutation {
  /// What readers trip over.
  private static let tokens = [
    "\r", "\n", "\r\n", "\r\r\n", " ", "\t", "=", "\\", "\"", ":", ";", ",", ".", "#", "\u{FEFF}",
    "BEGIN:VCARD", "END:VCARD", "VERSION:3.0\r\n", "AGENT:\r\n", "\r\nBEGIN:VCARD\r\n",
    "\r\nEND:VCARD\r\n", "ENCODING=QUOTED-PRINTABLE", ";BASE64", ";ENCODING=b", "=\r\n", "\r\n ",
    "é", "\0", "^n",
  ]

  /// An input with some of its octets or lines removed, doubled, moved or replaced.
  ///
  /// - Parameters:
  ///   - original: What to damage.
  ///   - other: Where octets may come from.
  ///   - random: The chance.
  /// - Returns: The input.
  public static func damaged(
    _ original: [UInt8], _ other: [UInt8], using random: inout SeededGenerator
  ) -> [UInt8] {
    var bytes = original
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      guard !bytes.isEmpty else { return other }
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let length = Int.random(in: 0...min(40, bytes.count - place), using: &random)
      switch Int.random(in: 0..<7, using: &random) {
      case 0: bytes.removeSubrange(place..<place + length)
      case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 2, 3:
        bytes.insert(contentsOf: (tokens.randomElement(using: &random) ?? "").utf8, at: place)
      case 4: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
      case 5:
        let from = Int.random(in: 0...other.count, using: &random)
        bytes.insert(contentsOf: other[from..<min(from + 60, other.count)], at: place)
      default:
        let start = bytes[..<place].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let end = bytes[place...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
        let line = bytes[start..<end]
        bytes.removeSubrange(start..<end)
        bytes.insert(contentsOf: line, at: Int.random(in: 0...bytes.count, using: &random))
      }
    }
    return bytes
  }

  private static let lines = [
    "BEGIN:VCARD", "BEGIN:VCARD", "BEGIN:VCARD", "END:VCARD", "END:VCARD", "END:VCARD",
    "VERSION:2.1", "VERSION:3.0", "VERSION:4.0", "VERSION:9", "begin : vcard ", "x.End:vCard\t",
    "\u{FEFF}BEGIN:VCARD", "END:VCARDBEGIN:VCARD", "text:BEGIN:VCARD", "--BEGIN:VCARD",
    "BEGIN:VCALENDAR", "END:VCALENDAR", "END:", "BEGIN:", "AGENT:", "AGENT:BEGIN:VCARD",
    "item1.AGENT;X=1:", "FN:Kate", "N:Bell;Kate", "item1.TEL;TYPE=cell:+1 408", "NOTE:first line",
    "second line", "third: line", "NOTE:a\\", "and so", "#comment", "", "", " ", " indented",
    "\tindented", "FN", ":value",
    ";", "=", ".PROP:x", "one two.three:x", "X-GOOGLE TALK:a", "a.b.c.TEL:1",
    "NOTE;ENCODING=QUOTED-PRINTABLE:a=", "NOTE;QUOTED-PRINTABLE:a= ", "b=", "c=3D",
    "PHOTO;ENCODING=b:/9j/4AAQSkZJRgAB", "PHOTO;BASE64:", "AAQSkZJRgABAQ==", " AAQSkZJRgABAQ==",
    "TEL;TYPE=\"home:+1", "TEL;X=\"a;b\":1", "TEL;X=a\\:b", "TEL;X=a\\", " :b", "TEL;X=\"a",
    " \";ENCODING=b:QUJD", "NO", " TE;ENCODING=QUOTED-", " PRINTABLE:x=", "ADR:;;Street", "Suite 5",
    "TITLE:boss", "of all", "\u{FEFF}", "EN", " D:VCARD", "LABEL;x", " y:z", "ORG:a", "X-A:1",
    ";=x:y",
  ]

  /// Lines in no order, with line ends of any kind.
  public static func lines(using random: inout SeededGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    let ends = Bool.random(using: &random) ? ["\r\n"] : ["\r\n", "\n", "\r", "\r\r\n"]
    for _ in 0..<Int.random(in: 1...24, using: &random) {
      bytes += (lines.randomElement(using: &random) ?? "").utf8
      bytes += (ends.randomElement(using: &random) ?? "").utf8
    }
    if Bool.random(using: &random) { bytes.removeLast() }
    return bytes
  }
}
