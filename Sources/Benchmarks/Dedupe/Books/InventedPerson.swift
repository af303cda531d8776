/// A person, company, office or couple that cards of a book are of.
struct InventedPerson: Sendable {
  enum Kind: Sendable { case person, company, office, couple }

  var number: Int
  var household: Int
  var culture: Int
  var kind = Kind.person
  var isWoman = false
  var given = Culture.Name(native: "", latin: [])
  var middle: Culture.Name?
  var family = Culture.Name(native: "", latin: [])
  var secondFamily: Culture.Name?
  /// The family name before or after a marriage.
  var otherFamily: Culture.Name?
  /// The generation, `Jr.` or `Sr.`, as far as cards say it.
  var suffix = ""
  /// What the children call it: Mum, Papa.
  var relation = ""
  /// Whether it has the name of a parent.
  var isNamesake = false
  /// Whether it has no email and number but those of parents.
  var hasOnlyParents = false
  var emails: [String] = []
  /// Numbers without country code and trunk prefix.
  var phones: [String] = []
  /// Emails and numbers that others have, too, and how often in a thousand a card has them.
  var sharedEmails: [(text: String, perMille: Int, op: String)] = []
  var sharedPhones: [(text: String, perMille: Int, op: String)] = []
  /// What the switchboard adds for this person.
  var ending = ""
  var organization = ""
  var organizationVariants: [String] = []
  var year = 0
  var month = 0
  var day = 0
}

/// Makes people in households and companies.
struct InventedPeople {
  private struct Company {
    var name: String
    var variants: [String]
    var domain: String
    var switchboard: String
    var culture: Int
    var employees = 0
    var hasCards = false
    /// Names of people who work there, for namesakes.
    var people: [InventedPerson] = []
  }

  private var numbers: SampleNumbers
  private var used: Set<String> = []
  private var companies: [Company] = []
  private var persons = 0
  private var households = 0

  private static let domains =
    Array(repeating: "gmail.com", count: 30) + Array(repeating: "outlook.com", count: 10)
    + Array(repeating: "yahoo.com", count: 9) + Array(repeating: "icloud.com", count: 9)
    + Array(repeating: "hotmail.com", count: 8)
    + [
      "gmx.de", "web.de", "t-online.de", "orange.fr", "free.fr", "libero.it", "mail.ru",
      "yandex.ru",
      "qq.com", "163.com", "naver.com", "proton.me", "wp.pl", "seznam.cz", "uol.com.br", "ziggo.nl",
      "yahoo.co.jp", "live.com", "aol.com", "comcast.net", "btinternet.com",
    ]
  private static let trades = [
    "Logistics", "Software", "Consulting", "Foods", "Media", "Health", "Energy", "Textiles",
    "Motors",
    "Bank", "Design", "Pharma", "Travel", "Steel", "Optics", "Paper", "Print", "Labs", "Insurance",
  ]
  private static let legalForms = [
    "GmbH", "Inc.", "Ltd", "S.A.", "AB", "B.V.", "Sp. z o.o.", "Co., Ltd.",
  ]
  /// Names of twins and of sisters and brothers that are nearly one.
  private static let likeNames = [
    ("Anna", "Anne"), ("Jon", "John"), ("Paul", "Paula"), ("Mario", "Maria"), ("Hanna", "Anna"),
    ("Christian", "Christina"), ("Lena", "Lea"), ("Mia", "Pia"), ("Tim", "Tom"), ("Jan", "Jana"),
    ("Julia", "Juliane"), ("Marie", "Maria"), ("Leon", "Leonie"), ("Daniel", "Daniela"),
    ("Martin", "Marvin"), ("Stefan", "Steffen"), ("Alexander", "Alexandra"), ("Eric", "Erica"),
    ("Marc", "Marco"), ("Kathleen", "Katherine"), ("Jean", "Joan"), ("Ali", "Alina"),
    ("Emily", "Emma"),
    ("Sophia", "Sophie"), ("Michael", "Michelle"), ("Nicolas", "Nicole"), ("Laura", "Lara"),
  ]

  init(seed: UInt64, cards: Int) {
    numbers = SampleNumbers(seed: seed)
    for _ in 0..<max(3, cards / 60) { addCompany() }
  }

  private mutating func addCompany() {
    let culture = numbers.place(Culture.all.map(\.weight))
    let base =
      Culture.folded(Culture.all[culture].family(&numbers).latin.first ?? "Nova", isWide: true)
    let word = Culture.capitalized(base) + " " + numbers.pick(Self.trades)
    let form = numbers.pick(Self.legalForms)
    let name = word + " " + form
    let domain = word.lowercased().filter { $0.isASCII && $0.isLetter } + ".example"
    companies.append(
      Company(
        name: name,
        variants: [
          name, word, word.uppercased(), word + ", " + form, base.uppercased(), "Fa. " + word,
        ], domain: domain, switchboard: phone(Culture.all[culture]).dropLast(2) + "00",
        culture: culture))
  }

  private mutating func phone(_ culture: Culture) -> String {
    "\(numbers.number(2...9))" + numbers.digits(culture.nationalLength - 1)
  }

  /// The next household or company: people whose cards may be mistaken for each other.
  mutating func next() -> [InventedPerson] {
    if numbers.happens(12) { return company() }
    households += 1
    let culture = numbers.place(Culture.all.map(\.weight))
    let kind = numbers.place([42, 22, 28, 8])
    var people: [InventedPerson] = []
    switch kind {
    case 0:
      people = [person(culture, isWoman: numbers.happens(500), years: 1940...2004)]
    case 1:
      people = couple(culture)
    case 2:
      people = couple(culture)
      addChildren(&people, culture)
    default:
      // Sisters and brothers, or a parent and grown children, under one roof.
      people = [person(culture, isWoman: numbers.happens(500), years: 1935...1975)]
      addChildren(&people, culture)
    }
    share(&people, culture)
    for index in people.indices { people[index].household = households }
    return people
  }

  private mutating func person(
    _ culture: Int, isWoman: Bool, years: ClosedRange<Int>, family: Culture.Name? = nil
  ) -> InventedPerson {
    let all = Culture.all[culture]
    persons += 1
    var person = InventedPerson(number: persons, household: households, culture: culture)
    person.isWoman = isWoman
    person.given = all.given(isWoman, &numbers)
    let name = family ?? all.family(&numbers)
    person.family = isWoman ? all.womans(name) : name
    if all.hasTwoFamilies, numbers.happens(800) { person.secondFamily = all.family(&numbers) }
    if ["en", "de", "fr", "nl", "sv", "pl"].contains(all.code), numbers.happens(350) {
      person.middle = all.given(isWoman, &numbers)
    } else if all.code == "vi" {
      person.middle =
        isWoman && numbers.happens(600)
        ? Culture.Name(native: "Thị", latin: ["Thi"]) : Culture.Name(native: "Văn", latin: ["Van"])
    } else if all.code == "ru", numbers.happens(400) {
      let father = all.men[numbers.skewed(6)]
      person.middle = Culture.Name(
        native: father.native.filter { $0 != "й" } + (isWoman ? "овна" : "ович"),
        latin: [father.latin[0] + (isWoman ? "ovna" : "ovich")])
    }
    person.year = numbers.number(years)
    person.month = numbers.number(1...12)
    person.day = numbers.number(1...28)
    return person
  }

  private mutating func couple(_ culture: Int) -> [InventedPerson] {
    let all = Culture.all[culture]
    let family = all.family(&numbers)
    var man = person(culture, isWoman: false, years: 1935...2000, family: family)
    var woman = person(culture, isWoman: true, years: 1935...2000, family: family)
    let own = all.womans(all.family(&numbers))
    switch numbers.place([55, 15, 30]) {
    case 0: woman.otherFamily = own
    case 1 where all.isLatin && !all.hasTwoFamilies:
      woman.otherFamily = woman.family
      woman.family = Culture.Name(
        native: own.native + "-" + woman.family.native,
        latin: [own.native + "-" + woman.family.native])
    default: woman.family = own
    }
    man.relation = numbers.pick(["Dad", "Papa", "Vati", "Papá", "爸爸", "папа"])
    woman.relation = numbers.pick(["Mum", "Mama", "Mom ❤️", "Mutti", "Mamá", "妈妈", "мама"])
    return [man, woman]
  }

  private mutating func addChildren(_ people: inout [InventedPerson], _ culture: Int) {
    let all = Culture.all[culture]
    let family = people[0].family
    let count = numbers.place([0, 40, 40, 15, 5])
    let first = people.count
    for _ in 0..<count {
      let isWoman = numbers.happens(500)
      var child = person(
        culture, isWoman: isWoman, years: people[0].year + 22...people[0].year + 38, family: family)
      if people[0].isWoman, people.count == 1 { child.family = people[0].family }
      child.secondFamily =
        people.first?.secondFamily.map { _ in people.count > 1 ? people[1].family : family }
      let last = people.count - 1
      if last >= first {
        let before = people[last]
        if numbers.happens(120) {
          // Twins.
          (child.year, child.month, child.day) = (before.year, before.month, before.day)
        }
        if all.isLatin, numbers.happens(150), all.order == .western {
          let pair = numbers.pick(Self.likeNames)
          people[last].given = Culture.Name(native: pair.0, latin: [pair.0])
          child.given = Culture.Name(native: pair.1, latin: [pair.1])
        } else if numbers.happens(200),
          let same = likeInitial(before.given, isWoman: isWoman, culture: all)
        {
          child.given = same
        }
      } else if numbers.happens(40), child.isWoman == people[0].isWoman,
        people[0].given.native != people.last?.given.native
      {
        // A child with the name of a parent; half of the cards of such say nothing of it.
        child.given = people[0].given
        child.middle = people[0].middle
        child.isNamesake = true
        if numbers.happens(600), all.code == "en" {
          child.suffix = "Jr."
          if numbers.happens(500) { people[0].suffix = "Sr." }
        }
      }
      // Nobody gives two children one name, nor a child a parent's by chance.
      if !child.isNamesake, people.contains(where: { $0.given.native == child.given.native }) {
        continue
      }
      people.append(child)
    }
  }

  private mutating func likeInitial(
    _ name: Culture.Name, isWoman: Bool, culture: Culture
  ) -> Culture.Name? {
    let names = (isWoman ? culture.women : culture.men).filter {
      $0.native.first == name.native.first && $0 != name
    }
    return names.isEmpty || !culture.syllables.isEmpty ? nil : numbers.pick(names)
  }

  /// Gives people emails and numbers, their own and those of the household.
  private mutating func share(_ people: inout [InventedPerson], _ culture: Int) {
    let all = Culture.all[culture]
    let landline = numbers.happens(450) ? phone(all) : nil
    let word = Culture.folded(people[0].family.latin.first ?? "home", isWide: true)
    var mailbox: String?
    if people.count > 1, numbers.happens(180) {
      let given = people.prefix(2).map { Culture.folded($0.given.latin.first ?? "x", isWide: true) }
      let local = [
        "\(word).family", "familie.\(word)", "family.\(word)", "the\(word)s", "\(word)home",
        given.joined(separator: "."), given.joined(separator: ".") + ".\(word)", "fam.\(word)",
        "\(word)", "\(word)\(numbers.number(1...99))",
      ]
      mailbox = unique(numbers.pick(local))
    }
    for index in people.indices {
      fill(&people[index])
      if let landline { people[index].sharedPhones.append((landline, 450, "landline")) }
      if let mailbox { people[index].sharedEmails.append((mailbox, 450, "family_email")) }
      // Children have a parent's address and number.
      if index > 1, !people[index].isNamesake, numbers.happens(150) {
        let parent = people[numbers.number(0...1)]
        if let email = parent.emails.first {
          people[index].sharedEmails.append((email, 600, "parents_email"))
        }
        if let phone = parent.phones.first {
          people[index].sharedPhones.append((phone, 500, "parents_phone"))
        }
        if numbers.happens(600) {
          people[index].emails = []
          people[index].phones = []
          people[index].hasOnlyParents = true
        }
      }
    }
    if people.count > 1, numbers.happens(60) {
      persons += 1
      var card = InventedPerson(number: persons, household: households, culture: culture)
      card.kind = .couple
      let glue = numbers.pick([" & ", " und ", " and ", " + "])
      card.given = Culture.Name(
        native: people[0].given.native + glue + people[1].given.native,
        latin: [
          (people[0].given.latin.first ?? "") + glue + (people[1].given.latin.first ?? "")
        ])
      card.family = people[0].family
      card.phones = [landline ?? phone(all)]
      card.emails = mailbox.map { [$0] } ?? []
      people.append(card)
    }
    if numbers.happens(300) { employ(&people) }
  }

  private mutating func unique(_ local: String) -> String {
    var local = local
    var domain = numbers.pick(Self.domains)
    // Gmail gives nobody a name that another has but for dots.
    while !used.insert((domain == "gmail.com" ? local.filter { $0 != "." } : local) + "@" + domain)
      .inserted
    {
      local += "\(numbers.number(0...99))"
      domain = numbers.pick(Self.domains)
    }
    return local + "@" + domain
  }

  private mutating func fill(_ person: inout InventedPerson) {
    let all = Culture.all[person.culture]
    let given = Culture.folded(numbers.pick(person.given.latin), isWide: numbers.happens(800))
    let family = Culture.folded(numbers.pick(person.family.latin), isWide: numbers.happens(800))
    let number = "\(numbers.number(1...999))"
    let year = "\(person.year % 100)"
    let letter = String(given.prefix(1))
    for _ in 0..<numbers.place([14, 50, 26, 10]) {
      let local = [
        "\(given).\(family)", "\(given)\(family)", "\(letter).\(family)",
        "\(letter)\(family)\(number)",
        "\(given)\(year)", "\(family).\(given)", "\(given)_\(family)\(year)", "\(family)\(letter)",
        "\(given)\(number)", "sunny\(number)", "\(given).\(family)\(number)",
        "\(family)\(person.year)",
      ]
      person.emails.append(unique(numbers.pick(local)))
    }
    for _ in 0..<numbers.place([12, 60, 28]) { person.phones.append(phone(all)) }
  }

  private mutating func employ(_ people: inout [InventedPerson]) {
    for index in people.indices.prefix(2) where numbers.happens(700) {
      let place = numbers.skewed(companies.count)
      employ(&people[index], place)
    }
  }

  private mutating func employ(_ person: inout InventedPerson, _ place: Int) {
    companies[place].employees += 1
    let company = companies[place]
    person.organization = company.name
    person.organizationVariants = company.variants
    let given = Culture.folded(person.given.latin.first ?? "x", isWide: true)
    let family = Culture.folded(person.family.latin.first ?? "y", isWide: true)
    if numbers.happens(650) {
      var address = "\(given).\(family)@\(company.domain)"
      var count = 2
      while !used.insert(address).inserted {
        address = "\(given).\(family)\(count)@\(company.domain)"
        count += 1
      }
      person.emails.append(address)
    }
    person.sharedPhones.append((company.switchboard, 250, "switchboard"))
    person.ending = "\(10 + company.employees % 90)"
    if numbers.happens(80) {
      person.sharedEmails.append(("info@" + company.domain, 300, "role_email"))
    }
    if company.people.count < 40 { companies[place].people.append(person) }
  }

  /// A company's own cards, its offices, and two people of one name who work there.
  private mutating func company() -> [InventedPerson] {
    households += 1
    let place = numbers.number(0...companies.count - 1)
    let company = companies[place]
    persons += 1
    var card = InventedPerson(number: persons, household: households, culture: company.culture)
    card.kind = .company
    card.organization = company.name
    card.organizationVariants = company.variants
    card.phones = [company.switchboard]
    card.emails = numbers.happens(500) ? ["info@" + company.domain] : []
    var all = company.hasCards ? [] : [card]
    companies[place].hasCards = true
    for office in company.hasCards ? [] : ["Sales", "Empfang", "Support", "Buchhaltung"]
    where numbers.happens(300) {
      persons += 1
      var office_ = card
      office_.number = persons
      office_.kind = .office
      office_.given = Culture.Name(native: office, latin: [office])
      office_.emails = [office.lowercased() + "@" + company.domain]
      office_.phones = numbers.happens(500) ? [company.switchboard] : []
      all.append(office_)
    }
    if numbers.happens(350), let known = company.people.last(where: { $0.kind == .person }) {
      // A namesake in the same company.
      var namesake = namesake(of: known)
      employ(&namesake, place)
      all.append(namesake)
    }
    return all
  }

  /// Another person of a name, with emails and numbers of its own.
  mutating func namesake(of known: InventedPerson) -> InventedPerson {
    var namesake = person(known.culture, isWoman: known.isWoman, years: 1950...2000)
    namesake.given = known.given
    namesake.family = known.family
    namesake.secondFamily = known.secondFamily
    namesake.middle = numbers.happens(500) ? namesake.middle : nil
    fill(&namesake)
    return namesake
  }
}

extension Culture {
  /// The letters `a` to `z` of a name, as people make addresses of it.
  static func folded(_ text: String, isWide: Bool) -> String {
    var result = ""
    for scalar in text.lowercased().unicodeScalars {
      if scalar.isASCII {
        if scalar.properties.isAlphabetic { result.unicodeScalars.append(scalar) }
        continue
      }
      result += letters[scalar].map { isWide ? $0.wide : $0.plain } ?? ""
    }
    return result.isEmpty ? "name" : result
  }

  /// A name without marks, case kept.
  static func plain(_ text: String, isWide: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        result.unicodeScalars.append(scalar)
        continue
      }
      let lower = String(scalar).lowercased()
      guard let first = lower.unicodeScalars.first, let found = letters[first] else {
        result.unicodeScalars.append(scalar)
        continue
      }
      let letter = isWide ? found.wide : found.plain
      result += lower == String(scalar) ? letter : capitalized(letter)
    }
    return result
  }

  private static let letters: [Unicode.Scalar: (plain: String, wide: String)] = {
    var letters: [Unicode.Scalar: (plain: String, wide: String)] = [:]
    for (from, to) in [
      ("àáâãāăąạảấầẩậắằẵặ", "a"), ("çćč", "c"), ("ďđ", "d"), ("èéêëēęěẹẻếềểễệ", "e"), ("ğ", "g"),
      ("ìíîïīıịỉĩ", "i"), ("łľ", "l"), ("ñńň", "n"), ("òóôõōőọỏốồổộớờởợơ", "o"), ("řŕ", "r"),
      ("śšşș", "s"), ("ťţț", "t"), ("ùúûūůűụủứừửữựưũ", "u"), ("ýÿỳỵỷỹ", "y"), ("źżž", "z"),
      ("ṯ", "t"),
    ] {
      for scalar in from.unicodeScalars { letters[scalar] = (to, to) }
    }
    letters["ä"] = ("a", "ae")
    letters["ö"] = ("o", "oe")
    letters["ü"] = ("u", "ue")
    letters["ß"] = ("ss", "ss")
    letters["ø"] = ("o", "oe")
    letters["å"] = ("a", "aa")
    letters["æ"] = ("ae", "ae")
    letters["œ"] = ("oe", "oe")
    return letters
  }()
}
