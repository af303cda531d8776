import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite("Shell completions, and the order of help")
struct CompletionTests {
  private func script(_ shell: String) async throws -> String {
    let outcome = try await ToolRunner.run(["--generate-completion-script", shell])
    #expect(outcome.ending == .exit(0))
    return outcome.outputText
  }

  @Test("codes, formats and programs are offered", arguments: ["bash", "zsh", "fish"])
  func values(shell: String) async throws {
    let script = try await script(shell)
    for value in ["missing-fn", "unknown-locale", "vcard21", "cutout", "jsonl", "always"] {
      #expect(script.contains(value), "\(value)")
    }
  }

  @Test("bash completes files, values of options and codes, as somebody would see them")
  func bash() async throws {
    let folder = try TemporaryDirectory()
    try folder.write("", to: "phone.vcf")
    try folder.write(try await script("bash"), to: "complete.sh")
    try folder.write(
      """
      source ./complete.sh
      complete_line() {
        COMP_LINE="$1" COMP_POINT=${#1} COMP_CWORD=0 COMP_TYPE=9 COMP_KEY=9
        read -ra COMP_WORDS <<<"$1"
        case "$1" in *' ') COMP_WORDS+=('') ;; esac
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        COMPREPLY=()
        _vcard 2>/dev/null
        echo "${COMPREPLY[*]}"
      }
      complete_line "vcard explain missing-f"
      complete_line "vcard check ph"
      complete_line "vcard convert --to vcard"
      complete_line "vcard match --book ph"
      complete_line "vcard sort -o ph"
      """, to: "try.sh")
    let outcome = try await ToolRunner.start(
      ["try.sh"], program: "/bin/bash", directory: folder.path
    ) { try await $0.finishInput() }
    let lines = outcome.outputText.split(separator: "\n").map {
      $0.split(separator: " ").sorted().joined(separator: " ")
    }
    #expect(
      lines == ["missing-fn", "phone.vcf", "vcard21 vcard3 vcard4", "phone.vcf", "phone.vcf"],
      "\(outcome.outputText)\(outcome.errorText)")
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
          if !word.isEmpty, word != "help", word.allSatisfy(\.isLetter) {
            queue.append(path + [String(word)])
          }
        }
      }
      guard help.contains("--quiet") else { continue }
      let parts = help.components(separatedBy: "\nOPTIONS OF EVERY COMMAND:\n")
      #expect(parts.count == 2, "\(path)")
      #expect(!parts[0].contains("--diagnostics <"), "\(path)")
      for own in ["--book <", "--format <", "--dry-run", "--output <"] {
        #expect(parts.last?.contains(own) == false, "\(path) \(own)")
      }
      seen += 1
    }
    #expect(seen > 30)
  }
}
