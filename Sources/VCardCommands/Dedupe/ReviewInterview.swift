import ContactDedupe
import ContactMerging

/// Asks the person at the terminal about one pair after the other.
struct ReviewInterview: ~Copyable {
  private static let choices = [
    KeyChoice("sy", "same", "yes"), KeyChoice("dn", "different", "no"),
    KeyChoice("u", "undecided", "skip"), KeyChoice("b", "back"), KeyChoice("?h", "help"),
    KeyChoice("q", "quit", "stop"),
  ]
  /// Besides, where the cards have several values of what a person has one of.
  private static let sides = [KeyChoice("1", "left"), KeyChoice("2", "right")]

  private let console: Console
  private var prompt: Prompt
  /// The pairs that were open at the start, in the order of the plan.
  private let pairs: [DedupePlan.Group]
  /// The places of those that were shown, in the order of that.
  private var shown: [Int] = []
  /// What was answered here, by place.
  private var answers: [Int: Bool] = [:]
  /// The values that are marked for the pair that is shown, and the one that is marked next.
  private var marks = Marks()

  /// What the cards of a pair differ in, and whose value would stand.
  struct Marks {
    /// The place of the pair; `nil` before the first.
    fileprivate var place: Int?
    /// By the names of the properties: 0 is the left card, 1 the right.
    fileprivate(set) var values: [String: Int] = [:]
    /// The properties in their order.
    fileprivate(set) var contests: [ClusterMerge.Contest] = []
    /// The one that a key is about.
    fileprivate(set) var next = 0
    /// Whether a key has changed anything.
    fileprivate var isChanged = false

    fileprivate mutating func mark(_ side: Int) {
      values[contests[next].name] = side
      next = (next + 1) % contests.count
      isChanged = true
    }
  }

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
      if marks.place != place {
        let contests = try review.merged(pairs[place]).contests
        marks = Marks(
          place: place,
          values: [String: Int](
            contests.map { ($0.name, $0.standing) }, uniquingKeysWith: { $1 }),
          contests: contests)
      }
      let screen = try review.screen(
        of: pairs[place], answered: answers[place], marks, console)
      console.stream.write { $0.append(contentsOf: screen) }
      switch try choice() {
      case .side(let side): marks.mark(side)
      case .answer(let answer):
        if let answer { try record(answer, place: place, review: &review) }
        marks.place = nil
        shown.append(place)
        place = next(from: place + 1, review)
      case .back:
        marks.place = nil
        if shown.isEmpty { console.line("this is the first pair") }
        place = shown.popLast() ?? place
      case .stop: return answers.count
      }
    }
    return answers.count
  }

  private enum Choice {
    case answer(Bool?)
    /// The value of a card is to stand.
    case side(Int)
    case back
    case stop
  }

  private mutating func choice() throws -> Choice {
    let choices = Self.choices + (marks.contests.isEmpty ? [] : Self.sides)
    while let position = try prompt.key("One person?", among: choices) {
      switch position {
      case 0: return .answer(true)
      case 1: return .answer(false)
      case 2: return .answer(nil)
      case 3: return .back
      case 4: for line in Self.help { console.line(line) }
      case 5: return .stop
      default: return .side(position - Self.choices.count)
      }
    }
    return .stop
  }

  private mutating func record(_ answer: Bool, place: Int, review: inout Review) throws {
    let isChanged = answers.updateValue(answer, forKey: place).map { $0 != answer }
    if isChanged == false, !(answer && marks.isChanged) { return }
    try review.answer(
      pairs[place], isSame: answer, values: marks.isChanged ? marks.values : nil)
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
    "  1, 2    the left or the right value stands of what is marked with >; the other is kept beside",
    "          it, and the mark goes to the next difference",
    "  b       back to the pair before, to look again or to change the answer",
    "  q       quit: every answer is written already",
    "  =       between two values means that both cards have it; bits are powers of two: ten",
    "          say that it is 1024 times likelier on two cards of one person than of two",
  ]
}
