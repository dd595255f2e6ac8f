import Files
import Formats
import Foundation
import Kit
import Model
import Processes
import State
import Testing

@testable import Integrator

@Suite("What a branch is compared with")
struct BaseSearchTests {
  let scratch: ScratchFolder
  let tree: Worktree

  init() throws {
    scratch = try ScratchFolder("base")
    tree = try Worktree.make(at: scratch.path + "/repository")
  }

  func integrated(
    _ commits: [(Int, String)], of branch: BranchName? = nil
  ) throws -> [BaseChoice.Candidate] {
    for (number, id) in commits {
      var report = Report(
        bot: "b", integration: IntegrationNumber(number), result: .succeeded, reason: "", commit: nil,
        toolchain: "", configuration: .debug, queued: Date(timeIntervalSince1970: 0),
        started: Date(timeIntervalSince1970: 0))
      report.commit = branch.map {
        Commit(
          id: CommitID(id), branch: $0, author: "", email: "", date: Date(timeIntervalSince1970: 0),
          subject: "")
      }
      let folder = IntegrationFolder("\(scratch.path)/integrations/\(number)")
      try makeFolder(folder.path)
      try publish(ReportJSON.encode(report), as: folder.report)
    }
    return commits.map { BaseChoice.Candidate(IntegrationNumber($0.0), CommitID($0.1)) }
  }

  /// The base of a commit: "#3 abcd" or why there is none, or both.
  func base(
    of commit: String, _ candidates: [BaseChoice.Candidate], branch: BranchName = "main",
    elsewhere: [BaseChoice.Candidate]? = nil, otherwise: BaseChoice.Candidate? = nil,
    in repository: String? = nil, _ change: (inout Bot) -> Void = { _ in }
  ) -> String {
    let path = repository ?? tree.path
    var settings = Bot(name: "b", repository: path)
    change(&settings)
    let order = Order(
      bot: "b", integration: 9, settings: settings, repository: path,
      source: .commit(CommitID(commit)), branch: "feature", checkoutFolder: "", buildFolder: "",
      toolchainFolder: "", clean: false, jobs: nil, queued: Date(), baseline: nil)
    var choice = BaseChoice(
      branch: branch, candidates: candidates, integrations: scratch.path + "/integrations")
    (choice.elsewhere, choice.otherwise) = (elsewhere, otherwise)
    let (found, why) = BaseSearch(order: order, choice: choice).find()
    let words = [found.map { "\($0.integration) \($0.commit)" }, why].compactMap(\.self)
    return words.isEmpty ? "nothing" : words.joined(separator: ": ")
  }

  @Test("of a red base it is known which test targets had tests before it, up to one that was green")
  func targets() throws {
    let one = try tree.write("1", "1\n").commit("1")
    let candidates = try integrated((1...5).map { ($0, one) }, of: "main")
    let told: [(IntegrationResult, [String])] = [
      (.succeeded, ["Older"]), (.succeeded, ["Green"]), (.testFailures, ["Red"]), (.buildErrors, []),
      (.testFailures, ["Base"]),
    ]
    for (number, (result, targets)) in zip(1..., told) {
      let folder = IntegrationFolder("\(scratch.path)/integrations/\(number)")
      var report = try #require(folder.report(of: "b", IntegrationNumber(number)))
      report.result = result
      report.tests.cases = targets.map {
        TestCase(
          id: TestID("\($0).S/a"), library: .xctest, target: $0, suite: "S", name: "a", outcome: .passed)
      }
      try publish(ReportJSON.encode(report), as: folder.report)
    }
    func known(_ newest: Int, own: [String] = []) -> Set<String>? {
      var order = Order(
        bot: "b", integration: 9, settings: Bot(name: "b", repository: tree.path), repository: tree.path,
        source: .commit(CommitID(one)), branch: "feature", checkoutFolder: "", buildFolder: "",
        toolchainFolder: "", clean: false, jobs: nil, queued: Date(), baseline: nil)
      order.baseline = Baseline(
        integration: 8, commit: nil, openIssues: [], coverage: nil, testCount: 0, phaseSeconds: [:])
      order.baseline?.testedTargets = own
      let choice = BaseChoice(
        branch: "main", candidates: candidates.filter { $0.integration.value <= newest }.reversed(),
        integrations: scratch.path + "/integrations")
      return BaseSearch(order: order, choice: choice).find().found?.testedBefore
    }
    #expect(known(5) == ["Red", "Green"])
    #expect(known(4) == ["Red", "Green"])
    #expect(known(2) == [], "a green one was asked")
    #expect(known(5, own: ["Own"]) == [], "the branch knows its own")
  }

  @Test(
    "what changed is shown against the base, also where the lines since the integration before are others")
  func changes() throws {
    func commit(_ name: String) throws -> String { try tree.write(name, "\(name)\n").commit(name) }
    let one = try commit("1")
    try tree.git("checkout", "-q", "-b", "feature")
    let (two, three) = (try commit("2"), try commit("3"))
    var order = Order(
      bot: "b", integration: 9, settings: Bot(name: "b", repository: tree.path), repository: tree.path,
      source: .commit(CommitID(three)), branch: "feature",
      checkoutFolder: scratch.path + "/bots/b/checkout", buildFolder: "", toolchainFolder: "", clean: false,
      jobs: nil, queued: Date(), baseline: nil)
    func shown(since: String?, base: String?) throws -> (since: String?, base: CommitID?, files: Int) {
      let report = try #require(IntegrationFolder("\(scratch.path)/integrations/1").report(of: "b", 1))
      order.baseline = since.map {
        Baseline(
          integration: 5, commit: CommitID($0), openIssues: [], coverage: nil, testCount: 0,
          phaseSeconds: [:], measured: Changes.Since(integration: 5, commit: CommitID($0)))
      }
      order.changesBase = base.map { ChangesShown.Base("main", 1, CommitID($0)) }
      var brought = report
      try GitCheckout(order: order, cancellation: Cancellation()).perform(into: &brought)
      let (since, details) = (brought.changes?.since, brought.changes?.details)
      return (since?.commit.rawValue, details?.base?.commit, details?.files.count ?? 0)
    }
    _ = try integrated([(1, one)])
    let later = try shown(since: two, base: one)
    #expect(later == (two, CommitID(one), 2))
    let first = try shown(since: one, base: one)
    #expect(first == (one, CommitID(one), 2))
    let plain = try shown(since: two, base: nil)
    #expect(plain == (two, nil, 1))
    // On the base itself nothing came: what is new since the integration before is shown then.
    let none = try shown(since: two, base: three)
    #expect(none == (two, nil, 1))
    let only = try shown(since: nil, base: two)
    #expect(only == (nil, CommitID(two), 1))
  }

  @Test("it is the integration of the commit where it left, the newest of that commit, else of one before it")
  func fork() throws {
    let (one, two) = (try tree.commit("1"), try tree.commit("2"))
    try tree.git("checkout", "-q", "-b", "feature")
    let mine = try tree.commit("f")
    try tree.git("checkout", "-q", "main")
    let three = try tree.commit("3")
    let all = try integrated([(8, three), (7, two), (5, two), (1, one)])
    #expect(base(of: mine, all) == "#7 \(two)")
    #expect(base(of: mine, [all[0], all[3]]) == "#1 \(one)")
    let none = base(of: mine, [all[0]])
    #expect(
      none
        == "Not compared with main: main has no complete integration of a commit at or before "
        + "\(two.prefix(8)), the newest that both have.")
    #expect(
      base(of: mine, []) == "Not compared with main: main has no complete integration of a commit yet.")
    // Its files are gone: one before it does as well.
    try FileManager.default.removeItem(atPath: scratch.path + "/integrations/7")
    #expect(base(of: mine, all) == "#1 \(one)")
  }

  @Test("after a merge of the base branch it is what was merged, after a rebase what it stands on then")
  func moved() throws {
    let one = try tree.commit("1")
    try tree.git("checkout", "-q", "-b", "feature")
    try tree.write("f", "f").commit("f")
    try tree.git("checkout", "-q", "main")
    let two = try tree.write("m", "m").commit("2")
    let all = try integrated([(2, two), (1, one)])
    try tree.git("checkout", "-q", "feature")
    let before = try tree.head()
    #expect(base(of: before, all) == "#1 \(one)")
    try tree.git("merge", "-q", "--no-edit", "main")
    #expect(base(of: try tree.head(), all) == "#2 \(two)")
    try tree.git("reset", "-q", "--hard", before)
    try tree.git("rebase", "-q", "main")
    #expect(base(of: try tree.head(), all) == "#2 \(two)")
  }

  @Test("of a merged branch it is what it left; what came by the merge was never on the base branch")
  func merged() throws {
    let one = try tree.commit("1")
    try tree.git("checkout", "-q", "-b", "feature")
    let mine = try tree.write("f", "f").commit("f")
    try tree.git("checkout", "-q", "main")
    try tree.write("m", "m").commit("2")
    try tree.git("merge", "-q", "--no-edit", "--no-ff", "feature")
    let merge = try tree.head()
    let all = try integrated([(3, merge), (1, one)])
    #expect(base(of: mine, all) == "#1 \(one)")
    // Gone on after it was merged.
    try tree.git("checkout", "-q", "feature")
    #expect(base(of: try tree.commit("more"), all) == "#1 \(one)")
    // Fast-forward: the base branch integrated that very commit.
    #expect(base(of: mine, try integrated([(4, mine), (1, one)])) == "#4 \(mine)")
  }

  @Test("after merges in both directions it is what the base branch brought last, along whichever parent")
  func backAndForth() throws {
    let one = try tree.write("m", "1").commit("1")
    try tree.git("checkout", "-q", "-b", "feature")
    try tree.write("f", "1").commit("f1")
    try tree.git("checkout", "-q", "main")
    let two = try tree.write("m", "2").commit("2")
    try tree.git("checkout", "-q", "feature")
    try tree.git("merge", "-q", "--no-edit", "main")
    let merged = try tree.head()
    try tree.git("checkout", "-q", "main")
    let three = try tree.write("n", "3").commit("3")
    try tree.git("merge", "-q", "--no-edit", "--no-ff", "feature")
    let back = try tree.head()
    try tree.git("checkout", "-q", "feature")
    let mine = try tree.write("f", "2").commit("f2")
    // It left main in its own merge commit, and what main had then came by the second parent.
    let all = try integrated([(9, back), (5, three), (3, two), (1, one)])
    #expect(base(of: mine, all) == "#3 \(two)")
    #expect(base(of: mine, try integrated([(10, merged)]) + all) == "#10 \(merged)")
    #expect(base(of: mine, [all[0], all[3]]) == "#1 \(one)")
  }

  @Test("a branch that has nothing of its own goes on from any that it comes from, and says so")
  func elsewhere() throws {
    let one = try tree.commit("1")
    try tree.git("checkout", "-q", "-b", "first")
    let (first, second) = (try tree.write("f", "1").commit("f1"), try tree.write("f", "2").commit("f2"))
    try tree.git("checkout", "-q", "-b", "side", one)
    let side = try tree.write("s", "1").commit("s1")
    try tree.git("checkout", "-q", "-b", "feature", second)
    try tree.git("merge", "-q", "--no-edit", "side")
    let mine = try tree.head()
    let all = try integrated([(4, side), (3, first)], of: "first")
    let told = "Compared with #3 of first, which this branch comes from: none of its own is complete yet"
    let left = "main has no complete integration of a commit yet"
    #expect(base(of: mine, [], elsewhere: all) == "#3 \(first): \(told); not with main: \(left).")
    #expect(base(of: mine, [], elsewhere: [all[0]]).hasPrefix("#4 \(side): Compared with #4 of first"))
    #expect(base(of: one, [], elsewhere: all) == "Not compared with main: \(left).")
    // The base branch itself has no other base.
    #expect(base(of: mine, [], branch: "feature", elsewhere: all) == "#3 \(first): \(told).")
    #expect(base(of: one, [], branch: "feature", elsewhere: all) == "nothing")
    // What the base branch has goes before.
    #expect(base(of: mine, try integrated([(1, one)]), elsewhere: all) == "#1 \(one)")
  }

  @Test("a base branch that is only known of the remote is as good")
  func remote() throws {
    let one = try tree.commit("1")
    try tree.git("checkout", "-q", "-b", "feature")
    let mine = try tree.commit("f")
    let copy = Worktree(path: scratch.path + "/copy")
    try tree.git("clone", "-q", "--branch", "feature", "file://" + tree.path, copy.path)
    #expect(base(of: mine, try integrated([(1, one)]), in: copy.path) == "#1 \(one)")
  }

  @Test("of branches that merged each other it is the nearest of what both have")
  func crissCross() throws {
    let one = try tree.write("m", "1").commit("1")
    try tree.git("checkout", "-q", "-b", "feature")
    let mine = try tree.write("f", "1").commit("f1")
    try tree.git("checkout", "-q", "main")
    let two = try tree.write("m", "2").commit("2")
    let three = try tree.write("m", "3").commit("3")
    try tree.git("checkout", "-q", "feature")
    try tree.git("merge", "-q", "--no-edit", three)
    try tree.git("checkout", "-q", "main")
    try tree.git("merge", "-q", "--no-edit", "--no-ff", mine)
    let crossed = try tree.write("m", "4").commit("4")
    try tree.git("checkout", "-q", "feature")
    let last = try tree.write("f", "2").commit("f2")
    let all = try integrated([(9, crossed), (4, three), (3, two), (1, one)])
    #expect(base(of: last, all) == "#4 \(three)")
    #expect(base(of: last, [all[0], all[2], all[3]]) == "#3 \(two)")
  }

  @Test("of a merge of many it is the nearest of what came in")
  func octopus() throws {
    let one = try tree.write("m", "1").commit("1")
    for name in ["a", "b", "c"] {
      try tree.git("checkout", "-q", "-b", name, one)
      try tree.write(name, name).commit(name)
    }
    try tree.git("checkout", "-q", "main")
    let two = try tree.write("m", "2").commit("2")
    let last = try tree.write("m", "3").commit("3")
    try tree.git("checkout", "-q", "a")
    try tree.git("merge", "-q", "--no-edit", "b", "c", "main")
    let all = try integrated([(4, last), (3, two), (1, one)])
    #expect(base(of: try tree.head(), all) == "#4 \(last)")
    #expect(base(of: try tree.head(), [all[1], all[2]]) == "#3 \(two)")
  }

  @Test("a base branch that was rewritten, is gone, or has nothing in common is told, each in a sentence")
  func odd() throws {
    let one = try tree.commit("1")
    let two = try tree.write("a", "a").commit("2")
    try tree.git("checkout", "-q", "-b", "feature")
    let mine = try tree.commit("f")
    try tree.git("checkout", "-q", "main")
    try tree.git("reset", "-q", "--hard", one)
    let other = try tree.commit("another 2")
    let all = try integrated([(3, other), (2, two), (1, one)])
    #expect(base(of: mine, all) == "#1 \(one)")
    #expect(
      base(of: mine, all, branch: "trunk")
        == "Not compared with trunk: there is no branch trunk in the repository.")
    try tree.git("checkout", "-q", "--orphan", "alone")
    #expect(
      base(of: try tree.commit("alone"), all)
        == "Not compared with main: it has no commit in common with this branch.")
    let gone = base(of: mine, all, in: scratch.path + "/nowhere")
    #expect(gone.hasPrefix("Not compared with main: ") && gone.hasSuffix("."))
  }

  @Test("a shallow repository is compared as far as it goes")
  func shallow() throws {
    let one = try tree.commit("1")
    let two = try tree.commit("2")
    try tree.git("checkout", "-q", "-b", "feature")
    let mine = try tree.commit("f")
    try tree.git("checkout", "-q", "main")
    try tree.commit("3")
    let all = try integrated([(2, two), (1, one)])
    for (depth, expected) in [
      (1, "Not compared with main: the repository is shallow, and ends before both meet."), (2, "#2 \(two)"),
    ] {
      let path = "\(scratch.path)/shallow\(depth)"
      try tree.git(
        "clone", "-q", "--no-local", "--bare", "--depth", "\(depth)", "--no-single-branch",
        "file://" + tree.path, path)
      #expect(base(of: mine, all, in: path) == expected)
      if depth == 2 { #expect(base(of: mine, [all[1]], in: path).contains("at or before \(two.prefix(8))")) }
    }
  }
}
