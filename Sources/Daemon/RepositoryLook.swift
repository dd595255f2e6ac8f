import Explaining
import Foundation
import Git
package import Model
package import Watcher
import Words

/// One look into one repository.
package struct RepositoryLook {
  private let question: LookQuestion
  private let repository: Repository

  package init(_ question: LookQuestion) throws {
    self.question = question
    let path = question.repository
    let place = try Repository.find(from: path)
    let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
    // The search goes upward; but a repository that is gone must not become the one around it.
    guard real == place.workingTree || real == place.gitFolder || real + "/.git" == place.gitFolder else {
      throw Explanation(
        doing: "looking for the repository \(path)", wrong: "the nearest one is \(place.gitFolder)",
        advice: "name that in the bot file, and the package's folder with `package`")
    }
    repository = try Repository(at: place)
  }

  package func perform() throws -> Sighting.Seen {
    switch question.cause {
    case .probing:
      // What HEAD names is part of what can be read.
      _ = try watched(repository.branches())
      return Sighting.Seen(branches: [])
    case .manual(let revision?, _):
      try repository.refuseNamesakes(of: revision)
      let all = try repository.branches()
      let named = try repository.branch(named: revision)
      let commit = try named?.commit ?? repository.resolve(revision)
      let branch = try named?.name ?? tipped(by: commit, all)
      return Sighting.Seen(
        branches: [],
        resolved: SightedRevision(commit: CommitID(commit), branch: branch.map { BranchName($0) }))
    case .watching, .tick, .manual: break
    }
    let all = try repository.branches()
    let damaged = try damagedAndMeant()
    if question.patterns.isEmpty, let error = damaged.values.first { throw error }
    let known = damaged.filter { question.known[BranchName($0.key)] != nil }
    let watched = try baseFirst(all)
    if watched.isEmpty, let first = known.min(by: { $0.key < $1.key }) { throw first.value }
    let names = Set(all.map { BranchName($0.name) }).subtracting(watched.map { BranchName($0.name) })
    var seen = Sighting.Seen(
      branches: try watched.map { try sight(BranchName($0.name), $0.commit, among: watched) },
      unwatched: Set(question.known.keys.filter(names.contains)))
    seen.leftOut = names
    seen.head = head
    for (name, error) in damaged { seen.unread[BranchName(name)] = error.wrong }
    // They are not gone, and nobody knows where they are.
    seen.branches += known.keys.sorted().compactMap { name in
      question.known[BranchName(name)].map {
        SightedBranch(name: BranchName(name), tip: $0, relation: .same, commits: [])
      }
    }
    return seen
  }

  /// What the others are compared with comes first.
  private func baseFirst(_ all: [(name: String, commit: String)]) throws -> [(name: String, commit: String)] {
    let selected = try watched(all)
    return selected.filter { BranchName($0.name) == base } + selected.filter { BranchName($0.name) != base }
  }

  /// Whoever names the newest commit of a branch in another way means that branch as it stands.
  private func tipped(by commit: String, _ all: [(name: String, commit: String)]) throws -> String? {
    // HEAD may name no branch, which takes nothing from a commit that was named.
    let watched = try? baseFirst(all)
    return watched?.first { $0.commit == commit }?.name
  }

  /// Of those that are meant: what is wrong with each that names what cannot be read.
  package func unreadableBranches() throws -> [String: String] { try damagedAndMeant().mapValues(\.wrong) }

  private func damagedAndMeant() throws -> [String: GitError] {
    let damaged = try repository.damagedBranches()
    guard !damaged.isEmpty else { return [:] }
    guard question.patterns.isEmpty else {
      let globs = question.patterns.map { Glob($0) }
      return damaged.filter { Glob.isSelected($0.key, by: globs) }
    }
    let head = try? repository.headBranch()
    return damaged.filter { $0.key == head }
  }

  package func branchNames() throws -> [String] { try repository.branches().map(\.name) }

  /// `folder`: empty, or with a slash at its end.
  package func hasManifest(in folder: String, at commit: CommitID) throws -> Bool {
    try CommitFiles(of: repository, commit: commit.rawValue).paths.contains {
      $0 == folder + "Package.swift" || $0.hasPrefix(folder + "Package@swift-")
    }
  }

  private func watched(_ all: [(name: String, commit: String)]) throws -> [(name: String, commit: String)] {
    guard question.patterns.isEmpty else {
      let globs = question.patterns.map { Glob($0) }
      return all.filter { Glob.isSelected($0.name, by: globs) }
    }
    let head = try repository.head()
    guard let branch = head.branch else {
      throw Explanation(
        doing: "reading HEAD of \(question.source)", wrong: "it names a commit and no branch",
        advice: "say which branches to watch with `branches` in the bot file")
    }
    let found = all.filter { BranchName($0.name) == BranchName(branch) }
    // To a new one nothing was pushed yet.
    guard found.isEmpty, !all.isEmpty else { return found }
    throw missing(branch, among: all.map(\.name))
  }

  private func missing(_ branch: String, among names: [String]) -> Explanation {
    let near = Nearest.meant(by: branch, among: names) ?? names[0]
    let words = ["git", "-C", repository.place.gitFolder, "symbolic-ref", "HEAD", "refs/heads/\(near)"]
    // In a working tree that would leave the files of another branch.
    let isOurs = repository.place.workingTree == nil && question.remote == nil
    let shown = names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", …" : "")
    return Explanation(
      doing: "reading HEAD of \(question.source)",
      wrong: "it names the branch \(branch), and there is none; there are \(shown)",
      advice: "say which branches to watch with `branches` in the bot file"
        + (isOurs ? ", or have HEAD name one: `\(ShellWord.line(words))`" : ""))
  }

  /// The tips of the other branches that were known before.
  private func others(than name: BranchName, among watched: [(name: String, commit: String)]) -> [String] {
    watched.filter { $0.name != name.rawValue && question.known[BranchName($0.name)] != nil }.map(\.commit)
  }

  /// Where the others were when they were looked at last, and the base where it is now: what two branches get
  /// in one moment is left by neither to the other. None for the base, which is told commit by commit.
  private func former(than name: BranchName, among watched: [(name: String, commit: String)]) -> [String] {
    let base = base
    guard name != base else { return [] }
    return watched.filter { $0.name != name.rawValue }.compactMap { other in
      question.known[BranchName(other.name)].map {
        other.name == base?.rawValue ? other.commit : $0.rawValue
      }
    }
  }

  private var base: BranchName? {
    var settings = Bot(name: question.bot.rawValue, repository: question.repository)
    (settings.base, settings.branches) = (question.base, question.patterns)
    return BaseBranch.of(settings, head: head)
  }

  private var head: BranchName? { try? repository.headBranch().map { BranchName($0) } }

  private func sight(
    _ name: BranchName, _ commit: String, among watched: [(name: String, commit: String)]
  ) throws -> SightedBranch {
    var branch = try sightNew(name, commit, among: watched)
    if let dropped = question.dropped[name] {
      let listed = Set(branch.commits.map(\.id))
      let wanted = Set(dropped.subtracting(listed).map(\.rawValue))
      branch.dropped = try repository.found(wanted, in: commit, limit: question.mostCommits).map {
        var commit = SightedCommit(id: CommitID($0.id))
        commit.isMerged = !$0.isOnLine
        return commit
      }
    }
    return branch
  }

  private func sightNew(
    _ name: BranchName, _ commit: String, among watched: [(name: String, commit: String)]
  ) throws -> SightedBranch {
    let tip = CommitID(commit)
    let most = question.mostCommits
    guard let known = question.known[name] else {
      let commits =
        question.listsNew ? others(than: name, among: watched) + question.known.values.map(\.rawValue) : []
      let own = try repository.movement(besides: commits, to: commit, limit: most)
      // Nothing may be its own.
      let listed = try own.map(sighted).flatMap { $0.first?.id == tip ? $0 : nil }
      return SightedBranch(
        name: name, tip: tip, relation: .new, commits: listed ?? [SightedCommit(id: tip)],
        isCut: own?.isCut ?? false)
    }
    guard known != tip else { return SightedBranch(name: name, tip: tip, relation: .same, commits: []) }
    guard let moved = try repository.movement(from: known.rawValue, to: commit, limit: most) else {
      return SightedBranch(
        name: name, tip: tip, relation: .rewritten(mergeBase: nil), commits: [SightedCommit(id: tip)])
    }
    var commits = try sighted(moved)
    if commits.count > 1,
      let own = try repository.movement(besides: former(than: name, among: watched), to: commit, limit: most)
    {
      let own = Set(own.added)
      for index in commits.indices { commits[index].isElsewhere = !own.contains(commits[index].id.rawValue) }
    }
    return SightedBranch(
      name: name, tip: tip,
      relation: moved.isForward ? .forward : .rewritten(mergeBase: moved.mergeBase.map { CommitID($0) }),
      commits: commits, isCut: moved.isCut, abandoned: Set(moved.removed.map { CommitID($0) }))
  }

  private func sighted(_ moved: Movement) throws -> [SightedCommit] {
    try moved.added.map {
      SightedCommit(
        id: CommitID($0), paths: question.wantsPaths ? try repository.changedPaths(of: $0) : nil,
        merged: (moved.merged[$0] ?? []).map { CommitID($0) })
    }
  }
}
