import Explaining
import Files
import Foundation
import Git
import Model
import Ordering
import State
import Store
import Terminal
import Words

/// `bothy replay`: the commits of a history as if somebody had integrated each of them, oldest first.
struct ReplayCommand {
  let options: ReplayOptions
  let state: StateFolder
  let environment: [String: String]
  let templates: String?
  var output = Output.standard
  var errors = Output.error

  /// After so many it is told what the rest will take.
  private static let toldAfter = 3

  func perform() throws -> Int32 {
    let newest = try RunTarget(run(of: tip), isOfBot: true, isNext: true)
    let repository = try Repository(at: Repository.find(from: newest.root))
    let history = try ReplayHistory(repository, newest, options).commits()
    if history.without > 0 {
      errors.write("\(Figures.count(history.without, "commit")) without a package: left out.\n")
    }
    try state.open()
    let store = try SQLiteStore(folder: state.path)
    let bot = try store.localBot(path: newest.packagePath, folderName: newest.folderName)
    // Without a branch is a line of its own.
    let branch = newest.branch ?? ""
    let integrated = try store.integrations(
      bot: bot, branch: branch, configuration: newest.settings.configuration)
    let plan = ReplayPlan(ReplayPlan.each(options.every, of: history.commits), integrated: integrated)
    announce(plan, newest, bot)
    guard let first = plan.rest.first else { return 0 }
    let last = try store.past(bot: bot, branch: branch, limit: 1).first
    let isFirst = try !follows(first, what: last, in: repository)
    return try integrate(plan, newest, bot, isFirst: isFirst)
  }

  private var tip: String { if case .between(_, let new) = options.part { new } else { "HEAD" } }

  private func run(of revision: String) -> RunOptions {
    var run = RunOptions()
    (run.path, run.commit, run.botFile) = (options.path, revision, options.botFile)
    (run.package, run.configuration, run.jobs) = (options.package, options.configuration, options.jobs)
    run.timeoutSeconds = options.timeoutSeconds
    // Lines of progress would hide the ones that stay.
    run.quiet = !TerminalCapabilities.of(descriptor: errors.descriptor, environment: environment).moves
    return run
  }

  /// Only then it is a later state of what was integrated last, or of the commit that this had changes of.
  private func follows(
    _ commit: CommitID, what last: PastIntegration?, in repository: Repository
  ) throws -> Bool {
    guard let last else { return true }
    guard let before = last.commit else { return false }
    return (try? repository.isAncestor(before.rawValue, of: commit.rawValue)) ?? false
  }

  private func announce(_ plan: ReplayPlan, _ newest: RunTarget, _ bot: BotID) {
    let of = newest.branch.map { " of \($0)" } ?? ""
    guard !plan.rest.isEmpty else {
      let count = plan.known.count
      let what = count == 1 ? "The only commit\(of) is" : "All \(Figures.grouped(count)) commits\(of) are"
      output.write("\(what) known: nothing to integrate.\n")
      return
    }
    var words = "Replaying \(Figures.count(plan.rest.count, "commit"))\(of), oldest first"
    if !plan.known.isEmpty { words += "; \(Figures.grouped(plan.known.count)) before them are known" }
    if !plan.again.isEmpty {
      words += "; \(Figures.grouped(plan.again.count)) of them once more, behind what they come after"
    }
    errors.write(words + ".\n" + ReplayText.whose(bot, file: options.botFile, of: newest.botFileStem) + "\n")
  }

  // MARK: One after the other

  private func integrate(
    _ plan: ReplayPlan, _ newest: RunTarget, _ bot: BotID, isFirst: Bool
  ) throws -> Int32 {
    let capabilities = TerminalCapabilities.of(descriptor: output.descriptor, environment: environment)
    var told = ReplayText(count: plan.rest.count, capabilities: capabilities)
    var page = ""
    for (index, commit) in plan.rest.enumerated() {
      let run = run(of: commit.rawValue)
      var target = try RunTarget(run, isOfBot: true, isNext: true)
      target.branch = newest.branch
      target.isFirst = isFirst && index == 0
      if plan.again.contains(commit) { target.again = "commits before it were integrated after it" }
      let began = Date()
      let command = RunCommand(
        options: run, state: state, environment: environment, templates: templates,
        tells: { report, address in
          page = address
          guard report.result != .canceled else { return }
          output.write(told.line(report, took: Date().timeIntervalSince(began)))
        }, target: target)
      let status = try Self.status(of: command)
      guard status != IntegrationResult.canceled.exitStatus else {
        errors.write("Stopped after \(told.done) of \(plan.rest.count): the same command goes on.\n")
        return status
      }
      if told.done == Self.toldAfter, let estimate = told.estimate { errors.write(estimate) }
    }
    let next = ["history", "tests"].map { state.typed.line([$0, bot.rawValue]) }
    output.write(told.ending(page: page, next: next))
    return 0
  }

  /// Also of one that was interrupted before there was anything to report.
  private static func status(of command: RunCommand) throws -> Int32 {
    do { return try command.perform() } catch let error as Explanation
      where error.status == IntegrationResult.canceled.exitStatus
    {
      return IntegrationResult.canceled.exitStatus
    }
  }
}

/// Which commits are meant, oldest first.
struct ReplayHistory {
  private let repository: Repository
  private let target: RunTarget
  private let options: ReplayOptions

  private static let most = 100_000

  init(_ repository: Repository, _ target: RunTarget, _ options: ReplayOptions) {
    (self.repository, self.target, self.options) = (repository, target, options)
  }

  /// And how many were left out, because they hold no package.
  func commits() throws -> (commits: [CommitID], without: Int) {
    guard case .commit(let tip) = target.source else { return ([], 0) }
    var found: [String] = []
    let isLast = try end()
    _ = try repository.firstParent(of: tip.rawValue, limit: Self.most) { commit in
      guard !isLast(commit, found.count) else { return true }
      found.append(commit)
      return false
    }
    guard !found.isEmpty else {
      throw Explanation(
        doing: "replaying \(options.path)", wrong: "there is no such commit", advice: advice, status: 2)
    }
    let manifest = (target.settings.package == "." ? "" : target.settings.package + "/") + "Package.swift"
    let kept = try found.filter { try repository.recorded(manifest, commit: $0, limit: 0) != nil }
    guard !kept.isEmpty else {
      throw Explanation(
        doing: "replaying \(options.path)", wrong: "none of these commits holds a \(manifest)",
        advice: "name the package's folder with --package", status: 2)
    }
    return (kept.reversed().map { CommitID($0) }, found.count - kept.count)
  }

  private var advice: String {
    switch options.part {
    case .last: "commit something first"
    case .since(let day): "name an earlier day than \(day)"
    case .between(let old, let new): "\(old) holds all that \(new) holds: name an older one"
    }
  }

  /// Whether a commit, with so many behind it, is beyond what is meant.
  private func end() throws -> (_ commit: String, _ count: Int) -> Bool {
    switch options.part {
    case .last(let most): return { _, count in count == most }
    case .since(let day):
      let begin = Self.begin(of: day)
      return { [repository] commit, _ in
        guard let made = try? repository.commit(commit).committed else { return true }
        return Double(made) < begin
      }
    case .between(let old, _):
      let old = try repository.resolve(old)
      return { [repository] commit, _ in (try? repository.isAncestor(commit, of: old)) ?? true }
    }
  }

  private static func begin(of day: String) -> Double {
    let parts = day.split(separator: "-").compactMap { Int($0) }
    let date = DateComponents(
      calendar: Calendar(identifier: .gregorian), year: parts[0], month: parts[1], day: parts[2])
    return date.date?.timeIntervalSince1970 ?? 0
  }
}
