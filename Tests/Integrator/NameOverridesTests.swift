import Formats
import Model
import Testing

@testable import Integrator

@Suite("Classes that XCTest calls by other names") struct NameOverridesTests {
  private let sources: [TestSource]

  init() {
    let text = """
      class Base: XCTestCase { override var name: String { "x" } }
      class A: Base { func testX() {} }
      class B: XCTestCase { func testY() {} }
      class C: XCTestCase { override open var name: String { super.name + "!" }; func testZ() {} }
      class D: XCTestCase { override func setUp() { var name = 1 }; func testW() {} }
      """
    let conditions = BuildConditions(
      package: PackageDescription(name: "P", path: "/", targets: []), manifest: "", configuration: .debug,
      toolchain: "Swift 6.3.1 (x86_64-unknown-linux-gnu)")
    sources = [
      TestSource(
        file: "T/S.swift",
        target: PackageDescription.Target(name: "T", type: "test", path: "T", sources: ["S.swift"]),
        declarations: TestDeclarations(Array(text.utf8), conditions: conditions))
    ]
  }

  private func test(_ suite: String, _ name: String) -> TestCase {
    TestCase(
      id: TestID("T.\(suite)/\(name)"), library: .xctest, target: "T", suite: suite, name: name,
      outcome: .passed)
  }

  private func rows(_ told: [TestCase]) -> [String] {
    DidNotRunSearch.rows(
      sources, PackageDescription(name: "P", path: "/", targets: sources.map(\.target)), told
    ).map { "\($0.kind.rawValue) \($0.name)" }
  }

  @Test("they ran, so that none of them is told as one that did not")
  func ran() {
    #expect(rows([test("B", "testY")]) == ["suite D"])
    #expect(rows([]) == ["suite B", "suite D"])
  }

  @Test("it is said which they are, where more ran than was seen")
  func told() {
    let overrides = NameOverrides(sources, TestClasses(sources))
    let seen = [test("B", "testY"), test("D", "testW")]
    #expect(
      overrides.doubt(besides: seen, nil) == "A and C override `name`, which XCTest prints in place of the "
        + "names of their tests, so that nothing tells what became of these")
    let one = overrides.doubt(besides: seen + [test("A", "testX")], nil)
    #expect(one?.hasPrefix("C overrides `name`") == true)
    func doubt(filter: String) -> String? {
      overrides.doubt(besides: seen, TestSelection(filters: [filter], skips: []))
    }
    #expect(doubt(filter: "A/")?.hasPrefix("A overrides") == true)
    #expect(doubt(filter: "B/") == nil)
  }
}
