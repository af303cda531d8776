import VCard

/// A value with the name under which it is compared.
struct NamedValue: Hashable {
  let name: String
  let key: ValueKey
}

/// The key of a value as ``MergeKeyWriter`` writes it, apart from others.
///
/// Two are one by canonical equivalence, as strings are.
struct ValueKey: Hashable {
  private let text: String

  /// The key that was written.
  init(_ octets: some Collection<UInt8>) { text = String(decoding: octets, as: UTF8.self) }

  /// The key of a value of which nothing is lost when another with the same key stays.
  init(exactly property: Property) {
    var octets: [UInt8] = []
    MergeKeyWriter.append(property, to: &octets)
    self.init(octets)
  }

  /// The key of what a person learns from a value: of a name in one piece its words, of a phone number
  /// what is dialled.
  init(_ property: Property) {
    var tag: UInt8?
    var parts: [String] = []
    if !property.isNestedCard, !property.isBase64 {
      switch MergeName.compared(property.canonicalName) {
      case "FN": (tag, parts) = (MergeKeyWriter.Tag.words, ValueKey.words(property.text))
      case "TEL":
        (tag, parts) = (MergeKeyWriter.Tag.phone, Reached.number(property).map { ["\($0)"] } ?? [])
      default: break
      }
    }
    guard let tag, !parts.isEmpty else {
      self.init(exactly: property)
      return
    }
    let separator = String(Unicode.Scalar(MergeKeyWriter.separator))
    self.init([tag] + parts.joined(separator: separator).utf8)
  }

  /// The words of a name in whatever order, each once.
  private static func words(_ name: String) -> [String] {
    let words = name.lowercased().unicodeScalars.split { scalar in
      !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
        && scalar.properties.generalCategory != .nonspacingMark && scalar != "'"
    }
    return Set(words.map { String($0) }).sorted()
  }

  /// Whether the value says nothing.
  var isEmpty: Bool { text.isEmpty }

  /// Whether a kind is what a card without one says: that it is about a person.
  var isAssumedKind: Bool {
    let word = text.lowercased()
    return word.utf8.first == MergeKeyWriter.Tag.text
      && ["individual", "person"].contains(word.dropFirst())
  }

  /// What the value says, each by itself: the words of a name, the parts of N and ORG by their places,
  /// those of a date; whoever knows these and others learns nothing from it.
  ///
  /// It is `nil` for what says one thing only.
  var statements: Set<String>? {
    let tag = text.utf8.first
    guard
      [MergeKeyWriter.Tag.words, MergeKeyWriter.Tag.parts, MergeKeyWriter.Tag.date].contains(tag)
    else { return nil }
    let parts = text.utf8.dropFirst().split(
      separator: MergeKeyWriter.separator, omittingEmptySubsequences: false
    ).map { String(Substring($0)) }
    if tag == MergeKeyWriter.Tag.words { return Set(parts) }
    return Set(parts.enumerated().filter { !$1.isEmpty }.map { "\($0) \($1)" })
  }
}
