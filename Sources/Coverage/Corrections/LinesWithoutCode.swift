public import Model
internal import Tokens

extension ChangedFile {
  /// Told which of its lines hold comments and blanks alone. llvm-cov counts those inside of a function; no
  /// test can make one run.
  public func lookedThrough(_ source: [UInt8]) -> ChangedFile {
    guard let language = SourceLanguage(path: path.rawValue) else { return self }
    let code = LinesWithCode(source, language)
    var looked = self
    looked.withoutCode = lines.filter { $0.count == 2 }.flatMap { code.gaps(from: $0[0], through: $0[1]) }
    return looked
  }
}

/// In which lines of a source the compiler finds anything.
private struct LinesWithCode {
  /// By the number of the line.
  private var isCode: [Bool] = [true]

  init(_ source: [UInt8], _ language: SourceLanguage) {
    var line = 1
    for token in SourceTokens(source, language) {
      let last = line + source[token.range].count { $0 == UInt8(ascii: "\n") }
      while isCode.count <= last { isCode.append(false) }
      // A text holds its own blank lines, and what looks like a comment there.
      if !token.kind.isBlank { for number in line...last { isCode[number] = true } }
      line = last
    }
    // Behind the last end of a line there is none.
    if source.last == UInt8(ascii: "\n") { isCode.removeLast() }
  }

  /// The parts of `first...last` without code, each with its first and its last line.
  func gaps(from first: Int, through last: Int) -> [[Int]] {
    guard first >= 1 else { return [] }
    var gaps: [[Int]] = []
    for number in stride(from: first, through: min(last, isCode.count - 1), by: 1) where !isCode[number] {
      if gaps.last?[1] == number - 1 {
        gaps[gaps.count - 1][1] = number
      } else {
        gaps.append([number, number])
      }
    }
    return gaps
  }
}
