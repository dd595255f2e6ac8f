import Formats
import Model
import Words

/// Failures that came when their test had ended, so that XCTest tells them of another one: what runs alone
/// then proves nothing.
struct LateFailures {
  private struct Body {
    var lines: ClosedRange<Int>
    var test: String
    var name: String
    var isXCTest: Bool
  }

  /// Where it came from.
  enum Origin: Equatable {
    case body(of: String)
    /// That one crashes there itself: it may have run by then, and nothing told so.
    case crash(of: String)
    /// `callers`: the tests that ran before and may have called it, where it is known.
    case helper(String, file: PackagePath, line: Int, callers: [TestID]?)
  }

  private var bodies: [PackagePath: [Body]] = [:]
  /// Somebody may call them.
  private var mentioned: Set<String> = []
  /// What a macro makes has the place of what it was made from, which may be another test's body.
  private var declared: Set<String> = []
  private var sources: [TestSource] = []

  private static let mostCallers = 500

  init(_ sources: [TestSource] = []) {
    self.sources = sources
    for source in sources {
      let code = source.declarations.code
      mentioned.formUnion(source.declarations.mentioned)
      for names in source.declarations.mentionedIn.values { mentioned.formUnion(names) }
      declared.formUnion(source.declarations.functions.map(\.name))
      for function in source.declarations.functions where function.mayBeTest || function.isSwiftTesting {
        guard let body = function.body else { continue }
        let isXCTest = !function.isSwiftTesting
        guard !isXCTest || function.type != nil else { continue }
        let last = max(function.line, code.lines[code.closing(body, "{", "}")])
        let path = function.type.map { source.declarations.types[$0].path(in: source.target.c99name) + "/" }
        bodies[source.file, default: []].append(
          Body(
            lines: function.line...last, test: (path ?? "") + function.name, name: function.name,
            isXCTest: isXCTest))
      }
    }
  }

  // MARK: By whose body it came from

  /// Those that failed late, each with where that came from. `ran`: all tests in their order.
  func find(in ran: [TestCase]) -> [TestID: Origin] {
    var found: [TestID: Origin] = [:]
    var reach: TestReach?
    for row in ran where row.outcome == .crashed {
      guard let owner = owner(ofCrash: row) else { continue }
      let crashesItself = ran.contains {
        $0.outcome == .crashed && $0.id != row.id && Self.path(of: $0) == owner
      }
      found[row.id] = crashesItself ? .crash(of: owner) : .body(of: owner)
    }
    for (place, row) in ran.enumerated() where row.library == .xctest && row.outcome == .failed {
      let failures = row.failures.filter { !$0.isKnown }
      let owners = failures.map { owner(of: $0, in: row) }
      if let first = owners.first, let owner = first, owners.allSatisfy({ $0 != nil }) {
        found[row.id] = .body(of: owner)
      } else if failures.indices.allSatisfy({ owners[$0] != nil || isOutside(failures[$0]) }),
        !failures.isEmpty
      {
        if reach == nil { reach = TestReach(sources) }
        if let reach { found[row.id] = helper(failures, owners, row, before: ran[..<place], reach) }
      }
    }
    return found
  }

  /// The test in whose body all lies that failed in this one, where that is another one.
  func owner(of row: TestCase) -> String? {
    guard case .body(let owner)? = find(in: [row])[row.id] else { return nil }
    return owner
  }

  /// What must be said of a test that failed itself, and in which something failed that another one left.
  func wordsBeside(_ row: TestCase) -> String? {
    guard row.library == .xctest, row.outcome == .failed else { return nil }
    let failures = row.failures.filter { !$0.isKnown }
    let late = failures.filter { owner(of: $0, in: row) != nil }
    guard let first = late.first, late.count < failures.count, let owner = owner(of: first, in: row),
      let file = first.file, let line = first.line
    else { return nil }
    let which = late.count == 1 ? "1" : "\(Figures.grouped(late.count))"
    return "\(which) of the \(Figures.count(failures.count, "failure")) of \(row.id) came in the body of "
      + "\(owner) (\(file):\(line)), which had ended before: that test left something running"
  }

  private static func path(of row: TestCase) -> String {
    (row.suite.isEmpty ? "" : row.suite + "/") + row.name.prefix { $0 != "(" }
  }

  private func owner(of failure: TestFailure, in row: TestCase) -> String? {
    guard let file = failure.file, let line = failure.line else { return nil }
    return owner(of: file, line, in: row)
  }

  private func owner(of file: PackagePath, _ line: Int, in row: TestCase) -> String? {
    let name = String(row.name.prefix { $0 != "(" })
    let isOwn = { (body: Body) in
      body.name == name || row.file == file && (row.line.map(body.lines.contains) ?? false)
    }
    guard let body = body(file, line), body.isXCTest == (row.library == .xctest), !isOwn(body),
      !mentioned.contains(body.name), declared.contains(name)
    else { return nil }
    return body.test
  }

  /// The stack that crashed leads through another test's body, and not through its own.
  private func owner(ofCrash row: TestCase) -> String? {
    guard let crash = row.crash, !CrashReport.names(row, in: crash) else { return nil }
    return crash.frames.filter(\.isOwn).lazy.compactMap { frame in
      frame.file.flatMap { file in
        frame.line.flatMap { owner(of: PackagePath(file), $0, in: row) }
      }
    }.first
  }

  private func body(_ failure: TestFailure) -> Body? {
    guard let file = failure.file, let line = failure.line else { return nil }
    return body(file, line)
  }

  private func body(_ file: PackagePath, _ line: Int) -> Body? {
    let found = (bodies[file] ?? []).filter { $0.lines.contains(line) }
    return found.count == 1 ? found.first : nil
  }

  /// In no test's body, but in a source of tests.
  private func isOutside(_ failure: TestFailure) -> Bool {
    guard let file = failure.file, let line = failure.line else { return false }
    return sources.contains { $0.file == file }
      && !(bodies[file] ?? []).contains { $0.lines.contains(line) }
  }

  /// The first of them that lies in a helper, where the test calls none of these.
  private func helper(
    _ failures: [TestFailure], _ owners: [String?], _ row: TestCase, before: ArraySlice<TestCase>,
    _ reach: TestReach
  ) -> Origin? {
    guard let own = reach.reach(of: row.name, in: row.suite) else { return nil }
    var first: (index: Int, name: String, file: PackagePath, line: Int)?
    for (failure, owner) in zip(failures, owners) where owner == nil {
      guard let file = failure.file, let line = failure.line, let helper = reach.function(file, line),
        !helper.name.isEmpty, !own.contains(helper.index)
      else { return nil }
      first = first ?? (helper.index, helper.name, file, line)
    }
    guard let (index, name, file, line) = first else { return nil }
    let tests = before.filter { $0.library == .xctest && $0.outcome != .notRun }
    let callers =
      tests.count > Self.mostCallers
      ? nil
      : tests.filter { reach.reach(of: $0.name, in: $0.suite)?.contains(index) ?? true }.map(\.id)
    return .helper(name, file: file, line: line, callers: callers)
  }

  /// What must be said of it.
  static func words(_ row: TestCase, _ origin: Origin) -> String {
    let test = row.id
    switch origin {
    case .body(let owner):
      let what = row.outcome == .crashed ? "crashed" : "failed"
      return
        "\(test) \(what) in the body of \(owner), which had ended before: that test left something running"
    case .crash(let owner):
      return "\(test) is told as crashed, because it was the last that was heard of; what crashed is the "
        + "body of \(owner), which does so by itself"
    case .helper(let name, let file, let line, let callers):
      let what =
        "\(test) failed in `\(name)` (\(file):\(line)), which it does not call: something that ran "
        + "before was left running"
      guard let callers, !callers.isEmpty else { return what }
      if callers.count == 1 { return "\(what), most likely by \(callers[0]), the only one that calls it" }
      return "\(what), by one of the \(Figures.count(callers.count, "test")) before it that may call it"
    }
  }

  // MARK: Swift Testing

  /// What must be said of tests in which something failed only when they had ended.
  static func note(_ test: TestID) -> String {
    "\(test) failed when it had ended: it left something running. Alone, its process would end before that."
  }

  /// Of an issue that no test owns: where it was recorded.
  func words(of loose: LooseIssue) -> String {
    let issue = loose.failure
    if let suite = loose.suite {
      let place = issue.file.flatMap { file in issue.line.map { ", at \(file):\($0)" } } ?? ""
      return "of the suite \(suite) itself, in none of its tests\(place)"
    }
    guard let file = issue.file, let line = issue.line else { return "outside of every test" }
    let place = "outside of every test, at \(file):\(line)"
    guard let body = body(issue) else { return place }
    return "\(place) in the body of \(body.test), by a queue or a task of no known test"
  }
}
