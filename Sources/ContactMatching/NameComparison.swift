/// How two names stand to each other.
enum NameRelation: Comparable {
  /// They say that these are two people: two middle names, or two generations.
  case conflict
  /// They fit, and one has a middle name more.
  case middle
  /// They fit, and a middle name is an initial on one side.
  case initial
  /// They fit, written as one word.
  case joined
  /// They fit.
  case same

  var level: Evidence.Level {
    switch self {
    case .conflict: .conflict
    case .middle: .middle
    case .initial: .initial
    case .joined: .joined
    case .same: .exact
    }
  }
}

/// An incoming name held against the names of a book.
struct NameComparer {
  let frozen: FrozenBook
  let form: NameForm
  let tokens: QueryTokens

  /// How two readings with equal cores stand to each other; `nil` when they may not be compared.
  func relation(_ reading: NameForm.Reading, _ other: BookStorage.Reading) -> NameRelation? {
    let middle = form.tokens[reading.middle]
    let otherMiddle = frozen.book.nameTokens[other.middle]
    switch (reading.kind, other.kind) {
    case (.plain, .plain), (.plain, .whole), (.whole, .plain), (.whole, .whole):
      return relation(middle, otherMiddle)
    case (.merged, .plain), (.merged, .whole):
      return otherMiddle.isEmpty ? .same : nil
    case (.plain, .merged), (.whole, .merged):
      return middle.isEmpty ? .same : nil
    case (.split, .plain), (.split, .whole), (.plain, .split), (.whole, .split):
      // A guess that nothing on the other side bears out.
      guard !middle.isEmpty, !otherMiddle.isEmpty else { return nil }
      return guessed(relation(middle, otherMiddle))
    case (.inner, .plain), (.inner, .whole), (.plain, .inner), (.whole, .inner):
      return guessed(relation(middle, otherMiddle))
    case (.split, .split), (.split, .inner), (.inner, .split), (.inner, .inner):
      guard middle.count == otherMiddle.count else { return nil }
      return guessed(relation(middle, otherMiddle))
    case (.joined, .joined):
      return .joined
    case (.joined, .plain), (.joined, .whole):
      return other.coreCount == 1 && otherMiddle.isEmpty ? .joined : nil
    case (.plain, .joined), (.whole, .joined):
      return reading.coreCount == 1 && middle.isEmpty ? .joined : nil
    case (.merged, _), (_, .merged), (.joined, _), (_, .joined):
      return nil
    }
  }

  /// A relation of words that were only taken for middle names: if they differ, that says nothing.
  private func guessed(_ relation: NameRelation) -> NameRelation? {
    relation == .conflict ? nil : relation
  }

  /// How middle names stand to each other.
  private func relation(
    _ left: ArraySlice<Token>, _ right: ArraySlice<Token>
  ) -> NameRelation {
    if left.isEmpty, right.isEmpty { return .same }
    if left.isEmpty || right.isEmpty { return .middle }
    if left == right { return .same }
    guard max(left.count, right.count) <= NameAnalyzer.mostWords else { return .conflict }
    let (fewer, more) = left.count <= right.count ? (left, right) : (right, left)
    var rest = Array(more)
    var open: [Token] = []
    for token in fewer {
      if let index = rest.firstIndex(of: token) {
        rest.remove(at: index)
      } else {
        open.append(token)
      }
    }
    for token in open {
      guard let index = rest.firstIndex(where: { tokens.agreeAsInitial(token, $0) }) else {
        return .conflict
      }
      rest.remove(at: index)
    }
    if !rest.isEmpty { return .middle }
    return open.isEmpty ? .same : .initial
  }

  /// Why a name that does not fit may still be of the same person; `nil` when it cannot.
  ///
  /// - Parameter name: A name of the book.
  /// - Returns: The level of what the names have to do with each other.
  func compatibility(with name: Int) -> Evidence.Level? {
    let other = frozen.book.names[name]
    guard other.isGroup == form.isGroup else { return nil }
    guard let plain = form.readings.first, other.readingCount > 0 else { return .missing }
    guard other.generation == 0 || form.generation == 0 || other.generation == form.generation
    else { return nil }
    let otherPlain = frozen.book.readings[Int(other.firstReading)]
    if form.tokens[plain.core] == frozen.book.nameTokens[otherPlain.core],
      relation(plain, otherPlain) == .conflict
    {
      return nil
    }
    let words = form.tokens[plain.core.lowerBound..<plain.middle.upperBound]
    let otherWords = frozen.book.nameTokens[
      otherPlain.core.lowerBound..<otherPlain.middle.upperBound]
    guard max(words.count, otherWords.count) <= NameAnalyzer.mostWords else { return nil }
    if !sharesScript(words, otherWords) { return .script }
    var left = Set(words).subtracting(otherWords).sorted()
    var right = Set(otherWords).subtracting(words).sorted()
    if left.isEmpty || right.isEmpty { return .partial }
    let given = form.tokens[form.given]
    let otherGiven = frozen.book.nameTokens[
      Int(other.given.lowerBound)..<Int(other.given.upperBound)]
    let hasSameGiven = !given.isEmpty && Set(given) == Set(otherGiven)
    if left.count > right.count { swap(&left, &right) }
    if pairInitials(left[...], right) { return .abbreviated }
    return hasSameGiven ? .given : nil
  }

  /// Whether every word of the shorter list has one of its own in the longer with which it agrees as
  /// an initial.
  private func pairInitials(_ fewer: ArraySlice<Token>, _ more: [Token]) -> Bool {
    guard let token = fewer.first else { return true }
    for index in more.indices where tokens.agreeAsInitial(token, more[index]) {
      var rest = more
      rest.remove(at: index)
      if pairInitials(fewer.dropFirst(), rest) { return true }
    }
    return false
  }

  private func sharesScript(_ left: ArraySlice<Token>, _ right: ArraySlice<Token>) -> Bool {
    left.contains { token in
      let script = tokens.traits(of: token).script
      return right.contains { tokens.traits(of: $0).script == script }
    }
  }
}
