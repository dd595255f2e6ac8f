/// Where the lines of a source begin.
public struct LineStarts: Sendable {
  private let starts: [Int]
  private let end: Int

  public init(_ source: [UInt8]) {
    starts = [0] + source.indices.filter { source[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    end = source.count
  }

  /// The end of the source for what is behind it.
  func offset(_ line: Int32, _ column: Int32) -> Int {
    starts.indices.contains(Int(line) - 1) ? starts[Int(line) - 1] + Int(column) - 1 : end
  }

  /// Empty where there is no such place.
  public func range(_ place: LLVMExport.Place) -> Range<Int> {
    guard let start = known(place.line, place.column), let end = known(place.endLine, place.endColumn),
      start < end
    else { return 0..<0 }
    return start..<end
  }

  private func known(_ line: Int32, _ column: Int32) -> Int? {
    guard starts.indices.contains(Int(line) - 1), column > 0 else { return nil }
    let offset = starts[Int(line) - 1] + Int(column) - 1
    return offset <= end ? offset : nil
  }

  func place(_ offset: Int) -> (line: Int32, column: Int32) {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return (Int32(clamping: low), Int32(clamping: offset - starts[low - 1] + 1))
  }

  /// Where the first character of a line stands that is not white space.
  func first(inLine line: Int, of source: [UInt8]) -> DeadCall {
    guard starts.indices.contains(line - 1) else { return DeadCall(line: line, column: 1) }
    let blanks = source[starts[line - 1]...].prefix { $0 <= 0x20 && $0 != UInt8(ascii: "\n") }
    return DeadCall(line: line, column: blanks.count + 1)
  }

  /// Whether more of its line would run behind a call that begins there by its name.
  func goesOn(behind call: DeadCall, of source: [UInt8]) -> Bool {
    var index = offset(call.line, call.column)
    let begin = index
    while index < end, SilentThrows.endsCall(source[index]), !")]}\"".utf8.contains(source[index]) {
      index += 1
    }
    guard index > begin, index < end, source[index] == UInt8(ascii: "(") else { return false }
    var depth = 0
    while index < end, source[index] != UInt8(ascii: "\n") {
      let byte = source[index]
      if "([{".utf8.contains(byte) { depth += 1 }
      if ")]}".utf8.contains(byte) { depth -= 1 }
      index += 1
      if depth == 0, byte == UInt8(ascii: ")") { break }
    }
    let rest = source[index...].prefix { $0 != UInt8(ascii: "\n") }.drop {
      $0 <= 0x20 || ")]};,".utf8.contains($0)
    }
    // Another closure is given to the call.
    return depth == 0 && !rest.isEmpty && rest.first != UInt8(ascii: "{") && rest.first != UInt8(ascii: "/")
  }
}
