import Explaining
import Foundation
import Model
import State
import StateKit
import Testing

@testable import Publishing

@Suite struct PagePublishingTests {
  private let scratch: StateScratch
  private let order: Order
  private let report: Report

  init() throws {
    scratch = try StateScratch()
    let now = Date(timeIntervalSince1970: 1_795_000_000)
    order = Order(
      bot: "b", integration: 7, settings: Bot(name: "B", repository: "/r"), repository: "/r",
      source: .workingTree,
      branch: nil, checkoutFolder: scratch.path + "/checkout", buildFolder: "", toolchainFolder: "",
      clean: false,
      jobs: nil, queued: now, baseline: nil)
    var report = Report(
      bot: "b", integration: 7, result: .succeeded, reason: "1 test passed", commit: nil, toolchain: "Swift",
      configuration: .debug, queued: now, started: now)
    report.coverage = CoverageReport(
      targets: [],
      notMeasured: ["Sources/A.swift", "Sources/Out.swift"].map { NotMeasured(path: $0, why: "so") },
      excluded: [])
    self.report = report
    try scratch.leave("b", 7, file: "log.txt", "==> build\nfine\n")
    for number in 7...10 { try scratch.leave("b", number, file: "sources/Sources/A.swift", "let a = 1\n") }
    // What another integration holds by now.
    try write("checkout/Sources/A.swift", "struct Other {}\n")
    try write("checkout/Sources/Out.swift", "struct Other {}\n")
  }

  private func write(_ name: String, _ text: String) throws {
    let place = URL(fileURLWithPath: scratch.path + "/" + name)
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: place)
  }

  private func publish(templates: String? = nil, output: String? = nil) throws -> String {
    try PagePublishing(state: StateFolder(path: scratch.path), templates: templates).publish(
      report, order, from: IntegrationFolder(scratch.folder("b", 7)), output: output)
  }

  /// A later integration of the same sources, whose order names the first one.
  private func publishAgain(_ number: Int, change: (inout Report) -> Void = { _ in }) throws {
    var later = order
    later.integration = IntegrationNumber(number)
    later.earlierFolder = scratch.folder("b", 7)
    var report = report
    report.integration = IntegrationNumber(number)
    change(&report)
    _ = try PagePublishing(state: StateFolder(path: scratch.path), templates: nil).publish(
      report, later, from: IntegrationFolder(scratch.folder("b", number)), output: nil)
  }

  private func page(_ number: Int, _ name: String = "coverage/Sources/A.swift.html") -> String {
    scratch.path + "/site/bots/b/\(number)/\(name)"
  }

  private func isSameFile(_ a: String, _ b: String) -> Bool {
    var one = stat()
    var other = stat()
    return stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_ino == other.st_ino
  }

  @Test("the page of a source in which nothing changed is the one of the integration before, nothing else is")
  func shared() throws {
    _ = try publish()
    try scratch.leave("b", 8, file: "log.txt", "==> build\nfine\n")
    try publishAgain(8)
    #expect(isSameFile(page(7), page(8)))
    #expect(!isSameFile(page(7, "index.html"), page(8, "index.html")))
    #expect(read(page(8, "index.html"))?.contains("#8") == true)
    #expect(read(page(8))?.contains("#7") == false)
  }

  @Test("a source page is made anew when the source, or what is told in it, is another one")
  func notShared() throws {
    _ = try publish()
    for number in 8...10 { try scratch.leave("b", number, file: "log.txt", "") }
    try publishAgain(8) { $0.coverage?.notMeasured[0].why = "another reason" }
    #expect(read(page(8))?.contains("another reason") == true)
    try publishAgain(9) {
      $0.issues.new = [
        Issue(
          kind: .warning, message: "mind this", target: "A", file: "Sources/A.swift", line: 1, test: nil,
          since: 9, identity: IssueIdentity("x"))
      ]
    }
    #expect(read(page(9))?.contains("mind this") == true)
    try scratch.leave("b", 10, file: "sources/Sources/A.swift", "var b = 2\n")
    try publishAgain(10)
    #expect(read(page(10))?.contains("<b>var</b>") == true)
    #expect(read(page(7))?.contains("<b>let</b>") == true)
  }

  @Test("a page that was cut short since is not taken for the one that was written")
  func cutShort() throws {
    _ = try publish()
    try scratch.leave("b", 8, file: "log.txt", "")
    truncate(page(7), 10)
    try publishAgain(8)
    #expect(read(page(8))?.contains("<b>let</b>") == true)
  }

  private func read(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }

  @Test("the pages and the exports lie at their addresses, also when they are made again")
  func published() throws {
    let folder = scratch.path + "/site/bots/b/7"
    for _ in 1...2 {
      #expect(try publish() == folder + "/index.html")
      #expect(read(folder + "/index.html")?.contains("test passed") == true)
      #expect(read(folder + "/log.txt") == "==> build\nfine\n")
      #expect(read(folder + "/coverage/Sources/A.swift.html")?.contains("<b>let</b>") == true)
      #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/site/bots/b") == ["7"])
    }
  }

  @Test("--output has the pages too, without links to pages above them")
  func output() throws {
    _ = try publish(output: scratch.path + "/out")
    let alone = try #require(read(scratch.path + "/out/index.html"))
    #expect(alone.contains("test passed"))
    #expect(!alone.contains("href=\"../"))
    #expect(read(scratch.path + "/site/bots/b/7/index.html")?.contains("href=\"../index.html\"") == true)
    let source = try #require(read(scratch.path + "/out/coverage/Sources/A.swift.html"))
    #expect(!source.contains("../../../index.html"))
  }

  @Test("what was not kept of its sources is not taken from the checkout, which may hold another commit")
  func notKept() throws {
    let page = scratch.path + "/site/bots/b/7/coverage/Sources/Out.swift.html"
    _ = try publish()
    #expect(read(page) == nil)
  }

  @Test("a file of the user's wins over the shipped one, and a mistake in it is told with its place")
  func templates() throws {
    let mine = scratch.path + "/mine"
    try write("mine/pages/commits.html.mustache", "mine: {{title}}\n")
    _ = try publish(templates: mine)
    #expect(read(scratch.path + "/site/bots/b/7/commits.html") == "mine: Commits of B #7\n")
    try write("mine/pages/commits.html.mustache", "{{#title}}\n")
    do {
      _ = try publish(templates: mine)
      Testing.Issue.record("a broken template was taken")
    } catch let error as Explanation {
      #expect(error.doing == "making the pages of b #7")
      #expect(error.wrong.hasPrefix("pages/commits.html.mustache:1:1: "))
    }
    #expect(read(scratch.path + "/site/bots/b/7/commits.html") == "mine: Commits of B #7\n")
  }
}
