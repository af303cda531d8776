/// How somebody is related, in the words of RFC 6350, of Apple and of Android: a row.
package struct Relation: Sendable {
  /// The label of Apple's related names, in lower case.
  package let label: String
  /// The type of RELATED.
  ///
  /// RFC 6350 §6.6.6 has none for managers and assistants; x-names are what it leaves.
  package let type: String
  /// The numbers of Android's relations; the first is the one to write.
  ///
  /// Android Developers, ContactsContract.CommonDataKinds.Relation.
  let android: [Int]
  /// Whether Apple's programs have the label.
  let isApple: Bool

  private init(_ label: String, _ type: String, android: Int..., isApple: Bool = true) {
    self.label = label
    self.type = type
    self.android = android
    self.isApple = isApple
  }

  /// All that are known; of several labels of a type the first is the one to write.
  private static let all: [Relation] = [
    .init("spouse", "spouse", android: 14), .init("partner", "sweetheart", android: 10, 4),
    .init("child", "child", android: 3), .init("son", "child"), .init("daughter", "child"),
    .init("friend", "friend", android: 6), .init("parent", "parent", android: 9),
    .init("mother", "parent", android: 8), .init("father", "parent", android: 5),
    .init("sibling", "sibling"), .init("brother", "sibling", android: 2),
    .init("sister", "sibling", android: 13), .init("kin", "kin", android: 12, isApple: false),
    .init("manager", "x-manager", android: 7), .init("assistant", "x-assistant", android: 1),
  ]

  /// The relation that a label of Apple's says, in lower case.
  package static func labelled(_ label: String) -> Relation? {
    all.first { $0.isApple && $0.label == label }
  }

  /// The relation that Apple's programs have for a type of RELATED, which is in lower case.
  package static func typed(_ type: String) -> Relation? {
    all.first { $0.isApple && $0.type == type }
  }

  /// The relation of a number of Android's.
  package static func android(_ number: Int) -> Relation? {
    all.first { $0.android.contains(number) }
  }

  /// The label as Apple's programs spell it.
  package var word: String { Relation.word(label) }

  /// A label with a capital.
  static func word(_ label: String) -> String {
    Property.Name.uppercased(String(label.prefix(1))) + label.dropFirst()
  }
}
