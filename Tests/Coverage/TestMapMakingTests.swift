import Coverage
import Model
import Testing

@Suite("Renewing the map of who tests what")
struct TestMapMakingTests {
  private func code(
    _ marks: [String] = ["1", "2", "3"], rest: String = "rest", tests: String = "tests", from line: Int = 1
  ) -> MappedCode {
    let functions = marks.enumerated().map { index, mark in
      TestMap.Function(
        path: "Sources/A.swift", symbol: "$s\(index)", name: "f\(index)()", line: line + index * 10,
        mark: mark)
    }
    return MappedCode(functions: functions, mark: rest, testMarks: ["ATests": TestTargetMarks(rest: tests)])
  }

  private func row(_ name: String) -> TestCase {
    TestCase(
      id: TestID("ATests.T/\(name)"), library: .xctest, target: "ATests", suite: "T", name: name,
      outcome: .passed)
  }

  /// `a` executes the first function, `b` the first and the second.
  private func made(_ outcome: TestOutcome = .passed) -> TestMap {
    var making = TestMapMaking(code(), commit: "one", former: nil)
    #expect(making.stale(of: [row("a"), row("b")]).map(\.name) == ["a", "b"])
    making.add(row("a"), outcome: outcome, [ExecutedFunction(function: 0, lines: [0...1])])
    making.add(
      row("b"), outcome: .passed,
      [ExecutedFunction(function: 0, lines: [0...1]), ExecutedFunction(function: 1, lines: [0...0, 2...4])])
    return making.made
  }

  private func stale(_ code: MappedCode, _ former: TestMap, _ names: [String] = ["a", "b"]) -> [String] {
    var making = TestMapMaking(code, commit: "two", former: former)
    return making.stale(of: names.map(row)).map(\.name)
  }

  @Test("what did not change is not measured again")
  func same() { #expect(stale(code(), made()) == []) }

  @Test("a test is that executed a function whose text changed")
  func changed() {
    #expect(stale(code(["1", "x", "3"]), made()) == ["b"])
    #expect(stale(code(["x", "2", "3"]), made()) == ["a", "b"])
    #expect(stale(code(["1", "2", "x"]), made()) == [])
  }

  @Test("so is one whose function only moved, where a call in it is told where it stands")
  func placed() {
    var code = code()
    code.functions[1].code = "elsewhere"
    #expect(stale(code, made()) == ["b"])
  }

  @Test("so is one that read a file in which something else stands now, or nobody knows what")
  func read() {
    var making = TestMapMaking(self.code(), commit: "one", former: nil)
    let files = [FileRead(path: "a", mark: "1"), FileRead(path: "b", mark: "1")]
    for (name, read) in [("a", files), ("b", [files[1]]), ("c", [])] {
      making.add(making.measured(row(name), outcome: .passed, [], read: read))
    }
    func stale(_ now: [String: String], _ former: TestMap = making.made) -> [String] {
      var code = self.code()
      code.read = now
      var making = TestMapMaking(code, commit: "two", former: former)
      let names = making.stale(of: ["a", "b", "c"].map(row)).map(\.name)
      // What still holds is known of the new map too.
      let kept = making.made.tests.map { test in test.read.map { making.made.files[$0] } }
      #expect(
        kept
          == ["a": files, "b": [files[1]], "c": []].sorted { $0.key < $1.key }
          .filter { !names.contains($0.key) }.map(\.value))
      return names
    }
    #expect(stale(["a": "1", "b": "1"]) == [])
    #expect(stale(["a": "2", "b": "1"]) == ["a"])
    #expect(stale(["a": "1", "b": "2"]) == ["a", "b"])
    #expect(stale(["b": "1"]) == ["a"])
  }

  @Test("new tests are, and all where anything else changed")
  func rest() {
    #expect(stale(code(), made(), ["a", "b", "c"]) == ["c"])
    #expect(stale(code(rest: "other"), made()) == ["a", "b"])
    #expect(stale(code(tests: "other"), made()) == ["a", "b"])
    #expect(stale(code(rest: ""), made()) == ["a", "b"])
  }

  @Test("what was measured for this very map is not measured again, however it ended")
  func done() {
    var making = TestMapMaking(code(), commit: "one", former: made(.failed))
    #expect(making.stale(of: [row("a"), row("b")], done: ["a", "ATests.T/a"]).isEmpty)
    making = TestMapMaking(code(tests: "other"), commit: "one", former: made(.failed))
    #expect(making.stale(of: [row("a")], done: ["ATests.T/a"]).map(\.name) == ["a"])
  }

  @Test("what is built is known by all that it is made of")
  func fingerprint() {
    let others = [
      code(["1", "2", "x"]), code(rest: "x"), code(tests: "x"), code(from: 2), code(["1", "2"]),
    ].map(\.fingerprint)
    #expect(code().fingerprint == code().fingerprint)
    #expect(Set(others + [code().fingerprint]).count == 6)
  }

  @Test("one that went wrong alone is looked at each time")
  func wrong() { #expect(stale(code(), made(.failed)) == ["a"]) }

  @Test("a function that is gone, or of which there are two now, is another one")
  func gone() {
    #expect(stale(code(["1"]), made()) == ["b"])
    var twice = code()
    twice.functions.append(twice.functions[1])
    #expect(stale(twice, made()) == ["b"])
  }

  @Test("what moved is known where it is now, and a test that is gone is forgotten")
  func moved() throws {
    var making = TestMapMaking(code(from: 100), commit: "two", former: made())
    #expect(making.stale(of: [row("b")]).isEmpty)
    let map = making.made
    #expect(map.tests.map(\.id) == ["ATests.T/b"])
    let test = try #require(map.test("ATests.T/b"))
    #expect(map.functions(of: test).map(\.line) == [100, 110])
    #expect(map.traces.map(\.lines) == [[0...1], [0...0, 2...4]])
    #expect(test.measuredAt == "one" && map.commit == "two")
  }
}
