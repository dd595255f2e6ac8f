internal import Tokens

/// The `for` loops of a source, by the keywords between the word and their bodies.
enum LoopHeaders {
  private struct Loop {
    var depth: Int
    var words: [String] = []
  }

  /// Where the bodies of those begin whose keywords are meant: offsets of their brackets, in order.
  static func bodies(in source: [UInt8], of isMeant: ([String]) -> Bool) -> [Int] {
    var loops: [Loop] = []
    var found: [Int] = []
    var depth = 0
    var before: UInt8 = 0
    for token in SourceTokens(source) where !token.kind.isBlank {
      switch token.kind {
      case .keyword:
        let word = source[token.range]
        // `f(for: x)` is a label.
        let isLabel =
          before == UInt8(ascii: "(") || before == UInt8(ascii: ",") || before == UInt8(ascii: ".")
        if word.elementsEqual("for".utf8), !isLabel {
          loops.append(Loop(depth: depth))
        } else if let loop = loops.last, loop.depth == depth {
          loops[loops.count - 1].words.append(String(decoding: word, as: UTF8.self))
        }
      case .textBegin: depth += 1
      case .textEnd: depth -= 1
      case .punctuation:
        switch source[token.start] {
        case UInt8(ascii: "{"):
          if let loop = loops.last, loop.depth == depth {
            if isMeant(loop.words) { found.append(token.start) }
            loops.removeLast()
          }
          depth += 1
        case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"):
          depth -= 1
          while let loop = loops.last, loop.depth > depth { loops.removeLast() }
        default: break
        }
      case .space, .newline, .comment, .text, .textMiddle, .pattern, .number, .identifier, .attribute,
        .directive:
        break
      }
      before = source[token.end - 1]
    }
    return found
  }
}
