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
    let package = PackageDescription(name: "P", path: folder, targets: [target])
    let conditions = BuildConditions(
      package: package, manifest: "traits: Extra", configuration: .debug,
      toolchain: "Swift 6.3.1 (x86_64-unknown-linux-gnu)")
    let places = TestPlaces(TestSource.all(of: package, conditions, read: CompiledSources(in: folder).bytes))
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

  @Test(
    "a test is the one that its own class declares, in code that is built here",
    arguments: [
      ("class A: B {\n final class Mock { func load() {} }\n override func testX() throws {}\n}", "A", 3),
      ("class A: XCTestCase {\n/*\n func testX() {}\n*/\n func testX() {}\n}", "A", 5),
      ("class A: XCTestCase {\nlet t = \"\"\"\n func testX() {\n\"\"\"\n func testX() {}\n}", "A", 5),
      ("class A: XCTestCase {\n struct S { func testX() {} }\n func testX() {}\n}", "A", 3),
      ("class A: XCTestCase {\n func testY() {\n  func testX() {}\n }\n func testX() {}\n}", "A", 5),
      ("class A: XCTestCase {\n var v: Int { 1 }\n func\n  testX() throws {}\n}", "A", 3),
      ("class A: XCTestCase {\n static func testX() {}\n func testX() {}\n}", "A", 3),
      ("class A: XCTestCase {\n func testX(_ a: Int = { 1 }()) {}\n func testX() {}\n}", "A", 3),
      ("private extension A where Self: B {\n func test() {}\n @MainActor func testX() async {}\n}", "A", 3),
      ("extension T.A {\n func testX() {}\n}", "A", 2),
      ("class A: XCTestCase {\n let s = \"\\(f { \"}\" })\"\n func testX() {}\n}", "A", 3),
      ("class Q {}\nclass A<T: C>: Q where T: D {\n func testX() {}\n}", "A", 3),
    ])
  func declared(source: String, suite: String, line: Int) throws {
    #expect(try self.line(suite, "testX", in: source) == line)
  }

  @Test(
    "what a condition leaves out is no declaration, and of two that may be built none is taken",
    arguments: [
      ("#if os(macOS)", 5), ("#if os(Linux)", 3), ("#if !os(Linux)", 5), ("#if os(iOS) || os(Linux)", 3),
      ("#if canImport(Darwin)", 5), ("#if canImport(Foundation) && !canImport(UIKit)", 3), ("#if DEBUG", 3),
      ("#if NEVER_DEFINED", 5), ("#if Extra", nil), ("#if Extra && false", 5), ("#if swift(>=5.5)", 3),
      ("#if swift(>=99)", 5), ("#if compiler(>=6.3)", 3), ("#if compiler(<6)", 5), ("#if (os(Linux))", 3),
      ("#if targetEnvironment(simulator)", 5), ("#if canImport(SomethingElse)", nil), ("#if true", 3),
    ])
  func conditions(condition: String, line: Int?) throws {
    let source = "class A: XCTestCase {\n\(condition)\n func testX() {}\n#else\n func testX() {}\n#endif\n}"
    #expect(try self.line("A", "testX", in: source) == line)
  }

  @Test("a module of the package that was not built, as it is for other platforms, cannot be imported")
  func unbuilt() {
    let package = PackageDescription(
      name: "P", path: "/",
      targets: ["OnlyMac", "Lib"].map {
        PackageDescription.Target(name: $0, type: "library", path: $0, sources: ["S.swift"])
      })
    func names(_ built: Set<String>?) -> [String] {
      let conditions = BuildConditions(
        package: package, manifest: "", configuration: .debug, toolchain: "6.3.1", built: built)
      let source = "#if canImport(OnlyMac)\nclass Mac {}\n#else\nclass Other {}\n#endif"
      return TestDeclarations(Array(source.utf8), conditions: conditions).types
        .filter { $0.condition.answer == .yes }.map(\.name)
    }
    #expect(names(["Lib"]) == ["Other"])
    #expect(names(["Lib", "OnlyMac"]) == ["Mac"] && names(nil) == ["Mac"])
  }

  @Test("conditions stand in each other, and the first that holds leaves nothing to the others")
  func nestedConditions() throws {
    let source = """
      #if os(Windows)
      class A: XCTestCase { func testX() {} }
      #elseif os(Linux)
      #if DEBUG
      class A: XCTestCase {
        #if arch(wasm32)
        func testX() {}
        #else
        func testX() {}
        #endif
      }
      #else
      class A: XCTestCase { func testX() {} }
      #endif
      #elseif true
      class A: XCTestCase { func testX() {} }
      #else
      class A: XCTestCase { func testX() {} }
      #endif
      """
    #expect(try line("A", "testX", in: source) == 9)
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

  @Test("what tells no place is shown where its test is declared, and marked so")
  func declarations() {
    var test = TestCase(
      id: "T.S/testX", library: .xctest, target: "T", suite: "S", name: "testX", outcome: .failed)
    test.failures = [
      TestFailure(message: "threw", file: nil, line: nil, kind: .thrownError),
      TestFailure(message: "1 ≠ 2", file: "T.swift", line: 9, kind: .assertion),
    ]
    test.crash = TestCrash(signal: nil, message: "died", file: nil, line: nil, frames: [])
    #expect(test.withPlaces == test, "nobody knows where it is declared")
    (test.file, test.line) = ("T.swift", 7)
    let placed = test.withPlaces
    #expect(placed.failures.map(\.line) == [7, 9])
    #expect(placed.failures.map(\.placeWords) == [" (where it is declared)", ""])
    #expect(placed.crash?.line == 7 && placed.crash?.isAtDeclaration == true)
  }
}
