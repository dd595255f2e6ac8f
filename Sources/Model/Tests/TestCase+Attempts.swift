import Words

extension TestCase {
  /// Where the test itself stood when something that it called crashed, or, where its stack does not tell
  /// that, where the test is declared; nil where it crashed itself.
  public var crashCaller: (file: PackagePath, line: Int, isDeclaration: Bool)? {
    guard let crash, let file, file != crash.file else { return nil }
    if let line = crash.frames.last(where: { $0.file == file.rawValue && $0.line != nil })?.line {
      return (file, line, false)
    }
    return line.map { (file, $0, true) }
  }

  /// The function of the package in which it hung, where that is not the test: "static Danger.risky(_:),
  /// called there" where nothing tells its line, so that the place that is told is the one of its call.
  public var hungIn: String? {
    guard let own = stack?.first(where: \.isOwn) else { return nil }
    guard own.line == nil else { return own.file == file?.rawValue ? nil : own.function }
    return own.function + ", called there"
  }

  /// How it went each time: "Failed in the test run; repeated alone: failed, passed." Nil where it ran once
  /// and nothing more is known of it.
  public var attemptWords: String? {
    guard attempts.count > 1 || passedIn != nil || culprit != nil || apart != nil else { return nil }
    var words: [String] = []
    if attempts.count > 1 {
      let again = attempts.dropFirst().map(\.outcome.word).joined(separator: ", ")
      words.append("\(firstOutcome.word.capitalizedFirst) in the test run; repeated alone: \(again)")
    }
    if let passedIn { words.append("Passed in \(passedIn), of the same commit") }
    if let culprit { words.append("It \(culprit.words)") }
    if let apart { words.append(apart.words) }
    return words.map(\.ended).joined(separator: " ")
  }
}
