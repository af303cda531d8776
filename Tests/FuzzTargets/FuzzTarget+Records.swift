import CardDAV
import ContactDedupe
import Files
import Page
import SystemPackage

/// What is not cards: records of runs, and what servers and browsers send.
extension FuzzTarget {
  static let records = [
    FuzzTarget(
      name: "plan", seeds: Seeds("fuzzing/plan", ".jsonl"), attempt: inFile(readsPlan)),
    FuzzTarget(
      name: "decisions", seeds: Seeds("fuzzing/decisions", ".jsonl"),
      attempt: inFile(readsDecisions)),
    FuzzTarget(
      name: "journal", seeds: Seeds("fuzzing/journal", ".jsonl"), attempt: inFile(readsJournal)),
    FuzzTarget(
      name: "multistatus", seeds: Seeds("fuzzing/multistatus", ".xml"), attempt: readsMultistatus),
    FuzzTarget(name: "form", seeds: Seeds("fuzzing/form", ".txt"), attempt: readsForm),
    FuzzTarget(name: "dns", seeds: Seeds("fuzzing/dns", ".bin"), attempt: readsServices),
  ]

  /// Tries a file that holds the octets.
  private static func inFile(
    _ attempt: @escaping @Sendable (FilePath) throws -> Void
  ) -> @Sendable ([UInt8]) throws -> Void {
    { octets in
      let folder = SystemCalls.environment("TMPDIR") ?? "/tmp"
      let path = FilePath("\(folder)/vcard-fuzz-\(UInt64.random(in: .min ... .max)).jsonl")
      let file = try AtomicFile(replacing: path, isPrivate: true)
      try file.writer.write(octets)
      try file.commit(synchronize: false)
      defer { try? SystemCalls.remove(path) }
      try attempt(path)
    }
  }

  /// Each line of a plan is an entry or a fault of that line, as often as it is asked for.
  private static func readsPlan(_ path: FilePath) throws {
    guard let plan = try? DedupePlan(path) else { return }
    for index in 0..<min(plan.count, 100) {
      let entry = try? plan.entry(index)
      try hold((try? plan.entry(index)) == entry, "an entry reads as it did")
      _ = try? plan.outline(index)
    }
  }

  /// Answers that are read are those that are read again with nothing between.
  private static func readsDecisions(_ path: FilePath) throws {
    guard var decisions = try? Decisions(path) else { return }
    try hold(try !decisions.refresh(), "a file that nobody wrote to is as it was")
  }

  /// A journal that opens gives back octets, or says where it is damaged.
  private static func readsJournal(_ path: FilePath) throws {
    guard let journal = try? DedupeJournal(path, merged: path) else { return }
    try? journal.forEachJoinedPiece { _ in }
  }

  /// Pieces read as the whole.
  private static func readsMultistatus(_ octets: [UInt8]) throws {
    let whole = responses(octets, pieceSize: max(1, octets.count))
    let size = 1 + Int(octets.first ?? 0) % 61
    try hold(
      responses(octets, pieceSize: size) == whole, "pieces of \(size) octets are the whole")
  }

  /// What an answer of a server says; `nil` where it cannot be read.
  private static func responses(_ octets: [UInt8], pieceSize: Int) -> [DAVResponse]? {
    let reader = MultistatusReader()
    for start in stride(from: 0, to: octets.count, by: pieceSize) {
      guard (try? reader.append(octets[start..<min(octets.count, start + pieceSize)])) != nil
      else { return nil }
    }
    guard (try? reader.finish()) != nil else { return nil }
    return reader.take()
  }

  /// The parts of a form lie in its body, one after the other.
  private static func readsForm(_ octets: [UInt8]) throws {
    let type = "multipart/form-data; boundary=x"
    guard let form = try? MultipartForm(octets, contentType: type) else { return }
    var end = 0
    for part in form.parts {
      try hold(
        part.content.startIndex >= end && part.content.endIndex <= octets.count,
        "parts follow each other")
      end = part.content.endIndex
    }
    try hold(form.parts.count <= MultipartForm.mostParts, "there are no more parts than are read")
  }

  private static func readsServices(_ octets: [UInt8]) throws {
    guard let message = DNSMessage(octets) else { return }
    let count = message.services.count
    try hold(count * 6 <= octets.count, "each service has its octets in the message")
  }
}
