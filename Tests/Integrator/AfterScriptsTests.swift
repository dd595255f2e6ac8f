import Explaining
import Files
import Formats
import Foundation
import Model
import Processes
import State
import Synchronization
import Testing

@testable import Integrator

@Suite("Scripts that run when all is published")
struct AfterScriptsTests {
  private let world: SmallWorld

  init() throws { world = try SmallWorld() }

  private var order: Order {
    world.order {
      $0.makesPages = true
      $0.settings.triggers.append(Bot.Trigger(act: .after(script: "praise"), when: [.testFailures]))
    }
  }

  /// Makes the pages as whoever ordered the integration does, as soon as it is asked for them.
  private func answer(_ page: String, _ look: @escaping @Sendable () -> Void = {}) {
    let folder = world.folder
    let thread = Thread {
      while FileFacts(folder.pagesAsked) == nil { Thread.sleep(forTimeInterval: 0.005) }
      look()
      try? publish(Array(page.utf8), as: folder.pagesMade)
    }
    thread.start()
  }

  @Test("they wait for the pages, and find the report and themselves in it")
  func inOrder() throws {
    let folder = world.folder
    let seen = Mutex<[String]>([])
    answer("/site/index.html") {
      let report = folder.report(of: "b", 7)
      seen.withLock { $0.append("asked: \(report?.triggers.map(\.status.rawValue) ?? [])") }
    }
    world.processes.change(.after) { play in
      play.effect = { command in
        let report = folder.report(of: "b", 7)
        let variables = command.environment
        seen.withLock {
          $0.append("run: \(report?.triggers.map(\.status.rawValue) ?? [])")
          $0.append(variables["BOTHY_PAGE"] ?? "")
          $0.append(variables["BOTHY_REPORT"] == folder.report ? "its report" : "another report")
          $0.append(variables["BOTHY_RESULT"] ?? "")
        }
      }
    }
    let report = try world.perform(order)
    #expect(
      seen.withLock { $0 } == [
        #"asked: ["passed", "waiting", "skipped"]"#, #"run: ["passed", "running", "skipped"]"#,
        "/site/index.html", "its report", "succeeded",
      ])
    #expect(report.triggers.map(\.status) == [.passed, .passed, .skipped])
    #expect(report.triggers.map(\.seconds) == [1, 1, nil] && report.notes.isEmpty)
    #expect(folder.report(of: "b", 7) == report)
  }

  @Test("pages that could not be made keep no script from running, and that is told")
  func noPages() throws {
    answer("")
    let page = Mutex<String?>(nil)
    world.processes.change(.after) { play in
      play.effect = { command in page.withLock { $0 = command.environment["BOTHY_PAGE"] } }
    }
    let report = try world.perform(order)
    #expect(page.withLock { $0 } == "" && report.triggers[1].status == .passed)
    #expect(report.notes == ["The scripts afterwards ran without its pages, which were not made."])
  }

  @Test("one that fails is told with its reason, and the next one runs")
  func failing() throws {
    answer("/site/index.html")
    var order = order
    order.settings.triggers.append(Bot.Trigger(act: .after(script: "after")))
    world.processes.change(.after) { $0.ending = .exited(3) }
    let report = try world.perform(order)
    #expect(
      report.result == .succeeded && report.triggers.map(\.status) == [.passed, .failed, .skipped, .failed])
    #expect(report.triggers[1].why == "it ended with status 3")
    #expect(report.notes == ["The script `after` ended with status 3."])
  }

  @Test("ended while they wait, none of them runs, and the report says so")
  func canceled() throws {
    let (folder, cancellation) = (world.folder, world.cancellation)
    let thread = Thread {
      while FileFacts(folder.pagesAsked) == nil { Thread.sleep(forTimeInterval: 0.005) }
      cancellation.cancel()
    }
    thread.start()
    let report = try world.perform(order)
    #expect(report.result == .succeeded && !world.processes.asked.contains(.after))
    #expect(report.triggers.map(\.status) == [.passed, .notRun, .skipped])
    #expect(
      report.notes == ["The scripts afterwards were not run: the integration was ended as they waited."])
  }

  @Test("killed in the middle of one, its report is whole and tells it, and nothing is run again")
  func killed() throws {
    answer("/site/index.html")
    let folder = world.folder
    let left = Mutex<[UInt8]>([])
    world.processes.change(.after) { play in
      play.effect = { _ in left.withLock { $0 = contents(of: folder.report) ?? [] } }
    }
    _ = try world.perform(order)
    // As a kill at that moment leaves it.
    try publish(left.withLock { $0 }, as: folder.report)
    let state = StateFolder(path: world.root + "/state")
    func ended() throws -> Report? { try state.endedReport(of: "b", 7, in: folder) }
    let report = try #require(try ended())
    #expect(report.result == .succeeded && report.triggers.map(\.status) == [.passed, .cutOff, .skipped])
    #expect(try folder.report(of: "b", 7) == report && ended() == report)
  }

  @Test("what somebody else adds to the report while its scripts are closed is kept, and told")
  func closedBeside() throws {
    let (folder, state) = (world.folder, StateFolder(path: world.root + "/state"))
    answer("/site/index.html")
    var report = try world.perform(order)
    report.triggers[1].status = .running
    try publish(ReportJSON.encode(report), as: folder.report)
    try makeFolder(state.bot("b"))
    var lock = try FileLock(taking: state.reportLock("b"))
    #expect(lock != nil)
    let end = DispatchSemaphore(value: 0)
    let told = Mutex<Report?>(nil)
    Thread {
      let found = (try? state.endedReport(of: "b", 7, in: folder)) ?? nil
      told.withLock { $0 = found }
      end.signal()
    }.start()
    // Who writes without the lock is through by then.
    #expect(end.wait(timeout: .now() + 0.5) == .timedOut, "it waits for its turn")
    report.notes.append("Found out meanwhile.")
    try publish(ReportJSON.encode(report), as: folder.report)
    lock = nil
    #expect(end.wait(timeout: .now() + 20) == .success)
    let kept = try #require(folder.report(of: "b", 7))
    #expect(kept.triggers[1].status == .cutOff && kept.notes.contains("Found out meanwhile."))
    #expect(told.withLock { $0 } == kept)
  }

  @Test("a before script that fails is told by name")
  func before() throws {
    world.processes.change(.before) { $0.ending = .exited(1) }
    answer("/site/index.html")
    let report = try world.perform(order)
    #expect(report.result == .triggerError && report.triggers[0].status == .failed)
  }
}
