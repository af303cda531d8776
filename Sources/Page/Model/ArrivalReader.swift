package import CardFormats
import VCard

/// Reads what somebody drops, pastes or chooses, in whatever form `vcard receive` takes it.
package struct ArrivalReader: Sendable {
  /// What files hold.
  struct Reading: Sendable {
    /// The cards, ``mostCards`` at most.
    var cards: [Card] = []
    /// What was odd, for people; it may quote the files.
    var notes: [String] = []
  }

  /// Takes what a file holds next, and tells whether more is wanted.
  package typealias Taking = (DocumentEntry) -> Bool

  /// Cards that are taken at once.
  package static let mostCards = 10_000
  /// Octets of the cards that are taken at once, however many a file becomes.
  static let mostHeld = 32 << 20
  /// Octets that a compressed file may become.
  package static let mostOctets = 256 << 20
  /// Lines that are kept of what was odd.
  private static let mostNotes = 1000

  /// Reads the octets of a file, of whose name only the end counts; what is left of a file that ends
  /// too early is read, and what is wrong with it told, for people.
  package let read: Read

  /// Reads the octets of a file.
  package typealias Read =
    @Sendable (_ octets: ArraySlice<UInt8>, _ name: String, _ take: Taking) -> [String]

  /// Creates a reader.
  package init(_ read: @escaping Read) { self.read = read }

  /// Reads files one after the other.
  func reading(_ files: [(octets: ArraySlice<UInt8>, name: String)]) -> Reading {
    var reading = Reading()
    func note(_ found: [Diagnostic], card: Int) {
      for diagnostic in found where reading.notes.count < Self.mostNotes {
        reading.notes.append(
          "card \(card), line \(diagnostic.position.line): \(diagnostic.message)")
      }
    }
    var (held, isCut) = (0, false)
    for file in files {
      reading.notes += read(file.octets, file.name) { entry in
        switch entry {
        case .card(let card, let found):
          held += card.octetsAsRead.count
          guard reading.cards.count < Self.mostCards, held <= Self.mostHeld else {
            isCut = true
            return false
          }
          reading.cards.append(card)
          note(found, card: reading.cards.count)
        case .noCard(let problem): note([problem], card: reading.cards.count + 1)
        }
        return true
      }
    }
    if isCut {
      reading.notes.append(
        "there are more than \(Self.mostCards) cards or \(Self.mostHeld >> 20) MB of them: the first "
          + "\(reading.cards.count) are here, and ‘vcard import’ takes any number")
    }
    return reading
  }
}
