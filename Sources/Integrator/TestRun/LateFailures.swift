import Model

/// Failures that came when their test had ended, so that XCTest tells them of another one: what runs alone
/// then proves nothing.
struct LateFailures {
  private struct Body {
    var lines: ClosedRange<Int>
    var test: String
    var name: String
  }

  private var bodies: [PackagePath: [Body]] = [:]
  /// Somebody may call them.
  private var mentioned: Set<String> = []

  init(_ sources: [TestSource] = []) {
    for source in sources {
      let code = source.declarations.code
      mentioned.formUnion(source.declarations.mentioned)
      for function in source.declarations.functions where function.mayBeTest {
        guard let type = function.type, let body = function.body else { continue }
        let last = max(function.line, code.lines[code.closing(body, "{", "}")])
        let path = source.declarations.types[type].path(in: source.target.c99name)
        bodies[source.file, default: []].append(
          Body(lines: function.line...last, test: "\(path)/\(function.name)", name: function.name))
      }
    }
  }

  /// The test in whose body all lies that failed in this one, where that is another one.
  func owner(of row: TestCase) -> String? {
    guard row.library == .xctest, row.outcome == .failed else { return nil }
    let owners = row.failures.filter { !$0.isKnown }.map { owner(of: $0, in: row) }
    guard let first = owners.first, owners.allSatisfy({ $0 != nil }) else { return nil }
    return first
  }

  private func owner(of failure: TestFailure, in row: TestCase) -> String? {
    guard let file = failure.file, let line = failure.line else { return nil }
    let found = (bodies[file] ?? []).filter { $0.lines.contains(line) }
    guard found.count == 1, let body = found.first, body.name != row.name, !mentioned.contains(body.name)
    else { return nil }
    return body.test
  }

  /// What must be said of it.
  static func note(_ row: TestCase, _ owner: String) -> String {
    "\(row.id) failed in the body of \(owner), which had ended before: that test left something running."
  }
}
