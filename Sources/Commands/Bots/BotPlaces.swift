import Daemon
import Explaining
import Files
import Formats
import Foundation
import Integrator
import Model
import Ordering
import State
import Watcher
import Words

/// What a bot file names and this machine has not. No mistakes of the file, because a disk may come and a
/// branch be made later; but most of them are slips, and the watcher would only wait.
struct BotPlaces {
  let id: BotID
  let bot: Bot
  let file: String
  let state: StateFolder
  /// What is on another machine is fetched before.
  var fetches = true
  let environment: [String: String]

  func warnings() -> [String] {
    repository() + access() + [base(), toolchain(), selecting()].compactMap(\.self)
  }

  /// It is no mistake: all tests run then.
  private func selecting() -> String? {
    guard bot.tests.select == .affected, bot.whoTestsWhat == .never || !bot.coverage.enabled else {
      return nil
    }
    let why =
      bot.whoTestsWhat == .never ? "`who-tests-what: idle` or `every` is there too" : "coverage is measured"
    return Self.warning(
      ["tests", "select"], "all tests run: what changed concerns which of them is only known where \(why)",
      in: file)
  }

  /// A base branch that is not there, or that this bot leaves alone, is compared with nothing.
  private func base() -> String? {
    guard fetches || bot.remote == nil else { return nil }
    guard let name = bot.base, BaseBranch.face(bot, base: BranchName(name)) != nil else {
      return bot.base.map {
        warning("base", "`branches` leaves \($0) out, so that nothing is compared with it")
      }
    }
    let question = LookQuestion(first: BotID(bot.name), repository: bot.repository, patterns: bot.branches)
    guard let names = try? RepositoryLook(question).branchNames(), !names.isEmpty, !names.contains(name)
    else {
      return nil
    }
    let near = Nearest.meant(by: name, among: names).map { ": did you mean `\($0)`?" } ?? ""
    return warning("base", "there is no branch \(name) in the repository\(near)")
  }

  /// What a repository of another machine, or who calls its hook, is known by.
  private func access() -> [String] {
    let names = (bot.access?.secrets ?? []) + [bot.hook].compactMap(\.self)
    guard !names.isEmpty, let wrong = Secrets.problem(names, in: state.secrets(id.rawValue)) else {
      return []
    }
    return [warning(bot.access?.secrets.isEmpty == false ? "access" : "hook", wrong)]
  }

  private func repository() -> [String] {
    guard fetches || bot.remote == nil else { return [] }
    do {
      try Mirror(id, bot, state: state, environment: environment)?.bring()
      let look = try RepositoryLook(
        LookQuestion(first: BotID(bot.name), repository: bot.repository, patterns: bot.branches))
      let branches = try look.perform().branches
      let unreadable = try look.unreadableBranches()
      let damage = unreadable.sorted { $0.key < $1.key }.map { warning("repository", $0.value) }
      guard !branches.isEmpty else {
        return try retired() + damage + (damage.isEmpty ? [noBranch(look)] : [])
      }
      return try retired() + damage + missing(look, besides: Set(unreadable.keys))
        + [package(look, branches)].compactMap(\.self) + asked(branches)
    } catch {
      let told = Explanation(error)
      return retired() + [warning("repository", "\(told.wrong): \(told.advice)")]
    }
  }

  /// What it has can be integrated still, and nothing new comes.
  func retired() -> [String] {
    let served = bot.remote.map { HostedRepository.served(at: $0, state) }
    guard let hosted = served ?? HostedRepository.at(bot.repository, state),
      let record = try? hosted.record(doing: "checking \(id)"), record.retired != nil
    else { return [] }
    let words = [["host", "restore", hosted.name.text], ["remove", id.rawValue]].map { state.typed.line($0) }
    return [
      warning(
        "repository",
        "the hosted repository \(hosted.name) is retired: it takes no pushes, so that nothing new comes: "
          + "`\(words[0])` has it take them again, `\(words[1])` forgets the bot")
    ]
  }

  /// One that is named and not there may come; more often its name was mistyped.
  private func missing(_ look: RepositoryLook, besides unreadable: Set<String>) throws -> [String] {
    let names = try look.branchNames()
    let missing = bot.branches.filter {
      !Glob.isPattern($0) && !names.contains($0) && !unreadable.contains($0)
    }
    let places = missing.isEmpty ? [:] : BotFile.places(of: "branches", in: contents(of: file) ?? [])
    return missing.map { name in
      let near = Nearest.meant(by: name, among: names).map { ": did you mean `\($0)`?" } ?? " now"
      return warning(
        at: places[name] ?? Self.place(of: "branches", in: file),
        "there is no branch \(name) in the repository\(near)")
    }
  }

  private func noBranch(_ look: RepositoryLook) throws -> String {
    let names = try look.branchNames()
    guard !names.isEmpty else {
      return warning("repository", "it has no commit yet; the first one will be integrated")
    }
    let all = names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", …" : "")
    return warning("branches", "none of its branches is meant by this; there are \(all)")
  }

  private func package(_ look: RepositoryLook, _ branches: [SightedBranch]) throws -> String? {
    let folder = bot.package == "." ? "" : bot.package + "/"
    for branch in branches.prefix(Self.mostBranches) {
      if try look.hasManifest(in: folder, at: branch.tip) { return nil }
    }
    let place = folder.isEmpty ? "at its root" : "in \(bot.package)"
    return warning(
      bot.package == "." ? "repository" : "package",
      "there is no Package.swift \(place) at \(branches[0].tip.short) of \(branches[0].name): "
        + "name the package's folder with `package`")
  }

  /// What the newest commits ask for themselves and cannot have: nothing of them would be integrated.
  private func asked(_ branches: [SightedBranch]) -> [String] {
    var told: Set<[String]> = []
    return branches.prefix(Self.mostBranches).flatMap { branch -> [String] in
      let asked = PackageSettings.read(
        .commit(branch.tip), repository: bot.repository, package: bot.package)
      guard case .wrong(let lines) = asked, told.insert(lines).inserted else { return [] }
      return lines.map { warning("repository", "at \(branch.tip.short) of \(branch.name), \($0)") }
    }
  }

  private static let mostBranches = 20

  private func toolchain() -> String? {
    do {
      _ = try ToolchainPlace.swift(of: bot, environment: environment)
      return nil
    } catch {
      let told = Explanation(error)
      return warning("toolchain", "\(told.wrong): \(told.advice)")
    }
  }

  private func warning(_ key: String, _ text: String) -> String { Self.warning(key, text, in: file) }

  private func warning(at place: (line: Int, column: Int), _ text: String) -> String {
    "\(file):\(place.line):\(place.column): warning: \(text)"
  }

  private static func warning(_ key: String, _ text: String, in file: String) -> String {
    warning([key], text, in: file)
  }

  /// At what stands below these keys, and numbers of items from 0.
  static func warning(_ path: [String], _ text: String, in file: String) -> String {
    let (line, column) = place(of: path, in: file)
    return "\(file):\(line):\(column): warning: \(text)"
  }

  static func place(of path: [String], in file: String) -> (line: Int, column: Int) {
    // Where the file has mistakes what stands behind them cannot be told by its keys.
    BotFile.place(of: path, in: contents(of: file) ?? []) ?? place(of: path.first ?? "", in: file)
  }

  /// Where the value of a key of the top level stands; the first line where it cannot be seen at once.
  private static func place(of key: String, in file: String) -> (line: Int, column: Int) {
    let text = contents(of: file).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where line.hasPrefix("\(key):") {
      let rest = line.dropFirst(key.count + 1)
      let blank = rest.prefix { $0 == " " }.count
      return (index + 1, blank < rest.count ? key.count + 2 + blank : 1)
    }
    return (1, 1)
  }
}
