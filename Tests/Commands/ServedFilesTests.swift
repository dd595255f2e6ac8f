import Explaining
import Foundation
import Model
import State
import StateKit
import Testing

@testable import Commands

@Suite("Files of bots that are edited over HTTP")
struct ServedFilesTests {
  private let state: StateScratch
  private let bots: String

  init() throws {
    state = try StateScratch()
    bots = state.path + "/botfiles"
    try FileManager.default.createDirectory(atPath: bots, withIntermediateDirectories: true)
  }

  private var files: ServedFiles {
    ServedFiles(state: StateFolder(path: state.path), folder: bots, templates: nil, environment: [:])
  }

  private func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(bots)/\(name)"))
  }

  private func text(_ name: String) -> String? {
    try? String(contentsOfFile: "\(bots)/\(name)", encoding: .utf8)
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: bots).sorted() }
  }

  @Test("what is saved takes the place of what was read, which is kept beside and is no bot")
  func saved() throws {
    try write("repository: /a\n", "p.yml")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: bots + "/p.yml")
    let sources = files.sources
    let file = try #require(try sources.read("p"))
    #expect(
      try sources.save("p", "repository: /b\n", file.mark)
        == .saved(.init(name: "p.yml", text: "repository: /b\n"), backup: "p.yml~"))
    #expect(text("p.yml") == "repository: /b\n" && text("p.yml~") == "repository: /a\n")
    #expect(try names == ["p.yml", "p.yml~"])
    let mode = try FileManager.default.attributesOfItem(atPath: bots + "/p.yml")[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(
      try sources.save("p", "repository: /c\n", file.mark)
        == .changed(.init(name: "p.yml", text: "repository: /b\n")))
    #expect(
      try sources.save("p", "repository: /c\n", nil)
        == .changed(.init(name: "p.yml", text: "repository: /b\n")))
    #expect(try sources.save("q", "repository: /c\n", file.mark) == .changed(nil))
    #expect(
      try sources.save("q", "repository: /c\n", nil)
        == .saved(.init(name: "q.yaml", text: "repository: /c\n"), backup: nil))
    #expect(try names == ["p.yml", "p.yml~", "q.yaml"])
  }

  @Test("nothing is read or written that is not a file of this very folder")
  func refused() throws {
    try write("repository: /a\n", "../outside.yaml")
    try FileManager.default.createSymbolicLink(
      atPath: bots + "/l.yaml", withDestinationPath: "../outside.yaml")
    try FileManager.default.createDirectory(atPath: bots + "/d.yaml", withIntermediateDirectories: true)
    let sources = files.sources
    for bot in ["l", "d"] as [BotID] {
      #expect(throws: Explanation.self) { try sources.read(bot) }
      #expect(throws: Explanation.self) { try sources.save(bot, "x", nil) }
    }
    for bot in ["../outside", ".", "..", "", "a/b", "-x", ".p"] as [BotID] {
      #expect(try sources.read(bot) == nil)
      #expect(sources.remarks(bot, "repository: /a\n").contains { !$0.isWarning }, "\(bot)")
    }
    #expect(sources.remarks("local-x", "repository: /a\n").count == 1)
    #expect(text("../outside.yaml") == "repository: /a\n")
  }

  @Test(
    "it is checked as `bothy check` checks it: mistakes at their places, and what is not there as warnings")
  func checked() throws {
    let told = files.sources.remarks(
      "p", "name: P\nrepository: /nowhere\nbranchs: [main]\ntests:\n  timeout: soon\n")
    let mistakes = told.filter { !$0.isWarning }
    #expect(
      mistakes.map(\.line) == [3, 5] && mistakes.first?.message.contains("did you mean `branches`") == true)
    #expect(told.contains { $0.isWarning && $0.line == 2 }, "\(told)")
    #expect(
      files.sources.remarks("p", files.sources.blank).map(\.message).first?.contains("repository") == true)
  }
}
