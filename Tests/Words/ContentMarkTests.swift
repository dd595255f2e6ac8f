import Testing
import Words

@Suite("Marks of contents")
struct ContentMarkTests {
  private func mark(_ texts: String...) -> ContentMark {
    var mark = ContentMark()
    for text in texts { mark.add(text) }
    return mark
  }

  @Test("equal contents have equal marks, and any difference makes another one")
  func differences() {
    let base = [UInt8](repeating: 7, count: 61)
    #expect(ContentMark(base) == ContentMark(base))
    var seen: Set<ContentMark> = [ContentMark(base)]
    for index in base.indices {
      for bit in 0..<8 {
        var other = base
        other[index] ^= 1 << bit
        #expect(seen.insert(ContentMark(other)).inserted)
      }
    }
    for count in 0..<61 { #expect(seen.insert(ContentMark(Array(base.prefix(count)))).inserted) }
  }

  @Test("what is added one after the other can't be cut differently")
  func cuts() {
    let marks: Set = [mark("ab", "c"), mark("a", "bc"), mark("abc"), mark("abc", ""), mark("", "abc")]
    #expect(marks.count == 5)
  }

  @Test("it is written as 32 digits, the same in every run")
  func text() {
    #expect(ContentMark(Array("bothy".utf8)).text == ContentMark(Array("bothy".utf8)).text)
    #expect(ContentMark().text == "9e3779b97f4a7c15cbf29ce484222325")
  }
}
