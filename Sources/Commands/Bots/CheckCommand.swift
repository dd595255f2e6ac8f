import Daemon
import Explaining
import Files
import Formats
import Foundation
import Model
import Notifier
import Ordering
import Publishing
import State
import Store
import Terminal
import Threads
import Words

/// `bothy check`: every mistake in every bot file and template at once, a line for each, then a sentence.
struct CheckCommand {
  /// Nil: the usual folder, which need not be there.
  let bots: String?
  let usualBots: String
  let templates: String?
  let environment: [String: String]
  let state: StateFolder
  var output = Output.standard

  func perform() throws -> Int32 {
    var findings = Findings()
    try checkBots(&findings)
    checkPackage(&findings)
    for problem in MessageCheck(state: state, user: templates).serveProblems {
      findings.add(problem.description, in: problem.file)
    }
    do { try checkTemplates(&findings) } catch let error as Explanation {
      output.write(ErrorText.lines(findings.lines))
      throw error
    }
    output.write(ErrorText.lines(findings.lines) + findings.sentence + "\n")
    return findings.problemCount == 0 ? 0 : 2
  }

  // MARK: Bot files

  private func checkBots(_ findings: inout Findings) throws {
    let folder = bots ?? usualBots
    guard bots != nil || FileFacts(folder) != nil else {
      findings.notes.append("There is no folder \(folder) with bot files: `bothy create` makes it.")
      return
    }
    let entries = try BotFolder(path: folder, state: state).read()
    findings.botFiles = entries.count
    for problem in entries.flatMap(\.problems) { findings.add(problem.description, in: problem.file) }
    let bots = entries.compactMap { entry in
      (entry.bot ?? Self.withoutMistakes(entry.problems, of: entry.id, in: entry.file, folder))
        .map { (id: entry.id, file: entry.file, bot: state.placed($0, as: entry.id)) }
    }
    let warnings = Parallel.map(bots) {
      BotPlaces(id: $0.id, bot: $0.bot, file: $0.file, state: state, environment: environment).warnings()
    }
    for line in warnings.joined() { findings.warn(line) }
    // Nothing is silenced besides where nothing was integrated yet.
    let store = try? SQLiteStore(folder: state.path, readOnly: true)
    for (id, file, bot) in bots where !bot.silence.isEmpty {
      var check = SilenceCheck(bot: bot, file: file, others: (try? store?.silences(of: id)) ?? [])
      check.tests = (try? store?.standingTests(bot: id)) ?? []
      check.nextName = { test in (try? store?.story(bot: id, test: test)?.nextName?.id) ?? nil }
      check.warnings().forEach { findings.warn($0) }
    }
    checkMessages(bots.map { ($0.file, $0.bot) }, &findings)
    for (name, meant) in try BotFolder(path: folder, state: state).misnamed() {
      findings.warn("\(folder)/\(name):1:1: warning: this is not read: did you mean `\(meant)`?")
    }
  }

  /// What the keys without a mistake say, as long as these do: mistakes hide no warnings.
  static func withoutMistakes(
    _ problems: [BotFile.Problem], of id: BotID, in file: String, _ folder: String
  ) -> Bot? {
    guard let bytes = contents(of: file) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let wrong = Set(problems.map(\.line))
    var kept: [Substring] = []
    var key: [Substring] = []
    var isWrong = false
    for (index, line) in lines.enumerated() {
      let begins = line.first.map { !" #-\t".contains($0) } ?? false
      if begins {
        if !isWrong { kept += key }
        (key, isWrong) = ([], false)
      }
      key.append(line)
      isWrong = isWrong || wrong.contains(index + 1)
    }
    if !isWrong { kept += key }
    let text = Array(kept.joined(separator: "\n").utf8)
    guard case .bot(let bot) = BotFile.read(text, id: id, file: file, folder: folder) else {
      return nil
    }
    return bot
  }

  /// What triggers need that no bot file holds.
  private func checkMessages(_ bots: [(file: String, bot: Bot)], _ findings: inout Findings) {
    let check = MessageCheck(state: state, user: templates)
    for problem in check.mailProblems { findings.add(problem.description, in: problem.file) }
    for (file, bot) in bots {
      for (path, words) in check.warnings(bot, file: file) {
        findings.warn(BotPlaces.warning(path, words, in: file))
      }
    }
  }

  // MARK: Packages

  /// What the package asks for in whose folder this is.
  private func checkPackage(_ findings: inout Findings) {
    let here = URL(fileURLWithPath: ".").resolvingSymlinksInPath().standardizedFileURL.path
    let source = (try? RunTarget.place(of: here, RunOptions())) == nil ? Order.Source.folder : .workingTree
    for line in PackageSettings.warnings(in: here, source) { findings.warn(line) }
    switch PackageSettings.read(source, repository: here, package: ".") {
    case .none: break
    case .asked: findings.hasPackage = true
    case .wrong(let lines):
      findings.hasPackage = true
      for line in lines { findings.add(line, in: TravellingSetting.file) }
    }
  }

  // MARK: Templates

  private func checkTemplates(_ findings: inout Findings) throws {
    let check = try TemplateCheck(user: templates)
    findings.templates = check.templateCount
    for problem in check.problems { findings.add(problem.description, in: problem.file) }
    for line in check.warnings { findings.warn(line) }
  }

  /// What was found, and how it is summed up.
  private struct Findings {
    private(set) var lines: [String] = []
    private(set) var problemCount = 0
    private var files: Set<String> = []
    private var warningCount = 0
    var notes: [String] = []
    var botFiles = 0
    var hasPackage = false
    var templates = 0

    mutating func add(_ line: String, in file: String) {
      lines.append(line)
      problemCount += 1
      files.insert(file)
    }

    mutating func warn(_ line: String) {
      lines.append(line)
      warningCount += 1
    }

    var sentence: String {
      let here = hasPackage ? ", \(TravellingSetting.file)" : ""
      let looked =
        "\(Figures.count(botFiles, "bot file"))\(here) and \(Figures.count(templates, "template"))"
      let warnings = warningCount == 0 ? "" : ", \(Figures.count(warningCount, "warning"))"
      let verdict =
        problemCount == 0
        ? "No problem in \(looked)\(warnings)."
        : "\(Figures.count(problemCount, "problem")) in "
          + "\(Figures.count(files.count, "file")) of \(looked)\(warnings)."
      return (notes + [verdict]).joined(separator: " ")
    }
  }
}
