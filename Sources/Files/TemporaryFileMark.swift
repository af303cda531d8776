import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the name of a half-written file says of the process that writes it.
///
/// ```
/// .kate.vcf.1x9qk2m0c3b7-1k4.3w5e11264sgsf.tmp
///  target   machine      pid random
/// ```
/// So a later run on the same machine knows whether anybody still needs the file.
struct TemporaryFileMark: Hashable {
  /// Tells machines, their starts and their containers apart: process numbers mean something in one only.
  private let machine: Substring
  private let process: pid_t

  /// That of this process.
  static let current = "\(thisMachine)-\(String(getpid(), radix: 36))"

  /// Reads the mark in the name of a file; `nil` when it is the name of something else.
  init?(ofFileNamed name: FilePath.Component) {
    let parts = name.string.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 5, parts[0].isEmpty, parts[parts.count - 1] == "tmp" else { return nil }
    let mark = parts[parts.count - 3].split(separator: "-", omittingEmptySubsequences: false)
    guard mark.count == 2, UInt64(mark[0], radix: 36) != nil,
      let process = pid_t(mark[1], radix: 36), process > 0,
      UInt64(parts[parts.count - 2], radix: 36) != nil
    else { return nil }
    machine = mark[0]
    self.process = process
  }

  /// Whether nobody can still be writing a file with this mark.
  func isAbandoned(_ path: FilePath) -> Bool {
    if machine == Self.thisMachine {
      // kill(2): signal 0 only asks.
      return kill(process, 0) != 0 && errno == ESRCH
    }
    guard let status = try? Stat(path, followTargetSymlink: false), status.type == .regular else {
      return false
    }
    let day = 86_400
    return time(nil) - status.st_mtim.tv_sec > day
  }

  /// This start of this machine, and this container of it, in the digits of base 36.
  private static let thisMachine: String = {
    let start = (try? SystemCalls.firstOctets(of: "/proc/sys/kernel/random/boot_id")) ?? []
    let container = (try? SystemCalls.target(ofLink: "/proc/self/ns/pid").string) ?? ""
    let digest = SHA256.digest(of: (start + Array(container.utf8)).span)
    return String(digest.octets.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }, radix: 36)
  }()
}
