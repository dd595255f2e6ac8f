import Daemon
import Explaining
import Files
import Foundation
import Model
import Processes
import State
import Store
import Terminal
import Words

/// `bothy demo [DIR]`: a small package with a history, really committed and really integrated.
struct DemoCommand {
  let folder: String
  let state: StateFolder
  let environment: [String: String]
  var templates: String?
  var output = Output.standard
  var errors = Output.error

  func perform() throws -> Int32 {
    guard !BotFolder.holds(folder) else {
      throw Explanation(
        doing: "making the demonstration in \(folder)", wrong: "something is there already",
        advice: "name a folder that is not there yet: bothy demo DIR", status: 2)
    }
    try makeFolder(folder)
    let path = URL(fileURLWithPath: folder).resolvingSymlinksInPath().standardizedFileURL.path
    let git = DemoHistory(path: path, environment: environment)
    try git.begin()
    for (index, step) in DemoPackage.steps.enumerated() {
      let commit = try git.commit(step, hoursAgo: DemoPackage.steps.count - index)
      let heading = "\(index + 1) of \(DemoPackage.steps.count): \(step.says)"
      errors.write("\n\(heading)\n\(String(repeating: "-", count: min(heading.count, 78)))\n")
      let status = try integrate(path, commit)
      // Red is what the demonstration is about; anything else is in its way.
      guard status <= 1 else { return status }
    }
    output.write(try ending(path))
    return 0
  }

  private func integrate(_ path: String, _ commit: String) throws -> Int32 {
    var options = RunOptions()
    options.path = path
    options.commit = commit
    return try RunCommand(options: options, state: state, environment: environment, templates: templates)
      .perform()
  }

  private func ending(_ path: String) throws -> String {
    let store = try SQLiteStore(folder: state.path, readOnly: true)
    guard let bot = try store.knownLocalBot(path: path),
      let latest = try store.integration(bot: bot, number: nil)
    else { return "" }
    let site = state.pages(bot)
    let pages = [site + "/index.html", state.page(bot, latest.number)]
    let page = pages.first { FileFacts($0) != nil } ?? site
    // It needs no bot files, so that there may be no folder of them.
    var typed = state.typed
    if let bots = typed.bots, FileFacts(bots) == nil { typed.bots = nil }
    return """

      The package is in \(path), its pages are at
        \(page)
      What to do next:
        \(typed.line(["bots"]))
            what is known of every bot
        \(typed.line(["show", bot.rawValue]))
            the latest integration in words
        change something in \(path), then:
        \(typed.line(["run", path]))
            integrate it as it stands

      """
  }
}

/// The commits of the demonstration, made by git as a person would.
struct DemoHistory {
  let path: String
  let environment: [String: String]

  func begin() throws { try git(["init", "-q", "-b", "main"]) }

  /// The id of the new commit.
  func commit(_ step: DemoPackage.Step, hoursAgo: Int) throws -> String {
    for (name, text) in step.files {
      let file = path + "/" + name
      try makeFolder((file as NSString).deletingLastPathComponent)
      try publish(Array(text.utf8), as: file)
    }
    let date = "\(Int(Date().timeIntervalSince1970) - hoursAgo * 3600) +0000"
    try git(["add", "-A"])
    try git(
      ["commit", "-q", "-m", step.subject], adding: ["GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date])
    return try git(["rev-parse", "HEAD"]).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @discardableResult
  private func git(_ arguments: [String], adding extra: [String: String] = [:]) throws -> String {
    guard let program = ProgramSearch.find("git", environment: environment) else {
      throw Explanation(
        doing: "making the demonstration", wrong: "there is no git on PATH", advice: "apt-get install git")
    }
    // Nobody's settings, hooks or signing keys are part of the demonstration.
    var own = environment.filter { !$0.key.hasPrefix("GIT_") }
    own.merge([
      "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "GIT_TEMPLATE_DIR": "",
      "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.org", "GIT_COMMITTER_NAME": "Ada",
      "GIT_COMMITTER_EMAIL": "ada@example.org",
    ]) { $1 }
    let end = try ToolRunner(cancellation: Cancellation()).run(
      ToolOrder(
        executable: program, arguments: arguments, environment: own.merging(extra) { $1 }, folder: path,
        seconds: 60))
    guard end.status == 0 else {
      let said = end.output.split(separator: "\n").last.map(String.init) ?? "it said nothing"
      throw Explanation(
        doing: "making the demonstration in \(path)", wrong: "git \(arguments[0]) failed (\(said))",
        advice: "see whether `git --version` works and who may write there")
    }
    return end.output
  }
}
