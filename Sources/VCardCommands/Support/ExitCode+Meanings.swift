package import ArgumentParser

/// How a run ends. Scripts rely on these numbers.
extension ExitCode {
  /// Done.
  package static let ok = ExitCode(0)
  /// Done, and found what was asked about.
  ///
  /// Thrown, it ends the command without a message.
  package static let found = ExitCode(1)
  /// Wrong usage; `EX_USAGE` of sysexits.h, as all those that follow up to 75.
  package static let usage = ExitCode(64)
  /// The input is not what it should be, or `--strict` and it has errors.
  package static let data = ExitCode(65)
  /// The input cannot be opened.
  package static let noInput = ExitCode(66)
  /// A server cannot be reached.
  package static let unavailable = ExitCode(69)
  /// A defect of the tool itself.
  package static let software = ExitCode(70)
  /// The output cannot be created.
  package static let cannotCreate = ExitCode(73)
  /// A read or write failed on the way: a full disk, a broken device.
  package static let ioError = ExitCode(74)
  /// What a plan was made from has changed since; a server is busy, or too much would be deleted.
  package static let changed = ExitCode(75)
  /// A server's answer cannot be read.
  package static let protocolError = ExitCode(76)
  /// A server lets nobody in.
  package static let notAllowed = ExitCode(77)
  /// The user or the system asked the process to end: 128 and the number of SIGINT, as shells have
  /// it.
  package static let interrupted = ExitCode(130)

  /// What each exit code means, for people.
  package static let meanings: [(code: ExitCode, meaning: String)] = [
    (.ok, "Done."),
    (.found, "Done, and found what was asked about: problems, duplicates, differences."),
    (.usage, "Wrong usage."),
    (.data, "The input is not what it should be, or --strict was given and it has errors."),
    (.noInput, "The input cannot be read."),
    (.unavailable, "A server cannot be reached."),
    (.software, "A defect of vcard itself."),
    (.cannotCreate, "The output cannot be created."),
    (.ioError, "A read or write failed on the way, as on a full disk."),
    (
      .changed,
      "What a plan was made from has changed since; make the plan again. A server is busy, or "
        + "synchronising would delete too much."
    ),
    (.protocolError, "A server's answer cannot be read."),
    (.notAllowed, "A server lets nobody in."),
    (.interrupted, "Interrupted; files are as they were."),
  ]
}
