import Foundation
public import Testing

/// Which tests run: `bin/test fast`, `bin/test` and `bin/test nightly` set `BOTHY_TIER`.
public enum Tier: String, Sendable {
  /// What takes no second, while one works.
  case fast
  /// What must pass before a change lands.
  case landing
  /// Everything.
  case nightly

  public static let current =
    ProcessInfo.processInfo.environment["BOTHY_TIER"].flatMap(Tier.init) ?? .landing

  /// Some of the arguments of a test, spread evenly; all of them in the nightly tier.
  public static func some<Argument>(_ count: Int, of all: [Argument]) -> [Argument] {
    guard current != .nightly, all.count > count else { return all }
    return (0..<count).map { all[$0 * all.count / count] }
  }
}

extension Trait where Self == ConditionTrait {
  /// A test that takes seconds: `bin/test fast` leaves it out.
  public static var slow: Self { .disabled(if: Tier.current == .fast, "bin/test fast leaves it out") }

  /// A test that runs in `bin/test nightly` only.
  public static var nightly: Self { .enabled(if: Tier.current == .nightly, "only bin/test nightly runs it") }
}
