import Foundation
import TestSupport

/// A row of a table that says why something may be so, in words for a person.
///
/// A row has the kinds of thing it is about (as many columns as the table needs), a pattern in which
/// `*` stands for any text, and the reason.
struct WrittenReason {
  var scopes: [String]
  var pattern: String
  var reason: String

  /// The rows of a table of tab-separated values below `Fixtures`, whose last two columns are the
  /// pattern and the reason.
  static func rows(of table: String) throws -> [Self] {
    let text = String(decoding: try Fixtures.bytes(table), as: UTF8.self)
    return text.split(separator: "\n").dropFirst().map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Self(
        scopes: Array(fields.dropLast(2)), pattern: fields[fields.count - 2],
        reason: fields[fields.count - 1])
    }
  }

  /// Whether this is about something of these kinds; a kind `*` is any.
  func covers(_ kinds: [String], _ text: String) -> Bool {
    zip(scopes, kinds).allSatisfy { $0 == "*" || $0 == $1 } && matches(text)
  }

  private func matches(_ text: String) -> Bool {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard parts.count > 1, let first = parts.first, let last = parts.last else {
      return pattern == text
    }
    guard text.hasPrefix(first), text.count >= first.count + last.count else { return false }
    var rest = text.dropFirst(first.count)
    guard rest.hasSuffix(last) else { return false }
    rest = rest.dropLast(last.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }
}
