import TestSupport
import Testing
import VCard

/// Laws that every conversion keeps, over the fixtures, the corpus and cards by chance.
///
/// A test that takes minutes where it should take seconds has met something that is not linear.
@Suite("Laws of conversion", .timeLimit(.minutes(20 * lawTimes)))
struct ConversionLawTests {
  /// A way from one version by another and back.
  struct Trip: Sendable, CustomTestStringConvertible {
    let version: Version
    let by: Version
    /// What must come back; `values` for vCard 2.1, which says in many ways what others say in one.
    let scope: ConversionLaws.Scope
    var testDescription: String {
      "\(version.rawValue) by \(by.rawValue) to \(version.rawValue)"
    }
  }

  static let trips = [
    Trip(version: .version30, by: .version40, scope: .everything),
    Trip(version: .version40, by: .version30, scope: .everything),
    Trip(version: .version30, by: .version21, scope: .everything),
    Trip(version: .version40, by: .version21, scope: .everything),
    Trip(version: .version21, by: .version40, scope: .values),
    Trip(version: .version21, by: .version30, scope: .values),
  ]

  /// The trips that hold for any card, whatever is wrong with it.
  static let trustedTrips = trips.filter { $0.version == .version21 || $0.by != .version21 }

  /// The cards of a test: so many of a kind, by a seed of their own.
  private func generated(
    _ version: Version, _ kind: CardGenerator.Kind, seed: UInt64, count: Int,
    _ fault: (GeneratedCard) throws -> String?
  ) throws {
    var random = SeededGenerator(seed: seed)
    let generator = CardGenerator(version, kind)
    for round in 0..<(isDebug ? count / 10 : count) * lawTimes {
      let card = generator.card(using: &random)
      guard try fault(card) != nil else { continue }
      let smallest = try card.shrunk { try fault($0) != nil }
      let last = try fault(smallest) ?? "nothing"
      Issue.record("round \(round): \(last)\n\(smallest.text)")
      return
    }
  }

  /// What the checker and the reader find wrong with a card.
  private func errors(_ octets: [UInt8]) throws -> [Diagnostic.Code] {
    let reading = try Reading(octets)
    var found = reading.diagnostics.filter { $0.severity != .note }
    var checked: [Diagnostic] = []
    var checker = CardChecker()
    for card in reading.cards { checker.check(card, into: &checked) }
    found += checked.filter { $0.severity == .error }
    return found.map(\.code)
  }

  // MARK: The generator

  @Test("the generator makes cards without errors when it is asked to", arguments: Version.allCases)
  func generatorIsValid(version: Version) throws {
    try generated(version, .valid, seed: 3_000, count: 1000) { card in
      // A card always gets an FN; what makes a fault smaller may take it away.
      let errors = try errors(card.octets).filter { $0 != .missingFN }
      return errors.isEmpty ? nil : "\(errors)"
    }
  }

  @Test("the generator makes every property that some version has, and errors when it may")
  func generatorIsRich() throws {
    var names: Set<String> = []
    var codes: Set<String> = []
    for version in Version.allCases {
      var random = SeededGenerator(seed: 3_100)
      for kind in [CardGenerator.Kind.valid, .wild] {
        for _ in 0..<3000 {
          let octets = CardGenerator(version, kind).card(using: &random).octets
          for card in try Reading(octets).cards {
            for property in card.properties { names.insert(property.canonicalName) }
          }
          if kind == .wild { for code in try errors(octets) { codes.insert(code.rawValue) } }
        }
      }
    }
    for known in KnownName.allCases where !known.canonical.isEmpty {
      // Names that no conversion looks at.
      switch known {
      case .begin, .end, .version, .xImagePath, .xABCropRectangle, .xEtag, .xCouchDBUUID, .xSyncURL,
        .xAltBday, .xThumbnail:
        continue
      default: #expect(names.contains(known.canonical), "\(known.canonical)")
      }
    }
    #expect(codes.count >= 8, "\(codes)")
  }

  @Test("generated cards one after another are read one by one")
  func generatorMakesFiles() throws {
    let cards = GeneratedCards(count: isDebug ? 300 : 3000, seed: 3_200)
    try cards.writeWhereAsked()
    #expect(try Reading(cards.octets).cards.map(\.byteCount) == cards.lengths)
  }

  // MARK: There and back

  @Test("generated cards come back as they went", arguments: trips, 0..<2)
  func comesBack(trip: Trip, part: Int) throws {
    try generated(trip.version, .valid, seed: 4_000 + UInt64(part), count: 1000) { card in
      // What is taken away while the fault is made smaller must not make the card wrong.
      guard try errors(card.octets).allSatisfy({ $0 == .missingFN }) else { return nil }
      return try ConversionLaws.roundTripFault(card.octets, by: trip.by, scope: trip.scope)
    }
  }

  @Test("the properties of cards with errors come back too", arguments: trustedTrips, 0..<2)
  func wildComesBack(trip: Trip, part: Int) throws {
    try generated(trip.version, .wild, seed: 5_000 + UInt64(part), count: 700) { card in
      // What is an error may not be written again, so it stays carried.
      let isValid = try errors(card.octets).allSatisfy { $0 == .missingFN }
      return try ConversionLaws.roundTripFault(
        card.octets, by: trip.by, scope: isValid ? trip.scope : .carried)
    }
  }

  @Test("the cards of the fixtures and the corpus come back as they went", arguments: trustedTrips)
  func filesComeBack(trip: Trip) throws {
    for (name, bytes) in try Samples.small() {
      for card in try Reading(bytes).cards where card.version == trip.version {
        var octets: [UInt8] = []
        CardWriter().write(card, into: &octets)
        // An escape sequence in a parameter is not written again.
        if name.hasSuffix("terminal-escape.vcf") { continue }
        let isValid = try errors(octets).allSatisfy { $0 == .missingFN }
        if let fault = try ConversionLaws.roundTripFault(
          octets, by: trip.by, scope: isValid ? trip.scope : .carried)
        {
          Issue.record("\(name): \(fault)")
        }
      }
    }
  }

  // MARK: Output

  @Test("what becomes of generated cards is valid", arguments: Version.allCases, Version.allCases)
  func isValid(from: Version, to: Version) throws {
    guard from != to else { return }
    try generated(from, .valid, seed: 6_000, count: 1000) { card in
      try ConversionLaws.outputFault(card.octets, to: to)
    }
  }

  @Test("what becomes of the fixtures and the corpus is valid", arguments: Version.allCases)
  func filesAreValid(to: Version) throws {
    for (name, bytes) in try Samples.small() {
      if let fault = try ConversionLaws.outputFault(bytes, to: to) {
        Issue.record("\(name): \(fault)")
      }
      if let fault = try ConversionLaws.outputFault(bytes, to: to, losses: .dropped) {
        Issue.record("\(name), losses dropped: \(fault)")
      }
    }
  }

  @Test(
    "what becomes of damaged input has no new errors, and is the same each time", arguments: 0..<4)
  func damagedGetsNoWorse(part: Int) throws {
    var random = SeededGenerator(seed: 7_000 + UInt64(part))
    let originals = try Samples.small().map(\.bytes).filter { $0.count < 2000 }
    for round in 0..<(isDebug ? 100 : 500) {
      let input = Samples.damaged(of: originals, using: &random)
      // What breaks off in the middle of an inner card, say, can be no better than it was.
      let forgiven = Set(try errors(input))
      for to in Version.allCases {
        guard
          let fault = try ConversionLaws.outputFault(input, to: to, forgiven: forgiven)
            ?? ConversionLaws.outputFault(input, to: to, losses: .dropped, forgiven: forgiven)
            ?? ConversionLaws.constancyFault(input, to: to)
        else { continue }
        let text = String(decoding: input, as: UTF8.self).debugDescription
        Issue.record("round \(round), to \(to.rawValue): \(fault)\n\(text)")
        return
      }
    }
  }

  // MARK: Dropping

  @Test("dropped losses leave nothing behind", arguments: Version.allCases, Version.allCases)
  func dropped(from: Version, to: Version) throws {
    guard from != to else { return }
    for kind in [CardGenerator.Kind.valid, .wild] {
      try generated(from, kind, seed: 8_000, count: 500) { card in
        try ConversionLaws.outputFault(card.octets, to: to, losses: .dropped)
          ?? ConversionLaws.droppingFault(card.octets, to: to)
      }
    }
  }

  @Test("what is not told is not lost", arguments: Version.allCases, Version.allCases)
  func told(from: Version, to: Version) throws {
    guard from != to else { return }
    for kind in [CardGenerator.Kind.valid, .wild] {
      try generated(from, kind, seed: 8_500, count: 500) { card in
        try ConversionLaws.silenceFault(card.octets, to: to)
      }
    }
  }

  // MARK: The same again

  @Test(
    "a conversion depends on the card alone, not on the pieces it came in or the cards before it",
    arguments: Version.allCases, Version.allCases)
  func isConstant(from: Version, to: Version) throws {
    try generated(from, .forged, seed: 9_000, count: 300) { card in
      try ConversionLaws.constancyFault(card.octets, to: to)
    }
  }

  @Test("a converter keeps nothing of the cards before, and counts them")
  func manyCards() throws {
    var random = SeededGenerator(seed: 9_100)
    for _ in 0..<(isDebug ? 5 : 60) {
      var octets: [UInt8] = []
      for _ in 0..<10 {
        let version = Version.allCases.randomElement(using: &random) ?? .version30
        octets += CardGenerator(version, .valid).card(using: &random).octets
      }
      for to in Version.allCases {
        if let fault = try ConversionLaws.constancyFault(octets, to: to)
          ?? ConversionLaws.outputFault(octets, to: to)
        {
          Issue.record("\(fault)\n\(String(decoding: octets, as: UTF8.self))")
          return
        }
      }
    }
  }

  @Test("on the way to a card's own version only folds and line ends change")
  func sameVersion() throws {
    for version in Version.allCases {
      try generated(version, .forged, seed: 9_200, count: 700) { card in
        try ConversionLaws.sameVersionFault(card.octets)
      }
    }
    for (name, bytes) in try Samples.small() {
      if let fault = try ConversionLaws.sameVersionFault(bytes) {
        Issue.record("\(name): \(fault)")
      }
    }
  }

  // MARK: Edits

  @Test(
    "an edit of what a conversion made is heard on the way back", arguments: Version.allCases,
    Version.allCases)
  func editIsHeard(from: Version, by: Version) throws {
    guard from != by else { return }
    try generated(from, .valid, seed: 10_000, count: 400) { card in
      guard try errors(card.octets).allSatisfy({ $0 == .missingFN }) else { return nil }
      return try ConversionLaws.editFault(card.octets, by: by)
    }
  }
}
