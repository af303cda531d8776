internal import GRDB

/// A text that is compared as SQLite compares it: by the octets of its UTF-8.
///
/// To Swift the forms of Unicode of one text are equal; to the tables they are two.
struct OctetText: Hashable, Comparable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (left: OctetText, right: OctetText) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  static func < (left: OctetText, right: OctetText) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    for octet in text.utf8 { hasher.combine(octet) }
    // No text has it, so that the end of one is told from what follows.
    hasher.combine(0xFF as UInt8)
  }
}

extension OctetText: DatabaseValueConvertible {
  var databaseValue: DatabaseValue { text.databaseValue }

  static func fromDatabaseValue(_ value: DatabaseValue) -> OctetText? {
    String.fromDatabaseValue(value).map { OctetText($0) }
  }
}
