import Words

extension Report {
  /// Behind what is told of them: where not all ran nobody knows what else came and went.
  public var restOfTestChanges: String { limited?.tests == nil ? "" : ", as far as some of them tell" }
}

extension TestChanges {
  /// "2 new, 1 gone, 31 renamed, 3 moved, 1 newly skipped"; empty where nothing is to be told.
  public var counts: String {
    counted.map { "\(Figures.grouped($0.0)) \($0.1)" }.joined(separator: ", ")
  }

  /// The same among words of other things: "2 tests new, 1 gone".
  public var countsOfTests: String {
    counted.enumerated().map { place, told in
      "\(place == 0 ? Figures.count(told.0, "test") : Figures.grouped(told.0)) \(told.1)"
    }.joined(separator: ", ")
  }

  private var counted: [(Int, String)] {
    let moved = renamed.count { $0.how == .moved }
    return [
      (added.count, "new"), (gone.count, "gone"), (renamed.count - moved, "renamed"), (moved, "moved"),
      (skipped.count, "newly skipped"),
    ].filter { $0.0 > 0 }
  }

  /// A test or suite that came, went or is called otherwise.
  public struct Line: Equatable, Sendable {
    public var words: String
    /// Where what is gone still stands.
    public var left: DidNotRun?
  }

  /// A line each, what tells of most tests first: suites, other names, what is gone, new and skipped.
  /// - Parameter unrun: what stands in the sources and did not run.
  public func lines(beside unrun: [DidNotRun]) -> [Line] {
    let renamed = suites.map(\.words) + alone.map { "\($0.to), \($0.words)" }
    let came = added.map { "\($0), new" } + skipped.map { "\($0), newly skipped" }
    let left = gone.map { test in
      let row = unrun.first { $0.stands(for: test) }
      return Line(words: "\(test), gone" + (row.map { ": \($0.kind.word)" } ?? ""), left: row)
    }
    return renamed.map { Line(words: $0) } + left + came.map { Line(words: $0) }
  }
}

extension DidNotRun {
  /// Whether it is what became of a test that is none any more.
  public func stands(for test: TestID) -> Bool {
    guard [.test, .condition].contains(kind) else { return false }
    func plain(_ name: String) -> Substring { name.prefix { $0 != "(" } }
    let module = String(target.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    return plain(test.rawValue) == "\(module)." + (suite.isEmpty ? "" : suite + "/") + plain(name)
  }
}

extension SuiteRename {
  /// "3 tests moved from FooTests to BarTests".
  public var words: String {
    let (one, other) = shortened
    return "\(Figures.count(tests, "test")) moved from \(one) to \(other)"
  }

  /// Without the target, where both are of the same.
  private var shortened: (String, String) {
    let (one, other) = (from.split(separator: "."), to.split(separator: "."))
    guard one.count > 1, other.count > 1, one[0] == other[0] else { return (from, to) }
    return (one.dropFirst().joined(separator: "."), other.dropFirst().joined(separator: "."))
  }
}
