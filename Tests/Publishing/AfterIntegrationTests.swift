import Explaining
import Files
import Foundation
import Kit
import Model
import State
import StateKit
import Testing

@testable import Publishing

@Suite("After an integration") struct AfterIntegrationTests {
  private let world: HistoryWorld
  private let number: IntegrationNumber
  private var folder: IntegrationFolder { world.state.integration("parser", number) }

  /// One that reported and never got any pages.
  init() throws {
    world = try HistoryWorld()
    number = try world.integrate("parser", publish: false)
    try FileManager.default.removeItem(atPath: world.state.pages("parser", number))
  }

  private func told(_ act: (AfterIntegration) -> Void) -> [String] {
    var told: [String] = []
    act(
      AfterIntegration(state: world.state, templates: nil, store: world.store) {
        told.append(Explanation($0).sentence)
      })
    return told
  }

  private func publishMissing() -> [String] { told { $0.publishMissing("parser", number) } }

  /// One that ended without a report; returns its number.
  private func abandoned(ordered: Bool = true) throws -> IntegrationNumber {
    let lost = try world.begin("parser", branch: "main", hour: 1)
    let folder = world.state.integration("parser", lost)
    if ordered {
      try makeFolder(folder.path)
      try world.leaveOrder("parser", lost) { $0.branch = "main" }
    }
    try world.store.abandon(
      bot: "parser", integration: lost, result: .internalError,
      reason: "It did not end by itself within 65 minutes",
      at: HistoryWorld.began.addingTimeInterval(7200))
    return lost
  }

  @Test("what ended without a report has a small one and pages of it", arguments: [true, false])
  func withoutReport(_ ordered: Bool) throws {
    let lost = try abandoned(ordered: ordered)
    let settings = Bot(name: "parser", repository: "/srv/parser")
    #expect(told { $0.publishMissing("parser", lost, ordered ? nil : settings) } == [])
    let report = try #require(world.state.integration("parser", lost).report(of: "parser", lost))
    #expect(report.result == .internalError && report.reason.hasPrefix("It did not end by itself"))
    #expect(report.tests.cases.isEmpty && report.coverage == nil && report.coverageNote != nil)
    #expect(report.seconds == 3600 && report.notes.count == 1)
    let page = try #require(world.read("bots/parser/\(lost.value)/index.html"))
    #expect(page.contains("It did not end by itself within 65 minutes"))
    // What the store knows stays: one without a report is no base, and no face of what was found.
    #expect(try world.store.integration(bot: "parser", number: lost)?.tests == nil)
  }

  @Test("one that ended before its commit was brought tells it as the repository has it")
  func notBrought() throws {
    let scratch = try ScratchFolder("not-brought")
    let tree = try Worktree.make(at: scratch.path + "/repository")
    let commit = try tree.write("a", "1").commit("the first")
    let lost = try abandoned()
    try world.leaveOrder("parser", lost) {
      ($0.branch, $0.repository, $0.source) = ("main", tree.path, .commit(CommitID(commit)))
    }
    #expect(told { $0.publishMissing("parser", lost) } == [])
    let report = try #require(world.state.integration("parser", lost).report(of: "parser", lost))
    #expect(report.commit?.id.rawValue == commit && report.commit?.branch == "main")
    #expect(report.commit?.subject == "the first")
  }

  @Test("what runs has no report yet, and one that was taken in and is gone is not made up")
  func notMadeUp() throws {
    let runs = try world.begin("parser", branch: "main", hour: 1)
    try makeFolder(world.state.integration("parser", runs).path)
    try world.leaveOrder("parser", runs)
    try world.leaveOrder("parser", number)
    try FileManager.default.removeItem(atPath: folder.report)
    for one in [runs, number] {
      #expect(told { $0.publishMissing("parser", one) } == [])
      #expect(!FileManager.default.fileExists(atPath: world.state.integration("parser", one).report))
    }
  }

  @Test("a damaged report of one that never was taken in lies beside the small one")
  func damagedReport() throws {
    let lost = try abandoned()
    let folder = world.state.integration("parser", lost)
    try Data("{".utf8).write(to: URL(fileURLWithPath: folder.report))
    #expect(told { $0.publishMissing("parser", lost) } == [])
    #expect(folder.report(of: "parser", lost)?.result == .internalError)
    #expect(contents(of: folder.file("report-damaged.json")) == Array("{".utf8))
  }

  @Test("an order that cannot be read is told, not passed over")
  func damagedOrder() throws {
    #expect(publishMissing().first?.contains("there is no \(folder.order)") == true)
    try Data("{".utf8).write(to: URL(fileURLWithPath: folder.order))
    #expect(
      publishMissing() == [
        "making the pages of parser \(number): \(folder.order) is damaged or from another version of Bothy "
          + "(it is not whole JSON): its pages stay as they are; integrate that commit again for new ones"
      ])
  }

  @Test("what a damaged report or order lacks is told by its key")
  func lacking() throws {
    try Data("{}".utf8).write(to: URL(fileURLWithPath: folder.order))
    #expect(publishMissing().first?.contains("of Bothy (`bot` is missing)") == true)
    try Data("{}".utf8).write(to: URL(fileURLWithPath: folder.report))
    let error = #expect(throws: Explanation.self) { try folder.read("parser", number, doing: "reading") }
    #expect(error?.wrong.hasSuffix("of Bothy (`schema` is missing)") == true)
  }

  @Test("a damaged order is told where the page of its bot lacks the settings for it")
  func damagedSettings() throws {
    #expect(told { $0.settle([], touched: ["parser"], [:]) } == [])
    try Data("{".utf8).write(to: URL(fileURLWithPath: folder.order))
    #expect(
      told { $0.settle([], touched: ["parser"], [:]) } == [
        "telling the settings of parser: \(folder.order) is damaged or from another version of Bothy "
          + "(it is not whole JSON): its page tells none; integrate it again"
      ])
  }

  @Test("pages that are made late say of the coverage that its sources are lost")
  func lostSources() throws {
    try world.leaveOrder("parser", number)
    #expect(publishMissing() == [])
    for page in ["index.html", "coverage.html"] {
      let text = world.read("bots/parser/\(number.value)/\(page)")
      #expect(text?.contains("nor its repository has the commit aaaaaaaa any more") == true, "\(page)")
    }
  }

  @Test("what was reported of another integration makes no pages of this one")
  func foreignReport() throws {
    let other = try world.integrate("other", publish: false)
    try FileManager.default.removeItem(atPath: folder.report)
    try FileManager.default.copyItem(
      atPath: world.state.integration("other", other).report, toPath: folder.report)
    #expect(publishMissing() == [])
    #expect(!FileManager.default.fileExists(atPath: world.state.page("parser", number)))
  }

  @Test("what cannot be made is told once, however many have followed")
  func once() throws {
    let later = try (1...2).map { (bot: BotID("parser"), number: try world.integrate("parser", hour: $0)) }
    #expect(told { $0.settle(later, [:]) }.count == 1)
  }

  @Test("one that left no report is of the commit that its report names")
  func commitOfNothing() throws {
    let world = try HistoryWorld()
    let tree = try Worktree.make(at: world.state.path + "/tree")
    let commit = try tree.commit("the subject")
    let number = try world.begin("parser")
    try FileManager.default.createDirectory(
      atPath: world.state.integration("parser", number).path, withIntermediateDirectories: true)
    try world.leaveOrder("parser", number) {
      ($0.repository, $0.source) = (tree.path, .commit(CommitID(commit)))
    }
    try world.store.abandon(
      bot: "parser", integration: number, result: .internalError, reason: "killed", at: HistoryWorld.began)
    let after = AfterIntegration(state: world.state, templates: nil, store: world.store) {
      Issue.record($0)
    }
    try after.publishAgain("parser", number)
    let told = try #require(world.state.integration("parser", number).report(of: "parser", number)?.commit)
    let past = try #require(try world.store.integration(bot: "parser", number: number))
    #expect(told.subject == "the subject" && past.subject == told.subject && past.author == told.author)
  }
}
