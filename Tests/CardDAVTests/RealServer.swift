import CardDAV
import Foundation
import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A real server of CardDAV that a test starts with a folder of its own.
///
/// `CARDDAV_SERVERS` names the folder of their programs, which `.ci/sync` makes; else they are looked for
/// where programs are.
final class RealServer {
  enum Program: String, CaseIterable, Sendable {
    case radicale
    case xandikos
  }

  let url: String
  /// The collection that it has.
  let collection: String
  private let process = Process()
  private let folder: TemporaryDirectory

  /// The file of a program; `nil` where it is not installed.
  static func file(of program: Program) -> String? {
    let chosen = ProcessInfo.processInfo.environment["CARDDAV_SERVERS"]
      .map { "\($0)/\(program.rawValue)" }
    if let chosen, FileManager.default.isExecutableFile(atPath: chosen) { return chosen }
    return ToolRunner.program(program.rawValue)
  }

  static var installed: [Program] { Program.allCases.filter { file(of: $0) != nil } }

  /// Starts a program whose one collection holds cards, each a name and its text.
  init(_ program: Program, cards: [(name: String, text: String)] = []) throws {
    guard let file = RealServer.file(of: program) else { throw POSIXError(.ENOENT) }
    folder = try TemporaryDirectory()
    let port = try RealServer.freePort()
    url = "http://127.0.0.1:\(port)"
    process.executableURL = URL(fileURLWithPath: file)
    switch program {
    case .radicale:
      let place = "data/collection-root/ann/book"
      try folder.makeFolder(place)
      try folder.write(
        #"{"tag": "VADDRESSBOOK", "D:displayname": "Friends"}"#, to: "\(place)/.Radicale.props")
      for (name, text) in cards { try folder.write(text, to: "\(place)/\(name)") }
      try folder.write("ann:secret\n", to: "users")
      try folder.write(
        """
        [server]
        hosts = 127.0.0.1:\(port)
        [auth]
        type = htpasswd
        htpasswd_filename = \(folder.argument("users"))
        htpasswd_encryption = plain
        delay = 0
        [storage]
        filesystem_folder = \(folder.argument("data"))
        """, to: "config")
      process.arguments = ["--config", folder.argument("config")]
      collection = "/ann/book/"
    case .xandikos:
      process.arguments = [
        "serve", "-d", folder.argument("data"), "-l", "127.0.0.1", "-p", "\(port)",
        "--current-user-principal", "/ann/", "--defaults",
      ]
      collection = "/ann/contacts/addressbook/"
    }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    try waitForAnswers()
  }

  deinit {
    // Python asked to end waits for connections that are kept.
    kill(process.processIdentifier, SIGKILL)
  }

  func credentials(_ question: ServerConnection.Question) -> Credentials? {
    .password(user: "ann", "secret")
  }

  private func waitForAnswers() throws {
    let origin = try WebURL(url)
    for _ in 0..<300 {
      let connection = try ServerConnection(origin.origin) { _ in nil }
      do {
        _ = try connection.send(HTTPRequest("GET", WebURL(origin.origin, target: "/.web/")))
        return
      } catch  where error.kind == .unreachable {
        usleep(100_000)
      } catch { return }
    }
    throw POSIXError(.ETIMEDOUT)
  }

  /// A port that nobody listened at a moment ago.
  private static func freePort() throws -> UInt16 {
    let server = try ScriptedServer { _ in .answer(500) }
    defer { server.stop() }
    return server.port
  }
}
