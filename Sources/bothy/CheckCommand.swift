import Files
import Formats
import Foundation
import Model
import Reports
import Templates
import Terminal

/// `bothy check`: every mistake in every bot file and template at once, a line for each, then a sentence.
struct CheckCommand {
  /// Nil: the usual folder, which need not be there.
  let bots: String?
  let usualBots: String
  let templates: String?
  var output = Output.standard

  func perform() throws -> Int32 {
    var findings = Findings()
    try checkBots(&findings)
    do {
      try checkTemplates(&findings)
    } catch let error as CommandError {
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
    do {
      let entries = try BotFolder(path: folder).read()
      findings.botFiles = entries.count
      for problem in entries.flatMap(\.problems) { findings.add(problem.description, in: problem.file) }
      for (name, meant) in try BotFolder(path: folder).misnamed() {
        findings.warn("\(folder)/\(name):1:1: warning: this is not read: did you mean `\(meant)`?")
      }
    } catch let error as FileError {
      throw CommandError(
        doing: error.doing, wrong: error.wrong, advice: "name the folder of the bot files with --bots",
        status: 2)
    }
  }

  // MARK: Templates

  private func checkTemplates(_ findings: inout Findings) throws {
    let site = try SiteTemplates(user: templates)
    let files = try site.files()
    let library = TemplateLibrary(names: files.names, source: files)
    findings.templates = files.names.count
    var problems = Set(library.problems())
    let shapes = PageShapes.all()
    // Where a page has other mistakes, its names would be told in ways that distract.
    for (page, shape) in shapes where library.problems(of: page).isEmpty {
      problems.formUnion(library.problems(of: page, given: shape))
    }
    let missing = shapes.keys.filter { !files.names.contains($0) }
    for page in missing {
      findings.add("\(files.path(of: page)):1:1: this page has no template: install Bothy again", in: page)
    }
    var seen: Set<String> = []
    for problem in problems.sorted() {
      // The same place can be wrong for several pages: the first one says enough.
      guard seen.insert("\(problem.file):\(problem.line):\(problem.column)").inserted else { continue }
      var shown = problem
      shown.file = files.path(of: problem.file)
      findings.add(shown.description, in: shown.file)
    }
    if let templates {
      let needed = Set(shapes.keys.flatMap { library.files(neededBy: $0) })
      for line in UnusedTemplates(folder: templates, shipped: site.shipped, needed: needed).warnings {
        findings.warn(line)
      }
    }
  }

  /// What was found, and how it is summed up.
  private struct Findings {
    private(set) var lines: [String] = []
    private(set) var problemCount = 0
    private var files: Set<String> = []
    private var warningCount = 0
    var notes: [String] = []
    var botFiles = 0
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
      let looked = "\(Sentence.count(botFiles, "bot file")) and \(Sentence.count(templates, "template"))"
      let warnings = warningCount == 0 ? "" : ", \(Sentence.count(warningCount, "warning"))"
      let verdict =
        problemCount == 0
        ? "No problem in \(looked)\(warnings)."
        : "\(Sentence.count(problemCount, "problem")) in "
          + "\(Sentence.count(files.count, "file")) of \(looked)\(warnings)."
      return (notes + [verdict]).joined(separator: " ")
    }
  }
}

/// Files in a folder of the user's that change nothing, because no page asks for such a name.
struct UnusedTemplates {
  let folder: String
  /// The folder that came with the program.
  let shipped: String
  /// What pages bring in.
  let needed: Set<String>

  private static let rooms = ["pages/", "partials/", "mail/", "assets/"]

  var warnings: [String] {
    let known = FileTree.names(below: shipped)
    return FileTree.names(below: folder).compactMap { name in
      guard !known.contains(name), !needed.contains(name), !Self.isHidden(name) else { return nil }
      let isTemplate = name.hasSuffix(".mustache")
      guard isTemplate || Self.rooms.contains(where: name.hasPrefix) else { return nil }
      let near = CommandLineParser.nearest(to: name, among: known)
      let meant = near.map { ": did you mean `\($0)`?" } ?? ": no page asks for it"
      return "\(folder)/\(name):1:1: warning: this file is used by nothing\(meant)"
    }
  }

  private static func isHidden(_ name: String) -> Bool {
    name.split(separator: "/").contains { $0.hasPrefix(".") || $0.hasSuffix("~") }
  }
}
