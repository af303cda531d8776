import SystemPackage
import TestSupport

/// Runs the tool on a book of its own.
struct BookRunner {
  let folder: TemporaryDirectory
  let book: String

  /// Begins without a book.
  ///
  /// - Parameter name: What it is to be called; the end says what kind it becomes.
  /// - Throws: What keeps a folder from being made.
  init(_ name: String = "book.sqlite") throws {
    folder = try TemporaryDirectory()
    book = folder.argument(name)
  }

  /// Begins with the people of a fixture.
  static func importing(
    _ fixture: String = "demo/book.vcf", to name: String = "book.sqlite"
  ) async throws -> BookRunner {
    let runner = try BookRunner(name)
    let cards = Fixtures.path(fixture).string
    let outcome = try await runner(["import", "--quiet", "--ambiguous", "new", cards])
    guard outcome.ending == .exit(0) else { throw Failed(errors: outcome.errorText) }
    return runner
  }

  struct Failed: Error { let errors: String }

  func callAsFunction(
    _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:]
  ) async throws -> ToolRunner.Outcome {
    try await ToolRunner.run(
      arguments + ["--book", book], input: input, environment: environment)
  }

  /// What a command that goes well prints.
  func output(_ arguments: [String], input: String = "") async throws -> String {
    let outcome = try await self(arguments, input: Array(input.utf8))
    guard outcome.ending == .exit(0) else {
      throw Failed(errors: "\(arguments): \(outcome.ending) \(outcome.errorText)")
    }
    return outcome.outputText
  }

  /// The cards of all records of the book.
  func export() async throws -> [UInt8] { try await self(["export", "--records"]).output }

  /// Adds a person and returns the ID.
  func add(_ name: String, _ lines: String..., version: String = "3.0") async throws -> String {
    let card = BookRunner.card(name, lines, version: version)
    let id = try await output(["book", "new"], input: card)
    return id.split(separator: "\n").map(String.init).first ?? ""
  }

  /// A card as text with CRLF.
  static func card(_ name: String, _ lines: [String] = [], version: String = "3.0") -> String {
    (["BEGIN:VCARD", "VERSION:\(version)", "N:\(name);;;;", "FN:\(name)"] + lines
      + ["END:VCARD", ""]).joined(separator: "\r\n")
  }

  /// The permissions of a file as three octal digits.
  static func permissions(_ path: FilePath) throws -> String {
    String(try Stat(path).permissions.rawValue & 0o777, radix: 8)
  }
}
