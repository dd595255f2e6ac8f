import Coverage
import Files
import Foundation
import Kit
import Testing

@testable import Integrator

@Suite("What a test reads of the checkout")
struct FileSightTests {
  private struct World {
    let scratch: ScratchFolder
    let checkout: String

    init() throws {
      scratch = try ScratchFolder("sight")
      checkout = scratch.path + "/checkout"
      for name in [
        "Sources/A/a.swift", "Sources/A/b.swift", "docs/one.md", ".git/HEAD", ".git/config", ".build/x",
      ] {
        try write(name, name)
      }
    }

    func write(_ name: String, _ text: String) throws {
      try makeFolder(("\(checkout)/\(name)" as NSString).deletingLastPathComponent)
      try publish(Array(text.utf8), as: "\(checkout)/\(name)")
    }

    func shell(_ script: String) throws {
      let end = try Command("/bin/sh", ["-ec", script], in: URL(fileURLWithPath: checkout)).runHere()
      try #require(end.status == 0, "\(end.errorText)")
    }
  }

  private func seen(_ script: String) throws -> [String] {
    let world = try World()
    defer { world.scratch.remove() }
    let sight = FileSight(of: world.checkout)
    #expect(sight.shortfall == nil)
    try world.shell("cat docs/one.md >/dev/null")
    sight.forget()
    try world.shell(script)
    return sight.seen().sorted()
  }

  @Test("is what it or its children open, but for what no commit has and what it made itself")
  func opened() throws {
    #expect(try seen("cat Sources/A/b.swift docs/one.md >/dev/null") == ["Sources/A/b.swift", "docs/one.md"])
    #expect(try seen("cat .git/HEAD .git/config") == [".git/HEAD"])
    #expect(try seen("cat .build/x; echo x >docs/made; cat docs/made; mkdir new; ls new") == [])
    #expect(try seen("ls docs; ls") == [".", "docs"])
  }

  @Test("is all where it is more than can be told one by one")
  func many() throws {
    let world = try World()
    defer { world.scratch.remove() }
    for number in 0..<300 { try world.write("many/\(number)", "") }
    let sight = FileSight(of: world.checkout)
    sight.forget()
    try world.shell("cat many/* >/dev/null")
    #expect(sight.seen() == [FileRead.everything])
  }

  /// Which of these have another mark after a change.
  private func changed(_ script: String) throws -> [String] {
    let world = try World()
    defer { world.scratch.remove() }
    let marks = ReadFileMarks(checkout: world.checkout)
    let paths = ["", ".", ".git/HEAD", "Sources/A", "Sources/A/a.swift", "docs/one.md"]
    let map = paths.map { FileRead(path: $0, mark: marks.mark(of: $0)) }
    try world.shell(script)
    var known = TestMap(commit: nil, mark: "")
    known.files = map
    let now = marks.marks(of: known)
    return map.filter { now[$0.path] != $0.mark }.map(\.path)
  }

  @Test("has changed where a file says something else, may be executed now, or a folder has others")
  func marks() throws {
    #expect(try changed("true") == [])
    #expect(try changed("echo x >Sources/A/a.swift") == ["", "Sources/A/a.swift"])
    #expect(try changed("chmod +x docs/one.md") == ["", "docs/one.md"])
    #expect(try changed("rm docs/one.md") == ["", "docs/one.md"])
    #expect(try changed("echo x >Sources/A/c.swift") == ["", "Sources/A"])
    #expect(try changed("mkdir .github; echo >.github/x") == ["", "."])
    #expect(try changed("echo x >.git/HEAD") == [".git/HEAD"])
    #expect(try changed("echo x >.git/config; echo x >.build/x; echo >Sources/A/default.profraw") == [])
    #expect(try changed("cd docs; ln -s ../Sources/A/a.swift l; mv l one.md") == ["", "docs/one.md"])
  }
}
