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
    let warnings = keptWarnings(facts.resolved.toolchain, workbench)
    let before = BuildOutputs(buildFolder: warnings.buildFolder, warnings.configuration)
    let (end, observer, isNeeded) = try built(&facts, workbench)
    switch end.stopped {
    case .silence: throw PhaseStop.limit("the build was ended: " + workbench.silenceSentence)
    case .time: throw PhaseStop.limit(workbench.limitSentence)
    case .canceled, .asked, nil: break
    }
    var diagnostics = observer.diagnostics
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
    if succeeded { diagnostics = diagnostics.map(\.ofGoodBuild) }
    if !succeeded { try askForProducts(&diagnostics, &facts, workbench) }
    try add(warnings, to: &diagnostics, from: isNeeded ? before : nil, observer, &facts, workbench)
    diagnostics += facts.manifestWarnings.filter { known in
      !diagnostics.contains { ($0.message, $0.file, $0.line) == (known.message, known.file, known.line) }
    }
    if !succeeded { facts.evidence.lookedInto = lookedInto(from: before, diagnostics, facts, workbench) }
    guard succeeded else { throw PhaseStop.build(diagnostics) }
    facts.evidence.diagnostics = diagnostics
    facts.report.buildMark = facts.buildInputs?.text
  }

  /// Adds the warnings that hold, up to the limit of a report.
  private func add(
    _ warnings: KeptWarnings, to diagnostics: inout [Diagnostic], from before: BuildOutputs?,
    _ observer: BuildObserver, _ facts: inout Facts, _ workbench: Workbench
  ) throws {
    let printed = diagnostics.filter { $0.severity == .warning }
    let all =
      try before.map { try warnings.after(printed, from: $0, package: workbench.packageFolder) }
      ?? warnings.last
    diagnostics = diagnostics.filter { $0.severity != .warning } + all.prefix(CompilerDiagnostics.most)
    facts.evidence.isCut = observer.isCut || all.count > CompilerDiagnostics.most
    if facts.evidence.isCut { workbench.note(CompilerDiagnostics.cutSentence()) }
  }

  /// Another build system keeps no such plan.
  private func isOtherSystem(_ workbench: Workbench) -> Bool {
    workbench.settings.buildArguments.contains { $0.hasPrefix("--build-system") }
  }

  /// Builds on what was built before, or clean where that cannot be trusted. `isNeeded`: something was
  /// touched since.
  private func built(
    _ facts: inout Facts, _ workbench: Workbench
  ) throws -> (end: ProcessEnd, said: BuildObserver, isNeeded: Bool) {
    var (toolchain, package) = facts.resolved
    let folder = BuildFolder(workbench.order)
    let inputs = BuildInputs(package, toolchain, at: workbench)
    facts.buildInputs = inputs
    let words = ["build", "--build-tests"]
    let seal = BuildSeal(
      workbench: workbench, toolchain: toolchain, package: package,
      words: words + workbench.arguments(toolchain))
    let changed = inputs.changed
    if !folder.wasCutOff, changed.isEmpty, seal.holds {
      facts.early = EarlyReading(for: facts, at: workbench)
      workbench.log.write(line: "[Nothing was touched since the last build.]")
      return (.nothing, BuildObserver(log: workbench.log, package: workbench.packageFolder), false)
    }
    try seal.remove()
    if folder.wasCutOff {
      try buildClean("Bothy built clean, because the last build was cut off.", facts, workbench)
    } else if !changed.isEmpty {
      try buildClean(BuildInputs.sentence(changed), facts, workbench)
    }
    let resources = StaleResources(
      buildFolder: workbench.order.buildFolder, configuration: workbench.settings.configuration)
    try resources.forgetOtherModes()
    try inputs.keep()
    let isIncremental = folder.hasProducts
    facts.isIncremental = isIncremental
    // A plan that the package manager keeps does not know of a new entry file.
    let asked = words + (isOtherSystem(workbench) ? [] : ["--disable-build-manifest-caching"])
    var (end, observer) = try build(asked, toolchain, package, workbench)
    if isIncremental, let why = Self.mayBeStale(end, observer) {
      try buildClean(why, facts, workbench)
      (end, observer) = try build(asked, toolchain, package, workbench)
    }
    let isApart = try mendModules(&end, &observer, &toolchain, at: workbench) { toolchain, _ in
      try build(asked, toolchain, package, workbench)
    }
    // One that failed may never have come to planning.
    if end.ending == .exited(0) {
      facts.early = EarlyReading(for: facts, at: workbench)
      let names = try resources.remove()
      if !names.isEmpty {
        workbench.log.write(line: "[No resources any more, and removed: \(names.joined(separator: ", ")).]")
      }
      if !observer.isCut, !isApart { try seal.lay() }
    }
    return (end, observer, true)
  }

  private func buildClean(_ why: String, _ facts: Facts, _ workbench: Workbench) throws {
    let folder = BuildFolder(workbench.order)
    guard folder.hasProducts else { return }
    workbench.note(why)
    try folder.throwAwayProducts()
    try forgetOwnModules(facts.resolved.toolchain, facts.resolved.package, workbench)
  }

  /// Why a build failed that may go well when it is clean: it does not link, or wants a file that is gone.
  static func mayBeStale(_ end: ProcessEnd, _ said: BuildObserver) -> String? {
    guard end.ending != .exited(0), end.stopped == nil else { return nil }
    if let gone = StaleInput.find(in: said.diagnostics.map(\.message), exists: { FileFacts($0) != nil }) {
      return
        "Bothy built clean, because the last build wanted \((gone as NSString).lastPathComponent), which is "
        + "not there."
    }
    let lines = said.diagnostics.flatMap { [$0.message] + $0.details }
    let signs = ["undefined reference to '", "undefined symbol: "]
    guard lines.contains(where: { line in signs.contains(where: line.contains) }) else { return nil }
    return "Bothy built clean, because an incremental build did not link."
  }

  /// What the compiler made of the package's own C headers, for every bot that is built here.
  private func forgetOwnModules(
    _ toolchain: Toolchain, _ package: PackageDescription, _ workbench: Workbench
  ) throws {
    let targets = package.targets.filter { $0.isClang || $0.isSystemLibrary }
    guard let cache = toolchain.moduleCache.map(ModuleCache.init), !targets.isEmpty else { return }
    let maps = targets.flatMap { target -> [String] in
      let folder = "\(workbench.packageFolder)/\(PackageDescription.normal(target.path))"
      return FileTree.names(below: folder, skipping: [".build", ".git"])
        .filter { $0.hasSuffix(".modulemap") || $0.hasSuffix("module.map") }.map { "\(folder)/\($0)" }
    }
    let names = Set(targets.map(\.c99name) + maps.flatMap(ModuleMap.modules))
    try cache.forget(names, below: [workbench.order.buildFolder, workbench.order.checkoutFolder])
  }

  private func keptWarnings(_ toolchain: Toolchain, _ workbench: Workbench) -> KeptWarnings {
    KeptWarnings(
      buildFolder: workbench.order.buildFolder, configuration: workbench.settings.configuration,
      library: toolchain.libclang)
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

  /// The files of open errors that were compiled while nothing else in their target stopped the compiler, or
  /// that are gone.
  private func lookedInto(
    from before: BuildOutputs, _ told: [Diagnostic], _ facts: Facts, _ workbench: Workbench
  ) -> Set<PackagePath> {
    let (targets, folder) = (facts.resolved.package.targets, workbench.packageFolder)
    let open = facts.evidence.baseline?.openIssues.filter(\.kind.isBuildError) ?? []
    let errors = told.filter { $0.severity == .error }.compactMap { $0.relative(to: folder).file }
    let stopped = targets.filter { target in errors.contains { target.holds($0) } }
    let compiled = BuildOutputs(
      buildFolder: workbench.order.buildFolder, workbench.settings.configuration
    ).compiled(since: before)
    // Where the products build, nothing of theirs is wrong, whichever sources were compiled for that.
    let good =
      facts.evidence.productsBuild == true ? Set(targets.filter { !$0.isTest }.flatMap(\.packagePaths)) : []
    return Set(
      open.compactMap(\.file).filter { file in
        let path = "\(folder)/\(file)"
        return compiled.contains(path) && !stopped.contains { $0.holds(file.rawValue) }
          || good.contains(file) || FileFacts(path) == nil
      })
  }

  private func build(
    _ words: [String], _ toolchain: Toolchain, _ package: PackageDescription, _ workbench: Workbench
  ) throws -> (end: ProcessEnd, said: BuildObserver) {
    let folder = workbench.packageFolder
    let observer = BuildObserver(log: workbench.log, package: folder)
    observer.sources = { SourceMap(packageFolder: folder, targets: package.sourceMapTargets) }
    let arguments = words + workbench.arguments(toolchain)
    workbench.log.write(line: "$ " + ShellWord.line(["swift"] + arguments))
    let buildFolder = BuildFolder(workbench.order)
    try buildFolder.beginBuild()
    let end = try workbench.run(
      Command(
        executable: toolchain.swift, arguments: arguments, environment: workbench.packageManagerEnvironment(),
        folder: workbench.packageFolder, outputs: .merged, isMarked: false), observer: observer)
    // One that was killed may have left anything.
    if end.ending != .signaled(SIGKILL) { try buildFolder.endBuild() }
    observer.finish()
    return (observer.judged(end), observer)
  }

  /// Where only tests may have errors, whether the rest builds: what is built already is not built again.
  private func askForProducts(
    _ diagnostics: inout [Diagnostic], _ facts: inout Facts, _ workbench: Workbench
  ) throws {
    let (toolchain, package) = facts.resolved
    let errors = diagnostics.filter { $0.severity == .error }.map { $0.relative(to: workbench.packageFolder) }
    guard package.mayHaveErrorsInTestsAlone(errors) else { return }
    workbench.log.write(line: "[Maybe only tests have errors. Whether the products build without them:]")
    do {
      // What was planned for products is maybe of an earlier commit, of which this was asked too.
      let anew = isOtherSystem(workbench) ? [] : ["--disable-build-manifest-caching"]
      let (end, observer) = try build(["build"] + anew, toolchain, package, workbench)
      diagnostics += observer.diagnostics.filter {
        !diagnostics.contains($0) && !diagnostics.contains($0.ofGoodBuild)
      }
      facts.evidence.productsBuild = end.ending == .exited(0)
    } catch PhaseStop.limit {
      workbench.log.write(line: "[There is no time left to find out.]")
    }
  }

  static func sentence(_ ending: Ending) -> String {
    switch ending {
    case .exited(let status): "swift build ended with status \(status) and named no error"
    case .signaled(let signal): "swift build was ended by \(SignalName.of(signal))"
    }
  }
}

extension PackageDescription.Target {
  /// Whether a file of the package lies in its folder.
  fileprivate func holds(_ file: String) -> Bool {
    let folder = PackageDescription.normal(path)
    return folder.isEmpty || file.hasPrefix(folder + "/")
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
