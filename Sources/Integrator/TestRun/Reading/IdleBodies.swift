import Coverage
import Model
import Tokens

/// Tests that their library calls passed though their bodies never ran, as what calls them may leave that
/// out: `invokeTest` of a class, a list for XCTest with one method twice, or the scope of a trait. Their
/// coverage tells. They count as skipped: nothing of theirs is proven, or mended.
struct IdleBodies {
  let counts: BodyCounts

  /// Those of their bodies.
  static func files(of cases: [TestCase], in sources: [TestSource]) -> Set<PackagePath> {
    let files = Set(cases.filter { $0.outcome == .passed || QuickBodies.isLeftOut($0) }.compactMap(\.file))
    return QuickBodies.mayLieElsewhere(cases) ? files.union(sources.map(\.file)) : files
  }

  /// Skips those among the tests, and tells of each.
  func skip(_ cases: inout [TestCase], of sources: [TestSource]) -> [DidNotRun] {
    let functions = TestFunctions(sources)
    let examples = QuickBodies(sources, of: cases)
    return cases.indices.compactMap { index in
      let test = cases[index]
      let isExample = examples.areIdle(test, counts)
      guard isExample || isIdle(test, functions) else { return nil }
      let why = isExample ? QuickBodies.why : Self.why(test.library)
      (cases[index].outcome, cases[index].skipReason) = (.skipped, why)
      for argument in test.arguments.indices { cases[index].arguments[argument].outcome = .skipped }
      return DidNotRun(
        .idle, test.name, target: test.target, suite: test.suite, file: test.file, line: test.line,
        why: "its library calls it passed, though \(why)")
    }
  }

  /// Has those passed that were taken for left out and ran.
  func pass(_ cases: inout [TestCase], of sources: [TestSource]) -> Set<TestID> {
    guard cases.contains(where: QuickBodies.isLeftOut) else { return [] }
    let examples = QuickBodies(sources, of: cases)
    var found: Set<TestID> = []
    for index in cases.indices where QuickBodies.isLeftOut(cases[index]) {
      guard examples.haveRun(cases[index], counts) else { continue }
      (cases[index].outcome, cases[index].skipReason) = (.passed, nil)
      found.insert(cases[index].id)
    }
    return found
  }

  /// One that passed, and nothing called its body.
  func isIdle(_ test: TestCase, _ functions: TestFunctions) -> Bool {
    guard test.outcome == .passed, let found = functions[test], let body = found.function.body,
      case let code = found.source.declarations.code, !Self.isToldElsewhere(body, in: code)
    else { return false }
    return counts.areIdle(in: found.source.file, line: code.lines[body], column: code.column(of: body))
  }

  static func why(_ library: TestLibrary) -> String {
    "nothing called its body, \(caller(library)) may leave that out"
  }

  /// The compiler was told that what stands there is of other lines.
  private static func isToldElsewhere(_ body: Int, in code: TestCode) -> Bool {
    guard let last = code.indices(of: "#sourceLocation").last(where: { $0 < body }) else { return false }
    return !(code.isSign(last + 1, "(") && code.isSign(last + 2, ")"))
  }

  private static func caller(_ library: TestLibrary) -> String {
    switch library {
    case .xctest: "as an `invokeTest` of its class, or a list that gives its name to another method,"
    case .swiftTesting: "as the scope that a trait provides"
    }
  }
}
