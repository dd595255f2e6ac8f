import Files
import Formats
import Foundation
import Model
import Processes

/// When each running test began, to see which one is over its time.
struct TestClock {
  let timeoutSeconds: Double
  private var began: [TestID: Double] = [:]

  init(timeoutSeconds: Double) {
    self.timeoutSeconds = timeoutSeconds
  }

  mutating func follow(_ running: some Sequence<TestID>, elapsed: Double) {
    var now: [TestID: Double] = [:]
    for test in running { now[test] = began[test] ?? elapsed }
    began = now
  }

  func overdue(elapsed: Double) -> [TestID] {
    began.filter { elapsed - $0.value > timeoutSeconds }.map(\.key).sorted()
  }
}

/// Follows a process that runs XCTest.
final class XCTestObserver: ProcessObserver {
  var console: XCTestConsole
  private let log: Log
  private var clock: TestClock
  private(set) var overdue: [TestID] = []

  init(console: XCTestConsole, log: Log, timeoutSeconds: Double) {
    self.console = console
    self.log = log
    clock = TestClock(timeoutSeconds: timeoutSeconds)
  }

  func received(_ bytes: UnsafeRawBufferPointer, from stream: Processes.OutputStream) {
    log.write(bytes)
    console.read(bytes)
    log.tell(console.takeEvents())
  }

  func check(elapsed: Double) -> String? {
    clock.follow(console.running.map { [$0] } ?? [], elapsed: elapsed)
    overdue = clock.overdue(elapsed: elapsed)
    return overdue.first.map { "\($0) ran longer than \(Workbench.plain(clock.timeoutSeconds)) s" }
  }

  func finish() {
    console.finish()
    log.tell(console.takeEvents())
  }
}

/// Follows a process that runs Swift Testing: its words go to the log, its stream is what counts.
final class SwiftTestingObserver: ProcessObserver {
  var stream: EventStream
  private let file: FollowedFile
  private let log: Log
  private var clock: TestClock
  private(set) var overdue: [TestID] = []
  private(set) var tail: [UInt8] = []
  private var announced = false

  init(stream: EventStream, file: String, log: Log, timeoutSeconds: Double) {
    self.stream = stream
    self.file = FollowedFile(file)
    self.log = log
    clock = TestClock(timeoutSeconds: timeoutSeconds)
  }

  func received(_ bytes: UnsafeRawBufferPointer, from stream: Processes.OutputStream) {
    log.write(bytes)
    tail.append(contentsOf: bytes.suffix(1 << 16))
    if tail.count > 1 << 18 { tail.removeFirst(tail.count - (1 << 16)) }
  }

  func check(elapsed: Double) -> String? {
    readStream()
    clock.follow(stream.running.keys, elapsed: elapsed)
    overdue = clock.overdue(elapsed: elapsed)
    return overdue.first.map { "\($0) ran longer than \(Workbench.plain(clock.timeoutSeconds)) s" }
  }

  func finish() {
    readStream()
    stream.finish()
    log.tell(stream.takeEvents())
  }

  private func readStream() {
    file.readNew { stream.read($0) }
    log.tell(stream.takeEvents())
  }
}

extension Log {
  func tell(_ events: [TestEvent]) {
    for event in events {
      switch event {
      case .started: break
      case .failed(let test, let failure): tell(.failure(test, failure))
      case .ended(let test, let outcome, let seconds): tell(.test(test, outcome, seconds: seconds))
      }
    }
  }
}
