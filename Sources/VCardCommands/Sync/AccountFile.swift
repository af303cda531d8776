import CardDAV
import Files
import SystemPackage
import TOMLKit
import VCard

/// The file of accounts: for a server, and perhaps one user of it, a command that tells the secret.
///
/// ```toml
/// ["https://dav.example.org"]
/// user = "kate"
/// password = "pass show dav.example.org"
///
/// ["https://www.googleapis.com"]
/// bearer = "oauth-helper kate@gmail.com"
/// ```
/// It stands beside the preferences and not in the book: a book that comes from elsewhere must run nothing.
struct AccountFile: Sendable {
  /// What tells a secret.
  struct Account: Hashable, Sendable {
    let origin: WebURL.Origin
    /// Whose secret it is; anybody's where `nil`.
    let user: String?
    /// A command of the shell, whose first line is the secret.
    let command: String
    /// Whether that is a token of OAuth 2.0.
    let isToken: Bool
  }

  private var accounts: [Account] = []

  /// Accounts of nobody.
  init() {}

  /// Reads a file; one that is not there has no accounts.
  ///
  /// - Throws: A failure that ends with 65 for what is no such file, or may be written by others, who
  ///   could have their commands run; with 66 for one that cannot be read.
  init(_ path: FilePath) throws {
    let text: [UInt8]
    let permissions: FilePermissions
    do throws(Errno) {
      permissions = try Stat(path).permissions
      text = try SystemCalls.contents(of: path, limit: AccountFile.mostOctets)
    } catch Errno.noSuchFileOrDirectory, Errno.notDirectory {
      self.init()
      return
    } catch {
      throw CommandFailure(.noInput, "cannot read \(path.string): \(error)")
    }
    guard permissions.isDisjoint(with: [.groupWrite, .otherWrite]) else {
      throw CommandFailure(
        .data, "\(path.string) may be written by others, who could run commands of theirs",
        suggestion: "'chmod go-w \(path.string)'")
    }
    try self.init(text, name: path.string)
  }

  /// Larger ones are somebody else's.
  private static let mostOctets = 1 << 20

  /// Reads the octets of a file.
  init(_ text: [UInt8], name: String) throws {
    let places = PreferencePlaces(text)
    func failure(_ key: String, _ problem: String) -> CommandFailure {
      let place = places[key].key
      return CommandFailure(.data, "\(name):\(place.line):\(place.column): \(problem)")
    }
    let table: TOMLTable
    do {
      table = try TOMLTable(string: String(decoding: text, as: UTF8.self))
    } catch {
      let place = (error as? TOMLParseError)?.source.begin
      let problem = (error as? TOMLParseError)?.description ?? "\(error)"
      throw CommandFailure(
        .data, "\(name):\(place?.line ?? 1):\(place?.column ?? 1): it is not TOML: \(problem)")
    }
    for (server, value) in table {
      guard let url = try? WebURL(server), let account = value.table else {
        throw failure(server, "a table is called as a server, as in [\"https://dav.example.org\"]")
      }
      var texts: [String: String] = [:]
      for (key, value) in account {
        guard ["user", "password", "bearer"].contains(key), let text = value.string else {
          throw failure(key, "an account has the texts user, and password or bearer")
        }
        texts[key] = text
      }
      guard let command = texts["password"] ?? texts["bearer"],
        texts["password"] == nil || texts["bearer"] == nil
      else { throw failure(server, "an account has either password or bearer") }
      accounts.append(
        Account(
          origin: url.origin, user: texts["user"] ?? url.user, command: command,
          isToken: texts["password"] == nil))
    }
  }

  /// Who is meant by a server and perhaps a user; an account of that user before one of anybody.
  func account(at origin: WebURL.Origin, of user: String?) -> Account? {
    let own = accounts.filter { $0.origin == origin }
    guard let user else { return own.first }
    return own.first { $0.user == user } ?? own.first { $0.user == nil }
  }

  /// Whether somebody put a server into the file.
  func knows(_ origin: WebURL.Origin) -> Bool { accounts.contains { $0.origin == origin } }
}
