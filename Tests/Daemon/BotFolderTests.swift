import Foundation
import Model
import StateKit
import Testing

@testable import Daemon

/// The mistakes that people make with bot files: each is told with its place, and none reaches another bot.
@Suite struct BotFolderTests {
  private let scratch: StateScratch
  private var folder: String { scratch.path + "/bots" }

  init() throws {
    scratch = try StateScratch()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try write("sound.yaml", "repository: /srv/git/sound.git\n")
  }

  private func write(_ name: String, _ text: String) throws {
    try write(name, Array(text.utf8))
  }

  private func write(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: folder + "/" + name))
  }

  /// What is said about `broken.yaml`, without the folder; the other bot is always there.
  private func told(_ file: String = "broken.yaml") throws -> [String] {
    let entries = try BotFolder(path: folder).read()
    #expect(entries.first { $0.id == "sound" }?.bot?.repository == "/srv/git/sound.git")
    let broken = entries.filter { $0.file == folder + "/" + file }
    return broken.flatMap(\.problems).map { $0.description.replacing(folder + "/", with: "") }
  }

  @Test(
    "mistakes in the text are told with their place",
    arguments: [
      ("repository: /r\nschedule:\n\ton: manual\n", "broken.yaml:3:1: ", "tab"),
      ("repository: /r\n  name: x\n", "broken.yaml:2:7: ", "indent"),
      ("repository: /r\nschedule:\n  on: true\n", "broken.yaml:3:7: ", "commit, periodic or manual"),
      ("repository: /r\nschedule:\n  true: manual\n", "broken.yaml:3:3: ", "true"),
      ("repository: /r\nname: 12\n", "broken.yaml:2:7: ", "a number"),
      ("repository: /r\nkeep: {days: many}\n", "broken.yaml:2:14: ", "number"),
      ("repository: /r\nbranchs: [main]\n", "broken.yaml:2:1: ", "did you mean `branches`?"),
      ("repository: /r\n---\nrepository: /s\n", "broken.yaml:2:1: ", "second document"),
      ("", "broken.yaml:1:1: ", "empty"),
      ("# nothing\n# at all\n", "broken.yaml:1:1: ", "empty"),
      ("name: x\n", "broken.yaml:1:1: ", "repository"),
    ])
  func texts(text: String, place: String, word: String) throws {
    try write("broken.yaml", text)
    let told = try told()
    #expect(told.count == 1)
    #expect(told.first?.hasPrefix(place) == true, "\(told)")
    #expect(told.first?.contains(word) == true, "\(told)")
  }

  @Test("all mistakes of a file are told at once, in their order")
  func several() throws {
    try write("broken.yaml", "repository: /r\nnme: x\nconfiguration: fast\nkeep: {days: 0}\n")
    #expect(try told().map { $0.split(separator: ":")[1] } == ["2", "3", "4"])
  }

  @Test("an anchor bomb is refused at its first anchor, at once", .timeLimit(.minutes(5)))
  func bomb() throws {
    var text = "repository: /r\na0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for n in 1...30 {
      text += "a\(n): &a\(n) [\(Array(repeating: "*a\(n - 1)", count: 9).joined(separator: ", "))]\n"
    }
    try write("broken.yaml", text)
    #expect(try told().first { $0.contains("anchor") }?.hasPrefix("broken.yaml:2:5: ") == true)
  }

  @Test("ten megabytes are not read")
  func large() throws {
    try write("broken.yaml", [UInt8](repeating: UInt8(ascii: "#"), count: 10 << 20))
    #expect(try told() == ["broken.yaml:1:1: the file has 10485760 bytes: at most 1048576 are read"])
  }

  @Test("what is not UTF-8 is told with its line")
  func encoding() throws {
    try write("broken.yaml", Array("repository: /r\nname: ".utf8) + [0xFF, 0xE4, 0x0A])
    #expect(try told().first?.hasPrefix("broken.yaml:2:") == true)
    try write("broken.yaml", Array("repository: /r\nname: a".utf8) + [0, 0x0A])
    #expect(try told().first?.hasPrefix("broken.yaml:2:") == true)
  }

  @Test(
    "a pipe, a folder, links that lead nowhere or in a circle: told, and nothing waits",
    .timeLimit(.minutes(5)))
  func otherThings() throws {
    let broken = folder + "/broken.yaml"
    #expect(mkfifo(broken, 0o600) == 0)
    #expect(
      try told() == ["broken.yaml:1:1: it is a pipe, not a file: remove it, or put a file in its place"])
    unlink(broken)
    mkdir(broken, 0o700)
    #expect(
      try told() == ["broken.yaml:1:1: it is a folder, not a file: remove it, or put a file in its place"])
    rmdir(broken)
    symlink("broken.yaml", broken)
    #expect(try told() == ["broken.yaml:1:1: it is a symbolic link that leads in a circle: remove it"])
    unlink(broken)
    symlink("nowhere", broken)
    #expect(try told() == ["broken.yaml:1:1: it is a symbolic link that leads to nothing: mend or remove it"])
    unlink(broken)
    symlink("/dev/zero", broken)
    #expect(
      try told() == ["broken.yaml:1:1: it is a device, not a file: remove it, or put a file in its place"])
  }

  @Test(
    "a file without permission says how to mend it", .enabled(if: geteuid() != 0, "root may read everything"))
  func permission() throws {
    try write("broken.yaml", "repository: /r\n")
    chmod(folder + "/broken.yaml", 0)
    #expect(try told() == ["broken.yaml:1:1: it may not be read: give this user the right to (chmod, chown)"])
  }

  @Test("a link to a bot file is a bot file; relative paths start where the link lies")
  func link() throws {
    let elsewhere = scratch.path + "/elsewhere.txt"
    try Data("repository: here\n".utf8).write(to: URL(fileURLWithPath: elsewhere))
    symlink(elsewhere, folder + "/linked.yml")
    let entry = try #require(try BotFolder(path: folder).read().first { $0.id == "linked" })
    #expect(entry.bot?.repository == folder + "/here")
  }

  @Test("of two files with one id the .yaml counts, and the other one is told")
  func twice() throws {
    try write("twice.yaml", "repository: /one\n")
    try write("twice.yml", "repository: /two\n")
    let entries = try BotFolder(path: folder).read().filter { $0.id == "twice" }
    #expect(entries.compactMap(\.bot).map(\.repository) == ["/one"])
    #expect(
      try told("twice.yml") == [
        "twice.yml:1:1: the bot `twice` is described by twice.yaml too, and that one counts: "
          + "keep one of the two"
      ])
  }

  @Test("hidden files and what editors leave behind are no bot files")
  func ignored() throws {
    for name in [
      ".hidden.yaml", ".sound.yaml.swp", "sound.yaml~", "#sound.yaml#", ".#sound.yaml", "notes.md", ".yaml",
      "sound.yaml.bak", "sound.yaml.orig",
    ] { try write(name, "nonsense: [") }
    #expect(try BotFolder(path: folder).read().map(\.id) == ["sound"])
    try write("Odd.YAML", "")
    try write("odd.yaml.txt", "")
    #expect(try BotFolder(path: folder).misnamed().map(\.meant) == ["Odd.yaml", "odd.yaml"])
  }

  @Test(
    "names that can be no id are told",
    arguments: [
      "with space", "a#b", "-a", "local-parser", "a\nb", String(repeating: "x", count: 101), "a\"b",
    ])
  func names(stem: String) throws {
    try write(stem + ".yaml", "repository: /r\n")
    let entries = try BotFolder(path: folder).read()
    #expect(entries.compactMap(\.bot).map(\.repository) == ["/srv/git/sound.git"])
    #expect(entries.flatMap(\.problems).count == 1)
  }

  @Test("letters of any script may name a bot")
  func scripts() {
    for id in ["größe", "大きさ", "a.b-c_d", "x", "C++"] { #expect(BotFolder.objection(to: id) == nil) }
  }

  @Test("a folder that is not there is told as such")
  func noFolder() throws {
    #expect(throws: (any Error).self) { try BotFolder(path: folder + "/none").read() }
  }
}
