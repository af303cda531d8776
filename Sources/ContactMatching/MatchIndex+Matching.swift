public import ContactModel
public import ICU

extension MatchIndex {
  /// Tells who an incoming card is.
  ///
  /// - Parameters:
  ///   - contact: The card, read with ``ContactModel/Contact/Keys/matching``.
  ///   - policy: The rule.
  /// - Returns: The same for the same cards, whatever the machine, its locale, and the order of
  ///   people who differ.
  /// - Throws: ``ICU/ICUError`` when memory runs out.
  /// - Complexity: A look-up a reading of the name, an email and a phone number; then O(*n*) in
  ///   the people found.
  public func match(_ contact: Contact, policy: MatchPolicy) throws(ICUError) -> Outcome {
    let query = try MatchQuery(contact, frozen)
    let fitting = query.fittingPeople()
    switch policy {
    case .cutout:
      return query.narrowed(fitting, takesOnly: true) { $0.sharesEmail }
    case .careful where fitting.isEmpty:
      let reached = query.reachedPeople()
      return query.outcome(reached.isEmpty ? .unknown : .ambiguous, nil, reached)
    case .careful:
      return query.narrowed(fitting, takesOnly: false) { $0.isConfirmed }
    }
  }
}
