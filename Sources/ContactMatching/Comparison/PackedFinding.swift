/// A ``PairFinding`` in ten octets, so that what explains a pair stays with it and its cards'
/// features need not.
struct PackedFinding: Hashable, Sendable {
  private var low: UInt64 = 0
  private var high: UInt16 = 0

  /// Packs a finding; nothing of it is lost, for words, values and steps are few.
  init(_ finding: PairFinding) {
    var finding = finding
    var packer = Packer(isReading: false)
    packer.pass(&finding)
    low = packer.bits
    high = UInt16(clamping: finding.name.familyRarity)
  }

  /// The finding.
  var finding: PairFinding {
    var finding = PairFinding()
    var packer = Packer(isReading: true, bits: low)
    packer.pass(&finding)
    finding.name.familyRarity = Int(high)
    return finding
  }

  /// Appends it to a blob.
  func append(to blob: inout BlobWriter) {
    blob.append(low)
    blob.append(high)
  }

  /// Reads what ``append(to:)`` wrote.
  init(_ blob: inout BlobReader) throws(BlobError) {
    low = try blob.number64()
    high = try blob.number16()
  }

  /// Puts numbers of a few bits side by side, the first one lowest, or takes them from there.
  private struct Packer {
    let isReading: Bool
    var bits: UInt64 = 0
    private var place: UInt64 = 0

    init(isReading: Bool, bits: UInt64 = 0) { (self.isReading, self.bits) = (isReading, bits) }

    @inline(__always)
    mutating func pass(_ finding: inout PairFinding) {
      pass(&finding.name.given, 4)
      pass(&finding.name.family, 4)
      pass(&finding.name.middle, 3)
      pass(&finding.name.generation, 2)
      pass(&finding.name.isSwapped)
      pass(&finding.name.givenRarity, 8)
      pass(&finding.email, 4)
      pass(&finding.phone, 4)
      pass(&finding.organization, 4)
      pass(&finding.birthday, 3)
      pass(&finding.furtherEmails, 6)
      pass(&finding.furtherPhones, 6)
      pass(&finding.haveOwnEmails)
      pass(&finding.sharesRole)
      pass(&finding.sharesEmailName)
      pass(&finding.sharesUID)
      pass(&finding.nameStep, 6)
      pass(&finding.name.areBothFormal)
      pass(&finding.haveOwnPhones)
      pass(&finding.isGenerationKnown)
    }

    @inline(__always)
    private mutating func pass(_ value: inout Int, _ width: UInt64) {
      if isReading {
        value = Int(bits >> place & (1 << width - 1))
      } else {
        bits |= min(UInt64(clamping: value), 1 << width - 1) << place
      }
      place += width
    }

    private mutating func pass<Level: RawRepresentable<UInt8>>(
      _ level: inout Level, _ width: UInt64
    ) {
      var number = Int(level.rawValue)
      pass(&number, width)
      if isReading, let read = Level(rawValue: UInt8(number)) { level = read }
    }

    private mutating func pass(_ flag: inout Bool) {
      var number = flag ? 1 : 0
      pass(&number, 1)
      flag = number == 1
    }
  }
}
