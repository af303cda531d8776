import ContactModel
internal import ICU
import VCard

/// The words of stretches of text, each found out once.
///
/// ```
/// chunks   Bell   O'Brien      BELL      as they are written, between blanks
///           │     ┌─┼───┐       │
/// words    bell obrien o brien bell      folded
/// ```
struct SearchLexicon: Sendable {
  /// The distinct folded words.
  private(set) var words = OctetTable()
  /// The numbers of the words of the chunks, those of one after those of the one before.
  private(set) var chunkWords: [UInt32] = []

  private var chunks = OctetTable()
  private var chunkWordEnds: [UInt32] = []
  private var folded: [UInt8] = []

  /// How many chunks there are.
  var chunkCount: Int { chunks.count }

  /// Finds the words of a chunk, ``SearchText/words(of:)``.
  ///
  /// - Parameter chunk: Text without blanks in it.
  /// - Returns: Where in ``chunkWords`` they stand.
  /// - Throws: `ICUError` when memory runs out.
  @inline(__always)
  mutating func words(of chunk: Span<UInt8>) throws(ICUError) -> Range<Int> {
    let (number, isNew) = chunks.number(of: chunk)
    if isNew { try addWords(of: chunk) }
    return (number == 0 ? 0 : Int(chunkWordEnds[number - 1]))..<Int(chunkWordEnds[number])
  }

  /// The number of a folded word, which is added if it is new.
  mutating func number(ofWord word: Span<UInt8>) -> Int { words.number(of: word).number }

  private mutating func addWords(of chunk: Span<UInt8>) throws(ICUError) {
    if SearchCode.isCode(chunk) {
      addWord(chunk, from: Int(chunkWordEnds.last ?? 0))
    } else if SearchText.isASCII(chunk) {
      addWords(ofASCII: chunk)
    } else {
      var copy: [UInt8] = []
      copy.append(chunk)
      for word in try SearchText.words(of: String(decoding: copy, as: UTF8.self)) {
        addWord(word.utf8.span, from: Int(chunkWordEnds.last ?? 0))
      }
    }
    chunkWordEnds.append(UInt32(truncatingIfNeeded: chunkWords.count))
  }

  /// Does what ``SearchText/words(of:)`` does, for ASCII.
  private mutating func addWords(ofASCII chunk: Span<UInt8>) {
    let first = Int(chunkWordEnds.last ?? 0)
    folded.removeAll(keepingCapacity: true)
    var pieces = 0
    var isInPiece = false
    var isAddress = false
    for index in chunk.indices {
      if let octet = SearchText.asciiFolded(chunk[index]) {
        folded.append(octet)
        if !isInPiece { pieces += 1 }
        isInPiece = true
      } else {
        isInPiece = false
        if chunk[index] == UInt8(ascii: "@") { isAddress = true }
      }
    }
    guard pieces > 0 else { return }
    // The buffer is lent to the call, which does not look at it otherwise.
    let letters = folded
    addWord(letters.span, from: first)
    guard pieces > 1 else { return }
    var start = 0
    var isFirst = true
    var letter = 0
    for index in chunk.indices {
      if SearchText.asciiFolded(chunk[index]) != nil {
        letter += 1
        continue
      }
      if letter > start {
        if !(isFirst && isAddress) {
          addWord(letters.span.extracting(start..<letter), from: first)
        }
        isFirst = false
      }
      start = letter
    }
    if letter > start, !(isFirst && isAddress) {
      addWord(letters.span.extracting(start..<letter), from: first)
    }
  }

  /// Adds a word to those of the last chunk, which begin at some place, unless it is there.
  private mutating func addWord(_ word: Span<UInt8>, from first: Int) {
    let word = UInt32(truncatingIfNeeded: words.number(of: word).number)
    if !chunkWords[first...].contains(word) { chunkWords.append(word) }
  }
}
