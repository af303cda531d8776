import ArgumentParser
import CardDAV
import Files
import SystemPackage

/// Where secrets come from besides the places that are always looked into.
struct SecretOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read the password from this descriptor, as in 3 with '3< file'.", valueName: "number"))
  var passwordFd: Int32?

  func validate() throws {
    if let passwordFd, passwordFd < 0 {
      throw ValidationError("a descriptor is a number from 0 on")
    }
  }

  /// What finds secrets in this run.
  ///
  /// - Throws: What is wrong with the file of accounts.
  func finder(_ console: Console) throws -> SecretFinder {
    let accounts = try Preferences.file("accounts").map { try AccountFile($0) } ?? AccountFile()
    return SecretFinder(accounts, passwordFd.map { FileDescriptor(rawValue: $0) }, console)
  }
}

/// Finds secrets by server and user, the first of: the command of the user's accounts,
/// `VCARD_PASSWORD`, a descriptor, `.netrc`, the desktop's Secret Service, and whoever sits at the terminal.
///
/// They are in memory only; nothing writes or logs them, and no argument of a program has them.
final class SecretFinder {
  private struct Key: Hashable {
    let origin: WebURL.Origin
    let user: String?
  }

  private let accounts: AccountFile
  private let descriptor: FileDescriptor?
  private let console: Console
  private let environment: (String) -> String?
  private var fromDescriptor: String?
  private var known: [Key: Credentials] = [:]

  /// Octets of a secret, tokens among them.
  private static let mostOctets = 1 << 16

  init(
    _ accounts: AccountFile, _ descriptor: FileDescriptor?, _ console: Console,
    environment: @escaping (String) -> String? = Platform.environment
  ) {
    self.accounts = accounts
    self.descriptor = descriptor
    self.console = console
    self.environment = environment
  }

  /// Finds a secret; `nil` where nobody knows one.
  ///
  /// A second question about it asks the command once more, as tokens get old, and the person.
  func credentials(
    _ question: ServerConnection.Question
  ) throws(RemoteError) -> Credentials? {
    let key = Key(origin: question.origin, user: question.user)
    if question.isRepeated {
      known[key] = nil
    } else if let credentials = known[key] {
      return credentials
    }
    let found: Credentials?
    do {
      found =
        try ofCommand(question) ?? (question.isRepeated ? nil : ofEnvironment(question))
        ?? ofTerminal(question)
    } catch let error as RemoteError {
      throw error
    } catch {
      throw RemoteError(.notAllowed, "the password of \(question.origin) cannot be read: \(error)")
    }
    known[key] = found
    return found
  }

  /// Whether secrets may go to a server that another one names: somebody has an account there, or says so
  /// at the terminal.
  func isTrusted(_ url: WebURL) -> Bool {
    if accounts.knows(url.origin) { return true }
    guard var prompt = Prompt(console: console) else { return false }
    let answer = try? prompt.choice(
      "The cards are on another server, \(url.origin). May it have the password?",
      among: ["yes", "no"])
    return answer == 0
  }

  private func ofCommand(_ question: ServerConnection.Question) throws -> Credentials? {
    guard let account = accounts.account(at: question.origin, of: question.user) else {
      return nil
    }
    let (code, output) = try Platform.shellOutput(account.command, limit: SecretFinder.mostOctets)
    guard code == 0 else {
      throw RemoteError(
        .notAllowed, "the command for the secret of \(question.origin) ended with \(code)")
    }
    let secret = SecretFinder.firstLine(output)
    guard !secret.isEmpty else {
      throw RemoteError(.notAllowed, "the command for the secret of \(question.origin) says none")
    }
    if account.isToken { return .bearer(secret) }
    return .password(user: try user(question, account.user), secret)
  }

  private func ofEnvironment(_ question: ServerConnection.Question) throws -> Credentials? {
    if let secret = environment("VCARD_PASSWORD"), !secret.isEmpty {
      return .password(user: try user(question), secret)
    }
    if let secret = try ofDescriptor() { return .password(user: try user(question), secret) }
    if let (login, secret) = netrc?.secret(for: question.origin.host, of: question.user) {
      return .password(user: try user(question, login), secret)
    }
    return ofSecretService(question)
  }

  private func ofDescriptor() throws -> String? {
    guard let descriptor else { return nil }
    if let fromDescriptor { return fromDescriptor }
    let secret = SecretFinder.firstLine(
      try SystemCalls.contents(of: descriptor, limit: SecretFinder.mostOctets))
    fromDescriptor = secret
    return secret
  }

  private var netrc: NetrcFile? {
    let path =
      environment("NETRC").map { FilePath($0) }
      ?? environment("HOME").map { FilePath($0).appending(".netrc") }
    guard let path,
      let text = try? SystemCalls.contents(of: path, limit: 1 << 20)
    else { return nil }
    return NetrcFile(String(decoding: text, as: UTF8.self))
  }

  /// As libsecret keeps passwords of networks: by server and user.
  private func ofSecretService(_ question: ServerConnection.Question) -> Credentials? {
    let hasBus =
      environment("DBUS_SESSION_BUS_ADDRESS") != nil
      || environment("XDG_RUNTIME_DIR").map { (try? Stat(FilePath($0).appending("bus"))) != nil }
        ?? false
    guard hasBus, let user = question.user else { return nil }
    let found = try? Platform.shellOutput(
      "command -v secret-tool >/dev/null && exec secret-tool lookup 2>/dev/null",
      ["server", question.origin.host, "user", user], limit: SecretFinder.mostOctets)
    guard let found, found.code == 0 else { return nil }
    let secret = SecretFinder.firstLine(found.output)
    return secret.isEmpty ? nil : .password(user: user, secret)
  }

  private func ofTerminal(_ question: ServerConnection.Question) throws -> Credentials? {
    guard var prompt = Prompt(console: console) else { return nil }
    var user = question.user
    if user == nil { user = try prompt.line("User at \(question.origin):") }
    guard let user, !user.isEmpty else { return nil }
    let again = question.isRepeated ? "That was refused. " : ""
    let secret = try prompt.secret("\(again)Password of \(user) at \(question.origin):")
    guard let secret, !secret.isEmpty else { return nil }
    return .password(user: user, secret)
  }

  /// Whose the secret is, as the source or whoever has the secret says.
  private func user(
    _ question: ServerConnection.Question, _ other: String? = nil
  ) throws -> String {
    if let user = question.user ?? other { return user }
    throw RemoteError(
      .notAllowed, "whose password it is at \(question.origin) is not known; say it with --user")
  }

  private static func firstLine(_ octets: [UInt8]) -> String {
    let line = octets.prefix { $0 != UInt8(ascii: "\n") }
    return String(
      decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
  }
}
