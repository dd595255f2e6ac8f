import Explaining
import Foundation
import Kit
import Model
import StateKit
import Store
import Terminal
import Testing

@testable import Commands

@Suite("What is to be integrated")
struct RunTargetTests {
  @Test("is an older commit where a newer one was integrated while it waited, and only then")
  func older() throws {
    let world = try HistoryWorld()
    let tree = try Worktree.make(at: world.state.path + "/repository")
    func commit() throws -> String {
      try tree.write("Package.swift", "// swift-tools-version: 6.0 \(UUID())").commit()
    }
    _ = try commit()
    func target() throws -> RunTarget {
      var options = RunOptions()
      (options.path, options.commit) = (tree.path, "main")
      return try RunTarget(options, isOfBot: true)
    }
    func integrate(_ commit: String) throws {
      _ = try world.store.begin(
        bot: "parser", branch: "main", commit: CommitID(commit), queued: Date(), started: Date(), processID: 1
      )
    }
    var waiting = try target()
    try waiting.lookAgain("parser", in: world.store)
    #expect(waiting.limited == nil, "nothing was integrated yet")
    let first = try commit()
    try integrate(first)
    waiting = try target()
    try waiting.lookAgain("parser", in: world.store)
    #expect(waiting.limited == nil, "once more what is the newest")
    _ = try commit()
    var next = try target()
    let newest = try commit()
    try next.lookAgain("parser", in: world.store)
    #expect(next.limited == nil, "a newer one waits behind it")
    try integrate(newest)
    for var older in [waiting, next] {
      try older.lookAgain("parser", in: world.store)
      #expect(older.limited?.isOlderCommit == true)
    }
  }

  @Test("is of the watched branch that ends in it, however the commit is named, and of the base branch first")
  func ends() throws {
    let folder = try ScratchFolder("ends")
    let tree = try Worktree.make(at: folder.path + "/repository")
    func commit() throws -> String {
      try tree.write("Package.swift", "// swift-tools-version: 6.0 \(UUID())").commit()
    }
    let main = try commit()
    _ = try tree.git("checkout", "-qb", "topic")
    let topic = try commit()
    _ = try tree.git("checkout", "-qb", "other")
    let other = try commit()
    _ = try tree.git("checkout", "-q", "main")
    _ = try tree.git("branch", "also")
    try folder.write("bot.yaml", "repository: repository\nbranches: [also, main, topic]\nbase: main\n")
    func branch(of commit: String) throws -> BranchName? {
      var options = RunOptions()
      (options.path, options.commit, options.botFile) = (tree.path, commit, folder.path + "/bot.yaml")
      return try RunTarget(options, isOfBot: true).branch
    }
    #expect(try branch(of: topic) == "topic" && branch(of: main) == "main")
    #expect(try branch(of: other) == nil, "nobody watches where it ends")
  }

  @Test("is no folder whose name is not UTF-8, which is told")
  func otherEncoding() throws {
    let folder = try ScratchFolder("names")
    let name = Array("\(folder.path)/caf".utf8CString.dropLast()) + [CChar(bitPattern: 0xE9), 0]
    #expect(mkdir(name, 0o755) == 0)
    // So the program hears it.
    let heard = "\(folder.path)/caf\u{FFFD}"
    let thrown = #expect(throws: Explanation.self) { try RunTarget.absolute(heard) }
    #expect(thrown?.wrong == "the name of a folder in \(heard) is no UTF-8")
  }

  @Test("before a push is what a branch is to end in, and older only where its branch was integrated further")
  func pushed() throws {
    let world = try HistoryWorld()
    let tree = try Worktree.make(at: world.state.path + "/repository")
    let commits = try (0..<3).map {
      try tree.write("Package.swift", "// swift-tools-version: 6.0 \($0)").commit()
    }
    func isOlder(_ commit: String, as branch: BranchName) throws -> Bool {
      var options = RunOptions()
      (options.path, options.commit) = (tree.path, commit)
      var target = try RunTarget(options, as: branch)
      #expect(target.branch == branch)
      try target.lookAgain("parser", in: world.store)
      return target.limited?.isOlderCommit == true
    }
    func integrate(_ commit: String, _ branch: BranchName) throws {
      _ = try world.store.begin(
        bot: "parser", branch: branch, commit: CommitID(commit), queued: Date(), started: Date(), processID: 1
      )
    }
    #expect(try !isOlder(commits[0], as: "new"), "there is no such branch here")
    #expect(try !isOlder(commits[1], as: "main"), "not the tip here, and what it becomes there")
    try integrate(commits[2], "new")
    #expect(try !isOlder(commits[0], as: "new"), "it goes back, as a branch may")
    try integrate(commits[0], "main")
    #expect(try !isOlder(commits[1], as: "main"))
    try integrate(commits[2], "main")
    #expect(try isOlder(commits[1], as: "main"))
    #expect(try !isOlder(commits[2], as: "main"))
  }
}
