/// What keeps the page from being served.
public enum PageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Nothing can listen there, and why.
  case cannotListen(String, reason: String)

  /// One line for people.
  public var description: String {
    switch self {
    case .cannotListen(let address, let reason): "cannot listen at \(address): \(reason)"
    }
  }
}
