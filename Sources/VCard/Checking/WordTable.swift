internal import CVCard

/// Finds the number of a word without regard to case, and without allocation.
///
/// ```
/// "SORT-AS" ─▶ its first 24 octets in upper case, as three words ─▶ slot
/// ```
struct WordTable: Sendable {
  /// Twice as many as words at least; their number is a power of two.
  let slots: [cvc_name_slot]

  /// Creates a table of words, of which no two have the first 24 octets in common, and their numbers from 1 on.
  init(_ words: [(word: String, number: UInt8)], slots count: Int = 128) {
    precondition(count.nonzeroBitCount == 1 && 2 * words.count <= count, "a search ends soon")
    var slots = [cvc_name_slot](repeating: cvc_name_slot(), count: count)
    for (word, number) in words {
      precondition(number > 0 && 1..<32 ~= word.utf8.count, "\(word) can be found")
      let key = WordTable.key(word.utf8Span.span)
      var index = cvc_name_index(key, word.utf8.count, count)
      while slots[index].length != 0 { index = (index + 1) & (count - 1) }
      slots[index] = cvc_name_slot(
        key: key, cases: cvc_key_cases(key), length: UInt8(word.utf8.count), known: number)
    }
    self.slots = slots
  }

  /// The first 24 octets in upper case, padded with zeros.
  private static func key(_ word: Span<UInt8>) -> cvc_name_key {
    unsafe word.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else {
        return cvc_name_key(first: 0, second: 0, third: 0)
      }
      return unsafe cvc_make_name_key(base, min(buffer.count, Int(CVC_NAME_KEY_LENGTH)))
    }
  }

  /// The number of the word that has these octets, as far as its key tells; `nil` when none has.
  func number(of word: Span<UInt8>) -> UInt8? {
    guard 1..<32 ~= word.count else { return nil }
    let key = WordTable.key(word)
    let number = unsafe slots.withUnsafeBufferPointer { slots in
      unsafe slots.baseAddress.map { unsafe cvc_find_name($0, slots.count, key, word.count) } ?? 0
    }
    return number == 0 ? nil : number
  }
}

extension Octets {
  /// Whether a word starts with `X-` or `VND-`, as all that is not standard should.
  ///
  /// RFC 6350 §3.3 and §10.2.2.
  static func isVendorWord(_ word: Span<UInt8>) -> Bool {
    guard word.count > 2 else { return false }
    if word[0] | 0x20 == UInt8(ascii: "x") { return word[1] == UInt8(ascii: "-") }
    return Octets.equal(word.extracting(first: 4), "VND-")
  }
}
