/// Writes a card of a person as some device or program has it, and what it did to it.
struct CardDamage {
  private var numbers: SampleNumbers
  private(set) var ops: [String] = []

  init(seed: UInt64) { numbers = SampleNumbers(seed: seed) }

  mutating func happens(_ perMille: Int) -> Bool { numbers.happens(perMille) }
  mutating func copies() -> Int { [1, 2, 3, 4, 6, 9][numbers.place([640, 215, 85, 38, 17, 5])] }
  mutating func place(upTo count: Int) -> Int { numbers.number(0...count - 1) }

  private struct Name {
    var prefix = ""
    var given = ""
    var middle = ""
    var family = ""
    var suffix = ""
    var isLatin = true
  }

  /// The card as text.
  mutating func card(_ person: InventedPerson, isClean: Bool, uid: String) -> String {
    ops = []
    let culture = Culture.all[person.culture]
    var name = Name(
      given: person.given.native, middle: person.middle?.native ?? "",
      family: person.family.native, suffix: person.suffix)
    if let second = person.secondFamily { name.family += " " + second.native }
    name.isLatin = culture.isLatin
    var nickname = ""
    if person.kind == .person, !isClean {
      damage(&name, person: person, culture: culture, nickname: &nickname)
    }
    let kana = culture.code == "ja" && !name.isLatin && numbers.happens(300)
    let (emails, phones) = values(person, isClean: isClean, culture: culture)
    let hasOrganization = !person.organization.isEmpty && numbers.happens(650)
    var organization = hasOrganization ? person.organization : ""
    if hasOrganization, !isClean, numbers.happens(350) {
      organization = numbers.pick(person.organizationVariants)
      ops.append("org_variant")
    }
    var formatted = formatted(name, culture)
    var hasParts = true
    switch person.kind {
    case .company:
      organization = numbers.pick(person.organizationVariants)
      formatted = organization
      name = Name()
      hasParts = false
      ops.append("company")
    case .office:
      formatted =
        numbers.happens(500)
        ? person.given.native : person.given.native + " " + person.organizationVariants[1]
      name = Name()
      hasParts = false
      ops.append("office")
    case .couple:
      hasParts = numbers.happens(400)
      ops.append("couple")
    case .person:
      if isClean { break }
      if numbers.happens(180) {
        hasParts = false
        ops.append("fn_only")
        if numbers.happens(150), formatted.count > 12 {
          formatted = String(formatted.prefix(numbers.number(10...14)))
          ops.append("cut_name")
        }
      }
      if numbers.happens(12) {
        formatted += numbers.pick([" ❤️", " 🎸", " 📱", " ⭐️"])
        ops.append("emoji")
      }
      if person.hasOnlyParents {
        // Without a name it would be the parent's card.
      } else if !person.relation.isEmpty, numbers.happens(25), !phones.isEmpty {
        (formatted, name, hasParts) = (person.relation, Name(), false)
        ops.append("relation_name")
      } else if numbers.happens(12), !organization.isEmpty {
        (formatted, name, hasParts) = (organization, Name(), false)
        ops.append("company_as_name")
      } else if numbers.happens(10), !phones.isEmpty {
        (formatted, name, hasParts) = (phones[0], Name(), false)
        ops.append("no_name")
      } else if numbers.happens(60) {
        formatted = [name.family, name.given + (name.middle.isEmpty ? "" : " " + name.middle)]
          .filter { !$0.isEmpty }.joined(separator: ", ")
        ops.append("comma")
      }
    }
    return text(
      name, formatted: formatted, hasParts: hasParts, kana: kana ? person : nil, nickname: nickname,
      emails: emails, phones: phones, organization: organization,
      birthday: birthday(person, isClean), uid: uid)
  }

  // MARK: Names

  private mutating func damage(
    _ name: inout Name, person: InventedPerson, culture: Culture, nickname: inout String
  ) {
    if let other = person.otherFamily, numbers.happens(60) {
      name.family = other.native
      ops.append("married_name")
    }
    if person.secondFamily != nil, numbers.happens(300) {
      name.family = person.family.native
      ops.append("second_family_dropped")
    }
    if let short = culture.nicknames[person.given.native] {
      if numbers.happens(130) {
        name.given = numbers.pick(short)
        ops.append("nickname")
      } else if numbers.happens(50) {
        nickname = numbers.pick(short)
        ops.append("nickname_field")
      }
    }
    if !name.isLatin, numbers.happens(160) {
      name.given = numbers.pick(person.given.latin)
      name.family = numbers.pick(person.family.latin)
      name.middle = person.middle?.latin.first ?? ""
      name.isLatin = true
      ops.append("romanized")
    } else if name.isLatin {
      let plain = Culture.plain(name.given + name.family, isWide: false)
      if plain != name.given + name.family {
        if numbers.happens(250) {
          let isWide = ["de", "sv"].contains(culture.code) && numbers.happens(500)
          name.given = Culture.plain(name.given, isWide: isWide)
          name.family = Culture.plain(name.family, isWide: isWide)
          name.middle = Culture.plain(name.middle, isWide: isWide)
          ops.append(isWide ? "marks_spelled_out" : "marks_dropped")
        } else if numbers.happens(25) {
          name.given = mojibake(name.given)
          name.family = mojibake(name.family)
          ops.append("mojibake")
        }
      }
    }
    if !name.middle.isEmpty {
      switch numbers.place([40, 40, 20]) {
      case 1:
        name.middle = ""
        ops.append("middle_dropped")
      case 2 where name.isLatin:
        name.middle = name.middle.prefix(1) + "."
        ops.append("middle_initial")
      default: break
      }
    } else if name.isLatin, culture.order == .western, numbers.happens(25) {
      name.middle = culture.given(person.isWoman, &numbers).native
      ops.append("middle_added")
    }
    if numbers.happens(50) {
      let slip = [typo, ocr][numbers.place([75, 25])]
      if numbers.happens(500) {
        name.given = slip(&numbers, name.given)
      } else {
        name.family = slip(&numbers, name.family)
      }
      ops.append("typo")
    }
    if name.isLatin, numbers.happens(35) {
      name.given = name.given.prefix(1) + (numbers.happens(600) ? "." : "")
      ops.append("initial")
    }
    if numbers.happens(20) {
      name.family = ""
      ops.append("given_only")
    } else if numbers.happens(10) {
      name.given = ""
      name.middle = ""
      ops.append("family_only")
    }
    if numbers.happens(45) {
      (name.given, name.family) = (name.family, name.given)
      ops.append("swapped")
    }
    if numbers.happens(45) {
      if numbers.happens(500) {
        (name.given, name.family) = (name.given.uppercased(), name.family.uppercased())
      } else {
        (name.given, name.family) = (name.given.lowercased(), name.family.lowercased())
      }
      ops.append("case")
    }
    if !culture.honorifics.isEmpty, numbers.happens(40) {
      name.prefix = numbers.pick(culture.honorifics)
      ops.append("honorific")
    }
    if !name.suffix.isEmpty, numbers.happens(350) {
      name.suffix = ""
      ops.append("suffix_dropped")
    }
  }

  private func formatted(_ name: Name, _ culture: Culture) -> String {
    if !name.isLatin, culture.order == .joined { return name.family + name.given }
    if culture.order == .eastern || culture.order == .joined && !name.isLatin {
      return [name.family, name.middle, name.given].filter { !$0.isEmpty }.joined(separator: " ")
    }
    return [name.prefix, name.given, name.middle, name.family, name.suffix]
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func mojibake(_ text: String) -> String {
    String(
      text.utf8.map { Character(Unicode.Scalar($0)) }.filter {
        !$0.unicodeScalars.contains { $0.value < 0xA0 && $0.value > 0x7E }
      })
  }

  private static let neighbours: [Character: [Character]] = {
    let rows = ["qwertyuiop", "asdfghjkl", "zxcvbnm"]
    var found: [Character: [Character]] = [:]
    for row in rows {
      let letters = Array(row)
      for (index, letter) in letters.enumerated() {
        if index > 0 { found[letter, default: []].append(letters[index - 1]) }
        if index + 1 < letters.count { found[letter, default: []].append(letters[index + 1]) }
      }
    }
    return found
  }()

  private func typo(_ numbers: inout SampleNumbers, _ text: String) -> String {
    var letters = Array(text)
    guard letters.count > 3 else { return text }
    let place = numbers.number(1...letters.count - 1)
    switch numbers.place([35, 25, 20, 20]) {
    case 0:
      letters[place] = numbers.pick(Self.neighbours[letters[place]] ?? [letters[place]])
    case 1: letters.remove(at: place)
    case 2: letters.insert(letters[place], at: place)
    default: letters.swapAt(place, place - 1 == 0 ? place : place - 1)
    }
    return String(letters)
  }

  private func ocr(_ numbers: inout SampleNumbers, _ text: String) -> String {
    let pairs = [
      ("rn", "m"), ("m", "rn"), ("l", "1"), ("o", "0"), ("cl", "d"), ("e", "c"), ("i", "l"),
      ("h", "b"),
    ]
    let start = numbers.number(0...pairs.count - 1)
    for offset in pairs.indices {
      let (from, to) = pairs[(start + offset) % pairs.count]
      guard let range = text.dropFirst().firstRange(of: from) else { continue }
      return text[..<range.lowerBound] + to + text[range.upperBound...]
    }
    return text
  }

  // MARK: Values

  private mutating func values(
    _ person: InventedPerson, isClean: Bool, culture: Culture
  ) -> ([String], [String]) {
    var emails = person.emails.filter { _ in isClean || numbers.happens(650) }
    var phones = person.phones.filter { _ in isClean || numbers.happens(650) }
    if !isClean {
      switch numbers.place([930, 35, 35]) {
      case 1:
        emails = []
        ops.append("no_email")
      case 2:
        phones = []
        ops.append("no_phone")
      default: break
      }
      if !emails.isEmpty, numbers.happens(15) {
        emails.removeLast()
        ops.append("email_in_note")
      }
    }
    for shared in person.sharedEmails where numbers.happens(shared.perMille) {
      emails.append(shared.text)
      ops.append(shared.op)
    }
    var written = phones.map { phone($0, culture: culture, isClean: isClean, ending: "") }
    for shared in person.sharedPhones where numbers.happens(shared.perMille) {
      let isSwitchboard = shared.op == "switchboard"
      let ending = isSwitchboard && numbers.happens(400) ? person.ending : ""
      written.append(phone(shared.text, culture: culture, isClean: isClean, ending: ending))
      ops.append(shared.op)
    }
    return (emails.map { isClean ? $0 : email($0) }, written)
  }

  private mutating func email(_ text: String) -> String {
    let parts = text.split(separator: "@").map { String($0) }
    var (local, domain) = (parts[0], parts[1])
    if numbers.happens(70) {
      local = numbers.happens(500) ? Culture.capitalized(local) : local.uppercased()
      ops.append("email_case")
    }
    if numbers.happens(25) {
      local += "+" + numbers.pick(["shop", "news", "bank", "fb"])
      ops.append("email_tag")
    }
    if domain == "gmail.com", numbers.happens(40) {
      local = local.filter { $0 != "." }
      if numbers.happens(300) { domain = "googlemail.com" }
      ops.append("email_dots")
    }
    if numbers.happens(8) {
      local = typo(&numbers, local)
      ops.append("email_typo")
    }
    return local + "@" + domain
  }

  private mutating func phone(
    _ number: String, culture: Culture, isClean: Bool, ending: String
  ) -> String {
    var number = number
    if !isClean, numbers.happens(8) {
      let place = numbers.number(1...number.count - 1)
      var digits = Array(number)
      digits[place] = Character("\(numbers.number(0...9))")
      number = String(digits)
      ops.append("phone_typo")
    }
    var text: String
    switch numbers.place([55, 30, 10, 4, 1]) {
    case 0: text = "+" + culture.callingCode + number
    case 1:
      text = culture.trunk + number
      ops.append("phone_national")
    case 2:
      text = "00" + culture.callingCode + number
      ops.append("phone_00")
    case 3:
      text = "+" + culture.callingCode + (culture.trunk == "0" ? "(0)" : "") + number
      ops.append("phone_zero")
    default:
      text = "+1" + number
      ops.append("phone_wrong_country")
    }
    let gap = numbers.pick(["", "", " ", "-", ".", "/"])
    if !gap.isEmpty {
      let digits = Array(text)
      text = ""
      for (index, digit) in digits.enumerated() {
        if index > 2, index % 3 == 0, index < digits.count - 1, digit.isNumber { text += gap }
        text.append(digit)
      }
    }
    if !ending.isEmpty {
      text += numbers.pick([" ext. ", " x", ","]) + ending
      ops.append("phone_ext")
    }
    return text
  }

  private mutating func birthday(_ person: InventedPerson, _ isClean: Bool) -> String {
    // Some people's birthdays nobody knows.
    guard person.year > 0, person.number % 3 == 0, numbers.happens(600) else { return "" }
    var (year, month, day) = ("\(person.year)", person.month, person.day)
    if !isClean {
      switch numbers.place([870, 50, 30, 20, 30]) {
      case 1:
        year = "--"
        ops.append("birthday_no_year")
      case 2:
        year = "1604"
        ops.append("birthday_1604")
      case 3:
        day = day == 1 ? 2 : day - 1
        ops.append("birthday_off_by_one")
      case 4 where day < 13 && day != month:
        (month, day) = (day, month)
        ops.append("birthday_swapped")
      default: break
      }
    }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return year + two(month) + two(day)
  }

  // MARK: Text

  private func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar == "," || scalar == ";" || scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  private func text(
    _ name: Name, formatted: String, hasParts: Bool, kana: InventedPerson?,
    nickname: String, emails: [String], phones: [String], organization: String,
    birthday: String, uid: String
  ) -> String {
    let shown =
      [formatted, organization, emails.first ?? "", phones.first ?? ""]
      .first { !$0.isEmpty } ?? "?"
    var text = "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:\(uid)\r\nFN:\(escaped(shown))\r\n"
    if hasParts {
      let parts = [name.family, name.given, name.middle, name.prefix, name.suffix]
      text += "N:" + parts.map(escaped).joined(separator: ";") + "\r\n"
    }
    if let kana {
      text += "X-PHONETIC-LAST-NAME:\(kana.family.kana)\r\n"
      text += "X-PHONETIC-FIRST-NAME:\(kana.given.kana)\r\n"
    }
    if !nickname.isEmpty { text += "NICKNAME:\(escaped(nickname))\r\n" }
    for email in emails { text += "EMAIL:\(escaped(email))\r\n" }
    for phone in phones { text += "TEL:\(escaped(phone))\r\n" }
    if !organization.isEmpty { text += "ORG:\(escaped(organization))\r\n" }
    if !birthday.isEmpty { text += "BDAY:\(birthday)\r\n" }
    return text + "END:VCARD\r\n"
  }
}
