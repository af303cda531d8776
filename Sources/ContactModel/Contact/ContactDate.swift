public import VCard

/// A day in a person's life, also one of another calendar or one that no calendar knows.
public struct ContactDate: Sendable {
  /// The date of the Gregorian calendar, any part of which may be left out.
  ///
  /// `nil` for dates of other calendars and for what is no date.
  public let date: PartialDate?
  /// The other calendar, such as `chinese`, a lower-case name of CALSCALE (RFC 6350 §5.8).
  public let calendar: String?
  /// The date as it stands on the card.
  public let text: String

  /// Creates a date of the Gregorian calendar.
  public init(_ date: PartialDate) {
    self.init(date: date, calendar: nil, text: date.text(isBasic: false) ?? "")
  }

  /// Creates a date of another calendar, or what is said instead of one, such as `circa 1800`.
  public init(text: String, calendar: String? = nil) {
    self.init(date: nil, calendar: calendar?.trimmingBlanks.asciiLowercased, text: text)
  }

  init(date: PartialDate?, calendar: String?, text: String) {
    self.date = date
    self.calendar = calendar
    self.text = text
  }
}

extension ContactDate: Hashable {
  /// Whether both are the same day; how it is spelled counts only where it is no Gregorian date.
  public static func == (left: ContactDate, right: ContactDate) -> Bool {
    left.date == right.date && left.calendar == right.calendar
      && (left.date != nil || left.text == right.text)
  }

  /// Feeds the date, or else the text.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(date)
    hasher.combine(calendar)
    if date == nil { hasher.combine(text) }
  }
}

extension ContactDate: ContactValue {
  /// Feeds the date, or else the calendar and the text.
  public func combine(into hasher: inout StableHasher) {
    guard let date else {
      hasher.combine(calendar ?? "")
      hasher.combine(text)
      return
    }
    for part in [
      date.year, date.month, date.day, date.hour, date.minute, date.second, date.utcOffset,
    ] {
      hasher.combine(UInt64(bitPattern: Int64(part ?? Int.min)))
    }
  }
}

extension PartialDate {
  /// The date in the basic or the extended format of ISO 8601, with the parts that it has.
  ///
  /// RFC 6350 §4.3.
  ///
  /// - Parameter isBasic: Whether no hyphens and colons stand between the parts.
  /// - Returns: `nil` when no text says these parts, or no calendar has the date.
  func text(isBasic: Bool) -> String? {
    let text = (dateText(isBasic: isBasic) ?? "") + timeText(isBasic: isBasic)
    return PartialDate(text) == self ? text : nil
  }

  private func timeText(isBasic: Bool) -> String {
    let colon = isBasic ? "" : ":"
    var text = ""
    if let hour {
      text += String(hour, digits: 2)
      if let minute {
        text += colon + String(minute, digits: 2)
        if let second { text += colon + String(second, digits: 2) }
      }
    } else if let minute {
      text += "-" + String(minute, digits: 2)
      if let second { text += String(second, digits: 2) }
    } else if let second {
      text += "--" + String(second, digits: 2)
    }
    guard !text.isEmpty else { return "" }
    if let offset = utcOffset {
      let minutes = offset.magnitude
      text +=
        offset == 0
        ? "Z"
        : (offset < 0 ? "-" : "+") + String(minutes / 60, digits: 2) + colon
          + String(minutes % 60, digits: 2)
    }
    return "T" + text
  }
}
