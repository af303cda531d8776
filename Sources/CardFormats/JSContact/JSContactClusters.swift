internal import VCard

/// Properties that say one thing in several languages, or how it sounds.
///
/// ```
/// TITLE;ALTID=1:Boss ───────────── base
/// TITLE;ALTID=1;LANGUAGE=fr:Patron  └─ fr
/// ```
/// RFC 9555 §2.3.1, §2.3.11 and §2.3.15.
struct JSContactCluster {
  /// What a language has.
  struct Alternative {
    let language: String
    var main: Int?
    var phonetic: Int?
  }

  /// The line that the card itself has; those below stand in its localizations.
  var base: Int
  var phonetic: Int?
  var alternatives: [Alternative] = []
  /// Lines for which there is no place.
  var surplus: [Int] = []

  /// All lines that have a place.
  var placed: [Int] {
    [base] + ([phonetic] + alternatives.flatMap { [$0.main, $0.phonetic] }).compactMap { $0 }
  }

  /// Names of which a card has one, in one language or several.
  static let single: Set<KnownName> = [.fn, .n, .birthplace, .deathplace, .gramGender]
  /// Names of which a card has one.
  static let only = Set(JSContactMember.all.map(\.name))
  /// The most languages of one property: each of them is looked for.
  private static let mostLanguages = 500
  private static let mayBePhonetic: Set<KnownName> = [.n, .adr]

  /// The clusters of some lines, and the language of the card.
  ///
  /// - Parameter lines: All lines of a card.
  /// - Returns: The clusters by the line that they begin with, without those of one line; and the
  ///   language, if a property or the clusters tell it.
  static func found(
    in lines: [JSContactLine]
  ) -> (clusters: [JSContactCluster], language: String?) {
    var indices: [String: Int] = [:]
    var members: [[Int]] = []
    for (index, line) in lines.enumerated() {
      let key: String
      if single.contains(line.known) || only.contains(line.known) {
        key = line.known.canonical
      } else if JSContactRow.named(line.known) != nil, let altid = line.parameter("ALTID") {
        if case .list(let values) = line.value, values.count != 1 { continue }
        key = "\(line.known.canonical);\(altid)"
      } else {
        continue
      }
      if let place = indices[key] {
        members[place].append(index)
      } else {
        indices[key] = members.count
        members.append([index])
      }
    }
    var language = lines.first { $0.known == .language }?.text
    if language?.isEmpty ?? true {
      language = members.lazy.compactMap { implied(by: $0, lines) }.first
    }
    return (members.filter { $0.count > 1 }.map { cluster($0, lines, language) }, language)
  }

  /// The language of the first of several lines, if each of them has one.
  private static func implied(by members: [Int], _ lines: [JSContactLine]) -> String? {
    guard members.count > 1 else { return nil }
    let languages = members.compactMap { lines[$0].parameter("LANGUAGE") }
    guard languages.count == members.count, Set(languages).count > 1 else { return nil }
    // RFC 5646 §2.1.1: the language itself is written in lower case.
    let parts = languages[0].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    return ([parts[0].lowercased()] + parts.dropFirst().map(String.init)).joined(separator: "-")
  }

  private static func cluster(
    _ members: [Int], _ lines: [JSContactLine], _ language: String?
  ) -> JSContactCluster {
    let name = lines[members[0]].known
    let mayBePhonetic = mayBePhonetic.contains(name)
    let mains = members.filter { !mayBePhonetic || lines[$0].parameter("PHONETIC") == nil }
    func spoken(_ index: Int) -> String? { lines[index].parameter("LANGUAGE")?.lowercased() }
    let unsaid = mains.filter { spoken($0) == nil }
    var bare = unsaid.min { lines[$0].parameters.count < lines[$1].parameters.count }
    // Of two that say the same, vCardProps tell which is which by what it says besides.
    if let index = bare, lines[index].isBare {
      bare = unsaid.first { !lines[$0].isBare && lines[$0].text == lines[index].text } ?? bare
    }
    guard
      let base = (name == .fn ? bare : unsaid.first)
        ?? mains.first(where: { spoken($0) == language?.lowercased() }) ?? mains.first
    else { return JSContactCluster(base: members[0], surplus: Array(members.dropFirst())) }
    var cluster = JSContactCluster(base: base)
    let own = spoken(base) ?? language?.lowercased()
    for index in members where index != base {
      let isPhonetic = mayBePhonetic && lines[index].parameter("PHONETIC") != nil
      let language = spoken(index)
      if isPhonetic, language == nil || language == own {
        if cluster.phonetic == nil {
          cluster.phonetic = index
        } else {
          cluster.surplus.append(index)
        }
        continue
      }
      guard let language, language != own, !only.contains(name), isLocalizable(lines[index]),
        cluster.alternatives.count < mostLanguages
      else {
        cluster.surplus.append(index)
        continue
      }
      var place = cluster.alternatives.firstIndex { $0.language.lowercased() == language }
      if place == nil {
        place = cluster.alternatives.count
        cluster.alternatives.append(
          Alternative(language: lines[index].parameter("LANGUAGE") ?? language))
      }
      guard let place else { continue }
      if isPhonetic, cluster.alternatives[place].phonetic == nil {
        cluster.alternatives[place].phonetic = index
      } else if !isPhonetic, cluster.alternatives[place].main == nil {
        cluster.alternatives[place].main = index
      } else {
        cluster.surplus.append(index)
      }
    }
    cluster.dropSounds(lines)
    return cluster
  }

  /// Leaves out lines that tell how something sounds, and more that has no place.
  private mutating func dropSounds(_ lines: [JSContactLine]) {
    if let sound = phonetic, !JSContactCluster.isSound(lines[sound], of: lines[base]) {
      surplus.append(sound)
      phonetic = nil
    }
    for index in alternatives.indices {
      let main = lines[alternatives[index].main ?? base]
      guard let sound = alternatives[index].phonetic,
        !JSContactCluster.isSound(lines[sound], of: main)
      else { continue }
      surplus.append(sound)
      alternatives[index].phonetic = nil
    }
    alternatives.removeAll { $0.main == nil && $0.phonetic == nil }
  }

  /// Whether all that a line with PHONETIC says is how the components of another sound.
  private static func isSound(_ sound: JSContactLine, of main: JSContactLine) -> Bool {
    let isName = sound.known == .n
    let layout = isName ? JSContactComponents.name : JSContactComponents.address
    var parts = JSContactComponents(main.components, order: nil, layout)
    return sound.group == (isName ? nil : main.group)
      && sound.parameters.allSatisfy { parameter in
        ["ALTID", "LANGUAGE", "PHONETIC", "SCRIPT"].contains(parameter.name)
          || parameter.name == "JSCOMPS" && main.parameters.contains(parameter)
      }
      && (isName || !JSContactComponents.leavesWords(sound.components))
      && parts.takePhonetic(sound.components, layout)
  }

  /// Whether the localizations have a place for all that a line of another language says.
  private static func isLocalizable(_ line: JSContactLine) -> Bool {
    switch line.known {
    case .gramGender:
      line.group == nil && line.parameters.allSatisfy { ["ALTID", "LANGUAGE"].contains($0.name) }
    case .birthplace, .deathplace: line.placeKey != nil
    case .adr: !JSContactComponents.leavesWords(line.components)
    // It would come back as said of FN.
    case .n: !line.parameters.contains { $0.name == "DERIVED" }
    default: true
    }
  }
}
