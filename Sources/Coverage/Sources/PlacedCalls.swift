/// Calls that are given their place in the source without saying so, as by `line: UInt = #line`: by the names
/// of what is called. Where such a call stands is a part of what it says.
public struct PlacedCalls: Equatable, Sendable {
  /// Of functions, types and cases, `init`, and macros as they are written where they are used.
  public var names: Set<String>
  /// Some are called by no name: then it may be any place.
  public var isEverywhere: Bool
  /// Not lines alone are told.
  public var tellsColumns: Bool

  public init(_ names: Set<String> = [], isEverywhere: Bool = false, tellsColumns: Bool = false) {
    (self.names, self.isEverywhere, self.tellsColumns) = (names, isEverywhere, tellsColumns)
  }

  /// What tells its own place, and whether that is more than a line.
  public static let places = ["#line": false, "#column": true, "#_sourceLocation": true]
}
