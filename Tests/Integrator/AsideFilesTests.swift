import Files
import Kit
import Testing

@testable import Integrator

@Suite("What tests left, out of the way")
struct AsideFilesTests {
  @Test("it is gone from the checkout, and comes back in the place of what was left meanwhile")
  func back() throws {
    let scratch = try ScratchFolder("aside")
    let (checkout, place) = (scratch.path + "/checkout", scratch.path + "/alone/aside")
    try makeFolder(checkout + "/deep")
    for name in [".cache", "deep/a b"] { try publish(Array(name.utf8), as: "\(checkout)/\(name)") }
    let aside = AsideFiles([".cache", "deep/a b", "gone"], of: checkout, to: place)
    #expect(FileTree.names(below: checkout).isEmpty)
    try publish(Array("other".utf8), as: checkout + "/.cache")
    aside.bringBack()
    #expect(FileTree.names(below: checkout).sorted() == [".cache", "deep/a b"])
    #expect(contents(of: checkout + "/.cache") == Array(".cache".utf8))
    #expect(FileFacts(place) == nil)
  }
}
