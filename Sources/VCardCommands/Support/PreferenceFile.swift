import Files
import SystemPackage
import TOMLKit
import VCard

/// The file of preferences: TOML with a text for each key.
struct PreferenceFile {
  /// A preference that is told.
  struct Entry: Sendable {
    let value: String
    /// The line of its key, from 1.
    let line: Int
  }

  /// Larger ones are somebody else's.
  private static let mostOctets = 1 << 20

  /// The preferences; those whose values cannot be are not among them.
  private(set) var entries: [Preferences.Key: Entry] = [:]
  /// What is odd about the file.
  private(set) var diagnostics: [Diagnostic] = []

  /// Reads a file; `nil` when there is none.
  ///
  /// - Parameter path: The file.
  /// - Complexity: One look at the folder where there is no file.
  init?(_ path: FilePath) {
    do throws(Errno) {
      read(try SystemCalls.contents(of: path, limit: PreferenceFile.mostOctets))
    } catch Errno.noSuchFileOrDirectory, Errno.notDirectory {
      return nil
    } catch {
      add(.unreadablePreferences, .error, SourcePosition(), "it cannot be read: \(error)")
    }
  }

  private mutating func read(_ text: [UInt8]) {
    let places = PreferencePlaces(text)
    let table: TOMLTable
    do {
      table = try TOMLTable(string: String(decoding: text, as: UTF8.self))
    } catch {
      let position = (error as? TOMLParseError)?.source.begin
      return add(
        .unreadablePreferences, .error,
        SourcePosition(line: position?.line ?? 1, column: position?.column ?? 1),
        "it is not TOML: \((error as? TOMLParseError)?.description ?? "\(error)")")
    }
    for (name, value) in table {
      let place = places[name]
      guard let key = Preferences.Key(rawValue: name) else {
        let names = Preferences.Key.allCases.map(\.rawValue)
        let meant = SpellingDistance.nearest(name, among: names)
        add(
          .unknownPreference, .warning, place.key,
          "there is no preference \"\(name)\"; "
            + (meant.map { "did you mean '\($0)'?" } ?? "'vcard config' shows all"))
        continue
      }
      let problem = value.string.map { key.problem($0) } ?? "a text in quotation marks"
      if let problem {
        add(.badPreference, .error, place.value, "\(name) is \(problem)")
      } else if let text = value.string {
        entries[key] = Entry(value: text, line: place.key.line)
      }
    }
    diagnostics.sort { $0.position.byte < $1.position.byte }
  }

  private mutating func add(
    _ code: Diagnostic.Code, _ severity: Diagnostic.Severity, _ place: SourcePosition,
    _ message: String
  ) {
    diagnostics.append(
      Diagnostic(severity: severity, code: code, position: place, message: message))
  }
}

/// Where the keys of a TOML text stand, of which its reader tells the values only.
struct PreferencePlaces {
  /// The places of a key and its value.
  typealias Place = (key: SourcePosition, value: SourcePosition)

  private var places: [String: Place] = [:]

  /// Finds the first line that each key begins.
  init(_ text: [UInt8]) {
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      func place(_ index: Int) -> SourcePosition {
        SourcePosition(
          byte: index, card: 0, line: number + 1, column: index - line.startIndex + 1)
      }
      // TOML 1.0: a bare key, one in quotation marks, or the name of a table in brackets.
      let rest = line.drop { [0x20, 0x09, UInt8(ascii: "[")].contains($0) }
      let isQuoted = rest.first == UInt8(ascii: "\"") || rest.first == UInt8(ascii: "'")
      let key = rest.dropFirst(isQuoted ? 1 : 0).prefix {
        isQuoted ? $0 != rest[rest.startIndex] : !" \t=.]#\r".utf8.contains($0)
      }
      let value = rest.drop { $0 != UInt8(ascii: "=") }.dropFirst().drop { $0 == 0x20 || $0 == 9 }
      let name = String(decoding: key, as: UTF8.self)
      if !name.isEmpty, places[name] == nil {
        places[name] = (
          place(rest.startIndex), place(value.isEmpty ? rest.startIndex : value.startIndex)
        )
      }
    }
  }

  /// The place of a key; the start of the text for one that is written in another way.
  subscript(name: String) -> Place {
    places[name] ?? (SourcePosition(), SourcePosition())
  }
}
