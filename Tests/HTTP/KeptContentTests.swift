import Foundation
import Kit
import Testing

@testable import HTTP

@Suite("What follows a head, in memory")
struct ContentBudgetTests {
  @Test(
    "what anybody may send leaves half to who is known, one leaves some to others, and what goes makes room")
  func shares() {
    let budget = ContentBudget(most: 100, mostOfOne: 40)
    func share(_ kind: HTTPPlace.Kind, _ sharer: String?) -> ContentShare {
      ContentShare(budget, at: HTTPPlace(kind, sharer: sharer))
    }
    let (call, entry) = (share(.calling, nil), share(.entering, nil))
    #expect(call.take(25) && !call.take(1) && !share(.calling, "a").take(1))
    #expect(entry.take(25) && !entry.take(1))
    var first: ContentShare? = share(.acting, "a")
    #expect(first?.take(30) == true && first?.take(11) == false && !share(.reading, "a").take(11))
    #expect(first?.take(10) == true)
    let other = share(.acting, nil)
    #expect(!other.take(11) && other.take(10))
    first = nil
    #expect(other.take(40) && !other.take(1))
    withExtendedLifetime((call, entry, first)) {}
  }
}

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
