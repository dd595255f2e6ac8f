import Words

extension IssueIdentity {
  /// An issue of a test is that test and what happened to it, whatever the text says.
  public static func make(test: TestID, outcome: TestOutcome) -> IssueIdentity {
    make(
      kind: outcome == .flaky ? .flaky : .testFailure, target: nil, test: test, file: nil,
      message: outcome.rawValue)
  }

  /// Whatever may go wrong with a test.
  public static func all(of test: TestID) -> [IssueIdentity] {
    TestOutcome.allCases.filter(\.wentWrong).map { .make(test: test, outcome: $0) }
  }

  /// What happened to the test.
  func outcome(of test: TestID) -> TestOutcome? {
    TestOutcome.allCases.first {
      $0.wentWrong && self == IssueIdentity.make(test: test, outcome: $0)
    }
  }

  /// The same of its test by another name.
  public func followed(from former: TestID?, to test: TestID) -> IssueIdentity {
    let told = former.flatMap { self.outcome(of: $0) }
    return told.map { .make(test: test, outcome: $0) } ?? self
  }

  /// Of any other issue: kind, target, file and what the message says apart from addresses, durations and
  /// absolute paths, and of a header who says it. Its line has no say.
  public static func make(
    kind: Issue.Kind, target: String?, test: TestID?, file: PackagePath?, message: String
  ) -> IssueIdentity {
    let isWarning = kind == .warning || kind == .analyzerWarning
    let place = file ?? (test == nil ? outsideName(in: message) : nil)
    let message = isWarning ? HeaderWarning.plain(message, in: file?.rawValue) : message
    var bytes: [UInt8] = []
    // The same error, whether or not the products compile.
    let kind = kind == .testBuildError ? .buildError : kind
    // An absent part differs from an empty one, and no part can run into the next.
    for part in [kind.rawValue, target, test?.rawValue, place?.rawValue, SteadyText.of(message)] {
      bytes.append(part == nil ? 0 : 1)
      bytes += (part ?? "").utf8
      bytes.append(0xff)
    }
    return IssueIdentity(Fingerprint.folded(bytes))
  }

  /// What a source is called that lies outside of the package, where the message ends with its place: of two
  /// that say the same each is one. Not its folder, which may be another one each time.
  private static func outsideName(in message: String) -> PackagePath? {
    guard message.last == ")", let match = message.firstMatch(of: #/ \((?:/[^/()]+)*/([^/()]+?)(?::\d+)?\)$/#)
    else { return nil }
    let name = String(match.1)
    let ending = name.split(separator: ".").last.map { String($0) } ?? ""
    let isSource = HeaderWarning.endings.union(sourceEndings).contains(ending)
    return isSource ? PackagePath("/" + name) : nil
  }

  private static let sourceEndings: Set<String> = ["swift", "c", "m", "cc", "cpp", "cxx", "mm"]
}
