import Files
import Formats
import Foundation
import Model
import Processes
import State
import StateKit
import Store
import Testing

@testable import Ordering

@Suite("What a Bothy that was killed left open")
struct RecoveryTests {
  @Test("of another bot, too, it is told as its report says that is still being written")
  func others() throws {
    let world = try HistoryWorld()
    let number = try world.begin("other", process: 1 << 22 - 1)
    let folder = world.state.integration("other", number)
    for path in [folder.path, world.state.bot("other"), world.state.bot("parser")] { try makeFolder(path) }
    var report = MadeUp.report("other", number, branch: "main", hour: 0)
    (report.result, report.reason) = (.canceled, "It was ended in the build phase")
    let bytes = ReportJSON.encode(report)
    let performs = DispatchSemaphore(value: 0)
    let lock = world.state.performLock("other")
    let thread = Thread {
      let held = try? FileLock.wait(for: lock) { true }
      performs.signal()
      Thread.sleep(forTimeInterval: 0.3)
      try? publish(bytes, as: folder.report)
      withExtendedLifetime(held) {}
    }
    thread.start()
    performs.wait()
    let cutOff = try Recovery(state: world.state, store: world.store).perform("parser")
    #expect(cutOff.map(\.bot) == ["other"])
    #expect(try world.store.integration(bot: "other", number: number)?.reason == report.reason)
  }

  @Test("what cannot be read now stays open, so that the next one reads it")
  func unread() throws {
    let world = try HistoryWorld()
    let number = try world.begin("other", process: 1 << 22 - 1)
    let folder = world.state.integration("other", number)
    for path in [folder.path, world.state.bot("other"), world.state.bot("parser")] { try makeFolder(path) }
    // A link to a name that is too long stands for a disk that fails.
    let name = folder.path + "/" + String(repeating: "x", count: 300)
    try FileManager.default.createSymbolicLink(atPath: folder.report, withDestinationPath: name)
    let recovery = Recovery(state: world.state, store: world.store)
    #expect(try recovery.perform("parser").isEmpty)
    #expect(try world.store.integration(bot: "other", number: number)?.isRunning == true)
    let report = MadeUp.report("other", number, branch: "main", hour: 0)
    try publish(ReportJSON.encode(report), as: folder.report)
    #expect(try recovery.perform("parser").map(\.bot) == ["other"])
    #expect(try world.store.integration(bot: "other", number: number)?.result == report.result)
  }

  @Test("a watcher closes what was begun by hand, as its report says where there is one")
  func byHand() throws {
    let world = try HistoryWorld()
    let told = try world.begin("one", process: 1 << 22 - 1)
    let untold = try world.begin("two", process: 1 << 22 - 1)
    for bot in ["one", "two"] as [BotID] { try makeFolder(world.state.bot(bot)) }
    let folder = world.state.integration("one", told)
    try makeFolder(folder.path)
    let report = MadeUp.report("one", told, branch: "main", hour: 0)
    try publish(ReportJSON.encode(report), as: folder.report)
    let closed = try Recovery(state: world.state, store: world.store).performOthers()
    #expect(closed.map(\.bot) == ["one", "two"])
    #expect(try world.store.integration(bot: "one", number: told)?.result == report.result)
    #expect(try world.store.integration(bot: "two", number: untold)?.result == .canceled)
  }

  @Test("what has this process's number is cut off, as in a container that began again, unless it is at work")
  func sameNumber() throws {
    let world = try HistoryWorld()
    let number = try world.begin("one", process: ProcessInfo.processInfo.processIdentifier)
    try makeFolder(world.state.bot("one"))
    let recovery = Recovery(state: world.state, store: world.store)
    let held = try #require(try FileLock.wait(for: world.state.performLock("one")) { true })
    #expect(try recovery.perform("parser").isEmpty && recovery.performOthers().isEmpty)
    withExtendedLifetime(held) {}
    #expect(try world.store.integration(bot: "one", number: number)?.isRunning == true)
  }

  @Test("what was begun by a first process of this number is closed where nobody is at work")
  func sameNumberAgain() throws {
    let world = try HistoryWorld()
    let number = try world.begin("one", process: ProcessInfo.processInfo.processIdentifier)
    try makeFolder(world.state.bot("one"))
    let cutOff = try Recovery(state: world.state, store: world.store).perform("parser")
    #expect(cutOff.map(\.number) == [number])
  }

  @Test("what left no report is canceled, with the reason")
  func nothing() throws {
    let world = try HistoryWorld()
    let number = try world.begin("parser", process: 1 << 22 - 1)
    try makeFolder(world.state.bot("parser"))
    let folder = world.state.integration("parser", number)
    let last = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 - 100).rounded())
    try makeFolder(folder.path)
    try publish(Array("[building]\n".utf8), as: folder.log)
    try FileManager.default.setAttributes([.modificationDate: last], ofItemAtPath: folder.log)
    #expect(try Recovery(state: world.state, store: world.store).perform("parser").map(\.number) == [number])
    let stored = try #require(try world.store.integration(bot: "parser", number: number))
    #expect(stored.result == .canceled && stored.reason == "Bothy was ended while it ran")
    #expect(stored.ended == last, "it wrote no more after that")
  }
}
