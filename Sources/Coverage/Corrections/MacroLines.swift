internal import Tokens

/// What a macro within an expression is given is compiled where that expands, and counted nowhere: whether a
/// closure or a branch of it ran nobody knows.
enum MacroLines {
  /// The lines that ran at most as often as the macro was come to: those behind that where it begins, where
  /// something of what it is given may not have been evaluated. What has a region of its own is counted.
  static func lines(in source: [UInt8], _ regions: [LLVMExport.Region]) -> Set<Int> {
    guard source.contains(UInt8(ascii: "#")) else { return [] }
    let begun = Set(regions.map { Int($0.place.line) })
    return CodeTokens(source).macroArguments.reduce(into: []) { found, argument in
      guard argument.isSelective, argument.lines.count > 1 else { return }
      let inner = argument.lines.dropFirst()
      if begun.isDisjoint(with: inner) { found.formUnion(inner) }
    }
  }
}

/// What a macro within an expression is given.
struct MacroArgument: Equatable {
  var lines: ClosedRange<Int>
  /// It may end before all of it was evaluated: it has a body, a choice or a second operand.
  var isSelective: Bool
}

extension CodeTokens {
  /// The outermost ones.
  var macroArguments: [MacroArgument] {
    var found: [MacroArgument] = []
    var next = 0
    for index in tokens.indices where index >= next && tokens[index].kind == .directive {
      guard !MacroArguments.isSilent(bytes[tokens[index].range]) else { continue }
      let end = MacroArguments.end(of: tokens, behind: index, bytes)
      guard end > index + 1 else { continue }
      let isSelective = tokens[index..<end].contains {
        $0.kind == .punctuation && "{?&|".utf8.contains(bytes[$0.range.lowerBound])
      }
      found.append(MacroArgument(lines: tokens[index].line...tokens[end - 1].line, isSelective: isSelective))
      next = end
    }
    return found
  }
}
