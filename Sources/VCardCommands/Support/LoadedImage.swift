/// What the system loads of a program or library: ELF of 64 bits, little-endian.
///
/// ```
/// header │ program headers │ segments … │ debugging information, symbols, section headers
/// └─ what is loaded ────────────────────┘
/// ```
/// Source: System V Application Binary Interface, chapters 4 and 5.
enum LoadedImage {
  /// Ends an image behind its last segment.
  ///
  /// - Parameter head: The first octets of the file, the program headers among them; its fields for the
  ///   section headers are cleared.
  /// - Returns: How many octets are left; `nil` for what is no such image, which stays as it is.
  static func cut(_ head: inout [UInt8]) -> Int? {
    // Magic, 64 bits, little-endian.
    guard head.count >= 64, head.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else { return nil }
    func number(_ place: Int, _ size: Int) -> Int {
      (0..<size).reduce(0) { $0 | Int(head[place + $1]) << (8 * $1) }
    }
    func offset(_ place: Int) -> Int? {
      Int(exactly: number(place, 8)).flatMap { $0 >= 0 ? $0 : nil }
    }
    // e_phoff, e_phentsize, e_phnum
    guard let table = offset(32), case let (size, count) = (number(54, 2), number(56, 2)),
      size >= 56, count > 0, count < 0xFFFF, table <= head.count - size * count
    else { return nil }
    var end = table + size * count
    for entry in 0..<count {
      // p_offset, p_filesz
      guard let start = offset(table + entry * size + 8),
        let length = offset(table + entry * size + 32),
        start < 1 << 48, length < 1 << 48
      else { return nil }
      end = max(end, start + length)
    }
    // e_shoff; e_shnum and e_shstrndx
    for place in Array(40..<48) + Array(60..<64) { head[place] = 0 }
    return end
  }
}
