import Coverage
import Model
import Tokens

/// Where the closures of Quick's examples begin. On Linux XCTest calls passed what Quick leaves out, also by
/// a focus or a filter that no source here tells; what was measured tells that nothing called it.
struct QuickBodies {
  private struct Leaf {
    var file: PackagePath
    var line: Int
    var name: QuickName
    var body: TestBody?
    /// Of its closure; nil where it is given what stands elsewhere.
    var start: (line: Int, column: Int)?
  }

  static let why = "nothing called its closure, as Quick leaves out what a focus or a filter does not name"

  private static let words: Set = ["it", "fit", "xit", "then", "fthen", "xthen", "pending"]

  private var leaves: [Leaf] = []

  /// - Parameter cases: with none of Quick's nothing is read.
  init(_ sources: [TestSource], of cases: [TestCase]) {
    guard cases.contains(where: Self.isExample) else { return }
    for source in sources {
      let code = source.declarations.code
      for index in code.all where Self.words.contains(code.text(index)) && code.kind(index) == .identifier {
        guard code.isSign(index + 1, "("), code.text(index - 1) != "func",
          !source.declarations.isLeftOut(index)
        else { continue }
        let close = code.closing(index + 1, "(", ")")
        guard QuickExamples.isOfQuick(code, from: index + 2, to: close) else { continue }
        var leaf = Leaf(
          file: source.file, line: code.lines[index], name: QuickName(code, from: index + 2, to: close))
        if code.isSign(close + 1, "{") {
          leaf.body = code.mark(of: [], body: (close + 1)..<code.closing(close + 1, "{", "}"))
          leaf.start = (code.lines[close + 1], code.column(of: close + 1))
        }
        leaves.append(leaf)
      }
    }
  }

  /// Whether none of what it may be was called.
  func areIdle(_ test: TestCase, _ counts: BodyCounts) -> Bool {
    guard test.outcome == .passed else { return false }
    let own = leaves(of: test)
    return !own.isEmpty
      && own.allSatisfy { leaf in
        leaf.start.map { counts.areIdle(in: leaf.file, line: $0.line, column: $0.column) } ?? false
      }
  }

  /// Whether its closure was called: a focus that the sources tell may never have been set. One that several
  /// share tells nothing.
  func haveRun(_ test: TestCase, _ counts: BodyCounts) -> Bool {
    guard test.body != nil else { return false }
    let own = leaves(of: test)
    return !own.isEmpty
      && own.allSatisfy { leaf in
        leaf.start.map { counts.wereBegun(in: leaf.file, line: $0.line, column: $0.column) } ?? false
      }
  }

  private func leaves(of test: TestCase) -> [Leaf] {
    guard Self.isExample(test) else { return [] }
    let names = Self.names(test).map { SpokenName($0).folded[...] }
    return leaves.filter { leaf in
      if let body = test.body { return leaf.file == test.file && leaf.line == test.line && leaf.body == body }
      // What a function makes has the place of the group that calls it.
      return names.contains { leaf.name.matches($0) }
    }
  }

  /// What a function makes may stand in any file.
  static func mayLieElsewhere(_ cases: [TestCase]) -> Bool {
    cases.contains { isExample($0) && ($0.outcome == .passed && $0.body == nil || isLeftOut($0)) }
  }

  /// No other test of XCTest has words for a name.
  private static func isExample(_ test: TestCase) -> Bool {
    test.library == .xctest && test.displayName != nil
  }

  /// Because a source tells a focus.
  static func isLeftOut(_ test: TestCase) -> Bool {
    test.outcome == .skipped && test.skipReason?.hasPrefix(QuickSpecs.focusLead) ?? false
  }

  /// Those of one name are numbered.
  private static func names(_ test: TestCase) -> [String] {
    let name = test.displayName ?? test.name
    let number = name.firstMatch(of: /\ \([0-9]+\)$/)?.range
    return [name] + (number.map { [String(name[..<$0.lowerBound])] } ?? [])
  }
}
