import Foundation
import Model
import Words

/// What may have been meant by a filter that no test matches.
enum NearTests {
  private static let most = 3

  /// Names by which a filter would find a test: of a target, a suite, a test.
  static func names(near filters: [String], among tests: [TestID]) -> [String] {
    let names = tests.map { parts(of: $0.rawValue) }
    // A suite is likelier to be meant than all that it has.
    var words: [String] = []
    var known: Set<String> = []
    for level in 0..<3 {
      for name in names where name.count > level && known.insert(name[level]).inserted {
        words.append(name[level])
      }
    }
    var found: [String] = []
    for filter in filters {
      for wanted in [bare(filter)] + parts(of: bare(filter)) {
        while found.count < most,
          let word = Nearest.meant(by: wanted, among: words.filter { !found.contains($0) })
        { found.append(word) }
      }
    }
    return found
  }

  /// The suite, the name, the target.
  private static func parts(of id: String) -> [String] {
    var halves = id.split(separator: "/").map(String.init)
    if halves.last?.contains(".swift") == true { halves.removeLast() }
    guard let first = halves.first else { return [] }
    let words = first.split(separator: ".", maxSplits: 1).map(String.init)
    let name = (halves.count > 1 ? halves.last : words.last).map(withoutArguments) ?? ""
    let suite = halves.count > 1 ? words.last ?? "" : name
    return [suite, name, words.first ?? ""].filter { !$0.isEmpty }
  }

  private static func withoutArguments(_ name: String) -> String {
    name.firstIndex(of: "(").map { String(name[..<$0]) } ?? name
  }

  /// Without what makes it a pattern.
  private static func bare(_ filter: String) -> String {
    filter.replacing(/[\\^$*+?()\[\]{}|]/, with: "")
  }
}
