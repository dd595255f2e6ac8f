public import Model
import Words

/// What was built, as far as a map depends on it.
public struct MappedCode: Equatable, Sendable {
  public var functions: [TestMap.Function]
  /// Indices of those that an `==` may call.
  public var askedByEqualities: Set<Int>
  /// Of all that is not the body of a function or a target of tests.
  public var mark: String
  /// Of each target of tests, by its module.
  public var testMarks: [String: TestTargetMarks]
  /// Of what tests are known to have read, by path: what stands there now.
  public var read: [String: String]

  public init(
    functions: [TestMap.Function], mark: String, testMarks: [String: TestTargetMarks],
    askedByEqualities: Set<Int> = [], read: [String: String] = [:]
  ) {
    (self.functions, self.mark, self.testMarks) = (functions, mark, testMarks)
    (self.askedByEqualities, self.read) = (askedByEqualities, read)
  }

  func isAsItWas(_ file: FileRead) -> Bool { read[file.path] == file.mark }

  /// Changes with whatever was built.
  public var fingerprint: String {
    var whole = ContentMark(mark)
    for function in functions {
      for word in [function.path.rawValue, function.symbol, function.mark, function.code] { whole.add(word) }
      whole.add(function.line)
    }
    for (target, marks) in testMarks.sorted(by: { $0.key < $1.key }) {
      for word in [target, marks.rest, marks.all] { whole.add(word) }
      for (name, mark) in marks.own.sorted(by: { $0.key < $1.key }) {
        whole.add(name)
        whole.add(mark)
      }
    }
    return whole.text
  }

  /// Empty where nothing is known of it.
  public func mark(of test: TestCase) -> String { testMarks[test.target]?.mark(of: test) ?? "" }

  /// What of it is the test's own, at its end.
  func ownMark(of test: TestCase) -> String? { testMarks[test.target]?.ownMark(of: test) }
}

/// What a target of tests is made of.
public struct TestTargetMarks: Equatable, Sendable {
  /// Of what is no test's own; as long as each mark.
  public var rest: String
  /// Of all that are tests' own in one.
  public var all: String
  /// Of each test's own.
  public var own: [String: String]

  public init(rest: String, all: String = "", own: [String: String] = [:]) {
    (self.rest, self.all, self.own) = (rest, all, own)
  }

  /// What a test is known by there: a declaration tells no more.
  public static func key(suite: String, name: String) -> String {
    let last = suite.split { $0 == "." || $0 == "/" }.last ?? ""
    let bare = name.prefix { $0 != "(" }.filter { $0 != "`" }
    return "\(last.filter { $0 != "`" })|\(bare)"
  }

  /// Of one mark.
  static let length = 16

  func mark(of test: TestCase) -> String { rest + ownMark(of: test) }

  /// One that is declared elsewhere, as in a base class, may be any of them.
  func ownMark(of test: TestCase) -> String { own[Self.key(suite: test.suite, name: test.name)] ?? all }
}
