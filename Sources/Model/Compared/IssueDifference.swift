/// Which issues that are no test's came and went, by their identities; those of tests are told with these.
public struct IssueDifference: Equatable, Sendable {
  public var came: [Issue] = []
  public var went: [Issue] = []
  /// In both.
  public var stayed = 0

  init(_ before: Report, _ now: Report) {
    let (old, new) = (before.otherIssues, now.otherIssues)
    let (wasThere, isThere) = (before.knownIssues, now.knownIssues)
    came = new.filter { !wasThere.contains($0.identity) && before.wouldTell($0) }
    went = old.filter { !isThere.contains($0.identity) && now.wouldTell($0) }
    let there = Set(old.map(\.identity))
    stayed = new.count { there.contains($0.identity) }
  }

  public var isNone: Bool { came.isEmpty && went.isEmpty }
}

extension Report {
  /// What it saw itself.
  fileprivate var otherIssues: [Issue] {
    let all = issues.open + issues.silenced
    return IssueLifeCycle.sorted(
      IssueLifeCycle.firstOfEach(all.filter { $0.seen && $0.kind.isOfSources }))
  }

  /// Also what it only carries on, because it could not look.
  fileprivate var knownIssues: Set<IssueIdentity> { Set((issues.open + issues.silenced).map(\.identity)) }

  /// Whether it would have found such an issue, if that had been there.
  fileprivate func wouldTell(_ issue: Issue) -> Bool {
    switch issue.kind {
    case .buildError where issue.message.hasPrefix(ArchiveWords.lead): ended(.archive)
    case .buildError, .testBuildError: hasTriedToBuild
    // What is behind an error is not compiled.
    case .warning: phases.contains { $0.name == .build && $0.status == .passed }
    case .analyzerWarning:
      analysis.contains { $0.problem == nil && issue.message.hasPrefix(Analysis.lead($0.analyzer)) }
    case .testFailure, .flaky: false
    }
  }

  /// A package whose manifest is wrong is not even built.
  private var hasTriedToBuild: Bool { ended(.build) || result == .buildErrors }

  private func ended(_ phase: Phase.Kind) -> Bool {
    phases.contains { $0.name == phase && ($0.status == .passed || $0.status == .failed) }
  }
}

extension Issue.Kind {
  fileprivate var isOfSources: Bool { self != .testFailure && self != .flaky }
}
