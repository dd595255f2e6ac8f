import Explaining
import Files
import Foundation
import Git
import Model
import Processes
import State
import Terminal
import Words

/// `bothy hook`: a pre-push hook of git's that integrates what is pushed, each branch at its tip, first.
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
    let repository = try repository()
    let words = try words(of: repository, doing)
    let script = script(words)
    let hooks = try hooks(of: repository)
    let hook = Hook(hooks)
    guard hooks.isOwn else {
      throw Explanation(
        doing: doing,
        wrong: "core.hooksPath names \(hooks.path), whose hooks are not this repository's alone",
        advice: "`git config --local core.hooksPath \(ShellWord.quoted(hooks.usual))` gives it its own"
          + (hook.isThere ? ", or " + Self.advice(words, for: hook) : ""),
        status: 2)
    }
    if let there = hook.text {
      if there == script || there.contains(ShellWord.line(words)) && there.contains(Self.program) {
        output.write("It is installed already: \(hook.file)\n")
        return 0
      }
      let isOurs = there.contains(Self.mark)
      throw Explanation(
        doing: doing,
        wrong: isOurs
          ? "there is one of Bothy's for another package or state directory: \(hook.file)"
          : "there is a pre-push hook already: \(hook.file)",
        advice: isOurs ? "`bothy hook uninstall` removes that one" : Self.advice(words, for: hook), status: 2)
    }
    guard !hook.isMadeByHusky else {
      throw Explanation(
        doing: doing, wrong: "husky makes anew what is in \(hooks.path)",
        advice: Self.advice(words, for: hook), status: 2)
    }
    guard !hook.isThere else {
      throw Explanation(
        doing: doing, wrong: "what is at \(hook.file) can't be read",
        advice: "see what it is, and remove it if nobody needs it", status: 2)
    }
    try makeFolder(hooks.path)
    try publish(Array(script.utf8), as: hook.file)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: hook.file)
    output.write(
      "What is pushed from here is integrated first, each branch at its tip: \(hook.file)\n"
        + (hooks.isInWorkingTree ? "It lies in the working tree, where git sees it as a new file.\n" : "")
        + "`git push --no-verify` pushes without it, `bothy hook uninstall` removes it.\n")
    return 0
  }

  private func uninstall() throws -> Int32 {
    let hook = Hook(try hooks(of: try repository()))
    guard hook.isThere else {
      output.write("There is no pre-push hook here.\n")
      return 0
    }
    guard hook.text?.contains(Self.mark) == true else {
      throw Explanation(
        doing: "removing the pre-push hook", wrong: "\(hook.file) is none of Bothy's",
        advice: "remove from it what you put there", status: 2)
    }
    try FileManager.default.removeItem(atPath: hook.file)
    output.write("Removed \(hook.file)\n")
    return 0
  }

  /// The file that decides what happens before a push.
  private struct Hook {
    let file: String
    /// husky 9: git is led to files that husky makes, and each runs the file of the same name above.
    let isMadeByHusky: Bool

    init(_ hooks: HooksFolder) {
      let above = (hooks.path as NSString).deletingLastPathComponent
      isMadeByHusky = hooks.path.hasSuffix("/_") && (above as NSString).lastPathComponent == ".husky"
      file = (isMadeByHusky ? above : hooks.path) + "/pre-push"
    }

    /// A link that leads nowhere is there too.
    var isThere: Bool { (try? FileManager.default.attributesOfItem(atPath: file)) != nil }

    var text: String? { contents(of: file).map { String(decoding: $0, as: UTF8.self) } }
  }

  /// How a hook of somebody else's does it too. What git says there stands on its standard input: whatever
  /// comes behind this line must find all of it.
  private static func advice(_ words: [String], for hook: Hook) -> String {
    let command = ShellWord.line([program] + words)
    guard hook.isThere else {
      return
        "put it into a hook there: `echo \(ShellWord.inQuotes(command)) >> \(ShellWord.quoted(hook.file))`"
    }
    return "put this line at the beginning of \(hook.file): "
      + "pushed=$(mktemp); cat >\"$pushed\"; \(command) <\"$pushed\" || { rm \"$pushed\"; exit 1; }; "
      + "exec <\"$pushed\"; rm \"$pushed\""
  }

  private static let program = ProgramSearch.resolved("/proc/self/exe")

  private func words(of repository: Repository, _ doing: String) throws -> [String] {
    let package = try package(in: repository, doing)
    return ["hook", "pre-push"] + (package == "." ? [] : ["--package", package])
      + (state.named.state.map { ["--state", $0] } ?? [])
  }

  private func script(_ words: [String]) -> String {
    """
    #!/bin/sh
    \(Self.mark): it integrates what is pushed, each branch at its tip, before it is.
    # `bothy hook uninstall` removes it, `git push --no-verify` pushes without it.
    bothy=\(ShellWord.quoted(Self.program))
    [ -x "$bothy" ] || bothy=bothy
    exec "$bothy" \(ShellWord.line(words))

    """
  }

  private func repository() throws -> Repository {
    try Repository(at: try Repository.find(from: try RunTarget.absolute(path)))
  }

  /// Git is asked itself: it knows each place where a setting may stand.
  private func hooks(of repository: Repository) throws -> HooksFolder {
    let here = environment.filter { !Self.ofOneRepository.contains($0.key) }
    let end = ProgramSearch.find("git", environment: environment).flatMap { program in
      try? ToolRunner().run(
        ToolOrder(
          executable: program, arguments: ["rev-parse", "--git-path", "hooks"], environment: here,
          folder: repository.hooksRoot, seconds: 60))
    }
    let told = end?.status == 0 ? end?.output.split(separator: "\n").last.map(String.init) : nil
    return try repository.hooks(told: told)
  }

  private static let ofOneRepository: Set = [
    "GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_PREFIX",
  ]

  private func package(in repository: Repository, _ doing: String) throws -> String {
    if let package { return try RunTarget.inside(package) }
    // What a bare repository has can't be seen from outside.
    guard let root = repository.place.workingTree else { return "." }
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
    let all = PushedCommits(String(decoding: told, as: UTF8.self))
    tell(tags: all.tags)
    for pushed in all.commits {
      var options = RunOptions()
      (options.path, options.commit, options.package) = (path, pushed.commit.rawValue, package)
      let target = try RunTarget(options, as: pushed.branch)
      let branch = pushed.branch.map { Shown.line($0.rawValue, most: 100) } ?? "what is pushed"
      Output.error.write("Before \(branch) is pushed, its commit \(pushed.commit.short) is integrated.\n")
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

  private static let mostTags = 3

  private func tell(tags: [String]) {
    guard !tags.isEmpty else { return }
    let left = tags.count - Self.mostTags
    let names = tags.prefix(Self.mostTags).map { Shown.line($0, most: 100) }.joined(separator: ", ")
    Output.error.write(
      "\(tags.count == 1 ? "The tag" : "The tags") \(names)\(left > 0 ? " and \(left) more" : "") "
        + "\(tags.count == 1 ? "is" : "are") not integrated: before a push only branches are.\n")
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
