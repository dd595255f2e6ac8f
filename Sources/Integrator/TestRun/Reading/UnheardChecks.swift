import Files
import Model
import Tokens
import Words

/// Checks of one library in tests of the other: neither library hears of the other's, so that what fails
/// there fails for nobody.
struct UnheardChecks {
  /// What XCTest and Swift Testing of a toolchain tell each other.
  struct Hearing {
    var ofXCTest = false
    var ofSwiftTesting = false
    static let none = Hearing()
  }

  fileprivate typealias Function = TestFunctions.Found

  struct Check: Hashable {
    var word: String
    var file: PackagePath
    var line: Int
    /// The function that has it, where that is not the one that was asked for.
    var helper: String?
  }

  /// What stands in a body: checks that nobody hears, and what it calls.
  private typealias Said = (checks: [Check], calls: [String])

  private let cases: [TestCase]
  private let hears: Hearing
  private let tests: TestFunctions
  /// By name.
  private var helpers: [String: [Function]] = [:]
  /// What a test target calls so is its own, by its module, and what others do everybody's.
  private var own: [String: Set<String>] = [:]
  /// By library, the files without a check that it would not hear, from which none is called either.
  private var clean: [TestLibrary: Set<PackagePath>] = [:]
  /// By library, file and place in it: what many tests call is read once.
  private var said: [TestLibrary: [String: [Int: Said]]] = [:]

  /// XCTest's own; what throws is heard by whoever catches it.
  private static let assertions: Set<String> = [
    "XCTFail", "XCTAssert", "XCTAssertTrue", "XCTAssertFalse", "XCTAssertNil", "XCTAssertNotNil",
    "XCTAssertEqual", "XCTAssertNotEqual", "XCTAssertIdentical", "XCTAssertNotIdentical",
    "XCTAssertLessThan", "XCTAssertLessThanOrEqual", "XCTAssertGreaterThan", "XCTAssertGreaterThanOrEqual",
    "XCTAssertThrowsError", "XCTAssertNoThrow",
  ]
  /// Functions of Swift Testing that record what they did not see happen.
  private static let expectations: Set<String> = ["confirmation", "withKnownIssue"]
  private static let mostFollowed = 200

  init(_ sources: [TestSource], _ cases: [TestCase], _ hears: Hearing = .none) {
    (self.cases, self.hears) = (cases, hears)
    tests = TestFunctions(sources)
    for source in sources {
      for function in source.declarations.functions where function.body != nil && !function.isSwiftTesting {
        helpers[function.name, default: []].append(Function(source: source, function: function))
      }
      own[source.target.isTest ? source.target.c99name : "", default: []]
        .formUnion(source.declarations.functions.map(\.name) + Self.types(of: source))
    }
    for library in TestLibrary.allCases where cases.contains(where: { $0.library == library }) {
      clean[library] = Self.clean(sources, of: library)
    }
  }

  /// Not those within a function.
  private static func types(of source: TestSource) -> [String] {
    let code = source.declarations.code
    let bodies = source.declarations.functions.compactMap(\.body).map { $0..<code.closing($0, "{", "}") }
    return source.declarations.types.filter { type in
      type.kind != "extension" && !bodies.contains { $0.contains(type.first) }
    }.map(\.name)
  }

  /// By the names of the functions of other files that stand in each.
  private static func clean(_ sources: [TestSource], of library: TestLibrary) -> Set<PackagePath> {
    var left = sources.map { ($0, words: $0.declarations.code.names(in: $0.declarations.code.all)) }
    var asked: Set<String> =
      switch library {
      case .xctest: expectations.union(["#expect", "Issue"])
      case .swiftTesting: assertions
      }
    while !asked.isEmpty {
      let found = left.filter { !$0.words.isDisjoint(with: asked) }
      left.removeAll { !$0.words.isDisjoint(with: asked) }
      let functions = found.flatMap(\.0.declarations.functions).filter {
        $0.body != nil && !$0.isSwiftTesting
      }
      asked = Set(functions.map(\.name))
    }
    return Set(left.map(\.0.file))
  }

  /// A row for each test that ran and has some.
  var rows: [DidNotRun] {
    var search = self
    return search.find()
  }

  private mutating func find() -> [DidNotRun] {
    cases.compactMap { test in
      guard test.outcome != .skipped, test.outcome != .notRun, !isHeard(in: test.library),
        let file = test.file, clean[test.library]?.contains(file) != true,
        let function = tests[test]
      else { return nil }
      let found = checks(in: function, of: test.library)
      guard let first = found.first else { return nil }
      return DidNotRun(
        .unheard, test.name, target: test.target, suite: test.suite, file: first.file, line: first.line,
        why: Self.why(first, found.count - 1, test.library))
    }
  }

  /// The first of XCTest in a function that no test calls, or in one that it surely calls.
  mutating func xctest(in function: TestDeclarations.Function, of source: TestSource) -> Check? {
    checks(in: Function(source: source, function: function), of: .swiftTesting).first
  }

  private func isHeard(in library: TestLibrary) -> Bool {
    switch library {
    case .xctest: hears.ofSwiftTesting
    case .swiftTesting: hears.ofXCTest
    }
  }

  private static func why(_ check: Check, _ others: Int, _ library: TestLibrary) -> String {
    let (owner, other) = library == .xctest ? ("Swift Testing", "XCTest") : ("XCTest", "Swift Testing")
    let place = check.helper.map { " in `\($0)`, which it calls," } ?? ""
    let rest = others == 0 ? "" : ", nor of \(Figures.grouped(others)) more like it"
    return "`\(check.word)`\(place) is of \(owner): \(other), which runs this test, does not hear of its "
      + "failure\(rest)"
  }

  /// Its own, then those of functions that it surely calls.
  private mutating func checks(in test: Function, of library: TestLibrary) -> [Check] {
    var found: [Check] = []
    var known: Set<String> = []
    var waiting = [(function: test, helper: String?.none)]
    while !waiting.isEmpty, known.count < Self.mostFollowed {
      let (next, helper) = waiting.removeFirst()
      let said = read(next, library)
      // Who helps both libraries tells each of it.
      let other: TestLibrary = library == .xctest ? .swiftTesting : .xctest
      let tellsBoth = helper != nil && !read(next, other).checks.isEmpty
      for var check in tellsBoth ? [] : said.checks {
        check.helper = helper
        if !found.contains(check) { found.append(check) }
      }
      for call in said.calls where known.insert(call).inserted {
        // Of several of one name it is not known which is called.
        let called = (helpers[call] ?? []).filter(next.mayCall)
        if called.count == 1 { waiting.append((called[0], call)) }
      }
    }
    return found
  }

  private mutating func read(_ function: Function, _ library: TestLibrary) -> Said {
    guard let body = function.function.body, !function.asksWhoRuns(it: body) else { return ([], []) }
    let file = function.source.file.rawValue
    if let known = said[library]?[file]?[body] { return known }
    let found = read(function, from: body, library)
    said[library, default: [:]][file, default: [:]][body] = found
    return found
  }

  private func read(_ function: Function, from body: Int, _ library: TestLibrary) -> Said {
    let code = function.source.declarations.code
    var checks: [Check] = []
    var calls: [String] = []
    for index in body..<code.closing(body, "{", "}") where function.source.declarations.isBuilt(index) {
      let kind = code.kind(index)
      guard kind == .directive || kind == .identifier else { continue }
      if let check = check(at: index, in: function.source, of: library) {
        checks.append(Check(word: check, file: function.source.file, line: code.lines[index]))
      } else if code.isCall(index), !code.isSign(index - 1, ".") || code.text(index - 2) == "self" {
        calls.append(code.text(index))
      }
    }
    let others = calls.isEmpty ? [] : function.namesGivenOtherMeaning(body)
    if function.declaresIssue(body) { checks.removeAll { $0.word == "Issue.record" } }
    return (checks, calls.filter { !others.contains($0) })
  }

  private func check(at index: Int, in source: TestSource, of library: TestLibrary) -> String? {
    let code = source.declarations.code
    let word = code.text(index)
    func isOwn() -> Bool {
      (own[""]?.contains(word) ?? false) || own[source.target.c99name]?.contains(word) ?? false
    }
    switch library {
    case .xctest:
      if word == "#expect", code.kind(index) == .directive { return word }
      if Self.isExpectation(at: index, of: code) { return isOwn() ? nil : word }
      let isIssue = word == "Issue" && code.isSign(index + 1, ".") && code.text(index + 2) == "record"
      return isIssue && !isOwn() && code.isCall(index + 2) && code.imports("Testing") ? "Issue.record" : nil
    case .swiftTesting: return Self.isAssertion(at: index, of: code) && !isOwn() ? word : nil
    }
  }

  private static func isExpectation(at index: Int, of code: TestCode) -> Bool {
    guard expectations.contains(code.text(index)), code.kind(index) == .identifier, code.imports("Testing"),
      code.isCall(index) || code.isSign(index + 1, "{")
    else { return false }
    return !code.isSign(index - 1, ".") || code.text(index - 2) == "Testing"
  }

  /// As XCTest writes its own.
  static func isAssertion(at index: Int, of code: TestCode) -> Bool {
    guard code.isCall(index), assertions.contains(code.text(index)) else { return false }
    return !code.isSign(index - 1, ".") || code.text(index - 2) == "XCTest"
  }
}

extension TestFunctions.Found {
  private var type: String? { function.type.map { source.declarations.types[$0].path } }

  /// By what Swift Testing says of the test that runs.
  fileprivate func asksWhoRuns(it body: Int) -> Bool {
    let code = source.declarations.code
    return (body..<code.closing(body, "{", "}")).contains { index in
      code.isSign(index - 1, ".") && code.text(index) == "current" && code.text(index - 2) == "Test"
    }
  }

  /// What stands in it otherwise than called: other functions within it, values, parameters.
  fileprivate func namesGivenOtherMeaning(_ body: Int) -> Set<String> {
    let code = source.declarations.code
    let found = (function.first..<code.closing(body, "{", "}")).filter {
      code.kind($0) == .identifier && !code.isCall($0) && !code.isSign($0 - 1, ".")
    }
    return Set(found.map(code.text))
  }

  fileprivate func declaresIssue(_ body: Int) -> Bool {
    let code = source.declarations.code
    let own = body..<code.closing(body, "{", "}")
    return code.indices(of: "Issue").contains {
      own.contains($0) && ["struct", "class", "enum", "actor", "typealias"].contains(code.text($0 - 1))
    }
  }

  /// By its name alone: one that stands alone, or one beside it.
  fileprivate func mayCall(_ other: Self) -> Bool {
    let isNear = other.source.target.c99name == source.target.c99name
    return other.type == nil ? isNear || !other.source.target.isTest : isNear && other.type == type
  }
}

extension TestCode {
  fileprivate func isCall(_ index: Int) -> Bool {
    kind(index) == .identifier && isSign(index + 1, "(") && text(index - 1) != "func"
  }

  func imports(_ module: String) -> Bool {
    tokens.indices.contains { kind($0) == .keyword && text($0) == "import" && text($0 + 1) == module }
  }
}

extension UnheardChecks.Hearing {
  /// A library that names the other's way to be told of events uses it.
  init(of toolchain: Toolchain) {
    let library = contents(of: toolchain.realFolder + "/../lib/swift/linux/libXCTest.so") ?? []
    ofXCTest = library.holds("_swift_testing_getFallbackEventHandler")
    ofSwiftTesting = library.holds("_swift_testing_installFallbackEventHandler")
  }
}
