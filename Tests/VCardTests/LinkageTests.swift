import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite("VCard alone")
struct LinkageTests {
  /// A program that uses VCard and nothing else, built beside these tests.
  private static let probe = FilePath(CommandLine.arguments.first ?? "").removingLastComponent()
    .appending("LinkageProbe")

  private static let isLinux: Bool = {
    #if os(Linux)
      true
    #else
      false
    #endif
  }()

  @Test("a client of VCard links neither Foundation nor ICU", .enabled(if: isLinux))
  func links() async throws {
    let libraries = try await ToolRunner.shell("ldd '\(Self.probe)'")
    #expect(libraries.ending == .exit(0), "\(libraries.errorText)")
    for line in libraries.outputText.split(separator: "\n") {
      #expect(!line.contains("libFoundation") && !line.contains("_FoundationICU"), "\(line)")
      #expect(!line.contains("libicu"), "\(line)")
    }
    // The same question about something that does link Foundation: these tests.
    let own = try await ToolRunner.shell("ldd '\(CommandLine.arguments.first ?? "")'")
    #expect(own.outputText.contains("libFoundation"))
  }

  @Test("a client of VCard reads cards")
  func runs() async throws {
    let outcome = try await ToolRunner.shell("exec '\(Self.probe)'")
    #expect(outcome.ending == .exit(0))
    #expect(outcome.outputText == "Kate Bell\n")
  }
}
