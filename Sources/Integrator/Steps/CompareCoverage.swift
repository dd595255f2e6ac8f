import Coverage
import Files
import Formats
import Git
import Model
import State
import Threads

/// Which lines of unchanged files ran only now, or only then. What is not known any more is left out.
struct CompareCoverage: Step {
  let phase = Phase.Kind.report

  func carryOut(_ facts: inout Facts, at workbench: Workbench) throws {
    guard let measuredNow = facts.report.coverage else { return }
    let uncounted = facts.report.changes.map {
      UncountedChanges.among($0, measuredNow, facts.resolved.package)
    }
    facts.report.coverage?.notMeasured += uncounted ?? []
    if let note = UnmeasuredChanges.note(facts.report) { workbench.note(note) }
    if let note = otherwiseAsked(facts.report, workbench) { workbench.note(note) }
    let measured = workbench.order.measuredFolder.map { IntegrationFolder($0) }
    let report = measured.flatMap { workbench.earlier.report(at: $0.report) }
    if facts.report.limited == nil, let note = NewTestSupport.note(measuredNow, before: report?.coverage) {
      workbench.note(note)
    }
    let strayed = StrayedSources.among(
      before: report?.coverage, now: measuredNow, facts.resolved.package,
      isThere: { FileFacts("\(workbench.packageFolder)/\($0)").map { !$0.isFolder } ?? false })
    facts.report.coverage?.notMeasured += strayed
    let integration = facts.report.integration
    // Other tests may have been asked for since it was measured like this.
    let newest = workbench.order.comparedReport.flatMap { workbench.earlier.report(at: $0) }
    let earlier = [newest, report].compactMap(\.self).sorted { $0.integration > $1.integration }
    facts.report.coverage?.date(integration, after: earlier.compactMap(\.coverage))
    // The store keeps the three counts that trends are drawn of.
    if let lines = report?.coverage?.lines,
      report?.integration == facts.report.comparedWith?.coverage?.integration
    {
      facts.report.comparedWith?.coverage?.lines = lines
    }
    for why in facts.report.withdrawUnlikeCoverage(former: report, base: facts.evidence.base?.report) {
      workbench.note(why)
    }
    if let report, isUnlike(facts.report, report) {
      facts.report.comparedWith?.coverage = nil
      workbench.note(
        "What is missing in this coverage is not missing in that of \(report.integration), or the "
          + "other way round: they are not compared.")
    }
    guard let coverage = facts.report.comparedWith?.coverage, coverage.toolchain == nil,
      let detail = facts.coverageDetail, let folder = measured
    else { return }
    guard let bytes = contents(of: folder.coverageDetail) else { return }
    let before = CoverageDetailFile(bytes)
    let rows = CoverageDetailFile.rows(detail)
    facts.coverageRows = rows
    let files = Parallel.map(Array(zip(detail.files, rows))) { file, row -> OtherLines.File? in
      guard !before.holds(row, of: file.path), let old = before.file(file.path) else { return nil }
      return .of(file, before: old)
    }.compactMap { $0 }
    guard !files.isEmpty else { return }
    let now = facts.report
    let other = OtherLines(
      sameSources: report.map { isSame(now, $0, workbench.order, folder) } ?? false, files: files,
      tests: report.map { .between($0.tests, now.tests) })
    facts.report.comparedWith?.coverage?.otherLines = other
  }

  /// Why there is nothing to compare with, though there was one before.
  private func otherwiseAsked(_ now: Report, _ workbench: Workbench) -> String? {
    let path = workbench.order.comparedReport
    guard workbench.order.limited == nil, let known = now.comparedWith, known.coverage == nil,
      let old = path.flatMap({ workbench.earlier.report(at: $0) }), old.integration == known.integration,
      old.coverage != nil, old.selection != now.selection
    else { return nil }
    return "Coverage is not compared with that of \(old.integration): it "
      + TestSelection.ran(old.selection, here: now.selection) + "."
  }

  /// Something is not counted in one of them, and the other counts it.
  private func isUnlike(_ now: Report, _ old: Report) -> Bool {
    old.integration == now.comparedWith?.coverage?.integration
      && now.coverage?.tooLow.isEmpty != old.coverage?.tooLow.isEmpty
  }

  /// A working tree with changes is not kept whole, so that nothing is said of one.
  private func isSame(_ now: Report, _ old: Report, _ order: Order, _ folder: IntegrationFolder) -> Bool {
    guard let one = now.commit, let other = old.commit, !one.changes, !other.changes,
      now.dependencies == old.dependencies, now.coverage?.bound == .exact, old.coverage?.bound == .exact,
      let settings = contents(of: folder.order).flatMap({ try? OrderJSON.decode($0) })?.settings,
      settings.isRunLike(order.settings)
    else { return false }
    if one.id == other.id { return true }
    let place = try? Repository.find(from: order.repository)
    guard let repository = place.flatMap({ try? Repository(at: $0) }),
      let tree = try? repository.tree(of: one.id.rawValue)
    else { return false }
    return tree == (try? repository.tree(of: other.id.rawValue))
  }
}

extension Bot {
  /// Whether tests would run in the same way.
  fileprivate func isRunLike(_ other: Bot) -> Bool {
    environment == other.environment && home == other.home && secrets == other.secrets
      && buildArguments == other.buildArguments
      && package == other.package && tests == other.tests && triggers == other.triggers
  }
}
