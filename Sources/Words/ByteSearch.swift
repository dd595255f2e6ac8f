import Foundation

// By the C library: rooms that are not optimized go through a log or a package's sources here.

extension [UInt8] {
  /// Whether the bytes of a word stand somewhere in these.
  public func holds(_ word: String) -> Bool {
    var word = word
    return word.withUTF8 { word in withUnsafeBytes { ByteSearch.holds($0, UnsafeRawBufferPointer(word)) } }
  }

  /// Whether others stand somewhere in these.
  public func holds(_ part: [UInt8]) -> Bool {
    withUnsafeBytes { all in part.withUnsafeBytes { ByteSearch.holds(all, $0) } }
  }

  /// The lines that begin so behind their blanks, without these.
  public func lines(beginningWith word: String) -> [ArraySlice<UInt8>] {
    let word = Array(word.utf8)
    var found: [ArraySlice<UInt8>] = []
    var start = 0
    while start < count {
      let end = self[start...].firstIndex(of: UInt8(ascii: "\n")) ?? count
      let line = self[start..<end].drop { $0 == UInt8(ascii: " ") }
      if line.starts(with: word) { found.append(line) }
      start = end + 1
    }
    return found
  }

  /// Whether these are the same bytes.
  public func isSame(as other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    return withUnsafeBytes { a in
      other.withUnsafeBytes { b in
        guard let a = a.baseAddress, let b = b.baseAddress else { return true }
        return memcmp(a, b, count) == 0
      }
    }
  }
}

extension String {
  /// Whether the bytes of a word stand somewhere in these.
  public func holds(_ word: StaticString) -> Bool {
    var text = self
    return text.withUTF8 { text in
      word.withUTF8Buffer { ByteSearch.holds(UnsafeRawBufferPointer(text), UnsafeRawBufferPointer($0)) }
    }
  }
}

private enum ByteSearch {
  static func holds(_ bytes: UnsafeRawBufferPointer, _ word: UnsafeRawBufferPointer) -> Bool {
    guard let first = word.first, let rest = word.baseAddress else { return true }
    guard var place = bytes.baseAddress else { return false }
    let end = place + bytes.count - word.count
    while place <= end, let hit = memchr(place, Int32(first), end - place + 1) {
      if memcmp(hit, rest, word.count) == 0 { return true }
      place = UnsafeRawPointer(hit) + 1
    }
    return false
  }
}
