import CardFormats
import Compression
import Cutouts
import Page
import VCard

extension ArrivalReader {
  /// Reads what `vcard receive` reads, from memory.
  static func forCommands(_ decoding: TextDecoding) -> ArrivalReader {
    ArrivalReader { octets, name in
      var reading = Reading()
      guard let octets = inflated(octets, telling: &reading.notes) else { return reading }
      let format = InputOptions.Format.sniffed(Array(octets.prefix(4096)), named: name)
      if format == .cutout {
        do {
          let cutout = try Cutout.read(octets, decoding: decoding)
          reading.cards.append(cutout.cutout.card())
          reading.notes += cutout.warnings
        } catch {
          reading.notes.append("\(error)")
        }
      } else if let reader = format.documentReader(CSVReader.Options(), decoding) {
        read(octets, reader, into: &reading)
      } else {
        read(octets, CardReader(decoding: decoding), into: &reading)
      }
      return reading
    }
  }

  private static func read(
    _ octets: [UInt8], _ reader: consuming CardReader, into reading: inout Reading
  ) {
    // A reader takes input until it is told that there is no more.
    guard (try? reader.append(octets)) != nil else { return }
    reader.finish()
    while reading.cards.count <= mostCards, case .card(let card, let found) = reader.next() {
      reading.cards.append(card)
      note(found, card: reading.cards.count, in: &reading)
    }
  }

  private static func read(
    _ octets: [UInt8], _ reader: some CardDocumentReader, into reading: inout Reading
  ) {
    var reader = reader
    reader.append(octets[...])
    reader.finish()
    while reading.cards.count <= mostCards, let entry = reader.next() {
      switch entry {
      case .card(let card, let found):
        reading.cards.append(card)
        note(found, card: reading.cards.count, in: &reading)
      case .noCard(let problem): note([problem], card: reading.cards.count + 1, in: &reading)
      }
    }
  }

  /// Lines that are kept of what was odd.
  private static let mostNotes = 1000

  private static func note(_ found: [Diagnostic], card: Int, in reading: inout Reading) {
    for diagnostic in found where reading.notes.count < mostNotes {
      reading.notes.append(
        "card \(card), line \(diagnostic.position.line): \(diagnostic.message)")
    }
  }

  /// What was compressed with gzip; `nil` for what is damaged, or too much.
  private static func inflated(_ octets: [UInt8], telling notes: inout [String]) -> [UInt8]? {
    guard octets.starts(with: [0x1F, 0x8B]) else { return octets }
    do {
      var inflater = try Inflater()
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      var (text, start) = ([UInt8](), 0)
      while true {
        let progress = try inflater.inflate(octets.span.extracting(start...), into: &piece)
        start += progress.taken
        text += piece[..<progress.made]
        guard text.count <= mostOctets else {
          notes.append("more than \(mostOctets >> 20) MB are in this")
          return nil
        }
        if progress.taken == 0, progress.made == 0 { break }
      }
      try inflater.finish()
      return text
    } catch {
      notes.append("\(error)")
      return nil
    }
  }
}
