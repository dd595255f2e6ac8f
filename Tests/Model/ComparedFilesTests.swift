import Model
import Testing

@Suite("Files that a test left to be compared") struct ComparedFilesTests {
  @Test(
    "those whose names differ by the word of their role alone belong together",
    arguments: [
      (
        ["reference.png", "failure.png", "difference.png"],
        [["reference.png", "failure.png", "difference.png"]]
      ),
      (["reference.png", "failure.png"], [["reference.png", "failure.png"]]),
      (["failure.png", "difference.png"], [["", "failure.png", "difference.png"]]),
      (
        ["s/Login/login-reference.png", "s/Login/login.failed.png", "s/Login/login_diff.txt"],
        [["s/Login/login-reference.png", "s/Login/login.failed.png", "s/Login/login_diff.txt"]]
      ),
      (["expected/login.txt", "actual/login.txt"], [["expected/login.txt", "actual/login.txt"]]),
      (["a/expected/b/c.txt", "a/actual/b/c.txt"], [["a/expected/b/c.txt", "a/actual/b/c.txt"]]),
      (["shots-failed/a.png", "shots reference/a.png"], [["shots reference/a.png", "shots-failed/a.png"]]),
      (["a.expected", "a.actual", "a.diff"], [["a.expected", "a.actual", "a.diff"]]),
      (["a-expected.txt", "a-actual.txt", "a.diff"], [["a-expected.txt", "a-actual.txt", "a.diff"]]),
      (["LOGIN-Reference.PNG", "LOGIN-FAILED.png"], [["LOGIN-Reference.PNG", "LOGIN-FAILED.png"]]),
      (["a-reference@2x.png", "a-failed@2x.png"], [["a-reference@2x.png", "a-failed@2x.png"]]),
      // The last word tells the role, unless only an earlier one brings them together.
      (
        ["failed-login-reference.png", "failed-login-failed.png"],
        [["failed-login-reference.png", "failed-login-failed.png"]]
      ),
      (["expected/diff.txt", "actual/diff.txt"], [["expected/diff.txt", "actual/diff.txt"]]),
      (["reference-failed.png", "actual-failed.png"], [["reference-failed.png", "actual-failed.png"]]),
      // Two of each, in the order in which they came.
      (
        ["b/reference.png", "a/reference.png", "a/failure.png", "b/failure.png"],
        [["b/reference.png", "b/failure.png"], ["a/reference.png", "a/failure.png"]]
      ),
      // A text beside pictures is a difference of theirs; beside both, of what has its ending.
      (
        ["a-expected.png", "a-actual.png", "a-expected.txt", "a-actual.txt", "a-diff.txt"],
        [["a-expected.png", "a-actual.png"], ["a-expected.txt", "a-actual.txt", "a-diff.txt"]]
      ),
    ] as [([String], [[String]])])
  func together(names: [String], groups: [[String]]) {
    let found = ComparedFiles.grouped(Self.files(names))
    #expect(found.groups.map(Self.names) == groups)
    #expect(found.alone.map(\.name) == names.filter { name in !groups.contains { $0.contains(name) } })
  }

  @Test(
    "all others stand alone, in their order",
    arguments: [
      [], ["shot.png"], ["reference.png"], ["reference.png", "expected.png"],
      // Only whole words, and only those.
      ["preference.png", "unexpected.png", "diffuse.png", "failures/a.png", "factual.png"],
      ["loginReference.png", "loginFailed.png"], ["old.png", "new.png"],
      // Something else differs, too.
      ["a-reference.png", "b-failed.png"], ["a/reference.png", "b/failed.png"],
      ["a-reference.png", "a-failed.jpg"], ["reference-a.png", "a-failed.png"],
      ["expected/a.txt", "a-actual.txt"], ["login-reference.png", "Login-failed.png"],
      // Nobody can say which of them the reference belongs to.
      ["a-reference.png", "a-failed.png", "a-failure.png"], ["", "/", ".diff"],
    ])
  func alone(names: [String]) {
    let found = ComparedFiles.grouped(Self.files(names))
    #expect(found.groups == [] && found.alone.map(\.name) == names)
  }

  @Test("files of one name are paired in the order in which they came")
  func pairs() {
    let names = ["reference.png", "failure.png", "reference.png", "failure.png"]
    let files = names.enumerated().map { ComparedFiles.File(path: "\($0)", name: $1) }
    let found = ComparedFiles.grouped(files)
    #expect(
      found.groups.map { [$0.files[.reference]?.path, $0.files[.failed]?.path] } == [
        ["0", "1"], ["2", "3"],
      ])
    #expect(found.alone == [])
  }

  @Test(
    "a group is called what its names have in common",
    arguments: [
      ("reference.png", "failure.png", ""), ("s/login-reference.png", "s/login-failed.png", "s/login"),
      ("expected/a.txt", "actual/a.txt", "a"), ("s/expected/a.txt", "s/actual/a.txt", "s/a"),
      ("s/expected-a.txt", "s/actual-a.txt", "s/a"), ("a-expected-b.txt", "a-actual-b.txt", "a b"),
      ("a/expected.txt", "a/actual.txt", "a"), ("a-expected/b.txt", "a-actual/b.txt", "a/b"),
    ])
  func name(first: String, second: String, name: String) {
    #expect(ComparedFiles.grouped(Self.files([first, second])).groups.map(\.name) == [name])
  }

  private static func files(_ names: [String]) -> [ComparedFiles.File] {
    names.map { ComparedFiles.File(path: "attachments/\($0)", name: $0) }
  }

  /// In the order of the roles; empty where the one before the first is missing.
  private static func names(_ group: ComparedFiles) -> [String] {
    let all = ComparedFiles.Role.allCases.map { group.files[$0]?.name }
    return Array(all.reversed().drop { $0 == nil }.reversed()).map { $0 ?? "" }
  }
}
