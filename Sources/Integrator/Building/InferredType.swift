import Tokens

/// A variable without a written type has that of its value, which another source may tell.
struct InferredType {
  let code: TestCode

  /// Of the `var` or `let` at that place. A value of literals alone, or made by a type that is named and
  /// given nothing else, has a type of its own; in doubt another source tells it.
  func isToldElsewhere(_ index: Int) -> Bool {
    if code.isSign(index + 1, "(") { return true }
    guard code.kind(index + 1) == .identifier, code.isSign(index + 2, "=") else { return false }
    let start = code.isSign(index + 3, "-") ? index + 4 : index + 3
    if code.kind(start) == .textBegin { return false }
    if isLiteral(start) { return !ends(start + 1) }
    if code.isSign(start, "[") {
      let end = code.closing(start, "[", "]")
      let isEmptyCall = code.isSign(end + 1, "(") && code.isSign(end + 2, ")")
      return !areOwn(start + 1..<end) || !ends(isEmptyCall ? end + 3 : end + 1)
    }
    var name = start
    while isTypeName(name), code.isSign(name + 1, "."), isTypeName(name + 2) { name += 2 }
    guard isTypeName(name), code.isSign(name + 1, "(") else { return true }
    let end = code.closing(name + 1, "(", ")")
    return !areOwn(name + 2..<end) || !ends(end + 1)
  }

  /// The members of other types in the type that is written from there on, which these may have of what they
  /// conform to.
  func members(from start: Int) -> [String] {
    var index = start
    var found: [String] = []
    while index < code.tokens.count, !ends(index), !code.isSign(index, among: "={") {
      if code.isSign(index, "."), isTypeName(index - 1), isTypeName(index + 1) {
        found.append(code.text(index + 1))
      }
      index += 1
    }
    return found
  }

  /// Literals, names of types, labels, and members of what is expected there.
  private func areOwn(_ range: Range<Int>) -> Bool {
    range.allSatisfy { index in
      if isLiteral(index) || code.isSign(index, among: ",:.-?") { return true }
      if isTypeName(index) { return code.isSign(range.lowerBound - 1, "[") }
      guard code.kind(index) == .identifier else { return false }
      let isMember = code.isSign(index - 1, ".") && !isTypeName(index - 2)
      return isMember || code.isSign(index + 1, ":")
    }
  }

  private func isLiteral(_ index: Int) -> Bool {
    let kind = code.kind(index)
    return kind == .number || kind == .text
      || kind == .keyword && ["true", "false", "nil"].contains(code.text(index))
  }

  private func isTypeName(_ index: Int) -> Bool {
    code.kind(index) == .identifier && code.text(index).first?.isUppercase ?? false
  }

  private func ends(_ index: Int) -> Bool {
    index >= code.tokens.count || code.lines[index] > code.lines[index - 1]
      || code.isSign(index, among: ";},{")
  }
}
