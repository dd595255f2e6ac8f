import Foundation
import Kit
import Testing

/// What packages do before their first test and after their last one.
@Suite("Around the tests", .nightly)
struct AroundTestsTests {
  private static func manifest(_ targets: String...) -> String {
    """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Around",
      targets: [\(targets.map { ".testTarget(name: \"\($0)\")" }.joined(separator: ", "))],
      swiftLanguageModes: [.v5])

    """
  }

  @Test("tests that trap where nobody runs them are asked for and called as those that do not")
  func trapsWhenListed() async throws {
    try await BadInputWorld.with("listed") { world in
      try world.write(Self.manifest("LT", "MT"), to: "p/Package.swift")
      try world.write(
        "import XCTest\nfinal class M: XCTestCase { func testM() {} }\n", to: "p/Tests/MT/M.swift")
      func write(_ check: String, two: Int) throws {
        let text = """
          import XCTest
          final class T: XCTestCase {
            var isClosed = false
            override func tearDown() { isClosed = true }
            \(check)
            func testOne() {}
            func testTwo() { XCTAssertEqual(\(two), 2) }
          }
          """
        try world.write(text, to: "p/Tests/LT/T.swift")
      }
      try write("", two: 2)
      let (status, first) = try await world.report("p")
      #expect(status == 0 && first.cases.count == 3, "\(first.reason)")
      try write("deinit { precondition(isClosed) }", two: 2)
      let (again, second) = try await world.report("p")
      #expect(again == 0 && second.result == "succeeded", "\(second.reason)")
      #expect(Set(second.cases.map { $0["id"]?.text }) == ["LT.T/testOne", "LT.T/testTwo", "MT.M/testM"])
      #expect(second["notes"]?.elements?.contains { $0.text?.contains("list") ?? false } != true)
      try write("deinit { precondition(isClosed) }", two: 3)
      let (failed, third) = try await world.report("p", "--filter", "testOne")
      #expect(failed == 0 && third.cases.map { $0["id"]?.text } == ["LT.T/testOne"], "\(third.reason)")
      let (red, fourth) = try await world.report("p")
      #expect(red == 1 && fourth.count("passed") == 2 && fourth.count("failed") == 1, "\(fourth.reason)")
    }
  }

  @Test("the tests of a suite whose trait hangs are told as timed out, at once and once, and all others run")
  func hangingTrait() async throws {
    try await BadInputWorld.with("trait") { world in
      try world.write(Self.manifest("ST"), to: "p/Package.swift")
      try world.write(Self.traits, to: "p/Tests/ST/S.swift")
      let (status, report) = try await world.report("p", "--timeout", "2s")
      let told = Dictionary(uniqueKeysWithValues: report.cases.map { ($0["id"]?.text ?? "", $0) })
      #expect(status == 1 && report.result == "test-failures", "\(report.reason)")
      let outcomes = told.mapValues { $0["outcome"]?.text }
      let (lost, well) = ("timed-out", "passed")
      #expect(
        outcomes == [
          "ST.Outer/Stuck/one()": lost, "ST.Outer/Stuck/two()": lost, "ST.Outer/fine()": well,
          "ST.Slow/fine()": well, "ST.other()": well,
        ])
      let failures = told["ST.Outer/Stuck/one()"]?["failures"]?.elements ?? []
      let why = "the set-up of its suite Outer/Stuck hung (it stood still for 6 s)"
      #expect(
        failures.map { $0["message"]?.text } == ["Timed out: \(why), and it was ended by Bothy"])
      let log = try String(
        contentsOfFile: world.state + "/integrations/local-p/1/log.txt", encoding: .utf8)
      #expect(log.components(separatedBy: "--event-stream-output-path").count == 2, "\(log)")
    }
  }

  /// One hangs, another waits for it as long as a test may and longer, and works.
  private static let traits = """
    import Foundation
    import Testing
    struct Hangs: SuiteTrait, TestScoping {
      func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
      ) async throws { while true { try await Task.sleep(for: .seconds(1)) } }
    }
    struct TakesTime: SuiteTrait, TestScoping {
      func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
      ) async throws {
        try await Task.sleep(for: .seconds(3))
        try await body()
      }
    }
    @Suite struct Outer {
      @Suite(Hangs()) struct Stuck {
        @Test func one() {}
        @Test func two() {}
      }
      @Test func fine() {}
    }
    @Suite(TakesTime()) struct Slow { @Test func fine() {} }
    @Test func other() {}

    """
}
