import ContactStore
package import SystemPackage

/// Questions to the person at the terminal.
///
/// They are asked on standard error and answered on the terminal itself, so that the input of the
/// command may come from elsewhere.
package struct Prompt: ~Copyable {
  private let input: FileDescriptor
  private let isOwned: Bool
  private let console: Console
  private var pending: [UInt8] = []

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
    if isOwned { try? SystemCalls.close(input) }
  }

  /// Asks for a line of text.
  ///
  /// - Parameter question: May quote text from files, and have several lines.
  /// - Returns: The answer without its line end and the space around it; `nil` when the input ends
  ///   before it does.
  /// - Throws: An error of action `read`.
  package mutating func line(_ question: String) throws -> String? {
    console.stream.write { text in
      text.append(visible: question, layout: .block)
      text.append(UInt8(ascii: " "))
    }
    while true {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: pending[..<end], as: UTF8.self)
        pending.removeSubrange(...end)
        return line.trimmingSpace
      }
      // A terminal gives no more than this for a line (termios(3), canonical mode).
      var piece = [UInt8](repeating: 0, count: 4096)
      do {
        let count = try SystemCalls.read(input, into: &piece)
        guard count > 0 else { return nil }
        pending += piece[..<count]
      } catch {
        throw FileError(.read, "the terminal", error)
      }
    }
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
