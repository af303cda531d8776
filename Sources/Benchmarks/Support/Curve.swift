/// One kind of work on inputs of growing size.
public struct Curve {
  /// What is measured, of what, such as `touch/typical`.
  public let name: String
  /// How large the inputs are, in what `prepare` counts.
  public let sizes: [Int]
  private let prepare: (_ size: Int) -> [UInt8]
  private let body: (_ bytes: [UInt8], _ size: Int) throws -> Int

  /// How many cards most curves take.
  static let cards = [1000, 10_000, 100_000]

  /// Creates a curve.
  ///
  /// - Parameters:
  ///   - name: What is measured, of what.
  ///   - sizes: How large the inputs are, in what `prepare` counts.
  ///   - prepare: Makes the octets of an input of some size, which is not measured.
  ///   - body: What is measured: receives the octets and the size, returns how many octets it went
  ///     through, and throws when it did not do its work.
  init(
    _ name: String, sizes: [Int], prepare: @escaping (_ size: Int) -> [UInt8],
    body: @escaping (_ bytes: [UInt8], _ size: Int) throws -> Int
  ) {
    self.name = name
    self.sizes = sizes
    self.prepare = prepare
    self.body = body
  }

  /// The input of a size.
  public func input(_ size: Int) -> [UInt8] { prepare(size) }

  /// Does the work once.
  ///
  /// - Parameters:
  ///   - input: What ``input(_:)`` made of the same size.
  ///   - size: The size.
  /// - Returns: How many octets it went through.
  /// - Throws: ``WrongCount`` when the work was not done.
  @discardableResult
  public func run(_ input: [UInt8], _ size: Int) throws -> Int { try body(input, size) }

  /// The curves by the program that measures them.
  public static var all: [(program: String, curves: [Curve])] {
    [
      (program: "Reading", curves: reading), (program: "Writing", curves: writing),
      (program: "Converting", curves: converting),
      (program: "JSONLines", curves: jsonLines), (program: "Base64Coding", curves: base64),
      (program: "Checking", curves: checking), (program: "Sorting", curves: sorting),
      (program: "Contacts", curves: contacts),
      (program: "Finding", curves: finding),
      (program: "Store", curves: store), (program: "Deduping", curves: deduping),
    ]
  }
}

/// Tells that a benchmark did not do the work it measures.
public struct WrongCount: Error, CustomStringConvertible {
  private let found: Int
  private let expected: Int

  /// Compares what was found with what is right.
  ///
  /// - Parameters:
  ///   - found: What was found.
  ///   - expected: What is right.
  /// - Throws: Itself when they differ.
  static func check(_ found: Int, is expected: Int) throws(WrongCount) {
    if found != expected { throw WrongCount(found: found, expected: expected) }
  }

  /// What was found and what is right.
  public var description: String { "found \(found), expected \(expected)" }
}
