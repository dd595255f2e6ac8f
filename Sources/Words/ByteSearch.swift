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

  /// Where the bytes of a word stand in these.
  public func places(of word: String) -> [Int] {
    var word = word
    return word.withUTF8 { word in
      withUnsafeBytes { ByteSearch.places(in: $0, of: UnsafeRawBufferPointer(word)) }
    }
  }

  /// With another word in its place.
  public func replacing(_ word: String, with other: String) -> [UInt8] {
    let (length, other) = (word.utf8.count, Array(other.utf8))
    guard length > 0 else { return self }
    var found: [UInt8] = []
    var end = 0
    for place in places(of: word) where place >= end {
      found += self[end..<place] + other
      end = place + length
    }
    return found + self[end...]
  }

  /// The words between any of these signs that begin and end so.
  public func words(between signs: String, from head: String, to tail: String = "") -> Set<String> {
    let (signs, head, tail) = (Set(signs.utf8), Array(head.utf8), Array(tail.utf8))
    let isSign = (0...UInt8.max).map(signs.contains)
    var found: Set<String> = []
    var start = 0
    for end in 0...count where end == count || isSign[Int(self[end])] {
      let word = self[start..<end]
      if !word.isEmpty, word.starts(with: head), word.suffix(tail.count).elementsEqual(tail) {
        found.insert(String(decoding: word, as: UTF8.self))
      }
      start = end + 1
    }
    return found
  }

  /// The lines that begin with one of these behind their blanks, without these.
  public func lines(beginningWith words: String...) -> [ArraySlice<UInt8>] {
    let words = words.map { Array($0.utf8) }
    var found: [ArraySlice<UInt8>] = []
    var start = 0
    while start < count {
      let end = self[start...].firstIndex(of: UInt8(ascii: "\n")) ?? count
      let line = self[start..<end].drop { $0 == UInt8(ascii: " ") }
      if words.contains(where: { line.starts(with: $0) }) { found.append(line) }
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

extension UnsafeRawBufferPointer {
  /// Whether the bytes of a word stand somewhere in these.
  public func holds(_ word: StaticString) -> Bool {
    word.withUTF8Buffer { ByteSearch.holds(self, UnsafeRawBufferPointer($0)) }
  }
}

extension String {
  /// Whether the bytes of a word stand somewhere in these.
  public func holds(_ word: StaticString) -> Bool {
    var text = self
    return text.withUTF8 { UnsafeRawBufferPointer($0).holds(word) }
  }
}

private enum ByteSearch {
  static func places(in bytes: UnsafeRawBufferPointer, of word: UnsafeRawBufferPointer) -> [Int] {
    guard let first = word.first, let rest = word.baseAddress, let begin = bytes.baseAddress else {
      return []
    }
    var (found, place): ([Int], UnsafeRawPointer) = ([], begin)
    let end = begin + bytes.count - word.count
    while place <= end, let hit = memchr(place, Int32(first), end - place + 1) {
      if memcmp(hit, rest, word.count) == 0 { found.append(UnsafeRawPointer(hit) - begin) }
      place = UnsafeRawPointer(hit) + 1
    }
    return found
  }

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
