import Explaining
import Files
import Formats
import Foundation
import Model
import Processes
import Words

/// `swift build --build-tests`, with coverage that outlasts a crash.
struct Build: Step {
  let phase = Phase.Kind.build

  func carryOut(_ facts: inout Facts, at workbench: Workbench) throws {
    if workbench.settings.actions.contains(.test) { workbench.expectTests() }
    facts.outside = OutsideStanding(workbench)
    let memory = warningMemory(facts.resolved.toolchain, workbench)
    try forgetWhatIsStale(facts, workbench)
    let began = workbench.surroundings.now()
    let journal = try memory.begin(
      at: began.timeIntervalSince1970, package: workbench.packageFolder,
      tellsPlanAlways: isOtherSystem(workbench))
    let hadGenerated = PluginOutputs(buildFolder: workbench.order.buildFolder).areThere
    let (end, observer, way) = try built(&facts, workbench, journal)
    switch end.stopped {
    case .silence: throw PhaseStop.limit("the build was ended: " + workbench.silenceSentence)
    case .time: throw PhaseStop.limit(workbench.limitSentence)
    case .canceled, .asked, nil: break
    }
    var diagnostics = observer.diagnostics
    try tellCut(observer, memory, &facts, workbench)
    let succeeded = end.ending == .exited(0)
    if !succeeded {
      try workbench.refuseFullDisk(diagnostics, in: workbench.order.buildFolder)
      try KilledTool.refuse(end, diagnostics, doing: "building in \(workbench.order.buildFolder)")
      if let namesake = OutsideDependency(workbench).namesake(among: diagnostics) {
        throw PhaseStop.checkout(namesake)
      }
    }
    diagnostics.removeAll { !succeeded && $0.isCancelledStep }
    if !succeeded, !diagnostics.contains(where: { $0.severity == .error }) {
      try KilledTool.refuseBroken(end, observer.lastWords, doing: "building in \(workbench.packageFolder)")
      let words = if case .exited = end.ending { observer.lastWords.last } else { String?.none }
      let last = words.map { ". It printed last: " + $0.prefix(300) } ?? ""
      diagnostics.append(.error(Self.sentence(end.ending) + last, details: observer.lastLines))
    }
    let others = succeeded ? nil : try askForProducts(&diagnostics, &facts, workbench, journal)
    diagnostics +=
      way == .none
      ? memory.remembered
      : memory.carriedOver(
        printed: diagnostics, since: began.timeIntervalSince1970, package: workbench.packageFolder,
        isPlannedAnew: way == .plannedAnew && !isOtherSystem(workbench),
        tellsPlanAlways: isOtherSystem(workbench),
        saidAgain: SaidAgain(
          plugins: folders(of: observer.plugins, facts, workbench), areToolsRun: hadGenerated && succeeded))
    if succeeded { diagnostics = diagnostics.map(\.ofGoodBuild) }
    try memory.keep(
      diagnostics.filter { $0.severity == .warning }, observer.said.and(others ?? SaidWarnings()),
      since: began.timeIntervalSince1970, package: workbench.packageFolder)
    diagnostics += facts.manifestWarnings.filter { known in
      !diagnostics.contains { ($0.message, $0.file, $0.line) == (known.message, known.file, known.line) }
    }
    if !succeeded {
      facts.evidence.lookedInto = lookedInto(since: began, diagnostics, facts, workbench)
    }
    guard succeeded else { throw PhaseStop.build(diagnostics) }
    facts.evidence.diagnostics = diagnostics
    facts.doubt(of: OutsideStanding(workbench), at: workbench)
    facts.report.buildMark = BuildMark(workbench).text
  }

  /// What a tool called an error in a build that went well is none where another one stops it. A compiler's
  /// warnings, which the package may take for errors now, name a file.
  private static func withoutHarmless(_ all: [Diagnostic], known: [Diagnostic]) -> [Diagnostic] {
    let known = Set(known.filter { $0.file == nil }.map(\.withoutDetails))
    let told = all.map { known.contains($0.ofGoodBuild.withoutDetails) ? $0.ofGoodBuild : $0 }
    return told.contains { $0.severity == .error } ? told : all
  }

  /// Another manifest may lead to other headers of a name, which what is made of headers does not tell apart.
  private func forget(_ plan: PlanMark, _ facts: Facts, _ workbench: Workbench) throws {
    if !plan.holds { try forgetOwnModules(facts.resolved.toolchain, facts.resolved.package, workbench) }
    try plan.forget()
  }

  /// What a build dropped that this one goes on with is not said again either.
  private func tellCut(
    _ observer: BuildObserver, _ memory: WarningMemory, _ facts: inout Facts, _ workbench: Workbench
  ) throws {
    if observer.hasLostWarnings { try memory.tellCut() }
    if observer.isCut {
      workbench.note(CompilerDiagnostics.cutSentence())
    } else if memory.wasCut {
      workbench.note(
        CompilerDiagnostics.cutSentence("In an earlier build that goes on here the compiler")
          + " A clean integration (`--clean`) asks anew.")
    }
    facts.evidence.isCut = observer.isCut || memory.wasCut
  }

  private func forgetWhatIsStale(_ facts: Facts, _ workbench: Workbench) throws {
    try forgetStaleProgram(facts, workbench)
    try forgetTransparent(facts, workbench)
    try forgetUnseen(facts, workbench)
    try forgetSystemHeaders(facts, workbench)
    try forgetStaleModules(facts, workbench)
    try forgetStaleCopies(workbench)
    try forgetOldDates(workbench)
  }

  private func folders(of plugins: Set<String>, _ facts: Facts, _ workbench: Workbench) -> [String] {
    facts.resolved.package.targets.filter { $0.isPlugin && plugins.contains($0.name) }.map { target in
      "\(workbench.packageFolder)/\(PackageDescription.normal(target.path))"
    }
  }

  /// Another build system keeps no such plan.
  private func isOtherSystem(_ workbench: Workbench) -> Bool {
    workbench.settings.buildArguments.contains { $0.hasPrefix("--build-system") }
  }

  /// `none`: all stands as it was built last, and swift need not be asked.
  private enum Way { case none, asPlanned, plannedAnew }

  /// What swift says of it.
  private func built(
    _ facts: inout Facts, _ workbench: Workbench, _ journal: WarningJournal
  ) throws -> (end: ProcessEnd, said: BuildObserver, way: Way) {
    var (toolchain, package) = facts.resolved
    let plan = PlanMark(buildFolder: workbench.order.buildFolder)
    let hadProducts = BuildFolder(workbench.order).hasProducts
    let (words, isOtherSystem) = (["build", "--build-tests"], isOtherSystem(workbench))
    let seal = BuildSeal(
      workbench: workbench, toolchain: toolchain, package: package,
      words: words + workbench.arguments(toolchain))
    // One that was cut off may have left some, and what lies elsewhere no seal knows of.
    _ = try forgetStaleUses(workbench, isBefore: true)
    let isKept = plan.holds && !warningMemory(toolchain, workbench).areOfMachine
    if isKept, seal.holds {
      facts.early = EarlyReading(for: facts, at: workbench)
      workbench.log.write(line: "[Nothing was touched since this was built. It stands as it is.]")
      return (.nothing, BuildObserver(log: workbench.log, package: workbench.packageFolder), .none)
    }
    try seal.remove()
    try interfaces(workbench).begin()
    try foreseeStaleUses(workbench)
    let generated = PluginOutputs(buildFolder: workbench.order.buildFolder)
    let way: Way = isKept && !generated.areThere ? .asPlanned : .plannedAnew
    // Before anything goes: what is planned anew is not told of what was planned before, however it ends.
    if way == .plannedAnew { try forget(plan, facts, workbench) }
    if generated.areThere { try forget(generated, workbench) }
    let asked =
      words + (way == .asPlanned || isOtherSystem ? [] : ["--disable-build-manifest-caching"])
    var (end, observer) = try build(asked, toolchain, package, workbench, journal)
    if hadProducts, try forgetMissedInput(end, observer, workbench) {
      (end, observer) = try build(asked, toolchain, package, workbench, journal)
    }
    let isApart = try mendModules(&end, &observer, &toolchain, at: workbench) { toolchain, isApart in
      if isApart { try plan.forget() }
      let anew = words + (isOtherSystem ? [] : ["--disable-build-manifest-caching"])
      return try build(isApart ? anew : asked, toolchain, package, workbench, journal)
    }
    if way == .plannedAnew, !isOtherSystem, end.stopped == nil,
      try forgetGoneTargets(workbench) || hadProducts && forgetForCameModules(workbench)
    {
      (end, observer) = try build(asked, toolchain, package, workbench, journal)
    }
    var isSettled = try settle(&end, &observer, at: workbench) {
      try build(words, toolchain, package, workbench, journal)
    }
    if hadProducts, try forgetMissedSymbol(end, observer, workbench) {
      (end, observer) = try build(asked, toolchain, package, workbench, journal)
      isSettled = end.ending == .exited(0)
    }
    // One that failed may never have come to planning.
    if end.ending == .exited(0) {
      facts.early = EarlyReading(for: facts, at: workbench)
      if !isApart { try plan.keep() }
      if !isOtherSystem { try keepBooks(facts, workbench) }
      if isSettled { try interfaces(workbench).keep() }
      if isSettled, !observer.isCut, !isApart { try seal.lay() }
    }
    return (end, observer, way)
  }

  /// Builds on as long as something is older than what went into it; whether that came to an end. What is
  /// older may be all that is wrong, as where it still calls what is gone.
  private func settle(
    _ end: inout ProcessEnd, _ observer: inout BuildObserver, at workbench: Workbench,
    _ build: () throws -> (end: ProcessEnd, said: BuildObserver)
  ) throws -> Bool {
    for _ in 0..<Self.mostRounds where end.stopped == nil {
      guard try forgetStaleUses(workbench) else { return end.ending == .exited(0) }
      let (former, wasGood) = (observer, end.ending == .exited(0))
      (end, observer) = try build()
      observer.follow(former, withErrors: wasGood)
    }
    guard end.ending == .exited(0), end.stopped == nil else { return false }
    workbench.note(
      "What was built stays older than a macro or a library that went into it, however often it is built: "
        + "is one dated in the future? A clean integration (`--clean`) goes by no dates.")
    return false
  }

  /// Begins again where what the compiler had made of headers does not serve; whether it was made apart then.
  private func mendModules(
    _ end: inout ProcessEnd, _ observer: inout BuildObserver, _ toolchain: inout Toolchain,
    at workbench: Workbench,
    _ build: (_ with: Toolchain, _ isApart: Bool) throws -> (end: ProcessEnd, said: BuildObserver)
  ) throws -> Bool {
    guard end.ending != .exited(0), end.stopped == nil, try forgetModules(toolchain, observer, workbench)
    else { return false }
    let former = observer
    (end, observer) = try build(toolchain, false)
    observer.follow(former, withErrors: false)
    // Who else builds here may throw it away in turn.
    guard end.ending != .exited(0), end.stopped == nil, areModulesBlamed(toolchain, observer) else {
      return false
    }
    workbench.note("They did not serve again, and were made for this integration alone.")
    let folder = workbench.order.buildFolder + "/modules-apart"
    try BuildFolder(path: folder).throwAway()
    toolchain.moduleCache = folder
    (end, observer) = try build(toolchain, true)
    return true
  }

  private func areModulesBlamed(_ toolchain: Toolchain, _ said: BuildObserver) -> Bool {
    let texts = said.diagnostics.flatMap { [$0.message] + $0.details } + said.lastLines
    return toolchain.moduleCache.map(ModuleCache.init)?.isBlamed(in: texts) ?? false
  }

  private func forgetModules(
    _ toolchain: Toolchain, _ said: BuildObserver, _ workbench: Workbench
  ) throws -> Bool {
    guard let cache = toolchain.moduleCache.map(ModuleCache.init), areModulesBlamed(toolchain, said)
    else { return false }
    workbench.note(
      "What the compiler had made of C headers in \(cache.folder) did not serve. It was made anew, and the "
        + "build begun again.")
    try cache.throwAway()
    try makeFolder(cache.folder, mode: 0o700)
    return true
  }

  private func lookedInto(
    since began: Date, _ told: [Diagnostic], _ facts: Facts, _ workbench: Workbench
  ) -> Set<PackagePath> {
    let (targets, folder) = (facts.resolved.package.targets, workbench.packageFolder)
    let open = facts.evidence.baseline?.openIssues.filter(\.kind.isBuildError) ?? []
    let stopped = StoppedTargets(told, targets, in: folder)
    let hidden = HiddenErrors(open, told: told, targets, in: folder)
    let compiled = CompiledFiles(buildFolder: workbench.order.buildFolder)
      .since(began.timeIntervalSince1970)
    // Where the products build, nothing of theirs is wrong, whichever sources were compiled for that.
    let good =
      facts.evidence.productsBuild == true ? Set(targets.filter { !$0.isTest }.flatMap(\.packagePaths)) : []
    return Set(
      open.compactMap(\.file).filter { file in
        let path = "\(workbench.packageFolder)/\(file)"
        return compiled.contains(path) && !stopped.have(file) && !hidden.have(file)
          || good.contains(file) || FileFacts(path) == nil
      })
  }

  private func build(
    _ words: [String], _ toolchain: Toolchain, _ package: PackageDescription, _ workbench: Workbench,
    _ journal: WarningJournal
  ) throws -> (end: ProcessEnd, said: BuildObserver) {
    let folder = workbench.packageFolder
    if !warningMemory(toolchain, workbench).isThere { try forgetOwnModules(toolchain, package, workbench) }
    let observer = BuildObserver(log: workbench.log, package: folder)
    observer.journal = journal
    observer.sources = { SourceMap(packageFolder: folder, targets: package.sourceMapTargets) }
    let arguments = words + workbench.arguments(toolchain)
    workbench.log.write(line: "$ " + ShellWord.line(["swift"] + arguments))
    let end = try workbench.run(
      Command(
        executable: toolchain.swift, arguments: arguments, environment: workbench.packageManagerEnvironment(),
        folder: workbench.packageFolder, outputs: .merged, isMarked: false), observer: observer)
    observer.finish()
    return (observer.judged(end), observer)
  }

  /// Where only tests may have errors, whether the rest builds: what is built already is not built again.
  private func askForProducts(
    _ diagnostics: inout [Diagnostic], _ facts: inout Facts, _ workbench: Workbench, _ journal: WarningJournal
  ) throws -> SaidWarnings? {
    let (toolchain, package) = facts.resolved
    diagnostics = Self.withoutHarmless(diagnostics, known: warningMemory(toolchain, workbench).remembered)
    let errors = diagnostics.filter { $0.severity == .error }.map { $0.relative(to: workbench.packageFolder) }
    guard package.mayHaveErrorsInTestsAlone(errors) else { return nil }
    workbench.log.write(line: "[Maybe only tests have errors. Whether the products build without them:]")
    do {
      // What was planned for products is maybe of an earlier commit, of which this was asked too.
      let anew = isOtherSystem(workbench) ? [] : ["--disable-build-manifest-caching"]
      let (end, observer) = try build(["build"] + anew, toolchain, package, workbench, journal)
      diagnostics += observer.diagnostics.filter {
        !diagnostics.contains($0) && !diagnostics.contains($0.ofGoodBuild)
      }
      facts.evidence.productsBuild = end.ending == .exited(0)
      if observer.hasLostWarnings { try warningMemory(toolchain, workbench).tellCut() }
      return observer.said
    } catch PhaseStop.limit {
      workbench.log.write(line: "[There is no time left to find out.]")
      return nil
    }
  }

  private static let mostRounds = 8

  static func sentence(_ ending: Ending) -> String {
    switch ending {
    case .exited(let status): "swift build ended with status \(status) and named no error"
    case .signaled(let signal): "swift build was ended by \(SignalName.of(signal))"
    }
  }
}

extension ProcessEnd {
  fileprivate static let nothing = ProcessEnd(
    ending: .exited(0), stopped: nil, seconds: 0, cpuSeconds: 0, peakMemoryBytes: 0, leftBehind: 0)
}

extension Diagnostic {
  /// What was under way when something else failed, which may have said nothing that reads like an error.
  fileprivate var isCancelledStep: Bool { file == nil && severity == .error && message == "cancelled" }

  /// What a tool calls an error and goes on after, as a plugin's may, keeps nobody from building.
  fileprivate var ofGoodBuild: Diagnostic {
    guard severity == .error else { return self }
    var copy = self
    copy.severity = .warning
    return copy
  }
}

/// The package manager goes on asking for a file that it had found by itself and that was deleted, until all
/// is built anew.
enum StaleInput {
  private static let sign = "because of missing inputs: "

  /// The first one that is not there any more.
  static func find(in messages: [String], exists: (String) -> Bool) -> String? {
    for message in messages {
      guard let place = message.range(of: sign) else { continue }
      let paths = message[place.upperBound...].components(separatedBy: ", ")
      if let gone = paths.first(where: { $0.hasPrefix("/") && !exists($0) }) { return gone }
    }
    return nil
  }
}

extension Workbench {
  /// What a full disk makes the compiler say is no fault of the sources. Of these the compiler tells a place,
  /// and shows what stands there, whatever that is.
  func refuseFullDisk(_ diagnostics: [Diagnostic], in folder: String) throws {
    let signs = ["No space left on device", "database or disk is full"]
    let isFull = diagnostics.contains { diagnostic in
      diagnostic.severity == .error && diagnostic.file == nil
        && ([diagnostic.message] + diagnostic.details).contains { line in
          signs.contains(where: line.contains)
        }
    }
    guard isFull else { return }
    throw Explanation(
      doing: "building in \(folder)", wrong: "a disk is full",
      advice: "make room on that disk and on the one of the temporary files, then run it again")
  }

  /// The package manager has no C source measured; a package may do so itself.
  private var measuresC: Bool {
    let flag = "-fprofile-instr-generate"
    return settings.buildArguments.contains(flag)
      || OpenManifest.manifests(in: packageFolder).contains { $0.holds(flag) }
  }

  /// What every swift command of this integration is given, so that none undoes another's work.
  func arguments(_ toolchain: Toolchain) -> [String] {
    var arguments = ["--scratch-path", order.buildFolder]
    arguments += ["--configuration", settings.configuration.rawValue]
    if settings.coverage.enabled {
      arguments.append("--enable-code-coverage")
      if toolchain.keepsCountsOfCrashes {
        arguments += Toolchain.countingFlags + (measuresC ? Toolchain.countingFlagsOfC : [])
      }
    }
    // `swift test` does the same: tests may import what is internal, also of a release build.
    if settings.configuration == .release { arguments += ["-Xswiftc", "-enable-testing"] }
    if let jobs = order.jobs { arguments += ["--jobs", String(jobs)] }
    if let cache = toolchain.moduleCache { arguments += ModuleCache(folder: cache).arguments }
    if !settings.buildArguments.contains(where: { $0.hasPrefix("-index") }) {
      arguments += Toolchain.indexFlags
    }
    return arguments + settings.buildArguments
  }
}
