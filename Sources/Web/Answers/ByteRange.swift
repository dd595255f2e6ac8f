/// Which bytes of a file are asked for.
enum ByteRange: Equatable {
  case whole
  case part(Range<Int>)
  /// None of them is there.
  case none

  /// Several ranges at once are answered with all of it, as RFC 9110 allows; so is what is no range.
  init(_ header: String?, of size: Int) {
    self = .whole
    guard let header, header.utf8.count < 100, header.hasPrefix("bytes=") else { return }
    let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, !ends[0].isEmpty || !ends[1].isEmpty,
      let first = Self.number(ends[0]), let last = Self.number(ends[1])
    else { return }
    switch (first, last) {
    case (nil, let count?):
      self = count == 0 || size == 0 ? .none : .part(max(0, size - count)..<size)
    case (let first?, nil): self = first < size ? .part(first..<size) : .none
    case (let first?, let last?):
      guard first <= last else { return }
      self = first < size ? .part(first..<min(last, size - 1) + 1) : .none
    case (nil, nil): return
    }
  }

  /// nil: it is none; nil within: it is left out.
  private static func number(_ text: Substring) -> Int?? {
    if text.isEmpty { return .some(nil) }
    guard text.utf8.count <= 18, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text).map { .some($0) }
  }
}
