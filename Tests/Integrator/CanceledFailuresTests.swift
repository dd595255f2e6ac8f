import Formats
import Model
import Testing

@testable import Integrator

@Suite("What had failed when everything was canceled")
struct CanceledFailuresTests {
  private final class Switch {
    var isOn = false
  }

  @Test("it has failed, and what fails while it is ended says nothing", arguments: [false, true])
  func failed(isLate: Bool) throws {
    let bench = try SmallWorld().bench()
    let canceled = Switch()
    let observer = TestObserver(
      console: XCTestConsole(announced: [], sources: SourceMap(packageFolder: "/p", targets: [])),
      log: LogPart(bench.log, isItsTurn: true), timeoutSeconds: 9, isEnding: { canceled.isOn })
    func print(_ text: String) {
      Array(text.utf8).withUnsafeBytes { observer.received($0, from: .standardOutput) }
      _ = observer.check(elapsed: 0.1)
    }
    print("Test Suite 'A' started at 2026-11-20 09:51:27.446\n")
    print("Test Case 'A.testOne' started at 2026-11-20 09:51:27.446\n")
    canceled.isOn = isLate
    print("/p/T.swift:3: error: A.testOne : XCTAssertTrue failed - real\n")
    canceled.isOn = true
    print("it goes on\n")
    observer.finish()
    #expect(observer.failedBeforeEnding.map(\.id) == (isLate ? [] : ["A/testOne"]))
  }
}
