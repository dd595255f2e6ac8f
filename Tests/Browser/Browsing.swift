import Foundation
import Kit
import Synchronization
import Testing

@testable import SamplePages

/// All tests that need the browser: one driver for all of them, ended with everything below it. As many run
/// at once as there are cores, for whoever waits for a browser keeps a thread.
@Suite("In Chromium", .inChromium)
enum InTheBrowser {}

/// What the tests share.
struct Browsing: Sendable {
  @TaskLocal static var current: Browsing?

  let driver: ChromeDriver
  private let idle = Idle()
  let rich: SiteOnDisk
  let hostile: [SiteOnDisk]
  let kinds: [SiteOnDisk]
  /// By how many of its tests failed.
  let many: [Int: SiteOnDisk]

  static func now() throws -> Browsing { try #require(current, "these tests run within their suite") }

  /// A browser for one test.
  static func withSession<Value>(_ body: (Session, Browsing) throws -> Value) throws -> Value {
    let browsing = try now()
    let session = try browsing.idle.take() ?? Session(browsing.driver)
    defer { browsing.idle.keep(session) }
    return try body(session, browsing)
  }

  /// Browsers wait for the next test: to start one takes longer than many tests do.
  private final class Idle: Sendable {
    private let sessions = Mutex<[Session]>([])

    func take() -> Session? { sessions.withLock { $0.popLast() } }

    func keep(_ session: Session) {
      do {
        try session.reset()
        sessions.withLock { $0.append(session) }
      } catch { session.close() }
    }
  }

  /// Two that know nothing of each other.
  static func withTwoSessions<Value>(_ body: (Session, Session, Browsing) throws -> Value) throws -> Value {
    try withSession { session, browsing in
      try withSession { other, _ in try body(session, other, browsing) }
    }
  }
}

struct InChromium: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let scratch = try ScratchFolder("browser")
    defer { scratch.remove() }
    let rich = try SiteOnDisk.write(Rich.input(), history: Rich.history(), below: scratch.url, named: "rich")
    try rich.write(Rich.before(), to: "bots/stack/41/")
    let hostile = try Sample.hostileWords.enumerated().map { index, word in
      var input = Sample.hostile(word)
      input.assets = Rich.assets
      // What leads elsewhere leads to an integration that has no pages here.
      let history = try HistorySample.hostile(word, assets: Rich.assets)
        .filter { !$0.key.contains("/latest") }
      return try SiteOnDisk.write(input, history: history, below: scratch.url, named: "hostile-\(index)")
    }
    let driver = try ChromeDriver.start()
    defer { driver.stop() }
    let kinds = try Kinds.all(below: scratch.url)
    let many = try [3, 10_000].map { ($0, try Kinds.many(failing: $0, below: scratch.url)) }
    let browsing = Browsing(
      driver: driver, rich: rich, hostile: hostile, kinds: kinds,
      many: Dictionary(uniqueKeysWithValues: many))
    try await Browsing.$current.withValue(browsing) { try await function() }
  }
}

extension Trait where Self == InChromium {
  static var inChromium: Self { Self() }
}

/// Tells what was found, where `#expect(… == [])` would only tell that something was.
func expectNone(
  _ found: [String], _ place: @autoclosure () -> String, sourceLocation: SourceLocation = #_sourceLocation
) {
  guard !found.isEmpty else { return }
  let shown = found.prefix(12).joined(separator: "\n  ")
  let rest = found.count > 12 ? "\n  … \(found.count) in all" : ""
  Issue.record("\(place()):\n  \(shown)\(rest)", sourceLocation: sourceLocation)
}
