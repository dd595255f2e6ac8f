import Foundation
import Model
import Testing

@testable import Watcher

@Suite("What follows from how a branch is found")
struct BranchPlanTests {
  private func changes(
    _ relation: SightedBranch.Relation, commits: [(CommitID, String)], known: Tip? = nil,
    fates: [CommitID: Fate] = [:], pending: [Pending] = [], cause: LookCause = .watching,
    abandoned: Set<CommitID> = [], newest: CommitID? = nil, isCut: Bool = false,
    _ change: (inout Bot) -> Void = { _ in }
  ) -> [WatchChange] {
    var settings = Bot(name: "a", repository: "/a")
    settings.integrate = .latest
    change(&settings)
    let tip = commits.first?.0 ?? known?.commit ?? "?"
    return BranchPlan(
      bot: "a", settings: settings, cause: cause, mostCommits: 3, now: Date(timeIntervalSince1970: 0),
      branch: SightedBranch(
        name: "main", tip: tip, relation: relation,
        commits: commits.map { SightedCommit(id: $0.0, paths: [$0.1]) }, isCut: isCut, abandoned: abandoned),
      known: known, fates: fates, pending: pending, newest: newest
    ).changes()
  }

  private func queued(_ changes: [WatchChange]) -> [(CommitID, [CommitID], [Int], String)] {
    changes.compactMap {
      if case .queue(let request, let passed, let replaced) = $0 {
        (request.commit, passed, replaced, request.reason)
      } else {
        nil
      }
    }
  }

  private func left(_ changes: [WatchChange]) -> [CommitID] {
    changes.flatMap { if case .passOver(_, _, let commits, .left) = $0 { commits } else { [CommitID]() } }
  }

  private let known = Tip(branch: "main", commit: "k", isGone: false)

  private func waiting(_ turn: Int, _ commit: CommitID, _ source: QueueSource = .commit) -> Pending {
    Pending(
      turn: turn,
      request: PendingRequest(
        bot: "a", branch: "main", commit: commit, source: source, reason: "x", queued: .distantPast),
      attempt: 0)
  }

  @Test("the newest of several commits passes the others over")
  func latest() throws {
    let all = changes(.forward, commits: [("c", "x"), ("b", "x"), ("a", "x")], known: known)
    let one = try #require(queued(all).first)
    #expect(one.0 == "c" && one.1 == ["b", "a"] && one.2.isEmpty)
    #expect(one.3 == "3 new commits on main")
    #expect(all.first == .sawTip("a", "main", "c"))
  }

  @Test("what waited for an older commit is passed over, unless a person asked for it")
  func replaces() throws {
    let all = changes(
      .forward, commits: [("c", "x")], known: known,
      pending: [waiting(7, "k"), waiting(8, "k", .manual), waiting(9, "k", .upgrade)])
    #expect(try #require(queued(all).first).2 == [7])
    let request = all.lazy.compactMap { if case .queue(let request, _, _) = $0 { request } else { nil } }
      .first
    #expect(request?.queued == .distantPast)
  }

  @Test("`every` follows the first parent: what a merge brought is listed with the merge")
  func merges() throws {
    var settings = Bot(name: "a", repository: "/a")
    settings.integrate = .every
    func plan(_ fates: [CommitID: Fate]) -> [(CommitID, [CommitID], [Int], String)] {
      let commits = [
        SightedCommit(id: "d"), SightedCommit(id: "m", merged: ["f2", "f1"]), SightedCommit(id: "f2"),
        SightedCommit(id: "b"), SightedCommit(id: "f1"),
      ]
      return queued(
        BranchPlan(
          bot: "a", settings: settings, cause: .watching, mostCommits: 9,
          now: Date(timeIntervalSince1970: 0),
          branch: SightedBranch(name: "main", tip: "d", relation: .forward, commits: commits), known: known,
          fates: fates, pending: []
        ).changes())
    }
    let all = plan([:])
    #expect(all.map(\.0) == ["b", "m", "d"])
    #expect(all.map(\.1) == [[], ["f2", "f1"], []])
    // One that was decided about before stays as it is.
    #expect(plan(["f1": .integrated(3)]).map(\.1) == [[], ["f2"], []])
  }

  @Test("`every` integrates them in their order, and tells when there are too many")
  func every() {
    let commits: [(CommitID, String)] = [("e", "x"), ("d", "x"), ("c", "x"), ("b", "x")]
    let all = changes(.forward, commits: commits, known: known) { $0.integrate = .every }
    #expect(queued(all).map(\.0) == ["c", "d", "e"])
    let why = "4 commits came at once, and only the newest 3 are integrated"
    #expect(all.contains(.passOver("a", "main", ["b"], .left(.tooMany, why))))
  }

  @Test("where as many wait as may, the oldest make room for newer ones")
  func room() {
    let waiting = [waiting(8, "j"), waiting(7, "i"), waiting(6, "h", .manual), waiting(9, "k")]
    let all = changes(.forward, commits: [("m", "x"), ("l", "x")], known: known, pending: waiting) {
      $0.integrate = .every
    }
    let gone = all.compactMap { if case .unqueue(let turn, .tooMany, _) = $0 { turn } else { nil } }
    #expect(gone == [7, 8])
    #expect(queued(all).map(\.0) == ["l", "m"])
  }

  @Test("a new branch brings its own commits: `every` integrates each, `latest` passes all but the tip over")
  func newBranch() {
    let commits: [(CommitID, String)] = [("c", "docs/a"), ("b", "docs/b"), ("a", "Sources/x")]
    let each = queued(changes(.new, commits: commits) { $0.integrate = .every })
    #expect(each.map(\.0) == ["a", "b", "c"] && each.allSatisfy { $0.3 == "The branch main is new" })
    #expect(queued(changes(.new, commits: commits)).map(\.1) == [["b", "a"]])
    // Of what touches nothing of interest only the tip: something is to be shown of it.
    let some = queued(changes(.new, commits: commits) { ($0.integrate, $0.paths) = (.every, ["Sources/**"]) })
    #expect(some.map(\.0) == ["a", "c"])
  }

  @Test("`every` leaves what a rebase brought to the branch that has it, and lists it with the tip")
  func rebased() {
    var settings = Bot(name: "a", repository: "/a")
    settings.integrate = .every
    func plan(_ tip: CommitID, _ commits: [SightedCommit], known: Tip) -> [(
      CommitID, [CommitID], [Int], String
    )] {
      queued(
        BranchPlan(
          bot: "a", settings: settings, cause: .watching, mostCommits: 9,
          now: Date(timeIntervalSince1970: 0),
          branch: SightedBranch(
            name: "topic", tip: tip, relation: .rewritten(mergeBase: "a"), commits: commits),
          known: known, fates: [:], pending: []
        ).changes())
    }
    func elsewhere(_ id: CommitID) -> SightedCommit {
      var commit = SightedCommit(id: id)
      commit.isElsewhere = true
      return commit
    }
    let known = Tip(branch: "topic", commit: "k", isGone: false)
    let rebased = plan(
      "t2", [SightedCommit(id: "t2"), SightedCommit(id: "t1"), elsewhere("m2"), elsewhere("m1")],
      known: known)
    #expect(rebased.map(\.0) == ["t1", "t2"] && rebased.map(\.1) == [[], ["m2", "m1"]])
    #expect(rebased.allSatisfy { $0.3 == "The history of topic was rewritten after a" })
    // Put where another branch is, its tip is shown all the same.
    let moved = plan(
      "m2", [elsewhere("m2"), elsewhere("m1")], known: Tip(branch: "topic", commit: "k", isGone: true))
    #expect(moved.map(\.0) == ["m2"] && moved.map(\.1) == [["m1"]])
    #expect(moved.map(\.3) == ["The branch topic is there again"])
    #expect(plan("a", [], known: known).map(\.3) == ["The branch topic was put back to a"])
    // What a merge of the other branch brought there goes with it.
    var merge = elsewhere("m3")
    merge.merged = ["f1", "f2"]
    let merged = plan("t1", [SightedCommit(id: "t1"), merge, elsewhere("f2"), elsewhere("f1")], known: known)
    #expect(merged.map(\.0) == ["t1"] && merged.map { Set($0.1) } == [["m3", "f2", "f1"]])
    // Nothing is forgotten where the tip itself is left for its own reason.
    settings.paths = ["Sources/**"]
    let tip = SightedCommit(id: "t1", paths: ["docs/a"])
    let dull = BranchPlan(
      bot: "a", settings: settings, cause: .watching, mostCommits: 9, now: Date(timeIntervalSince1970: 0),
      branch: SightedBranch(
        name: "topic", tip: "t1", relation: .forward, commits: [tip, elsewhere("m2")]),
      known: known, fates: [:], pending: []
    ).changes()
    #expect(Set(left(dull)) == ["t1", "m2"])
  }

  @Test("a tip is integrated where more commits came than are listed: what those touch nobody knows")
  func pathsOfMore() throws {
    for mode in [Bot.Selection.latest, .every] {
      let all = changes(.forward, commits: [("c", "docs/a"), ("b", "docs/b")], known: known, isCut: true) {
        ($0.integrate, $0.paths) = (mode, ["Sources/**"])
      }
      let one = try #require(queued(all).first)
      #expect(queued(all).count == 1 && one.0 == "c" && one.3 == "More than 2 new commits on main")
      #expect(left(all) == ["b"])
    }
  }

  @Test("commits that touch nothing of interest are passed over for that reason")
  func paths() {
    let quiet = changes(.forward, commits: [("c", "docs/a"), ("b", "docs/b")], known: known) {
      $0.paths = ["Sources/**"]
    }
    #expect(queued(quiet).isEmpty)
    #expect(
      quiet.contains {
        if case .passOver(_, _, let commits, .left(.uninteresting, _)) = $0 {
          commits == ["b", "c"]
        } else {
          false
        }
      })
    let mixed = changes(
      .forward, commits: [("d", "docs/a"), ("c", "Sources/x"), ("b", "docs/b")], known: known
    ) { $0.paths = ["Sources/**"] }
    #expect(queued(mixed).map(\.0) == ["d"] && queued(mixed).first?.1 == ["c"])
  }

  @Test("an amended tip is passed over where neither it nor what it takes the place of is of interest")
  func amended() {
    let dull = Fate.left(.uninteresting, "y")
    for selection in [Bot.Selection.latest, .every] {
      func amended(_ path: String, _ fates: [CommitID: Fate]) -> [CommitID] {
        queued(
          changes(
            .rewritten(mergeBase: "z"), commits: [("a", path)], known: known, fates: fates, abandoned: ["k"],
            newest: "z"
          ) { ($0.integrate, $0.paths) = (selection, ["Sources/**"]) }
        ).map(\.0)
      }
      #expect(amended("docs/a", ["k": dull]).isEmpty)
      #expect(amended("Sources/a", ["k": dull]) == ["a"])
      #expect(amended("docs/a", ["k": .integrated(3)]) == ["a"])
      #expect(amended("docs/a", [:]) == ["a"], "nobody knows what was lost")
    }
  }

  @Test("a tip that comes back is not integrated again where the branch shows what its commit came to")
  func comesBack() {
    let all = changes(
      .rewritten(mergeBase: "z"), commits: [("a", "x")], known: known, fates: ["a": .integrated(3)],
      newest: "a")
    #expect(queued(all).isEmpty && all == [.sawTip("a", "main", "a")])
  }

  @Test(
    "a branch that is put back to a commit of before is integrated again where it shows another one's",
    arguments: [Bot.Selection.latest, .every])
  func putBack(_ selection: Bot.Selection) throws {
    func back(
      _ relation: SightedBranch.Relation, _ fate: Fate, newest: CommitID? = "k", pending: [Pending] = []
    ) -> [WatchChange] {
      changes(
        relation, commits: [("a", "docs/x")], known: known, fates: ["a": fate], pending: pending,
        newest: newest
      ) { ($0.integrate, $0.paths) = (selection, ["Sources/**"]) }
    }
    let away = SightedBranch.Relation.rewritten(mergeBase: "z")
    let all = back(away, .integrated(3))
    #expect(queued(all).map(\.0) == ["a"])
    #expect(
      queued(all).first?.3 == "The history of main was rewritten after z, back to what was integrated in #3")
    let isRepeat = all.contains { if case .queue(let request, _, _) = $0 { request.isRepeat } else { false } }
    #expect(isRepeat)
    // Forward again to what was integrated before, after it was put back.
    #expect(queued(back(.forward, .integrated(3))).map(\.0) == ["a"])
    // To one that was passed over because of its paths, or canceled: what is shown is not its parent's.
    #expect(queued(back(away, .left(.uninteresting, "x"))).map(\.0) == ["a"])
    #expect(queued(back(away, .left(.canceled, "x"))).map(\.0) == ["a"])
    #expect(queued(back(.forward, .left(.uninteresting, "x"))).isEmpty)
    // It waits already, or nothing was integrated that could be shown in its place.
    #expect(queued(back(away, .pending(turn: 4), pending: [waiting(4, "a")])).isEmpty)
    #expect(queued(back(away, .integrated(3), pending: [waiting(4, "a")])).isEmpty)
    #expect(queued(back(away, .integrated(3), newest: nil)).isEmpty)
  }

  @Test("what waits is left where the former tip is not there any more and the branch shows its own")
  func putBackFromNowhere() {
    let all = changes(
      .rewritten(mergeBase: nil), commits: [("a", "x")], known: known, fates: ["a": .integrated(3)],
      pending: [waiting(5, "k")], newest: "a")
    #expect(
      all.contains(
        .unqueue(turn: 5, .dropped, "The history of main was rewritten before it was integrated")))
  }

  @Test("a tip that was only passed over is integrated when it comes back")
  func passedOverComesBack() {
    let all = changes(
      .rewritten(mergeBase: "z"), commits: [("a", "x")], known: known, fates: ["a": .passedOverBy(3)])
    #expect(queued(all).map(\.0) == ["a"])
    #expect(queued(all).first?.3 == "The history of main was rewritten after z")
  }

  @Test("what a rewritten history has no more does not wait any longer")
  func abandoned() {
    let all = changes(
      .rewritten(mergeBase: "z"), commits: [("a", "x")], known: known, fates: ["a": .integrated(3)],
      pending: [waiting(5, "k")], abandoned: ["k"])
    #expect(
      all.contains(
        .unqueue(turn: 5, .dropped, "The history of main was rewritten before it was integrated")))
  }

  @Test("an integration by hand makes what waits go first, and repeats what was integrated")
  func manual() {
    let cause = LookCause.manual(revision: nil, reason: "by hand")
    let waits = changes(
      .same, commits: [], known: known, fates: ["k": .pending(turn: 4)], pending: [waiting(4, "k")],
      cause: cause)
    #expect(waits == [.promote(turn: 4, .manual)])
    // What is older goes before it, so that the newest integration of the branch is its tip's.
    let several = changes(
      .same, commits: [], known: known, fates: ["k": .pending(turn: 4)],
      pending: [waiting(2, "i"), waiting(3, "j", .upgrade), waiting(4, "k"), waiting(5, "l")], cause: cause)
    #expect(several == [2, 4].map { .promote(turn: $0, .manual) })
    let beside = changes(
      .same, commits: [], known: known, fates: ["k": .left(.uninteresting, "")], pending: [waiting(2, "i")],
      cause: cause)
    #expect(beside.first == .promote(turn: 2, .manual) && beside.count == 2)
    let again = changes(.same, commits: [], known: known, fates: ["k": .integrated(2)], cause: cause)
    guard case .queue(let request, [], [])? = again.first else {
      Issue.record("nothing is queued")
      return
    }
    #expect(request.isRepeat && request.source == .manual && request.reason == "By hand")
  }

  @Test(
    "of new commits it is said how many are, and what became of the others",
    arguments: [
      ([:], "3 new commits on main"),
      (["a": .left(.dropped, "")], "3 new commits on main"),
      (["a": .integrated(4)], "2 new commits on main, beside 1 integrated before"),
      (
        ["a": .integrated(4), "b": .passedOverBy(4)],
        "1 new commit on main, beside 1 integrated and 1 passed over before"
      ),
      (
        ["a": .left(.uninteresting, ""), "b": .pending(turn: 7)],
        "1 new commit on main, beside 1 passed over before and 1 that waits"
      ),
      (
        ["a": .integrated(4), "b": .passedOver(byTurn: 4), "c": .passedOverBy(5)],
        "The tip of main, passed over before"
      ),
    ] as [([CommitID: Fate], String)])
  func howManyAreNew(fates: [CommitID: Fate], words: String) {
    let commits: [(CommitID, String)] = [("c", "x"), ("b", "x"), ("a", "x")]
    for integrate in [Bot.Selection.latest, .every] {
      let all = changes(.forward, commits: commits, known: known, fates: fates) { $0.integrate = integrate }
      #expect(queued(all).last?.3 == words, "\(integrate)")
    }
  }

  @Test("what a commit brings is not said to be asked for by hand, and what nobody was going to integrate is")
  func whoAsked() {
    func reason(_ schedule: Bot.Schedule.On) -> [String] {
      queued(
        changes(
          .forward, commits: [("c", "x")], known: known, cause: .manual(revision: nil, reason: "by hand")
        ) { $0.schedule.on = schedule }
      ).map(\.3)
    }
    #expect(reason(.commit) == ["1 new commit on main"])
    #expect(reason(.manual) == ["By hand: 1 new commit on main"])
    #expect(reason(.periodic) == ["By hand: 1 new commit on main"])
  }

  @Test("what waits goes before what an integration by hand finds new, so that the tip is last")
  func manualWithNews() {
    func all(_ integrate: Bot.Selection) -> [WatchChange] {
      changes(
        .forward, commits: [("c", "x")], known: known, fates: ["k": .pending(turn: 4)],
        pending: [waiting(3, "j"), waiting(4, "k"), waiting(5, "h", .upgrade)],
        cause: .manual(revision: nil, reason: "by hand")
      ) { $0.integrate = integrate }
    }
    let every = all(.every)
    #expect(queued(every).map(\.0) == ["c"])
    #expect(every.suffix(2) == [3, 4].map { .promote(turn: $0, .manual) })
    let latest = all(.latest)
    #expect(queued(latest).map(\.2) == [[3, 4]])
    #expect(!latest.contains { if case .promote = $0 { true } else { false } })
  }

  @Test("a schedule integrates what did not change only when it is told to")
  func schedule() {
    let fates: [CommitID: Fate] = ["k": .integrated(2)]
    #expect(changes(.same, commits: [], known: known, fates: fates, cause: .tick).isEmpty)
    let all = changes(.same, commits: [], known: known, fates: fates, cause: .tick) {
      $0.schedule.onlyIfChanged = false
    }
    #expect(queued(all).first?.3 == "By its schedule, although nothing changed")
  }

  @Test("a commit that waits is the one that is meant by its name alone, and goes on as its branch's")
  func waitsByName() {
    func waiting(_ turn: Int, _ commit: CommitID, _ branch: BranchName?) -> Pending {
      Pending(
        turn: turn,
        request: PendingRequest(
          bot: "a", branch: branch, commit: commit, source: .commit, reason: "", queued: .distantPast),
        attempt: 1)
    }
    let asked = PendingRequest(
      bot: "a", branch: nil, commit: "b", source: .manual, reason: "by hand: b", queued: .distantPast)
    let all = [waiting(1, "a", "main"), waiting(2, "x", "other"), waiting(3, "b", "main")]
    #expect(all.goingFirst(asked) == [.promote(turn: 1, .manual), .promote(turn: 3, .manual)])
    #expect(Array(all.prefix(2)).goingFirst(asked) == [.queue(asked)])
  }
}
