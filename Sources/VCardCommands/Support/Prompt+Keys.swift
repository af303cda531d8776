import ContactStore
import SystemPackage

/// An answer that is given by a key.
package struct KeyChoice: Sendable {
  /// The keys, lower case; the first is the one that is shown.
  package let keys: [Character]
  /// The words that say the same, lower case; the first is the one that is shown.
  package let words: [String]

  /// Creates an answer with a key and a word at least.
  package init(_ keys: String, _ words: String...) {
    self.keys = Array(keys)
    self.words = words
  }

  fileprivate var initial: String { keys.first.map(String.init) ?? "" }

  /// The keys and the word: `s or y same`.
  fileprivate var hint: String {
    keys.map(String.init).joined(separator: " or ") + " " + (words.first ?? "")
  }
}

extension Prompt {
  private enum Answer {
    case choice(Int)
    case other
    case end
  }

  /// Asks until a key is one of several, or a line one of their words or the start of just one.
  ///
  /// A terminal hands over keys without Enter; where it cannot, and for input that is none, an
  /// answer is a line.
  ///
  /// - Parameters:
  ///   - question: One line that may quote text from files; the keys are put behind it.
  ///   - choices: What can be answered.
  /// - Returns: The position of the choice; `nil` when the input ends.
  /// - Throws: An error of action `read`.
  package mutating func key(_ question: String, among choices: [KeyChoice]) throws -> Int? {
    let question = "\(question) [\(choices.map(\.initial).joined(separator: "/"))]"
    let isPressed = setsKeys()
    ask(question)
    while true {
      switch isPressed ? try pressed(choices) : try typed(choices) {
      case .choice(let position):
        if isPressed { console.line(choices[position].words.first ?? "") }
        return position
      case .end:
        if isPressed { console.line("") }
        return nil
      case .other:
        if isPressed { console.line("") }
        console.line(choices.map(\.hint).joined(separator: ", "))
        ask(question)
      }
    }
  }

  private mutating func typed(_ choices: [KeyChoice]) throws -> Answer {
    guard let line = try readLine()?.lowercased() else { return .end }
    return choice(of: line, choices).map { .choice($0) } ?? .other
  }

  /// The choice that a line means: a key, a word, or the start of just one word.
  private func choice(of line: String, _ choices: [KeyChoice]) -> Int? {
    if let exact = choices.firstIndex(where: {
      $0.words.contains(line) || $0.keys.map(String.init).contains(line)
    }) {
      return exact
    }
    guard line.count > 1 else { return nil }
    let fitting = choices.indices.filter { choices[$0].words.contains { $0.hasPrefix(line) } }
    return fitting.count == 1 ? fitting.first : nil
  }

  // MARK: Keys

  /// Milliseconds between the octets of what is one: a pasted word, the escape sequence of a key.
  private static let burst = 20
  /// What Ctrl-D gives where lines are not put together.
  static let endOfTransmission: UInt8 = 4
  private static let lineEnd = UInt8(ascii: "\n")

  /// Reads what is one, unless something is pending; `false` at the end of the input.
  mutating func fillWithKeys() throws -> Bool {
    guard pending.isEmpty else { return true }
    guard try fill() else { return false }
    while !pending.contains(Self.lineEnd), try hasMore(within: Self.burst) {
      guard try fill() else { break }
    }
    return true
  }

  private mutating func pressed(_ choices: [KeyChoice]) throws -> Answer {
    while true {
      guard try fillWithKeys() else { return .end }
      let end = pending.firstIndex(of: Self.lineEnd)
      if let end, end > 1, let position = choice(of: line(to: end), choices) {
        pending.removeSubrange(...end)
        wordEnds = []
        return .choice(position)
      }
      let letter = Character(Unicode.Scalar(pending[0])).lowercased().first ?? " "
      let position = choices.firstIndex { $0.keys.contains(letter) }
      if isPartOfAnswer(letter, isKey: position != nil) {
        pending.removeFirst()
        continue
      }
      if let position {
        pending.removeFirst()
        wordEnds = choices[position].words.filter { $0.first == letter }.map { $0.dropFirst() }
        wordEnds.append("\n")
        return .choice(position)
      }
      if pending[0] == Self.endOfTransmission {
        pending.removeFirst()
        return .end
      }
      // One answer to all that came at once: a key such as an arrow is several octets, and the last
      // one may be a letter.
      pending.removeSubrange(...(end ?? pending.count - 1))
      return .other
    }
  }

  /// Whether a letter belongs to the last answer: somebody types Enter behind the key, or all of
  /// the word whose first letter was the answer.
  private mutating func isPartOfAnswer(_ letter: Character, isKey: Bool) -> Bool {
    let ends = wordEnds.filter { $0.first == letter }.map { $0.dropFirst() }
    // A key is an answer of its own unless it is well inside of a word.
    guard !ends.isEmpty, !isKey || !wordEnds.contains("\n") else {
      wordEnds = []
      return false
    }
    wordEnds = ends.map { $0.isEmpty && letter != "\n" ? "\n" : $0 }.filter { !$0.isEmpty }
    return true
  }
}
