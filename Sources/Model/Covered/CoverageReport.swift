import Words

/// Counts of lines.
public struct LineCounts: Codable, Equatable, Sendable {
  /// Lines with code.
  public var executable: Int
  /// Lines that were executed or partly executed.
  public var executed: Int
  /// Lines that were partly executed.
  public var partial: Int
  /// Lines after a crash, or with an impossible count. They count as not executed.
  public var notKnown = 0
  /// Lines that are marked as unreachable. No other count includes them.
  public var unreachable = 0

  public init(executable: Int = 0, executed: Int = 0, partial: Int = 0) {
    (self.executable, self.executed, self.partial) = (executable, executed, partial)
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    executable = try values.decode(Int.self, forKey: .executable)
    executed = try values.decode(Int.self, forKey: .executed)
    partial = try values.decode(Int.self, forKey: .partial)
    notKnown = try values.decodeIfPresent(Int.self, forKey: .notKnown) ?? 0
    unreachable = try values.decodeIfPresent(Int.self, forKey: .unreachable) ?? 0
  }

  public var notExecuted: Int { executable - executed }

  public static func + (a: Self, b: Self) -> Self {
    var sum = Self(
      executable: a.executable + b.executable, executed: a.executed + b.executed,
      partial: a.partial + b.partial)
    sum.notKnown = a.notKnown + b.notKnown
    sum.unreachable = a.unreachable + b.unreachable
    return sum
  }
}

/// Counts of regions or functions.
public struct PlaceCounts: Codable, Equatable, Sendable {
  /// How many there are.
  public var count: Int
  /// How many were executed.
  public var executed: Int

  public init(count: Int = 0, executed: Int = 0) { (self.count, self.executed) = (count, executed) }

  public static func + (a: Self, b: Self) -> Self {
    Self(count: a.count + b.count, executed: a.executed + b.executed)
  }
}

/// The totals of llvm-cov.
public struct LLVMTotals: Codable, Equatable, Sendable {
  /// One total of llvm-cov.
  public struct Total: Codable, Equatable, Sendable {
    /// How many there are.
    public var count: Int
    /// How many are covered.
    public var covered: Int

    public init(count: Int = 0, covered: Int = 0) { (self.count, self.covered) = (count, covered) }

    public static func + (a: Self, b: Self) -> Self {
      Self(count: a.count + b.count, covered: a.covered + b.covered)
    }
  }

  /// Lines.
  public var lines: Total
  /// Regions.
  public var regions: Total
  /// Functions.
  public var functions: Total

  public init(lines: Total = Total(), regions: Total = Total(), functions: Total = Total()) {
    (self.lines, self.regions, self.functions) = (lines, regions, functions)
  }

  public static func + (a: Self, b: Self) -> Self {
    Self(lines: a.lines + b.lines, regions: a.regions + b.regions, functions: a.functions + b.functions)
  }
}

/// One function (or closure) of a source file, compiled once or many times.
public struct FunctionCoverage: Codable, Equatable, Sendable {
  public var name: String
  public var line: Int
  public var column: Int
  public var count: UInt64

  public init(name: String, line: Int, column: Int, count: UInt64) {
    (self.name, self.line, self.column, self.count) = (name, line, column, count)
  }
}

/// The coverage of a file. Ranges of lines are first and last line.
public struct FileCoverage: Codable, Equatable, Sendable {
  /// Its path.
  public var path: PackagePath
  /// Counts of lines.
  public var lines: LineCounts
  /// Counts of regions.
  public var regions: PlaceCounts
  /// Counts of functions.
  public var functions: PlaceCounts
  /// The totals of llvm-cov.
  public var llvm: LLVMTotals
  /// Ranges of lines that were not executed.
  public var missedLines: [[Int]]
  /// Lines that were partly executed.
  public var partialLines: [Int]
  /// Lines with the message of an assertion that held, so the message was never made.
  public var unusedMessageLines: [Int]
  /// Ranges of lines after a crash, or with an impossible count.
  public var notKnownLines: [[Int]] = []
  /// Ranges of lines in bodies of `for … where`, which the compiler counts too often.
  public var atMostLines: [[Int]] = []
  /// Lines that are marked as unreachable.
  public var unreachable: [UnreachableLine] = []

  public init(
    path: PackagePath, lines: LineCounts, regions: PlaceCounts, functions: PlaceCounts, llvm: LLVMTotals,
    missedLines: [[Int]], partialLines: [Int], unusedMessageLines: [Int]
  ) {
    (self.path, self.lines, self.regions) = (path, lines, regions)
    (self.functions, self.llvm, self.missedLines) = (functions, llvm, missedLines)
    (self.partialLines, self.unusedMessageLines) = (partialLines, unusedMessageLines)
  }
}

/// The coverage of a target.
public struct TargetCoverage: Codable, Equatable, Sendable {
  /// Its name.
  public var name: String
  /// Counts of lines.
  public var lines: LineCounts
  /// Counts of regions.
  public var regions: PlaceCounts
  /// Counts of functions.
  public var functions: PlaceCounts
  /// The coverage of each file.
  public var files: [FileCoverage]

  /// The counts are the sums over the files, which is the only way to make one.
  public init(name: String, files: [FileCoverage]) {
    (self.name, self.files) = (name, files)
    lines = files.reduce(LineCounts()) { $0 + $1.lines }
    regions = files.reduce(PlaceCounts()) { $0 + $1.regions }
    functions = files.reduce(PlaceCounts()) { $0 + $1.functions }
  }
}

/// A source that was not measured.
public struct NotMeasured: Codable, Equatable, Sendable {
  /// Its path.
  public var path: PackagePath
  /// The reason.
  public var why: String
  /// Its target, if that is test support because only tests use it.
  public var support: String?

  public init(path: PackagePath, why: String, support: String? = nil) {
    (self.path, self.why, self.support) = (path, why, support)
  }

  /// Its lines may well be known, and are none of what tests test.
  public var isSupport: Bool { why.hasPrefix("test support") }
  /// What is so for that reason.
  public var word: String { isSupport ? "not counted" : "not measured" }
}

/// A source that the bot file excludes.
public struct Excluded: Codable, Equatable, Sendable {
  /// Its path.
  public var path: PackagePath
  /// The pattern that excludes it.
  public var rule: String
  /// How many lines it has.
  public var lines: Int
  /// The reason in the bot file.
  @Nullable public var reason: String?

  public init(path: PackagePath, rule: String, lines: Int) {
    (self.path, self.rule, self.lines) = (path, rule, lines)
  }
}

/// The coverage of the package. Counts are sums over the targets.
public struct CoverageReport: Codable, Equatable, Sendable {
  /// Counts of lines.
  public var lines: LineCounts
  /// Counts of regions.
  public var regions: PlaceCounts
  /// Counts of functions.
  public var functions: PlaceCounts
  /// The totals of llvm-cov for the same files.
  public var llvm: LLVMTotals
  /// The coverage of each target.
  public var targets: [TargetCoverage]
  /// Sources that were not measured.
  public var notMeasured: [NotMeasured]
  /// Sources that the bot file excludes.
  public var excluded: [Excluded]
  /// Sentences that say why more lines ran than are counted.
  public var tooLow: [String] = []
  /// Sentences that say why some counted lines may not have run.
  public var tooHigh: [String] = []
  /// Data of some test processes is missing, so this coverage is compared with no other.
  public var standsAlone = false

  /// The counts are the sums over the targets, which is the only way to make one.
  public init(targets: [TargetCoverage], notMeasured: [NotMeasured], excluded: [Excluded]) {
    (self.targets, self.notMeasured, self.excluded) = (targets, notMeasured, excluded)
    lines = targets.reduce(LineCounts()) { $0 + $1.lines }
    regions = targets.reduce(PlaceCounts()) { $0 + $1.regions }
    functions = targets.reduce(PlaceCounts()) { $0 + $1.functions }
    llvm = targets.flatMap(\.files).reduce(LLVMTotals()) { $0 + $1.llvm }
  }

  /// No source of the package is left out of these figures, for whatever reason.
  public var countsAll: Bool { notMeasured.isEmpty && excluded.isEmpty }

  /// How many of the executed lines are in bodies of `for … where`, which may not have run.
  public var atMost: Int {
    let ranges = targets.flatMap(\.files).flatMap(\.atMostLines)
    return ranges.reduce(0) { $0 + ($1.last ?? 0) - ($1.first ?? 0) + 1 }
  }
}

extension CoverageReport {
  /// Which of these patterns fit no source that is measured, or would be without them.
  public func idle(_ patterns: [String]) -> [String] {
    let paths = targets.flatMap(\.files).map(\.path) + (excluded.map(\.path) + notMeasured.map(\.path))
    return patterns.filter { pattern in
      let glob = Glob(pattern)
      return !paths.contains { glob.matches($0.rawValue) }
    }
  }

  /// Whether counts are exact, too low, too high, or possibly both.
  public enum Bound: String, Codable, Sendable { case exact, tooLow, tooHigh, unclear }

  public var bound: Bound {
    switch (tooLow.isEmpty, tooHigh.isEmpty) {
    case (true, true): .exact
    case (false, true): .tooLow
    case (true, false): .tooHigh
    case (false, false): .unclear
    }
  }
}

extension CoverageReport.Bound {
  /// "at least", before a count of lines that were executed.
  public var ofExecuted: String? {
    switch self {
    case .exact, .unclear: nil
    case .tooLow: "at least"
    case .tooHigh: "at most"
    }
  }

  /// What is said of lines of which none is missing.
  public var ofNoneMissed: String { self == .exact || self == .tooLow ? "" : ", as far as is known" }

  /// The same before a count of lines that were not.
  public var ofMissed: String? {
    switch self {
    case .exact, .unclear: nil
    case .tooLow: "at most"
    case .tooHigh: "at least"
    }
  }

  /// "at least 16", of lines that were not executed.
  public func missed(_ count: Int) -> String { (ofMissed.map { $0 + " " } ?? "") + Figures.grouped(count) }

  /// "at most 170", of lines that were.
  public func executed(_ count: Int) -> String {
    (ofExecuted.map { $0 + " " } ?? "") + Figures.grouped(count)
  }
}

extension Report {
  /// What other integrations are compared with.
  public var comparableCoverage: CoverageReport? { coverage.flatMap { $0.standsAlone ? nil : $0 } }
}

extension FileCoverage {
  /// What counts as not executed: the lines that did not run, and those that are not known.
  public var notExecutedLines: [[Int]] {
    notKnownLines.isEmpty
      ? missedLines : (missedLines + notKnownLines).sorted { ($0.first ?? 0) < ($1.first ?? 0) }
  }
}
