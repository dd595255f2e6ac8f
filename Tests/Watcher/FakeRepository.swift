import Model

@testable import Watcher

/// A small graph of commits, with branches; histories as sets of bits.
final class FakeRepository {
  struct Node {
    var id: CommitID
    var history: UInt128
    var paths: [String]
  }

  let name: String
  var nodes: [Node] = []
  var branches: [BranchName: Int] = [:]
  var head: BranchName = "main"
  var isThere = true
  var unread: [BranchName: String] = [:]
  /// What no branch holds any more was thrown away.
  var isCollected = false
  var isFull: Bool { nodes.count >= 120 }

  init(_ name: String) {
    self.name = name
    branches["main"] = commit(on: [], paths: ["Sources/A.swift"])
  }

  @discardableResult
  func commit(on parents: [Int], paths: [String]) -> Int {
    let number = nodes.count
    let digits = String(number, radix: 16)
    let id = CommitID(String(repeating: "0", count: 8 - digits.count) + digits + Self.tail)
    nodes.append(Node(id: id, history: parents.reduce(1 << number) { $0 | nodes[$1].history }, paths: paths))
    return number
  }

  private static let tail = String(repeating: "f", count: 32)

  func index(_ id: CommitID) -> Int? {
    guard let number = Int(id.rawValue.prefix(8), radix: 16), number < nodes.count else { return nil }
    return isCollected && !isReachable(number) ? nil : number
  }

  private func isReachable(_ number: Int) -> Bool {
    branches.values.contains { nodes[$0].history & (1 << number) != 0 }
  }

  /// Newest first.
  func list(_ set: UInt128) -> [Int] {
    nodes.indices.reversed().filter { set & (1 << $0) != 0 }
  }

  func look(_ question: LookQuestion) -> Sighting.Outcome {
    guard isThere else { return .trouble("there is no such folder") }
    if case .manual(let revision?, _) = question.cause { return resolve(revision) }
    let globs = question.patterns.map { Glob($0) }
    let watched = branches.filter { name, _ in
      globs.isEmpty ? name == head : globs.contains { $0.matches(name.rawValue) }
    }
    if globs.isEmpty, watched.isEmpty { return .trouble("HEAD names no branch that exists") }
    let unwatched = Set(question.known.keys.filter { watched[$0] == nil && branches[$0] != nil })
    var seen = Sighting.Seen(
      branches: watched.sorted { $0.key < $1.key }.map { sight($0.key, $0.value, question) },
      unwatched: unwatched)
    seen.leftOut = Set(branches.keys.filter { watched[$0] == nil })
    seen.unread = unread
    seen.head = head
    return .seen(seen)
  }

  private func resolve(_ revision: String) -> Sighting.Outcome {
    if let tip = branches[BranchName(revision)] {
      return .seen(
        Sighting.Seen(
          branches: [], resolved: SightedRevision(commit: nodes[tip].id, branch: BranchName(revision))))
    }
    guard let number = index(CommitID(revision)) else { return .trouble("there is no such commit") }
    return .seen(
      Sighting.Seen(branches: [], resolved: SightedRevision(commit: nodes[number].id, branch: nil)))
  }

  /// Those of some commits that are in the history of a tip, newest first.
  func found(_ wanted: Set<CommitID>, in tip: Int) -> [CommitID] {
    list(nodes[tip].history).map { nodes[$0].id }.filter(wanted.contains)
  }

  private func sight(_ name: BranchName, _ tip: Int, _ question: LookQuestion) -> SightedBranch {
    var branch = sightNew(name, tip, question)
    let wanted = (question.dropped[name] ?? []).subtracting(branch.commits.map(\.id))
    branch.dropped = found(wanted, in: tip).map { SightedCommit(id: $0) }
    return branch
  }

  private func sightNew(_ name: BranchName, _ tip: Int, _ question: LookQuestion) -> SightedBranch {
    func sighted(_ number: Int) -> SightedCommit {
      SightedCommit(id: nodes[number].id, paths: question.wantsPaths ? nodes[number].paths : nil)
    }
    let id = nodes[tip].id
    guard let known = question.known[name] else {
      let others =
        question.known.values.compactMap(index) + branches.filter { question.known[$0.key] != nil }.values
      let seen = others.reduce(0) { $0 | nodes[$1].history }
      let own = list(nodes[tip].history & ~seen)
      let isAlone = !question.listsNew || nodes[tip].history & seen == 0 || own.isEmpty
      return SightedBranch(
        name: name, tip: id, relation: .new, commits: isAlone ? [sighted(tip)] : own.map(sighted))
    }
    guard known != id else { return SightedBranch(name: name, tip: id, relation: .same, commits: []) }
    guard let old = index(known) else {
      return SightedBranch(
        name: name, tip: id, relation: .rewritten(mergeBase: nil), commits: [sighted(tip)])
    }
    let (ours, theirs) = (nodes[tip].history, nodes[old].history)
    let before = before(name, question)
    let added = list(ours & ~theirs).map { number in
      var commit = sighted(number)
      commit.isElsewhere = before & (1 << number) != 0
      return commit
    }
    if ours & (1 << old) != 0 {
      return SightedBranch(name: name, tip: id, relation: .forward, commits: added)
    }
    let base = list(ours & theirs).first.map { nodes[$0].id }
    return SightedBranch(
      name: name, tip: id, relation: .rewritten(mergeBase: base), commits: added,
      abandoned: Set(list(theirs & ~ours).map { nodes[$0].id }))
  }

  /// What the other branches had before, and what the base has.
  private func before(_ name: BranchName, _ question: LookQuestion) -> UInt128 {
    let base = question.base.map { BranchName($0) } ?? head
    guard name != base else { return 0 }
    return question.known.reduce(0) { history, known in
      guard known.key != name, let now = branches[known.key] else { return history }
      let place = known.key == base ? now : index(known.value)
      return history | (place.map { nodes[$0].history } ?? 0)
    }
  }
}
