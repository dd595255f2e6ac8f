import Model

extension TestLedger {
  /// What the suspects did then.
  enum Moment: Int { case unbegun, sideBySide, cases }

  /// How a process ended.
  struct Story: Hashable, Comparable {
    var sentence: String
    var moment: Moment

    static func < (one: Self, other: Self) -> Bool {
      (one.sentence, one.moment.rawValue) < (other.sentence, other.moment.rawValue)
    }
  }

  /// Of tests that only waited for each other: what they take alone at least, and for how long nothing is
  /// told of them when they run side by side once more.
  struct Standstill: Equatable {
    var leastAlone: Double
    var leastAgain: Double
    /// All that ran there: one that had ended may have left what the others wait for.
    var batch: Batch
    /// Those that had not ended there.
    var undecided: Set<TestID> = []
  }

  /// Tests of which nothing was told side by side for no longer than they took one after the other.
  struct StoodStill: Equatable {
    var tests: [TestID]
    var story: Story
    var still: Standstill
    var aloneSeconds: Double
  }
}

extension TestLedger.Moment {
  func words(_ tests: Int) -> String {
    switch self {
    case .unbegun: "before any of these tests had begun"
    case .sideBySide: "while these tests ran side by side"
    case .cases: "while the cases of \(tests == 1 ? "one" : "each") ran side by side"
    }
  }

  func ends(_ tests: Int, how: String) -> String {
    guard self == .cases else { return "each of them ends\(how) with nothing beside it" }
    return "\(tests == 1 ? "the same" : "each") ends\(how) with its cases one after the other"
  }
}
