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

  /// For how long nothing was told, and what tests take alone that only waited for each other.
  struct Stillness: Equatable {
    var seconds: Double
    var leastAlone: Double
  }

  /// Tests of which nothing was told side by side for no longer than they took one after the other.
  struct StoodStill: Equatable {
    var tests: [TestID]
    var story: Story
    var stillSeconds: Double
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

  func endsWell(_ tests: Int) -> String {
    guard self == .cases else { return "each of them ends well with nothing beside it" }
    return "\(tests == 1 ? "the same" : "each") ends well with its cases one after the other"
  }
}
