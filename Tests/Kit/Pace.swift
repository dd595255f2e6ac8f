import Foundation
public import Testing

extension Trait where Self == ConditionTrait {
  /// Of a test that takes seconds: `bin/test fast` leaves it out, and says so.
  public static var slow: Self {
    .disabled(
      if: ProcessInfo.processInfo.environment["BOTHY_FAST"] != nil, "fast leaves out what takes seconds")
  }
}
