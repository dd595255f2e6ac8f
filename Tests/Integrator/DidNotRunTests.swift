import Formats
import Model
import Testing

@testable import Integrator

@Suite struct DidNotRunTests {
  /// For the source of one test target; `told` are the tests that ran, as `Class/method`.
  func rows(
    _ source: String, told: [String] = [], helpers: String? = nil, entry: String? = nil,
    selection: TestSelection? = nil, unasked: [String] = []
  ) -> [DidNotRun] {
    let conditions = BuildConditions(
      package: PackageDescription(name: "P", path: "/", targets: []), manifest: "", configuration: .debug,
      toolchain: "Swift 6.3.1 (x86_64-unknown-linux-gnu)")
    func read(_ name: String, _ text: String, type: String) -> TestSource {
      TestSource(
        file: PackagePath("\(name)/S.swift"),
        target: PackageDescription.Target(
          name: name, type: type, path: name, sources: ["S.swift"],
          dependencies: type == "test" && helpers != nil ? ["Helpers"] : []),
        declarations: TestDeclarations(Array(text.utf8), conditions: conditions))
    }
    let sources =
      [read("T", source, type: "test")] + (helpers.map { [read("Helpers", $0, type: "library")] } ?? [])
    func test(_ name: String) -> TestCase {
      let cut = name.lastIndex(of: "/")
      var test = TestCase(
        id: TestID("T.\(name)"), library: name.hasSuffix(")") ? .swiftTesting : .xctest, target: "T",
        suite: cut.map { String(name[..<$0]) } ?? "",
        name: cut.map { String(name[name.index(after: $0)...]) } ?? name, outcome: .passed)
      test.file = "T/S.swift"
      return test
    }
    return DidNotRunSearch.rows(
      sources, PackageDescription(name: "P", path: "/", targets: sources.map(\.target)), told.map(test),
      entry: entry.map { TestEntryPoint(file: "Tests/LinuxMain.swift", Array($0.utf8)) },
      selection: selection,
      unasked: unasked.map(test))
  }

  @Test(
    "what is imported by its kind is no type that begins there",
    arguments: ["class", "struct", "enum", "protocol", "typealias", "func"])
  func imported(kind: String) {
    let tests = "class A: XCTestCase { func testA() {}\n func testB() {} }\n"
    let source = "import \(kind) Lib.Base\n\n" + tests
    #expect(rows(source, told: ["A/testA"]).map { "\($0.kind.rawValue) \($0.name)" } == ["test testB"])
  }

  @Test(
    "where only some tests were asked for, those classes and targets are told that were and did not run",
    arguments: [
      ([], ["A/testX"], ["A/testZ"], ["suite B"]), (["B/"], [], ["A/testX", "A/testZ"], ["suite B"]),
      (["A/"], ["A/testX", "A/testY", "A/testZ"], [], []),
      (["A/testY"], [], ["A/testX", "A/testZ"], ["test testY"]),
      (["B/"], [], [], ["target T"]), (["Elsewhere"], [], [], []),
      (["T.*B|A/testX"], ["A/testX"], [], ["suite B"]),
    ] as [([String], [String], [String], [String])])
  func selected(filters: [String], told: [String], unasked: [String], expected: [String]) {
    let source = """
      class A: XCTestCase { func testX() {}; func testY() {}; func testZ() {} }
      private class B: XCTestCase { func testB() {}; func testC() {} }
      """
    let skips = filters.isEmpty ? ["A/testY"] : []
    let found = rows(
      source, told: told, selection: TestSelection(filters: filters, skips: skips), unasked: unasked)
    #expect(found.filter { $0.kind != .filtered }.map { "\($0.kind.rawValue) \($0.name)" } == expected)
    // Which ran of those that failed is another question.
    let failed = TestSelection(filters: filters, skips: skips, failedIn: 3)
    #expect(rows(source, told: told, selection: failed).filter { $0.kind != .filtered } == [])
  }

  @Test("suites of one name in others, and raw names of any characters, are kept apart")
  func nested() {
    let source = """
      struct Reader { struct Errors { @Test func empty() {}; @Test func short() {} } }
      struct Writer { struct Errors { @Test func empty() {} } }
      struct Errors { @Test func empty() {} }
      extension Reader.Errors { @Test func long() {} }
      @Suite struct `Reads / writes` { @Test func raw() {} }
      @Suite struct `of v1.0` { @Test func raw() {} }
      @Test func raw() {}
      """
    let all = [
      "Reader/Errors/empty()", "Reader/Errors/short()", "Writer/Errors/empty()", "Errors/empty()",
      "Reader/Errors/long()", "`Reads / writes`/raw()", "`of v1.0`/raw()", "raw()",
    ]
    #expect(rows(source, told: all) == [])
    for index in all.indices {
      let others = all.enumerated().filter { $0.offset != index }.map(\.element)
      let left = rows(source, told: others, selection: TestSelection(filters: [], skips: [all[index]]))
      #expect(left.map(\.tests) == [1], "\(all[index])")
      #expect(rows(source, told: others).map(\.tests) == [1], "\(all[index])")
    }
  }

  func found(_ source: String, told: [String] = ["A/testX"], helpers: String? = nil) -> [String] {
    rows(source, told: told, helpers: helpers).map { "\($0.kind.rawValue) \($0.name):\($0.line ?? 0)" }
  }

  @Test(
    "what XCTest takes for no test is not missed",
    arguments: [
      ("private func testA() {}", ""), ("func testA(_ n: Int) {}", ""), ("static func testA() {}", ""),
      ("func testA() throws -> [Int] { [] }", ""), ("func testA<T>() {}", ""), ("func testA()", ""),
      ("func check() { func testA() {} }", ""), ("// func testA() {}", ""),
      ("func tester() {}", "test tester:3"), ("func testA() throws {}", "test testA:3"),
    ])
  func members(member: String, expected: String) {
    let source = "class A: XCTestCase {\nfunc testX() {}\n\(member)\n}\nfunc testB() { XCTFail() }"
    #expect(found(source).joined(separator: " ") == expected)
  }

  @Test(
    "what an `#if` leaves out is told by its type where that is left out whole, and never when its twin ran",
    arguments: [
      ("#if os(macOS)\nfunc testA() {}\n#endif", ["condition testA:4"]),
      ("#if os(macOS)\nfunc testX() {}\n#endif", []),
      ("#if os(Linux)\n#else\nfunc testA() {}\n#endif", ["condition testA:5"]),
      ("#if canImport(Strange)\nfunc testA() {}\n#endif", ["condition testA:4"]),
      (
        "}\n#if os(macOS)\nclass B: XCTestCase {\nfunc testA() {}\nfunc testB() {}\n}\n#endif\nclass C {",
        ["condition B:5"]
      ),
      ("#if os(macOS)\nprivate func testA() {}\nfunc testB(_ n: Int) {}\n#endif", []),
      ("#if os(macOS)\nfunc helper() {}\n#endif", []),
    ])
  func conditions(part: String, expected: [String]) {
    #expect(found("class A: XCTestCase {\nfunc testX() {}\n\(part)\n}") == expected)
  }

  @Test("a class runs through those that inherit from it, also a generic one and one of another target")
  func inherited() {
    let source = """
      class Base: XCTestCase { func testA() {} }
      final class One: Base { override func testA() {} }
      class Generic<T>: XCTestCase { func testB() {} }
      final class Ints: Generic<Int> {}
      class Unused<T>: XCTestCase { func testC() {}; func testD() {} }
      final class Here: Shared {}
      private class Hidden: XCTestCase { func testE() {} }
      """
    let told = ["One/testA", "Ints/testB", "Here/testS"]
    let helpers = """
      open class Shared: XCTestCase { func testS() {} }
      open class Lonely: XCTestCase { func testL() {} }
      """
    #expect(
      found(source, told: told, helpers: helpers) == ["suite Lonely:2", "suite Unused:5", "suite Hidden:7"])
  }

  @Test("a class that only inherits its tests is told, as nothing finds it")
  func heirs() {
    let source = """
      class Base: XCTestCase { func testA() {}; func testB() {} }
      class Middle: Base { func helper() {} }
      final class One: Middle { func testC() {} }
      final class Two: Middle {}
      class Without: XCTestCase { func helper() {} }
      extension Three { func testD() {} }
      final class Three: Base {}
      #if os(macOS)
      final class Four: Base {}
      #endif
      """
    let told = ["Base/testA", "Base/testB", "One/testA", "One/testB", "One/testC", "Three/testD"]
    let rows = rows(source, told: told)
    #expect(rows.map(\.name) == ["Middle", "Two"] && rows.map(\.line) == [2, 4])
    #expect(rows.map(\.tests) == [2, 2] && rows.allSatisfy { $0.kind == .suite })
    let listed = self.rows(source, told: told, entry: "XCTMain([testCase(Two.allTests)])")
    #expect(listed.map(\.name) == ["Middle"])
  }

  @Test("what a library's class hands on is told of each heir, also where another one has tests of its names")
  func foreignHeirs() {
    let source = """
      final class Over: LibBase { override func testA() {} }
      final class Bare: LibBase { override func number() -> Int { 2 } }
      final class Both: LibBase { override func testA() {}; override func testB() {} }
      """
    let helpers = "open class LibBase: XCTestCase { open func testA() {}; open func testB() {} }"
    #expect(
      found(source, told: ["Over/testA", "Both/testA", "Both/testB"], helpers: helpers)
        == ["suite Bare:2", "test testB:1"])
    #expect(
      found(source, told: ["Over/testA", "Both/testA"], helpers: helpers)
        == ["suite LibBase:1", "suite Bare:2", "test testB:1", "test testB:3"])
  }

  @Test("what is missing is one row for its suite, or for its target where that ran nothing")
  func silence() {
    let source = """
      class B: XCTestCase {
      func testA() {}
      func testB() {}
      }
      struct S { @Test func a() {}
      @Test func b() {} }
      """
    #expect(found(source, told: ["A/testX"]) == ["suite B:1", "suite S:5"])
    #expect(found(source, told: ["B/testB", "S/b()"]) == ["test testA:2", "test a:5"])
    let silent = rows(source)
    #expect(silent.map(\.kind) == [.target])
    #expect(silent.first?.tests == 4 && silent.first?.why == "none of its tests ran")
    #expect(rows("let x = 1").map(\.why) == ["no test is declared in it"])
  }

  @Test("what was not asked for is one row with its number")
  func filtered() {
    let found = rows(
      "class B: XCTestCase {\nfunc testA() {}\n}\nstruct S { @Test func a() {}\n@Test func b() {} }",
      told: ["S/a()"], selection: TestSelection(filters: ["S/a"], skips: []))
    #expect(found.map(\.kind) == [.filtered])
    #expect(found.first?.name == "1 test" && found.first?.why == "this integration ran only S/a")
  }

  @Test("what a selection leaves out of the tests of a library that tests are linked with is counted, too")
  func tellsOfLibraries() {
    let helpers = "import Testing\n@Test func inLib() {}\nstruct S { @Test func inLibToo() {} }"
    func found(_ selection: TestSelection?, told: [String]) -> [String] {
      rows("@Test func a() {}\n@Test func b() {}", told: told, helpers: helpers, selection: selection)
        .map { "\($0.kind.rawValue) \($0.tests)" }
    }
    #expect(found(TestSelection(filters: [], skips: ["b|inLib"]), told: ["a()"]) == ["filtered 3"])
    #expect(found(TestSelection(filters: [], skips: ["inLib"]), told: ["a()", "b()"]) == ["filtered 2"])
    #expect(found(nil, told: ["a()", "b()"]) == [])
  }

  @Test("a Quick spec that no entry file lists is told, and what an entry file leaves out")
  func specs() {
    let source = """
      class One: QuickSpec { override class func spec() { it("a") {} } }
      class Two: AsyncSpec { override class func spec() { it("a") {} } }
      class Base: QuickSpec { override class func spec() {} }
      class Three: Base { override class func spec() {} }
      class Old: XCTestCase { func testA() {} }
      """
    let entry = "import Quick\nQCKMain([One.self, Three.self])"
    let found = rows(source, told: ["One/a"], entry: entry)
    #expect(found.map(\.name) == ["Two", "Old"])
    #expect(found.map(\.kind) == [.noEntry, .suite])
    #expect(found.map(\.why) == Array(repeating: "Tests/LinuxMain.swift does not list it", count: 2))
    #expect(rows(source).filter { $0.kind == .noEntry }.map(\.name) == ["One", "Two", "Three"])
  }

  @Test("what the list of its class leaves out is told as that")
  func lists() {
    let source = "class Old: XCTestCase { func testA() {}; func testB() {} }"
    let found = rows(source, told: ["Old/testA"], entry: "XCTMain([testCase(Old.allTests)])")
    #expect(found.map(\.name) == ["testB"])
    #expect(
      found.map(\.why) == ["the list `Old.allTests`, which Tests/LinuxMain.swift gives to XCTest, lacks it"])
  }

  @Test("of two that look alike, the one that is not found is told, and one alone may be written either way")
  func twins() {
    let (composed, decomposed) = ("test\u{e9}", "teste\u{301}")
    func found(_ names: [String], told: String) -> [Int?] {
      let source = "class C: XCTestCase {\n" + names.map { "func \($0)() {}\n" }.joined() + "}"
      return rows(source, told: ["C/\(told)"]).map(\.line)
    }
    #expect(found([composed, decomposed], told: composed) == [3])
    #expect(found([composed, decomposed], told: decomposed) == [2])
    #expect(found([composed], told: decomposed) == [])
  }

  @Test("one that ran does not speak for its namesakes in other suites of the file")
  func namesakes() {
    let source = "struct A { @Test func a() {} }\nstruct B { @Test func a() {} }\n@Test func a() {}"
    #expect(found(source, told: ["A/a()", "B/a()", "a()"]) == [])
    #expect(found(source, told: ["A/a()", "a()"]) == ["test a:2"])
    #expect(found(source, told: ["A/a()", "B/a()"]) == ["test a:3"])
  }
}
