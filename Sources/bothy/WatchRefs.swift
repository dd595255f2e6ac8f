import Files
import Foundation
import Git
import Model
import Synchronization
import Watcher

/// Reads refs through libgit2, each look on a thread that no other look waits for: a disk may never answer.
final class WatchRefs: RefReader {
  private let idle = Mutex<[OwnThread]>([])

  private static let mostIdle = 4
  /// Whoever asked by hand sits there and waits, but not as long as for a watcher that says nothing at all.
  private static let secondsByHand = 20

  func look(_ question: LookQuestion) async -> Sighting.Outcome {
    let answer = Answer<Sighting.Outcome>()
    let thread = idle.withLock { $0.popLast() } ?? OwnThread(name: "bothy-refs")
    thread.run { [self] in
      let outcome = Self.read(question)
      idle.withLock { if $0.count < Self.mostIdle { $0.append(thread) } }
      answer.give(outcome)
    }
    if question.isByHand {
      DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Self.secondsByHand)) {
        answer.give(.trouble("\(question.repository) has not answered for \(Self.secondsByHand) s"))
      }
    }
    return await withTaskCancellationHandler {
      await answer.wait()
    } onCancel: {
      answer.give(.trouble("the watcher is ending"))
    }
  }

  private static func read(_ question: LookQuestion) -> Sighting.Outcome {
    do {
      return .seen(try RepositoryLook(question).perform())
    } catch {
      let told = CommandError(error)
      return .trouble("\(told.wrong) (\(told.doing)): \(told.advice)")
    }
  }
}

/// Given once, waited for once; what is given later is not heeded.
private final class Answer<Value: Sendable>: Sendable {
  private struct State {
    var value: Value?
    var waiter: CheckedContinuation<Value, Never>?
  }

  private let state = Mutex(State())

  func give(_ value: Value) {
    let waiter = state.withLock { state -> CheckedContinuation<Value, Never>? in
      guard state.value == nil else { return nil }
      state.value = value
      return state.waiter
    }
    waiter?.resume(returning: value)
  }

  func wait() async -> Value {
    await withCheckedContinuation { continuation in
      let value = state.withLock { state -> Value? in
        if state.value == nil { state.waiter = continuation }
        return state.value
      }
      if let value { continuation.resume(returning: value) }
    }
  }
}

/// One look into one repository.
struct RepositoryLook {
  private let question: LookQuestion
  private let repository: Repository

  init(_ question: LookQuestion) throws {
    self.question = question
    let path = question.repository
    let place = try Repository.find(from: path)
    let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
    // The search goes upward; but a repository that is gone must not become the one around it.
    guard real == place.workingTree || real == place.gitFolder || real + "/.git" == place.gitFolder else {
      throw CommandError(
        doing: "looking for the repository \(path)", wrong: "the nearest one is \(place.gitFolder)",
        advice: "name that in the bot file, and the package's folder with `package`", status: 5)
    }
    repository = try Repository(at: place)
  }

  func perform() throws -> Sighting.Seen {
    switch question.cause {
    case .probing: return Sighting.Seen(branches: [])
    case .manual(let revision?, _):
      // A tag may have the same name; who names a branch of a bot means the branch.
      let branch = try repository.branches().first { $0.name == revision }
      let commit = CommitID(try branch?.commit ?? repository.resolve(revision))
      return Sighting.Seen(
        branches: [],
        resolved: SightedRevision(commit: commit, branch: branch.map { BranchName($0.name) }))
    case .watching, .tick, .manual: break
    }
    let all = try repository.branches()
    let watched = try watched(all)
    let names = Set(all.map(\.name)).subtracting(watched.map(\.name))
    return Sighting.Seen(
      branches: try watched.map { try sight(BranchName($0.name), $0.commit) },
      unwatched: Set(question.known.keys.filter { names.contains($0.rawValue) }))
  }

  func branchNames() throws -> [String] { try repository.branches().map(\.name) }

  /// `folder`: empty, or with a slash at its end.
  func hasManifest(in folder: String, at commit: CommitID) throws -> Bool {
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
      throw CommandError(
        doing: "reading HEAD of \(question.repository)", wrong: "it names a commit and no branch",
        advice: "say which branches to watch with `branches` in the bot file", status: 5)
    }
    return all.filter { $0.name == branch }
  }

  private func sight(_ name: BranchName, _ commit: String) throws -> SightedBranch {
    let tip = CommitID(commit)
    guard let known = question.known[name] else {
      return SightedBranch(name: name, tip: tip, relation: .new, commits: [SightedCommit(id: tip)])
    }
    guard known != tip else { return SightedBranch(name: name, tip: tip, relation: .same, commits: []) }
    let most = question.mostCommits
    guard let moved = try repository.movement(from: known.rawValue, to: commit, limit: most) else {
      return SightedBranch(
        name: name, tip: tip, relation: .rewritten(mergeBase: nil), commits: [SightedCommit(id: tip)])
    }
    return SightedBranch(
      name: name, tip: tip,
      relation: moved.isForward ? .forward : .rewritten(mergeBase: moved.mergeBase.map { CommitID($0) }),
      commits: try moved.added.map {
        SightedCommit(
          id: CommitID($0), paths: question.wantsPaths ? try repository.changedPaths(of: $0) : nil)
      },
      isCut: moved.isCut, abandoned: Set(moved.removed.map { CommitID($0) }))
  }
}
