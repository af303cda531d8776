import ContactPages
import ICU

extension Prompt {
  /// Whether a list can be shown to choose from: on a terminal that hands over keys and can take lines
  /// away.
  package mutating func canPick() -> Bool { console.canErase && setsKeys() }

  /// Shows a list from which one is chosen with the arrows or its number, and Enter; letters narrow it,
  /// Escape leaves.
  ///
  /// ```
  /// 3 people fit; which one? Arrows or a number and Enter; letters narrow, Escape leaves
  ///   1  Kate Bell    +1 408 555 0000  kate@bell.example
  /// > 2  Kate Lee                      kate@lee.example
  /// 2 of 2: kate
  /// ```
  ///
  /// A number that no row has is looked for, as other text is. The list goes when it is over, also on
  /// Ctrl-C.
  ///
  /// - Parameters:
  ///   - question: One line that may quote text from files.
  ///   - cells: The columns of a row, as many for each; they may hold text from files.
  ///   - find: The rows that fit what was typed; all for nothing.
  /// - Returns: The chosen one; `nil` for who leaves, and at the end of the input.
  /// - Throws: An error of action `read`, and what `find` throws.
  package mutating func pick<Choice>(
    _ question: String, cells: (Choice) -> [String], find: (String) throws -> [Choice]
  ) throws -> Choice? {
    precondition(canPick(), "a list needs a terminal to be shown on")
    let all = try find("")
    var list = PickerList(question: question, rows: all)
    defer {
      console.stream.show(status: "")
      // What is asked next may be a line.
      keyMode = nil
    }
    while true {
      let size = (console.stream.columns ?? 80, console.stream.rows ?? 24)
      console.stream.show(status: list.text(columns: size.0, rows: size.1, cells))
      guard try fillWithKeys() else { return nil }
      while let key = nextKey() {
        switch key {
        case .enter:
          try list.search(all, find)
          if let chosen = list.chosen { return chosen }
        case .leave: return nil
        case .move(let rows):
          try list.search(all, find)
          list.move(by: rows)
        case .erase: list.typed = Array(String(decoding: list.typed, as: UTF8.self).dropLast().utf8)
        case .clear: list.typed = []
        case .octet(let octet): list.typed.append(octet)
        case .other: break
        }
      }
      try list.search(all, find)
    }
  }

  private enum Key {
    case enter, leave, erase, clear, other
    case move(Int)
    case octet(UInt8)
  }

  /// Takes the next key of what is pending.
  private mutating func nextKey() -> Key? {
    guard let first = pending.first else { return nil }
    pending.removeFirst()
    switch first {
    case 0x0A, 0x0D: return .enter
    case 0x1B: return escapeSequence()
    case Self.endOfTransmission: return .leave
    case 0x08, 0x7F: return .erase
    case 0x15: return .clear  // Ctrl-U, as where a terminal puts lines together.
    case 0x0E: return .move(1)  // Ctrl-N and Ctrl-P, as in shells.
    case 0x10: return .move(-1)
    case ..<0x20: return .other
    default: return .octet(first)
    }
  }

  /// The key behind an escape, which alone is a key, too.
  private mutating func escapeSequence() -> Key {
    // ECMA-48 §5.4: CSI, parameters, a final octet; SS3 in the application mode of arrows.
    guard pending.first == UInt8(ascii: "[") || pending.first == UInt8(ascii: "O") else {
      return .leave
    }
    let end = pending.dropFirst().firstIndex { 0x40...0x7E ~= $0 } ?? pending.count - 1
    defer { pending.removeSubrange(...end) }
    return switch String(decoding: pending.dropFirst().prefix(end), as: UTF8.self) {
    case "A": .move(-1)
    case "B": .move(1)
    case "5~": .move(-PickerList<Int>.longestPage)
    case "6~": .move(PickerList<Int>.longestPage)
    case "H", "1~": .move(-1 << 30)
    case "F", "4~": .move(1 << 30)
    default: .other
    }
  }
}

/// The list of a picker: what is shown, where somebody is in it, and what they typed.
private struct PickerList<Choice> {
  /// Rows that are shown at once, where the terminal has as many.
  static var longestPage: Int { 12 }
  private static var keys: String {
    "Arrows or a number and Enter; letters narrow, Escape leaves"
  }

  let question: String
  private var rows: [Choice]
  private var selected = 0
  /// The first row that is shown.
  private var first = 0
  var typed: [UInt8] = []
  /// What the rows were found by.
  private var searched: [UInt8] = []

  init(question: String, rows: [Choice]) {
    self.question = question
    self.rows = rows
  }

  var chosen: Choice? { rows.indices.contains(selected) ? rows[selected] : nil }

  mutating func move(by count: Int) {
    selected = max(0, min(rows.count - 1, selected + count))
  }

  /// Finds the rows for what is typed now.
  mutating func search(_ all: [Choice], _ find: (String) throws -> [Choice]) throws {
    guard typed != searched else { return }
    searched = typed
    let text = String(decoding: typed, as: UTF8.self)
    if let number = Int(text), 1...max(all.count, 1) ~= number, !all.isEmpty {
      rows = all
      selected = number - 1
    } else {
      rows = text.isEmpty ? all : try find(text)
      selected = 0
    }
  }

  /// The lines that are shown, none wider than the terminal.
  mutating func text(columns: Int, rows height: Int, _ cells: (Choice) -> [String]) -> String {
    // A terminal that is written full goes to its next line, or up by one.
    let room = columns - 1
    let page = max(1, min(height - 3, Self.longestPage))
    first = max(0, min(max(first, selected - page + 1), selected, rows.count - page))
    var lines: [String] = []
    if height > 2 { lines.append(TerminalText.visible("\(question) \(Self.keys)")) }
    lines += shown(rows.indices[first..<min(first + page, rows.count)], room: room, cells)
    var place = rows.isEmpty ? "none fits: " : "\(selected + 1) of \(rows.count): "
    // The end of what is typed is where the cursor is.
    var text = TerminalText.visible(String(decoding: typed, as: UTF8.self))[...]
    while DisplayWidth.of(place + text) > room, !text.isEmpty { text = text.dropFirst() }
    place += text
    return (lines + [place]).map { DisplayWidth.truncated($0, to: room) }.joined(separator: "\n")
  }

  private func shown(
    _ page: Range<Int>, room: Int, _ cells: (Choice) -> [String]
  ) -> [String] {
    let cells = page.map { cells(rows[$0]) }
    let filled = cells.first?.indices.filter { column in cells.contains { !$0[column].isEmpty } }
    guard let filled else { return [] }
    var table = Table([.init("", .right)] + filled.map { _ in .init() })
    for (row, cells) in zip(page, cells) { table.append(["\(row + 1)"] + filled.map { cells[$0] }) }
    var text: [UInt8] = []
    table.render(into: &text, maximumWidth: room - 2)
    return zip(page, text.split(separator: UInt8(ascii: "\n"))).map { row, line in
      (row == selected ? "> " : "  ") + String(decoding: line, as: UTF8.self)
    }
  }
}
