import Tokens

/// Where a test comes to what no map knows of: files by the place of its own source, which may be sources and
/// whatever lies beside them, and programs that tell nobody what they execute.
struct OutsideReading {
  /// How many times the folder above leads from the source's path to that of its target.
  let depth: Int

  private static let ownPlaces: Set<String> = ["#filePath", "#file"]
  private static let up: Set<String> = ["deletingLastPathComponent", "removingLastComponent"]
  /// What is told of a place without reading it.
  private static let toldPlaces: Set<String> = ["file", "filePath", "fileID"]
  private static let mostTokens = 200
  /// Where it stands when it runs is the package's folder.
  private static let here: Set<String> = ["currentDirectoryPath", "getcwd"]
  private static let inherited = ["ProcessInfo", ".", "processInfo", ".", "environment"]
  private static let words: [StaticString] = [
    "environment", "#file", "#filePath", "currentDirectoryPath", "getcwd",
  ]

  func places(in code: TestCode) -> [Int] {
    Self.words.flatMap { code.indices(of: $0) }.filter { begins(at: $0, in: code) }
  }

  private func begins(at index: Int, in code: TestCode) -> Bool {
    switch code.kind(index) {
    case .directive: isReadPlace(index, code)
    case .identifier: Self.here.contains(code.text(index)) || isOwnEnvironment(index, code)
    case .keyword, .attribute, .number, .pattern, .punctuation, .space, .newline, .comment, .text, .textBegin,
      .textMiddle, .textEnd, nil:
      false
    }
  }

  /// Who gives a program variables of its own keeps from it where to write what it executed.
  private func isOwnEnvironment(_ index: Int, _ code: TestCode) -> Bool {
    guard code.text(index) == "environment" else { return false }
    if code.isSign(index + 1, ":") {
      return code.isSign(index + 2, "[") || code.isSign(index + 2, ".") && code.text(index + 3) == "custom"
    }
    guard index > 0, code.isSign(index - 1, "."), code.isSign(index + 1, "="),
      !code.isSign(index + 2, "=")
    else { return false }
    return !isInherited(index + 2, code)
  }

  /// Those of the test, or a variable that begins as these.
  private func isInherited(_ index: Int, _ code: TestCode) -> Bool {
    func isTheTests(_ start: Int) -> Bool {
      Self.inherited.indices.allSatisfy {
        start + $0 < code.tokens.count && code.text(start + $0) == Self.inherited[$0]
      }
    }
    guard code.kind(index) == .identifier, !isTheTests(index) else { return code.kind(index) == .identifier }
    let name = code.text(index)
    return code.indices(of: "ProcessInfo").contains { start in
      isTheTests(start) && start > 1 && code.isSign(start - 1, "=") && code.text(start - 2) == name
    }
  }

  private func isReadPlace(_ index: Int, _ code: TestCode) -> Bool {
    guard Self.ownPlaces.contains(code.text(index)) else { return false }
    let isDefault = index > 1 && code.isSign(index - 1, "=") && isOfParameter(index - 1, code)
    let isTold =
      index > 1 && code.isSign(index - 1, ":") && Self.toldPlaces.contains(code.text(index - 2))
    guard !isDefault, !isTold else { return false }
    let rest = code.tokens.indices.dropFirst(index + 1).prefix(Self.mostTokens)
      .prefix { !(code.kind($0) == .directive && Self.ownPlaces.contains(code.text($0))) }
    let steps = rest.count { Self.up.contains(code.text($0)) }
    let leaves = rest.contains { code.kind($0) != .punctuation && code.text($0).contains("..") }
    // What lies in the folder of its target any test of that may read.
    return leaves || !(1...depth).contains(steps)
  }

  /// `file: StaticString = #filePath`, which whoever calls it is asked for.
  private func isOfParameter(_ equal: Int, _ code: TestCode) -> Bool {
    var place = equal - 1
    while place > 0, code.kind(place) == .identifier || code.isSign(place, ".") { place -= 1 }
    guard code.isSign(place, ":"), place < equal - 1 else { return false }
    // The value of a variable is read.
    return !(code.kind(place - 2) == .keyword && ["let", "var"].contains(code.text(place - 2)))
  }
}
