internal import VCard

extension JSContactMaker {
  /// Makes the name of FN and N; RFC 9555 §2.5.2 and §2.5.5.
  mutating func makeName() {
    let formatted = untaken(.fn)
    var structured = untaken(.n)
    // What is derived is said of FN by `derived`; of N it would come back as said of FN.
    let isOfN =
      formatted != nil
      && structured.map { lines[$0].parameters.contains { $0.name == "DERIVED" } } ?? false
    if let index = structured,
      isEmpty(index) || lines[index].parameter("PHONETIC") != nil || isOfN
    {
      carryAll(from: index)
      structured = nil
    }
    guard formatted != nil || structured != nil else { return }
    if let formatted, let structured { carryOddNames(formatted, structured) }
    let phonetic = structured.flatMap { clusters[$0]?.phonetic }
    let name = name(formatted, structured, phonetic, isAlternative: false)
    for index in [formatted, structured] {
      if let index { take(index) }
    }
    if !name.isEmpty { card.append("name", name.node) }
    var languages: [String] = []
    let alternatives = [formatted, structured].map { index in
      index.flatMap { clusters[$0]?.alternatives } ?? []
    }
    for language in alternatives.joined().map(\.language)
    where !languages.contains(where: { $0.lowercased() == language.lowercased() }) {
      languages.append(language)
    }
    for language in languages {
      let found = alternatives.map { others in
        others.first { $0.language.lowercased() == language.lowercased() }
      }
      var other = self.name(
        found[0]?.main, found[1]?.main ?? (found[1]?.phonetic == nil ? nil : structured),
        found[1]?.phonetic, isAlternative: true)
      let keys = [
        other["full"].map { _ in "full" }, found[1]?.main.map { _ in "components" },
      ]
      // What is not said in a language is as it is in the card.
      for (key, value) in name.members where key == "full" || found[1] == nil {
        if key == "vCardParams" {
          other[key] = parameters(structured == nil ? nil : value, other[key])
        } else if other[key] == nil {
          other.append(key, value)
        }
      }
      localize(language, ["name"], from: name, to: other, saying: keys)
    }
  }

  /// Carries FN of languages that have no N where it says more of itself.
  ///
  /// The parameters of a name are those of N: an FN alone has no place for its own.
  private mutating func carryOddNames(_ formatted: Int, _ structured: Int) {
    guard var cluster = clusters[formatted] else { return }
    let named = Set((clusters[structured]?.alternatives ?? []).map { $0.language.lowercased() })
    let odd = cluster.alternatives.filter { !named.contains($0.language.lowercased()) }
      .compactMap(\.main).filter { !isPlain(lines[$0]) }
    if odd.isEmpty { return }
    for index in odd { carry(index) }
    cluster.alternatives.removeAll { $0.main.map(odd.contains) ?? false }
    cluster.surplus += odd
    clusters[formatted] = cluster
    // With its ALTID.
    lines[formatted] = JSContactLine(lines[formatted].property)
  }

  /// The parameters of a name in a language that has an FN of its own and no N.
  ///
  /// - Parameters:
  ///   - base: Those of the card's name, which are the ones of N, but for what is derived; `nil` where
  ///     there is no N.
  ///   - own: Those of the language's FN.
  /// - Returns: All of them; `nil` for none.
  private func parameters(_ base: DocumentNode?, _ own: DocumentNode?) -> DocumentNode? {
    var object = NodeObject(base) ?? NodeObject()
    object["derived"] = nil
    for (key, value) in NodeObject(own)?.members ?? [] { object[key] = value }
    return object.isEmpty ? nil : object.node
  }

  /// Carries a property and what says it in other languages, or how it sounds.
  mutating func carryAll(from index: Int) {
    for index in clusters[index]?.placed ?? [index] { carry(index) }
  }

  /// Whether an FN says of itself no more than its language and whether it is derived.
  private func isPlain(_ line: JSContactLine) -> Bool {
    line.group == nil
      && line.parameters.allSatisfy { parameter in
        ["ALTID", "LANGUAGE"].contains(parameter.name)
          || parameter.name == "DERIVED" && isDerived(line)
      }
  }

  private func isDerived(_ line: JSContactLine) -> Bool {
    line.parameter("DERIVED")?.lowercased() == "true"
  }

  /// Whether another line that is kept in vCardProps would be taken for one there that says more of
  /// this one.
  func hasNamesake(_ index: Int) -> Bool {
    func said(_ other: Int) -> String {
      lines[index].known == .fn ? lines[other].text : lines[other].text.lowercased()
    }
    return clusters[index]?.surplus.contains { !lines[$0].isBare && said($0) == said(index) }
      ?? false
  }

  private func isEmpty(_ index: Int) -> Bool {
    lines[index].components.allSatisfy { $0.allSatisfy(\.isEmpty) }
  }

  private mutating func name(
    _ formatted: Int?, _ structured: Int?, _ phonetic: Int?, isAlternative: Bool
  ) -> NodeObject {
    var object = NodeObject()
    var full = ""
    if let structured {
      var line = lines[structured]
      takeLanguage(&line, isAlternative: isAlternative)
      full = appendComponents(&line, phonetic, JSContactComponents.name, to: &object)
      appendSorts(&line, to: &object)
      appendRest(of: line, to: &object)
    }
    guard let formatted else { return object }
    var line = lines[formatted]
    if isAlternative { _ = line.takeAll("ALTID") }
    takeLanguage(&line, isAlternative: isAlternative)
    let isDerived = isDerived(line)
    // Nobody said it; in another language it would be wrong.
    if isDerived, line.text.isEmpty { return object }
    if isDerived, line.text == full,
      structured.flatMap({ clusters[$0] })?.alternatives.isEmpty == false
    {
      return object
    }
    object.append("full", line.text)
    if structured != nil, isDerived, line.parameters.count == 1, line.group == nil {
      // It cannot be said of N.
      var rest = NodeObject(object["vCardParams"]) ?? NodeObject()
      rest.append("derived", "true")
      object["vCardParams"] = rest.node
    } else if structured == nil, !hasNamesake(formatted) {
      appendRest(of: line, to: &object)
    } else if !line.isBare || hasNamesake(formatted) {
      // The parameters of a name are those of N.
      shadow(formatted)
    }
    return object
  }

  /// Appends the components of N or ADR, and how they sound.
  ///
  /// - Returns: The components as one text.
  @discardableResult mutating func appendComponents(
    _ line: inout JSContactLine, _ phonetic: Int?, _ layout: JSContactComponents.Layout,
    to object: inout NodeObject
  ) -> String {
    var parts = JSContactComponents(
      line.components, order: line.parameter("JSCOMPS"), layout)
    if parts.isOrdered { _ = line.take("JSCOMPS") }
    let sounds = phonetic.map { lines[$0] }
    let hasSound = sounds.map { parts.takePhonetic($0.components, layout) } ?? false
    parts.append(to: &object)
    if hasSound, let sounds {
      let system = sounds.parameter("PHONETIC")
      if system?.lowercased() != "script" { object.append("phoneticSystem", system) }
      object.append("phoneticScript", sounds.parameter("SCRIPT"))
    } else if let phonetic {
      carry(phonetic)
    }
    return parts.full
  }

  /// SORT-AS by the kinds of the components; RFC 9555 §2.5.5.
  private func appendSorts(_ line: inout JSContactLine, to object: inout NodeObject) {
    let kinds = JSContactComponents.name.kinds
    let named = zip(kinds, line.takeSorts(kinds.count)).filter { !$1.isEmpty }
    if !named.isEmpty { object.append("sortAs", .object(named.map { ($0, .text($1)) })) }
  }
}
