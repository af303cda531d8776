internal import VCard

/// Dates and times as JSContact has them.
enum JSContactDate {
  /// A moment in UTC, RFC 9553 §1.4.5; `nil` for a date that is none.
  static func utc(_ text: String) -> String? {
    guard let text = DateText(text), text.date.utcOffset == 0, text.date.hour != nil,
      text.date.minute != nil, text.date.second != nil, let octets = text.extended,
      octets.last == UInt8(ascii: "Z")
    else { return nil }
    return String(decoding: octets, as: UTF8.self)
  }

  // MARK: Octets

  /// Appends the object of ``node(_:)`` for a plain date.
  static func appendPlainDate(_ text: Span<UInt8>, to json: inout [UInt8]) {
    JSONText.append(literal: #"{"year":"#, to: &json)
    JSONText.append(100 * PlainDate.number(text, 0) + PlainDate.number(text, 2), to: &json)
    JSONText.append(literal: #","month":"#, to: &json)
    JSONText.append(PlainDate.number(text, 4), to: &json)
    JSONText.append(literal: #","day":"#, to: &json)
    JSONText.append(PlainDate.number(text, 6), to: &json)
    json.append(UInt8(ascii: "}"))
  }

  /// Appends the text of ``utc(_:)`` for a moment such as `20241206T080820Z`; `false` for others.
  static func appendMoment(_ text: Span<UInt8>, to json: inout [UInt8]) -> Bool {
    guard PlainDate.isMoment(text) else { return false }
    json.append(UInt8(ascii: "\""))
    for index in text.indices {
      if index == 4 || index == 6 { json.append(UInt8(ascii: "-")) }
      if index == 11 || index == 13 { json.append(UInt8(ascii: ":")) }
      json.append(text[index])
    }
    json.append(UInt8(ascii: "\""))
    return true
  }

  /// Whether octets are a moment such as `2024-12-06T08:08:20Z`, as ``appendMoment(_:to:)`` has it.
  static func isMoment(_ text: Span<UInt8>) -> Bool {
    text.count == 20 && text[4] == UInt8(ascii: "-") && text[7] == UInt8(ascii: "-")
      && text[10] == UInt8(ascii: "T") && text[13] == UInt8(ascii: ":")
      && text[16] == UInt8(ascii: ":") && text[19] == UInt8(ascii: "Z")
      && PlainDate.isDay(text, 5, 8) && PlainDate.isTime(text, 11, 14, 17)
  }

  /// The value of a vCard for a moment in UTC; `nil` for what is none.
  static func timestamp(_ text: String) -> String? {
    utc(text) == text ? DateText.basic(text) : nil
  }

  /// The date of an anniversary, RFC 9553 §2.8.1; `nil` for what is none.
  ///
  /// RFC 9555 §2.2.2: a month or a day alone is none, nor is a time that is not in UTC.
  static func node(_ text: String) -> NodeObject? {
    if let utc = utc(text) {
      return NodeObject([("@type", .text("Timestamp")), ("utc", .text(utc))])
    }
    guard let date = PartialDate(text), !date.hasTime,
      date.year != nil || date.month != nil && date.day != nil
    else { return nil }
    var object = NodeObject()
    for (key, part) in [("year", date.year), ("month", date.month), ("day", date.day)] {
      if let part { object.append(key, .number(String(part))) }
    }
    return object
  }

  /// Takes the date of an anniversary as a value of a vCard; `nil`, and it stays, where that cannot
  /// say it.
  static func take(_ object: inout NodeObject) -> String? {
    var rest = object
    let type = rest.takeText("@type")
    if type == "Timestamp" {
      guard let text = rest.takeText("utc").flatMap(timestamp), rest.isEmpty else { return nil }
      object = rest
      return text
    }
    guard type == nil || type == "PartialDate" else { return nil }
    func number(_ key: String, _ range: ClosedRange<Int>) -> Int? {
      rest.takeNumber(key).flatMap { Int($0) }.flatMap { range.contains($0) ? $0 : nil }
    }
    let year = number("year", 0...9999)
    let month = number("month", 1...12)
    let day = number("day", 1...31)
    guard !rest.members.contains(where: { ["year", "month", "day"].contains($0.key) }) else {
      return nil
    }
    guard year != nil || month != nil && day != nil,
      let text = PartialDate(year: year, month: month, day: day).dateText(isBasic: true),
      PartialDate(text) != nil
    else { return nil }
    object = rest
    return text
  }
}

extension JSContactMaker {
  /// Makes the anniversary of a date, with the place that belongs to it.
  ///
  /// RFC 9555 §2.5.1.
  mutating func makeAnniversary(_ index: Int, _ member: JSContactMember) {
    guard case .text(let text) = lines[index].value, lines[index].parameter("VALUE") == nil,
      var date = JSContactDate.node(text)
    else { return carry(index) }
    let map = mapIndex("anniversaries")
    let id = takeID(index, "ANNIVERSARY", in: map)
    var line = lines[index]
    if date["@type"] == nil, let scale = line.take("CALSCALE") {
      date.append("calendarScale", scale.lowercased())
    }
    var object = NodeObject([("kind", .text(member.key)), ("date", date.node)])
    appendRest(of: line, to: &object)
    if let place = member.place, let index = untaken(place) {
      appendPlace(index, to: &object, at: ["anniversaries", id])
    }
    maps[map].append(id, object)
  }

  private mutating func appendPlace(
    _ index: Int, to object: inout NodeObject, at path: [String]
  ) {
    guard let place = place(index, isAlternative: false) else { return }
    let base = NodeObject([("place", place.node)])
    for alternative in clusters[index]?.alternatives ?? [] {
      guard let main = alternative.main, let other = self.place(main, isAlternative: true) else {
        continue
      }
      localize(
        alternative.language, path, from: base, to: NodeObject([("place", other.node)]),
        saying: ["place"])
    }
    object.append("place", place.node)
    take(index)
  }

  private func place(_ index: Int, isAlternative: Bool) -> NodeObject? {
    var line = lines[index]
    _ = line.take("PROP-ID")
    takeLanguage(&line, isAlternative: isAlternative)
    guard let key = line.placeKey else { return nil }
    var object = NodeObject([(key, .text(line.text))])
    appendRest(of: line, to: &object)
    return object
  }
}
