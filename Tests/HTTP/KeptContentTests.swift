import Foundation
import Kit
import Testing

@testable import HTTP

@Suite("What follows a head, in a file")
struct KeptContentTests {
  @Test("it is read as it came, has no name, and takes no more than it may")
  func limits() throws {
    let scratch = try ScratchFolder("kept")
    defer { scratch.remove() }
    let kept = try #require(KeptContent(in: scratch.path, most: 10))
    func add(_ text: String) -> Bool { Array(text.utf8).withUnsafeBytes { kept.add($0) } }
    #expect(add("01234") && add("") && add("56789") && kept.size == 10)
    #expect(!add("x") && kept.size == 10)
    #expect(try Data(contentsOf: URL(fileURLWithPath: kept.path)) == Data("0123456789".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [])
    #expect(KeptContent(in: scratch.path + "/none", most: 10) == nil)
  }
}
