internal import Model

/// Which blocks of a source have a counter of their own: what is in brackets, but for an `else`, a `do` and a
/// `defer`; so has a case.
struct OwnCounters: Sendable {
  private let bytes: [UInt8]
  private let starts: LineStarts
  /// Where an `else` begins that follows from the bodies before it.
  private let elses: Set<Int>

  init(_ source: [UInt8], _ starts: LineStarts) {
    (bytes, self.starts) = (source, starts)
    elses = Set(SourceBranches(source).former.keys)
  }

  func has(_ place: LLVMExport.Place) -> Bool {
    let start = starts.offset(place.line, place.column)
    guard start < bytes.count else { return false }
    if bytes[start] == UInt8(ascii: "{") {
      return !elses.contains(start) && !isOfDo(start) && !follows("defer", start)
    }
    let word = bytes[start...].prefix {
      $0 == UInt8(ascii: "_") || $0 >= 0x80 || $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")
        || $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z")
    }
    return word.elementsEqual("case".utf8) || word.elementsEqual("default".utf8)
  }

  /// Also where it says what it throws: `do throws(E) {`.
  private func isOfDo(_ start: Int) -> Bool {
    if follows("do", start) || follows("throws", start) { return true }
    guard follows(")", start) else { return false }
    var depth = 0
    for index in bytes[..<start].indices.reversed() {
      if bytes[index] == UInt8(ascii: ")") { depth += 1 }
      if bytes[index] == UInt8(ascii: "(") { depth -= 1 }
      guard depth == 0, bytes[index] == UInt8(ascii: "(") else { continue }
      return follows("throws", index)
    }
    return false
  }

  private func follows(_ word: String, _ start: Int) -> Bool {
    let before = bytes[..<start].reversed().drop { $0 <= 0x20 }
    return before.starts(with: word.utf8.reversed())
  }
}
