import Words

/// Failing tests that look as if they had one cause: they crashed at one line, or say the same but for
/// numbers, addresses and paths.
public struct FailureGroup: Equatable, Sendable {
  /// What they have in common.
  public enum Likeness: Hashable, Sendable {
    case crash(PackagePath, Int)
    case place(PackagePath, Int)
    case message, difference
  }

  public var tests: [TestCase]
  /// Nil of a test that is alone.
  public var likeness: Likeness?

  /// In the order of the first test of each.
  public static func of(_ tests: [TestCase]) -> [FailureGroup] {
    var groups: [FailureGroup] = []
    var known: [Key: Int] = [:]
    for test in tests {
      let keys = Key.all(of: test)
      if let key = keys.first(where: { known[$0] != nil }), let place = known[key] {
        groups[place].tests.append(test)
        groups[place].likeness = groups[place].likeness ?? key.likeness
        for key in keys where known[key] == nil { known[key] = place }
      } else {
        for key in keys { known[key] = groups.count }
        groups.append(FailureGroup(tests: [test], likeness: nil))
      }
    }
    return groups
  }

  /// "3 tests crashed at Sources/Order.swift:40"; nil of a test that is alone.
  public var words: String? {
    guard let likeness, let outcome = tests.first?.outcome else { return nil }
    let verb = outcome == .flaky ? "are flaky" : outcome.word
    let tests = "\(Figures.count(tests.count, "test")) \(verb)"
    switch likeness {
    case .crash(let file, let line), .place(let file, let line): return "\(tests) at \(file.rawValue):\(line)"
    case .message:
      let messages = Set(self.tests.compactMap { $0.failures.first { !$0.isKnown }?.message })
      return "\(tests) with the same message" + (messages.count > 1 ? " but for its values" : "")
    case .difference: return "\(tests) with the same difference"
    }
  }
}

private struct Key: Hashable {
  let outcome: TestOutcome
  let likeness: FailureGroup.Likeness
  let text: String

  /// Most telling first.
  static func all(of test: TestCase) -> [Key] {
    func key(_ likeness: FailureGroup.Likeness, _ text: String = "") -> Key {
      Key(outcome: test.outcome, likeness: likeness, text: text)
    }
    let failure = test.failures.first { !$0.isKnown }
    if let crash = test.crash, test.firstOutcome != .failed {
      // A crash without a place says too little of its cause, whatever it says.
      guard let file = crash.file, let line = crash.line else { return [] }
      return [key(.crash(file, line))]
    }
    guard let failure, failure.kind != .timeout, failure.kind != .crash else { return [] }
    let pattern = SteadyText.pattern(failure.message)
    var keys: [Key] = []
    if let file = failure.file, let line = failure.line { keys.append(key(.place(file, line), pattern)) }
    if let difference = ToldDifference(message: failure.plainMessage) {
      return keys + [difference.changedWords].compactMap { $0 }.map { key(.difference, $0) }
    }
    return keys + (SteadyText.hasSubstance(pattern) ? [key(.message, pattern)] : [])
  }
}

extension ToldDifference {
  /// The words that only one side has, which is alike where one thing was renamed in many texts; nil where
  /// they are too few to say anything.
  fileprivate var changedWords: String? {
    func words(_ kind: Kind) -> [Substring] {
      lines.filter { $0.kind == kind }.flatMap { $0.text.split(separator: " ") }
    }
    let (removed, added) = (Set(words(.removed)), Set(words(.added)))
    let told = [removed.subtracting(added), added.subtracting(removed)].map {
      $0.sorted().joined(separator: " ")
    }
    guard told.joined().filter(\.isLetter).count >= 8 else { return nil }
    return told.joined(separator: "\u{0}")
  }
}

extension SteadyText {
  /// Without what changes from test to test: numbers too, wherever they stand.
  static func pattern(_ message: String) -> String {
    let steady = of(String(message.prefix(2000)))
    var pattern = ""
    var isNumber = false
    for character in steady {
      if character.isNumber {
        if !isNumber { pattern.append("…") }
        isNumber = true
      } else {
        isNumber = false
        pattern.append(character)
      }
    }
    return pattern
  }

  /// What libraries say of every failure, and what values are whatever they are of.
  private static let plainWords: Set<String> = [
    "failed", "expectation", "is", "not", "equal", "to", "optional", "nil", "true", "false", "some", "none",
    "success", "failure", "threw", "error", "caught", "issue", "recorded", "an", "was", "thrown", "but", "a",
    "the",
    "expected", "of", "type", "unexpected", "asynchronous", "wait", "exceeded", "timeout", "seconds", "with",
    "unfulfilled", "expectations", "no", "value", "non", "and", "must", "be", "should",
  ]

  /// Whether a pattern says enough that two tests with it may have one cause.
  static func hasSubstance(_ pattern: String) -> Bool {
    let words = pattern.split { !$0.isLetter }.map { $0.lowercased() }
    let telling = words.filter { !plainWords.contains($0) && !$0.hasPrefix("xct") }
    return telling.reduce(0) { $0 + $1.count } >= 10 && telling.count > 1
  }
}
