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

  func places(in code: TestCode) -> [Int] {
    (code.indices(of: "environment") + code.indices(of: "#file") + code.indices(of: "#filePath"))
      .filter { begins(at: $0, in: code) }
  }

  private func begins(at index: Int, in code: TestCode) -> Bool {
    switch code.kind(index) {
    case .directive: isReadPlace(index, code)
    // Who gives a program variables of its own keeps from it where to write what it executed.
    case .identifier:
      code.text(index) == "environment" && index > 0 && code.isSign(index - 1, ".")
        && code.isSign(index + 1, "=") && code.isSign(index + 2, "[")
    case .keyword, .attribute, .number, .pattern, .punctuation, .space, .newline, .comment, .text, .textBegin,
      .textMiddle, .textEnd, nil:
      false
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
