import Formats
import Model
import Testing

@testable import Integrator

@Suite("Checks that nobody hears") struct UnheardChecksTests {
  /// For the source of one test target, all of whose tests ran: the tests, where it is and why.
  private func rows(
    _ source: String, support: String = "", elsewhere: String = "", _ hears: UnheardChecks.Hearing = .none,
    outcome: TestOutcome = .passed
  ) -> [DidNotRun] {
    let conditions = BuildConditions(
      package: PackageDescription(name: "P", path: "/", targets: []), manifest: "", configuration: .debug,
      toolchain: "Swift 6.3.1 (x86_64-unknown-linux-gnu)")
    func read(_ name: String, _ text: String, type: String) -> TestSource {
      TestSource(
        file: PackagePath("\(name)/S.swift"),
        target: PackageDescription.Target(name: name, type: type, path: name, sources: ["S.swift"]),
        declarations: TestDeclarations(Array(text.utf8), conditions: conditions))
    }
    let tests = read("T", source, type: "test")
    let cases = tests.declarations.functions.filter { $0.isSwiftTesting || $0.name.hasPrefix("test") }.map {
      function in
      let suite = function.type.map { tests.declarations.types[$0].name } ?? ""
      let name = function.name + (function.isSwiftTesting ? "()" : "")
      var test = TestCase(
        id: TestID("T.\(suite)/\(name)"), library: function.isSwiftTesting ? .swiftTesting : .xctest,
        target: "T", suite: suite, name: name, outcome: outcome)
      (test.file, test.line) = ("T/S.swift", function.firstLine)
      return test
    }
    let others = [read("Support", support, type: "library"), read("Other", elsewhere, type: "test")]
    return UnheardChecks([tests] + others, cases, hears).rows
  }

  private func told(_ rows: [DidNotRun]) -> [String] { rows.map { "\($0.name) \($0.line ?? 0)" } }

  @Test("are none where a function asks which library runs it, or tells both")
  func bothHear() {
    let source = """
      import Testing
      import XCTest
      func asks(_ n: Int) { if Test.current != nil { Issue.record("no") } else { XCTFail("no") } }
      func leaves(_ n: Int) { guard Testing.Test.current == nil else { return }; XCTFail("no") }
      func tells(_ n: Int) { XCTFail("no"); Issue.record("no") }
      @Test func one() { asks(1); leaves(1); tells(1) }
      @Test func own() { #expect(true); XCTFail("no") }
      final class C: XCTestCase {
        func testOne() { asks(1); leaves(1); tells(1) }
        func testOwn() { XCTAssertTrue(true); #expect(true) }
      }

      """
    #expect(told(rows(source)) == ["own() 7", "testOwn 10"])
  }

  @Test("are also what Swift Testing confirms or knows, where XCTest runs it")
  func confirmations() {
    let source = """
      import Testing
      import XCTest
      final class C: XCTestCase {
        func testConfirms() async { await confirmation("never") { _ in } }
        func testTrails() async { await confirmation { _ in } }
        func testKnows() { withKnownIssue { XCTAssertTrue(true) } }
        func testOther() { mine.confirmation("never") }
      }
      @Test func confirms() async { await confirmation { $0() } }

      """
    #expect(told(rows(source)) == ["testConfirms 4", "testTrails 5", "testKnows 6"])
    #expect(told(rows("func confirmation(_ s: String) {}\n" + source)) == ["testKnows 7"])
  }

  @Test("are not what a name means there otherwise, and another target's own name is nobody else's")
  func names() {
    let source = """
      import Testing
      import XCTest
      func fails(_ n: Int) { XCTFail("no") }
      func records(_ n: Int) { #expect(n == 1) }
      extension Issue { static func often() {} }
      @Test func within() { func fails(_ n: Int) { #expect(n == 1) }; fails(1) }
      @Test func value() { let fails = { (n: Int) in #expect(n == 1) }; fails(1) }
      func calls(_ fails: (Int) -> Void) { fails(1) }
      @Test func parameter() { calls { _ in } }
      @Test func own() { fails(1) }
      final class C: XCTestCase {
        func testWithin() { func records(_ n: Int) { XCTAssertEqual(n, 1) }; records(1) }
        func testOwn() { records(1) }
        func testIssue() { Issue.record("no") }
        func testType() { struct Issue { static func record(_ n: Int) {} }; Issue.record(1) }
      }

      """
    let elsewhere = "func XCTFail(_ text: String) {}\nfunc records(_ n: Int) {}\n"
    #expect(told(rows(source, elsewhere: elsewhere)) == ["own() 3", "testOwn 4", "testIssue 14"])
    let clean = "import Testing\n@Test func one() { farther(1) }\n"
    let support = "import XCTest\nfunc farther(_ n: Int) { far(n) }\nfunc far(_ n: Int) { XCTFail() }\n"
    #expect(told(rows(clean, support: support)) == ["one() 3"])
  }

  @Test("are XCTest's in a test of Swift Testing, its own and those of what it calls")
  func xctest() {
    let source = """
      import Testing
      import XCTest
      func check(_ n: Int) { XCTAssertEqual(n, 1) }
      func around() async { check(2) }
      func hidden() { XCTFail() }
      struct S {
        @Test func own() { XCTFail("no"); XCTAssertTrue(false) }
        @Test func awaited() async { await Task.yield(); XCTest.XCTAssertNil(1) }
        @Test func helped() { check(2) }
        @Test func helpedTwice() async { await around() }
        @Test func beside() { assertIt() }
        @Test
        func heard() throws { #expect(true); _ = try XCTUnwrap(1); other.hidden(); mine.XCTFail() }
        @Test func shown() { print("XCTFail()"); let XCTFail = 1 }
        @Test func elsewhere() {
          #if os(Windows)
            XCTFail()
          #else
            #expect(true)
          #endif
        }
        @Test func supported() { support() }
        private func assertIt() { XCTAssert(false) }
      }
      final class C: XCTestCase { func testX() { XCTFail(); check(2) } }
      """
    let found = rows(source, support: "import XCTest\npublic func support() { XCTFail() }")
    #expect(
      told(found) == [
        "own() 7", "awaited() 8", "helped() 3", "helpedTwice() 3", "beside() 23", "supported() 2",
      ])
    #expect(
      found.map(\.why).prefix(3) == [
        "`XCTFail` is of XCTest: Swift Testing, which runs this test, does not hear of its failure, nor of "
          + "1 more like it",
        "`XCTAssertNil` is of XCTest: Swift Testing, which runs this test, does not hear of its failure",
        "`XCTAssertEqual` in `check`, which it calls, is of XCTest: Swift Testing, which runs this test, "
          + "does not hear of its failure",
      ])
    #expect(found.last?.file == "Support/S.swift" && found.allSatisfy { $0.kind == .unheard })
    #expect(rows(source, outcome: .skipped).isEmpty)
    var hears = UnheardChecks.Hearing()
    hears.ofXCTest = true
    #expect(rows(source, hears).isEmpty)
  }

  @Test("are Swift Testing's in a test of XCTest, but for what throws")
  func swiftTesting() {
    let source = """
      import Testing
      import XCTest
      func check(_ n: Int) { #expect(n == 1) }
      final class C: XCTestCase {
        func testOwn() { #expect(1 == 2) }
        func testAwaited() async { await Task.yield(); #expect(1 == 2) }
        func testHelped() { check(2) }
        func testRecorded() { Issue.record("no") }
        func testHeard() throws { try #require(1 == 2); XCTAssertEqual(1, 2) }
      }
      """
    let found = rows(source)
    #expect(told(found) == ["testOwn 5", "testAwaited 6", "testHelped 3", "testRecorded 8"])
    #expect(
      found.first?.why
        == "`#expect` is of Swift Testing: XCTest, which runs this test, does not hear of its failure")
    #expect(rows(source.replacing("import Testing\n", with: "")).count == 3, "another `Issue` may be meant")
    var hears = UnheardChecks.Hearing()
    hears.ofSwiftTesting = true
    #expect(rows(source, hears).isEmpty)
  }

  @Test("are none where the package has functions of its own by these names")
  func ownNames() {
    let source = """
      func XCTFail(_ text: String = "") { #expect(Bool(false)) }
      func twice() { XCTAssert(false) }
      extension S { func twice() {} }
      struct S { @Test func a() { XCTFail() }; @Test func b() { twice() } }
      """
    #expect(told(rows(source)).isEmpty)
  }
}
