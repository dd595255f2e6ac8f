import Coverage
import Model

/// Tests that passed though their bodies never ran, as what calls them may leave that out: `invokeTest` of a
/// class, a list for XCTest with one method twice, or the scope of a trait. Their coverage tells.
struct IdleBodies {
  let counts: BodyCounts
  let packageFolder: String

  static func files(of cases: [TestCase], in packageFolder: String) -> Set<String> {
    Set(cases.filter { $0.outcome == .passed }.compactMap(\.file).map { path($0, packageFolder) })
  }

  func rows(_ sources: [TestSource], _ cases: [TestCase]) -> [DidNotRun] {
    let functions = TestFunctions(sources)
    return cases.compactMap { test in
      guard test.outcome == .passed, let found = functions[test], let body = found.function.body,
        // Its lines are no lines of the source.
        found.source.declarations.code.indices(of: "#sourceLocation").isEmpty,
        counts.areIdle(
          in: Self.path(found.source.file, packageFolder), at: found.source.declarations.code.lines[body])
      else { return nil }
      return DidNotRun(
        .idle, test.name, target: test.target, suite: test.suite, file: test.file, line: test.line,
        why: "it passed, though nothing called its body, \(Self.caller(test.library)) may leave that out")
    }
  }

  private static func caller(_ library: TestLibrary) -> String {
    switch library {
    case .xctest: "as an `invokeTest` of its class, or a list that gives its name to another method,"
    case .swiftTesting: "as the scope that a trait provides"
    }
  }

  private static func path(_ file: PackagePath, _ folder: String) -> String { folder + "/" + file.rawValue }
}
