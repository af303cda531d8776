/// What keeps the page from being served.
public enum PageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Nothing can listen there, and why.
  case cannotListen(String, reason: String)
  /// An address is not one of this machine alone.
  case notLoopback(String)

  /// One line for people.
  public var description: String {
    switch self {
    case .cannotListen(let address, let reason): "cannot listen at \(address): \(reason)"
    case .notLoopback(let address):
      "other machines could reach \(address); the page is at 127.0.0.0/8 or ::1 only"
    }
  }
}
