/// What the target cannot say, as far as anybody wants to know it.
struct ConversionLosses: Sendable {
  /// Whether somebody does; else what is appended is not even made.
  let areWanted: Bool
  private(set) var all: [ConversionLoss]

  init(areWanted: Bool, _ all: [ConversionLoss] = []) {
    self.areWanted = areWanted
    self.all = all
  }

  var count: Int { all.count }

  mutating func append(_ loss: @autoclosure () -> ConversionLoss) {
    if areWanted { all.append(loss()) }
  }

  /// Removes what was appended since there were so many.
  mutating func removeAll(after count: Int) { all.removeLast(all.count - count) }
}
