import Formats
import Model
import Testing

@testable import Integrator

@Suite("The tests that execute what changed, before the others")
struct AffectedSharesTests {
  private func xctests(_ classes: KeyValuePairs<String, Int>) -> [PlannedTest] {
    classes.flatMap { name, count in
      (0..<count).map { index in
        PlannedTest(
          TestList.Entry(module: "M", class: name, method: "t\(index)").asCase, expectedSeconds: 1)
      }
    }
  }

  private let young = ["M.one()", "M.S/two(_:)"].map { PlannedTest(EventStream.announced(TestID($0))) }

  private func shares(
    _ first: Set<TestID>, of tests: [PlannedTest], young: [PlannedTest] = [], lately: Set<TestID> = [],
    whole: Set<String> = []
  ) -> AffectedShares {
    AffectedShares(
      AffectedChoice(tests: first, all: (tests + young).map(\.row), swiftTesting: young), of: tests,
      lately: lately, together: { whole.contains($1) }
    ) { tests, others in
      TestShares(of: tests, processes: 2, others: 0, others) { whole.contains($1) }
    }
  }

  @Test("what is skipped as ever, so that nobody knows what it executes, runs with them and is not counted")
  func idle() {
    var choice = AffectedChoice(
      tests: ["M.A/t0", "M.one()"], all: (xctests(["A": 2]) + young).map(\.row), swiftTesting: young)
    choice.idle = ["M.one()", "M.S/two(_:)"]
    #expect(choice.told == ["M.A/t0"] && choice.first?.tests == ["M.A/t0", "M.one()"])
    #expect(AffectedRun(choice).tests == ["M.A/t0"])
  }

  private func names(_ batches: [Batch]) -> [String] {
    batches.flatMap { batch in
      batch.library == .xctest
        ? batch.tests.map { "\($0.row.suite)\($0.row.name.dropFirst())" }
        : batch.selection == .all
          ? ["all" + batch.skipped.map { " without \($0.row.name)" }.joined()] : batch.tests.map(\.row.name)
    }
  }

  @Test("no test is lost or runs twice")
  func parted() {
    let found = shares(["M.A/t1", "M.S/two(_:)"], of: xctests(["A": 3, "B": 2]), young: young)
    #expect(names(found.first.beside).sorted() == ["A1", "two(_:)"])
    #expect(names(found.rest.beside).sorted() == ["A0", "A2", "B0", "B1", "all without two(_:)"])
  }

  @Test("a class that must not be parted comes whole")
  func whole() {
    let found = shares(["M.A/t1"], of: xctests(["A": 3, "B": 2]), whole: ["A"])
    #expect(names(found.first.beside) == ["A0", "A1", "A2"])
    #expect(names(found.rest.beside).sorted() == ["B0", "B1", "all"])
  }

  @Test("Swift Testing runs once, wherever all of its tests belong")
  func once() {
    let all = shares(Set(young.map(\.id)), of: xctests(["A": 2]), young: young)
    #expect(names(all.first.beside) == ["all"])
    #expect(names(all.rest.beside).sorted() == ["A0", "A1"])
    let none = shares(["M.A/t0"], of: xctests(["A": 2]), young: young)
    #expect(names(none.first.beside) == ["A0"])
    #expect(names(none.rest.beside).sorted() == ["A1", "all"])
  }

  @Test("where each may be concerned, those are first that execute what changed, if they are not most")
  func foremost() {
    func first(_ foremost: Set<TestID>) -> AffectedChoice? {
      let all = xctests(["A": 4]).map(\.row)
      return AffectedChoice(tests: Set(all.map(\.id)), all: all, swiftTesting: [], foremost: foremost).first
    }
    #expect(first(["M.A/t1", "M.A/t2"])?.tests == ["M.A/t1", "M.A/t2"])
    #expect(first(["M.A/t1"])?.mayConcernOthers == true)
    #expect(first(["M.A/t0", "M.A/t1", "M.A/t2"]) == nil)
    #expect(first([]) == nil)
  }

  @Test("of the others those come first that failed lately")
  func lately() {
    let found = shares(["M.A/t0"], of: xctests(["A": 4, "B": 2]), lately: ["M.B/t1", "M.A/t0"])
    #expect(names(found.first.beside) == ["A0"])
    #expect(names(found.rest.beside).first == "B1")
    #expect(names(found.rest.beside).sorted() == ["A1", "A2", "A3", "B0", "B1", "all"])
  }

  @Test("a list of Swift Testing is none where something stands before a name of a test module")
  func tornList() {
    func ids(_ text: String) -> [TestID]? {
      TestProgram.swiftTesting(Array(text.utf8), modules: ["M", "Other"])
    }
    #expect(ids("M.S/a()\nOther.b()\n") == ["M.S/a()", "Other.b()"])
    #expect(ids("lib v1 M.S/a()\nM.S/b()\n") == nil)
    #expect(ids("lib v1\nM.S/`says M.x`()\n") == ["lib v1", "M.S/`says M.x`()"])
    #expect(ids("") == [])
  }
}
