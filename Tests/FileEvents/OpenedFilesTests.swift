import Foundation
import Kit
import Testing

@testable import FileEvents

@Suite("Files that are opened")
struct OpenedFilesTests {
  private func opened(
    _ script: String, watching folders: Set<String> = ["a", "a/b"], and files: [String] = []
  ) throws -> [String]? {
    let scratch = try ScratchFolder("opened files")
    defer { scratch.remove() }
    func shell(_ script: String) throws {
      let end = try Command("/bin/sh", ["-ec", script], in: scratch.url).runHere()
      try #require(end.status == 0, "\(end.errorText)")
    }
    try shell("mkdir -p a/b out; echo x | tee top a/one 'a/b/two ü' out/three >seen; ln -s ../top a/link")
    try shell("printf '#!/bin/sh\n' >a/run; chmod +x a/run")
    let opened = try OpenedFiles(in: folders, and: files, of: scratch.path)
    #expect(opened.taken() == [])
    try shell(script)
    let found = opened.taken()
    #expect(opened.taken() == (found == nil ? nil : []))
    return found?.sorted()
  }

  @Test("are told by their names, whoever opens them")
  func files() throws {
    #expect(try opened("cat a/one 'a/b/two ü' >/dev/null") == ["a/b/two ü", "a/one"])
    #expect(try opened("cd a/b; (cat ../../top; cat <../one) >/dev/null") == ["a/one", "top"])
    #expect(try opened("a/run") == ["a/run"])
    #expect(try opened("mv a/one out/; cat out/one >/dev/null; mv out/one a/") == ["a/one"])
  }

  @Test("are those that a link leads to")
  func links() throws { #expect(try opened("cat a/link >/dev/null") == ["top"]) }

  @Test("are known by other names too, where they are watched themselves")
  func hardLinks() throws {
    let script = "ln a/one out/other; cat out/other >/dev/null; rm out/other"
    #expect(try opened(script) == [])
    #expect(try opened(script, and: ["a/one", "a/link", "gone"]) == ["a/one"])
    #expect(
      try opened("cp -rl a out/copy; cat out/copy/b/* >/dev/null", and: ["a/b/two ü"])?.last == "a/b/two ü")
  }

  @Test("are folders too, where somebody asks what they have")
  func folders() throws {
    #expect(try opened("ls a >/dev/null") == ["a"])
    #expect(try opened("ls . >/dev/null") == ["."])
    #expect(try opened("ls -R a >/dev/null") == ["a", "a/b"])
  }

  @Test("are none where somebody only asks about them, goes there, or opens others")
  func others() throws {
    #expect(try opened("test -e a/one; cd a; cat ../out/three; readlink link", watching: ["a"]) == [])
  }

  @Test("are not known any more once a folder was exchanged")
  func exchanged() throws {
    #expect(try opened("rm -r a/b; mkdir a/b; echo x >a/b/new; cat a/b/new >/dev/null") == nil)
  }

  @Test("in a folder that is not there there are none")
  func gone() throws {
    #expect(try opened("cat a/one >/dev/null", watching: ["a", "gone"]) == ["a/one"])
  }
}
