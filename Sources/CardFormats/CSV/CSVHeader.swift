/// The row of a table that names its columns, and what each of them says.
struct CSVHeader {
  /// A column.
  struct Column {
    let name: String
    let meaning: CSVMeaning
    /// The place of its value among ``CSVHeader/slots``.
    let slot: Int
    /// Whether somebody knows it.
    let isKnown: Bool
  }

  /// A value of a row, which one or several columns say.
  struct Slot: Hashable {
    var property: String
    var types: [String]
    var label: String?
    var number: Int?
    var isNumbered: Bool
    /// What tells columns apart that say a value each.
    var column: Int?
  }

  let columns: [Column]
  let slots: [Slot]
  /// The columns of each value.
  let slotColumns: [[Int]]
  /// The language in which most columns are named that are not named in English.
  let language: String

  /// The columns that somebody knows.
  var known: Int { columns.count { $0.isKnown } }

  /// The columns that tell something of a person.
  var telling: Int { columns.count { $0.isKnown && $0.meaning.tells } }

  /// Reads the names of columns.
  ///
  /// - Parameters:
  ///   - names: The names.
  ///   - map: What names mean that are told, by their letters and digits.
  init(_ names: [String], _ map: [String: CSVMeaning] = [:]) {
    var languages: [String: Int] = [:]
    let found = names.map { name -> (meaning: CSVMeaning, number: Int?)? in
      if let told = map[CSVColumnNames.normalized(name)] { return (told, nil) }
      if name.hasPrefix(CSVHeader.linesPrefix) {
        var lines = CSVMeaning.kept
        lines.part = .lines
        return (lines, nil)
      }
      guard let (entry, number) = CSVColumnNames.find(name) else { return nil }
      languages[entry.language, default: 0] += 1
      return (entry.meaning, number)
    }
    language =
      languages.filter { $0.key != "en" }.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
      ?? "en"
    let all = found.compactMap { $0?.meaning }
    let isOutlook = ["emailaddress", "firstname"].allSatisfy(
      Set(names.map(CSVColumnNames.normalized)).contains)
    var slots: [Slot] = []
    var places: [Slot: Int] = [:]
    var columns: [Column] = []
    var titles = 0
    for (index, name) in names.enumerated() {
      var meaning = found[index]?.meaning ?? .kept
      if meaning.isOpen {
        let isTitle = meaning.property == "TITLE"
        meaning = CSVHeader.decided(
          meaning, among: all, isOutlook: isOutlook, isFirstTitle: titles == 0)
        if isTitle { titles += 1 }
      }
      var slot = Slot(
        property: meaning.property, types: meaning.types, label: meaning.label,
        isNumbered: meaning.isNumbered)
      if meaning.isNumbered || meaning.property == "ORG" { slot.number = found[index]?.number }
      if !meaning.isShared { slot.column = index }
      let place = places[slot] ?? slots.count
      if place == slots.count {
        places[slot] = place
        slots.append(slot)
      }
      columns.append(
        Column(name: name, meaning: meaning, slot: place, isKnown: found[index] != nil))
    }
    self.columns = columns
    self.slots = slots
    var slotColumns: [[Int]] = slots.map { _ in [] }
    for (index, column) in columns.enumerated() where column.meaning.part != .lines {
      slotColumns[column.slot].append(index)
    }
    self.slotColumns = slotColumns
  }

  /// What the names of columns begin with that hold lines of vCards.
  static let linesPrefix = "vCard "

  /// What a column says whose name has several meanings.
  private static func decided(
    _ meaning: CSVMeaning, among all: [CSVMeaning], isOutlook: Bool, isFirstTitle: Bool
  ) -> CSVMeaning {
    func has(_ property: String, _ part: CSVMeaning.Part) -> Bool {
      all.contains { $0.property == property && $0.part == part && !$0.isOpen }
    }
    var decided = meaning
    decided.isOpen = false
    switch meaning.property {
    case "FN":
      // `Name` beside a first name is the last name, unless there is one, and the other way round.
      let (hasFamily, hasGiven) = (has("N", .component(0)), has("N", .component(1)))
      if hasFamily != hasGiven {
        decided.property = "N"
        decided.part = .component(hasGiven ? 0 : 1)
      }
    case "TITLE":
      // Outlook's title is what stands before the name; others mean that of a job.
      if isOutlook || has("N", .component(4)) || has("TITLE", .whole), isFirstTitle {
        decided.property = "N"
        decided.part = .component(3)
      }
    case "BDAY": if !has("BDAY", .month) { decided.part = .whole }
    default:
      // `Ort` is Outlook's place of a meeting where it has the towns, too.
      let hasTowns = all.contains {
        $0.property == "ADR" && $0.part == meaning.part && !$0.types.isEmpty
      }
      if hasTowns { return .kept }
    }
    return decided
  }
}

/// Where the header of a table stands, and what separates its cells.
struct CSVLayout {
  let header: CSVHeader
  let delimiter: UInt8
  /// Rows up to the header, with it.
  let rows: Int

  /// Rows among which the header is looked for: LinkedIn begins with a few of notes.
  private static let mostRows = 10
  static let delimiters = [
    UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, UInt8(ascii: "|"),
  ]
}

extension CSVLayout {
  /// Looks for the row that names the most columns that somebody knows.
  ///
  /// - Parameters:
  ///   - octets: The first octets of a table.
  ///   - told: What separates cells, where somebody told it.
  ///   - map: What names mean that are told, by their letters and digits.
  ///   - text: Turns octets of a cell into text.
  init(
    of octets: ArraySlice<UInt8>, delimiter told: UInt8?, _ map: [String: CSVMeaning],
    _ text: ([UInt8]) -> String
  ) {
    // What is told may be meant for what is written: it counts where the table shows nothing else.
    var best: CSVLayout?
    for delimiter in (told.map { [$0] } ?? []) + CSVLayout.delimiters {
      var rows = CSVRows(delimiter: delimiter)
      rows.append(octets)
      rows.finish()
      var number = 0
      var isPreamble = true
      while isPreamble, number < CSVLayout.mostRows, rows.next() != nil {
        number += 1
        if rows.isEmpty { continue }
        isPreamble = rows.cells.count { !$0.isEmpty } == 1
        let header = CSVHeader(rows.cells.map { text(Array(rows.octets[$0])) }, map)
        guard let last = best?.header else {
          best = CSVLayout(header: header, delimiter: delimiter, rows: number)
          continue
        }
        let isBetter =
          header.known != last.known
          ? header.known > last.known
          : header.known == 0 && told == nil && number == 1
            && header.columns.count > last.columns.count
        if isBetter { best = CSVLayout(header: header, delimiter: delimiter, rows: number) }
      }
    }
    self =
      best ?? CSVLayout(header: CSVHeader([]), delimiter: told ?? UInt8(ascii: ","), rows: 0)
  }
}
