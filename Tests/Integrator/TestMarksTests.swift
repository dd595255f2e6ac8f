import Formats
import Foundation
import Kit
import Model
import Testing

@testable import Integrator

@Suite struct TestMarksTests {
  private func marks(_ source: String) -> [String: TestBody] {
    let declarations = TestDeclarations(Array(source.utf8), conditions: BuildConditions())
    let all = declarations.functions.compactMap { function in
      function.mark(in: declarations.code).map { (function.name, $0) }
    }
    return Dictionary(all) { first, _ in first }
  }

  @Test(
    "comments, blanks and the name do not count, every token of the body does",
    arguments: [
      ("func b() {\n  // said\n  check( 1 ,\n 2) /* so */ }", true),
      ("@Test(\"shown\", .tags(.slow)) private func b() async throws { check(1, 2) }", true),
      ("func b() { check(1, 3) }", false), ("func b() { check(1, 2); check(1, 2) }", false),
      ("func b() { check(12) }", false), ("func b() { check(\"1, 2\") }", false),
      ("func b() { other(1, 2) }", false), ("func b() { await check(1, 2) }", false),
      ("func b(_ n: Int) { check(1, 2) }", false),
      ("@Test(arguments: [1, 2]) func b() { check(1, 2) }", false),
    ])
  func tokens(other: String, isSame: Bool) throws {
    let found = marks("func a() { check(1, 2) }\n" + other)
    let (one, two) = (try #require(found["a"]), try #require(found["b"]))
    #expect((one == two) == isSame)
  }

  @Test("how deep a text of several lines is indented does not count, what it says does")
  func longTexts() {
    func text(_ blanks: String, _ words: String) -> String {
      "{ check(\"\"\"\n\(blanks)\(words)\n\(blanks)\"\"\") }"
    }
    let found = marks(
      "func a() \(text("  ", "x y")); func b() \(text("      ", "x y")); func c() \(text("  ", "x  y"))")
    #expect(found["a"] == found["b"] && found["a"] != found["c"])
  }

  @Test("the arguments of a parametrized test are a part of it, what it is called and tagged is not")
  func arguments() {
    let found = marks(
      """
      @Test("one", arguments: [1, 2]) func a(n: Int) { check(n) }
      @Test(.tags(.x), arguments: [1,2]) func b(n: Int) { check(n) }
      @Test(arguments: [1, 3]) func c(n: Int) { check(n) }
      """)
    #expect(found["a"] == found["b"] && found["a"] != found["c"])
  }

  @Test("the bodies of ten thousand tests are read at once", .timeLimit(.minutes(5)))
  func many() {
    let test =
      "func test0() throws {\n  let list = [1, 2, 3]\n  XCTAssertEqual(list.map { $0 + 1 }, [2, 3, 4])\n}\n"
    let file = Array(("class T: XCTestCase {\n" + String(repeating: test, count: 100) + "}\n").utf8)
    let clock = ContinuousClock()
    let reading = clock.measure {
      for _ in 0..<100 { _ = TestDeclarations(file, conditions: BuildConditions()) }
    }
    let declarations = TestDeclarations(file, conditions: BuildConditions())
    let marking = clock.measure {
      for _ in 0..<100 { for one in declarations.functions { _ = one.mark(in: declarations.code) } }
    }
    #expect(declarations.functions.count == 100)
    #expect(marking < reading * 10 + .seconds(10), "\(marking), and \(reading) for reading")
  }

  @Test("one of several of a name is called as beside the others, also where they do not run")
  func toldApart() throws {
    func test(_ name: String, _ file: PackagePath, _ line: Int, of suite: String = "") -> TestCase {
      var test = TestCase(
        id: TestID("T\(suite.isEmpty ? "" : ".")\(suite).\(name)"), library: .swiftTesting, target: "T",
        suite: suite, name: name)
      (test.file, test.line) = (file, line)
      return test
    }
    let places = try places([
      "A.swift": "@Test private func one() {}\n@Test private func own() {}\n",
      "B.swift": """
      @Test private func one() {}
      private struct S { @Test func two() {} }
      @Test private func with(_ n: Int) {}
      """,
      "C.swift": """
      private extension S { @Test func two() {} }
      private struct S {}
      extension S {
        @Test func two() {}
      }
      @Test private func with(_ n: String) {}
      """,
    ])
    let told = [
      test("one()", "A.swift", 1), test("own()", "A.swift", 2), test("one()", "B.swift", 1),
      test("two()", "B.swift", 2, of: "S"), test("two()", "C.swift", 4, of: "S"),
      test("with(_:)", "B.swift", 3),
    ].map { places.toldApart($0).id.rawValue }
    #expect(
      told == [
        "T.one()/A.swift", "T.own()", "T.one()/B.swift", "T.S.two()/B.swift", "T.S.two()/C.swift#2",
        "T.with(_:)",
      ])
    var whole = test("one()", "A.swift", 1)
    whole.id = "T.one()/A.swift"
    #expect(places.toldApart(whole) == whole)
  }

  private func places(_ files: [String: String]) throws -> TestPlaces {
    let scratch = try ScratchFolder("marks")
    for (name, text) in files {
      try Data(text.utf8).write(to: scratch.url.appending(path: name))
    }
    let target = PackageDescription.Target(name: "T", type: "test", path: ".", sources: files.keys.sorted())
    let package = PackageDescription(name: "P", path: scratch.path, targets: [target])
    return TestPlaces(
      TestSource.all(of: package, BuildConditions(), read: CompiledSources(in: scratch.path).bytes))
  }

  private func cases(_ files: [String: String], _ tests: [TestCase]) throws -> [TestBody?] {
    let places = try places(files)
    return tests.map { $0.library == .xctest ? places.place(of: $0)?.body : places.body(of: $0) }
  }

  @Test("each test has the body of its own function, whatever stands around it")
  func bodies() throws {
    func test(_ suite: String, _ name: String, _ line: Int, _ file: PackagePath = "S.swift") -> TestCase {
      var test = TestCase(
        id: TestID("T.\(suite)/\(name)"), library: line > 0 ? .swiftTesting : .xctest, target: "T",
        suite: suite, name: name)
      if line > 0 { (test.file, test.line) = (file, line) }
      return test
    }
    let found = try cases(
      [
        "S.swift": """
        @Suite struct S { struct In {
          @MainActor
          @Test("shown")
          func a() { check(1, 2) } }
          @Test func over(_ n: Int) { check(n) }; @Test func over(_ n: String) { check(n) }
          @Test func `raw, name`() { check(1, 2) }
        }
        """,
        "E.swift": "extension S.In { @Test func b() { check( 1, 2 ) } }\n",
        "X.swift": """
        class Base: XCTestCase { func testA() { check(1, 2) } }
        final class Sub: Base { }
        """,
      ],
      [
        test("S/In", "a()", 3), test("S/In", "b()", 1, "E.swift"), test("S", "`raw, name`()", 6),
        test("Sub", "testA", 0), test("S", "over(_:)", 5), test("S", "none()", 4),
      ])
    #expect(found[0] != nil && found[0..<4].allSatisfy { $0 == found[0] })
    #expect(found[4] == nil && found[5] == nil, "two stand there, or none")
  }
}
