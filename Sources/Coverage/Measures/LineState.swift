public import Model

/// What coverage says of one line that can be executed.
public enum LineState: String, Codable, Sendable, CaseIterable {
  case executed
  case partlyExecuted
  case notExecuted
  /// It follows a crash, or its count cannot be. It counts as not executed.
  case notKnown
  /// Its author says that it never runs, and it did not: it is in no total.
  case unreachable

  public var didRun: Bool { self == .executed || self == .partlyExecuted }
}

/// Where a count begins in a source file: it holds until the next segment. Lines and columns count from 1,
/// columns in bytes of UTF-8.
public struct CoverageSegment: Equatable, Sendable {
  public enum Kind: UInt8, Sendable {
    /// A part of the code.
    case code
    /// What lies between two parts; says nothing where code stands on the same line.
    case gap
    /// No count: outside of every function, or not compiled.
    case none
    /// The message of an assertion that held; counts as the code around it.
    case unusedMessage
  }

  public var line: Int32
  public var column: Int32
  public var kind: Kind
  /// A region starts here; otherwise one that started earlier goes on.
  public var isEntry: Bool
  public var count: UInt64
  /// False after a crash and where the count cannot be; the count is then 0.
  public var isKnown = true

  public init(line: Int32, column: Int32, count: UInt64, kind: Kind = .code, isEntry: Bool = true) {
    (self.line, self.column, self.kind, self.isEntry, self.count) = (line, column, kind, isEntry, count)
  }
}

/// Columns of one line, in bytes from 1; `end` is the first one behind.
public struct ColumnSpan: Codable, Equatable, Sendable {
  public var start: Int
  public var end: Int

  public init(start: Int, end: Int) { (self.start, self.end) = (start, end) }
}

/// A region that starts at a column, and how often it ran.
public struct RegionStart: Codable, Equatable, Sendable {
  public var column: Int
  public var count: UInt64

  public init(column: Int, count: UInt64) { (self.column, self.count) = (column, count) }
}

/// All that is known of one executable line.
public struct LineCoverage: Equatable, Sendable {
  public var number: Int
  public var state: LineState
  /// The highest count of the parts that decide the state; what the gutter shows.
  public var count: UInt64
  /// What did not run of a partly executed line, without the white space around it.
  public var missed: [ColumnSpan]
  /// The regions that start in this line.
  public var starts: [RegionStart]
  /// The counts of regions that started in earlier lines, when this line has other regions besides.
  public var carried: [UInt64]
  /// The messages of assertions that held.
  public var unusedMessages: [ColumnSpan]
  /// The line belongs to a `for … where`: its count is only the most that it can be.
  public var isAtMost = false

  public init(
    number: Int, state: LineState, count: UInt64, missed: [ColumnSpan] = [], starts: [RegionStart] = [],
    carried: [UInt64] = [], unusedMessages: [ColumnSpan] = []
  ) {
    (self.number, self.state, self.count, self.missed) = (number, state, count, missed)
    (self.starts, self.carried, self.unusedMessages) = (starts, carried, unusedMessages)
  }

  /// How often each way through the line was taken; empty when there is only one.
  public var branches: [UInt64] {
    starts.count + carried.count > 1 ? carried + starts.map(\.count) : []
  }

  /// How many ways there are and how many were taken, without making a list of them.
  public var branchCounts: PlaceCounts {
    let count = starts.count + carried.count
    guard count > 1 else { return PlaceCounts() }
    return PlaceCounts(count: count, executed: carried.count { $0 > 0 } + starts.count { $0.count > 0 })
  }
}
