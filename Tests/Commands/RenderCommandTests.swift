import Explaining
import Formats
import Foundation
import Git
import Integrator
import Model
import Processes
import Publishing
import State
import StateKit
import Store
import Terminal
import Testing

import struct Kit.Worktree

@testable import Commands

@Suite struct RenderCommandTests {
  private let scratch: StateScratch
  private let store: SQLiteStore
  private var state: StateFolder { StateFolder(path: scratch.path) }
  private var repository: String { scratch.path + "/repository" }
  private var tree: Worktree { Worktree(path: repository) }

  /// Two integrations of two commits; the checkout stands at the second one.
  init() throws {
    scratch = try StateScratch()
    store = try SQLiteStore(folder: scratch.path)
    try write("repository/Sources/A.swift", "let first = 1\n")
    try tree.git("init", "-q", "-b", "main")
    try integrate()
    try write("repository/Sources/A.swift", "let second = 2\n")
    try integrate()
  }

  private func write(_ name: String, _ text: String) throws {
    let place = URL(fileURLWithPath: scratch.path + "/" + name)
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: place)
  }

  private func read(_ name: String) -> String? {
    try? String(contentsOfFile: scratch.path + "/" + name, encoding: .utf8)
  }

  private func integrate() throws {
    let commit = CommitID(try tree.commit("more"))
    let now = Date(timeIntervalSince1970: 1_795_000_000)
    let number = try store.begin(
      bot: "b", branch: "main", commit: commit, queued: now, started: now, processID: getpid())
    let order = Order(
      bot: "b", integration: number, settings: Bot(name: "B", repository: repository),
      repository: repository, source: .commit(commit), branch: "main", checkoutFolder: "/moved/since",
      buildFolder: "", toolchainFolder: "", clean: false, jobs: nil, queued: now, baseline: nil)
    var report = Report(
      bot: "b", integration: number, result: .succeeded, reason: "1 test passed",
      commit: Commit(
        id: commit, branch: "main", author: "A", email: "a@b", date: now, subject: "more", changes: false),
      toolchain: "Swift", configuration: .debug, queued: now, started: now)
    let file = FileCoverage(
      path: "Sources/A.swift", lines: LineCounts(executable: 31, executed: 30, partial: 0),
      regions: PlaceCounts(), functions: PlaceCounts(), llvm: LLVMTotals(), missedLines: [[1, 1]],
      partialLines: [], unusedMessageLines: [])
    report.coverage = CoverageReport(
      targets: [TargetCoverage(name: "A", files: [file])], notMeasured: [], excluded: [])
    if number > 1 {
      let before = IntegrationNumber(number.value - 1)
      report.comparedWith = Comparison(
        integration: before, coverage: .init(integration: before, lines: file.lines, toolchain: nil))
    }
    try OwnClone(folder: state.checkout("b")).bring(commit: commit.rawValue, from: repository, keep: [])
    let folder = "integrations/b/\(number.value)"
    try write("\(folder)/order.json", String(decoding: try OrderJSON.encode(order), as: UTF8.self))
    try write("\(folder)/report.json", String(decoding: ReportJSON.encode(report), as: UTF8.self))
    try write("\(folder)/log.txt", "==> build\nfine\n")
    try store.finish(report)
  }

  private func render(_ address: IntegrationAddress? = nil, templates: String? = nil) throws -> (
    status: Int32, output: String, errors: String
  ) {
    let output = try Captured()
    let errors = try Captured()
    let command = RenderCommand(
      address: address, state: state, store: store, templates: templates.map { scratch.path + "/" + $0 },
      output: output.output, errors: errors.output)
    let status = try command.perform(Cancellation())
    return (status, try output.text(), try errors.text())
  }

  private func page(_ number: Int, _ name: String = "index.html") -> String {
    read("site/bots/b/\(number)/\(name)") ?? ""
  }

  @Test("every integration's pages show the sources of its own commit, wherever the checkout stands")
  func sources() throws {
    let result = try render()
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(result.output.hasPrefix("Made the pages of 2 integrations again. They are in "))
    let source = "coverage/Sources/A.swift.html"
    #expect(page(1, source).contains("first") && !page(1, source).contains("second"))
    #expect(page(2, source).contains("second") && !page(2, source).contains("first"))
    #expect(page(1, "log.txt") == "==> build\nfine\n")
  }

  @Test("one that is compared with another that is kept no longer is rendered all the same")
  func baseIsGone() throws {
    var keep = Bot.Keep()
    keep.integrations = 1
    #expect(try Forgetting(state: state, store: store).forget("b", keep) == [1])
    let result = try render()
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(page(2, "coverage.html").contains("31"))
  }

  @Test("a template of the user's reaches what is stored; one integration alone can be rendered")
  func templates() throws {
    _ = try render()
    try write("mine/pages/commits.html.mustache", "mine: {{title}}\n")
    #expect(try render(IntegrationAddress(bot: "b", number: 1), templates: "mine").status == 0)
    #expect(page(1, "commits.html") == "mine: Commits of B #1\n")
    #expect(!page(2, "commits.html").hasPrefix("mine"))
    #expect(try render(IntegrationAddress(bot: "b"), templates: "mine").status == 0)
    #expect(page(2, "commits.html") == "mine: Commits of B #2\n")
  }

  @Test("a template with a mistake is told with its place, and no page is touched")
  func mistake() throws {
    _ = try render()
    try write("mine/pages/commits.html.mustache", "{{#list}}{{nope}}{{/list}}\n")
    let result = try render(templates: "mine")
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errors.contains("mine/pages/commits.html.mustache:1:10: unknown name `nope`"))
    #expect(page(1, "commits.html").contains("<!DOCTYPE html>"))
  }

  @Test("what is damaged is told and stops no other, and its pages stay")
  func damaged() throws {
    _ = try render()
    let before = page(1)
    try write("integrations/b/1/report.json", "{")
    try write("mine/pages/log.html.mustache", "mine\n")
    let result = try render(templates: "mine")
    #expect(result.status == 5)
    #expect(result.errors.contains("rendering b #1: ") && result.errors.contains("is damaged"))
    #expect(result.output.contains("1 integration again; those of 1 could not be made"))
    #expect(page(1) == before && page(2, "log.html") == "mine\n")
  }

  @Test("one that was asked for and is damaged: it is said that its pages could not be made, and why")
  func damagedAlone() throws {
    _ = try render()
    try write("integrations/b/1/report.json", "{")
    let told = #expect(throws: Explanation.self) { try render(IntegrationAddress(bot: "b", number: 1)) }
    let wrong = try #require(told?.wrong)
    #expect(wrong.hasPrefix("its pages could not be made: ") && wrong.contains("report.json is damaged"))
    #expect(told?.doing == "rendering b#1" && told?.status == 5)
  }

  @Test("sources that can't be had any more are told on the page, which keeps its figures")
  func gone() throws {
    _ = try render()
    let kept = page(1, "coverage/Sources/A.swift.html")
    try FileManager.default.removeItem(atPath: state.checkout("b"))
    #expect(try render().status == 0)
    #expect(page(1, "coverage/Sources/A.swift.html") == kept)
    try FileManager.default.removeItem(atPath: repository)
    #expect(try render().status == 0)
    #expect(page(1).contains("nor its repository has the commit"))
    #expect(page(1, "coverage/Sources/A.swift.html").isEmpty)
    #expect(page(1, "coverage.html").contains("30 of 31"))
  }

  @Test("an integration without a report is left alone, and told when it was asked for")
  func withoutReport() throws {
    let now = Date()
    let number = try store.begin(
      bot: "b", branch: nil, commit: nil, queued: now, started: now, processID: getpid())
    #expect(try render().status == 0)
    #expect(throws: Explanation.self) { try render(IntegrationAddress(bot: "b", number: number)) }
    #expect(throws: Explanation.self) { try render(IntegrationAddress(bot: "b", number: 99)) }
    #expect(throws: Explanation.self) { try render(IntegrationAddress(bot: "c")) }
  }

  @Test("where nothing was integrated it says that it made the pages above all the same")
  func nothing() throws {
    let empty = StateFolder(path: scratch.path + "/empty")
    try empty.open()
    let output = try Captured()
    let command = RenderCommand(
      address: nil, state: empty, store: try SQLiteStore(folder: empty.path), templates: nil,
      output: output.output)
    #expect(try command.perform(Cancellation()) == 0)
    #expect(read("empty/site/index.html") != nil)
    #expect(
      try output.text() == "There is no integration with a report: made only the pages that tell of none. "
        + "They are in \(empty.site).\n")
  }

  @Test("interrupted, it says how far it came")
  func interrupted() throws {
    let cancellation = Cancellation()
    cancellation.cancel()
    let errors = try Captured()
    let command = RenderCommand(
      address: nil, state: state, store: store, templates: nil, errors: errors.output)
    #expect(try command.perform(cancellation) == 130)
    #expect(try errors.text() == "Interrupted: the pages of 0 of 2 integrations were made again.\n")
  }
}
