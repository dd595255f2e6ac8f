import Formats
import Foundation
import Kit
import Model
import Testing

@testable import Integrator

@Suite struct TestPlacesTests {
  private let scratch: ScratchFolder
  private var folder: String { scratch.path }

  init() throws { scratch = try ScratchFolder("places") }

  func line(_ suite: String, _ name: String, in source: String) throws -> Int? {
    try Data(source.utf8).write(to: URL(fileURLWithPath: folder + "/T.swift"))
    let target = PackageDescription.Target(name: "T", type: "test", path: ".", sources: ["T.swift"])
    let places = TestPlaces(
      package: PackageDescription(name: "P", path: folder, targets: [target]), packageFolder: folder)
    let test = TestCase(
      id: TestID("T.\(suite)/\(name)"), library: .xctest, target: "T", suite: suite, name: name,
      outcome: .passed)
    return places.place(of: test)?.line
  }

  @Test(
    "a test's line is found whatever stands around it",
    arguments: [
      ("final class A: XCTestCase { func testA() {} ; func test日本() {} }", "A", "test日本", 1),
      ("class A: XCTestCase {\n  class override func setUp() {}\n  func testX() {}\n}", "A", "testX", 3),
      ("class A: XCTestCase {\n  class var x = 1\n  func testX() {}\n}", "A", "testX", 3),
      ("/* the class B */\nclass A: XCTestCase {\n  func testX() {}\n}", "A", "testX", 3),
      ("class A: XCTestCase {}\n// class B\nextension A {\n  @MainActor func testX() {}\n}", "A", "testX", 4),
    ])
  func plain(source: String, suite: String, name: String, line: Int) throws {
    let other = "\nclass Z: XCTestCase {\n  func testX() {}\n  func test日本() {}\n}\n"
    #expect(try self.line(suite, name, in: source + other) == line)
  }

  @Test("an inherited test stands where the class that it comes from declares it")
  func inherited() throws {
    let source = """
      class One: XCTestCase {
        func testCommon() {}
      }
      class Two: XCTestCase {
        func testCommon() {}
      }
      class Middle : Two, @unchecked Sendable {}
      final class Last: Middle {}
      """
    #expect(try line("Last", "testCommon", in: source) == 5)
    #expect(try line("Elsewhere", "testCommon", in: source) == nil, "it could be either")
    #expect(try line("Elsewhere", "testNone", in: source) == nil)
  }
}
