import Glibc

extension [UInt8] {
  /// Whether the bytes of a word stand somewhere in these.
  public func holds(_ word: StaticString) -> Bool {
    withUnsafeBytes { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while rest.count >= word.utf8CodeUnitCount, let base = rest.baseAddress,
        let found = memchr(base, Int32(word.utf8Start.pointee), rest.count - word.utf8CodeUnitCount + 1)
      {
        if memcmp(found, word.utf8Start, word.utf8CodeUnitCount) == 0 { return true }
        rest = UnsafeRawBufferPointer(rebasing: rest[(UnsafeRawPointer(found) - base + 1)...])
      }
      return false
    }
  }
}
