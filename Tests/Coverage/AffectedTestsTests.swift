import Coverage
import Model
import Testing

@Suite("Which tests execute what changed")
struct AffectedTestsTests {
  private func code(
    _ codes: [String] = ["1", "2", "3"], marks: [String]? = nil, symbols: [String]? = nil,
    rest: String = "rest",
    tests: TestTargetMarks = TestTargetMarks(rest: "t", all: "ab", own: ["T|a": "a", "T|b": "b"]),
    asked: Set<Int> = []
  ) -> MappedCode {
    let functions = codes.enumerated().map { index, code in
      TestMap.Function(
        path: "Sources/A.swift", symbol: symbols?[index] ?? "$s\(index)", name: "f\(index)()",
        line: 1 + index * 10,
        mark: marks?[index] ?? code, code: code)
    }
    return MappedCode(
      functions: functions, mark: rest, testMarks: ["ATests": tests], askedByEqualities: asked)
  }

  private func row(_ name: String) -> TestCase {
    TestCase(
      id: TestID("ATests.T/\(name)"), library: .xctest, target: "ATests", suite: "T", name: name,
      outcome: .passed)
  }

  /// `a` executes the first function, `b` the first and the second; the third runs before them.
  private func map(
    _ outcome: TestOutcome = .passed, symbols: [String]? = nil, tests: TestTargetMarks? = nil
  ) -> TestMap {
    let made = tests.map { code(symbols: symbols, tests: $0) } ?? code(symbols: symbols)
    var making = TestMapMaking(made, commit: "one", former: nil)
    _ = making.stale(of: [row("a"), row("b")])
    making.add(before: [ExecutedFunction(function: 2, lines: [])])
    making.add(row("a"), outcome: outcome, [ExecutedFunction(function: 0, lines: [0...1])])
    making.add(
      row("b"), outcome: .passed,
      [ExecutedFunction(function: 0, lines: [0...1]), ExecutedFunction(function: 1, lines: [])])
    return making.made
  }

  private func found(
    _ code: MappedCode, _ map: TestMap? = nil, _ names: [String] = ["a", "b"]
  ) -> [String]? {
    AffectedTests.among(names.map(row), map ?? self.map(), code)?.map { String($0.rawValue.suffix(1)) }
      .sorted()
  }

  @Test("are those that executed a function that says something else now")
  func changed() {
    #expect(found(code()) == [])
    #expect(found(code(["x", "2", "3"])) == ["a", "b"])
    #expect(found(code(["1", "x", "3"])) == ["b"])
    #expect(found(code(["1", "", "3"])) == ["b"])
  }

  @Test("are those that read what says something else now, or nobody knows what")
  func read() {
    var making = TestMapMaking(self.code(), commit: "one", former: nil)
    let file = FileRead(path: "Sources/B.swift", mark: "1")
    making.add(making.measured(row("a"), outcome: .passed, [], read: [file]))
    making.add(making.measured(row("b"), outcome: .passed, []))
    let map = making.made
    func code(_ mark: String?) -> MappedCode {
      var code = self.code()
      code.read = mark.map { [file.path: $0] } ?? [:]
      return code
    }
    #expect(found(code("1"), map) == [])
    #expect(found(code("2"), map) == ["a"] && found(code(nil), map) == ["a"])
    let tests = ["a", "b"].map(row)
    #expect(AffectedTests.foremost(tests, map, code("2")).map(\.rawValue) == ["ATests.T/a"])
    #expect(AffectedTests.unsure(tests, map, code("2"), standing: Set(tests.map(\.id))) == 0)
  }

  @Test("are none where only comments and blanks are others")
  func comments() { #expect(found(code(marks: ["x", "y", "z"])) == []) }

  @Test("are not told where anything else changed, or what runs before each test")
  func everything() {
    #expect(found(code(rest: "other")) == nil)
    #expect(found(code(rest: "")) == nil)
    #expect(found(code(["1", "2", "x"])) == nil)
  }

  @Test("are not told where an equality changed: who asks it is by chance")
  func equality() {
    let symbols = ["$s1", "$s4Yams4NodeO6ScalarV2eeoiySbAE_AEtFZ", "$s3"]
    let map = map(symbols: symbols)
    #expect(found(code(["1", "x", "3"], symbols: symbols), map) == nil)
    #expect(found(code(["x", "2", "3"], symbols: symbols), map) == ["a", "b"])
  }

  @Test("are not told where something changed that an equality calls")
  func askedByEquality() {
    #expect(found(code(["1", "x", "3"], asked: [1])) == nil)
    #expect(found(code(["1", "x", "3"], asked: [0])) == ["b"])
  }

  @Test("are the new ones, those that changed themselves, and those that went wrong alone")
  func tests() {
    #expect(found(code(), nil, ["a", "b", "c"]) == ["c"])
    let other = TestTargetMarks(rest: "t", all: "xb", own: ["T|a": "x", "T|b": "b"])
    #expect(found(code(tests: other)) == ["a"])
    #expect(found(code(tests: TestTargetMarks(rest: "other", own: ["T|a": "a", "T|b": "b"]))) == ["a", "b"])
    #expect(found(code(), map(.crashed)) == ["a"])
  }

  @Test("foremost are those that execute what changed, or did themselves, whatever changed besides")
  func foremost() {
    // The second reads the files of the package.
    func marks(_ rest: String = "t", _ b: String = "b", files: String = "f") -> TestTargetMarks {
      let own = ["T|a": "a", "T|b": b].mapValues { String(repeating: $0, count: 16) }
      let read = ["T|b": (own["T|b"] ?? "") + String(repeating: files, count: 16)]
      return TestTargetMarks(rest: String(repeating: rest, count: 16), own: own.merging(read) { $1 })
    }
    func foremost(_ code: MappedCode, _ names: [String] = ["a", "b"]) -> [String] {
      AffectedTests.foremost(names.map(row), map(tests: marks()), code).map { String($0.rawValue.suffix(1)) }
        .sorted()
    }
    #expect(foremost(code(rest: "other", tests: marks())) == [])
    #expect(foremost(code(rest: "other", tests: marks(files: "g"))) == [])
    #expect(foremost(code(["1", "x", "3"], rest: "other", tests: marks())) == ["b"])
    #expect(foremost(code(["1", "2", "x"], tests: marks())) == [])
    #expect(foremost(code(tests: marks("r", "x"))) == ["b"])
    #expect(foremost(code(rest: "other", tests: marks()), ["a", "b", "c"]) == ["c"])
  }

  @Test("are in doubt where they never ran, or went wrong alone, and nothing of theirs changed")
  func unsure() {
    func unsure(_ code: MappedCode, _ map: TestMap? = nil) -> Int {
      let names = ["a", "b", "skipped", "new"].map(row)
      return AffectedTests.unsure(
        names, map ?? self.map(), code, standing: Set(names.dropLast().map(\.id)))
    }
    #expect(unsure(code()) == 1)
    #expect(unsure(code(), map(.crashed)) == 2)
    #expect(unsure(code(["x", "2", "3"]), map(.crashed)) == 1)
    // What is no test's own may be used by any of them.
    func marks(_ rest: String) -> TestTargetMarks {
      let own = ["T|a": "a", "T|b": "b"].mapValues { String(repeating: $0, count: 16) }
      return TestTargetMarks(rest: String(repeating: rest, count: 16), own: own)
    }
    #expect(unsure(code(tests: marks("t")), map(tests: marks("t"))) == 1)
    #expect(unsure(code(tests: marks("r")), map(tests: marks("t"))) == 3)
    #expect(unsure(code(["1", "x", "3"], tests: marks("r")), map(tests: marks("t"))) == 2)
  }

  @Test("one that its target does not declare is affected by any change of a test there")
  func inherited() {
    let marks = TestTargetMarks(rest: "t", all: "all", own: ["Other|a": "1"])
    let row = row("a")
    func mark(_ all: String) -> String {
      var other = marks
      other.all = all
      return MappedCode(functions: [], mark: "m", testMarks: ["ATests": other]).mark(of: row)
    }
    #expect(mark("one") != mark("two"))
    #expect(MappedCode(functions: [], mark: "m", testMarks: [:]).mark(of: row).isEmpty)
  }

  @Test("a test is known by its suite and name, however these are written")
  func keys() {
    let key = TestTargetMarks.key(suite: "Outer.Inner", name: "a")
    #expect(key == TestTargetMarks.key(suite: "Outer/Inner", name: "a()"))
    #expect(key == TestTargetMarks.key(suite: "Inner", name: "`a`(_:)"))
    #expect(key != TestTargetMarks.key(suite: "", name: "a"))
  }
}
