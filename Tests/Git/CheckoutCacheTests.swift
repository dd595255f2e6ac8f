import Foundation
import Kit
import Testing

@testable import Git

@Suite struct CheckoutCacheTests {
  typealias Moment = FileStamp.Moment

  func stamp(modified: Moment, changed: Moment) -> FileStamp {
    FileStamp(inode: 7, size: 3, modified: modified, changed: changed, mode: 0o100644)
  }

  @Test("a file touched in the tick it was looked at, or later, is not trusted")
  func racy() {
    let now = Moment(seconds: 100, nanoseconds: 500)
    let before = Moment(seconds: 100, nanoseconds: 499)
    let after = Moment(seconds: 100, nanoseconds: 501)
    #expect(!stamp(modified: before, changed: before).mayChangeUnseen(since: now))
    #expect(stamp(modified: now, changed: before).mayChangeUnseen(since: now))
    #expect(stamp(modified: before, changed: now).mayChangeUnseen(since: now))
    #expect(stamp(modified: after, changed: after).mayChangeUnseen(since: now))
    // A file system that counts in whole seconds.
    let whole = Moment(seconds: 99, nanoseconds: 0)
    #expect(stamp(modified: whole, changed: whole).mayChangeUnseen(since: now))
    let old = Moment(seconds: 90, nanoseconds: 0)
    #expect(!stamp(modified: old, changed: old).mayChangeUnseen(since: now))
  }

  @Test("the cache is read as it was written, and any damage makes it empty")
  func roundTrip() throws {
    let scratch = try ScratchFolder("git clone")
    let file = scratch.path + "/cache"
    let here = stamp(modified: .init(seconds: 1, nanoseconds: 2), changed: .init(seconds: -3, nanoseconds: 4))
    let id = ObjectID(blob: Array("x".utf8))
    let cache = CheckoutCache(
      rules: [1, 2],
      known: [
        TreePath("a"): .init(here: here, source: here, id: id),
        TreePath(bytes: [0xFF, 10]): .init(here: here),
        TreePath("é/b"): .init(here: here, source: nil, id: id),
      ])
    let bytes = cache.bytes
    try write(bytes, to: file, "test")
    #expect(CheckoutCache(readFrom: file).known == cache.known)
    #expect(CheckoutCache(readFrom: file).rules == [1, 2])
    for n in stride(from: 0, to: bytes.count, by: 7) {
      try write(Array(bytes[..<n]), to: file, "test")
      #expect(CheckoutCache(readFrom: file).known.isEmpty)
      var damaged = bytes
      damaged[n] ^= 0x40
      try write(damaged, to: file, "test")
      #expect(CheckoutCache(readFrom: file).known.isEmpty)
    }
    #expect(CheckoutCache(readFrom: scratch.path + "/none").known.isEmpty)
  }
}
