/// A way from one version to another.
struct Direction: Hashable, Sendable {
  let source: Version
  let target: Version

  init(_ source: Version, _ target: Version) {
    self.source = source
    self.target = target
  }

  var reversed: Direction { Direction(target, source) }
}

extension Direction: Directed {
  var direction: Direction { self }
}

/// What goes one way.
protocol Directed {
  var direction: Direction { get }
}

extension Directed {
  var source: Version { direction.source }
  var target: Version { direction.target }
  /// The rules of the source, and of the target.
  var from: Rules { Rules(source) }
  var to: Rules { Rules(target) }
  /// Whether something becomes vCard 4.0, or is it no more: what has changed most between versions.
  var isToModern: Bool { to.isModern && !from.isModern }
  var isToOld: Bool { from.isModern && !to.isModern }
  var changesModernity: Bool { isToModern || isToOld }
}
