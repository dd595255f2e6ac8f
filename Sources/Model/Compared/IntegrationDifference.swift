/// What differs between two integrations, told from `before` to `now`, whichever of them came first.
public struct IntegrationDifference: Equatable, Sendable {
  public let before: ComparedIntegration
  public let now: ComparedIntegration
  /// Nil where it is not known.
  public let commits: CommitRelation?
  /// Nil where either has none; a caveat says why.
  public var tests: TestDifference?
  public let issues: IssueDifference
  /// Nil where it cannot be compared; a caveat says why.
  public let coverage: CoverageDifference?
  public let durations: DurationDifference
  /// Nil where it is not known what one of them was built with.
  public let dependencies: [DependencyDifference]?
  /// Nil where it is not known what one of them was asked for.
  public let settings: [SettingDifference]?
  public let cause: DifferenceCause
  /// Known to be the same in both.
  private let sameFiles: Set<PackagePath>

  public init(
    _ before: ComparedIntegration, _ now: ComparedIntegration, _ sources: ComparedSources = ComparedSources()
  ) {
    (self.before, self.now) = (before, now)
    let (old, new) = (before.report, now.report)
    let isSameCommit = old.commit != nil && old.commit?.id == new.commit?.id
    commits = isSameCommit ? .same : sources.commits
    sameFiles = sources.sameFiles
    let bothTold = !old.tests.cases.isEmpty && !new.tests.cases.isEmpty
    let areLike = Self.areLike(old, new)
    let isWhole = areLike && old.result.isConclusive && new.result.isConclusive
    tests = bothTold ? TestDifference(old.tests, new.tests, isWhole: isWhole) : nil
    issues = IssueDifference(old, new)
    let match = TestMatch(before: old.tests, now: new.tests)
    coverage = areLike ? CoverageDifference(old, new, sources, match) : nil
    durations = DurationDifference(old, new, TestDifference.pairs(old.tests, new.tests, match))
    dependencies = DependencyDifference.between(old.dependencies, new.dependencies)
    settings = Self.settings(before, now)
    cause = Self.cause(
      before, now, isSameCommit: isSameCommit, isSameBuild: settings == [] && dependencies == [])
  }

  /// They were asked for the same tests; what changed asks for others each time.
  static func areLike(_ old: Report, _ new: Report) -> Bool {
    old.selection == new.selection
      && [old, new].allSatisfy { $0.limited?.tests?.affectedSince == nil }
  }

  /// What was asked for less than the bot asks for is told elsewhere.
  private static func settings(
    _ before: ComparedIntegration, _ now: ComparedIntegration
  ) -> [SettingDifference]? {
    guard let old = before.settings, let new = now.settings else { return nil }
    let limits = [before.report.limited, now.report.limited].compactMap { $0 }
    var told: Set<String> = []
    if limits.contains(where: { $0.tests != nil }) { told.formUnion(["tests.filter", "tests.skip"]) }
    if limits.contains(where: \.withoutCoverage) { told.insert("coverage.enabled") }
    return SettingDifference.between(old, new).filter { !told.contains($0.name) }
      + [SettingDifference.silences(before.report, now.report)].compactMap { $0 }
      + SettingDifference.seen(before.report, now.report)
  }

  private static func cause(
    _ before: ComparedIntegration, _ now: ComparedIntegration, isSameCommit: Bool, isSameBuild: Bool
  ) -> DifferenceCause {
    let (old, new) = (before.report, now.report)
    guard !old.toolchain.isEmpty, !new.toolchain.isEmpty else { return .unknown }
    let isOther = old.toolchain != new.toolchain
    let isSame =
      isSameCommit && isSameBuild && old.commit?.changes == false && new.commit?.changes == false
      && before.settings?.source == now.settings?.source
      && (old.selection, old.configuration) == (new.selection, new.configuration)
    if isSame { return isOther ? .toolchain : .chance }
    if isOther { return .toolchainOrElse }
    if old.commit == nil, new.commit == nil { return .unknown }
    let isSameSource = isSameCommit && old.commit?.changes == false && new.commit?.changes == false
    return isSameSource ? .settings : .sources
  }
}

extension IntegrationDifference {
  public var isOtherToolchain: Bool { cause == .toolchain || cause == .toolchainOrElse }

  /// Built in the same way by another toolchain, a file that is the same tells of that.
  public func isLikelyToolchains(_ file: PackagePath?) -> Bool {
    switch cause {
    case .toolchain: true
    case .toolchainOrElse:
      settings == [] && dependencies == [] && file.map(sameFiles.contains) ?? false
        && before.report.configuration == now.report.configuration
    case .chance, .settings, .sources, .unknown: false
    }
  }

  /// Of a file that is the same, other lines may have run for another reason; that others can be executed has
  /// no other.
  public func isLikelyToolchains(_ file: CoverageDifference.File) -> Bool {
    isLikelyToolchains(file.path) && (cause == .toolchain || file.isCountedOtherwise)
  }

  /// Nothing but the commits, and how long it took.
  public var isNone: Bool {
    before.report.result == now.report.result && !isOtherToolchain
      && tests.map { $0.isWhole && $0.isNone } ?? bothAreEmpty
      && issues.isNone && coverage?.isNone ?? bothAreUnmeasured && settings ?? [] == []
      && dependencies ?? [] == [] && before.report.configuration == now.report.configuration
  }

  private var bothAreEmpty: Bool {
    before.report.tests.cases.isEmpty && now.report.tests.cases.isEmpty
  }

  private var bothAreUnmeasured: Bool { before.report.coverage == nil && now.report.coverage == nil }
}

// MARK: - Names

extension IntegrationDifference {
  public var isOfOneBot: Bool { before.report.bot == now.report.bot }

  /// By its name, or because one place has the commits of both.
  public var isOfOneRepository: Bool { isOfOneBot || commits != nil || repositories?.isSame == true }

  /// What each of the two bots says; nil where it is not known of both.
  public var repositories: (before: String, now: String, isSame: Bool)? {
    guard let old = before.settings?.source, let new = now.settings?.source else { return nil }
    return (old, new, old == new)
  }

  /// `#41`, and of two bots `parser#41`.
  public func name(_ side: ComparedIntegration) -> String {
    (isOfOneBot ? "" : side.report.bot.rawValue) + "\(side.report.integration)"
  }

  public var beforeName: String { name(before) }
  public var nowName: String { name(now) }
}
