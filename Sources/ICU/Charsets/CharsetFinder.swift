/// Finds out in what charsets the cards of a file are written that do not say so.
///
/// ```
///              card 0   card 1   card 2  …      how likely the octets of a card are
/// GBK Chinese   -210      -95    -301           in each charset and language;
/// Big5 Chinese  -385     -164    -530           where another charset becomes so much likelier
/// KOI8-R Russian …                              that a change explains it, a run begins
/// ```
/// Everything known of names and octets goes into one sum of logarithms for each pair of a charset
/// and a language: letters, capitals, what a charset leaves unassigned, what the cards let one expect.
package struct CharsetFinder: Sendable {
  /// What cards let one expect of their text; words are in lower case.
  package struct Expectation: Sendable {
    /// What telephone numbers begin with after `+`, up to three digits, and how often.
    package var callingCodes: [String: Int] = [:]
    /// Language tags, and how often.
    package var languages: [String: Int] = [:]
    /// Charsets that other text declares, and how often.
    package var charsets: [String: Int] = [:]
    /// Top-level domains, and how often.
    package var domains: [String: Int] = [:]
    /// Names of programs, as written, and how often.
    package var programs: [String: Int] = [:]
    /// The charset of what comes before.
    package var charsetBefore: String?

    /// Creates an expectation of nothing.
    package init() {}

    /// Whether nothing in it speaks for a charset or a language.
    fileprivate var saysNothing: Bool {
      charsetBefore == nil && charsets.isEmpty && LanguageHints.languages(self).isEmpty
    }
  }

  /// Cards in one charset, up to the next run.
  package struct Run: Hashable, Sendable {
    /// The index of the first card.
    package var start: Int
    /// The charset of what is not UTF-8, by a name that ``CharsetConverter`` knows.
    package var charset: String
    /// Whether the rest is UTF-8, and not by chance.
    package var readsUTF8: Bool
  }

  /// What another charset has to be likelier by for a run to begin.
  private static let changeOfCharset: Float = 25
  /// The same for another language in the same charset.
  private static let changeOfLanguage: Float = 4
  /// What a value that is not UTF-8 is less likely by among UTF-8.
  private static let stray: Float = 4
  /// What the likeliest charset is likelier by when a single octet is all there is to go by.
  private static let oneOctet: Float = 12
  /// Cards by which runs are found; of more every so-many-th is looked at, and all where runs meet.
  private static let sample = 400
  /// What text in another language of the charset is less likely by than in the main one, besides
  /// that there are several.
  private static let others: Float = 2.3

  private let candidates: [CharsetCandidate]
  /// The candidate and the language of each state.
  private let states: [(candidate: Int, language: Int)]
  /// The number of the candidate that is UTF-8, the only one of the last state.
  private var utf8: Int { candidates.count }
  /// The number of its state.
  private var utf8State: Int { states.count - 1 }

  /// The finder of all charsets that are known to it.
  package static let shared = CharsetFinder(CharsetCandidate.all())

  init(_ candidates: [CharsetCandidate]) {
    self.candidates = candidates
    states =
      candidates.indices.flatMap { candidate in
        candidates[candidate].languages.indices.map { (candidate, $0) }
      } + [(candidates.count, 0)]
  }

  /// Finds out the charsets of cards.
  ///
  /// - Parameters:
  ///   - cards: The values of each card that are not UTF-8, as octets.
  ///   - expectation: What is known besides.
  /// - Returns: The runs in order; the first one starts at 0. None where there are no cards.
  /// - Complexity: O(*n*) in the octets.
  package func runs(of cards: [[[UInt8]]], _ expectation: Expectation = Expectation()) -> [Run] {
    guard !cards.isEmpty, !candidates.isEmpty else { return [] }
    let stride = max(1, cards.count / Self.sample)
    let places = Array(Swift.stride(from: 0, to: cards.count, by: stride))
    var memory = Memory()
    let scores = places.map { score(cards[$0], &memory) }
    var prior = prior(expectation)
    if expectation.saysNothing, areOfOneOctet(cards) {
      for state in states.indices where states[state].candidate == 0 {
        prior[state] += Self.oneOctet
      }
    }
    let path = path(through: scores, from: prior)
    var parts: [(start: Int, candidate: Int)] = []
    var first = 0
    for index in 1...path.count where index == path.count || differ(path[index], path[index - 1]) {
      let candidate = whole(scores[first..<index], states[path[first]].candidate)
      var start = places[first]
      if let last = parts.last, stride > 1 {
        start = meeting(
          cards, range: places[first - 1] + 1..<start, before: last.candidate, candidate: candidate,
          &memory)
      }
      if parts.last?.candidate != candidate { parts.append((start, candidate)) }
      first = index
    }
    var runs: [Run] = []
    for (index, part) in parts.enumerated() {
      let end = index + 1 < parts.count ? parts[index + 1].start : cards.count
      let charset =
        part.candidate == utf8
        ? strays(cards[part.start..<end], prior: prior, before: runs.last?.charset, &memory)
        : candidates[part.candidate].name
      runs.append(Run(start: part.start, charset: charset, readsUTF8: part.candidate == utf8))
    }
    return runs
  }

  /// The charset of what is not UTF-8 among cards that are.
  private func strays(
    _ cards: ArraySlice<[[UInt8]]>, prior: [Float], before: String?, _ memory: inout Memory
  ) -> String {
    let values = cards.lazy.joined().filter { !UTF8Likelihood.mayBeUTF8($0) }.prefix(Self.sample)
    let score = score(Array(values), &memory)
    let state = states.indices.dropLast().max { one, other in
      prior[one] + score.likelihoods[one] < prior[other] + score.likelihoods[other]
    }
    guard let state, !values.isEmpty else { return before ?? candidates[0].name }
    return candidates[whole([score], states[state].candidate)].name
  }

  /// Whether one octet alone is beyond ASCII, as é in text that is not accented else; no name in
  /// another script is written with one letter.
  private func areOfOneOctet(_ cards: [[[UInt8]]]) -> Bool {
    var found: UInt8?
    for octet in cards.lazy.joined().joined() where octet >= 0x80 {
      if let found, found != octet { return false }
      found = octet
    }
    return found != nil
  }

  private func differ(_ one: Int, _ other: Int) -> Bool {
    states[one].candidate != states[other].candidate
  }

  // MARK: Scores

  /// How likely the octets of a card are in each state, and how many of them each charset leaves
  /// unassigned.
  private struct Score {
    var likelihoods: [Float]
    var unassigned: [Int]
    /// Octets beyond ASCII.
    var octets: Int
  }

  /// What was found out about values, of which cards say many again.
  private struct Memory {
    /// Values that are remembered; past that all are forgotten.
    static let mostValues = 1 << 12

    /// The number of each value.
    var values: [[UInt8]: Int] = [:]
    /// How likely each value is in each state but UTF-8, one value after the other.
    var likelihoods: [Float] = []
    /// How many octets of each value each charset leaves unassigned.
    var unassigned: [Int] = []
  }

  private func score(_ card: [[UInt8]], _ memory: inout Memory) -> Score {
    var score = Score(
      likelihoods: [Float](repeating: 0, count: states.count),
      unassigned: [Int](repeating: 0, count: candidates.count + 1),
      octets: card.reduce(0) { $0 + $1.count { $0 >= 0x80 } })
    // What a card says twice, as in FN and N, it says once.
    let values = Set(card).sorted { $0.lexicographicallyPrecedes($1) }
    for start in stride(from: 0, to: values.count, by: Memory.mostValues) {
      let some = values[start..<min(values.count, start + Memory.mostValues)]
      for (value, number) in zip(some, numbers(of: some, &memory)) {
        add(value, number, memory, to: &score)
      }
    }
    return score
  }

  private func add(_ value: [UInt8], _ number: Int, _ memory: Memory, to score: inout Score) {
    var best = -Float.infinity
    var state = 0
    for (place, candidate) in candidates.enumerated() {
      let count = candidate.languages.count
      let start = number * utf8State + state
      var most = -Float.infinity
      for index in 0..<count { most = max(most, memory.likelihoods[start + index]) }
      let others = most - Self.others - Logarithm.of(count)
      for index in 0..<count {
        score.likelihoods[state + index] += max(memory.likelihoods[start + index], others)
      }
      score.unassigned[place] += memory.unassigned[number * candidates.count + place]
      best = max(best, most)
      state += count
    }
    score.likelihoods[utf8State] +=
      UTF8Likelihood.mayBeUTF8(value) ? UTF8Likelihood.likelihood(of: value) : best - Self.stray
  }

  /// The numbers of values, of which those that are new are looked at.
  private func numbers(of values: ArraySlice<[UInt8]>, _ memory: inout Memory) -> [Int] {
    var new = values.filter { memory.values[$0] == nil }
    if memory.values.count + new.count > Memory.mostValues {
      (memory, new) = (Memory(), Array(values))
    }
    let first = memory.values.count
    for (index, value) in new.enumerated() { memory.values[value] = first + index }
    let made = new.isEmpty ? [] : candidates.map { $0.likelihoods(of: new) }
    for index in new.indices {
      for (likelihoods, unassigned) in made {
        for language in likelihoods { memory.likelihoods.append(language[index]) }
        memory.unassigned.append(unassigned[index])
      }
    }
    return values.map { value in
      guard let number = memory.values[value] else {
        preconditionFailure("each of the values has a number by now")
      }
      return number
    }
  }

  /// The likeliest states of cards one after the other.
  private func path(through scores: [Score], from prior: [Float]) -> [Int] {
    var sums = zip(prior, scores[0].likelihoods).map(+)
    var steps: [[Int]] = []
    for score in scores.dropFirst() {
      var best = 0
      var bestOf = [Int](repeating: -1, count: candidates.count + 1)
      for state in states.indices {
        if sums[state] > sums[best] { best = state }
        let candidate = states[state].candidate
        if bestOf[candidate] < 0 || sums[state] > sums[bestOf[candidate]] {
          bestOf[candidate] = state
        }
      }
      var from = [Int](repeating: 0, count: states.count)
      var next = score.likelihoods
      for state in states.indices {
        let own = bestOf[states[state].candidate]
        var source = state
        var sum = sums[state]
        if sums[own] - Self.changeOfLanguage > sum {
          (source, sum) = (own, sums[own] - Self.changeOfLanguage)
        }
        if sums[best] - Self.changeOfCharset > sum {
          (source, sum) = (best, sums[best] - Self.changeOfCharset)
        }
        from[state] = source
        next[state] += sum
      }
      steps.append(from)
      sums = next
    }
    var state = states.indices.max { sums[$0] < sums[$1] } ?? 0
    var path = [state]
    for from in steps.reversed() {
      state = from[state]
      path.append(state)
    }
    return path.reversed()
  }

  /// The candidate of a run, or a better one: never a charset that leaves octets unassigned where
  /// another leaves none, save for a few octets in many, which are damage.
  private func whole(_ scores: ArraySlice<Score>, _ candidate: Int) -> Int {
    let octets = scores.reduce(0) { $0 + $1.octets }
    func unassigned(_ candidate: Int) -> Int {
      scores.reduce(0) { $0 + $1.unassigned[candidate] }
    }
    guard candidate != utf8, unassigned(candidate) * 100 > octets else { return candidate }
    let wholes = Set(candidates.indices.filter { unassigned($0) == 0 })
    let state = states.indices.filter { wholes.contains(states[$0].candidate) }.max { one, other in
      sum(scores, one) < sum(scores, other)
    }
    return state.map { states[$0].candidate } ?? candidate
  }

  private func sum(_ scores: ArraySlice<Score>, _ state: Int) -> Float {
    scores.reduce(0) { $0 + $1.likelihoods[state] }
  }

  /// Where, among cards that were not looked at, one charset gives way to another.
  private func meeting(
    _ cards: [[[UInt8]]], range: Range<Int>, before: Int, candidate: Int, _ memory: inout Memory
  ) -> Int {
    var (start, best, sum) = (range.upperBound, Float(0), Float(0))
    for index in range.reversed() {
      let score = score(cards[index], &memory)
      sum += most(score, candidate) - most(score, before)
      if sum > best { (start, best) = (index, sum) }
    }
    return start
  }

  /// How likely the octets of a card are in a charset, whatever the language.
  private func most(_ score: Score, _ candidate: Int) -> Float {
    zip(states, score.likelihoods).reduce(-.infinity) { most, state in
      state.0.candidate == candidate ? max(most, state.1) : most
    }
  }

  // MARK: Expectation

  /// How likely each state is before any octet was looked at.
  private func prior(_ expectation: Expectation) -> [Float] {
    let languages = LanguageHints.languages(expectation)
    let charsets = expectation.charsets.compactMap { name, count in
      (try? CharsetPlan.named(name))?.map { (plan: $0.decoder, count: count) }
    }
    let declared = charsets.reduce(0) { $0 + $1.count }
    let isOfWindows = expectation.programs.keys.contains { name in
      ["outlook", "windows", "microsoft", "the bat"].contains { name.lowercased().contains($0) }
    }
    return states.map { state in
      guard state.candidate != utf8 else { return 0 }
      let candidate = candidates[state.candidate]
      var sum = candidate.prior - Logarithm.of(candidate.languages.count)
      sum += languages[candidate.languages[state.language]] ?? 0
      let same = charsets.filter { $0.plan == candidate.plan.decoder }.reduce(0) { $0 + $1.count }
      if declared > 0 { sum += 6 * Float(same) / Float(declared) }
      if isOfWindows, candidate.name.hasPrefix("windows") { sum += 1 }
      if candidate.name == expectation.charsetBefore { sum += 10 }
      return sum
    }
  }
}

private enum Logarithm {
  private static let natural: [Float] = [
    0, 0, 0.69, 1.10, 1.39, 1.61, 1.79, 1.95, 2.08, 2.20, 2.30,
  ]

  /// The natural logarithm of a number of languages.
  static func of(_ count: Int) -> Float { natural[min(count, natural.count - 1)] }
}
