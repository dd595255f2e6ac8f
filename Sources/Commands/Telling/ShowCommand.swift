import Daemon
import Explaining
import Files
import Formats
import Foundation
import Integrator
import Model
import State
import Store
import Terminal
import Words

/// `bothy show BOT[#N]`: ends with the status of that integration.
struct ShowCommand {
  let store: SQLiteStore
  let state: StateFolder
  let capabilities: TerminalCapabilities
  /// report.json into a report.
  var decode: ([UInt8]) throws -> Report = ReportJSON.decode
  var output = Output.standard
  /// Nil: as the processes and locks say.
  var isAtWork: ((BotID, PastIntegration) -> Bool)?

  func perform(_ address: IntegrationAddress, as form: ShownForm) throws -> Int32 {
    let doing = "bothy show \(address)"
    let found = try FoundIntegration.find(address, in: store, state: state, doing: doing)
    guard let left = try found.report(decode) else { return try tellWithoutReport(found, form, doing) }
    return try tell(found, left, form, isLatest: address.number == nil)
  }

  private func tell(
    _ found: FoundIntegration, _ left: LeftReport, _ form: ShownForm, isLatest: Bool
  ) throws -> Int32 {
    let report = left.report
    switch form {
    case .json: output.write(left.bytes)
    case .markdown: output.write(SummaryMarkdown.text(report))
    case .words, .full:
      let page = state.page(found.bot, found.known.number)
      let lists = report.issues
      let earlier = Set(
        (lists.unresolved + lists.silenced).flatMap { [$0.since] + [$0.cameFrom].compactMap(\.self) }
          + (lists.new + lists.cameBack + lists.flaky).flatMap {
            [$0.lastIn, $0.flakyIn].compactMap(\.self)
          })
      let elsewhere = try store.branches(of: found.bot, earlier).filter { $0.value != report.commit?.branch }
      output.write(
        ShowText.text(
          report, isPinned: found.known.isPinned, page: FileFacts(page) == nil ? nil : page,
          link: CommitLink.of(report.commit?.id, in: try store.link(of: found.bot)),
          beside: isLatest ? try beside(found) : [], elsewhere: elsewhere,
          suspectedEarlier: suspected(before: report, found),
          search: ToSearch(state: state, store: store).words(report),
          gone: gone(of: report, found),
          isFull: form == .full,
          why: { state.typed.line(["rerun", "\(found.bot)\(found.known.number)", "--why", $0.rawValue]) },
          capabilities: capabilities))
    }
    return report.exitStatus
  }

  private static let mostEarlier = 3

  /// Of what fails since an earlier integration, whom that one told.
  private func suspected(before report: Report, _ found: FoundIntegration) -> [TestID: String] {
    let still = report.issues.stillThere.filter {
      $0.kind == .testFailure && $0.since != report.integration && $0.lastIn == nil
    }
    let origins = Set(still.map(\.since)).sorted(by: >).prefix(Self.mostEarlier)
    var told: [TestID: String] = [:]
    let branches = (try? store.branches(of: found.bot, Set(origins))) ?? [:]
    for origin in origins {
      guard let earlier = state.integration(found.bot, origin).report(of: found.bot, origin) else { continue }
      let lineages = Set([report.commit?.branch, branches[origin]]).map {
        (try? store.lineage(of: found.bot, branch: $0, as: report.integration)) ?? TestLineage()
      }
      for issue in earlier.issues.new + earlier.issues.cameBack {
        guard let test = issue.test, let words = Suspicion.sentence(of: issue, in: earlier) else { continue }
        let names = Set(lineages.map { $0.now(test, of: origin) })
        for one in still where one.since == origin && names.contains(one.test) {
          guard let now = one.test else { continue }
          let called = now == test ? "" : ", as \(test),"
          told[now] = "As of \(origin)\(called) \(words.uncapitalizedFirst)"
        }
      }
    }
    return told
  }

  /// What was archived is let go before the rest.
  private func gone(of report: Report, _ found: FoundIntegration) -> Set<String> {
    let folder = state.integration(found.bot, found.known.number).path
    let paths = report.archive.isEmpty ? [] : report.archive.map(\.path) + report.artifacts.map(\.path)
    return Set(paths.filter { FileFacts(folder + "/" + $0) == nil })
  }

  private func beside(_ found: FoundIntegration) throws -> [PastIntegration] {
    guard try store.base(of: found.bot) != nil else { return [] }
    return try store.branches(bot: found.bot).filter { $0.branch != found.known.branch }
  }

  /// It runs, or ended before a report could be made, or its files were removed since.
  private func tellWithoutReport(
    _ found: FoundIntegration, _ form: ShownForm, _ doing: String
  ) throws -> Int32 {
    let bot = found.bot
    var known = found.known
    let name = "\(bot) \(known.number)"
    if known.isRunning, !(isAtWork ?? AtWork(state: state).callAsFunction)(bot, known) {
      // It may have ended a moment ago.
      if let left = try found.report(decode) { return try tell(found, left, form, isLatest: false) }
      (known.result, known.reason) = (.canceled, AtWork.words)
    }
    guard let result = known.result else {
      let earlier = try before(found).map { state.typed.line(["show", "\(bot)\($0)"]) }
      throw Explanation(
        doing: doing, wrong: "\(name) has not ended" + (self.doing(found).map { ": \($0)" } ?? ""),
        advice: "`\(ShellWord.line(["bothy", "log", "\(bot)\(known.number)", "-f"]))` shows what it does"
          + (earlier.map { ", `\($0)` the one before" } ?? ""),
        status: 4)
    }
    if form == .json {
      throw Explanation(
        doing: doing,
        wrong: "\(name) left no report (\(result.rawValue): \(known.reason ?? "no reason was left"))",
        advice: "integrate that commit again", status: known.exitStatus ?? 5)
    }
    var report = Report(
      bot: bot, integration: known.number, result: result, reason: known.reason ?? "", commit: nil,
      toolchain: "", configuration: .debug, queued: .distantPast, started: .distantPast)
    report.notes = ["there is no report"] + [again(found)].compactMap(\.self)
    if form == .markdown {
      output.write(SummaryMarkdown.text(report))
    } else {
      output.write(ShowText.sentence(report, isPinned: known.isPinned, capabilities: capabilities))
    }
    return known.exitStatus ?? 5
  }

  /// The newest of its branch that has ended.
  private func before(_ found: FoundIntegration) throws -> IntegrationNumber? {
    guard let branch = found.known.branch else { return nil }
    return try store.past(bot: found.bot, branch: branch, limit: Self.mostRunning, isWhole: true)
      .first { $0.result != nil && $0.number < found.known.number }?.number
  }

  private static let mostRunning = 5

  /// Of a package that `bothy run` integrated.
  private func again(_ found: FoundIntegration) -> String? {
    guard found.known.isRunning, let path = try? store.knownBot(found.bot)?.path
    else { return nil }
    return "`\(state.typed.line(["run", path]))` integrates it as it stands now"
  }

  /// What the watcher says of one that runs.
  private func doing(_ found: FoundIntegration) -> String? {
    guard case .status(let status)? = try? WatcherClient(state: state).ask(.status),
      let one = status.bots[found.bot]?.running.first(where: { $0.number == found.known.number })
    else { return nil }
    return BotsText.doing(one, now: Date())
  }
}
