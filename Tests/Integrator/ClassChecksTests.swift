import Formats
import Model
import Testing

@testable import Integrator

@Suite("Checks in what a class of tests does once")
struct ClassChecksTests {
  private func note(_ text: String, ran suites: String...) -> String? {
    let conditions = BuildConditions(
      package: PackageDescription(name: "P", path: "/", targets: []), manifest: "", configuration: .debug,
      toolchain: "Swift 6.3.1 (x86_64-unknown-linux-gnu)")
    let source = TestSource(
      file: "Tests/T/S.swift",
      target: PackageDescription.Target(name: "T", type: "test", path: "Tests/T", sources: ["S.swift"]),
      declarations: TestDeclarations(Array(text.utf8), conditions: conditions))
    let cases = suites.map {
      TestCase(
        id: TestID("T.\($0)/testA"), library: .xctest, target: "T", suite: $0, name: "testA", outcome: .passed
      )
    }
    return ClassChecks.note([source], cases)
  }

  @Test("are told, as XCTest hears of no failure there")
  func told() {
    let source = """
      class A: XCTestCase {
        override class func setUp() {
          XCTAssertTrue(server.isUp)
        }
        override class func tearDown() { if broken { XCTFail() } }
        override func setUp() { XCTAssertTrue(true) }
        func testA() {}
      }
      """
    #expect(
      note(source, ran: "A")
        == "`XCTAssertTrue` in `class func setUp` of A (Tests/T/S.swift:3), "
        + "`XCTFail` in `class func tearDown` "
        + "of A (Tests/T/S.swift:5): no test runs there, so that XCTest hears of no failure of theirs.")
    #expect(note(source, ran: "B") == nil, "nothing of it ran")
  }

  @Test("are told too where what is called there has them")
  func called() {
    let source = """
      func check() { prepare() }
      func prepare() { XCTAssertEqual(1, 2) }
      class A: XCTestCase {
        override class func setUp() { check() }
        func testA() { check() }
      }
      """
    #expect(
      note(source, ran: "A")
        == "`XCTAssertEqual` in `prepare` (Tests/T/S.swift:2), which `class func setUp` of A calls: "
        + "no test runs there, so that XCTest hears of no failure of it.")
  }

  @Test("are none where they are not built, are somebody's own, or each test does them")
  func none() {
    let source = """
      func XCTFail() {}
      class A: XCTestCase {
        static func setUp() {
          XCTFail()
          #if os(macOS)
            XCTAssertTrue(false)
          #endif
          own.XCTAssertNil(1)
        }
        class func setUp(_ it: Int) { XCTAssertTrue(false) }
        override func tearDown() { XCTAssertTrue(false) }
      }
      """
    #expect(note(source, ran: "A") == nil)
  }
}
