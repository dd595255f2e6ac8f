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
}
