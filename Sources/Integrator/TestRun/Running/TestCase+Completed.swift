import Model

extension TestCase {
  /// Of one that did not come to its end when it ran again: with what had failed before, and what had come of
  /// the arguments that it did not come to.
  func completed(by first: TestCase) -> TestCase {
    guard outcome != .failed else { return self }
    var row = self
    for (place, before) in first.arguments.enumerated()
    where place < arguments.count && arguments[place].name == before.name {
      let isLost = row.arguments[place].outcome == .notRun && before.outcome.endedByItself
      let isForgiven = row.arguments[place].outcome == .passed && before.outcome == .failed
      if isLost || isForgiven { row.arguments[place].outcome = before.outcome }
    }
    row.failures =
      first.failures.filter { failure in
        failure.kind != .crash && failure.kind != .timeout
          && !failures.contains { known in
            (known.message, known.file, known.line) == (failure.message, failure.file, failure.line)
          }
      } + failures
    return row
  }
}

extension TestOutcome {
  /// Others may be told of whoever was open when their process ended.
  fileprivate var endedByItself: Bool {
    switch self {
    case .passed, .failed, .skipped, .expectedFailure: true
    case .crashed, .timedOut, .flaky, .notRun: false
    }
  }
}
