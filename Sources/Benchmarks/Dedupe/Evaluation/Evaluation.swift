import ContactMatching
import ContactModel
import DedupeBooks
import Foundation
import MatchTuning
import VCard

/// What an evaluation is told on the command line.
struct EvaluationOptions {
  var threads = 2
  var weights = MatchWeights.standard
  var clusters: String?
  var fit: String?
  var pairs: String?
  var verdicts: String?
  var linksRecords = false

  /// Takes the options out of the arguments.
  init(_ arguments: inout [String]) {
    while let place = arguments.firstIndex(where: { $0.hasPrefix("--") }) {
      guard place + 1 < arguments.count else { fatalError("\(arguments[place]) needs a value") }
      let value = arguments[place + 1]
      switch arguments[place] {
      case "--threads": threads = Int(value) ?? 1
      case "--weights":
        guard let octets = try? TextFile.read(value),
          let read = try? MatchWeights(text: String(decoding: octets, as: UTF8.self))
        else { fatalError("\(value) is no table of weights") }
        weights = read
      case "--clusters": clusters = value
      case "--fit": fit = value
      case "--pairs": pairs = value
      case "--verdicts": verdicts = value
      case "--records":
        guard value == "all" else { fatalError("--records takes all") }
        linksRecords = true
      default: fatalError("there is no option \(arguments[place])")
      }
      arguments.removeSubrange(place...place + 1)
    }
  }
}

enum TextFile {
  static func read(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  static func write(_ octets: [UInt8], _ path: String) throws {
    try Data(octets).write(to: URL(fileURLWithPath: path))
  }
}

/// Reads, deduplicates, and prints figures.
struct Evaluation {
  let options: EvaluationOptions

  init(_ options: EvaluationOptions) { self.options = options }

  private func book(_ octets: [UInt8]) async throws -> CardFeatures {
    var builder = CardFeatures.Builder()
    var reader = CardReader()
    try reader.append(octets)
    reader.finish()
    while case .card(let card, _) = reader.next() {
      try builder.append(Contact(card, keys: .matching))
    }
    return try await builder.build(threads: options.threads)
  }

  func evaluate(_ octets: [UInt8], _ truth: [InventedBook.Truth]) async throws {
    let clock = ContinuousClock()
    let start = clock.now
    let book = try await book(octets)
    guard book.count == truth.count else {
      fatalError("\(book.count) cards, \(truth.count) lines of truth")
    }
    let read = clock.now
    let statistics = try await book.statistics(threads: options.threads)
    let found = try await book.deduplicated(
      statistics: statistics, weights: options.weights, threads: options.threads)
    let end = clock.now
    print("cards \(book.count)  people \(Set(truth.map(\.person)).count)")
    print("compared pairs \(found.comparedPairs)  reviews \(found.reviews.count)")
    for skipped in found.skipped {
      print("skipped \(skipped.kind): \(skipped.blocks) blocks, \(skipped.pairs) pairs")
    }
    let same = found.partition(includesReview: false)
    let sameScore = ClusterScore(same, truth)
    show("same", sameScore)
    show("with review", ClusterScore(found.partition(includesReview: true), truth))
    for row in sameScore.recallByDamage {
      print("  \(ratio(row.found, row.pairs)) of \(row.pairs) pairs with \(row.damage)")
    }
    print("seconds: reading \(seconds(read - start))  deduplication \(seconds(end - read))")
    print("most memory: \(mostMemory) MB")
    if let path = options.clusters {
      var text: [UInt8] = []
      for (card, cluster) in same.enumerated() { text += "book.vcf\t\(card)\t\(cluster)\n".utf8 }
      try TextFile.write(text, path)
    }
    if let path = options.pairs { try await writePairs(book, statistics: statistics, path: path) }
    if let path = options.verdicts {
      var text: [UInt8] = []
      try await book.forEachVerdict(statistics: statistics, weights: options.weights) {
        let isOne = truth[$0].person == truth[$1].person
        text += "\($0)\t\($1)\t\(isOne ? 1 : 0)\t\($2)\t\($3)\n".utf8
      }
      try TextFile.write(text, path)
    }
    if let path = options.fit {
      let weights = try await options.weights.fitted(to: book, statistics: statistics)
      try TextFile.write(Array(weights.text.utf8), path)
    }
  }

  private func writePairs(
    _ book: CardFeatures, statistics: BookStatistics, path: String
  ) async throws {
    var text = Array((CardFeatures.featureNames.joined(separator: "\t") + "\n").utf8)
    try await book.forEachCandidate(statistics: statistics) { left, right, beside, veto, features in
      text += "\(left) \(right) \(beside ? 1 : 0) \(veto ? 1 : 0)".utf8
      for (number, value) in features { text += " \(number):\(value)".utf8 }
      text.append(UInt8(ascii: "\n"))
    }
    try TextFile.write(text, path)
  }

  private func show(_ name: String, _ score: ClusterScore) {
    print(
      "\(name): precision \(decimal(score.precision)) recall \(decimal(score.recall)) "
        + "f1 \(decimal(score.f1)) b-cubed \(decimal(score.bCubed)) largest \(score.largest) "
        + "false merges per 10,000 cards \(decimal(score.falseMerges, 2)) "
        + "within households \(decimal(score.falseMergesAtHome, 2))")
  }

  // MARK: Pairs of names

  /// Puts the two names of each case on cards of their own that share one email.
  func evaluateNames(_ table: [UInt8]) async throws {
    for isDivided in [false, true] {
      var (right, positives, wrong, negatives, fits) = (0, 0, 0, 0, 0)
      for line in table.split(separator: UInt8(ascii: "\n")) {
        let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
          .map { String(decoding: $0, as: UTF8.self) }
        guard fields.count == 4 else { continue }
        let names = fields[1...2].map { isDivided ? divided($0) : "FN:\(escaped($0))\r\n" }
        let text = names.map {
          "BEGIN:VCARD\r\nVERSION:4.0\r\n\($0)EMAIL:one@mail.example\r\nEND:VCARD\r\n"
        }
        let book = try await book(Array(text.joined().utf8))
        let statistics = try await book.statistics()
        let found = try await book.deduplicated(statistics: statistics, weights: options.weights)
        let isSame = !found.clusters.isEmpty
        let agreement = book.nameAgreement(0, 1, statistics: statistics)
        if fields[3] == "1" {
          positives += 1
          if isSame { right += 1 }
          if agreement.isCompatible { fits += 1 }
        } else {
          negatives += 1
          if isSame { wrong += 1 }
        }
        if isSame != (fields[3] == "1") {
          let verdict = isSame ? "same" : found.reviews.isEmpty ? "different" : "review"
          print("  \(fields[0]): \(fields[1]) | \(fields[2]): \(verdict); \(agreement.description)")
        }
      }
      print(
        "names \(isDivided ? "divided" : "in one piece"), one email: \(right) of \(positives) "
          + "are one person (\(ratio(right, positives))), \(wrong) of \(negatives) are wrongly; "
          + "names fit: \(fits)")
    }
  }

  private func escaped(_ text: String) -> String {
    text.split(separator: ",", omittingEmptySubsequences: false).joined(separator: "\\,")
  }

  /// N beside FN where the name splits at its only blank or comma.
  private func divided(_ name: String) -> String {
    let formatted = "FN:\(escaped(name))\r\n"
    if let comma = name.firstIndex(of: ",") {
      let given = name[name.index(after: comma)...].drop { $0 == " " }
      return formatted + "N:\(name[..<comma]);\(given);;;\r\n"
    }
    let words = name.split(separator: " ")
    guard words.count > 1, let last = words.last else { return formatted }
    return formatted + "N:\(last);\(words.dropLast().joined(separator: " "));;;\r\n"
  }

  // MARK: Numbers

  func seconds(_ duration: Duration) -> String {
    let parts = duration.components
    return decimal(Double(parts.seconds) + Double(parts.attoseconds) / 1e18, 2)
  }

  private func ratio(_ part: Int, _ whole: Int) -> String {
    decimal(Double(part) / Double(max(1, whole)), 3)
  }

  func decimal(_ number: Double, _ places: Int = 4) -> String {
    String(format: "%.\(places)f", number)
  }

  /// The most memory that the process had, in megabytes.
  var mostMemory: Int {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM") }),
      let number = Int(line.filter { $0.isNumber })
    else { return 0 }
    return number / 1024
  }
}
