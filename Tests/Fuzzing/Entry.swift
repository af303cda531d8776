import Files
import FuzzTargets
import Glibc
import SystemPackage

/// Called by libFuzzer with octets, over and over; a law that does not hold ends the process.
///
/// libFuzzer's own `main` is linked: this module has none.
@_cdecl("LLVMFuzzerTestOneInput")
public func attempt(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do {
    try chosen.attempt(unsafe Array(UnsafeBufferPointer(start: data, count: count)))
  } catch {
    // An optimised build leaves the words of a failed precondition out.
    try? SystemCalls.write(Array("law broken: \(error)\n".utf8).span, to: .standardError)
    preconditionFailure()
  }
  return 0
}

/// Called by libFuzzer before all else; with FUZZ_LIST it says which targets there are, or what one begins with.
///
/// ```
/// FUZZ_LIST=targets   reader␤convert␤…
/// FUZZ_LIST=csv       .csv␤           after a line with the folder of the fixtures
/// ```
@_cdecl("LLVMFuzzerInitialize")
public func listTargets(_: OpaquePointer?, _: OpaquePointer?) -> CInt {
  guard let word = SystemCalls.environment("FUZZ_LIST") else { return 0 }
  if word == "targets" {
    for target in FuzzTarget.all { print(target.name) }
  } else if let target = FuzzTarget.all.first(where: { $0.name == word }) {
    print("Fixtures/\(target.seeds.folder)")
    for suffix in target.seeds.suffixes { print(suffix) }
  }
  exit(0)
}

private let chosen: FuzzTarget = {
  let name = SystemCalls.environment("FUZZ_TARGET") ?? ""
  guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
    preconditionFailure(
      "FUZZ_TARGET is one of \(FuzzTarget.all.map(\.name).joined(separator: ", "))")
  }
  return target
}()
