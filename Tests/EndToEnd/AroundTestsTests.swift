import Foundation
import Kit
import Testing

/// What packages do before their first test and after their last one.
@Suite("Around the tests")
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
}
