import Explaining
import Files
import Foundation
import Model
import State
import StateKit
import Testing

@testable import Commands

@Suite struct CheckCommandTests {
  private let world: CheckWorld
  private var scratch: StateScratch { world.scratch }
  private var bots: String { world.bots }
  private var mine: String { world.mine }
  private var toolchain: String { world.toolchain }

  init() throws { world = try CheckWorld() }

  private func git(_ script: String) throws { try world.git(script) }
  private func write(_ path: String, _ text: String) throws { try world.write(path, text) }
  private func check(
    bots: String? = nil, templates: String? = nil, searchPath: String? = nil
  ) throws -> (status: Int32, lines: [String]) {
    try world.check(bots: bots, templates: templates, searchPath: searchPath)
  }

  @Test("what is in order is told in a sentence")
  func inOrder() throws {
    try write(bots + "/a.yaml", "repository: ../r\n")
    let (status, lines) = try check()
    #expect(status == 0)
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("No problem in 1 bot file and ") == true)
  }

  @Test(
    "a branch that names what cannot be read is there all the same",
    arguments: ["[main, rel]", "['*']", "[rel]"])
  func unreadable(branches: String) throws {
    try git("cd r && git update-ref refs/heads/rel HEAD && printf '%040d\\n' 1 > .git/refs/heads/rel")
    try write(bots + "/a.yaml", "repository: ../r\nbranches: \(branches)\n")
    let (status, lines) = try check()
    #expect(status == 0)
    let told = lines.filter { $0.contains("warning:") && !$0.contains("Package.swift") }
    #expect(told.count == 1, "\(lines)")
    let words = "rel names the commit 000000000000, which cannot be read"
    #expect(told.first?.contains(words) == true, "\(lines)")
  }

  @Test("the project's own bot files and templates are in order")
  func own() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path
    #expect(try check(bots: root + "/bots").status == 0)
  }

  @Test("every mistake of every file is told at once, and the status is 2")
  func mistakes() throws {
    try write(bots + "/a.yaml", "repository: ../r\nnme: x\nkeep: 3\n")
    try write(bots + "/b.yaml", "repository: ../r\n")
    try write(bots + "/c.yml", "name: x\n")
    try write(mine + "/pages/commits.html.mustache", "{{#list}}\n{{nmae}}{{>partials/comit}}\n")
    try write(
      mine + "/pages/issues.html.mustache", "{{#lists}}{{#isues}}{{/isues}}{{/lists}}{{>../../etc/passwd}}")
    try write(mine + "/partials/badge.mustache", "{{style}} {{glyhp}}\n")
    let (status, lines) = try check(templates: mine)
    #expect(status == 2)
    let places = lines.dropLast().map { $0.split(separator: " ")[0] }
    #expect(
      Array(places) == [
        "bots/a.yaml:2:1:", "bots/a.yaml:3:7:", "bots/c.yml:1:1:", "mine/pages/commits.html.mustache:1:1:",
        "mine/pages/issues.html.mustache:1:41:", "mine/partials/badge.mustache:1:11:",
      ])
    #expect(lines.last?.hasPrefix("6 problems in 5 files of 3 bot files and ") == true)
  }

  @Test("what is read and not carried out is a warning, and a mistake hides none")
  func leftOut() throws {
    try write(bots + "/a.yaml", "repository: ../r\nactions: [test, archive]\n")
    try write(
      bots + "/b.yaml",
      "nme: x\nrepository: ../gone\ntriggers:\n  - email: {to: [a@b.c]}\nkeep: 3\n")
    let (status, lines) = try check()
    #expect(status == 2)
    let told = lines.dropLast().map { $0.replacing("bots/", with: "") }
    #expect(told.count == 4, "\(told)")
    #expect(told.contains { $0.hasPrefix("b.yaml:2:13: warning: ") })
    #expect(told.contains { $0.hasPrefix("b.yaml:4:12: warning: no mail can be sent: there is no ") })
    #expect(lines.last?.hasSuffix(", 2 warnings.") == true)
  }

  @Test("tests that are to be selected where nobody knows by what are a warning")
  func selecting() throws {
    let map = "who-tests-what: every\n"
    let select = "tests:\n  select: affected\n"
    try write(bots + "/a.yaml", "repository: ../r\n" + select)
    try write(bots + "/b.yaml", "repository: ../r\n" + map + select + "coverage: {enabled: false}\n")
    try write(bots + "/c.yaml", "repository: ../r\n" + map + select)
    let (status, lines) = try check()
    #expect(status == 0)
    let told = lines.dropLast().map { $0.replacing("bots/", with: "") }
    #expect(told.count == 2, "\(told)")
    #expect(told.first?.hasPrefix("a.yaml:3:11: warning: all tests run: ") == true)
    #expect(told.first?.hasSuffix("where `who-tests-what: idle` or `every` is there too") == true)
    #expect(told.last?.hasPrefix("b.yaml:4:11: warning: ") == true)
  }

  @Test("what a bot file names and the machine has not is a warning at its key")
  func places() throws {
    try git("git init -q -b main empty; git init -q -b main other")
    try git("cd other; touch README; \(CheckWorld.commit)")
    let files = [
      "branches": "repository: ../r\nbranches: [mian]\n", "empty": "repository: ../empty\n",
      "gone": "name: Gone\nrepository: ../gone\n", "inner": "repository: ../r\npackage:   inner\n",
      "list": "repository: ../r\nbranches:\n  - release/*\n", "other": "repository: ../other\n",
      "some": "repository: ../r\nbranches: [main, mian, nowhere]\npackage: inner\n",
      "swift": "repository: ../r\ntoolchain: /opt/no-such\n",
    ]
    for (name, text) in files { try write("\(bots)/\(name).yaml", text) }
    let (status, lines) = try check()
    #expect(status == 0)
    let told = lines.dropLast().map { $0.replacing("bots/", with: "") }
    #expect(
      told.map { $0.split(separator: ":").prefix(4).joined(separator: ":") } == [
        "branches.yaml:2:11: warning", "empty.yaml:1:13: warning", "gone.yaml:2:13: warning",
        "inner.yaml:2:12: warning", "list.yaml:2:1: warning", "other.yaml:1:13: warning",
        "some.yaml:2:18: warning", "some.yaml:2:24: warning", "some.yaml:3:10: warning",
        "swift.yaml:2:12: warning",
      ])
    #expect(told.contains { $0.hasSuffix("no branch mian in the repository: did you mean `main`?") })
    #expect(told.first?.hasSuffix("none of its branches is meant by this; there are main") == true)
    #expect(told.dropFirst(3).first?.contains("no Package.swift in inner at ") == true)
    #expect(lines.last?.hasSuffix(", 10 warnings.") == true)
  }

  @Test("a hosted repository that is retired is a warning with what to do, until it is restored")
  func retired() throws {
    let state = StateFolder(path: scratch.path + "/state")
    let name = try #require(HostedName("toy"))
    let host = HostCommand(state: state, bots: bots, output: Output.collecting().output)
    _ = try host.perform(.create(name, makesBot: true))
    // Its hooks would ask for the program.
    let receive = "git -c core.hooksPath=/ receive-pack"
    try git("cd r; git push -q --receive-pack='\(receive)' ../state/hosted/toy.git main")
    #expect(try check().lines.count == 1)
    _ = try host.perform(.retire(name))
    let (status, lines) = try check()
    #expect(status == 0 && lines.count == 2, "\(lines)")
    let told = try #require(lines.first)
    #expect(told.hasPrefix("bots/toy.yaml:"), "\(told)")
    #expect(
      told.hasSuffix(
        "warning: the hosted repository toy is retired: it takes no pushes, so that nothing new comes: "
          + "`bothy host restore toy` has it take them again, `bothy remove toy` forgets the bot"))
    _ = try host.perform(.restore(name))
    #expect(try check().lines.count == 1)
  }

  @Test(
    "a retired one is known by its address too, however that is written, and no other server's is",
    arguments: [
      ("http://127.0.0.1:8421/git/toy.git", "", true), ("http://localhost:8421/git/toy", "", true),
      ("http://127.0.0.1:8422/git/toy.git", "", false), ("http://127.0.0.1:8421/other/toy.git", "", false),
      ("http://127.0.0.1:8421/git/other.git", "", false),
      ("http://[::1]:9000/git/toy.git/", "address: \"0.0.0.0:9000\"\n", true),
    ])
  func retiredByAddress(_ address: String, _ serving: String, _ isKnown: Bool) throws {
    let state = StateFolder(path: scratch.path + "/state")
    let name = try #require(HostedName("toy"))
    let host = HostCommand(state: state, bots: bots, output: Output.collecting().output)
    _ = try host.perform(.create(name, makesBot: false))
    _ = try host.perform(.retire(name))
    if !serving.isEmpty { try write(state.server, serving) }
    let remote = try #require(RemoteAddress(address))
    var bot = Bot(name: "a", repository: scratch.path + "/mirror")
    bot.remote = remote
    let places = BotPlaces(id: "a", bot: bot, file: bots + "/a.yaml", state: state, environment: [:])
    let told = places.retired()
    #expect(told.contains { $0.contains("the hosted repository toy is retired") } == isKnown, "\(told)")
  }

  @Test("a swift that only the bot's own PATH leads to is there")
  func ownPath() throws {
    try write(bots + "/a.yaml", "repository: ../r\nenvironment: {PATH: \(toolchain)}\n")
    #expect(try check(searchPath: "/nowhere").lines.count == 1)
    try write(bots + "/b.yaml", "repository: ../r\n")
    #expect(
      try check(searchPath: "/nowhere").lines.first?.contains(
        "b.yaml:1:1: warning: there is no swift on PATH, which is /nowhere: ") == true)
  }

  @Test("a secret that is too short to be masked, and one of several lines, is a warning each")
  func oddSecrets() throws {
    try write(bots + "/a.yaml", "repository: ../r\nsecrets: [PIN, KEY]\n")
    let file = scratch.path + "/state/secrets/a.env"
    try write(file, "# Ours.\nPIN=123\n\nKEY=-----BEGIN KEY-----\nQUJD=\nREVG RA==\n-----END KEY-----\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    let told = try check().lines.dropLast()
    #expect(told.count == 2 && told.allSatisfy { $0.hasPrefix("bots/a.yaml:2:10: warning: ") }, "\(told)")
    #expect(told.first?.contains("the value of PIN has less than 8 letters") == true)
    #expect(told.last?.contains("state/secrets/a.env:6 is no line NAME=value") == true)
    try write(file, "PIN=a12345678\nKEY=QUJDQUJD\nOTHER =spaced\n")
    #expect(try check().lines.count == 1)
  }

  @Test("what a trigger needs and has not is a warning at the key that asks for it")
  func triggers() throws {
    try write(
      bots + "/a.yaml",
      """
      repository: ../r
      triggers:
        - after: ./publish.sh
        - webhook:
            url: "http://127.0.0.1/{HOOK}/{commit}"
            template: sumary
            secret: SIGN
        - webhook: {url: "http://127.0.0.1/", token: FORGE, template: own}
        - email: {to: [a@b.c]}
        - email:
            to: [d@e.f]

      """)
    let lines = try check().lines.dropLast().sorted()
    #expect(
      lines.map { $0.split(separator: " ")[0] } == [
        "bots/a.yaml:5:12:", "bots/a.yaml:6:17:", "bots/a.yaml:7:15:", "bots/a.yaml:8:48:",
        "bots/a.yaml:8:65:", "bots/a.yaml:9:12:",
      ], "\(lines)")
  }

  @Test("an address that no mail may go to is a warning where it stands")
  func addresses() throws {
    try write(
      scratch.path + "/state/mail.yaml",
      "host: mail.example.org\nfrom: ci@example.org\ndomains: [example.org]\n")
    try write(
      bots + "/a.yaml",
      "repository: ../r\ntriggers:\n  - email: {to: [a@example.org, b@other.org]}\n"
        + "  - email:\n      to:\n        - c@example.org\n        - d@other.org\n")
    let lines = try check().lines.dropLast()
    #expect(
      lines.map { $0.split(separator: " ")[0] } == ["bots/a.yaml:3:33:", "bots/a.yaml:7:11:"], "\(lines)")
  }

  @Test("a name that no page is given is found, also in a section that is seldom entered")
  func names() throws {
    try write(
      mine + "/pages/commits.html.mustache",
      "{{title}}\n{{#list}}{{#list}}{{#isSkipped}}\n  {{subjct}}{{/isSkipped}}{{/list}}{{/list}}\n"
        + "{{^list}}{{bott}}{{/list}}\n"
    )
    let lines = try check(templates: mine).lines
    #expect(
      lines.dropLast() == [
        "mine/pages/commits.html.mustache:3:3: unknown name `subjct`: did you mean `subject`?",
        "mine/pages/commits.html.mustache:4:10: unknown name `bott`: did you mean `bot`?",
      ])
  }

  @Test("a partial that leads out of the folder, one that is missing, and a round without end have a place")
  func partials() throws {
    try write(
      mine + "/pages/commits.html.mustache",
      "a\n{{>../../../etc/passwd}}\n")
    try write(mine + "/pages/log.html.mustache", "\n\n{{>partials/hed}}\n{{>partials/mine}}\n")
    try write(mine + "/partials/mine.mustache", "{{>partials/mine}}")
    let lines = try check(templates: mine).lines
    #expect(lines.first { $0.contains(":2:1: ") }?.contains("leads out of the templates folder") == true)
    #expect(lines.first { $0.contains(":3:1: ") }?.contains("did you mean `partials/head`?") == true)
    #expect(lines.first { $0.contains("mine.mustache:1:1: ") }?.contains("recursion without end") == true)
  }

  @Test("a file that nothing uses is a warning with the name that was probably meant")
  func unused() throws {
    try write(mine + "/pages/comits.html.mustache", "x")
    try write(mine + "/partials/own.mustache", "x")
    try write(mine + "/pages/log.html.mustache", "{{>partials/own}}")
    try write(mine + "/assets/bothy.scss", "x")
    try write(mine + "/README.md", "x")
    try write(mine + "/.git/config", "x")
    let (status, lines) = try check(templates: mine)
    #expect(status == 0)
    #expect(
      lines.dropLast() == [
        "mine/assets/bothy.scss:1:1: warning: this file is used by nothing: did you mean `assets/bothy.css`?",
        "mine/pages/comits.html.mustache:1:1: warning: this file is used by nothing: "
          + "did you mean `pages/commits.html.mustache`?",
      ])
    #expect(lines.last?.hasSuffix(", 2 warnings.") == true)
  }

  @Test("folders that were named and are not there are wrong usage")
  func missingFolders() throws {
    #expect(throws: Explanation.self) { try check(bots: scratch.path + "/none") }
    #expect(throws: Explanation.self) { try check(templates: scratch.path + "/none") }
  }
}
