import Foundation
import Kit
import Model
import Processes
import Testing

@testable import Integrator

@Suite("The commits that a checkout tells of")
struct ToldCommitsTests {
  private let scratch: ScratchFolder
  private let tree: Worktree

  init() throws {
    scratch = try ScratchFolder("told")
    tree = try Worktree.make(at: scratch.path + "/repository")
  }

  /// What is told of a commit after `since` was integrated.
  private func told(
    _ commit: String, since: String, on branch: BranchName? = "main", passingOver passedOver: [String] = [],
    hadChanges: Bool = false
  ) throws -> Report {
    var order = Order(
      bot: "b", integration: 9, settings: Bot(name: "b", repository: tree.path), repository: tree.path,
      source: .commit(CommitID(commit)), branch: branch, checkoutFolder: scratch.path + "/bots/b/checkout",
      buildFolder: "", toolchainFolder: "", clean: false, jobs: nil, queued: Date(),
      baseline: Baseline(
        integration: 5, commit: CommitID(since), openIssues: [], coverage: nil, testCount: 0,
        phaseSeconds: [:], hadChanges: hadChanges))
    order.passedOver = passedOver.map { CommitID($0) }
    var report = Report(
      bot: "b", integration: 9, result: .succeeded, reason: "", commit: nil, toolchain: "",
      configuration: .debug, queued: Date(), started: Date())
    try GitCheckout(order: order, cancellation: Cancellation()).perform(into: &report)
    return report
  }

  @Test("what a merge brought is passed over by nobody, what lies on the branch's own way is")
  func passedOver() throws {
    let one = try tree.commit("1")
    let two = try tree.commit("2")
    try tree.git("checkout", "-q", "-b", "side", one)
    let mine = try tree.commit("s")
    try tree.git("checkout", "-q", "main")
    try tree.git("merge", "-q", "--no-edit", "--no-ff", "side")
    let merge = try tree.head()
    let report = try told(merge, since: one, passingOver: [two, mine])
    #expect(Set(report.commits.map(\.id.rawValue)) == [two, mine, merge])
    #expect(report.commits.filter(\.skipped).map(\.id.rawValue) == [two])
  }

  @Test("a source in which comments and blanks alone changed is told apart")
  func comments() throws {
    let one = try tree.write("A.swift", "func f() { 1 }\n").write("B.md", "a").commit("1")
    let two = try tree.write("A.swift", "// Why.\nfunc  f() { /* one */ 1 }\n").write("B.md", "b").commit("2")
    let three = try tree.write("A.swift", "// Why.\nfunc f() { 2 }\n").commit("3")
    let told = try told(three, since: one).commits.map { commit in
      Dictionary(uniqueKeysWithValues: (commit.changed?.files ?? []).map { ($0.path, $0.isSameCode) })
    }
    #expect(told == [["A.swift": nil], ["A.swift": true, "B.md": nil]])
    #expect(try tree.head() == three && two != one)
    let five = try tree.write("Package.swift", "// swift-tools-version:5.9\nlet p = 1\n").commit("5")
    let six = try tree.write("Package.swift", "// swift-tools-version:6.0\nlet p = 1\n").commit("6")
    let manifest = try self.told(six, since: five).commits.first?.changed?.files.first
    #expect(manifest?.path == "Package.swift" && manifest?.isSameCode == nil, "its first line is for tools")
  }

  @Test("commits that went and did not come again are missed, as what is in none; those of a rebase are not")
  func lost() throws {
    let one = try tree.commit("1")
    let two = try tree.write("a", "a").commit("2")
    try tree.git("reset", "-q", "--hard", one)
    let other = try tree.write("b", "b").commit("another")
    #expect(try told(other, since: two).lacksCommits == true)
    try tree.git("cherry-pick", two)
    let again = try tree.git("rev-parse", "HEAD").trimmingCharacters(in: .newlines)
    #expect(try told(again, since: two).lacksCommits == nil)
    #expect(try told(again, since: other, hadChanges: true).lacksCommits == true, "nobody knows what changed")
  }

  @Test("that what was integrated before was taken away is told, and not where an older commit is integrated")
  func rewritten() throws {
    let (one, two) = (try tree.commit("1"), try tree.commit("2"))
    let nowhere = String(repeating: "1", count: 40)
    func said(_ commit: String, since: String, on branch: BranchName? = "main") throws -> [String] {
      let report = try told(commit, since: since, on: branch)
      #expect((report.lacksCommits ?? false) == (since != one), "what went, or came, is in no list")
      return report.notes.filter { $0.contains("rewritten") }
    }
    #expect(try said(two, since: one) == [])
    #expect(try said(one, since: two) == [], "an older one")
    try tree.git("reset", "-q", "--hard", one)
    let sentence =
      "The history of main was rewritten: \(two.prefix(8)), which #5 integrated, is not in it any more."
    #expect(try said(one, since: two) == [sentence])
    let three = try tree.commit("3")
    #expect(try said(three, since: two) == [sentence])
    #expect(try said(three, since: nowhere).count == 1, "it is there no longer")
    #expect(try said(three, since: two, on: "gone") == [])
  }
}
