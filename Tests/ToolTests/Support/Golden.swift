import Foundation
import SystemPackage
import TestSupport
import Testing

/// Output that a person has looked at and found right.
enum Golden {
  /// Compares output with a fixture.
  ///
  /// With RECORD_FIXTURES=1 in the environment the fixture is written anew, and the test fails, so
  /// that a person reads what has changed.
  static func expect(
    _ output: [UInt8], _ fixture: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    if ProcessInfo.processInfo.environment["RECORD_FIXTURES"] == "1" {
      try Data(output).write(to: URL(fileURLWithPath: Fixtures.path(fixture).string))
      Issue.record("\(fixture) was recorded", sourceLocation: sourceLocation)
      return
    }
    let expected = try Fixtures.bytes(fixture)
    #expect(
      String(decoding: output, as: UTF8.self) == String(decoding: expected, as: UTF8.self),
      sourceLocation: sourceLocation)
  }
}
