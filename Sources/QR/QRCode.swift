private import CQR

/// A QR code, ISO/IEC 18004: octets as a square of dark and light modules.
///
/// ```swift
/// let code = QRCode(Array("BEGIN:VCARD…".utf8))
/// ```
public struct QRCode: Hashable, Sendable {
  /// The most octets that a code of level L holds beside the mark of UTF-8.
  public static let mostOctets = 2950
  /// Octets up to which there is room for level M, which may lose 15 % of the code instead of 7 %.
  public static let mostOctetsOfLevelM = 300
  /// Octets from which on modules become so small (version 15) that poor cameras miss them.
  public static let manyOctets = 500
  /// Modules of light around a code.
  ///
  /// ISO/IEC 18004 §5.3.8.
  public static let margin = 4

  /// Modules of a side, without the margin.
  public let side: Int
  /// Whether a module is dark, row by row.
  private let modules: [Bool]

  /// Makes the smallest code that says octets, level M up to ``mostOctetsOfLevelM`` and L beyond.
  ///
  /// Where they are not ASCII the code tells that they are UTF-8 (ECI 26): readers guess Shift_JIS or
  /// Big5 else.
  ///
  /// - Parameter octets: What it says, in UTF-8; `nil` is made of more than ``mostOctets`` or none.
  public init?(_ octets: [UInt8]) {
    guard !octets.isEmpty, octets.count <= QRCode.mostOctets else { return nil }
    let longest = Int(CQR_LONGEST_SIDE)
    var made = [UInt8](repeating: 0, count: longest * longest)
    let isBeyondASCII = octets.contains { $0 >= 0x80 }
    let isMedium = octets.count <= QRCode.mostOctetsOfLevelM
    let side = unsafe octets.span.withUnsafeBufferPointer { source in
      var span = made.mutableSpan
      return unsafe span.withUnsafeMutableBufferPointer { target -> Int32 in
        guard let from = source.baseAddress, let to = target.baseAddress else { return 0 }
        return unsafe cqr_encode(from, Int32(source.count), isBeyondASCII, isMedium, to)
      }
    }
    guard side > 0 else { return nil }
    self.side = Int(side)
    modules = made.prefix(Int(side) * Int(side)).map { $0 == 1 }
  }

  /// Modules of a side with the margin.
  public var fullSide: Int { side + 2 * QRCode.margin }

  /// Whether a module is dark, counted from the corner of the margin; what is outside is light.
  public func isDark(_ x: Int, _ y: Int) -> Bool {
    let (x, y) = (x - QRCode.margin, y - QRCode.margin)
    return 0..<side ~= x && 0..<side ~= y && modules[y * side + x]
  }
}
