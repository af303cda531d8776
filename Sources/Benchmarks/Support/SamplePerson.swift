import DedupeBooks

/// An invented person as a typical card holds one: a fifth of the text is beyond ASCII.
struct SamplePerson {
  var family: String
  var given: String
  var nicknames: [String]
  var organisation: String
  var unit: String
  var title: String
  var emails: [String]
  var phones: [String]
  /// Street, city, region, postal code and country.
  var address: [String]
  var birthday: String
  var page: String
  var note: String
  var categories: [String]
  /// Pages with labels of their own.
  var labelled: [(label: String, page: String)]
  var identifier: String
  var revision: String

  init(_ numbers: inout SampleNumbers) {
    let isEastAsian = numbers.happens(8)
    family = numbers.pick(isEastAsian ? Self.eastAsianFamilies : Self.families)
    given = numbers.pick(isEastAsian ? Self.eastAsianGiven : Self.given)
    nicknames = (0..<numbers.number(1...2)).map { _ in numbers.pick(Self.nicknames) }
    organisation = numbers.pick(Self.organisations)
    unit = numbers.pick(Self.units)
    title = numbers.pick(Self.titles)
    let user = "user\(numbers.number(1...99_999))"
    let domain = numbers.pick(Self.domains)
    emails = ["\(user).person@\(domain)", "\(user)@\(numbers.pick(Self.domains))"]
    phones = (0..<2).map { _ in
      "+\(numbers.pick([1, 44, 48, 49, 81])) \(numbers.number(200...989)) "
        + "\(numbers.number(100...999))-\(numbers.number(1000...9999))"
    }
    address = [
      "\(numbers.number(1...9999)) \(numbers.pick(Self.streets))", numbers.pick(Self.cities),
      numbers.pick(["CA", "", "", "Bayern"]), "\(numbers.number(10_000...99_999))",
      numbers.pick(Self.countries),
    ]
    birthday =
      "\(numbers.number(1935...2010))-\(numbers.number(10...12))-\(numbers.number(10...28))"
    page = "https://www.\(domain)/people/\(user)?ref=\(Self.digits(8, &numbers))"
    note = (0..<numbers.number(8...34)).map { _ in numbers.pick(Self.words) }.joined(separator: " ")
    categories = numbers.happens(40) ? [numbers.pick(Self.groups), numbers.pick(Self.groups)] : []
    labelled = (0..<numbers.pick([0, 0, 1, 1, 2])).map { _ in
      (numbers.pick(Self.labels), "https://\(user).\(domain)/\(Self.digits(6, &numbers))")
    }
    identifier =
      "\(Self.digits(8, &numbers))-\(Self.digits(4, &numbers))-4\(Self.digits(3, &numbers))"
      + "-a\(Self.digits(3, &numbers))-\(Self.digits(12, &numbers))"
    revision =
      "\(numbers.number(2012...2025))-\(numbers.number(10...12))-\(numbers.number(10...28))"
      + "T\(numbers.number(10...23)):\(numbers.number(10...59)):\(numbers.number(10...59))Z"
  }

  private static func digits(_ count: Int, _ numbers: inout SampleNumbers) -> String {
    String((0..<count).map { _ in numbers.pick(Array("0123456789abcdef")) })
  }

  private static let families = [
    "Nowak", "García", "Müller", "Yılmaz", "Dvořák", "Nagy", "Åkesson", "Lefèvre", "Gonçalves",
    "Kovács", "Smith", "Johnson", "Brown", "Davis", "O'Brien", "Jónsdóttir", "van der Berg",
    "Иванов", "Παπαδόπουλος", "Hassan", "Patel", "Tanaka",
  ]
  private static let given = [
    "Anna", "Jan", "María", "José", "Zoë", "Łukasz", "Jürgen", "Çağla", "Élodie", "François",
    "John", "Mary", "Robert", "Susan", "Kenji", "Priya", "Omar", "Ольга", "Guðrún", "Thị",
  ]
  private static let eastAsianFamilies = ["王", "李", "佐藤", "鈴木", "高橋", "김", "박"]
  private static let eastAsianGiven = ["偉", "秀英", "太郎", "花子", "美咲", "민준", "서연"]
  private static let nicknames = ["Ace", "Bubba", "Coco", "Duke", "Fizz", "Jojo", "Zaza"]
  private static let organisations = [
    "Acme Inc.", "Globex GmbH", "Müller & Söhne AB", "Société Générale S.A.", "Ørsted Oy",
  ]
  private static let units = ["Sales", "Engineering", "R&D", "Büro Süd", "Finance", "Legal"]
  private static let titles = [
    "Software Engineer", "Directeur général", "Vice President, Operations", "Nurse",
    "Consultant; part-time", "Główny księgowy",
  ]
  private static let domains = ["example.com", "example.org", "mail.example.net", "uni.example"]
  private static let streets = [
    "Main St.", "Hauptstraße", "Rue de l'Église", "Calle Mayor", "Náměstí Míru",
  ]
  private static let cities = ["Berlin", "Kraków", "São Paulo", "New York", "東京", "İstanbul"]
  private static let countries = ["Germany", "Polska", "Brasil", "USA", "日本", "Türkiye"]
  private static let words = [
    "met", "at", "the", "conference", "in", "spring,", "prefers", "email;", "follow", "up", "about",
    "contract", "renewal", "größere", "Bestellung", "für", "nächste", "Woche", "déjà", "vu",
    "call", "before", "noon.\n", "two", "children", "allergic", "to", "peanuts", "会議", "привет",
  ]
  private static let groups = ["Friends", "Work", "Family", "Verein", "Książki"]
  private static let labels = ["_$!<HomePage>!$_", "Private", "Büro", "School; old"]
}
