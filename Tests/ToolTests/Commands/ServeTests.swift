import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite("vcard serve")
struct ServeTests {
  /// A folder with a book, and a program in the place of the one that opens browsers.
  private func folder() async throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    try folder.write(CardSamples.card("Kate Bell", "TEL:1"), to: "kate.vcf")
    let made = try await ToolRunner.run(
      ["import", folder.argument("kate.vcf"), "--book", folder.argument("book.sqlite")])
    #expect(made.ending == .exit(0))
    for name in ["bin", "run"] { try folder.makeFolder(name) }
    let seen = folder.argument("seen")
    try folder.write(
      """
      #!/bin/sh
      stat -c '%a' "$1" >'\(seen).mode'
      echo "$*" >'\(seen).arguments'
      cp "$1" '\(seen).part' && mv '\(seen).part' '\(seen)'

      """, to: "bin/xdg-open")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.argument("bin/xdg-open"))
    return folder
  }

  /// Serves the book until the browser was opened.
  private func served(
    _ folder: TemporaryDirectory, _ options: String...
  ) async throws -> ToolRunner.Outcome {
    let seen = folder.path("seen")
    return try await ToolRunner.start(
      ["serve", "--book", folder.argument("book.sqlite")] + options,
      environment: [
        "PATH": "\(folder.argument("bin")):/usr/bin:/bin", "DISPLAY": ":0",
        "XDG_RUNTIME_DIR": folder.argument("run"),
      ]
    ) { process in
      for _ in 0..<1000 where (try? Stat(seen)) == nil {
        try await Task.sleep(for: .milliseconds(50))
      }
      try process.send(signal: 2)
    }
  }

  @Test(
    "a browser gets the address in a file that its user alone reads; Ctrl-C ends the server and the file"
  )
  func opens() async throws {
    let folder = try await folder()
    let outcome = try await served(folder)
    #expect(outcome.ending == .exit(0))
    let address = String(outcome.outputText.dropLast())
    let key = try #require(address.split(separator: "#").last)
    #expect(address.hasPrefix("http://127.") && key.utf8.count == 64)
    #expect(try folder.text("seen").contains("url=\(address)\""))
    #expect(try folder.text("seen.mode") == "600\n")
    // Others of the machine see the arguments of programs.
    #expect(try !folder.text("seen.arguments").contains(key))
    #expect(try folder.text("seen.arguments").hasPrefix(folder.argument("run")))
    #expect(try folder.names(in: "run").isEmpty)
  }

  @Test(
    "an address of one's own is served at as a browser writes it",
    arguments: [
      ("127.0.0.1", "127.0.0.1"), ("localhost", "localhost"),
      ("0:0:0:0:0:0:0:1", "[::1]"),
    ])
  func ownAddress(address: String, host: String) async throws {
    // A machine may have no IPv6.
    let addresses = try? String(contentsOfFile: "/proc/net/if_inet6", encoding: .utf8)
    if host == "[::1]", addresses?.contains("\(String(repeating: "0", count: 31))1 ") != true {
      return
    }
    let outcome = try await served(folder(), "--address", address)
    #expect(outcome.ending == .exit(0), "\(outcome.errorText)")
    #expect(outcome.outputText.hasPrefix("http://\(host):"))
  }

  @Test(
    "what cannot be listened at is told, and nothing is served",
    arguments: [
      (["--address", "192.0.2.1"], 64, "other machines could reach 192.0.2.1"),
      (["--address", "0.0.0.0"], 64, "other machines could reach 0.0.0.0"),
      (["--address", "::"], 64, "other machines could reach ::"),
      (["--address", "no address"], 73, "cannot listen at no address"),
      (["--port", "65536"], 64, "--port is 0 to 65535"),
    ])
  func refuses(options: [String], code: Int32, words: String) async throws {
    let folder = try await folder()
    let outcome = try await ToolRunner.run(
      ["serve", "--book", folder.argument("book.sqlite"), "--no-open"] + options)
    #expect(outcome.ending == .exit(code))
    #expect(outcome.output.isEmpty && outcome.errorText.contains(words))
  }
}
