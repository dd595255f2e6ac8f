import Explaining
import Foundation
import State
import StateKit
import Terminal
import Testing

import struct Kit.Worktree

@testable import Commands

@Suite struct DemoTests {
  private let scratch: StateScratch
  private let environment = ProcessInfo.processInfo.environment

  init() throws { scratch = try StateScratch() }

  @Test("the history is a real one: each step is a commit, in order, and nothing is left uncommitted")
  func history() throws {
    let path = scratch.path + "/demo"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    var hostile = environment
    // Whoever calls this from a hook of git's has these set.
    hostile["GIT_DIR"] = "/nowhere"
    hostile["GIT_INDEX_FILE"] = "/nowhere/index"
    let history = DemoHistory(path: path, environment: hostile)
    try history.begin()
    var commits: [String] = []
    for (index, step) in DemoPackage.steps.enumerated() {
      commits.append(try history.commit(step, hoursAgo: 5 - index))
    }
    func lines(_ arguments: String...) throws -> [String] {
      try Worktree(path: path).git(arguments).split(separator: "\n").map { String($0) }
    }
    #expect(try lines("log", "--reverse", "--format=%H", "main") == commits)
    #expect(try lines("log", "--reverse", "--format=%s") == DemoPackage.steps.map(\.subject))
    #expect(try lines("status", "--porcelain") == [])
  }

  @Test("what is there already is never touched")
  func existing() throws {
    let file = scratch.path + "/mine"
    try Data("mine".utf8).write(to: URL(fileURLWithPath: file))
    let demo = DemoCommand(
      folder: file, state: StateFolder(path: scratch.path + "/state"), environment: environment)
    #expect(throws: Explanation.self) { try demo.perform() }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/state"))
  }

  @Test("a folder for the report that nobody can make is refused before anything is integrated")
  func unmakeableOutput() throws {
    var options = RunOptions()
    options.path = scratch.path + "/package"
    options.output = "/proc/report"
    let history = DemoHistory(path: options.path, environment: environment)
    try FileManager.default.createDirectory(atPath: options.path, withIntermediateDirectories: true)
    try history.begin()
    _ = try history.commit(DemoPackage.steps[0], hoursAgo: 1)
    let run = RunCommand(
      options: options, state: StateFolder(path: scratch.path + "/state"), environment: environment)
    let told = #expect(throws: Explanation.self) { try run.perform() }
    #expect(told?.doing == "preparing /proc/report for the report")
    #expect(told?.wrong.hasPrefix("/proc: ") == true)
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/state"))
  }

  @Test("without git, or without swift, what is missing is told, with status 5")
  func missingTools() throws {
    let demo = DemoCommand(
      folder: scratch.path + "/demo", state: StateFolder(path: scratch.path + "/state"),
      environment: ["PATH": "/nowhere"])
    #expect { try demo.perform() } throws: { error in
      (error as? Explanation)?.wrong == "there is no git on PATH" && (error as? Explanation)?.status == 5
    }
    var options = RunOptions()
    options.path = scratch.path + "/other"
    let other = DemoHistory(path: options.path, environment: environment)
    try FileManager.default.createDirectory(atPath: options.path, withIntermediateDirectories: true)
    try other.begin()
    _ = try other.commit(DemoPackage.steps[0], hoursAgo: 1)
    let run = RunCommand(
      options: options, state: StateFolder(path: scratch.path + "/state"), environment: ["PATH": "/nowhere"])
    #expect { try run.perform() } throws: { error in
      let told = Explanation(error)
      return told.status == 5
        && told.text.hasPrefix("bothy: looking for the toolchain: there is no swift on PATH")
    }
    // No number was used up for it.
    let integrations = scratch.path + "/state/integrations"
    #expect(!FileManager.default.fileExists(atPath: integrations))
  }
}
