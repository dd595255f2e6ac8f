import Words

/// In how many processes the tests may run side by side.
public enum ProcessCount: Equatable, Sendable {
  /// As many as keep the cores busy, where that pays.
  case auto
  case number(Int)
}

extension ProcessCount {
  /// As people write it.
  public var words: String {
    switch self {
    case .auto: "auto"
    case .number(let number): "\(number)"
    }
  }
}

extension ProcessCount: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self = if let number = try? container.decode(Int.self) { .number(number) } else { .auto }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .auto: try container.encode("auto")
    case .number(let number): try container.encode(number)
    }
  }
}

/// How several processes shared the tests.
public struct TestSharing: Codable, Equatable, Sendable {
  /// Why tests ran one after the other although several processes were asked for.
  public enum Why: String, Codable, Sendable, CaseIterable {
    /// There is no earlier run to compare with.
    case first
    /// Failures are checked by a serial run.
    case notGreen = "not-green"
    /// From time to time a serial run checks everything.
    case turn
    /// A test needs the tests before it.
    case order
    /// The output of one process would not tell the tests apart.
    case names
    /// The tests end before a second process could start.
    case short
    /// Something went wrong when they ran side by side.
    case doubt
  }

  /// How many ran at once. 1 means that tests ran one after the other.
  public var processes: Int
  /// How many integrations in a row ran them this way.
  public var inARow: Int
  /// Why they ran one after the other.
  public var why: Why?
  /// The part of the time in which they worked instead of waiting, from the latest serial run.
  public var busy: Double?

  public init(processes: Int, inARow: Int = 1, why: Why? = nil, busy: Double? = nil) {
    (self.processes, self.inARow, self.why, self.busy) = (processes, inARow, why, busy)
  }

  public static let mostInARow = 9
  /// Waiting costs nobody a core; memory and what is shared is not free.
  static let mostOfACore = 2
  public static let leastSeconds = 1.0
  public static let mostProcesses = 64
}

/// What makes a test fail in several processes.
public enum TestApart: String, Codable, Sendable {
  /// It fails beside other tests, so its class runs alone.
  case beside
  /// It needs the tests before it.
  case order

  var words: String {
    switch self {
    case .beside: "It ended otherwise with others beside it"
    case .order: "It ended otherwise without the tests before it"
    }
  }
}

extension TestSharing {
  /// What is known before the tests run.
  public struct Question: Sendable {
    public var wanted: ProcessCount
    public var cores: Int
    /// The newest complete integration's.
    public var former: TestReport?
    /// As far as is known, in a row.
    public var seconds: Double
    public var canBeTold: Bool
    /// Of the tests that there are.
    public var apart: Set<TestApart>

    public init(
      _ wanted: ProcessCount, cores: Int, former: TestReport?, seconds: Double, canBeTold: Bool,
      apart: Set<TestApart>
    ) {
      (self.wanted, self.cores, self.former) = (wanted, cores, former)
      (self.seconds, self.canBeTold, self.apart) = (seconds, canBeTold, apart)
    }

    var processes: Int {
      switch wanted {
      case .auto: keepingBusy(max(cores, 1))
      case .number(let number): number
      }
    }

    /// As many as keep the cores busy, as far as is known.
    private func keepingBusy(_ cores: Int) -> Int {
      guard cores > 1, let busy = former?.sharing?.busy, busy > 0 else { return cores }
      let wanted = min(Double(cores) / busy, Double(cores * TestSharing.mostOfACore))
      return max(cores, Int(wanted.rounded()))
    }
  }

  /// Nil where nobody asked for more than one process.
  public static func decide(_ question: Question) -> TestSharing? {
    guard question.processes > 1 else { return nil }
    let before = question.former?.sharing
    if let why = why(question, before) {
      let goesOn = before?.why == why && before?.processes == 1
      let inARow = goesOn ? (before?.inARow ?? 0) + 1 : 1
      return TestSharing(processes: 1, inARow: inARow, why: why, busy: before?.busy)
    }
    let goesOn = (before?.processes ?? 1) > 1
    let inARow = goesOn ? (before?.inARow ?? 0) + 1 : 1
    return TestSharing(processes: question.processes, inARow: inARow, busy: before?.busy)
  }

  private static func why(_ question: Question, _ before: TestSharing?) -> Why? {
    guard let former = question.former, former.ranCount > 0 else { return .first }
    guard question.canBeTold else { return .names }
    if former.cases.contains(where: { $0.outcome.wentWrong || $0.outcome == .notRun }) { return .notGreen }
    // What it needed may have been mended since.
    let isStale = before?.why == .order && (before?.inARow ?? 0) >= mostInARow
    if question.apart.contains(.order), !isStale { return .order }
    if (before?.processes ?? 1) > 1, (before?.inARow ?? 0) >= mostInARow { return .turn }
    if case .auto = question.wanted, question.seconds < leastSeconds { return .short }
    return nil
  }

  /// In words, for people; nil where there is nothing to say.
  public var words: String {
    guard processes == 1 else { return "shared out over \(Figures.grouped(processes)) processes" }
    let reason =
      switch why {
      case .first: "there is no whole integration yet to compare with"
      case .notGreen: "some failed or did not run the last time"
      case .turn: "after \(Self.mostInARow) times side by side, to compare"
      case .order: "a test needs those before it"
      case .names: "side by side their output would not tell them apart"
      case .short: "they take less than a second"
      case .doubt: "side by side not all went well"
      case nil: ""
      }
    return "one after the other" + (reason.isEmpty ? "" : ": \(reason)")
  }
}
