import Files
import Integrator
import Model
import Reports
import State
import Store
import Synchronization

/// How far commits are from each other, which never changes: two pages ask for the same.
final class KnownDistances: Sendable {
  private let known = Mutex<[[String]: (ahead: Int, behind: Int)]>([:])

  func of(_ commit: CommitID, from base: CommitID, clone: String) -> (ahead: Int, behind: Int)? {
    let key = [commit.rawValue, base.rawValue, clone]
    if let distance = known.withLock({ $0[key] }) { return distance }
    guard let distance = BranchDistance.of(commit, from: base, clone: clone) else { return nil }
    known.withLock { $0[key] = distance }
    return distance
  }
}

/// Lays the pages of a bot's branches: those of which something is new.
struct BranchPublishing {
  let state: StateFolder
  let store: SQLiteStore
  let site: HistorySite
  let distances: KnownDistances
  let lay: (SitePage, String) throws -> Void

  /// Of more branches neither the newest integrations nor the distance from the base branch are told.
  private static let mostCompared = 60

  /// The branches that are there, the base branch first.
  func lines(of bot: KnownBot) throws -> [BranchLine] {
    let faces = try store.branches(bot: bot.id)
    let base = faces.first { $0.branch == bot.base }
    let tips = Self.standing(try store.tips(of: bot.id))
    let ordered = [base].compactMap { $0 } + faces.filter { $0.branch != bot.base }
    return try ordered.enumerated().compactMap { place, face in
      guard let name = face.branch else { return nil }
      var line = BranchLine(name, past: [face])
      line.isBase = bot.base == name
      guard place < Self.mostCompared else { return line }
      line.past = try store.past(bot: bot.id, branch: name, limit: BranchLine.stripLength)
      if !line.past.contains(where: { $0.number == face.number }) { line.past.append(face) }
      if !line.isBase, let own = face.commit, let other = base?.commit {
        let clone = state.checkout(bot.id)
        line.distance = distances.of(own, from: other, clone: clone)
        line.isMerged = Set([own, tips[name] ?? own]).allSatisfy {
          Self.isMerged($0, into: other, clone: clone, distances)
        }
      }
      return line
    }
  }

  private static func standing(_ tips: [Tip]) -> [BranchName: CommitID] {
    Dictionary(tips.filter { !$0.isGone }.map { ($0.branch, $0.commit) }) { first, _ in first }
  }

  /// Those that are all in the base branch, as far as they are compared with it.
  static func merged(
    _ beside: [PastIntegration], _ tips: [Tip], into base: CommitID?, clone: String,
    _ distances: KnownDistances
  ) -> Set<BranchName> {
    guard let base else { return [] }
    let tips = Self.standing(tips)
    return Set(
      beside.prefix(mostCompared).compactMap { past in
        // What stands there now may be more than was integrated as a whole, or less.
        guard let name = past.branch, let commit = past.commit,
          Set([commit, tips[name] ?? commit]).allSatisfy({
            isMerged($0, into: base, clone: clone, distances)
          })
        else { return nil }
        return name
      })
  }

  /// All that it has the base branch has too, and more.
  private static func isMerged(
    _ commit: CommitID, into base: CommitID, clone: String, _ distances: KnownDistances
  ) -> Bool {
    distances.of(commit, from: base, clone: clone).map { $0.ahead == 0 && $0.behind > 0 } ?? false
  }

  func publish(
    _ input: BotInput, _ detail: BotDetail, _ changed: [IntegrationNumber], known: Set<Int>,
    _ memory: inout PageMemory,
    withPages: ([IntegrationNumber]) -> Set<IntegrationNumber>
  ) throws {
    let bot = input.bot.id
    let folder = state.pages(bot)
    let pages = detail.branches.map { BranchLine.page(of: $0.name) }
    for (branch, page) in zip(detail.branches, pages) {
      let newest = branch.past.first?.number ?? 0
      // An older one may be one of its own too.
      let oldest = branch.past.count < BranchLine.stripLength ? 0 : branch.past.last?.number ?? 0
      let isNew = changed.contains { one in one < oldest || branch.past.contains { $0.number == one } }
      if let made = memory.good(page, below: folder, known: known), made.asOf == newest, !made.isWrong, !isNew
      {
        continue
      }
      var branch = branch
      branch.past = try store.past(bot: bot, branch: branch.name, limit: BranchLine.rowCount)
      let numbers = branch.past.map(\.number)
      var (input, detail) = (input, detail)
      input.withPages = withPages(numbers)
      let drawn = Array(numbers.prefix(BotInput.trendLength))
      detail.phases = try store.phases(bot: bot, numbers: drawn)
      detail.archives = try store.archives(bot: bot, numbers: drawn)
      try lay(site.branch(branch, input, detail), folder)
      memory.made[page] = PageMemory.Made(asOf: newest, isWrong: false, told: numbers)
    }
    memory.removeOthers(than: Set(pages), of: "branches/", below: folder)
  }
}
