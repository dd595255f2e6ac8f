import Files
import Formats
import Foundation
import Model
import Processes
import Words

/// What looks at the sources besides the build: each of the bot's analyzers in turn.
struct Analyze: Step {
  let phase = Phase.Kind.analyze
  let action: Bot.Action? = .analyze

  func carryOut(_ facts: inout Facts, at workbench: Workbench) throws {
    var found: [Diagnostic] = []
    var known: Set<Diagnostic> = []
    facts.evidence.analyzed = []
    for analyzer in workbench.settings.analyze {
      let began = workbench.surroundings.now()
      let name = analyzer.name(among: workbench.settings.analyze)
      var run = AnalyzerRun(analyzer, name, workbench, facts)
      try run.perform()
      let told = run.found.filter { known.insert($0).inserted }
      found += told
      var analysis = Analysis(analyzer, among: workbench.settings.analyze)
      let itsOwn =
        analyzer == .compiler ? facts.evidence.diagnostics.filter { $0.severity == .warning } : told
      (analysis.warnings, analysis.places) = (itsOwn.issueCount, itsOwn.placeCount)
      (analysis.files, analysis.problem) = (run.files, run.problem)
      analysis.seconds = workbench.surroundings.now().timeIntervalSince(began)
      facts.report.analysis.append(analysis)
      if let problem = run.problem {
        facts.evidence.oddEnds.append("The analyzer `\(name)` failed: \(problem)")
      } else if !run.isCut {
        facts.evidence.analyzed?.insert(name)
      }
      facts.evidence.analyzer = found
      facts.evidence.wholeAnalyzers[name] = analyzer.whole
    }
  }

  func status(_ facts: Facts) -> Phase.Status {
    facts.report.analysis.contains { $0.problem != nil } ? .failed : .passed
  }
}

/// One analyzer at work.
private struct AnalyzerRun {
  let analyzer: Analyzer
  let name: String
  let workbench: Workbench
  let facts: Facts
  private(set) var found: [Diagnostic] = []
  private(set) var files: Int?
  private(set) var problem: String?
  private(set) var isCut = false
  private var isSilent = false

  init(_ analyzer: Analyzer, _ name: String, _ workbench: Workbench, _ facts: Facts) {
    (self.analyzer, self.name, self.workbench, self.facts) = (analyzer, name, workbench, facts)
  }

  mutating func perform() throws {
    switch analyzer {
    // The build has told them.
    case .compiler: return
    case .clang: try analyzeWithClang()
    case .format: try lint()
    case .command(let command): try perform(command)
    }
  }

  private mutating func analyzeWithClang() throws {
    let commands = ClangCommands(
      buildFolder: workbench.order.buildFolder, workbench.settings.configuration,
      package: workbench.packageFolder
    ).commands
    files = Set(commands.map(\.file)).count
    for (place, command) in commands.enumerated() {
      workbench.log.tell(.step(done: place, total: commands.count, what: "Analyzing \(command.file)"))
      workbench.log.write(line: "$ clang --analyze \(ShellWord.line([command.file]))")
      let end = try run(command.program, command.arguments, in: workbench.packageFolder) {
        // What stands in headers of others is theirs.
        $0.severity == .warning && !($0.file?.hasPrefix("/") ?? true)
      }
      if isSilent { return }
      if end.ending != .exited(0) {
        problem = problem ?? "it ended with \(end.ending.words) for \(command.file)"
      }
    }
  }

  private mutating func lint() throws {
    let targets = facts.resolved.package.targets.filter { $0.sources.contains { $0.hasSuffix(".swift") } }
    let folders = Set(targets.map { $0.path.isEmpty ? "." : $0.path }).sorted()
    let names = try FileTree.entries(of: workbench.packageFolder)
    let manifests = names.filter { name in
      name == "Package.swift" || name.hasPrefix("Package@swift-") && name.hasSuffix(".swift")
    }.sorted()
    let places = manifests + folders
    let words = ["format", "lint", "--parallel", "--recursive"] + places
    workbench.log.write(line: "$ " + ShellWord.line(["swift"] + words))
    let end = try run(facts.resolved.toolchain.swift, words, in: workbench.packageFolder) { _ in true }
    files = manifests.count + targets.reduce(0) { $0 + $1.sources.count { $0.hasSuffix(".swift") } }
    judge(end)
  }

  private mutating func perform(_ command: String) throws {
    let variables = try ScriptFacts(
      order: workbench.order, folder: workbench.folder, packageFolder: workbench.packageFolder,
      commit: facts.report.commit?.id
    ).given()
    workbench.log.write(line: "$ " + command)
    let end = try run(
      "/bin/sh", ["-c", command], in: workbench.order.checkoutFolder, adding: variables
    ) { _ in true }
    judge(end)
  }

  private static let ofSignals: ClosedRange<Int32> = 129...159

  /// A linter that found something ends as it likes; one that found nothing says so with 0.
  private mutating func judge(_ end: ProcessEnd) {
    guard !isSilent else { return }
    switch end.ending {
    case .exited(0): return
    // What a shell ends with that came to a command which is not there, also behind others.
    case .exited(127):
      problem = found.isEmpty ? "it, or a command of it, was not found" : "a command of it was not found"
    case .exited(126): problem = "a command of it could not be executed"
    // What a shell ends with whose command a signal ended.
    case .exited(let status) where Self.ofSignals.contains(status):
      problem = "a command of it was ended by \(SignalName.of(status - 128))"
    // That it cannot read its settings, as a linter may say, is no place.
    case .exited where found.contains { $0.file != nil }: return
    case .exited, .signaled: problem = "it ended with \(end.ending.words) and named no place"
    }
  }

  private mutating func run(
    _ program: String, _ arguments: [String], in folder: String, adding variables: [String: String] = [:],
    counts: (Diagnostic) -> Bool
  ) throws -> ProcessEnd {
    let observer = BuildObserver(
      log: workbench.log, package: workbench.packageFolder, takesLoneNames: true,
      most: CompilerDiagnostics.mostOfAnalyzer)
    let end = try workbench.run(
      Command(
        executable: program, arguments: arguments, environment: workbench.environment(adding: variables),
        folder: folder, outputs: .merged), observer: observer)
    observer.finish()
    switch end.stopped {
    // The build and the tests have a say of their own.
    case .silence: (isSilent, problem) = (true, problem ?? "it was ended: \(workbench.silenceSentence)")
    case .time: throw PhaseStop.limit(workbench.limitSentence)
    case .canceled, .asked, nil: break
    }
    if observer.isCut {
      isCut = true
      workbench.note(
        CompilerDiagnostics.cutSentence(name, most: CompilerDiagnostics.mostOfAnalyzer))
    }
    found += observer.diagnostics.map { placed($0, in: folder) }.filter(counts).map(named)
    return end
  }

  /// Relative to the package, wherever it was looked at from.
  private func placed(_ diagnostic: Diagnostic, in folder: String) -> Diagnostic {
    var copy = diagnostic
    if let file = diagnostic.file, !file.hasPrefix("/") {
      let whole = (folder + "/" + file as NSString).standardizingPath
      let isOfPackage = FileFacts(whole) == nil && FileFacts(workbench.packageFolder + "/" + file) != nil
      copy.file = isOfPackage ? file : whole
    }
    return copy.relative(to: workbench.packageFolder)
  }

  private func named(_ diagnostic: Diagnostic) -> Diagnostic {
    var copy = diagnostic
    (copy.severity, copy.message) = (.warning, Analysis.lead(name) + diagnostic.message)
    return copy
  }
}

extension Ending {
  /// "status 3", "SIGKILL"
  var words: String {
    switch self {
    case .exited(let status): "status \(status)"
    case .signaled(let signal): SignalName.of(signal)
    }
  }
}
