import ArgumentParser
import ContactStore
import Files
package import SystemPackage
import VCard

/// What a command reads: a file or standard input.
package enum InputFile: Hashable, Sendable {
  case standardInput
  case file(FilePath)

  /// What becomes of an argument that names a directory.
  package enum DirectoryRule: Sendable {
    /// Every `.vcf` in it and in its collections is read (vdir), in the order of the bytes of their
    /// names.
    case expanded
    /// Every `.vcf` in itself is taken, and no other: what is named is going to be replaced.
    case own
    /// It is an error: one file is wanted.
    case refused
  }

  /// The name in diagnostics; standard input is `-`.
  package var name: String {
    switch self {
    case .standardInput: "-"
    case .file(let path): path.string
    }
  }

  /// What the system knows of the file.
  var status: Stat {
    get throws(Errno) {
      switch self {
      case .standardInput: try Stat(FileDescriptor.standardInput)
      case .file(let path): try Stat(path)
      }
    }
  }

  /// All octets of the one file that an argument names.
  ///
  /// - Parameters:
  ///   - argument: The path, or `-` for standard input.
  ///   - limit: The most octets.
  /// - Returns: The octets, inflated if they are compressed.
  /// - Throws: An error that ends with 66 when it cannot be read, with 65 for a file of more octets.
  static func octets(of argument: String, atMost limit: Int) throws -> [UInt8] {
    var octets: [UInt8] = []
    for file in try resolve([argument], directories: .refused) {
      var source = try ByteSource(file)
      octets = try source.rest(atMost: limit)
      guard octets.count <= limit else {
        throw CommandFailure(.data, "\(file.name) has more than \(limit) bytes")
      }
    }
    return octets
  }

  /// Finds the inputs that the arguments of a command name, in their order.
  ///
  /// All are looked at before any is read, so that a command fails before its work and not amid it.
  ///
  /// - Parameters:
  ///   - arguments: Paths, or `-` for standard input. None at all means standard input.
  ///   - directories: What becomes of directories.
  ///   - console: Is told of the folders whose cards are not read.
  /// - Returns: At least one input.
  /// - Throws: An error that ends with 66 for what does not exist or may not be read, and for a
  ///   directory that holds no `.vcf`.
  package static func resolve(
    _ arguments: [String], directories: DirectoryRule = .expanded, telling console: Console? = nil
  ) throws -> [InputFile] {
    guard !arguments.isEmpty else { return [.standardInput] }
    return try arguments.flatMap { argument in
      try argument == "-"
        ? [.standardInput] : resolve(Platform.path(argument), directories, telling: console)
    }
  }

  private static func resolve(
    _ path: FilePath, _ directories: DirectoryRule, telling console: Console?
  ) throws -> [InputFile] {
    let type = try FileError.naming(.open, path) { () throws(Errno) in
      let type = try Stat(path).type
      try SystemCalls.checkAccess(path, .read)
      return type
    }
    guard type == .directory else { return [.file(path)] }
    guard directories != .refused else { throw FileError(.open, path, .isDirectory) }
    let tree = try FileError.naming(.open, path) { () throws(Errno) in try VDirFolder.tree(path) }
    var folders = tree.folders
    var others = tree.deeper
    if directories == .own {
      folders.removeAll { $0.name != nil }
      let collections = tree.folders.filter { $0.name != nil && !$0.files.isEmpty }
      others = collections.map(\.path) + others + tree.unreadable.map(\.path)
    } else if let (folder, errno) = tree.unreadable.first {
      throw FileError(.open, folder, errno)
    }
    let files = folders.flatMap { folder in
      folder.files.map { InputFile.file(folder.path.appending($0)) }
    }
    guard !files.isEmpty else {
      throw CommandFailure(
        .noInput, "cannot read \(path.string): no .vcf file in this folder",
        suggestion: others.first.map { "there are some below; name \($0.string)" })
    }
    if !others.isEmpty {
      let names = VDirFolder.summary(of: others)
      if directories == .own {
        console?.say(.note, "folders in \(path.string) are left as they are: \(names)")
      } else {
        console?.say(.warning, "cards further down in \(path.string) are not read: name \(names)")
      }
    }
    return files
  }
}
