/// By which rule an incoming card is said to be a person.
public enum MatchPolicy: String, Hashable, Sendable, CaseIterable {
  /// A name alone proves nothing.
  ///
  /// One person who fits by name is matched if an email, a phone number, the birthday or the UID
  /// agrees and nothing contradicts; of several, the one of whom that holds. Where nobody fits, an
  /// email or a phone number of somebody with a compatible name makes the card ambiguous.
  case careful
  /// The rule for cutouts: name, then email.
  ///
  /// One person who fits by name is matched; of several, the one who shares an email.
  case cutout
}

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
  /// Who was considered, the likeliest first: everybody whose name fits, or who is reached by an
  /// email or phone number and has a compatible name.
  ///
  /// Equal bits are ordered by name, emails, phone numbers, birthdays and UIDs, and only people who
  /// are alike in all of them by their place in the book.
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
