import ArgumentParser
import ContactModel
import ContactPages
import ContactStore
import ICU
import VCard

/// `vcard book birthdays`: whose birthday is next.
struct BookBirthdaysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "birthdays",
    abstract: "List birthdays in the order of the coming days.",
    usage: "vcard book birthdays [--days <n>] [--from <date>] [--book <book>]",
    discussion: """
      EXAMPLES:
        vcard book birthdays --days 14
        vcard book birthdays --from 2027-01-01 --format jsonl | jq -r .name

      The list begins with today, by the clock of this machine, and has a year. Who was born on 29 \
      February has the birthday on 28 February of other years, so that nobody is late. The age is what \
      somebody becomes, and is told where the year of birth is known. Groups, and days without a \
      month, are not listed. Linked records count as one.
      """)

  @Option(help: ArgumentHelp("List so many days; 1 is the first day only.", valueName: "n"))
  var days: Int?

  @Option(help: ArgumentHelp("Begin with this day, as in 2027-01-31.", valueName: "date"))
  var from: String?

  @OptionGroup var list: ListOptions

  func validate() throws {
    if let days, days < 1 { throw ValidationError("--days takes a number from 1 on") }
    if let from, CalendarDay(from) == nil {
      throw ValidationError("--from takes a day such as 2027-01-31")
    }
  }

  func run() throws {
    let (_, reporter) = try list.options.reporting.start()
    defer { reporter.finish() }
    let first = from.flatMap { CalendarDay($0) } ?? CalendarDay(Platform.today)
    let book = try list.options.open(for: .reading, reporter)
    let sorter = try NameSorter(
      .family, locale: Preferences.current.language(for: .sorting, reporter))
    var birthdays: [Birthday] = []
    try book.forEachPerson { person in
      guard let birthday = try Birthday(person, from: first, sorter) else { return }
      if birthday.days < days ?? .max { birthdays.append(birthday) }
    }
    birthdays.sort { ($0.days, $0.key) < ($1.days, $1.key) }
    var output = try ListOutput(
      list.format,
      Table([.init("Date"), .init("Days", .right), .init("Age", .right), .init("Name")]))
    for birthday in birthdays {
      try output.append(birthday.cells) { birthday.appendJSON(to: &$0) }
    }
    try output.finish()
  }
}

/// A birthday to come.
private struct Birthday {
  private let person: RecordID
  private let name: String
  private let birthday: PartialDate
  private let date: CalendarDay
  /// Days from the first of the list until then.
  let days: Int
  /// By which those of one day are in order.
  let key: SortKey

  /// Finds the next birthday of a person; `nil` when the day is not known, and for groups.
  init?(_ person: UnifiedRecord, from first: CalendarDay, _ sorter: NameSorter) throws {
    let contacts = person.records.map { Contact($0.card, keys: [.sorting, .birthday]) }
    guard contacts[0].contactType != .group else { return nil }
    // Of several that are known, that with a year.
    let known = contacts.compactMap(\.birthday).filter { $0.month != nil && $0.day != nil }
    guard let birthday = known.first(where: { $0.year != nil }) ?? known.first,
      let month = birthday.month, let day = birthday.day
    else { return nil }
    let dates = [first.year, first.year + 1].map { CalendarDay(year: $0, month: month, day: day) }
    guard let date = dates.first(where: { $0.number >= first.number }) else { return nil }
    let named = contacts.first { $0.compositeName != nil } ?? contacts[0]
    self.person = person.id
    self.birthday = birthday
    self.date = date
    name = named.compositeName ?? ""
    days = date.number - first.number
    key = try sorter.sortKey(for: named)
  }

  private var age: Int? {
    guard let year = birthday.year, year <= date.year else { return nil }
    return date.year - year
  }

  var cells: [String] {
    [date.text, days == 0 ? "today" : "\(days)", age.map { "\($0)" } ?? "", name]
  }

  func appendJSON(to json: inout [UInt8]) {
    json.append("{\"schema\":\"vcard.birthday/1\",\"person\":", jsonString: person.rawValue)
    json.append(",\"name\":", jsonString: name)
    json.append(",\"birthday\":")
    let inLeapYear = CalendarDay(year: 4, month: birthday.month ?? 1, day: birthday.day ?? 1)
    let day = inLeapYear.text.suffix(6)
    json.append(jsonString: birthday.year.map { String($0, digits: 4) + day } ?? "-\(day)")
    json.append(",\"date\":", jsonString: date.text)
    json.append(",\"days\":\(days),\"age\":\(age.map { "\($0)" } ?? "null")}\n")
  }
}

/// A day of the Gregorian calendar.
private struct CalendarDay {
  let year: Int
  private let month: Int
  private let day: Int

  /// Creates a day; 29 February is the 28th in a year that has none.
  init(year: Int, month: Int, day: Int) {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    self.year = year
    self.month = month
    self.day = month == 2 && day == 29 && !isLeap ? 28 : day
  }

  init(_ date: (year: Int, month: Int, day: Int)) {
    self.init(year: date.year, month: date.month, day: date.day)
  }

  /// Reads a whole date.
  init?(_ text: String) {
    guard let date = PartialDate(text), let year = date.year, let month = date.month,
      let day = date.day
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Days since 1 March of the year 0: years begin in March here, so that a leap day ends one.
  var number: Int {
    let year = month > 2 ? year : year - 1
    let months = (month + 9) % 12
    return 365 * year + year / 4 - year / 100 + year / 400 + (153 * months + 2) / 5 + day - 1
  }

  /// As ISO 8601 writes it.
  var text: String {
    "\(String(year, digits: 4))-\(String(month, digits: 2))-\(String(day, digits: 2))"
  }
}
