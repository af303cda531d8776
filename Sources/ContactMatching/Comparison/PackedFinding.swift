/// A ``PairFinding`` in ten octets, so that what explains a pair stays with it and its cards'
/// features need not.
struct PackedFinding: Hashable, Sendable {
  private var low: UInt64 = 0
  private var high: UInt16 = 0

  /// Packs a finding; nothing of it is lost, for words, values and steps are few.
  init(_ finding: PairFinding) {
    var packer = Packer()
    let name = finding.name
    packer.append(name.given.rawValue, 4)
    packer.append(name.family.rawValue, 4)
    packer.append(name.middle.rawValue, 3)
    packer.append(name.generation.rawValue, 2)
    packer.append(name.isSwapped ? 1 : 0, 1)
    packer.append(name.givenRarity, 8)
    packer.append(finding.email.rawValue, 4)
    packer.append(finding.phone.rawValue, 4)
    packer.append(finding.organization.rawValue, 4)
    packer.append(finding.birthday.rawValue, 3)
    packer.append(finding.furtherEmails, 6)
    packer.append(finding.furtherPhones, 6)
    packer.append(finding.haveOwnEmails ? 1 : 0, 1)
    packer.append(finding.sharesRole ? 1 : 0, 1)
    packer.append(finding.sharesEmailName ? 1 : 0, 1)
    packer.append(finding.sharesUID ? 1 : 0, 1)
    packer.append(finding.nameStep, 6)
    packer.append(name.areBothFormal ? 1 : 0, 1)
    packer.append(finding.haveOwnPhones ? 1 : 0, 1)
    packer.append(finding.isGenerationKnown ? 1 : 0, 1)
    low = packer.bits
    high = UInt16(clamping: Int(name.familyRarity))
  }

  /// The finding.
  var finding: PairFinding {
    var finding = PairFinding()
    var packer = Packer(bits: low)
    finding.name.given = .init(rawValue: packer.next(4)) ?? .missing
    finding.name.family = .init(rawValue: packer.next(4)) ?? .missing
    finding.name.middle = .init(rawValue: packer.next(3)) ?? .none
    finding.name.generation = .init(rawValue: packer.next(2)) ?? .none
    finding.name.isSwapped = packer.next(1) == 1
    finding.name.givenRarity = .init(packer.next(8))
    finding.email = .init(rawValue: packer.next(4)) ?? .missing
    finding.phone = .init(rawValue: packer.next(4)) ?? .missing
    finding.organization = .init(rawValue: packer.next(4)) ?? .missing
    finding.birthday = .init(rawValue: packer.next(3)) ?? .none
    finding.furtherEmails = .init(packer.next(6))
    finding.furtherPhones = .init(packer.next(6))
    finding.haveOwnEmails = packer.next(1) == 1
    finding.sharesRole = packer.next(1) == 1
    finding.sharesEmailName = packer.next(1) == 1
    finding.sharesUID = packer.next(1) == 1
    finding.nameStep = .init(packer.next(6))
    finding.name.areBothFormal = packer.next(1) == 1
    finding.haveOwnPhones = packer.next(1) == 1
    finding.isGenerationKnown = packer.next(1) == 1
    finding.name.familyRarity = .init(high)
    return finding
  }

  /// Puts numbers of a few bits side by side, the first one lowest.
  private struct Packer {
    var bits: UInt64 = 0
    private var place: UInt64 = 0

    init(bits: UInt64 = 0) { self.bits = bits }

    mutating func append(_ value: some BinaryInteger, _ width: UInt64) {
      bits |= min(UInt64(clamping: value), 1 << width - 1) << place
      place += width
    }

    mutating func next(_ width: UInt64) -> UInt8 {
      defer { place += width }
      return UInt8(truncatingIfNeeded: bits >> place & (1 << width - 1))
    }
  }
}
