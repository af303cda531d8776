import ContactStore
import Files
import SystemPackage
import VCard

/// What becomes of the photos of cards.
enum PhotoRule {
  /// They stay.
  case kept
  /// PHOTO lines are left out, and with them references to photos elsewhere.
  case dropped
  /// Photos become files; cards keep the names of these.
  case extracted(PhotoExtractor)

  /// Puts the files in their places, and with them, or not at all, what refers to them.
  func commit(rehearsing: Bool, console: Console, with body: () throws -> Void) throws {
    guard case .extracted(let extractor) = self else { return try body() }
    try extractor.commit(rehearsing: rehearsing, console: console, with: body)
  }
}

/// Writes the photos of cards into a folder.
final class PhotoExtractor {
  /// What stands in a card in place of its photo: the name of the file.
  static let property = "X-PHOTO-FILE"

  private let folder: StagedFolder
  private let replacesFiles: Bool
  private var names = NumberedNames()

  init(into folder: StagedFolder, replacesFiles: Bool) {
    self.folder = folder
    self.replacesFiles = replacesFiles
  }

  func extract(
    from card: inout Card, _ number: Int, _ notes: inout [Diagnostic]
  ) throws {
    let photos = card.properties(named: .photo)
    guard !photos.isEmpty else { return }
    let stem = CardFileName.stem(of: card, number: number)
    var unclean: [(property: Property, problems: DecodingProblems)] = []
    for photo in photos {
      var problems = DecodingProblems()
      let content = content(of: photo, &problems)
      if !problems.isEmpty { unclean.append((photo, problems)) }
      guard let (mediaType, octets) = content else { continue }
      let suffix = "." + MediaType.fileExtension(of: mediaType)
      let name = try names.firstFree(stem, suffix: suffix) { name in
        if !replacesFiles { try folder.refuseOldFile(name) }
        return try folder.add(name, octets)
      }
      // Replacing one leaves the others in their places.
      card.replace(photo, with: line(for: photo, name))
    }
    notes += DecodingProblems.diagnostics(of: unclean)
  }

  /// The octets of a photo, and what they are by their look, else by what the card says.
  ///
  /// A reference to a photo elsewhere has none. What is not clean base64 stays in the card: the file
  /// would hold less than it.
  private func content(
    of photo: Property, _ problems: inout DecodingProblems
  ) -> (mediaType: String, octets: [UInt8])? {
    let value = photo.decodedValue(&problems)
    guard !problems.contains(.badBase64) else { return nil }
    let found: (mediaType: String, octets: [UInt8])? =
      if case .binary(let type, let octets) = value {
        (type, octets)
      } else if case .text(let text) = value {
        DataURI.decode(text)
      } else {
        nil
      }
    guard let found, !found.octets.isEmpty else { return nil }
    return (MediaType.sniffed(found.octets) ?? found.mediaType.lowercased(), found.octets)
  }

  private func line(for photo: Property, _ name: String) -> ContentLine {
    var line = ContentLine(
      group: photo.group, Self.property, parameters: photo.parameters, .text(name))
    line.removeMediaType(of: .photo)
    return line
  }

  func commit(rehearsing: Bool, console: Console, with body: () throws -> Void) throws {
    try folder.commit(
      "photos", replacing: replacesFiles, rehearsing: rehearsing, console: console, with: body)
  }
}

extension StagedFolder {
  /// Refuses a name under which there was a file before.
  func refuseOldFile(_ name: String) throws {
    if try hadFile(name) { throw CommandFailure.exists(path.appending(name).string) }
  }

  /// Puts the files in their places, does what goes with them, and says how many there are of what.
  func commit(
    _ what: String, replacing: Bool, rehearsing: Bool, console: Console,
    with body: () throws -> Void = {}
  ) throws {
    let count = try CommandFailure.explainingExistence {
      try commit(replacing: replacing, rehearsing: rehearsing, with: body)
    }
    console.explain("\(rehearsing ? "would write" : "wrote") \(count) \(what) to \(path)")
  }
}

extension CommandFailure {
  /// What is told of a file that was there before.
  static func exists(_ name: String) -> CommandFailure {
    CommandFailure(
      .cannotCreate, "\(name) exists already, and nothing was written",
      suggestion: "--force replaces files that are there")
  }

  /// Turns the error about a file that was there before into what people read.
  static func explainingExistence<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as FileError where error.action == .create && error.errno == .fileExists {
      throw exists(error.name)
    }
  }
}
