import Foundation
import Integrator
import Model
import StateKit
import Terminal
import Testing
import Web

@testable import Commands

@Suite("The wall") struct ServedWallTests {
  @Test(
    "however many limited integrations are newer, a tile shows the newest whole one",
    arguments: [true, false])
  func limited(hasBase: Bool) throws {
    let world = try HistoryWorld()
    try world.integrate("parser", publish: false) { $0.fail([.failed]) }
    if hasBase { try world.store.keep(base: "main", of: "parser") }
    for _ in 1...41 {
      try world.integrate("parser", pages: false, publish: false) { $0.limited = Limitation() }
    }
    let rows = try BotsCommand(
      state: world.state, bots: nil, usualBots: world.state.path + "/none",
      capabilities: TerminalCapabilities(isTerminal: false, width: 80, colors: false)
    ).rows().rows
    let wall = try ServedWall(rows: rows, store: world.store, isWatched: false).wall()
    #expect(wall.tiles.map(\.number) == [1] && wall.tiles.map(\.words) == ["1 failed"])
    #expect(wall.tiles.map(\.mood) == [.red] && wall.tiles.map(\.since) == [1])
  }

  @Test("red is whose commit was found to have done it, or is suspected, and not whose the newest is")
  func author() throws {
    let world = try HistoryWorld()
    func commit(_ letter: String, _ author: String, _ file: String) -> Commit {
      var commit = Commit(
        id: CommitID(String(repeating: letter, count: 40)), branch: "main", author: author, email: "a@b",
        date: HistoryWorld.began, subject: "S")
      commit.changed = ChangedFiles(count: 1, files: [.init(path: file, kind: .modified)])
      return commit
    }
    let (bob, ann) = (commit("b", "Bob", "Sources/P/P.swift"), commit("c", "Ann", "README.md"))
    try world.integrate("parser", publish: false)
    let number = try world.integrate("parser", publish: false) { report in
      report.fail([.failed])
      report.commit?.author = "Ann"
      (report.commits, report.comparedWith) = ([ann, bob], Comparison(integration: 1, coverage: nil))
      report.issues.new = [
        Model.Issue(
          kind: .testFailure, message: "m", target: "P", file: nil, line: nil,
          test: report.tests.cases[0].id, since: report.integration)
      ]
    }
    try world.store.keep(base: "main", of: "parser")
    let authors = RedAuthors(state: world.state)
    func told() throws -> [String?] {
      let rows = try BotsCommand(
        state: world.state, bots: nil, usualBots: world.state.path + "/none",
        capabilities: TerminalCapabilities(isTerminal: false, width: 80, colors: false)
      ).rows().rows
      return try ServedWall(rows: rows, store: world.store, isWatched: false, author: authors.author).wall()
        .tiles.map(\.author)
    }
    #expect(try told() == ["Ann or Bob"])
    try world.state.amendReport(of: "parser", number) { report in
      report.issues.new[0].mayExecute = ChangedSources(files: ["Sources/P/P.swift"], isMapped: true)
      return true
    }
    #expect(try told() == ["Bob"])
    try world.state.amendReport(of: "parser", number) { report in
      report.issues.new[0].culprit = CommitCulprit(.found(1), of: [bob, ann], by: [3])
      return true
    }
    #expect(try told() == ["Ann"])
    // Who only let it be seen again did nothing.
    try world.state.amendReport(of: "parser", number) { report in
      (report.issues.unresolved, report.issues.new) = (report.issues.new, [])
      return true
    }
    #expect(try told() == [nil])
  }
}
