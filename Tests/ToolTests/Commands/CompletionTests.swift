import Foundation
import TestSupport
import Testing

@Suite("Shell completions")
struct CompletionTests {
  private func script(_ shell: String) async throws -> String {
    let outcome = try await ToolRunner.run(["--generate-completion-script", shell])
    #expect(outcome.ending == .exit(0))
    return outcome.outputText
  }

  @Test("codes, files, formats and programs are offered", arguments: ["bash", "zsh", "fish"])
  func values(shell: String) async throws {
    let script = try await script(shell)
    for value in ["missing-fn", "unknown-locale", "vcard21", "cutout", "jsonl", "always"] {
      #expect(script.contains(value), "\(value)")
    }
    let files = ["bash": "_add_completions -f", "zsh": "_files", "fish": "-rF"][shell] ?? ""
    #expect(script.components(separatedBy: files).count > 20, "\(files)")
  }
}
