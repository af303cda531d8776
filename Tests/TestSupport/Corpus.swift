import Foundation
public import SystemPackage

/// Real files of many programs that are not part of this repository, where somebody has them.
///
/// Tests over them are skipped elsewhere: `.enabled(if: !Corpus.files.isEmpty)`.
public enum Corpus {
  /// The folder: the environment variable `VCARD_CORPUS`, else `shared/corpus` beside the work tree;
  /// `nil` when there is none.
  public static let root: FilePath? = {
    let beside = Repository.root.removingLastComponent().appending("shared/corpus")
    let chosen = ProcessInfo.processInfo.environment["VCARD_CORPUS"].map { FilePath($0) }
    return [chosen, beside].compactMap { $0 }.first { (try? Stat($0).type) == .directory }
  }()

  /// All files of the programs, in the order of their bytes; empty where there is no corpus.
  ///
  /// Each program has a folder; what lies beside these folders is about the corpus.
  public static let files: [FilePath] =
    root.map { root in
      Fixtures.files(below: root).filter { $0.removingLastComponent() != root }
    } ?? []
}
