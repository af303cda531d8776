import Foundation
import SystemPackage

/// Files to read: those of the repository and, where somebody has it, of the corpus.
public enum Samples {
  /// All samples of at most 32 KiB.
  public static func small() throws -> [(name: String, bytes: [UInt8])] {
    let fixtures =
      Fixtures.files(in: "cards").filter { $0.extension == "vcf" }
      + Fixtures.files(in: "bad").filter { $0.extension != "md" }
    let all = fixtures + Corpus.files.filter { $0.extension != "tsv" }
    return try all.compactMap { path in
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path.string)))
      return bytes.count <= 32 << 10 ? (path.string, bytes) : nil
    }
  }

  /// A sample that was damaged, or lines put together by chance.
  ///
  /// - Parameters:
  ///   - originals: What to damage.
  ///   - random: The chance.
  /// - Returns: The input.
  public static func damaged(
    of originals: [[UInt8]], using random: inout SeededGenerator
  ) -> [UInt8] {
    if Bool.random(using: &random) { return Mutation.lines(using: &random) }
    return Mutation.damaged(
      originals.randomElement(using: &random) ?? [],
      originals.randomElement(using: &random) ?? [], using: &random)
  }
}

/// Whether the tests run without optimisation, and had better do less.
public let isDebug: Bool = {
  #if DEBUG
    true
  #else
    false
  #endif
}()

/// How many times as many cards by chance the laws try as they commonly do.
///
/// `LAWS_TIMES`, which `.ci/laws` sets; 1 without it.
public let lawTimes: Int =
  ProcessInfo.processInfo.environment["LAWS_TIMES"].flatMap(Int.init).map { max(1, $0) } ?? 1
