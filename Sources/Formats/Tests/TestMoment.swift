public import Model

/// From when to when a test ran, in seconds since 1970.
public struct TestMoment: Equatable, Sendable {
  public var test: TestID
  public var from: Double
  /// Nil where it never ended.
  public var to: Double?

  public init(test: TestID, from: Double, to: Double?) { (self.test, self.from, self.to) = (test, from, to) }

  /// XCTest writes the time of whatever zone its process is in, and a test may change that. Zones differ by
  /// quarters of an hour, so that the moment when the line arrived tells which one it was; nil where it
  /// doesn't.
  static func absolute(_ shown: Double, heardAt heard: Double) -> Double? {
    let quarter = 900.0
    let began = shown + ((heard - shown) / quarter).rounded() * quarter
    return -0.01...300 ~= heard - began ? began : nil
  }
}
