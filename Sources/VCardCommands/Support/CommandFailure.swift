package import ArgumentParser
package import Files
import SystemPackage

/// What stopped a command: how it ends, one line for people, and what they can do about it.
package struct CommandFailure: Error, Hashable, Sendable {
  /// How the run ends.
  package var exitCode: ExitCode
  /// One line without a full stop; it may quote input as it is, and is escaped when printed.
  package var message: String
  /// What to try instead, in one line.
  package var suggestion: String?

  /// Creates a failure.
  package init(_ exitCode: ExitCode, _ message: String, suggestion: String? = nil) {
    self.exitCode = exitCode
    self.message = message
    self.suggestion = suggestion
  }

  /// Creates the failure that a file error stands for.
  package init(_ error: FileError) {
    let exitCode: ExitCode =
      switch error.action {
      case .open: .noInput
      case .create: .cannotCreate
      case .read, .write, .remove, .lock: .ioError
      }
    self.init(exitCode, "\(error)")
    if error.isTemporary, error.action == .create || error.action == .write {
      suggestion = "set TMPDIR to a folder with room for all of the input"
    }
    if error.action == .lock, error.errno == .wouldBlock {
      message = "cannot lock \(error.name): another process is using it"
    }
  }
}
