import ArgumentParser

/// Two records that a command is about.
struct RecordPair: ParsableArguments {
  @Argument(help: ArgumentHelp("A record: its ID, or words to find it by.", valueName: "A"))
  var first: String

  @Argument(help: ArgumentHelp("Another, in the same way.", valueName: "B"))
  var second: String

  func validate() throws {
    if first == second { throw ValidationError("the two IDs name one record") }
  }
}
