import Foundation
import HTTP
import Kit
import Testing

@Suite("A folder that is served")
struct ServedFolderTests {
  @Test("files within it are found, and nothing is that a link, a pipe or a name above leads to")
  func within() throws {
    let scratch = try ScratchFolder("served")
    defer { scratch.remove() }
    let root = try scratch.folder("site")
    let files = FileManager.default
    try files.createDirectory(at: root.appending(path: "a"), withIntermediateDirectories: true)
    try Data("page".utf8).write(to: root.appending(path: "a/page.html"))
    try Data("secret".utf8).write(to: scratch.url.appending(path: "secret"))
    try files.createSymbolicLink(
      at: root.appending(path: "link"), withDestinationURL: scratch.url.appending(path: "secret"))
    try files.createSymbolicLink(at: root.appending(path: "up"), withDestinationURL: scratch.url)
    #expect(mkfifo(root.path + "/pipe", 0o600) == 0)
    let folder = ServedFolder(root.path)
    guard case .file(let file) = folder.look(["a", "page.html"]) else {
      Issue.record("the page is not found")
      return
    }
    #expect(file.bytes() == Array("page".utf8) && file.size == 4)
    guard case .folder = folder.look(["a"]), case .folder = folder.look([]) else {
      Issue.record("a folder is none")
      return
    }
    for names in [
      ["link"], ["up", "secret"], ["pipe"], ["..", "secret"], ["a", "..", "..", "secret"], ["a", "none"],
      [""],
    ] {
      guard case .nothing = folder.look(names) else {
        Issue.record("\(names) is found")
        continue
      }
    }
  }
}
