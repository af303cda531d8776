/// How Greek names are spelt in Latin letters, beside what ICU has.
enum GreekSpelling {
  /// A folded word with Latin letters for the pairs that write b, d and g: Μπάμπης is Babis, Ντίνος
  /// Dinos, Αγγελική Aggeliki.
  ///
  /// - Returns: `nil` for a word that has none.
  static func voiced(_ word: String) -> String? {
    var result = String.UnicodeScalarView()
    var before: Unicode.Scalar?
    var isChanged = false
    for scalar in word.unicodeScalars {
      let voiced: [Unicode.Scalar] =
        switch (before, scalar) {
        case ("μ"?, "π"): ["b"]
        case ("ν"?, "τ"): ["d"]
        case ("γ"?, "γ"): ["g", "g"]
        case ("γ"?, "κ"): ["g"]
        default: []
        }
      if voiced.isEmpty {
        if let before { result.append(before) }
        before = scalar
      } else {
        result.append(contentsOf: voiced)
        before = nil
        isChanged = true
      }
    }
    if let before { result.append(before) }
    return isChanged ? String(result) : nil
  }
}
