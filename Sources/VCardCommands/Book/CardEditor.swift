import ContactStore
import Files
import SystemPackage

/// The editor that somebody likes, opened on a file that only they may read.
///
/// The file stands in a folder of its own in `$TMPDIR`, else `/tmp`, so that what the editor leaves
/// beside it goes with it. What somebody wrote and no book has stays in a file beside that folder;
/// when the command is interrupted meanwhile, the folder stays.
final class CardEditor {
  /// The name of the file, in diagnostics too.
  static let fileName = "card.vcf"

  private let command: String
  private let folder: FilePath
  /// What the editor showed first.
  private var original: [UInt8]?
  /// Where the text is that somebody wrote last, if it is to stay.
  private var kept: FilePath?

  /// Finds the editor: `$VISUAL`, else `$EDITOR`, else `vi` on a terminal.
  ///
  /// - Throws: A failure that ends with 64 when there is none; an error of action `create`.
  init(_ console: Console) throws {
    let named = ["VISUAL", "EDITOR"].lazy.compactMap(Platform.environment).first { !$0.isEmpty }
    guard let command = named ?? (console.stream.isTerminal ? "vi" : nil) else {
      throw CommandFailure(
        .usage, "there is no terminal to edit on",
        suggestion: "name a file with the card, or an editor in $VISUAL or $EDITOR")
    }
    self.command = command
    let parent = FilePath(
      Platform.environment("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp")
    folder = try FileError.naming(.create, parent) { () throws(Errno) in
      try TemporaryFiles.createFolder("vcard-edit", in: parent, makesParent: false)
    }
  }

  deinit { TemporaryFiles.removeFolder(folder) }

  /// Has a text edited.
  ///
  /// - Returns: What it is then.
  /// - Throws: A failure that ends with 74 when the editor fails, and errors of the file.
  func edited(_ text: [UInt8]) throws -> [UInt8] {
    if original == nil { original = text }
    do {
      try OutputFile.writePrivate(text, to: path)
    } catch {
      // Part of it is nothing that somebody wrote.
      try? SystemCalls.remove(path)
      throw error
    }
    // When the terminal goes away, the editor may still save what it has, even when we have ended.
    TemporaryFiles.hold(folder, for: path)
    // What is kept is in the editor again.
    if let kept { try? SystemCalls.remove(kept) }
    kept = nil
    let status: Int32
    do throws(Errno) {
      status = try Platform.runShell(command, argument: path)
    } catch {
      throw CommandFailure(.ioError, "cannot run the editor \"\(command)\": \(error)")
    }
    guard status == 0 else {
      throw CommandFailure(
        .ioError, "the editor \"\(command)\" ended with \(status); nothing was changed")
    }
    let edited = try read()
    if edited == original { TemporaryFiles.release(folder) }
    return edited
  }

  private var path: FilePath { folder.appending(Self.fileName) }

  private func read() throws -> [UInt8] {
    var source = try ByteSource(.file(path))
    return try source.rest()
  }

  /// Does what makes a change of what was written; when that fails, what was written stays.
  ///
  /// - Throws: What `body` throws; where a text was written, with the file that it is in.
  func keepingText<Result>(_ console: Console, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      guard let path = keep() else { throw error }
      let place = "what was written is in \(path)"
      var failure: CommandFailure
      switch error {
      case let error as CommandFailure: failure = error
      case let error as BookError: failure = CommandFailure(error)
      case let error as FileError: failure = CommandFailure(error)
      default:
        console.line("vcard: note: \(place)")
        throw error
      }
      failure.suggestion = place
      throw failure
    }
  }

  /// Puts what was written where it stays when the command is over.
  ///
  /// - Returns: Where; `nil` when nothing was.
  private func keep() -> FilePath? {
    if let kept { return kept }
    guard let original, let text = try? read(), text != original else { return nil }
    let name = "vcard-\(String(UInt64.random(in: .min ... .max), radix: 36)).vcf"
    let place = folder.removingLastComponent().appending(name)
    // An editor that writes a new file gives it the permissions of any other.
    makePrivate()
    guard (try? SystemCalls.move(path, to: place)) != nil else { return nil }
    kept = place
    TemporaryFiles.release(folder)
    return place
  }

  /// Makes what was written its owner's alone; where that cannot be, it is kept all the same.
  private func makePrivate() {
    guard let file = try? SystemCalls.open(path, .readOnly) else { return }
    defer { try? SystemCalls.close(file) }
    try? SystemCalls.setPermissions(.ownerReadWrite, of: file)
  }

  /// Asks whether a text that was refused is to be edited again; nobody is asked without a terminal.
  func isToBeEditedAgain(_ console: Console, because problem: String) throws -> Bool {
    guard var prompt = Prompt(console: console) else { return false }
    // Whoever interrupts the question has written something, too.
    let place = keep().map { "What was written is in \($0). " } ?? ""
    let question = "This is not just one card: \(problem). \(place)Edit it again, or leave?"
    return try prompt.choice(question, among: ["edit", "leave"]) == 0
  }

  /// What ends a command whose text was refused.
  static func refusal(_ problem: String) -> CommandFailure {
    CommandFailure(.data, "this is not just one card: \(problem); nothing was changed")
  }
}
