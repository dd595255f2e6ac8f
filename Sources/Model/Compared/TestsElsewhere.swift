import Words

/// Tests that stand in another file than before, under the names that they had.
public struct TestsElsewhere: Codable, Equatable, Sendable {
  public var tests: [TestID]
  public var from: PackagePath
  public var to: PackagePath

  /// "T.S/a, moved from A.swift to B.swift"
  public var words: String {
    let subject = tests.count == 1 ? "\(tests[0])" : Figures.count(tests.count, "test")
    return "\(subject), moved from \(from.rawValue) to \(to.rawValue)"
  }

  /// In the order of the first of each pair of files.
  static func among(_ pairs: [(old: TestCase, new: TestCase)]) -> [TestsElsewhere] {
    var found: [TestsElsewhere] = []
    for (old, new) in pairs where old.id == new.id {
      guard let from = old.file, let to = new.file, from != to else { continue }
      if let place = found.firstIndex(where: { $0.from == from && $0.to == to }) {
        found[place].tests.append(new.id)
      } else {
        found.append(TestsElsewhere(tests: [new.id], from: from, to: to))
      }
    }
    return found
  }
}
