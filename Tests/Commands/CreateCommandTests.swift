import Daemon
import Explaining
import Foundation
import Model
import StateKit
import Terminal
import Testing

import struct Kit.Worktree

@testable import Commands

@Suite struct CreateCommandTests {
  private let scratch: StateScratch
  private var bots: String { scratch.path + "/bots" }

  init() throws { scratch = try StateScratch() }

  private func repository(_ name: String, packages: [String: String], branch: String = "main") throws
    -> String
  {
    let path = scratch.path + "/" + name
    for (folder, text) in packages {
      let place = path + "/" + folder
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(fileURLWithPath: place + "/Package.swift"))
    }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let tree = Worktree(path: path)
    try tree.git("init", "-q", "-b", branch)
    try tree.git("add", ".")
    try tree.git("commit", "-q", "--allow-empty", "-m", "1")
    return path
  }

  @discardableResult
  private func create(_ path: String, package: String? = nil) throws -> String {
    let captured = try Captured()
    let command = CreateCommand(path: path, package: package, bots: bots, output: captured.output)
    #expect(try command.perform() == 0)
    return try captured.text()
  }

  private func bots(_ folder: String) throws -> [Bot] {
    let entries = try BotFolder(path: folder).read()
    #expect(entries.flatMap(\.problems) == [])
    return entries.compactMap(\.bot)
  }

  private func wrong(_ body: () throws -> Void) -> String? {
    do { try body() } catch let error as Explanation { return error.text } catch { return "\(error)" }
    return nil
  }

  @Test("name, branch and package are found, and the file that is written has no problem")
  func found() throws {
    let path = try repository(
      "My parser", packages: ["": "let package = Package(\n  name: \"Parser\",\n"], branch: "trunk")
    let said = try create(path)
    #expect(said.hasPrefix("Wrote \(bots)/My-parser.yaml: "))
    #expect(said.contains("bothy run '\(path)' --bot \(bots)/My-parser.yaml"))
    let bot = try #require(try bots(bots).first)
    #expect(bot.name == "Parser" && bot.branches == ["trunk"] && bot.package == ".")
    #expect(bot.repository == path)
  }

  @Test("the only package below the root is found, its fixtures are none, and standing in one means that one")
  func below() throws {
    let path = try repository("one", packages: ["Core": "// no name", "Core/Tests/Fixtures/X": ""])
    try create(path)
    #expect(try bots(bots).map(\.package) == ["Core"])
    #expect(try bots(bots).map(\.name) == ["Core"])
    let inner = try repository("two", packages: ["A": "", "B": "", "B/Sources/x": ""])
    try create(inner + "/B")
    #expect(try BotFolder(path: bots).read().compactMap(\.bot).map(\.package) == ["B", "Core"])
  }

  @Test("of several packages it asks which, and none is told as such")
  func several() throws {
    let path = try repository("many", packages: ["A": "", "B": ""])
    let said = try #require(wrong { try create(path) })
    #expect(said.contains("it holds 2 packages: say which with --package DIR; there is one in A, B"))
    #expect(wrong { try create(path, package: "C") }?.contains("there is no Package.swift in C") == true)
    #expect(wrong { try create(path, package: "../x") }?.contains("leads out of the repository") == true)
    try create(path, package: "B/")
    #expect(try bots(bots).map(\.package) == ["B"])
    let none = try repository("none", packages: [:])
    #expect(wrong { try create(none) }?.contains("there is no Package.swift in it") == true)
    #expect(wrong { try create(scratch.path + "/nowhere") }?.contains("there is no such folder") == true)
  }

  @Test("a bare repository will do, with the package of its commit")
  func bare() throws {
    let path = try repository("work", packages: ["Lib": "Package(name: \"Lib\""])
    let bare = scratch.path + "/lib.git"
    try Worktree(path: path).git("clone", "-q", "--bare", path, bare)
    try create(bare)
    let bot = try #require(try bots(bots).first)
    #expect(bot.repository == bare && bot.package == "Lib" && bot.branches == ["main"])
    #expect(FileManager.default.fileExists(atPath: bots + "/Lib.yaml"))
  }

  @Test("a file that is there is never overwritten, whatever its ending")
  func overwriting() throws {
    let path = try repository("twice", packages: ["": ""])
    try FileManager.default.createDirectory(atPath: bots, withIntermediateDirectories: true)
    for file in [bots + "/twice.yml", bots + "/twice.yaml"] {
      try Data("mine".utf8).write(to: URL(fileURLWithPath: file))
      #expect(wrong { try create(path) }?.contains("\(file) is there already") == true)
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
      try FileManager.default.removeItem(atPath: file)
    }
    symlink("/nowhere/x", bots + "/twice.yaml")
    #expect(wrong { try create(path) }?.contains("is there already") == true)
  }

  @Test(
    "every folder name gives an id that a bot may have",
    arguments: ["parser", "My parser!", "local-x", "--", ".hidden", "größe", "a#b", "大きさ", "local-local-"])
  func ids(name: String) {
    let id = CreateCommand.id(from: name)
    #expect(BotFolder.objection(to: id) == nil, "\(id)")
  }
}
