import Foundation
public import Testing

extension Trait where Self == ConditionTrait {
  /// For tests that take many seconds, such as those over the whole corpus.
  ///
  /// They run unless `SKIP_SLOW` is set: `SKIP_SLOW=1 swift test` leaves them out, and says so.
  public static var slow: Self {
    .disabled(if: ProcessInfo.processInfo.environment["SKIP_SLOW"] != nil, "it is slow")
  }
}
