/// Who an incoming card is.
public struct Outcome: Hashable, Sendable {
  /// What is known.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// It is one person of the book.
    case matched
    /// It may be one of the candidates; a person must say.
    case ambiguous
    /// It is nobody in the book.
    case unknown
  }

  /// What is known.
  public let verdict: Verdict
  /// The ID of the person; `nil` unless matched.
  public let person: String?
  /// Who comes into question, the likeliest first: whoever fits by name, or by the evidence is the
  /// same or to review.
  ///
  /// Equal bits are ordered by what the cards say, and only people who are alike in all that is
  /// compared by their place in the book.
  public let candidates: [Candidate]
}

/// A person whom an incoming card may be.
public struct Candidate: Hashable, Sendable {
  /// The ID of the person.
  public let person: String
  /// The person's name; empty when there is nothing to call it by.
  public let name: String
  /// The person's place in the book, from 0.
  public let position: Int
  /// The sum of the evidence.
  public let bits: Bits
  /// What speaks for it and against it.
  public let evidence: [Evidence]
}
