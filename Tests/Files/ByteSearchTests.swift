import Files
import Foundation
import Kit
import Testing

@Suite("Bytes that are looked for")
struct ByteSearchTests {
  private let search = ByteSearch([
    .init(Array("open-sesame".utf8)), .init(Array("open-ses".utf8), beside: Array("ame".utf8)),
    .init(Array("none".utf8)),
  ])

  private static let far = "open-ses" + String(repeating: "-", count: 60) + "ame"

  @Test("what belongs together is found where it stands near by, before or behind")
  func together() {
    func found(_ text: String) -> Set<Int> { search.found(in: Array(text.utf8)) }
    #expect(found("x open-sesame x") == [0, 1])
    #expect(found("H open-ses H ame") == [1])
    #expect(found("ame H open-ses") == [1])
    #expect(found(Self.far) == [] && found("open-sesam") == [] && found("") == [])
  }

  @Test("a file is read in parts, and what goes over from one to the next is found")
  func parts() throws {
    let scratch = try ScratchFolder("bytes")
    defer { scratch.remove() }
    for start in [0, 1 << 19, (1 << 20) - 11, (1 << 20) - 5, (1 << 20) - 1, 1 << 20] {
      var bytes = [UInt8](repeating: 0, count: (1 << 20) + 100)
      bytes.replaceSubrange(start..<start + 11, with: Array("open-sesame".utf8))
      let file = scratch.path + "/file"
      try Data(bytes).write(to: URL(fileURLWithPath: file))
      #expect(try search.found(inFile: file) == [0, 1], "at \(start)")
    }
    #expect(throws: (any Error).self) { try search.found(inFile: scratch.path + "/none") }
  }
}
