import Testing
import Words

@Suite("Words in bytes") struct ByteSearchTests {
  @Test(
    "a word is found wherever it stands, and a part of it is not enough",
    arguments: [
      ("XCTest", true), ("import XCTest", true), ("XXCTest\n", true), ("XCTes", false), ("", false),
      ("XCTesXCTesXCTest", true), ("X", false), (String(repeating: "X", count: 5000) + "CTest", true),
    ])
  func holds(text: String, isFound: Bool) { #expect(Array(text.utf8).holds("XCTest") == isFound) }

  @Test(
    "a word is found in a text as in its bytes",
    arguments: ["' started at ", "x' started at 1", "' starte", ""])
  func texts(text: String) { #expect(text.holds("' started at ") == text.contains("' started at ")) }

  @Test("each place of a word is found, and another stands in it")
  func places() {
    let bytes = Array("abab aab".utf8)
    #expect(bytes.places(of: "ab") == [0, 2, 6] && bytes.places(of: "b ") == [3])
    #expect(
      bytes.places(of: "x").isEmpty && bytes.places(of: "").isEmpty && [UInt8]().places(of: "a").isEmpty)
    for (word, other) in [("ab", "-"), ("a", "aa"), ("aba", ""), ("x", "y"), ("", "y")] {
      let expected = word.isEmpty ? "abab aab" : "abab aab".replacing(word, with: other)
      #expect(bytes.replacing(word, with: other) == Array(expected.utf8), "\(word)")
    }
  }

  @Test("words between signs are found by how they begin and end, each once")
  func words() {
    let bytes = Array(#"["-L/usr/lib", "-lz", "/a.so", '/b.so', "x/c.so", "/d.a", "-lz", "/a.so" -l"#.utf8)
    func words(_ head: String, _ tail: String = "") -> Set<String> {
      bytes.words(between: "\"', \n[]", from: head, to: tail)
    }
    #expect(words("-L/") == ["-L/usr/lib"] && words("-l") == ["-lz", "-l"])
    #expect(words("/", ".so") == ["/a.so", "/b.so"] && words("/", ".a") == ["/d.a"])
    #expect(words("y").isEmpty)
  }

  @Test("lines are found by their beginnings behind blanks, the last one too")
  func lines() {
    let text = "  args: [1]\nargs: x\n\n   \n xargs: [2]\nargs: [3]"
    let found = Array(text.utf8).lines(beginningWith: "args: [")
    #expect(found.map { String(decoding: $0, as: UTF8.self) } == ["args: [1]", "args: [3]"])
    #expect([UInt8]().lines(beginningWith: "a").isEmpty)
  }

  @Test("bytes are the same only when all are, and as many")
  func same() {
    for (a, b) in [("", ""), ("ab", "ab"), ("ab", "ac"), ("ab", "a"), ("", "a")] {
      #expect(Array(a.utf8).isSame(as: Array(b.utf8)) == (a == b))
    }
  }
}
