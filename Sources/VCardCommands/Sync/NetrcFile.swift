/// A `.netrc` file, as ftp(1) and curl(1) read it: machines with logins and passwords.
struct NetrcFile: Sendable {
  private struct Entry: Sendable {
    /// The host; `nil` for `default`.
    let machine: String?
    var login: String?
    var password: String?
  }

  private var entries: [Entry] = []

  /// Reads the text of a file; what it does not know is passed over.
  init(_ text: String) {
    var words = NetrcFile.words(of: text)[...]
    while let word = words.popFirst() {
      switch word {
      case "machine": if let name = words.popFirst() { entries.append(Entry(machine: name)) }
      case "default": entries.append(Entry(machine: nil))
      case "login": set(\.login, words.popFirst())
      case "password": set(\.password, words.popFirst())
      case "account": _ = words.popFirst()
      default: break
      }
    }
  }

  private mutating func set(_ part: WritableKeyPath<Entry, String?>, _ value: String?) {
    if !entries.isEmpty { entries[entries.count - 1][keyPath: part] = value }
  }

  /// The words of all lines: those that begin with `#` are comments, and a macro ends with a blank line.
  private static func words(of text: String) -> [String] {
    var found: [String] = []
    var isMacro = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var rest = line.drop { $0.isWhitespace }
      if rest.isEmpty { isMacro = false }
      if isMacro || rest.first == "#" { continue }
      while !rest.isEmpty {
        let word: String
        if rest.first == "\"" {
          // Of curl: quotation marks, with backslashes before what stands for itself.
          (word, rest) = quoted(rest.dropFirst())
        } else {
          word = String(rest.prefix { !$0.isWhitespace })
          rest = rest.dropFirst(word.count)
        }
        if word == "macdef" {
          isMacro = true
          break
        }
        found.append(word)
        rest = rest.drop { $0.isWhitespace }
      }
    }
    return found
  }

  private static func quoted(_ text: Substring) -> (String, Substring) {
    var word = ""
    var rest = text
    while let character = rest.popFirst(), character != "\"" {
      word.append(character == "\\" ? rest.popFirst() ?? "\\" : character)
    }
    return (word, rest)
  }

  /// The login and the password for a host: of its first entry that fits the user, else of `default`.
  func secret(for host: String, of user: String?) -> (login: String?, password: String)? {
    for entry in entries where entry.machine == nil || entry.machine?.lowercased() == host {
      guard let password = entry.password, user == nil || entry.login == nil || entry.login == user
      else { continue }
      return (entry.login, password)
    }
    return nil
  }
}
