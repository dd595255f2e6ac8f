import Formats
import Model

/// What a process said for people in the moment that it died, and its event stream does not know.
enum UnheardIssues {
  private struct Place: Hashable {
    var name: String
    var file: String
    var line: Int
  }

  /// Those of the open tests that failed by it. A name says which test only where no other open one has it.
  /// - Parameter told: all that the stream told of, open or not.
  static func failed(
    _ open: [TestCase], told: [TestCase], said: [SwiftTestingConsole.Issue]
  ) -> [TestCase] {
    let unheard = Dictionary(grouping: unheard(said, told), by: \.test)
    let named = Dictionary(grouping: open, by: \.saidName)
    return named.sorted { $0.key < $1.key }.compactMap { name, rows in
      guard rows.count == 1, var row = rows.first, row.failures.isEmpty, let own = unheard[name] else {
        return nil
      }
      row.failures = own.map { issue in
        let isOfItsFile = row.file.map { Self.name(of: $0) == issue.file } ?? false
        return TestFailure(
          message: issue.message, file: isOfItsFile ? row.file : nil, line: isOfItsFile ? issue.line : nil,
          kind: .other)
      }
      return row
    }
  }

  /// What was told of is one of those that were said, of whichever test with that name; without a place any.
  private static func unheard(
    _ said: [SwiftTestingConsole.Issue], _ told: [TestCase]
  ) -> [SwiftTestingConsole.Issue] {
    var heard: [Place: Int] = [:]
    var placeless: [String: Int] = [:]
    for row in told {
      for failure in row.failures where !failure.isKnown && failure.isWarning != true {
        let count = failure.standsFor ?? 1
        guard let file = failure.file, let line = failure.line, failure.isAtDeclaration != true else {
          placeless[row.saidName, default: 0] += count
          continue
        }
        heard[Place(name: row.saidName, file: name(of: file), line: line), default: 0] += count
      }
    }
    let left = said.filter { issue in
      let place = Place(name: issue.test, file: issue.file, line: issue.line)
      guard let count = heard[place], count > 0 else { return true }
      heard[place] = count - 1
      return false
    }
    return left.filter { issue in
      guard let count = placeless[issue.test], count > 0 else { return true }
      placeless[issue.test] = count - 1
      return false
    }
  }

  private static func name(of path: PackagePath) -> String {
    path.rawValue.split(separator: "/").last.map { String($0) } ?? ""
  }
}

extension TestCase {
  /// By which Swift Testing calls it in what it says for people.
  fileprivate var saidName: String { displayName.map { "\"\($0)\"" } ?? name }
}
