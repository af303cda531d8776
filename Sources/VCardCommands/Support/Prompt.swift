import ContactPages
import ContactStore
import Files
package import SystemPackage

/// Questions to the person at the terminal.
///
/// They are asked on standard error and answered on the terminal itself, so that the input of the
/// command may come from elsewhere.
package struct Prompt: ~Copyable {
  private let input: FileDescriptor
  private let isOwned: Bool
  let console: Console
  /// What was read and is no answer yet.
  var pending: [UInt8] = []
  /// How the last answer, of which a key was enough, may go on.
  var wordEnds: [Substring] = []
  var keyMode: KeyMode?

  /// Finds the person; `nil` when nobody is there to ask.
  package init?(console: Console) {
    guard console.stream.isTerminal else { return nil }
    if let terminal = try? SystemCalls.open("/dev/tty", .readOnly) {
      self.init(reading: terminal, isOwned: true, console: console)
    } else if Platform.isTerminal(.standardInput) {
      self.init(reading: .standardInput, isOwned: false, console: console)
    } else {
      return nil
    }
  }

  /// Asks on `console` and reads the answers from a descriptor.
  package init(reading input: FileDescriptor, isOwned: Bool = false, console: Console) {
    self.input = input
    self.isOwned = isOwned
    self.console = console
  }

  deinit {
    // While it is open still.
    KeyMode.restore()
    if isOwned { try? SystemCalls.close(input) }
  }

  /// Asks for a line of text.
  ///
  /// - Parameter question: May quote text from files, and have several lines.
  /// - Returns: The answer without its line end and the space around it; `nil` when the input ends
  ///   before it does.
  /// - Throws: An error of action `read`.
  package mutating func line(_ question: String) throws -> String? {
    keyMode = nil
    ask(question)
    return try readLine()
  }

  /// Asks for a line that the terminal does not show.
  ///
  /// - Parameter question: May quote text from files.
  /// - Returns: The answer with all of its space; `nil` when the input ends before it does, or where the
  ///   terminal would show it.
  /// - Throws: An error of action `read`.
  mutating func secret(_ question: String) throws -> String? {
    keyMode = nil
    // Before the question: somebody may have begun to type when it is there.
    keyMode = KeyMode(input, lines: true)
    guard keyMode != nil else { return nil }
    ask(question)
    defer {
      keyMode = nil
      // The one that was typed is not shown, either.
      console.stream.write { $0.append(UInt8(ascii: "\n")) }
    }
    while true {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        defer { pending.removeSubrange(...end) }
        return String(decoding: pending[..<end], as: UTF8.self)
      }
      guard try fill() else { return nil }
    }
  }

  /// Shows a question, and leaves the cursor behind it.
  func ask(_ question: String) {
    console.stream.write { text in
      text.append(visible: question, layout: .block)
      text.append(UInt8(ascii: " "))
    }
  }

  /// Reads a line; `nil` when the input ends before it does.
  mutating func readLine() throws -> String? {
    while true {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        defer { pending.removeSubrange(...end) }
        return line(to: end)
      }
      guard try fill() else { return nil }
    }
  }

  /// What is pending before a line end, without the space around it.
  func line(to end: Int) -> String {
    String(decoding: pending[..<end], as: UTF8.self).trimmingSpace
  }

  /// Reads what is there, and waits if there is nothing; `false` at the end of the input.
  mutating func fill() throws -> Bool {
    // A terminal gives no more than this for a line (termios(3), canonical mode).
    var piece = [UInt8](repeating: 0, count: 4096)
    do {
      let count = try SystemCalls.read(input, into: &piece)
      pending += piece[..<count]
      return count > 0
    } catch {
      throw FileError(.read, "the terminal", error)
    }
  }

  /// Whether more comes within so many milliseconds.
  func hasMore(within milliseconds: Int) throws -> Bool {
    do {
      return try SystemCalls.isReadable(input, within: milliseconds)
    } catch {
      throw FileError(.read, "the terminal", error)
    }
  }

  /// Has the terminal hand over keys until the next line is asked for; `false` where it cannot.
  mutating func setsKeys() -> Bool {
    if keyMode == nil { keyMode = KeyMode(input) }
    return keyMode != nil
  }

  /// Asks until the answer is one of several words, or the start of just one of them.
  ///
  /// - Parameters:
  ///   - question: May quote text from files; the choices are put behind it.
  ///   - choices: The words, in lower case.
  /// - Returns: The position of the choice; `nil` when the input ends.
  /// - Throws: An error of action `read`.
  package mutating func choice(_ question: String, among choices: [String]) throws -> Int? {
    let question = "\(question) [\(choices.joined(separator: "/"))]"
    while let answer = try line(question)?.lowercased() {
      if let exact = choices.firstIndex(of: answer) { return exact }
      let fitting = choices.indices.filter { !answer.isEmpty && choices[$0].hasPrefix(answer) }
      if fitting.count == 1 { return fitting.first }
    }
    return nil
  }
}

extension String {
  fileprivate var trimmingSpace: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
