internal import VCard

/// Brings what is set on a contact into the form in which cards are read.
enum CleanText {
  /// A text without blanks around it and with LF between its lines; `nil` when it is empty.
  static func lines(_ text: String) -> String? {
    guard text.utf8.contains(0x0D) else { return text.filled }
    var octets: [UInt8] = []
    var afterReturn = false
    for octet in text.utf8 {
      if octet != 0x0A || !afterReturn { octets.append(octet == 0x0D ? 0x0A : octet) }
      afterReturn = octet == 0x0D
    }
    return String(decoding: octets, as: UTF8.self).filled
  }

  /// A text of one line, with a blank for each line end; `nil` when it is empty.
  static func line(_ text: String) -> String? {
    guard let text = lines(text), text.utf8.contains(0x0A) else { return lines(text) }
    return String(decoding: text.utf8.map { $0 == 0x0A ? 0x20 : $0 }, as: UTF8.self).filled
  }

  static func email(_ text: String) -> String? {
    line(text).flatMap { EmailText.address($0).filled }
  }

  static func phone(_ text: String) -> String? {
    line(text).flatMap { PhoneText.number($0).filled }
  }

  static func address(_ address: PostalAddress) -> PostalAddress? {
    var address = address
    for path in PostalAddress.adrParts {
      address[keyPath: path] = address[keyPath: path].flatMap(lines)
    }
    for (_, path, _) in PostalAddress.appleParts {
      address[keyPath: path] = address[keyPath: path].flatMap(line)
    }
    address.isoCountryCode = address.isoCountryCode.flatMap {
      PostalAddress.countryCode($0) ?? line($0)
    }
    return address.isEmpty ? nil : address
  }

  static func relation(_ relation: ContactRelation) -> ContactRelation? {
    line(relation.name).map { ContactRelation(name: $0) }
  }

  static func profile(_ profile: SocialProfile) -> SocialProfile? {
    var clean = SocialProfile(
      urlString: profile.urlString.flatMap(line), username: profile.username.flatMap(line),
      userIdentifier: profile.userIdentifier.flatMap(line), service: profile.service.flatMap(line))
    // Without a scheme it would be read as the name of the account.
    if let url = clean.urlString, clean.username == nil, !SocialProfile.isURL(url) {
      (clean.urlString, clean.username) = (nil, url)
    }
    let isEmpty = clean.urlString == nil && clean.username == nil && clean.userIdentifier == nil
    return isEmpty ? nil : clean
  }

  static func message(_ address: InstantMessageAddress) -> InstantMessageAddress? {
    line(address.username).map {
      InstantMessageAddress(username: $0, service: address.service.flatMap(line))
    }
  }

  static func date(_ date: ContactDate) -> ContactDate? {
    if date.date != nil { return date }
    guard let text = line(date.text) else { return nil }
    let calendar = date.calendar.flatMap { $0.filled }.flatMap { $0 == "gregorian" ? nil : $0 }
    return ContactDate(
      date: calendar == nil ? PartialDate(text) : nil, calendar: calendar, text: text)
  }

  /// A birthday by another calendar; one that is the Gregorian or has no name is none.
  static func otherBirthday(_ date: ContactDate) -> ContactDate? {
    guard let text = line(date.text) else { return nil }
    let calendar = date.calendar.flatMap(line).flatMap { $0 == "gregorian" ? nil : $0 }
    return ContactDate(text: text, calendar: calendar)
  }

  /// Labelled values in the form in which they are read; the empty ones are left out.
  static func values<Value: ContactValue & Hashable>(
    _ values: [LabeledValue<Value>], _ clean: (Value) -> Value?
  ) -> [LabeledValue<Value>] {
    var counts: [Value: Int] = [:]
    let clean: [LabeledValue<Value>] = values.compactMap { old in
      guard let value = clean(old.value) else { return nil }
      let rank = counts[value] ?? 0
      counts[value] = rank + 1
      let label = old.label.flatMap { line($0.rawValue).flatMap { ContactLabel($0) } }
      // What it is does not change with the equal ones that are beside it.
      let isMoved = old.rank > rank || old.origin != 0 && old.rank != rank
      return LabeledValue(
        label: label, value: value, rank: rank, origin: Int(old.origin),
        kept: isMoved ? old.number : old.kept)
    }
    return clean.contains { $0.kept != 0 } ? told(apart: clean) : clean
  }

  /// Values none of which has the number of another: those that have kept theirs go first.
  private static func told<Value>(apart values: [LabeledValue<Value>]) -> [LabeledValue<Value>] {
    var values = values
    var taken: Set<UInt64> = []
    for index in values.indices where values[index].kept != 0 {
      if !taken.insert(values[index].kept).inserted {
        values[index] = values[index].identified(by: 0)
      }
    }
    for index in values.indices where values[index].kept == 0 {
      let own = values[index].number
      var number = own
      while !taken.insert(number).inserted { number &+= 1 }
      if number != own { values[index] = values[index].identified(by: number) }
    }
    return values
  }

  /// The same, each value once.
  static func once<Value: ContactValue & Hashable>(
    _ old: [LabeledValue<Value>], ignoringLabels: Bool, _ clean: (Value) -> Value?
  ) -> [LabeledValue<Value>] {
    var known: Set<LabeledValue<Value>> = []
    let once = values(old, clean).filter {
      known.insert(ignoringLabels ? $0.setting(label: nil) : $0).inserted
    }
    // Equal ones that are gone count no more.
    return values(once, clean)
  }

  /// A list with another first text; without its first one for `nil`.
  static func first(_ text: String?, of list: [String]) -> [String] {
    (text.map { [$0] } ?? []) + list.dropFirst()
  }
}
