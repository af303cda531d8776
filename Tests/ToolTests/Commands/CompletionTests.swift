import Foundation
import TestSupport
import Testing

@Suite("Shell completions, and the order of help")
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
    let words = script.replacing("'$'\\n''", with: " ").replacing("' '", with: " ")
    for values in ["apple google outlook", "name nickname organization email"] {
      #expect(words.contains(values), "\(values)")
    }
    let files = ["bash": "_add_completions -f", "zsh": "_files", "fish": "-rF"][shell] ?? ""
    #expect(script.components(separatedBy: files).count > 20, "\(files)")
  }

  @Test("what a command has of its own stands before what every command has")
  func help() async throws {
    var queue = [[String]()]
    var seen = 0
    while let path = queue.popLast() {
      let help = try await ToolRunner.run(path + ["--help"]).outputText
      if let list = help.range(of: "\nSUBCOMMANDS:\n") {
        for line in help[list.upperBound...].split(separator: "\n") where line.hasPrefix("  ") {
          let word = line.dropFirst(2).prefix { $0 != " " }
          if word.first?.isLowercase == true, word != "help" {
            queue.append(path + [String(word)])
          }
        }
      }
      guard help.contains("--quiet") else { continue }
      let parts = help.components(separatedBy: "\nOPTIONS OF EVERY COMMAND:\n")
      #expect(parts.count == 2, "\(path)")
      #expect(!parts[0].contains("\n  --diagnostics <"), "\(path)")
      for own in ["--book <", "--format <", "--dry-run", "--output <"] {
        #expect(parts.last?.contains("  \(own)") == false, "\(path) \(own)")
      }
      seen += 1
    }
    #expect(seen > 30)
  }
}
