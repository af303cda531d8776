internal import Foundation

/// A UID that no other card has.
package enum NewUID {
  /// A random one, RFC 9562 §5.4, in the form of RFC 6350 §6.7.6: `urn:uuid:…`.
  package static func make() -> String { "urn:uuid:\(UUID().uuidString.lowercased())" }
}
