/// Where on a card a value stands.
struct ValuePlace: Sendable {
  /// The place of its line in the card's table.
  var line: Int
  /// The group of the line in lower case.
  var group: String?
}

/// Where on a card the values without labels stand: the lines that said them.
struct ValuePlaces: Sendable {
  var name: Int?
  var formattedName: Int?
  var organization: Int?
  var jobTitle: Int?
  var uid: Int?
  var birthday: Int?
  var otherBirthday: Int?
  var previousFamilyName: Int?
  var phoneticGiven: Int?
  var phoneticMiddle: Int?
  var phoneticFamily: Int?
  var phoneticOrganization: Int?
  var sortString: Int?
  /// One for each value: a line of several stands as often.
  var nicknames: [Int] = []
  var categories: [Int] = []
  var types: [Int] = []
  var notes: [Int] = []
}

/// The labelled values of one kind while they are read.
struct LabeledReading<Value: ContactValue & Hashable>: Sendable {
  private(set) var values: [Value] = []
  private(set) var labels: [ContactLabel?] = []
  /// Where each value stands; several places if the card says it more than once.
  private(set) var places: [ValuePlace] = []
  /// Further places of values by their index, in order.
  private(set) var repeats: [(index: Int, place: ValuePlace)] = []

  /// The lines of each value, the first of which counts.
  var lines: [[Int]] {
    var lines = places.map { [$0.line] }
    for (index, place) in repeats { lines[index].append(place.line) }
    return lines
  }

  mutating func append(_ value: Value, label: ContactLabel?, place: ValuePlace) {
    values.append(value)
    labels.append(label)
    places.append(place)
  }

  /// Changes the values of groups.
  mutating func change(_ body: (inout Value, _ group: String) -> Void) {
    for (index, place) in places.enumerated() {
      if let group = place.group { body(&values[index], group) }
    }
  }

  /// Makes one of values that are the same and, unless labels do not count, have the same label.
  private mutating func unify(ignoringLabels: Bool) {
    guard values.count > 1 else { return }
    var kept = LabeledReading()
    var indexes: [LabeledValue<Value>: Int] = [:]
    for (index, value) in values.enumerated() {
      let key = LabeledValue(label: ignoringLabels ? nil : labels[index], value: value)
      guard let same = indexes[key] else {
        indexes[key] = kept.values.count
        kept.append(value, label: labels[index], place: places[index])
        continue
      }
      if kept.labels[same] == nil { kept.labels[same] = labels[index] }
      kept.repeats.append((same, places[index]))
    }
    self = kept
  }

  /// The values with their labels, once all are read.
  ///
  /// - Parameters:
  ///   - groups: The labels that the X-ABLabel of groups say.
  ///   - ignoresLabels: Whether values that are the same are one also where their labels, of which
  ///     the first counts, are not; `nil` where all of them count.
  /// - Returns: The values in their order.
  mutating func finish(
    _ groups: [String: ContactLabel], ignoringLabels ignoresLabels: Bool? = nil
  ) -> [LabeledValue<Value>] {
    guard !values.isEmpty else { return [] }
    if !groups.isEmpty {
      for (index, place) in places.enumerated() {
        if let group = place.group, let label = groups[group] { labels[index] = label }
      }
    }
    if let ignoresLabels { unify(ignoringLabels: ignoresLabels) }
    var labeled: [LabeledValue<Value>] = []
    labeled.reserveCapacity(values.count)
    var counts: [Value: Int] = [:]
    for (index, value) in values.enumerated() {
      var rank = 0
      // Nearly all cards have fewer; more are counted in a dictionary.
      if values.count <= 8 {
        for earlier in values[..<index] where earlier == value { rank += 1 }
      } else {
        rank = counts[value] ?? 0
        counts[value] = rank + 1
      }
      labeled.append(
        LabeledValue(label: labels[index], value: value, rank: rank, origin: index + 1))
    }
    return labeled
  }
}
