internal import CVCard

/// A way to go through octets; all ways come to the same.
package enum ByteKernel: UInt32, Sendable, CaseIterable {
  /// By what every processor of the kind has; the only way on those that are not named here.
  case plain
  /// By the vectors of 16 octets that x86-64 processors have since 2006.
  case ssse3
  /// By the vectors of 32 octets that x86-64 processors have since 2013.
  case avx2
  /// By the vectors of 16 octets of arm64 processors.
  case neon

  /// Whether this processor knows the way.
  package var isAvailable: Bool { cvc_has_kernel(cKernel) != 0 }

  /// The fastest way that this processor knows.
  package static let best = ByteKernel(rawValue: cvc_best_kernel().rawValue) ?? .plain

  /// The same as the C side numbers them.
  var cKernel: cvc_kernel { cvc_kernel(rawValue) }
}
