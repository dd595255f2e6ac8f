internal import Model
internal import Tokens

/// The bodies of `for … where` and `for case` loops.
///
/// The compiler counts such a body before it checks the condition, so the count is the most that it can be.
struct SelectiveLoops {
  /// Those that were begun.
  private let bodies: [LLVMExport.Place]

  init(in source: [UInt8], _ regions: [LLVMExport.Region]) {
    let mayHold = source.holds("for ") && (source.holds("where") || source.holds("case"))
    let offsets = mayHold ? Self.bodies(in: source) : []
    guard !offsets.isEmpty else {
      bodies = []
      return
    }
    let starts = LineStarts(source)
    bodies = offsets.compactMap { offset in
      let place = starts.place(offset)
      return regions.first { ($0.place.line, $0.place.column) == place && $0.count > 0 }?.place
    }
  }

  /// The regions with a count of 0 right after a body that may leave its loop. The compiler subtracts the
  /// body's count from theirs, so they may have run.
  func regionsAfter(_ regions: [LLVMExport.Region]) -> Set<LLVMExport.Place> {
    guard !bodies.isEmpty else { return [] }
    return Set(
      regions.filter { region in
        region.count == 0
          && bodies.contains { ($0.endLine, $0.endColumn) == (region.place.line, region.place.column) }
      }.map(\.place))
  }

  /// Marks the counts in the bodies as "at most", and returns the numbers of the lines that ran in them.
  func apply(to lines: inout [LineCoverage]) -> [Int] {
    guard !bodies.isEmpty else { return [] }
    var found: Set<Int> = []
    for place in bodies {
      let (first, last) = (Int(place.line), Int(place.endLine))
      for index in lines.indices
      where lines[index].number == first || (first..<last).contains(lines[index].number) {
        lines[index].isAtMost = lines[index].state.didRun
      }
      // The first and the last line hold only brackets, unless there is no other line.
      found.formUnion(last > first + 1 ? Array(first + 1..<last) : [last])
    }
    return found.intersection(lines.filter(\.state.didRun).map(\.number)).sorted()
  }

  private struct Loop {
    var depth: Int
    var words: [String] = []

    var selects: Bool {
      words.contains("where") || words.first { $0 != "try" && $0 != "await" } == "case"
    }
  }

  /// The offsets of the brackets at which such bodies begin, in order.
  static func bodies(in source: [UInt8]) -> [Int] {
    // The loops whose bodies have not begun yet.
    var loops: [Loop] = []
    var found: [Int] = []
    var depth = 0
    var before: UInt8 = 0
    for token in SourceTokens(source) where !token.kind.isBlank {
      switch token.kind {
      case .keyword:
        let word = source[token.range]
        // `f(for: x)` is a label.
        let isLabel = "(,.".utf8.contains(before)
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
            if loop.selects { found.append(token.start) }
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
