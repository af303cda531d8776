package import Files

/// How many cards some files hold, as far as samples of them tell, so that nobody waits for what cannot
/// be.
public struct BookForecast: Sendable {
  /// About how many cards there are.
  public let cards: Int

  /// Cards of which finding duplicates on one machine is more than one should wait for.
  public static let manyCards = 200_000_000
  /// Cards beyond which numbers of 32 bits do not reach: of each of them several things are numbered.
  public static let mostCards = 1_800_000_000

  /// Octets below which there is nothing to foretell: it is read in a moment.
  private static let fewestOctets = 16 << 20
  /// Samples of all files, and octets of each.
  private static let samples = (count: 64, size: 1 << 16)

  /// Looks at files of vCards; `nil` when they are small, or nothing in them looks like a card.
  ///
  /// - Parameter files: The files, not compressed.
  /// - Throws: `FileError`.
  /// - Complexity: O(1); some megabytes are read.
  package init?(_ files: [StoredFile]) throws {
    let total = files.reduce(0) { $0 + $1.count }
    guard total >= Self.fewestOctets else { return nil }
    var (octets, starts) = (0, 0)
    var (file, before) = (0, 0)
    for sample in 0..<Self.samples.count {
      let place = total / Self.samples.count * sample
      while place >= before + files[file].count {
        before += files[file].count
        file += 1
      }
      var piece = [UInt8](repeating: 0, count: Self.samples.size)
      let count = try files[file].read(at: place - before, into: &piece)
      octets += count
      starts += Self.starts(in: piece.span.extracting(0..<count))
    }
    guard starts > 0 else { return nil }
    cards = Int(Double(total) / Double(octets) * Double(starts))
  }

  /// How many lines say BEGIN:VCARD.
  private static func starts(in octets: Span<UInt8>) -> Int {
    let begin: StaticString = "BEGIN:VCARD"
    let word = Array(begin.description.utf8)
    guard octets.count > word.count else { return 0 }
    var count = 0
    for index in 1..<octets.count - word.count where octets[index - 1] == 0x0A {
      var length = 0
      while length < word.count, octets[index + length] & 0xDF == word[length] & 0xDF {
        length += 1
      }
      if length == word.count { count += 1 }
    }
    return count
  }
}

extension DedupeMemoryLimit {
  /// Makes sure that a book that is about so large may fit, before it is read.
  ///
  /// - Throws: ``DedupeError/tooManyCards(_:)``, and ``DedupeError/tooLittleMemory(octets:least:cards:)``
  ///   when half as many cards would take more than was asked for.
  public func check(_ forecast: BookForecast) throws {
    guard forecast.cards <= BookForecast.mostCards else {
      throw DedupeError.tooManyCards(forecast.cards)
    }
    do {
      try check(cards: forecast.cards / 2, words: 0)
    } catch DedupeError.tooLittleMemory(let octets, _, _) {
      throw DedupeError.tooLittleMemory(
        octets: octets, least: least(cards: forecast.cards, words: 0), cards: forecast.cards)
    }
  }
}
