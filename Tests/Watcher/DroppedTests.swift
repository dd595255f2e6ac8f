import Foundation
import Model
import Testing

@testable import Watcher

@Suite("What was dropped")
struct DroppedTests {
  private func queued(_ changes: [WatchChange]) -> [(CommitID, [CommitID], String)] {
    changes.compactMap {
      if case .queue(let request, let passed, _) = $0 {
        (request.commit, passed, request.reason)
      } else {
        nil
      }
    }
  }

  private func waiting(_ turn: Int, _ commit: CommitID, _ source: QueueSource) -> Pending {
    Pending(
      turn: turn,
      request: PendingRequest(
        bot: "a", branch: "main", commit: commit, source: source, reason: "x", queued: .distantPast),
      attempt: 0)
  }

  private func back(
    _ dropped: [CommitID], tip: CommitID = "k", fates: [CommitID: Fate] = [:], merged: Set<CommitID> = [],
    commits: [SightedCommit] = [], isGone: Bool = false, pending: [Pending] = [],
    _ change: (inout Bot) -> Void = { _ in }
  ) -> [WatchChange] {
    var settings = Bot(name: "a", repository: "/a")
    settings.integrate = .latest
    change(&settings)
    var branch = SightedBranch(
      name: "main", tip: tip, relation: tip == "k" ? .same : .forward, commits: commits)
    branch.dropped = dropped.map { id in
      var commit = SightedCommit(id: id)
      commit.isMerged = merged.contains(id)
      return commit
    }
    var all = fates
    for one in dropped where all[one] == nil { all[one] = .left(.dropped, "The bot file was removed") }
    return BranchPlan(
      bot: "a", settings: settings, cause: .watching, mostCommits: 3, now: Date(timeIntervalSince1970: 0),
      branch: branch, known: Tip(branch: "main", commit: "k", isGone: isGone, hasDropped: true), fates: all,
      pending: pending
    ).changes()
  }

  @Test("what was dropped is due again where its branch has it still: each in order, or with the newest")
  func droppedBefore() throws {
    let each = back(["k", "b", "a"]) { $0.integrate = .every }
    #expect(queued(each).map(\.0) == ["a", "b", "k"])
    #expect(each.first == .sawTip("a", "main", "k"), "it is looked for once")
    #expect(queued(each).allSatisfy { $0.2 == "It waited on main before, and was taken out of the queue" })
    let newer = back(["k", "b"], tip: "n", commits: [SightedCommit(id: "n")], isGone: true) {
      $0.integrate = .every
    }
    #expect(queued(newer).map(\.0) == ["b", "k", "n"])
    let latest = back(["k", "b", "a"])
    #expect(queued(latest).map(\.0) == ["k"] && queued(latest).map(\.1) == [["b", "a"]])
    let merged = back(["k", "b", "a"], merged: ["b"]) { $0.integrate = .every }
    #expect(queued(merged).map(\.0) == ["a", "k"] && queued(merged).map(\.1) == [[], ["b"]])
    // Those that came with the last one at most.
    let many = back(["k", "d", "c", "b", "a"]) { $0.integrate = .every }
    #expect(queued(many).map(\.0) == ["c", "d", "k"])
    #expect(
      many.contains { if case .passOver(_, _, ["b", "a"], .left(.tooMany, _)) = $0 { true } else { false } })
  }

  @Test("of a tip that touches nothing of interest what was dropped before it is due itself")
  func droppedBeforeDull() throws {
    let dull: [CommitID: Fate] = ["k": .left(.uninteresting, "")]
    for way in [Bot.Selection.latest, .every] {
      let changes = back(["b", "a"], fates: dull) { ($0.integrate, $0.paths) = (way, ["Sources/**"]) }
      #expect(queued(changes).map(\.0) == (way == .latest ? ["b"] : ["a", "b"]))
      #expect(queued(changes).map(\.1) == (way == .latest ? [["a"]] : [[], []]))
    }
    let newTip = back(["b"], tip: "n", fates: dull, commits: [SightedCommit(id: "n", paths: ["docs/a"])]) {
      $0.paths = ["Sources/**"]
    }
    #expect(queued(newTip).map(\.0) == ["n"] && queued(newTip).map(\.1) == [["b"]])
  }

  @Test("what was dropped before a tip that needs nothing shares what became of it")
  func droppedBeforeDone() throws {
    let done = back(["b"], fates: ["k": .integrated(4)])
    #expect(done.contains(.passOver("a", "main", ["b"], .passedOverBy(4))) && queued(done).isEmpty)
    let waits = back(["b"], fates: ["k": .pending(turn: 7)], pending: [waiting(7, "k", .manual)])
    #expect(waits.contains(.passOver("a", "main", ["b"], .passedOver(byTurn: 7))) && queued(waits).isEmpty)
  }
}
