import Files
import Formats
import Foundation
import Kit
import Model
import State
import Testing

@testable import Integrator

@Suite("What tests attach")
struct AttachmentsTests {
  private let scratch: ScratchFolder
  private let folder: IntegrationFolder

  init() throws {
    scratch = try ScratchFolder("attachments")
    folder = IntegrationFolder(scratch.path + "/integration")
  }

  @Test(
    "whatever its name, it is a file in its folder, and is told by its name",
    arguments: [
      ("a.txt", "a.txt"), ("../x", "_._x"), ("a/../../x", "a_.._.._x"), ("/tmp/x.txt", "_tmp_x.txt"),
      (".", "_"), ("..", "_."), ("a\0b.txt", "a_b.txt"), ("a\nb", "a_b"), ("a\\..\\b", "a_.._b"),
      ("\u{202E}txt.exe", "_txt.exe"), ("", "untitled"), (".hidden", "_hidden"), ("ü %41.txt", "ü %41.txt"),
      (
        String(repeating: "é", count: 300) + ".txt", String(repeating: "é", count: 98) + ".txt"
      ),
    ])
  func names(name: String, file: String) throws {
    let attachments = Attachments(folder: folder)
    #expect(attachments.keep(name, [1, 2]) == "attachments/\(file)")
    #expect(attachments.kept.map(\.path) == ["attachments/\(file)"])
    #expect(attachments.kept.map(\.name) == [name.isEmpty ? "untitled" : name])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.attachments) == [file])
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["integration"])
    #expect(contents(of: folder.attachments + "/" + file) == [1, 2])
  }

  @Test("those of one name are told apart, and none takes the place of another")
  func namesakes() {
    let attachments = Attachments(folder: folder)
    let names = ["a.txt", "a.txt", "a-2.txt", "a.txt", "a/b", "a_b", ""]
    let paths = names.map { attachments.keep($0, Array($0.utf8)) ?? "" }
    #expect(
      paths.map { $0.dropFirst(12) } == [
        "a.txt", "a-2.txt", "a-2-2.txt", "a-3.txt", "a_b", "a_b-2", "untitled",
      ])
    for (name, path) in zip(names, paths) { #expect(contents(of: folder.file(path)) == Array(name.utf8)) }
  }

  @Test("they are kept up to a limit, and what is not kept is told")
  func limit() {
    let attachments = Attachments(folder: folder, limit: 1 << 20)
    #expect(attachments.note == nil)
    #expect(attachments.keep("a", [1]) != nil)
    #expect(attachments.keep("../b", [UInt8](repeating: 1, count: 1 << 20)) == nil)
    #expect(attachments.note?.hasPrefix("The attachment _._b was not kept: its content did not") == true)
    #expect(attachments.keep("c", nil) == nil)
    #expect(attachments.keep("d", [1]) != nil)
    #expect(attachments.note?.hasPrefix("2 attachments, such as _._b, were not kept") == true)
  }

  @Test("secrets are taken out")
  func secrets() {
    let attachments = Attachments(folder: folder, Masking([Array("hunter2".utf8)]))
    let path = attachments.keep("a", Array("my hunter2!".utf8)) ?? ""
    #expect(contents(of: folder.file(path)) == Array("my *******!".utf8))
  }
}
