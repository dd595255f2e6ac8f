import Coverage
import Model
import Testing
import Words

@testable import Integrator

/// Sources of test targets, by target and file, before and after a change.
@Suite("Which tests a change in the sources of tests concerns")
struct OwnTestsTests {
  private let manyTests = """
    import XCTest
    final class A: XCTestCase {
      func testOne() { XCTAssertEqual(1, 1) }
      func testTwo() { XCTAssertEqual(2, 2) }
    }
    """

  private func marks(
    _ sources: [String: String], uses: [String: [String]], files: String = "", people: String = ""
  ) -> [String: TestTargetMarks] {
    var targets: [String: PackageDescription.Target] = [:]
    for name in Set(sources.keys.map { String($0.prefix { $0 != "/" }) }).sorted() {
      let own = sources.keys.filter { $0.hasPrefix(name + "/") }.map { String($0.dropFirst(name.count + 1)) }
      targets[name] = PackageDescription.Target(
        name: name, type: name.hasSuffix("Tests") ? "test" : "library", path: name, sources: own.sorted(),
        dependencies: uses[name] ?? [])
    }
    let package = PackageDescription(
      name: "P", path: "/p", targets: targets.sorted { $0.key < $1.key }.map(\.value))
    let read = sources.sorted { $0.key < $1.key }.compactMap { path, text -> TestSource? in
      guard let target = targets[String(path.prefix { $0 != "/" })] else { return nil }
      return TestSource(
        file: PackagePath(path), target: target,
        declarations: TestDeclarations(Array(text.utf8), conditions: BuildConditions()))
    }
    let own = OwnTests(read, in: package, forPeople: FilesForPeople(names: ["docs", "a.md"]) { people }) {
      sources.sorted { $0.key < $1.key }.map(\.value).joined()
    }
    var (texts, felts): ([String: ContentMark], [String: ContentMark]) = ([:], [:])
    for source in read where source.target.isTest {
      let module = source.target.c99name
      texts[module, default: ContentMark()].add(own.rest(of: source.file) ?? ContentMark())
      felts[module, default: ContentMark()].add(own.felt(of: source.file) ?? ContentMark())
    }
    return own.marks(texts: texts, felts: felts, files: ContentMark(files))
  }

  /// Those of these tests, as `ATests.A/testOne`, that the change of one file concerns.
  private func concerned(
    _ tests: [String], _ sources: [String: String], _ file: String, _ old: String, _ new: String,
    uses: [String: [String]] = [:]
  ) throws -> [String] {
    var after = sources
    let text = try #require(sources[file])
    try #require(text.contains(old))
    after[file] = text.replacing(old, with: new)
    let (one, other) = (marks(sources, uses: uses), marks(after, uses: uses))
    return tests.filter { test in
      let parts = test.split { $0 == "." || $0 == "/" }.map { String($0) }
      let row = TestCase(
        id: TestID(test), library: .xctest, target: parts[0], suite: parts[1], name: parts[2],
        outcome: .passed)
      func mark(_ marks: [String: TestTargetMarks]) -> String {
        MappedCode(functions: [], mark: "m", testMarks: marks).mark(of: row)
      }
      return mark(one) != mark(other)
    }
  }

  private let ownTests = ["ATests.A/testOne", "ATests.A/testTwo"]

  @Test("a test that reads sources, or whose helper does, is concerned by each change of these")
  func reading() throws {
    let tests = manyTests.replacing(
      "XCTAssertEqual(2, 2)", with: #"XCTAssertEqual(text("Low/Low.swift"), "")"#)
    var sources = ["ATests/A.swift": tests, "Low/Low.swift": "func low() {}\n"]
    #expect(try concerned(ownTests, sources, "Low/Low.swift", "{}", "{ print(1) }") == ["ATests.A/testTwo"])
    sources["ATests/Help.swift"] = #"func text(_: String) -> String { read("/Low/") }"#
    #expect(try concerned(ownTests, sources, "Low/Low.swift", "{}", "{ print(1) }") == ownTests)
    sources["ATests/Help.swift"] = nil
    sources["ATests/A.swift"] = manyTests
    #expect(try concerned(ownTests, sources, "Low/Low.swift", "{}", "{ print(1) }") == [])
  }

  @Test(
    "so is one that goes from its own place out of its target, or starts a program with variables of its own",
    arguments: [
      ("String(contentsOfFile: #filePath)", true), ("read(#file, \"../b\")", true),
      ("URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()", true),
      ("URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: \"Data\")", false),
      ("check(1, file: #filePath, line: #line)", false), ("check(#line)", false),
      ("process.environment = [\"LANG\": \"C\"]", true), ("process.environment = other", true),
      ("let own = ProcessInfo.processInfo.environment; process.environment = own", false),
      ("process.environment = ProcessInfo.processInfo.environment.merging([:]) { $1 }", false),
      ("run(\"tool\", environment: [\"A\": \"b\"])", true), ("run(environment: .custom(own))", true),
      ("if process.environment == other {}", false), ("make(environment: .testing)", false),
      ("let here = FileManager.default.currentDirectoryPath", true), ("check(getcwd(nil, 0))", true),
      ("contentsOfDirectory(atPath: \".\")", true), ("contentsOfDirectory(atPath: folder)", false),
      ("Process.run(grep, arguments: [\"-r\", \".\"])", true), ("text.split(separator: \".\")", false),
      ("enumerator(at: root).filter { $0.pathExtension == \"swift\" }", true), ("run(\"swift\")", false),
      ("read(\"docs/\" + name)", true),
      ("read(\"\\(root)/docs/\\(name)\")", true), ("read(\"documents\")", false),
    ])
  func outside(code: String, isReading: Bool) throws {
    let tests = manyTests.replacing("XCTAssertEqual(1, 1)", with: code)
    let sources = ["ATests/A.swift": tests, "Low/Low.swift": "func low() {}\n"]
    let found = try concerned(
      ["ATests.A/testOne", "ATests.A/testTwo"], sources, "Low/Low.swift", "low() {}", "low() {} // why")
    #expect(found == (isReading ? ["ATests.A/testOne"] : []))
    let helper = ["ATests/H.swift": "func help(file: StaticString = #filePath) { }\nlet a = \(code)"]
    let all = try concerned(
      ["ATests.A/testTwo"], sources.merging(helper) { $1 }, "Low/Low.swift", "low() {}", "low() {} // why")
    #expect(all == (isReading ? ["ATests.A/testTwo"] : []))
  }

  @Test(
    "a file for people concerns a test that may open one, or whose helper may, and no other",
    arguments: [
      ("String(contentsOfFile: page)", true), ("Process.run(shell)", true), ("fopen(page, mode)", true),
      ("check(page)", false), ("isOpen(static)", false), ("open(page, 0)", true),
      ("check(\"contentsOf\")", false),
    ])
  func forPeople(code: String, isReading: Bool) throws {
    func concerned(_ sources: [String: String]) -> [String] {
      let both = ["old", "new"].map { marks(sources, uses: [:], people: $0)["ATests"] }
      return ["testOne", "testTwo"].filter { name in
        let row = TestCase(
          id: TestID("ATests.A/\(name)"), library: .xctest, target: "ATests", suite: "A", name: name,
          outcome: .passed)
        let texts = both.map { marks in
          MappedCode(functions: [], mark: "m", testMarks: ["ATests": marks ?? TestTargetMarks(rest: "")])
            .mark(
              of: row)
        }
        return texts[0] != texts[1]
      }
    }
    let tests = manyTests.replacing("XCTAssertEqual(1, 1)", with: code)
    #expect(concerned(["ATests/A.swift": tests]) == (isReading ? ["testOne"] : []))
    let helped = ["ATests/A.swift": manyTests, "ATests/H.swift": "func help() { \(code) }"]
    #expect(concerned(helped) == (isReading ? ["testOne", "testTwo"] : []))
  }

  @Test("a test that changes itself is the only one, and a new one concerns no other")
  func itself() throws {
    let sources = ["ATests/A.swift": manyTests, "BTests/B.swift": "import ATests\n"]
    #expect(try concerned(ownTests, sources, "ATests/A.swift", "2, 2", "2, 3") == ["ATests.A/testTwo"])
    #expect(
      try concerned(
        ownTests, sources, "ATests/A.swift", "  func testTwo", "  func testNew() {}\n  func testTwo")
        == [])
  }

  private let helper = """
    public func check(_ n: Int) -> Bool { n == 1 }
    open class Base: XCTestCase { func testBase() { XCTAssertEqual(1, 1) } }
    """

  @Test(
    "a helper or a base class of another test target concerns those that may use it",
    arguments: [
      ("n == 1", "n == 2", ["ATests.A/testOne", "ATests.A/testTwo", "ATests.A/testBase"]),
      ("1, 1", "1, 2", ["ATests.A/testBase"]),
    ])
  func otherTarget(old: String, new: String, expected: [String]) throws {
    let tests = ownTests + ["ATests.A/testBase", "CTests.C/testC"]
    let importing = [
      "ATests/A.swift": "import HelpTests\n" + manyTests, "HelpTests/H.swift": helper,
      "CTests/C.swift": "final class C: XCTestCase { func testC() {} }",
    ]
    #expect(try concerned(tests, importing, "HelpTests/H.swift", old, new) == expected)
    // By the manifest, and through a third.
    let depending = importing.merging(["ATests/A.swift": manyTests, "MiddleTests/M.swift": ""]) { $1 }
    let uses = ["ATests": ["MiddleTests"], "MiddleTests": ["HelpTests"]]
    #expect(try concerned(tests, depending, "HelpTests/H.swift", old, new, uses: uses) == expected)
    #expect(try concerned(tests, depending, "HelpTests/H.swift", old, new) == [])
  }

  @Test("a test of another target that is named there concerns those that may call it")
  func called() throws {
    let sources = [
      "ATests/A.swift":
        "import HelpTests\nfinal class A: Base { override func testBase() { super.testBase() } }",
      "HelpTests/H.swift": helper,
    ]
    #expect(
      try concerned(["ATests.A/testBase"], sources, "HelpTests/H.swift", "1, 1", "1, 2")
        == ["ATests.A/testBase"])
  }

  @Test("what makes a type of elsewhere something else concerns every test target, as what is read does")
  func felt() throws {
    let sources = [
      "ATests/A.swift": manyTests,
      "BTests/B.swift": "struct Own {}\nextension Own: P { func p() { 1 } }\nfunc q() { 2 }\n",
    ]
    #expect(try concerned(ownTests, sources, "BTests/B.swift", "1", "3") == [])
    #expect(
      try concerned(ownTests, sources, "BTests/B.swift", "extension Own", "extension Array") == ownTests)
    let other = sources.merging(["BTests/B.swift": "@_cdecl(\"f\") func f() { 1 }"]) { $1 }
    #expect(try concerned(ownTests, other, "BTests/B.swift", "1", "3") == ownTests)
    let (one, two) = (marks(sources, uses: [:], files: "1"), marks(sources, uses: [:], files: "2"))
    #expect(one["ATests"]?.rest != two["ATests"]?.rest)
  }

  @Test(
    "of a target that is felt, what its conformances reach by no name concerns its own tests alone",
    arguments: [
      ("import XCTest", "import Testing", false), ("final class B: XCTestCase", "@Suite struct B", false),
      ("one + 1", "one + 2", false), ("helped() -> Int { 4 }", "helped() -> Int { 5 }", false),
      ("struct Own { let x = 6 }", "struct Own { let x = 7 }", false), ("{ reach(8) }", "{ reach(9) }", true),
      ("{ $0 * 10 }", "{ $0 * 11 }", true), ("let table = 12", "let table = 13", true),
      ("by: 14", "by: 15", true), ("told() { 16 }", "told() { 17 }", true),
      ("func asked() { 18 }", "func asked() { 19 }", true), ("Kept { let x = 20", "Kept { let x = 21", true),
      ("import Foundation", "import Glibc", true),
      ("infix func <> (a: Int) { 22 }", "func <> () { 23 }", true),
    ])
  func reached(old: String, new: String, isFelt: Bool) throws {
    let sources = [
      "ATests/A.swift": manyTests,
      "BTests/B.swift": """
      import Foundation
      import XCTest
      extension Array: P { func p() -> Int { reach(8) } }
      extension Array { func told() { 16 } }
      func reach(_ n: Int) -> Int { [n].map { $0 * 10 }.count + deeper(by: 14) }
      func deeper(by n: Int) -> Int { Kept().x }
      struct Kept { let x = 20 }
      func helped() -> Int { 4 }
      let table = 12
      struct Own { let x = 6 }
      infix func <> (a: Int) { 22 }
      extension P { func asked() { 18 } }
      final class B: XCTestCase {
        func one() {}
        func helper() -> Int { Own().x + helped() + one + 1 }
      }
      """,
    ]
    #expect(try concerned(ownTests, sources, "BTests/B.swift", old, new) == (isFelt ? ownTests : []))
  }

  @Test(
    "what is only named as a test concerns those that it helps",
    arguments: [
      "struct Probe: Probing { func testConnection() { 1 } }", "struct Probe { func testConnection() { 1 } }",
      "class Fake: Server { override func testConnection() { 1 } }",
      "extension Mixin where Self: XCTestCase { func testConnection() { 1 } }",
      "extension Server { func testConnection() { 1 } }",
      "final class B: XCTestCase, Probing { func testConnection() { 1 } }",
      "final class B: XCTestCase {}\nextension B: Probing { func testConnection() { 1 } }",
      "@Suite struct S: Probing { @Test func connection() { 1 } }",
      "struct Outer { class A {} }\nextension Outer.A { func testOne() { 1 } }",
    ])
  func helpers(declaration: String) throws {
    let sources = ["ATests/A.swift": manyTests, "ATests/Help.swift": declaration]
    #expect(try concerned(ownTests, sources, "ATests/Help.swift", "1", "2") == ownTests)
  }

  @Test(
    "what is a test alone concerns no other, whatever its class is made from here",
    arguments: [
      "final class B: XCTestCase, @unchecked Sendable { func testX() { 1 } }",
      "class Base: XCTestCase {}\nfinal class B: Base { func testX() { 1 } }",
      "protocol Q {}\nfinal class B: XCTestCase, Q { func testX() { 1 } }",
      "final class B: LibraryCase { func testX() { 1 } }", "@Test func x() { 1 }",
      "@Suite struct S { struct In { @Test func x() { 1 } } }",
      "final class B: XCTestCase {}\nextension B { func testX() { 1 } }",
    ])
  func tests(declaration: String) throws {
    let sources = [
      "ATests/A.swift": manyTests, "ATests/B.swift": declaration,
      "Support/S.swift": "import XCTest\nopen class LibraryCase: XCTestCase, Watched {}",
    ]
    #expect(try concerned(ownTests, sources, "ATests/B.swift", "1", "2") == [])
  }

  @Test("what overrides something of a library may be called by it")
  func overriding() throws {
    let sources = [
      "ATests/A.swift": manyTests,
      "ATests/B.swift": "final class B: LibraryCase { override func testX() { 1 } }",
      "Support/S.swift": "import XCTest\nopen class LibraryCase: XCTestCase { func testX() {} }",
    ]
    #expect(try concerned(ownTests, sources, "ATests/B.swift", "1", "2") == ownTests)
  }
}
