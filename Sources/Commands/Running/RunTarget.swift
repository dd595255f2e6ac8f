import Daemon
import Explaining
import Files
import Foundation
import Git
import Integrator
import Model
import Ordering
import State
import Store
import Terminal
import Words

/// What `bothy run` was asked to integrate: found, checked, and with its settings.
struct RunTarget {
  /// The folder that the user's paths start from: the working tree, or a bare repository.
  var root: String
  var settings: Bot
  var source: Order.Source
  var branch: BranchName?
  /// Absent when all is asked for that the bot asks for.
  var limited: Limitation?
  /// Whose secrets the settings name.
  var botFileStem: String?
  /// Where the settings are from, absolute.
  var botFile: String?
  /// In what the package asks for itself.
  var mistakes: [String] = []
  /// Compared with nothing: what was integrated before is no earlier state of it.
  var isFirst = false
  /// It comes behind what was integrated, though it is older than what is checked out.
  private var isNext = false
  /// A branch is to end in it, whatever the one of that name here does.
  private var isPushed = false
  /// Why it is integrated once more.
  var again: String?
  var warnings: [String] = []

  /// `local-<folder name>` is made from this.
  var folderName: String { CheckoutName.ofRepository((root as NSString).lastPathComponent) }

  /// Asked for what failed before anything could.
  var neverTested: Explanation {
    Explanation(
      doing: "looking for tests that failed in \(packagePath)", wrong: "no test of it was run yet",
      advice: "leave out --failed", status: 2)
  }

  /// What the bot's history belongs to.
  var packagePath: String { settings.package == "." ? root : root + "/" + settings.package }

  /// What is known already.
  init(
    root: String, settings: Bot, source: Order.Source, branch: BranchName?, limited: Limitation?,
    botFileStem: String?, botFile: String?
  ) {
    (self.root, self.settings, self.source) = (root, settings, source)
    (self.branch, self.limited) = (branch, limited)
    (self.botFileStem, self.botFile) = (botFileStem, botFile)
  }

  /// As swift test works: with the user's HOME, and incrementally.
  private static func usualSettings(of root: String) -> Bot {
    var settings = Bot(name: (root as NSString).lastPathComponent, repository: root)
    settings.home = .user
    settings.cleaning = .never
    return settings
  }

  /// - Parameters:
  ///   - isOfBot: a bot integrates, not somebody who looks at a package.
  ///   - isNext: it comes behind what was integrated, though it is older than what is checked out.
  ///   - pushed: the branch that is to end in it, before git pushes that.
  init(
    _ options: RunOptions, isOfBot: Bool = false, isNext: Bool = false, as pushed: BranchName? = nil
  ) throws {
    let path = try Self.absolute(options.path)
    let place = try Self.place(of: path, options)
    let bot = try options.botFile.map(Self.bot)
    var isOlderCommit = false
    var isOffBranch: Bool?
    if let place {
      let repository = try Repository(at: place)
      let head = try repository.head()
      // A bare repository has nothing but commits: its bot says of which branch.
      let ofBot = bot.map { bot in
        bot.settings.branches.first { !Glob.isPattern($0) }.map(repository.revision(ofBranch:)) ?? "HEAD"
      }
      if let revision = options.commit ?? (place.workingTree == nil ? ofBot : nil) {
        let commit = try repository.resolve(revision)
        source = .commit(CommitID(commit))
        let watched = isOfBot ? bot?.settings : nil
        branch = try pushed ?? Self.branch(of: revision, commit, head, in: repository, watched)
        isOlderCommit = try !repository.isTip(commit, of: branch?.rawValue)
        if isOlderCommit { isOffBranch = try OlderCommit.isOff(CommitID(commit), branch, in: repository) }
      } else {
        guard !place.isBare, place.workingTree != nil else {
          throw Explanation(
            doing: "integrating \(options.path)", wrong: "it is a bare repository, which has no working tree",
            advice: "say which commit with --commit: "
              + "`\(ShellWord.line(["bothy", "run", path] + options.words + ["--commit", "HEAD"]))`",
            status: 2)
        }
        source = .workingTree
        branch = head.branch.map { BranchName($0) }
      }
      root = place.workingTree ?? place.gitFolder
    } else {
      source = .folder
      root = options.package == nil ? Self.nearestManifest(from: path) ?? path : path
    }
    settings = Self.usualSettings(of: root)
    if let bot { (botFileStem, settings) = (bot.stem, bot.settings) }
    botFile = options.botFile.map(CommandContext.absolute)
    settings.repository = root
    // Whoever names a path means what lies there.
    if !isOfBot { settings.remote = nil }
    try choosePackage(options, path: path, workingTree: place.map(\.workingTree) ?? root)
    let asked = PackageSettings.read(source, repository: root, package: settings.package)
    if case .wrong(let lines) = asked {
      // Of a bot it is told in a report, as by a watcher; whoever types a path mends the file first.
      guard isOfBot else { throw BotFileError(lines: lines) }
      mistakes = lines
    }
    if options.commit == nil { warnings = PackageSettings.warnings(in: packagePath, source) }
    settings = asked.settings(of: settings)
    let whole = settings
    try settings.apply(options)
    limited = Limitation(settings, of: whole, isOlderCommit: isOlderCommit && !isNext && pushed == nil)
    if limited?.isOlderCommit == true { limited?.isOffBranch = isOffBranch }
    (self.isNext, isPushed) = (isNext, pushed != nil)
  }

  /// While it waited for its turn something newer of its branch may have been integrated.
  mutating func lookAgain(_ bot: BotID, in store: SQLiteStore) throws {
    guard !isNext, limited?.isOlderCommit != true, case .commit(let commit) = source, let branch,
      let newest = try store.newestCommit(bot: bot, branch: branch), newest != commit
    else { return }
    let repository = try Repository(at: try Repository.find(from: root))
    let isOlder =
      isPushed
      ? try OlderCommit.isBehind(commit, newest, on: branch, in: repository)
      : try OlderCommit.isOlder(commit, on: branch, newest: newest, in: repository)
    guard isOlder else { return }
    var limitation = limited ?? Limitation()
    limitation.wholeSelection = limitation.wholeSelection ?? TestSelection.of(settings.tests)
    limitation.isOlderCommit = true
    limited = limitation
  }

  /// Nil where there is no repository, or the one around has git leave the package out.
  static func place(of path: String, _ options: RunOptions) throws -> RepositoryPlace? {
    let found: RepositoryPlace
    do { found = try Repository.find(from: path) } catch let error as GitError {
      if error.kind == .notARepository, options.commit == nil { return nil }
      throw error
    }
    guard options.commit == nil, options.package == nil, let tree = found.workingTree,
      let package = nearestManifest(from: path), package.hasPrefix(tree + "/"),
      try Repository(at: found).leavesOut(package)
    else { return found }
    return nil
  }

  static func nearestManifest(from path: String) -> String? {
    var folder = path
    while FileFacts(folder + "/Package.swift") == nil {
      guard folder != "/", !folder.isEmpty else { return nil }
      folder = (folder as NSString).deletingLastPathComponent
    }
    return folder
  }

  static func absolute(_ path: String) throws -> String {
    let facts = FileFacts(path)
    let whole = URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
    // What is read of a name in another encoding names nothing.
    guard !whole.contains("\u{FFFD}") || FileFacts(whole) != nil else {
      throw Explanation(
        doing: "integrating \(path)", wrong: "the name of a folder in \(whole) is no UTF-8",
        advice: "rename that folder")
    }
    guard facts?.isFolder == true else {
      throw Explanation(
        doing: "integrating \(path)",
        wrong: facts == nil ? "there is no such folder" : "it is a file, not a folder",
        advice: "give the path of a package's folder")
    }
    return whole
  }

  /// A revision that is a branch's name, or counted from HEAD, belongs to that branch; of a bot also the
  /// commit in which a branch ends that it watches, the base branch before others.
  private static func branch(
    of revision: String, _ commit: String, _ head: Head, in repository: Repository, _ bot: Bot?
  ) throws -> BranchName? {
    if let branch = try repository.branch(named: revision) { return BranchName(branch.name) }
    if let bot, !bot.branches.isEmpty {
      let globs = bot.branches.map { Glob($0) }
      let ends = try repository.branches().filter { $0.commit == commit }.map { BranchName($0.name) }
        .filter { Glob.isSelected($0.rawValue, by: globs) }
      let base = (bot.base ?? bot.branches.first).map { BranchName($0) }
      if let end = ends.first(where: { $0 == base }) ?? ends.first { return end }
    }
    guard let name = head.branch, let tip = head.commit else { return nil }
    return try repository.isAncestor(commit, of: tip) ? BranchName(name) : nil
  }

  private static func bot(_ file: String) throws -> (stem: String, settings: Bot) {
    guard BotFolder.holds(file) else {
      throw Explanation(
        doing: "reading the bot file \(file)", wrong: "there is no such file",
        advice: "check the path given with --bot", status: 2)
    }
    let entry = BotFolder.read(file)
    switch entry.outcome {
    case .bot(let bot): return (entry.id.rawValue, bot)
    case .problems(let problems): throw BotFileError(lines: problems.map { "\($0)" })
    }
  }

  /// Only the tests that failed or were flaky when they ran last; nil where none did.
  func onlyFailed(
    of bot: BotID, in store: SQLiteStore, _ state: StateFolder
  ) throws -> (target: RunTarget?, number: IntegrationNumber) {
    let ofBranch = try branch.map { try store.past(bot: bot, branch: $0, limit: Self.mostLooked) } ?? []
    let others = try store.past(bot: bot, limit: Self.mostLooked).filter { past in
      !ofBranch.contains { $0.number == past.number }
    }
    let all = (ofBranch + others).compactMap { past in
      state.integration(bot, past.number).report(of: bot, past.number).map { (past.branch, $0) }
    }
    let reports = LatestFailures.telling(all, at: branch, isOlderCommit: limited?.isOlderCommit == true)
    guard let newest = reports.first, reports.contains(where: { !$0.tests.cases.isEmpty }) else {
      throw neverTested
    }
    let latest = LatestFailures(newestFirst: reports)
    let failed = latest.tests
    guard let number = latest.integration else {
      // Nothing failed, and nothing is well.
      guard newest.exitStatus == 0 else {
        throw Explanation(
          doing: "looking for tests that failed in \(packagePath)",
          wrong: "no test failed in \(bot)\(newest.integration), which ended otherwise: \(newest.reason)",
          advice: "leave out --failed to run all of them",
          status: newest.result == .canceled ? 4 : newest.exitStatus)
      }
      return (nil, newest.integration)
    }
    var target = self
    target.settings.tests.filters = failed.map(\.filterPattern)
    target.settings.tests.skips = []
    target.settings.mark(Bot.selectionKeys, as: .command)
    var limited = limited ?? Limitation()
    limited.tests = TestSelection(
      filters: target.settings.tests.filters, skips: [], failedIn: number)
    limited.tests?.failedSince = latest.since
    limited.wholeSelection = limited.wholeSelection ?? TestSelection.of(settings.tests)
    target.limited = limited
    return (target, number)
  }

  private static let mostLooked = 20

  /// The package named by the user, by the bot file, or the nearest Package.swift from the path upwards.
  private mutating func choosePackage(_ options: RunOptions, path: String, workingTree: String?) throws {
    if let named = options.package {
      settings.package = try Self.inside(named)
      return try checkPackage(options)
    }
    if options.botFile != nil, settings.package != "." || path == root { return try checkPackage(options) }
    guard let workingTree, path.hasPrefix(workingTree + "/") else {
      return try checkPackage(options)
    }
    var folder = path
    while folder.count > workingTree.count, FileFacts(folder + "/Package.swift") == nil {
      folder = (folder as NSString).deletingLastPathComponent
    }
    let isFound = FileFacts(folder + "/Package.swift") != nil
    let chosen = isFound ? folder : path
    settings.package = chosen == workingTree ? "." : String(chosen.dropFirst(workingTree.count + 1))
    try checkPackage(options)
  }

  /// Only the working tree can be looked at before the checkout.
  private func checkPackage(_ options: RunOptions) throws {
    guard source == .workingTree || source == .folder, FileFacts(packagePath + "/Package.swift") == nil else {
      return
    }
    throw Explanation(
      doing: "integrating \(options.path)", wrong: "there is no Package.swift in \(packagePath)",
      advice: "give the path of a Swift package, or name its folder with --package")
  }

  static func inside(_ folder: String) throws -> String {
    let parts = folder.split(separator: "/").filter { $0 != "." }
    guard !folder.hasPrefix("/"), !parts.contains("..") else {
      throw Explanation(
        doing: "reading --package \(folder)", wrong: "it leads out of the repository",
        advice: "give a folder inside the repository, relative to its root", status: 2)
    }
    return parts.isEmpty ? "." : parts.joined(separator: "/")
  }
}

/// All mistakes of a bot file, or of what a package asks for, at once.
package struct BotFileError: Explained {
  package var lines: [String]

  package var doing: String { "reading what is asked for" }
  package var wrong: String { lines.joined(separator: "; ") }
  /// Each line says it.
  package var advice: String { "" }
  package var status: Int32 { 2 }
}

extension RunOptions {
  /// What was typed of how to integrate, beside the path and the commit.
  var words: [String] {
    let given: [(String, String?)] = [
      ("--bot", botFile), ("--package", package), ("--configuration", configuration?.rawValue),
      ("--processes", processes?.words), ("--timeout", timeoutSeconds.map { "\(Int($0.rounded(.up)))s" }),
    ]
    return given.flatMap { name, value in value.map { [name, $0] } ?? [] }
      + filters.flatMap { ["--filter", $0] } + skips.flatMap { ["--skip", $0] }
      + (coverage ? [] : ["--no-coverage"])
  }
}

extension Bot {
  /// What was typed wins over what the file says.
  fileprivate mutating func apply(_ options: RunOptions) throws {
    if !options.filters.isEmpty { tests.filters = options.filters }
    if !options.skips.isEmpty { tests.skips = options.skips }
    for (option, patterns) in [("--filter", tests.filters), ("--skip", tests.skips)] {
      for pattern in patterns where (try? NSRegularExpression(pattern: pattern)) == nil {
        throw Explanation(
          doing: "reading \(option) \(pattern)", wrong: "it is not a regular expression",
          advice: "escape what is meant literally, for example with \\( for a parenthesis", status: 2)
      }
    }
    if let chosen = options.configuration { configuration = chosen }
    if !options.coverage { coverage.enabled = false }
    if let processes = options.processes { tests.processes = processes }
    if let seconds = options.timeoutSeconds { tests.timeoutSeconds = seconds }
    if options.clean { cleaning = .always }
    var typed: [String] = []
    if !options.filters.isEmpty { typed.append("tests.filter") }
    if !options.skips.isEmpty { typed.append("tests.skip") }
    if !options.coverage { typed.append("coverage.enabled") }
    if options.processes != nil { typed.append("tests.processes") }
    if options.timeoutSeconds != nil { typed.append("tests.timeout") }
    mark(typed, as: .command)
  }

  /// Which tests run.
  static var selectionKeys: [String] { ["tests.filter", "tests.skip"] }
}
