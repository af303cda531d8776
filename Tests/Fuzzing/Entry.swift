import Files

/// Called by libFuzzer with octets, over and over.
///
/// libFuzzer's own `main` is linked: this module has none.
@_cdecl("LLVMFuzzerTestOneInput")
public func attempt(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  chosen.attempt(unsafe Array(UnsafeBufferPointer(start: data, count: count)))
  return 0
}

private let chosen: FuzzTarget = {
  let name = SystemCalls.environment("FUZZ_TARGET") ?? ""
  guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
    preconditionFailure(
      "FUZZ_TARGET is one of \(FuzzTarget.all.map(\.name).joined(separator: ", "))")
  }
  return target
}()
