import Formats
import Foundation
import Kit
import Model
import Testing

@testable import Integrator

@Suite struct LateFailuresTests {
  private static let source = """
    class A: XCTestCase {
      func testA() {
        later { XCTFail() }
      }
      func testB() { wait() }
      func testC() { XCTFail() }
      func helper() { XCTFail() }
      func testD() { XCTFail() }
      func testE() { testD() }
    }
    class B: A {
      override func testC() {}
    }
    """

  private func owner(of name: String, in suite: String = "A", failing lines: Int?...) throws -> String? {
    let scratch = try ScratchFolder("late")
    defer { scratch.remove() }
    try Data(Self.source.utf8).write(to: URL(fileURLWithPath: scratch.path + "/T.swift"))
    let target = PackageDescription.Target(name: "T", type: "test", path: ".", sources: ["T.swift"])
    let package = PackageDescription(name: "P", path: scratch.path, targets: [target])
    let conditions = BuildConditions(
      package: package, manifest: "", configuration: .debug, toolchain: "Swift 6.3.1 (x86_64)")
    let late = LateFailures(TestSource.all(of: package, in: scratch.path, conditions))
    var row = TestCase(
      id: TestID("T.\(suite)/\(name)"), library: .xctest, target: "T", suite: suite, name: name,
      outcome: .failed)
    row.failures = lines.map { TestFailure(message: "", file: "T.swift", line: $0, kind: .assertion) }
    return late.owner(of: row)
  }

  @Test("what failed in another test's body came late")
  func late() throws {
    #expect(try owner(of: "testB", failing: 3) == "A/testA")
    #expect(try owner(of: "testB", failing: 2, 4) == "A/testA")
    #expect(try owner(of: "testC", in: "B", failing: 3) == "A/testA")
  }

  @Test("its own body, a helper's, one that somebody calls and what has no place are none of that")
  func own() throws {
    #expect(try owner(of: "testB", failing: 5) == nil)
    #expect(try owner(of: "testB", failing: 7) == nil)
    #expect(try owner(of: "testE", failing: 8) == nil)
    #expect(try owner(of: "testC", in: "B", failing: 6) == nil)
    #expect(try owner(of: "testB", failing: 3, 5) == nil)
    #expect(try owner(of: "testB", failing: 3, nil) == nil)
    #expect(try owner(of: "testB") == nil)
  }
}
