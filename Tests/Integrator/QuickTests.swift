import Formats
import Model
import Testing

@testable import Integrator

@Suite struct QuickTests {
  let source = #"""
    final class FirstSpec: QuickSpec {
      override class func spec() {
        describe("a number, doubled") {
          beforeEach { x = 1 }
          context("when it is 2/3 \"small\"") {
            it("is right 🎉") { expect(it).to(equal(4)) }
            xit("is not yet") { }
            pending("comes, later") { }
          }
          for n in 1...3 {
            it("doubles \(n), \(name("x"))") { }
          }
        }
        it("stands alone") { }
        xdescribe("a group") { it("waits") { } }
        itBehavesLike("a value")
        it(named) { }
      }
    }
    final class LastSpec: AsyncSpec {
      override class func spec() {
        it("stands alone") { await x() }
        it("stands alone") { await x() }
      }
    }
    """#

  func specs(_ source: String, listing classes: String) -> QuickSpecs {
    let target = PackageDescription.Target(name: "T", type: "test", path: "T", sources: ["S.swift"])
    let test = TestSource(
      file: "T/S.swift", target: target,
      declarations: TestDeclarations(Array(source.utf8), conditions: BuildConditions()))
    let entry = TestEntryPoint(file: "Tests/LinuxMain.swift", Array("QCKMain([\(classes)])".utf8))
    return QuickSpecs([test], entry: entry)
  }

  func told(_ names: [String], _ specs: QuickSpecs) -> [TestCase] {
    let entries = specs.named(names.map { TestList.Entry(module: "Quick", class: "QuickSpec", method: $0) })
    return entries.map { entry in
      var test = entry.asCase
      test.outcome = .passed
      return specs.told(test, as: entry)
    }
  }

  @Test("an example has the mark of its closure, by which it is known again in a group that was renamed")
  func bodies() {
    let renamed = specs(
      source.replacing("a number, doubled", with: "twice"), listing: "FirstSpec.self, LastSpec.self")
    let here = told(
      ["a number, doubled, when it is 2/3 \"small\", is right 🎉"], specs(source, listing: "FirstSpec.self"))
    let there = told(["twice, when it is 2/3 \"small\", is right 🎉"], renamed)
    #expect(here[0].body != nil && here.map(\.body) == there.map(\.body))
    let match = TestMatch(before: TestReport(cases: here), now: TestReport(cases: there))
    #expect(match.renamed.map(\.from) == here.map(\.id) && match.renamed.map(\.how) == [.renamed])
  }

  @Test("an example has its spec, its groups, its place, and is skipped where Quick leaves it out")
  func examples() {
    let specs = specs(source, listing: "FirstSpec.self, LastSpec.self")
    let found = told(
      [
        "a number, doubled, when it is 2/3 \"small\", is right 🎉",
        "a number, doubled, when it is 2/3 \"small\", is not yet",
        "a number, doubled, when it is 2/3 \"small\", comes, later", "a number, doubled, doubles 2, b",
        "stands alone", "a group, waits", "a value, holds, always", "anything", "stands alone",
        "stands alone",
      ], specs)
    let small = ["a number, doubled", "when it is 2/3 \"small\""]
    #expect(
      found.map(\.groups) == [
        small, small, small, ["a number, doubled"], [], ["a group"], ["a value"], [], [], [],
      ])
    #expect(
      found.map { $0.displayName ?? "" } == [
        "is right 🎉", "is not yet", "comes, later", "doubles 2, b", "stands alone", "waits", "holds, always",
        "anything", "stands alone", "stands alone (2)",
      ])
    #expect(found.map { $0.line ?? 0 } == [6, 7, 8, 11, 14, 15, 16, 17, 22, 23])
    #expect(
      found.map(\.skipReason) == [nil, "`xit`", "`pending`", nil, nil, "`xdescribe`", nil, nil, nil, nil])
    #expect(found.map(\.suite) == Array(repeating: "FirstSpec", count: 8) + ["LastSpec", "LastSpec"])
    #expect(found.last?.id == "T.LastSpec/stands alone (2)")
  }

  @Test("a dot that XCTest's list has as a slash is a dot, and the example has its place")
  func dots() {
    let source = #"""
      final class S: QuickSpec { override class func spec() {
        describe("Foo.bar()") {
          it("returns 1.5 for 3/2.") {}
          it("half of \(x) is \(y).") {}
          it("waits... isn't 'it'. Or") {}
        }
      } }
      """#
    let specs = specs(source, listing: "S.self")
    let listed = [
      "Foo/bar(), returns 1/5 for 3/2", "Foo/bar(), half of 1/5 is 0/75", "Foo/bar(), waits/ isn't 'it'/ Or",
    ]
    let found = told(listed, specs)
    #expect(
      found.map(\.id.rawValue) == [
        "T.S/Foo.bar(), returns 1.5 for 3/2.", "T.S/Foo.bar(), half of 1/5 is 0/75",
        "T.S/Foo.bar(), waits... isn't 'it'. Or",
      ])
    #expect(
      found.map(\.line) == [3, 4, 5] && found.map(\.groups) == Array(repeating: ["Foo.bar()"], count: 3))
    let entries = specs.named(
      listed.map { TestList.Entry(module: "Quick", class: "QuickSpec", method: $0) })
    var console = XCTestConsole(announced: entries, sources: SourceMap(packageFolder: "/p", targets: []))
    let moment = "2026-11-21 03:58:48.861"
    let names = [
      "Foo.bar(), returns 1.5 for 3/2.", "Foo.bar(), half of 1.5 is 0.75.",
      "Foo.bar(), waits... isn't 'it'. Or",
    ]
    let text = names.map {
      "Test Case 'QuickSpec.\($0)' started at \(moment)\nTest Case 'QuickSpec.\($0)' passed (0.0 seconds)\n"
    }
    Array(text.joined().utf8).withUnsafeBytes { console.read($0) }
    console.finish()
    let ran = zip(console.cases, entries).map { specs.told($0, as: $1) }
    #expect(ran.map(\.id) == entries.map(\.id) && ran.allSatisfy { $0.outcome == .passed } && ran.count == 3)
    #expect(
      ran.map(\.displayName) == ["returns 1.5 for 3/2.", "half of 1.5 is 0.75.", "waits... isn't 'it'. Or"])
  }

  @Test("what a function makes belongs to the spec whose group calls it; alone in its package, to that spec")
  func functions() {
    let source = #"""
      func doubles(_ x: Int) { it("doubles \(x)") {} }
      final class A: QuickSpec { override class func spec() {
        it("begins") {}
        describe("table") { doubles(1) }
      } }
      final class B: QuickSpec { override class func spec() {
        it("ends") {}
      } }
      """#
    let names = ["begins", "table, doubles 1", "ends", "triples 1"]
    let both = told(names, specs(source, listing: "A.self, B.self"))
    #expect(both.map(\.suite) == ["A", "A", "B", "QuickSpec"] && both.map(\.target) == ["T", "T", "T", "T"])
    #expect(both.map(\.groups) == [[], ["table"], [], []] && both.map(\.line) == [3, 4, 7, nil])
    #expect(told(["triples 1"], specs(source, listing: "A.self")).map(\.suite) == ["A"])
    let beside = told(["triples 1"], specs(source, listing: "A.self, OfAnotherPackage.self"))
    #expect(beside.map(\.target) == ["Quick"] && beside.map(\.suite) == ["QuickSpec"])
  }

  @Test("of two groups of one name what a function makes is of the one that calls any; of both, of none")
  func callers() {
    let source = #"""
      final class A: QuickSpec { override class func spec() {
        xdescribe("init") { var box: Box<Int>!; var n: Int { 3 }; beforeEach { make() }; it("a") {} }
      } }
      final class B: QuickSpec { override class func spec() {
        describe("init") { withUser { Self.shared(1) } }
      } }
      final class C: QuickSpec { override class func spec() {
        describe("init") { shared(2) }
      } }
      """#
    let names = ["init, a", "init, shared 1"]
    let two = told(names, specs(source, listing: "A.self, B.self"))
    #expect(two.map(\.suite) == ["A", "B"] && two.map(\.outcome) == [.skipped, .passed])
    let three = told(names, specs(source, listing: "A.self, B.self, C.self"))
    #expect(three.map(\.suite) == ["A", "QuickSpec"] && three.map(\.target) == ["T", "T"])
  }

  @Test("what may be one that is held back as well as one that runs is told as the console has it")
  func unsure() {
    let source = #"""
      final class A: QuickSpec { override class func spec() {
        xit(one) {}
        it(other) {}
        it("is 1/2") {}
        xit("is 1.2") {}
        xit("takes 15 s") {}
        it("takes 1.5 s") {}
      } }
      """#
    let all = specs(source, listing: "A.self")
    #expect(told(["takes 1/5 s"], all).map(\.outcome) == [.passed])
    let found = told(["x", "is 1/2", "is 1/2"], all)
    #expect(found.map(\.outcome) == [.passed, .passed, .passed] && found.map(\.line) == [nil, 4, 4])
    var second = found[2]
    second.displayName = "is 1.2"
    second.line = nil
    let entry = TestList.Entry(module: "Quick", class: "QuickSpec", method: "is 1/2")
    let named = all.named([entry, entry])
    #expect(all.told(second, as: named[1]).outcome == .skipped)
  }

  @Test("a thousand examples are found in no time")
  func many() {
    let lines = (0..<1000).map { "it(\"example \($0), of 1.5\") {}" }.joined(separator: "\n")
    let source = "final class A: QuickSpec { override class func spec() {\n\(lines)\n} }"
    let specs = specs(source, listing: "A.self")
    let began = ContinuousClock.now
    let found = told((0..<1000).map { "example \($0), of 1/5" }, specs)
    #expect(found.map(\.line) == (2..<1002).map { $0 } && ContinuousClock.now - began < .seconds(5))
  }

  @Test("of a name that the source makes from values the place is the one that tells most of it, or none")
  func places() {
    let source = #"""
      final class A: QuickSpec { override class func spec() {
        it(name) {}
        it("number \(n)") {}
        it("a" + "b") {}
      } }
      """#
    let found = told(["number 3", "ab"], specs(source, listing: "A.self"))
    #expect(found.map(\.line) == [3, nil] && found.map(\.suite) == ["A", "A"])
  }

  @Test("where one example is focused, the others did not run")
  func focus() {
    let source = """
      class A: QuickSpec { override class func spec() {
        it("one") {}
        fdescribe("x") { it("two") {} }
      } }
      """
    let found = told(["one", "x, two"], specs(source, listing: "A.self"))
    #expect(found.map(\.outcome) == [.skipped, .passed])
    #expect(found.first?.skipReason == "only what is focused runs: `fdescribe` in T/S.swift:3")
    #expect(told(["one"], specs(source, listing: "B.self")).map(\.suite) == ["QuickSpec"])
  }

  @Test("of examples of one name each is what stands in its place")
  func namesakes() {
    func outcomes(_ body: String) -> [TestOutcome] {
      let source = "class A: QuickSpec { override class func spec() { \(body) } }"
      return told(["eq", "eq"], specs(source, listing: "A.self")).map(\.outcome)
    }
    #expect(outcomes(#"it("eq") {}; xit("eq") {}"#) == [.passed, .skipped])
    #expect(outcomes(#"xit("eq") {}; it("eq") {}"#) == [.skipped, .passed])
    #expect(outcomes(#"for n in 1...2 { it("eq") {} }"#) == [.passed, .passed])
  }

  @Test("a focus counts on a group whose examples a function makes, and not where it is not built")
  func focusOfGroup() {
    func outcomes(_ body: String) -> [TestOutcome] {
      told(
        ["one", "x, doubles 1"],
        specs("class A: QuickSpec { override class func spec() {\n\(body)\n} }", listing: "A.self")
      ).map(\.outcome)
    }
    let one = #"it("one") {}"#
    #expect(outcomes(one + #"; fdescribe("x") { doubles(1) }"#) == [.skipped, .passed])
    #expect(outcomes(one + #"; describe("x") { doubles(1) }"#) == [.passed, .passed])
    #expect(outcomes("#if os(macOS)\nfdescribe(\"y\") { it(\"z\") {} }\n#endif\n" + one)[0] == .passed)
    #expect(outcomes("#if FOO\nfit(\"z\") {}\n#endif\n" + one)[0] == .passed)
    #expect(outcomes(one + #"; describe("x") { let m = fit(data); doubles(m) }"#) == [.passed, .passed])
    let either = "#if !os(Linux)\nit(\"one\") {}\n#else\nxit(\"one\") {}\n#endif"
    #expect(outcomes(either)[0] == .skipped)
  }

  @Test("XCTest's list may hold sentences of Quick, and says nothing else with commas and slashes")
  func list() {
    let list = TestList.read(
      Array(
        "Listing 3 tests in debug.xctest:\n\nQuick.QuickSpec/a, b/c\nQuick.QuickSpec/a, b/c\nT.C/testA\n".utf8
      ))
    #expect(list.isTrustworthy)
    #expect(list.entries.map(\.method) == ["a, b/c", "a, b/c", "testA"])
    #expect(!TestList.read(Array("Listing 1 test in debug.xctest:\n\nT.C/a b\n".utf8)).isTrustworthy)
  }

  @Test("the console's words lead to each example, also of one name in two specs")
  func console() {
    let entries = specs(source, listing: "FirstSpec.self, LastSpec.self").named(
      ["stands alone", "stands alone"].map { TestList.Entry(module: "Quick", class: "QuickSpec", method: $0) }
    )
    var console = XCTestConsole(announced: entries, sources: SourceMap(packageFolder: "/p", targets: []))
    let moment = "2026-11-21 03:58:48.861"
    let suite = """
      Test Suite 'QuickSpec' started at \(moment)
      Test Case 'QuickSpec.stands alone' started at \(moment)
      /p/S.swift:1: error: QuickSpec.stands alone : failed - no
      Test Case 'QuickSpec.stands alone' failed (0.0 seconds)
      Test Suite 'QuickSpec' failed at \(moment)
      \t Executed 1 test, with 1 failure (0 unexpected) in 0.0 (0.0) seconds

      """
    let text =
      "Test Suite 'All tests' started at \(moment)\nTest Suite 'debug.xctest' started at \(moment)\n"
      + suite + suite
    Array(text.utf8).withUnsafeBytes { console.read($0) }
    console.finish()
    #expect(console.cases.map(\.id.rawValue) == ["T.FirstSpec/stands alone", "T.LastSpec/stands alone"])
    #expect(console.cases.map(\.outcome) == [.failed, .failed])
  }

  @Test("places of a list are said in ranges")
  func ranges() {
    #expect(TestChooser.words(for: [0, 1, 2, 7, 9, 10]) == "0-2,7-7,9-10")
    #expect(TestChooser.words(for: []).isEmpty)
  }
}
