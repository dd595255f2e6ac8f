import Explaining
import Files
import Foundation
import Git
import Model
import Processes
import State
import Terminal
import Words

/// `bothy hook`: a pre-push hook of git's that integrates the commits that are pushed, before they are.
struct HookCommand {
  let path: String
  /// The package's folder inside the repository, where it was named.
  let package: String?
  let state: StateFolder
  let environment: [String: String]
  let templates: String?
  var output = Output.standard

  private static let mark = "# Made by `bothy hook install`"

  func perform(_ act: HookAct) throws -> Int32 {
    switch act {
    case .install: try install()
    case .uninstall: try uninstall()
    case .prePush: try integratePushed()
    }
  }

  // MARK: The file

  private func install() throws -> Int32 {
    let doing = "installing a pre-push hook"
    let (repository, root) = try repository()
    let script = script(package: try package(below: root, doing))
    let (folder, isOwn) = try repository.hooks()
    let file = folder + "/pre-push"
    let command = script.split(separator: "\n").last.map { $0.dropFirst("exec ".count) } ?? ""
    guard isOwn else {
      throw Explanation(
        doing: doing, wrong: "core.hooksPath names \(folder), whose hooks are not this repository's alone",
        advice:
          "`git config --local core.hooksPath \(ShellWord.quoted(root + "/.git/hooks"))` gives it its own",
        status: 2)
    }
    if let there = contents(of: file).map({ String(decoding: $0, as: UTF8.self) }) {
      if there == script {
        output.write("It is installed already: \(file)\n")
        return 0
      }
      let isHusky = folder.contains("/.husky")
      throw Explanation(
        doing: doing,
        wrong: there.contains(Self.mark)
          ? "there is one of Bothy's for another package or state directory: \(file)"
          : "there is a pre-push hook already: \(file)",
        advice: there.contains(Self.mark)
          ? "`bothy hook uninstall` removes that one"
          : "put this line into \(isHusky ? ".husky/pre-push" : "it"): "
            + command.replacing("\"$bothy\"", with: ShellWord.quoted(Self.program)),
        status: 2)
    }
    try makeFolder(folder)
    try publish(Array(script.utf8), as: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
    output.write(
      "Each commit that is pushed from here is integrated first: \(file)\n"
        + "`git push --no-verify` pushes without it, `bothy hook uninstall` removes it.\n")
    return 0
  }

  private func uninstall() throws -> Int32 {
    let file = try repository().repository.hooks().folder + "/pre-push"
    guard let there = contents(of: file) else {
      output.write("There is no pre-push hook here.\n")
      return 0
    }
    guard String(decoding: there, as: UTF8.self).contains(Self.mark) else {
      throw Explanation(
        doing: "removing the pre-push hook", wrong: "\(file) is none of Bothy's",
        advice: "remove from it what you put there", status: 2)
    }
    try FileManager.default.removeItem(atPath: file)
    output.write("Removed \(file)\n")
    return 0
  }

  private static let program = ProgramSearch.resolved("/proc/self/exe")

  private func script(package: String) -> String {
    let words =
      ["hook", "pre-push"] + (package == "." ? [] : ["--package", package])
      + (state.named.state.map { ["--state", $0] } ?? [])
    return """
      #!/bin/sh
      \(Self.mark): it integrates the commits that are pushed, before they are.
      # `bothy hook uninstall` removes it, `git push --no-verify` pushes without it.
      bothy=\(ShellWord.quoted(Self.program))
      [ -x "$bothy" ] || bothy=bothy
      exec "$bothy" \(ShellWord.line(words))

      """
  }

  private func repository() throws -> (repository: Repository, root: String) {
    let place = try Repository.find(from: try RunTarget.absolute(path))
    return (try Repository(at: place), place.workingTree ?? place.gitFolder)
  }

  private func package(below root: String, _ doing: String) throws -> String {
    if let package { return try RunTarget.inside(package) }
    let start = try RunTarget.absolute(path)
    guard let found = RunTarget.nearestManifest(from: start), found == root || found.hasPrefix(root + "/")
    else {
      throw Explanation(
        doing: doing, wrong: "there is no Package.swift in \(start)",
        advice: "name the package's folder inside the repository with --package", status: 2)
    }
    return found == root ? "." : String(found.dropFirst(root.count + 1))
  }

  // MARK: What it does

  /// Git says on standard input what is pushed, and pushes nothing when this ends with another status than 0.
  private func integratePushed() throws -> Int32 {
    let told = try FileHandle.standardInput.readToEnd() ?? Data()
    var worst: Int32 = 0
    for pushed in PushedCommits(String(decoding: told, as: UTF8.self)).commits {
      var options = RunOptions()
      (options.path, options.commit, options.package) = (path, pushed.commit.rawValue, package)
      var target = try RunTarget(options)
      target.branch = pushed.branch ?? target.branch
      let status = try RunCommand(
        options: options, state: state, environment: outsideOfGit, templates: templates, target: target
      ).perform()
      if worst == 0 { worst = status }
    }
    if worst != 0 {
      Output.error.write(
        "Nothing was pushed, because what was to be pushed is not green. Mend it, commit, and push again; "
          + "`git push --no-verify` pushes it all the same.\n")
    }
    return worst
  }

  /// What git tells its hooks of this repository must not reach the git of a package's own tests.
  private var outsideOfGit: [String: String] {
    environment.filter { name, _ in
      !name.hasPrefix("GIT_")
        || ["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_CEILING_DIRECTORIES"]
          .contains(name)
        || name.hasPrefix("GIT_SSH") || name.hasPrefix("GIT_AUTHOR") || name.hasPrefix("GIT_COMMITTER")
    }
  }
}
