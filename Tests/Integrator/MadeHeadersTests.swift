import Files
import Foundation
import Kit
import Testing

@testable import Integrator

@Suite("Headers that were made into modules")
struct MadeHeadersTests {
  private let scratch: ScratchFolder
  private var cache: String { scratch.path + "/cache" }

  init() throws {
    scratch = try ScratchFolder("made")
    try scratch.write("C/include/module.modulemap", "module CMap {\n  header \"list.h\"\n}\nmodule Also {}\n")
    try scratch.write("C/include/list.h", "")
    try scratch.write("D/include/plain.h", "")
  }

  /// Texts stand there at every fourth byte.
  private func make(_ name: String, _ texts: [String], at second: Int = 200) throws {
    let bytes = texts.reduce(into: Array("CPCH".utf8)) { all, text in
      all += Array(text.utf8)
      all += [UInt8](repeating: 0, count: (4 - all.count % 4) % 4)
    }
    try makeFolder(cache + "/A")
    try publish(bytes, as: "\(cache)/A/\(name)")
    let time = timeval(tv_sec: second, tv_usec: 0)
    utimes("\(cache)/A/\(name)", [time, time])
  }

  private func made(_ header: String, since: Double = 150) -> Bool {
    let path = "\(scratch.path)/\(header)"
    return MadeHeaders(caches: [ModuleCache(folder: cache)], since: since).among([path]) == [path]
  }

  @Test("one whose path stands in a new module was, whatever that is called")
  func whole() throws {
    #expect(!made("D/include/plain.h"))
    try make("D-1.pcm", ["\(scratch.path)/D/include/plain.h"])
    #expect(made("D/include/plain.h") && !made("D/include/plain.h", since: 250))
  }

  @Test("a module whose folder has a map of its own knows it by the way from there")
  func mapped() throws {
    let folder = scratch.path + "/C/include"
    try make("CMap-1.pcm", [folder, "module.modulemap", "list.h"])
    #expect(made("C/include/list.h") && !made("C/include/list.h", since: 250))
  }

  @Test(
    "another module that reads from that folder, or has a header whose name ends so, says nothing of it",
    arguments: [
      ("Other-1.pcm", "", "list.h"), ("CMap-1.pcm", "/module.modulemap", "list.h"),
      ("Also-1.pcm", "", "my_list.h"), ("CMap-1.pcm", "", "list.c"),
    ])
  func others(name: String, more: String, header: String) throws {
    try make(name, [scratch.path + "/C/include" + more, header])
    #expect(!made("C/include/list.h"))
  }
}
