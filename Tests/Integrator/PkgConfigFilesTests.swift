import Foundation
import Kit
import Testing

@testable import Integrator

@Suite("What libraries of the system say of themselves")
struct PkgConfigFilesTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder("pkg-config") }

  private func write(_ name: String, _ text: String, in folder: String = "pc") throws {
    let path = scratch.path + "/" + folder
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name).pc"))
  }

  private func mark(_ manifest: String, _ arguments: [String] = []) -> String? {
    PkgConfigFiles(
      manifests: ["let a = 1", manifest], environment: ["PKG_CONFIG_PATH": "/none:\(scratch.path)/pc"],
      buildArguments: arguments
    ).mark
  }

  @Test("is asked for by a manifest, and differs where a file came, changed or went, or one that it requires")
  func differs() throws {
    defer { scratch.remove() }
    #expect(mark(".systemLibrary(name: \"Sys\")") == nil)
    let manifest = ".systemLibrary(name: \"Sys\", pkgConfig: \"bothy-none\", providers: [])"
    var marks = [try #require(mark(manifest))]
    try write("bothy-none", "Cflags: -I/a\nRequires.private: bothy-other >= 2.1, bothy-third\n")
    marks.append(try #require(mark(manifest)))
    #expect(mark(manifest) == marks.last)
    try write("bothy-third", "Cflags: -I/b\nRequires: bothy-none\n")
    marks.append(try #require(mark(manifest)))
    try write("bothy-none", "Cflags: -I/b\nRequires: bothy-other\n")
    marks.append(try #require(mark(manifest)))
    try write("bothy-none", "Cflags: -I/c\n", in: "given")
    let given = scratch.path + "/given"
    for words in [["--pkg-config-path", given], ["--pkg-config-path=\(given)"]] {
      #expect(mark(manifest, words) != marks.last && mark(manifest, words) != nil)
    }
    #expect(Set(marks).count == marks.count)
    try FileManager.default.removeItem(atPath: scratch.path + "/pc")
    #expect(mark(manifest) == marks.first)
    // Two names are no one.
    #expect(mark("pkgConfig: \"a-b\"") != mark("pkgConfig: \"a\", pkgConfig: \"b\""))
  }
}
