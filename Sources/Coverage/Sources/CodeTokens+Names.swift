extension CodeTokens {
  /// How a call of an index is told from other names.
  private static let subscripting = "["

  /// By which names that is called whose body, or value, begins there; none where no declaration tells.
  public func names(of range: Range<Int>) -> Set<String> {
    guard let declaration = declaration(before: index(of: range.lowerBound), Self.declaring) else {
      return []
    }
    switch text(declaration) {
    case "subscript": return [Self.subscripting]
    // What `.init` makes is not said.
    case "init", "deinit": return Set(["init", type(around: declaration)].compactMap(\.self))
    default: return Set([name(behind: declaration)].compactMap(\.self))
    }
  }

  /// All that is named there: what is called, whoever it belongs to, and much that is not.
  public func words(in range: Range<Int>) -> Set<String> {
    var found: Set<String> = []
    var index = index(of: range.lowerBound)
    let end = max(index, self.index(of: range.upperBound))
    while index < end {
      let sign = sign(index)
      if tokens[index].kind == .identifier {
        found.insert(text(index))
      } else if tokens[index].kind == .keyword, text(index) == "Self" {
        if let type = type(around: index) { found.insert(type) }
      } else if sign == UInt8(ascii: "["), tokens[index].gap == .none, index > 0, endsValue(index - 1) {
        found.insert(Self.subscripting)
      } else if Self.isOperator(sign) {
        let name = operation(from: index)
        found.insert(name)
        index += name.utf8.count - 1
      }
      index += 1
    }
    return found
  }

  private func endsValue(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .identifier, .keyword, .text, .textEnd: true
    case .punctuation: ")]?!}".utf8.contains(sign(index))
    case .space, .newline, .comment, .textBegin, .textMiddle, .pattern, .number, .attribute, .directive: false
    }
  }

  private static func isOperator(_ sign: UInt8) -> Bool { "+-*/<>=!&|^~%?".utf8.contains(sign) }

  /// Signs that touch each other are one.
  private func operation(from start: Int) -> String {
    var end = start + 1
    while end < tokens.count, tokens[end].gap == .none, Self.isOperator(sign(end)) { end += 1 }
    return (start..<end).map(text).joined()
  }

  private func name(behind declaration: Int) -> String? {
    let index = declaration + 1
    guard tokens.indices.contains(index) else { return nil }
    if Self.isOperator(sign(index)) { return operation(from: index) }
    return tokens[index].kind == .punctuation ? nil : text(index)
  }

  /// The type whose member stands there, without those around it.
  private func type(around member: Int) -> String? {
    var index = member - 1
    while index >= 0 {
      if sign(index) == UInt8(ascii: "{"), let type = declaration(before: index, Self.declaring),
        Self.declaringTypes.contains(text(type))
      {
        var name = type + 1
        while sign(name + 1) == UInt8(ascii: "."), tokens.indices.contains(name + 2) { name += 2 }
        return tokens.indices.contains(name) ? text(name) : nil
      }
      if sign(index) != 0, ")]}".utf8.contains(sign(index)) { index = opening(index) }
      index -= 1
    }
    return nil
  }
}
