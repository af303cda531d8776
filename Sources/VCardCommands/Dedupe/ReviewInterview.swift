import ContactDedupe

/// Asks the person at the terminal about one pair after the other.
struct ReviewInterview: ~Copyable {
  private static let choices = [
    KeyChoice("sy", "same", "yes"), KeyChoice("dn", "different", "no"),
    KeyChoice("u", "undecided", "skip"), KeyChoice("b", "back"), KeyChoice("?h", "help"),
    KeyChoice("q", "quit", "stop"),
  ]

  private let console: Console
  private var prompt: Prompt
  /// The pairs that were open at the start, in the order of the plan.
  private let pairs: [DedupePlan.Group]
  /// The places of those that were shown, in the order of that.
  private var shown: [Int] = []
  /// What was answered here, by place.
  private var answers: [Int: Bool] = [:]

  /// Finds the person; `nil` when nobody is there to ask.
  init?(_ pairs: [DedupePlan.Group], console: Console) {
    guard let prompt = Prompt(console: console) else { return nil }
    self.prompt = prompt
    self.pairs = pairs
    self.console = console
  }

  /// Asks until every pair was shown, or somebody stops; each answer is written at once.
  ///
  /// - Parameter review: Takes the answers.
  /// - Returns: How many pairs were answered.
  /// - Throws: What reading the plan and writing the answers throws.
  mutating func run(_ review: inout Review) throws -> Int {
    var place = next(from: 0, review)
    while place < pairs.count {
      // Somebody may answer on the page meanwhile.
      if try review.refresh(), answers[place] == nil {
        place = next(from: place, review)
        guard place < pairs.count else { break }
      }
      let screen = try review.screen(of: pairs[place], answered: answers[place], console)
      console.stream.write { $0.append(contentsOf: screen) }
      switch try choice() {
      case .answer(let answer):
        if let answer { try record(answer, place: place, review: &review) }
        shown.append(place)
        place = next(from: place + 1, review)
      case .back:
        if shown.isEmpty { console.line("this is the first pair") }
        place = shown.popLast() ?? place
      case .stop: return answers.count
      }
    }
    return answers.count
  }

  private enum Choice {
    case answer(Bool?)
    case back
    case stop
  }

  private mutating func choice() throws -> Choice {
    while let position = try prompt.key("One person?", among: Self.choices) {
      switch position {
      case 0: return .answer(true)
      case 1: return .answer(false)
      case 2: return .answer(nil)
      case 3: return .back
      case 4: for line in Self.help { console.line(line) }
      default: return .stop
      }
    }
    return .stop
  }

  private mutating func record(_ answer: Bool, place: Int, review: inout Review) throws {
    let isChanged = answers.updateValue(answer, forKey: place).map { $0 != answer }
    if isChanged == false { return }
    try review.answer(pairs[place], isSame: answer)
    try review.save()
    // What the answer before had settled may be open again.
    if isChanged == true { try review.chooseAgain() }
  }

  /// The place of the next pair that is open: answers settle pairs of the same people, too.
  private func next(from place: Int, _ review: Review) -> Int {
    pairs[place...].firstIndex { review.isOpen($0) } ?? pairs.count
  }

  private static let help = [
    "  s or y  same: they are one person",
    "  d or n  different: they are two people",
    "  u       undecided: go on; the pair is asked about again another time",
    "  b       back to the pair before, to look again or to change the answer",
    "  q       quit: every answer is written already",
    "  =       between two values means that both cards have it; bits are powers of two: ten",
    "          say that it is 1024 times likelier on two cards of one person than of two",
  ]
}
