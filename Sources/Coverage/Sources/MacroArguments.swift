import Tokens

/// What a macro is given it may read as a text, with its comments and blanks.
enum MacroArguments {
  /// They tell their source where they fail, and decide nothing by it; or they are no macros.
  private static let silent: Set<String> = [
    "#expect", "#require", "#if", "#elseif", "#available", "#unavailable", "#selector", "#keyPath",
    "#sourceLocation",
  ]

  static func isSilent(_ name: ArraySlice<UInt8>) -> Bool {
    silent.contains(String(decoding: name, as: UTF8.self))
  }

  /// Behind all that the macro at a place is given.
  static func end(of tokens: [CodeTokens.Token], behind index: Int, _ bytes: [UInt8]) -> Int {
    var end = end(of: tokens, from: index + 1, "([{", bytes)
    while end > index + 1, let closure = closure(tokens, behind: end, bytes) {
      end = self.end(of: tokens, from: closure, "{", bytes)
    }
    return end
  }

  /// Each token of such arguments has what stands before it as a part of itself.
  static func tell(_ tokens: inout [CodeTokens.Token], _ bytes: [UInt8]) {
    var told = 0
    for index in tokens.indices where index >= told && tokens[index].kind == .directive {
      guard !isSilent(bytes[tokens[index].range]) else { continue }
      let end = end(of: tokens, behind: index, bytes)
      for inner in tokens.indices where inner > index && inner < end {
        tokens[inner].before = tokens[inner - 1].range.upperBound..<tokens[inner].range.lowerBound
      }
      told = end
    }
  }

  /// A trailing closure, which may have a label.
  private static func closure(_ tokens: [CodeTokens.Token], behind end: Int, _ bytes: [UInt8]) -> Int? {
    func sign(_ index: Int) -> UInt8? {
      tokens.indices.contains(index) && tokens[index].kind == .punctuation
        ? bytes[tokens[index].range.lowerBound] : nil
    }
    if sign(end) == UInt8(ascii: "{") { return end }
    return sign(end + 1) == UInt8(ascii: ":") && sign(end + 2) == UInt8(ascii: "{") ? end + 2 : nil
  }

  /// Behind the bracket that closes what begins there; there where no such one begins.
  private static func end(
    of tokens: [CodeTokens.Token], from start: Int, _ opening: String, _ bytes: [UInt8]
  ) -> Int {
    var open = 0
    for index in start..<max(start, tokens.count) {
      let sign = tokens[index].kind == .punctuation ? bytes[tokens[index].range.lowerBound] : 0
      if index == start, !opening.utf8.contains(sign) { return start }
      if "([{".utf8.contains(sign) { open += 1 }
      if ")]}".utf8.contains(sign) { open -= 1 }
      if open == 0 { return index + 1 }
    }
    return tokens.count
  }
}
