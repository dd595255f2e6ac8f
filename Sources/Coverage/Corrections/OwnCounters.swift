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
      return !elses.contains(start) && !follows("do", start) && !follows("defer", start)
    }
    let word = bytes[start...].prefix { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }
    return word.elementsEqual("case".utf8) || word.elementsEqual("default".utf8)
  }

  private func follows(_ word: String, _ start: Int) -> Bool {
    let before = bytes[..<start].reversed().drop { $0 <= 0x20 }
    return before.starts(with: word.utf8.reversed())
  }
}
