import Foundation
import Kit
import Testing
import Words

@testable import Terminal

/// What bash offers after these words, found out by bash itself.
private func completions(_ words: [String], setup: String = "") throws -> [String] {
  let script = """
    \(Completions.script(.bash))
    \(setup)
    COMP_WORDS=(bothy \(ShellWord.line(words))); COMP_CWORD=\(words.count)
    _bothy
    printf '%s\\n' "${COMPREPLY[@]}"
    """
  return try shell("bash", ["--norc", "-c", script]).output.split(separator: "\n").map(String.init).sorted()
}

private func shell(_ name: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
  let end = try Command("/usr/bin/env", [name] + arguments).runHere()
  return (end.status, end.outputText + end.errorText)
}

@Suite("Completions")
struct CompletionsTests {
  @Test("each shell that is there accepts its script", arguments: Shell.allCases)
  func syntax(of shell: Shell) throws {
    guard try isThere(shell.rawValue) else { return }
    let scratch = try ScratchFolder("completions")
    let file = try scratch.write("completions", Completions.script(shell))
    let result = try accepted(by: shell.rawValue, file)
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.isEmpty)
  }

  @Test("bash completes commands")
  func commands() throws {
    #expect(try completions([""]) == CommandTable.shown.map(\.name.rawValue).sorted())
    #expect(try completions(["sh"]) == ["show"])
    #expect(try completions(["--state", "/s", "sh"]) == ["show"])
    #expect(try completions(["--state", "=", "/s", "doc"]) == ["doctor"])
  }

  @Test("bash completes the options of the command that stands there")
  func options() throws {
    #expect(try completions(["run", "--conf"]) == ["--configuration"])
    #expect(try completions(["run", "--js"]) == ["--json"])
    #expect(try completions(["log", "--js"]).isEmpty)
    #expect(try completions(["log", "--fo"]) == ["--follow"])
    #expect(try completions(["--ver"]) == ["--version"])
  }

  @Test("bash completes values, also after an equals sign")
  func values() throws {
    #expect(try completions(["run", "--configuration", "r"]) == ["release"])
    #expect(try completions(["run", "--configuration", "=", "d"]) == ["debug"])
    #expect(try completions(["run", "--configuration", "="]) == ["debug", "release"])
    #expect(try completions(["run", "-c", ""]) == ["debug", "release"])
    #expect(try completions(["completions", ""]) == ["bash", "fish", "zsh"])
    #expect(try completions(["help", "do"]) == ["doctor"])
    #expect(try completions(["run", "--jobs", ""]).isEmpty)
    #expect(try completions(["user", "ad"]) == ["add"])
    #expect(try completions(["user", "--role", "reader", "ad"]) == ["add"])
    #expect(try completions(["user", "add", ""]).isEmpty)
  }

  @Test("bash completes bots and their integrations from the state directory")
  func integrations() throws {
    let scratch = try ScratchFolder("completions")
    let state = scratch.path
    for folder in ["parser/1", "parser/42", "local-x/7"] { _ = try scratch.folder("integrations/\(folder)") }
    let setup = "export BOTHY_STATE=\(state)"
    #expect(try completions(["show", ""], setup: setup) == ["local-x", "parser"])
    #expect(try completions(["show", "par"], setup: setup) == ["parser"])
    #expect(try completions(["log", "parser#"], setup: setup) == ["parser#1", "parser#42"])
    #expect(try completions(["log", "parser#4"], setup: setup) == ["parser#42"])
    #expect(try completions(["--state", state, "show", "l"]) == ["local-x"])
    #expect(try completions(["show", "x"], setup: "export BOTHY_STATE=/nowhere").isEmpty)
  }

  @Test("folders are completed, files only where a file is meant")
  func files() throws {
    let scratch = try ScratchFolder("completions")
    _ = try scratch.folder("sub dir")
    try scratch.write("sub.yaml", "")
    let setup = "cd \(scratch.path)"
    #expect(try completions(["run", "su"], setup: setup) == ["sub dir"])
    #expect(try completions(["run", "--bot", "su"], setup: setup) == ["sub dir", "sub.yaml"])
    #expect(try completions(["template", "su"], setup: setup) == ["sub dir", "sub.yaml"])
    #expect(try completions(["template", "a.mustache", "sub."], setup: setup) == ["sub.yaml"])
    #expect(try completions(["template", "--l"]) == ["--lenient"])
  }

  private func accepted(by name: String, _ file: String) throws -> (status: Int32, output: String) {
    try shell(name, ["-n", file])
  }

  private func isThere(_ name: String) throws -> Bool {
    try shell("sh", ["-c", "command -v \(name)"]).status == 0
  }
}
