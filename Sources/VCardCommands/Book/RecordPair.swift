import ArgumentParser

/// Two records that a command is about.
struct RecordPair: ParsableArguments {
  @Argument(help: ArgumentHelp("The ID of a record.", valueName: "A"))
  var first: String

  @Argument(help: ArgumentHelp("The ID of another.", valueName: "B"))
  var second: String

  func validate() throws {
    if first == second { throw ValidationError("the two IDs name one record") }
  }
}
