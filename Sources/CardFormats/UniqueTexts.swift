/// Texts, each once, in the order in which they came.
struct UniqueTexts {
  private(set) var texts: [String] = []
  private var known: Set<String> = []

  /// Adds a text; whether it was not there yet.
  @discardableResult mutating func insert(_ text: String) -> Bool {
    guard known.insert(text).inserted else { return false }
    texts.append(text)
    return true
  }
}
