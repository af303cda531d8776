import CardFormats
import ContactStore
import Files
import SystemPackage
import VCard

/// Writes what is needed to make the inputs of a merge again of its output.
///
/// ```json
/// {"schema":"vcard.journal/1","replaced":0,"inputs":[{"file":"a.vcf","sha256":"…","whole":true}]}
/// {"input":0,"copy":[0,1200]}
/// {"input":0,"data":"QkVHSU46VkNBUkQ…"}
/// {"output":{"file":"out.vcf","sha256":"…","bytes":98304,"made":"1311-1795571303.181895176"}}
/// ```
/// An input is what its lines say, one after the other: octets of the output, or octets that the
/// output lacks, in base64. `replaced` is the input whose place the output takes. Of one that is not
/// `whole` only the cards come back, whose digest is `cards`; if it was replaced, lines with `raw` are
/// all of it. `ends` says how many END its last card lacks, and `headless` where in what comes back
/// its first card starts that lacks its BEGIN. Where a name is no UTF-8, `octets` is the name in
/// base64. `made` is the birth of the journal itself: who wrote it here may say which file it is about.
final class JournalWriter {
  private let writer: BufferedWriter
  /// The journal, which counts when it is in its place.
  let file: AtomicFile
  /// A copy that the next one may go on from.
  private var pending: (input: Int, start: Int, count: Int)?

  /// Begins a journal, which only its owner may read if it is new: removed cards are in it.
  ///
  /// - Parameters:
  ///   - path: Where it goes.
  ///   - table: The cards.
  ///   - digests: The digests of the inputs.
  ///   - replaced: The input whose place the output takes.
  /// - Throws: ``DedupeError/changed(_:)`` when what is replaced has changed meanwhile.
  init(_ path: FilePath, _ table: CardTable, _ digests: [String], replaced: Int?) throws {
    file = try AtomicFile(replacing: path, isPrivate: true)
    writer = file.writer
    let cardDigests = try table.inputs.indices.map { input in
      table.inputs[input].isSpooled ? try Self.digest(ofCards: input, table) : nil
    }
    try writer.append { json in
      json.append("{\"schema\":\"vcard.journal/1\",")
      if let replaced { json.append("\"replaced\":\(replaced),") }
      json.append("\"inputs\":[")
      for (index, input) in table.inputs.enumerated() {
        json.append(index == 0 ? "{" : ",{")
        Self.append(input.name, input.file?.path, to: &json)
        json.append(",\"sha256\":")
        json.append(jsonString: digests[index])
        json.append(",\"whole\":\(!input.isSpooled)")
        if let digest = cardDigests[index] { json.append(",\"cards\":\"\(digest)\"") }
        if let last = input.cards.last, table.missingEnds(of: last) > 0 {
          json.append(",\"ends\":\(table.missingEnds(of: last))")
        }
        if let first = input.cards.first, table.lacksBegin(first) {
          json.append(",\"headless\":\(input.isSpooled ? 0 : table.range(of: first).lowerBound)")
        }
        json.append("}")
      }
      json.append("]}\n")
    }
    if let replaced, table.inputs[replaced].isSpooled { try keepWhole(table.inputs[replaced]) }
  }

  /// The digest of the cards of an input that is in the spool.
  private static func digest(ofCards input: Int, _ table: CardTable) throws -> String {
    var hash = SHA256()
    let cards = table.inputs[input].cards
    if let first = cards.first, let last = cards.last {
      let range = table.range(of: first).lowerBound..<table.range(of: last).upperBound
      try table.forEachPiece(in: range, of: input) { hash.update($0.span) }
    }
    return hash.digest.hexadecimal
  }

  private static func append(_ name: String, _ path: FilePath?, to json: inout [UInt8]) {
    json.append("\"file\":")
    json.append(jsonString: name)
    guard let path, FilePath(path.string) != path else { return }
    json.append(",\"octets\":\"")
    json.append(contentsOf: Base64.encode(path.octets))
    json.append("\"")
  }

  /// Notes all octets of a file of which the output has the cards only, and takes the place.
  private func keepWhole(_ input: CardTable.Input) throws {
    guard let file = input.file else { return }
    do {
      try file.forEachPiece(in: 0..<file.count) { octets in
        try writer.append { json in
          json.append("{\"raw\":\"")
          json.append(contentsOf: Base64.encode(octets))
          json.append("\"}\n")
        }
      }
    } catch let error as FileError {
      if error.errno == .staleNFSFileHandle { throw DedupeError.changed(input.name) }
      throw error
    }
  }

  /// Notes that octets of an input stand in the output.
  func copy(_ count: Int, at start: Int, of input: Int) throws {
    if let last = pending, last.input == input, last.start + last.count == start {
      pending = (input, last.start, last.count + count)
    } else {
      try flush()
      pending = (input, start, count)
    }
  }

  /// Notes octets of an input that the output lacks.
  func keep(_ octets: [UInt8], of input: Int) throws {
    try flush()
    try writer.append { json in
      json.append("{\"input\":\(input),\"data\":\"")
      json.append(contentsOf: Base64.encode(octets))
      json.append("\"}\n")
    }
  }

  /// Ends the journal.
  func finish(output: String, at path: FilePath, digest: String, count: Int) throws {
    try flush()
    let birth = try file.birth()
    try writer.append { json in
      json.append("{\"output\":{")
      Self.append(output, path, to: &json)
      json.append(",\"sha256\":\"\(digest)\",\"bytes\":\(count)")
      if let birth { json.append(",\"made\":\"\(birth.text)\"") }
      json.append("}}\n")
    }
  }

  private func flush() throws {
    guard let pending else { return }
    self.pending = nil
    try writer.append { json in
      json.append("{\"input\":\(pending.input),\"copy\":[\(pending.start),\(pending.count)]}\n")
    }
  }
}
