import Foundation
import Kit
import Testing

/// `bin/install`, with the program that these tests have.
@Suite("Installing") struct InstallTests {
  private func install(
    _ scratch: ScratchFolder, _ words: String..., staged: Bool = true
  ) async throws -> CommandEnd {
    var environment = ProcessInfo.processInfo.environment
    environment["HOME"] = scratch.path + "/home"
    for name in ["BOTHY_STATE", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
      environment[name] = nil
    }
    // By another name than the one that it tells.
    let link = scratch.path + "/built"
    if !FileManager.default.fileExists(atPath: link) {
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: Program.bothy)
    }
    environment["BOTHY_BUILT"] = link
    environment["DESTDIR"] = staged ? scratch.path + "/stage" : nil
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../bin/install").standardized
    // As of somebody who put this folder before the system's.
    environment["PATH"] = script.deletingLastPathComponent().path + ":" + environment["PATH", default: ""]
    return try await Command(script.path, words, in: scratch.url, environment: environment).run()
  }

  private func read(_ scratch: ScratchFolder, _ name: String) throws -> String {
    try String(contentsOfFile: scratch.path + "/" + name, encoding: .utf8)
  }

  private func files(_ scratch: ScratchFolder, _ folder: String) -> [String] {
    let found = FileManager.default.enumerator(atPath: scratch.path + "/" + folder)?.compactMap {
      $0 as? String
    }
    return (found ?? []).sorted()
  }

  @Test("a program whose file is replaced while it works makes its pages all the same")
  func replaced() async throws {
    try await Turns.building.run {
      let scratch = try ScratchFolder("replaced")
      defer { scratch.remove() }
      #expect(try await install(scratch, scratch.path + "/place", staged: false).status == 0)
      let program = scratch.path + "/place/bin/bothy"
      let tree = try Worktree.make(at: scratch.path + "/Empty")
      let manifest = "let package = Package(name: \"Empty\", targets: [.target(name: \"Empty\")])"
      try tree.write("Package.swift", "// swift-tools-version: 6.0\nimport PackageDescription\n\(manifest)\n")
      try tree.write("Sources/Empty/Empty.swift", "public let empty = 1\n").commit("Be")
      try scratch.write(
        "bot.yaml",
        "repository: \(tree.path)\ntriggers:\n  - before: 'cp \(program) \(program)-new && mv \(program)-new "
          + "\(program)'\n")
      let end = try await Command(
        program, ["run", tree.path, "--bot", scratch.path + "/bot.yaml", "--state", scratch.path + "/state"],
        in: scratch.url
      ).run()
      let page = scratch.path + "/state/site/bots/local-Empty/1/index.html"
      #expect(FileManager.default.fileExists(atPath: page), "\(end.outputText) \(end.errorText)")
      #expect(!end.errorText.contains("templates"), "\(end.errorText)")
    }
  }

  @Test("everything is laid below the prefix and works there alone; uninstalling takes that and no more")
  func installed() async throws {
    let scratch = try ScratchFolder("install")
    defer { scratch.remove() }
    let end = try await install(scratch, "/opt/bothy")
    #expect(end.status == 0, "\(end.errorText)")
    let top = "stage/opt/bothy"
    let found = files(scratch, top)
    for name in [
      "bin/bothy", "share/bothy/templates/pages/bot.html.mustache", "share/bothy/example.yaml",
      "share/bash-completion/completions/bothy", "share/zsh/site-functions/_bothy",
      "share/fish/vendor_completions.d/bothy.fish", "share/man/man1/bothy.1", "share/man/man1/bothy-run.1",
      "share/man/man5/bothy.5",
      "lib/systemd/system/bothy.service", "share/bothy/installed",
    ] {
      #expect(found.contains(name), "\(name) is missing")
    }
    let unit = try read(scratch, top + "/lib/systemd/system/bothy.service")
    #expect(unit.contains("ExecStart=/opt/bothy/bin/bothy watch") && !unit.contains(scratch.path))
    #expect(try !unit.contains(Program.bothy))
    #expect(try read(scratch, top + "/share/man/man1/bothy.1").contains(".B bothy backup FILE"))
    let help = try await Command(scratch.path + "/" + top + "/bin/bothy", ["help", "run"]).run()
    #expect(help.outputText.hasSuffix("\nSee bothy-run(1).\n"))
    #expect(try read(scratch, top + "/share/man/man5/bothy.5").contains("repository:"))
    try scratch.write("bots/a.yaml", "repository: /nowhere\n")
    let check = try await Command(
      scratch.path + "/" + top + "/bin/bothy", ["check", "--bots", "bots"], in: scratch.url
    ).run()
    #expect(check.status == 0 && check.outputText.contains("templates"), "\(check.errorText)")
    try scratch.write(top + "/share/man/man1/other.1", "mine")
    // As an earlier version had it.
    try scratch.write(top + "/share/bothy/templates/old.mustache", "old")
    let list = try read(scratch, top + "/share/bothy/installed")
    try scratch.write(top + "/share/bothy/installed", list + "file share/bothy/templates/old.mustache\n")
    let again = try await install(scratch, "/opt/bothy")
    #expect(again.status == 0, "\(again.errorText)")
    #expect(!files(scratch, top).contains("share/bothy/templates/old.mustache"))
    #expect(try read(scratch, top + "/share/bothy/installed") == list)
    let gone = try await install(scratch, "--uninstall", "/opt/bothy")
    #expect(gone.status == 0, "\(gone.errorText)")
    #expect(
      files(scratch, "stage") == [
        "opt", "opt/bothy", "opt/bothy/share", "opt/bothy/share/man", "opt/bothy/share/man/man1",
        "opt/bothy/share/man/man1/other.1",
      ])
    expectSentence(try await install(scratch, "--uninstall", "/opt/bothy"), status: 2, "it was not installed")
  }

  @Test("what it cannot do it says, and touches nothing of others")
  func refused() async throws {
    let scratch = try ScratchFolder("install")
    defer { scratch.remove() }
    expectSentence(try await install(scratch, "--unistall"), status: 2, "there is no option --unistall")
    expectSentence(try await install(scratch, "/a", "/b"), status: 2, "one PREFIX")
    try scratch.write("mine/bin/bothy", "mine")
    expectSentence(
      try await install(scratch, scratch.path + "/mine", staged: false), status: 2,
      "was not installed by this")
    #expect(files(scratch, "mine") == ["bin", "bin/bothy"])
    expectSentence(try await install(scratch, "/proc/bothy", staged: false), status: 5, "cannot be written")
    try scratch.write("lies/share/bothy/installed", "file ../../mine/bin/bothy\nfile /etc/hostname\n")
    expectSentence(
      try await install(scratch, "--uninstall", scratch.path + "/lies", staged: false), status: 2,
      "it was not installed")
    #expect(files(scratch, "mine") == ["bin", "bin/bothy"])
  }

  @Test("uninstalling names what stays, with what removes it: keys, state, tokens and caches")
  func stays() async throws {
    let scratch = try ScratchFolder("install")
    defer { scratch.remove() }
    #expect(try await install(scratch, scratch.path + "/own", staged: false).status == 0)
    let line = "command=\"/b/bothy host shell anna --state /s\" ssh-ed25519 A\n"
    try scratch.write("home/.ssh/authorized_keys", line)
    let kept = [".local/state/bothy/bothy.sqlite", ".config/bothy/tokens/ci", ".cache/bothy/modules/a"]
    for name in kept { try scratch.write("home/" + name, "x") }
    let gone = try await install(scratch, "--uninstall", scratch.path + "/own", staged: false)
    #expect(gone.status == 0, "\(gone.errorText)")
    let home = scratch.path + "/home"
    for words in [
      "Bothy is no longer installed below \(scratch.path)/own.\n",
      "  keys of people who push over ssh: sed -i '/ host shell /d' \(home)/.ssh/authorized_keys\n",
      "  state, pages, secrets and hosted repositories: rm -rf \(home)/.local/state/bothy\n",
      "  tokens for other machines: rm -rf \(home)/.config/bothy\n",
      "  what the compiler made of C headers: rm -rf \(home)/.cache/bothy\n",
    ] { #expect(gone.outputText.contains(words), "\(gone.outputText)") }
    #expect(files(scratch, "own").isEmpty)
    for name in kept { #expect(FileManager.default.fileExists(atPath: home + "/" + name)) }
  }

  @Test("each folder that it would lay something into is looked at before anything is built")
  func looked() async throws {
    let scratch = try ScratchFolder("install")
    defer { scratch.remove() }
    // Root may write everywhere, but not below a file.
    try scratch.write("own/share/man", "mine")
    let end = try await install(scratch, scratch.path + "/own", staged: false)
    expectSentence(end, status: 5, "\(scratch.path)/own/share/man is no folder")
    #expect(files(scratch, "own") == ["share", "share/man"])
  }
}
