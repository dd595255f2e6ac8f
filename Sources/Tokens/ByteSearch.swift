extension [UInt8] {
  /// Whether the bytes of a word stand somewhere in these.
  public func holds(_ word: String) -> Bool {
    let word = Array(word.utf8)
    guard let first = word.first, count >= word.count else { return word.isEmpty }
    for start in 0...count - word.count where self[start] == first {
      if self[start..<start + word.count].elementsEqual(word) { return true }
    }
    return false
  }
}
