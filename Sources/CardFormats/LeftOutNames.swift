/// The names of properties for which there is no place, each once, in the order of the card.
struct LeftOutNames {
  private(set) var names: [String] = []
  private var known: Set<String> = []

  mutating func insert(_ name: String) {
    if known.insert(name).inserted { names.append(name) }
  }
}
