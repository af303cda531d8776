import ContactStore
import Files
import SystemPackage
import TestSupport
import Testing
import VCardCommands

@Suite("Prompt")
struct PromptTests {
  private func answers(_ text: String) throws -> FileDescriptor {
    let (reader, writer) = try FileDescriptor.pipe()
    try SystemCalls.write(text.utf8.span, to: writer)
    try SystemCalls.close(writer)
    return reader
  }

  @Test("asks nobody when standard error is no terminal")
  func asksNobody() throws {
    let recorder = try Recorder(isTerminal: false)
    let isThere = Prompt(console: Console(stream: recorder.stream)) != nil
    #expect(!isThere)
    #expect(try recorder.text == "")
  }

  @Test("reads one line an answer, whatever comes with it, and nil at the end")
  func readsLines() throws {
    let recorder = try Recorder(isTerminal: true)
    let console = Console(stream: recorder.stream)
    var prompt = Prompt(reading: try answers("  Kate \n\nlast"), isOwned: true, console: console)
    #expect(try prompt.line("Name of \u{1B}[2J?") == "Kate")
    #expect(try prompt.line("Next?") == "")
    #expect(try prompt.line("Next?") == nil)
    #expect(try recorder.text == "Name of \\u{1B}[2J? Next? Next? ")
  }

  @Test(
    "asks until the answer is a choice or the start of just one",
    arguments: [
      ("new\n", 1), ("N\n", 1), ("x\n\ns\nsk\n", 3), ("add\n", 0), ("addition\na\nadd t\n", 2),
      ("x\n", nil), ("", nil),
    ] as [(String, Int?)])
  func asksAgain(text: String, expected: Int?) throws {
    let recorder = try Recorder(isTerminal: true)
    let console = Console(stream: recorder.stream)
    var prompt = Prompt(reading: try answers(text), isOwned: true, console: console)
    let choices = ["add", "new", "add to", "skip", "stop"]
    #expect(try prompt.choice("Kate Bell?", among: choices) == expected)
    #expect(try recorder.text.hasPrefix("Kate Bell? [add/new/add to/skip/stop] "))
  }

  @Test("reads what a person types on a terminal")
  func readsTerminal() throws {
    let (outside, inside) = try TestSystem.makeTerminal()
    defer { for end in [outside, inside] { try? SystemCalls.close(end) } }
    let console = Console(stream: ErrorStream(inside))
    #expect(console.stream.isTerminal)
    try SystemCalls.write("yes\n".utf8.span, to: outside)
    var prompt = Prompt(reading: inside, console: console)
    #expect(try prompt.choice("Really?", among: ["yes", "no"]) == 0)
  }

  @Test(
    "takes a line for a key where there is no terminal to press one on",
    arguments: [
      ("s\n", 0), ("Y\n", 0), ("same\n", 0), ("di\n", 1), ("?\n", 2), ("s d\nd\n", 1), ("\n", nil),
      ("sd\n", nil), ("s", nil),
    ] as [(String, Int?)])
  func keysOfLines(text: String, expected: Int?) throws {
    let recorder = try Recorder(isTerminal: true)
    let console = Console(stream: recorder.stream)
    var prompt = Prompt(reading: try answers(text), isOwned: true, console: console)
    let choices = [
      KeyChoice("sy", "same", "yes"), KeyChoice("d", "different"), KeyChoice("?", "help"),
    ]
    #expect(try prompt.key("One person?", among: choices) == expected)
    let isAsked = try recorder.text.hasPrefix("One person? [s/d/?] ")
    #expect(isAsked)
  }
}
