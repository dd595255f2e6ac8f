import Words

/// Who may have caused an issue, and by what it is known.
public struct Suspicion: Equatable, Sendable {
  public enum Ground: Equatable, Sendable {
    /// It fails at this commit, and not at the one before: both were integrated.
    case found
    /// There was no such test before this commit, and it fails at it.
    case came
    /// Nothing else came since the integration that did not have it.
    case onlyCommit
    /// No other one changed this line of a file later.
    case changedLine(Int, String)
    /// It changed the file.
    case touched(String)
    /// It changed a source that the test may execute; whether it does is known of some.
    case changedSource(String, isExecuted: Bool)
    /// One of so many that a search between them could not clear.
    case left(Int)
    /// One of so many that came.
    case among(Int)

    /// The stronger one first.
    public var weakness: Int {
      switch self {
      case .found, .came: 0
      case .onlyCommit: 1
      case .changedLine: 2
      case .touched: 3
      case .changedSource(_, let isExecuted): isExecuted ? 4 : 5
      case .left: 6
      case .among: 7
      }
    }

    /// What it changed.
    fileprivate var file: String? {
      switch self {
      case .changedLine(_, let path), .touched(let path), .changedSource(let path, _): path
      case .found, .came, .onlyCommit, .left, .among: nil
      }
    }

    /// It was searched for, and is no suspicion.
    public var isFound: Bool { self == .found || self == .came }
  }

  public var commit: Commit
  public var ground: Ground
  /// The newest integration that could have seen it, and did not have it.
  public var since: IntegrationNumber?
  /// The first one that had it, where others came behind that.
  public var until: IntegrationNumber?
  /// The branch of the former, where that is another one.
  var passedOn: BranchName?
  /// What was well there was the build.
  var isOfBuild = false
  /// It came with an integration that did not build.
  var isUntested = false

  public init(
    commit: Commit, ground: Ground, since: IntegrationNumber? = nil, until: IntegrationNumber? = nil
  ) {
    (self.commit, self.ground, self.since, self.until) = (commit, ground, since, until)
  }

  /// " since #7", " between #7 and #9".
  var when: String {
    guard let since else { return "" }
    let how = isOfBuild ? "all builds" : "it passed"
    if let passedOn { return " that \(since) of \(passedOn) does not have, where \(how)" }
    return until.map { " between \(since) and \($0)" } ?? " since \(since)"
  }

  private static let mostCommits = 20

  /// The packages that changed since the integration that did not have it, in words: they are suspected too.
  public static func dependencies(in report: Report) -> String? {
    let changed = (report.comparedWith?.dependencies ?? []).filter { $0.now != nil || $0.before != nil }
    guard !changed.isEmpty else { return nil }
    let named = changed.prefix(5).map(\.words).joined(separator: ", ")
    return named + (changed.count > 5 ? " and \(changed.count - 5) more" : "")
  }

  /// Those who are nearest to it; nobody where there is nothing before it.
  public static func of(_ issue: Issue, in report: Report) -> [Suspicion] {
    all(of: issue, in: report).map { suspicion in
      var suspicion = suspicion
      (suspicion.passedOn, suspicion.isOfBuild) = (issue.passedLater?.branch, issue.kind.isBuildError)
      suspicion.isUntested = report.untested?.commits.contains { $0.id == suspicion.commit.id } ?? false
      return suspicion
    }
  }

  private static func all(of issue: Issue, in report: Report) -> [Suspicion] {
    if let culprit = issue.culprit, culprit.isSure, let commit = culprit.commit {
      return [Suspicion(commit: commit, ground: culprit.finding == .came ? .came : .found)]
    }
    // One that is flaky may have failed by chance, and a canceled one did not repeat it.
    guard report.result != .canceled || issue.flakyIn == nil else { return [] }
    // Who brought it had it in an integration of another branch, and nobody here did it.
    guard issue.cameFrom == nil, issue.notRunIn == nil || report.untested != nil else { return [] }
    let (commits, since) = report.commits(behind: issue)
    let until = issue.passedLater?.failedIn
    guard report.comparedWith != nil, !commits.isEmpty, report.isAllCommitted else { return [] }
    if let left = issue.culprit?.left {
      return commits.filter { left.contains($0.id) }.map { Suspicion(commit: $0, ground: .left(left.count)) }
    }
    if commits.count == 1, let only = commits.first {
      return [Suspicion(commit: only, ground: .onlyCommit, since: since, until: until)]
    }
    let nearest = nearest(to: issue, commits, in: report)
    let beside = beside(issue, commits, in: report)
    var found = nearest + others(than: nearest, reaching(issue, commits), beside, of: issue)
    if found.isEmpty { found = mattering(to: issue, commits, in: report) }
    if !found.isEmpty {
      return found.map { Suspicion(commit: $0.commit, ground: $0.ground, since: since, until: until) }
    }
    return commits.prefix(mostCommits).map {
      Suspicion(commit: $0, ground: .among(commits.count), since: since, until: until)
    }
  }

  private typealias Found = (commit: Commit, ground: Ground)

  /// Those who changed its line, else the files where it shows.
  private static func nearest(to issue: Issue, _ commits: [Commit], in report: Report) -> [Found] {
    if let file = issue.file, let line = issue.line,
      let author = commits.first(where: { $0.id == issue.lineChangedBy })
    {
      return [(author, .changedLine(line, file.rawValue))]
    }
    let folder = report.package.map { $0 + "/" } ?? ""
    let files = Set(Self.files(of: issue, in: report).map { folder + $0 })
    let sources = issue.mayExecute?.files ?? []
    return commits.compactMap { commit in
      let changed = (commit.changed?.files ?? []).filter { file in
        file.isSameCode != true && files.contains(file.path)
      }
      let named = changed.first { sources.contains($0.path) } ?? changed.first
      return named.map { (commit, .touched($0.path)) }
    }
  }

  /// A failure shows in its test's own file: who changed that clears nobody who changed a source, or what
  /// stands beside it.
  private static func others(
    than nearest: [Found], _ reaching: [Found], _ beside: [Found], of issue: Issue
  ) -> [Found] {
    guard !nearest.isEmpty || issue.mayExecute?.isMapped ?? false && !reaching.isEmpty else { return [] }
    let sources = Set(issue.mayExecute?.files ?? [])
    guard !nearest.contains(where: { $0.ground.file.map(sources.contains) ?? false }) else { return [] }
    var known = Set(nearest.map(\.commit.id))
    return (reaching + beside).filter { known.insert($0.commit.id).inserted }
  }

  /// Those who changed more than words for people and sources that its test cannot execute; nobody where that
  /// is not known of all.
  private static func mattering(to issue: Issue, _ commits: [Commit], in report: Report) -> [Found] {
    let places = Self.files(of: issue, in: report)
    guard issue.kind == .testFailure, let sources = issue.mayExecute, !places.isEmpty,
      commits.allSatisfy({ $0.changed.map { $0.count == $0.files.count } ?? false })
    else { return [] }
    // What stands beside the test, or beside where it shows, may help it.
    let folders = places.map(folder)
    let files = Set(sources.files)
    let besides = Set(sources.besides ?? [])
    func isIdle(_ path: String) -> Bool {
      guard !besides.contains(path) else { return false }
      guard isProse(path) || path.hasSuffix(".swift") && !isManifest(path) else { return false }
      return !folders.contains(where: path.contains)
    }
    let found = commits.compactMap { commit -> Found? in
      let changed = changed(by: commit)
      if let source = changed.first(where: files.contains) {
        return (commit, .changedSource(source, isExecuted: sources.isMapped))
      }
      return changed.first { !isIdle($0) }.map { (commit, .changedSource($0, isExecuted: false)) }
    }
    return found.count < commits.count ? found : []
  }

  private static func changed(by commit: Commit) -> [String] {
    (commit.changed?.files ?? []).filter { $0.isSameCode != true }
      .flatMap { [$0.path, $0.from].compactMap(\.self) }
  }

  /// Of a target, as far as a path tells.
  private static func folder(of path: String) -> String {
    path.split(separator: "/").dropLast().prefix(2).joined(separator: "/") + "/"
  }

  private static func isProse(_ path: String) -> Bool { path.lowercased().hasSuffix(".md") }

  private static func isManifest(_ path: String) -> Bool {
    path.hasSuffix(".swift") && name(of: path).hasPrefix("Package")
  }

  /// Those who changed what its test may need besides sources: a file of its own target, one that it may
  /// read, or the manifest.
  private static func beside(_ issue: Issue, _ commits: [Commit], in report: Report) -> [Found] {
    let own = report.tests.cases.first { $0.id == issue.test }?.file ?? issue.file
    guard issue.kind == .testFailure, let own, case let folder = folder(of: own.rawValue), folder != "/"
    else { return [] }
    let besides = Set(issue.mayExecute?.besides ?? [])
    return commits.compactMap { commit in
      let path = changed(by: commit).first { path in
        let isHidden = path.hasPrefix(".") && path != ".bothy.yaml"
        let isRead = !isProse(path) && !path.hasSuffix(".swift") && !isHidden
        return isRead || isManifest(path) || besides.contains(path) || path.contains(folder)
      }
      return path.map { (commit, .changedSource($0, isExecuted: false)) }
    }
  }

  /// Those who changed what its test may execute.
  private static func reaching(_ issue: Issue, _ commits: [Commit]) -> [Found] {
    guard issue.kind == .testFailure, let sources = issue.mayExecute else { return [] }
    let files = Set(sources.files)
    return commits.compactMap { commit in
      let changed = commit.changed?.files.first { files.contains($0.path) && $0.isSameCode != true }
      return changed.map { (commit, .changedSource($0.path, isExecuted: sources.isMapped)) }
    }
  }

  /// How many they are, those too that are one of too many to be named.
  public static func count(of found: [Suspicion]) -> Int {
    if case .among(let count)? = found.first?.ground { count } else { found.count }
  }

  /// Where it shows: its own place, and those that its test's failures and crash name.
  private static func files(of issue: Issue, in report: Report) -> Set<String> {
    let test = report.tests.cases.first { $0.id == issue.test }
    let places = [issue.file, test?.file, test?.crash?.file] + (test?.failures.map(\.file) ?? [])
    return Set(places.compactMap { $0?.rawValue })
  }

  /// "the only commit since #41", to whoever looks for it.
  public var why: String {
    switch ground {
    case .found: return "it fails at this one, and not at the one before"
    case .came: return "it came with this one, and failed there already"
    case .onlyCommit: return "the only \(passedOn == nil ? "" : "new ")commit\(when)"
    case .changedLine(let line, let path): return "the last to change line \(line) of \(path)"
    case .touched(let path), .changedSource(let path, isExecuted: false): return "it changed \(path)"
    case .changedSource(let path, isExecuted: true): return "it changed \(path), which this test executes"
    case .left(1): return "the only one that a search between them left"
    case .left(let count): return "one of \(Figures.count(count, "commit")) that a search between them left"
    case .among(let count): return "one of \(Figures.count(count, "commit"))\(when)"
    }
  }

  /// "you changed HelpTests.swift", to the author.
  public var words: String {
    switch ground {
    case .found: return "it fails at yours, and not at the one before"
    case .came: return "it came with yours, and failed there already"
    case .onlyCommit: return "yours is the only \(passedOn == nil ? "" : "new ")commit\(when)"
    case .changedLine(let line, let path):
      return "you were the last to change line \(line) of \(Self.name(of: path))"
    case .touched(let path), .changedSource(let path, isExecuted: false):
      return "you changed \(Self.name(of: path))"
    case .changedSource(let path, isExecuted: true):
      return "you changed \(Self.name(of: path)), which this test executes"
    case .left(1): return "yours is the only one that a search between them left"
    case .left(let count):
      return "yours is one of \(Figures.count(count, "commit")) that a search between them left"
    case .among(let count): return "yours is one of \(Figures.count(count, "commit"))\(when)"
    }
  }

  /// Of a file, without its folders.
  static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}

extension Report {
  /// What is not committed may have done it, and so may commits that nobody knows.
  var isAllCommitted: Bool { commit?.changes != true && lacksCommits != true }

  /// Whose it is that this is red: who was found to have broken it, else who is suspected. Nil where nobody
  /// is, or one of too many.
  public var authorsOfRed: String? {
    let red = (issues.new + issues.cameBack + issues.cameAlong).filter(\.kind.isRed)
    let found = red.compactMap { issue in
      issue.culprit.flatMap { $0.isSure ? $0.commit?.author : nil }
    }
    if !found.isEmpty { return Self.names(found, "and") }
    let suspected = red.flatMap { issue in
      issue.cameFrom == nil
        ? Suspicion.of(issue, in: self).map(\.commit.author) : [commit?.author].compactMap(\.self)
    }
    return Self.names(suspected, "or")
  }

  private static let mostAuthors = 2

  private static func names(_ authors: [String], _ word: String) -> String? {
    var known: Set<String> = []
    let names = authors.filter { known.insert($0).inserted }
    return names.isEmpty || names.count > mostAuthors ? nil : names.joined(separator: " \(word) ")
  }
}
