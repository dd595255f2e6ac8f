import Formats
import Foundation
import Git
import Model
import State

extension Report {
  fileprivate func passed(_ test: TestID) -> Bool {
    let outcomes = tests.cases.filter { $0.id == test }.map(\.outcome)
    return !outcomes.isEmpty && outcomes.allSatisfy { $0 == .passed || $0 == .expectedFailure }
  }

  /// Whether it would have told that issue, and did not.
  fileprivate func wasWithout(_ issue: PastIssue) -> Bool {
    guard result.isConclusive else { return false }
    if let test = issue.test { return passed(test) }
    switch issue.kind {
    // What is archived is built by itself, and who analyzes may not have been asked.
    case .buildError: return issue.message?.hasPrefix(ArchiveWords.lead) == false
    case .testBuildError: return true
    case .warning:
      return !issues.open.contains { $0.identity == issue.identity }
    case .analyzerWarning, .testFailure, .flaky, nil: return false
    }
  }
}

/// What all that was found comes to.
struct Judge: Step {
  let phase = Phase.Kind.report

  func carryOut(_ facts: inout Facts, at workbench: Workbench) throws {
    var evidence = facts.evidence
    let name = evidence.package?.name
    let folder = workbench.packageFolder
    let sources = evidence.package.map { SourceMap(packageFolder: folder, targets: $0.sourceMapTargets) }
    let links = OutsideLink(workbench)
    let led = evidence.package.map(links.told)
    evidence.doubts += links.doubts(of: evidence.diagnostics) + (led?.doubts ?? [])
    for sentence in led?.notes ?? [] { workbench.note(sentence) }
    evidence.diagnostics = evidence.diagnostics.map {
      $0.relative(to: folder, named: name).placed(by: sources, in: folder)
    }
    for sentence in evidence.silences + evidence.untold + evidence.oddEnds + evidence.doubts {
      workbench.note(sentence)
    }
    // What a script wrote is of no commit: other outcomes say nothing of chance.
    let earlier =
      ScriptedSources.areTold(in: workbench.notes.all)
      ? [] : sameCommit(as: facts.report, evidence.tests, workbench.order)
    (evidence.tests, evidence.failedOnCommit) = SameCommit.compare(
      evidence.tests, with: earlier, isLimited: facts.report.limited != nil)
    evidence.pastIssues = known(to: evidence, workbench, facts.report.commit?.id)
    evidence.former = former(of: facts.report.commit, workbench.order)
    let judgement = Judgement.of(evidence)
    (facts.report.tests, facts.report.selection) = (evidence.tests, evidence.selection)
    facts.report.tests.score = judgement.result.isConclusive ? score(facts, evidence.tests, workbench) : nil
    (facts.report.result, facts.report.reason) = (judgement.result, judgement.reason)
    for sentence in evidence.idleSilences { workbench.note(sentence) }
    facts.report.tolerated = judgement.isTolerated
    facts.report.flakyPasses = workbench.settings.tests.flaky == .pass ? true : nil
    facts.report.silencedAll = judgement.silencesAll ? true : nil
    (facts.report.issues, facts.report.comparedWith) = (judgement.issues, judgement.comparedWith)
    if facts.report.limited != nil, !judgement.issues.resolved.isEmpty {
      workbench.note("What is resolved here stays open until an integration of the whole has seen it.")
    }
    if let compared = facts.report.comparedWith {
      let before = baseline(compared.integration, at: workbench)
      let changed = DependencyDifference.between(before?.dependencies, facts.report.dependencies)
      facts.report.comparedWith?.dependencies = changed
      if let before { facts.report.issues.tellNotRun(in: before, compared.tests) }
      let path = workbench.order.comparedReport
      if let before, let note = OtherwiseBuilt.note(before, at: path, facts.report, workbench.settings) {
        workbench.note(note)
      }
      let limited = limitedSince(facts.report, workbench.order)
      if !limited.isEmpty {
        let commits = facts.report.commits + (facts.report.untested?.commits ?? [])
        facts.report.issues.tellPassed(in: limited, of: commits.map(\.id))
      }
      if let base = evidence.base, evidence.hasOwnBaseline {
        let commits = merged(from: base, facts.report, workbench.order)
        facts.report.issues.tellPassed(on: base, with: commits)
      }
      facts.report.issues.tellPassed(beside: integratedBeside(facts.report, workbench))
    }
    if facts.report.comparedWith == nil { tellNoBranch(workbench) }
    if facts.report.coverage == nil, facts.report.coverageNote == nil {
      facts.report.coverageNote = "no tests were run"
    }
  }

  /// Where somebody works there was something to be compared with.
  private func tellNoBranch(_ workbench: Workbench) {
    let order = workbench.order
    guard order.source == .workingTree, order.branch == nil, order.ancestors?.elsewhere?.isEmpty == false
    else { return }
    workbench.note(
      "No branch is checked out (HEAD is detached), and nothing was integrated so before: this is compared "
        + "with nothing.")
  }

  /// The new commits of a branch that its base has; nothing where nobody asks.
  private func merged(from base: BaseLine, _ report: Report, _ order: Order) -> [CommitID] {
    guard base.report.result.isConclusive, base.report.commit?.changes == false,
      (report.issues.new + report.issues.cameBack).contains(where: { $0.kind == .testFailure }),
      let place = try? Repository.find(from: order.repository),
      let repository = try? Repository(at: place)
    else { return [] }
    return (report.commits + (report.untested?.commits ?? [])).map(\.id).filter {
      $0 == base.commit
        || (try? repository.isAncestor($0.rawValue, of: base.commit.rawValue)) ?? false
    }
  }

  /// What whole integrations of other branches saw whose commits came with a merge, the newest first, and
  /// which of the commits were in them.
  private func integratedBeside(_ report: Report, _ workbench: Workbench) -> [LimitedSince] {
    let order = workbench.order
    let numbers = Set(report.commits.filter { $0.id != report.commit?.id }.compactMap(\.integratedAs))
    guard !numbers.isEmpty, report.commit?.changes == false,
      (report.issues.new + report.issues.cameBack).contains(where: \.kind.isRed),
      let place = try? Repository.find(from: order.repository),
      let repository = try? Repository(at: place)
    else { return [] }
    let folder = (workbench.folder.path as NSString).deletingLastPathComponent
    return numbers.sorted(by: >).prefix(Self.mostBeside).compactMap { number in
      guard let told = IntegrationFolder("\(folder)/\(number.value)").report(of: order.bot, number),
        let own = told.commit, !own.changes, own.branch != report.commit?.branch, told.limited == nil,
        told.result.isConclusive
      else { return nil }
      let held = report.commits.map(\.id).filter {
        $0 == own.id || (try? repository.isAncestor($0.rawValue, of: own.id.rawValue)) ?? false
      }
      return held.isEmpty ? nil : LimitedSince(told, commits: Set(held))
    }
  }

  private static let mostBeside = 5

  /// What limited integrations of its own commits saw, and which of the commits were in them; nothing where
  /// there is nothing to ask them.
  private func limitedSince(_ report: Report, _ order: Order) -> [LimitedSince] {
    let lists = report.issues
    let isAsked =
      (lists.new + lists.cameBack).contains { $0.kind == .testFailure }
      || lists.resolved.contains(where: \.testIsGone)
    guard isAsked, let since = order.limitedSince, !since.isEmpty, let commit = report.commit,
      let place = try? Repository.find(from: order.repository),
      let repository = try? Repository(at: place)
    else { return [] }
    func isIn(_ one: CommitID, _ other: CommitID) -> Bool {
      one == other || (try? repository.isAncestor(one.rawValue, of: other.rawValue)) ?? false
    }
    return since.compactMap { one in
      guard isIn(one.commit, commit.id),
        let told = IntegrationFolder(one.folder).report(of: order.bot, one.integration),
        told.commit?.id == one.commit, told.result.isConclusive
      else { return nil }
      let all = report.commits + (report.untested?.commits ?? [])
      return LimitedSince(told, commits: Set(all.map(\.id).filter { isIn($0, one.commit) }))
    }
  }

  /// What selecting would have left out of a commit that is another one than the map's.
  private func score(_ facts: Facts, _ tests: TestReport, _ workbench: Workbench) -> SelectionScore? {
    guard let choice = facts.choice, facts.report.limited == nil, let commit = facts.report.commit,
      !commit.changes, commit.id != choice.commit
    else { return nil }
    let order = workbench.order
    let before = order.comparedReport
    return SelectionScore(
      choice.noted(besides: order.failedLately ?? []), of: tests,
      before: before.flatMap(workbench.earlier.report)?.tests)
  }

  /// What issues are compared with.
  private func baseline(_ number: IntegrationNumber, at workbench: Workbench) -> Report? {
    let path = workbench.order.comparedReport
    return path.flatMap(workbench.earlier.report).flatMap { $0.integration == number ? $0 : nil }
  }

  /// The reports of integrations that built the same files in the same way, with the same settings, toolchain
  /// and pins.
  private func sameCommit(as report: Report, _ tests: TestReport, _ order: Order) -> [Report] {
    guard let commit = report.commit, !commit.changes else { return [] }
    let same = (order.earlierReports ?? []).filter {
      $0.commit == commit.id && $0.toolchain == report.toolchain
    }
    return SameCommit.telling(same, of: tests).prefix(Self.mostEarlier).compactMap { one in
      let folder = IntegrationFolder(one.folder)
      guard let other = folder.report(of: order.bot, one.integration), other.commit?.id == commit.id,
        other.commit?.changes == false, other.result.isConclusive,
        !ScriptedSources.areTold(in: other.notes),
        other.configuration == report.configuration, other.clean == report.clean,
        // A manifest may decide otherwise, and what lies elsewhere may be another.
        other.buildMark == report.buildMark,
        // In another order a test may end otherwise though nothing is left to chance.
        other.tests.sharing?.processes ?? 1 == tests.sharing?.processes ?? 1,
        let dependencies = other.dependencies, dependencies == report.dependencies,
        let ordered = try? folder.readOrder(doing: "comparing outcomes"),
        ordered.settings.buildsAndRuns(as: order.settings)
      else { return nil }
      return other
    }
  }

  private static let mostEarlier = 5

  /// What an older commit came to when it was integrated before, as a whole where that was so.
  private func former(of commit: Commit?, _ order: Order) -> Report? {
    guard order.limited?.isOlderCommit == true, let commit, !commit.changes,
      order.baseline?.commit != commit.id
    else { return nil }
    let reports = (order.earlierReports ?? []).filter { $0.commit == commit.id }
      .compactMap { IntegrationFolder($0.folder).report(of: order.bot, $0.integration) }
      .filter {
        $0.commit?.id == commit.id && $0.commit?.changes == false
          && ($0.result.isConclusive || $0.result == .buildErrors)
      }
    return reports.first { $0.limited == nil } ?? reports.first
  }

  /// What another branch saw counts where this commit comes from the one that it was seen in.
  private func known(
    to evidence: Judgement.Evidence, _ workbench: Workbench, _ commit: CommitID?
  ) -> [PastIssue] {
    let order = workbench.order
    let past = Judgement.matters(order.pastIssues ?? [], to: evidence)
    let isOlder = order.limited?.isOlderCommit == true
    guard past.contains(where: { !$0.isOfBranch || isOlder }), let commit,
      let folder = try? Repository.find(from: order.repository), let repository = try? Repository(at: folder)
    else { return past.filter(\.isOfBranch) }
    var answers: [CommitID: Bool] = [:]
    let before =
      order.ancestors.flatMap { BaseSearch(order: order, choice: $0).nearest() }
      ?? order.baseline.flatMap { baseline($0.integration, at: workbench) }
    // One whose build failed tells nothing of tests.
    let reports = [before, isOlder ? nil : order.completeReport.flatMap(workbench.earlier.report)]
    /// The branch itself mended it behind that commit, whatever became of it since.
    func wasMended(_ issue: PastIssue, behind other: CommitID) -> Bool {
      past.contains { one in
        guard issue.test.map({ $0 == one.test }) ?? (one.identity == issue.identity),
          let mended = one.isOfBranch && one.isResolved ? one.resolvedCommit : one.mendedHere
        else { return false }
        return mended != other && repository.leads(from: other, to: mended)
          && repository.leads(from: mended, to: commit)
      }
    }
    return past.compactMap {
      $0.known(isOlder: isOlder) { other in
        if let known = answers[other] { return known }
        let answer = repository.leads(from: other, to: commit)
        answers[other] = answer
        return answer
      } passedSince: { issue, other in
        if wasMended(issue, behind: other) { return true }
        return reports.contains { report in
          guard let report, report.wasWithout(issue), let own = report.commit, !own.changes, own.id != other
          else { return false }
          return repository.leads(from: other, to: own.id)
        }
      }
    }
  }
}

extension Repository {
  /// Not where that cannot be told.
  fileprivate func leads(from old: CommitID, to new: CommitID) -> Bool {
    (try? isAncestor(old.rawValue, of: new.rawValue)) ?? false
  }
}
