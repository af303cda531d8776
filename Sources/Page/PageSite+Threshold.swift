package import ContactDedupe
import ContactMatching
import ContactPages

/// Reads the cards of a plan again, to be compared as the plan compared them.
package struct CardRereader: Sendable {
  /// How cards are compared.
  package var settings: DedupeSettings
  /// Reads them.
  package var read: @Sendable (DedupeSettings) throws -> DedupeInput

  /// Creates one.
  package init(
    _ settings: DedupeSettings, read: @escaping @Sendable (DedupeSettings) throws -> DedupeInput
  ) {
    (self.settings, self.read) = (settings, read)
  }
}

/// What the engine has found at other thresholds.
struct Trials {
  /// What was asked: the threshold, and how much was answered by then, for answers are heeded.
  struct Question: Hashable, Sendable {
    let tenths: Int
    let answers: Int
  }

  /// Questions of which the outcome is kept.
  private static let most = 16

  private var made: [Question: Derived<ThresholdTrial?>] = [:]

  /// Whether the engine is at work.
  var isMaking: Bool { made.values.contains { $0.isMaking } }

  /// What becomes of a question.
  mutating func trial(of question: Question) -> Derived<ThresholdTrial?> {
    if let known = made[question] { return known }
    if made.count >= Self.most { made.removeAll() }
    let new = Derived<ThresholdTrial?>()
    made[question] = new
    return new
  }

  /// Whether this was asked before.
  func isKnown(_ question: Question) -> Bool { made[question] != nil }
}

extension PageSite {
  /// Bits that a request asks about; those of the plan where it asks about none.
  private func threshold(_ request: PageRequest, _ plan: DedupePlan) -> Bits {
    let most = 10_000
    let asked = request.query["same"].flatMap { Int($0) }.map { min($0, most) }
    return Bits(tenths: max(asked ?? plan.thresholds.same.tenths, plan.thresholds.review.tenths))
  }

  /// What another threshold would make of the plan.
  func threshold(_ request: PageRequest, _ frame: PageFrame) async throws -> PageResponse {
    _ = try review?.refresh()
    guard let review, let rereader = options.rereader else {
      preconditionFailure("thresholds are of a review")
    }
    let same = threshold(request, review.plan)
    var state = ThresholdView.State.unasked
    if review.table.count > ThresholdTrial.mostCards {
      state = .tooMany
    } else if request.query["same"] != nil {
      state = try await trial(same, review, rereader)
    }
    let table = review.table
    let view = ThresholdView(
      frame: frame, thresholds: review.plan.thresholds, cards: table.count, same: same,
      state: state, bits: try await strength(of: review.plan)
    ) { card in (try? table.card(card)).map { CardIdentity($0).name } ?? "" }
    return view.response
  }

  /// How strong a plan is, which never changes: read once; `nil` while it is being read.
  func strength(of plan: DedupePlan) async throws -> BitsHistogram? {
    try await bits.value(at: 1, patience: .milliseconds(100), on: self) {
      Task.detached(executorPreference: PageExecutor.shared, priority: .utility) {
        try BitsHistogram(plan)
      }
    }
  }

  private func trial(
    _ same: Bits, _ review: Review, _ rereader: CardRereader
  ) async throws -> ThresholdView.State {
    // One comparison at a time takes all that the machine has.
    let question = Trials.Question(
      tenths: same.tenths, answers: review.answers.decisions.count)
    if trials.isMaking, !trials.isKnown(question) { return .comparing }
    let trial = trials.trial(of: question)
    let found = try await trial.value(at: 1, on: self) {
      Task.detached(executorPreference: PageExecutor.shared, priority: .utility) {
        try await ThresholdTrial.run(
          review, same: same, rereader.settings, read: rereader.read)
      }
    }
    if let found { return found.map { .done($0) } ?? .otherPlan }
    return trial.failed == nil ? .comparing : .failed
  }

  /// The weights with another threshold, as `vcard dedupe plan --weights` reads them.
  func weights(_ request: PageRequest) -> PageResponse {
    guard let plan = review?.plan else { preconditionFailure("thresholds are of a review") }
    let text = ThresholdTrial.weights(plan, same: threshold(request, plan)).text
    return PageResponse(saving: Array(text.utf8), as: "weights.txt", "text/plain; charset=utf-8")
  }
}
