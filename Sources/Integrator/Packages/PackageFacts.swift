import Explaining
import Faults
import Files
import Formats
import Foundation
import Model
import Processes
import Words

/// What the package is made of: resolved and described by swift itself, asked again only when
/// something changed that could change the answer.
struct PackageFacts {
  let workbench: Workbench
  let toolchain: Toolchain

  private struct Kept: Codable {
    var key: String
    /// What decides which dependencies there are.
    var settled: String?
    var description: String
    /// What the compiler warned of in the package's own manifest.
    var warnings: [Diagnostic]?
    /// Under which turn it was asked.
    var turn: String?
  }

  private var extraArguments: BuildArguments { BuildArguments(workbench.settings.buildArguments) }
  private var keptFile: String { Self.keptFile(in: workbench.order.buildFolder) }

  private static func keptFile(in buildFolder: String) -> String { buildFolder + "/bothy-package.json" }

  /// Of the package as it was told last.
  static func key(in buildFolder: String) -> String? {
    contents(of: keptFile(in: buildFolder)).flatMap { try? JSONDecoder().decode(Kept.self, from: Data($0)) }?
      .key
  }

  /// Manifests, pins, toolchain and environment, as they were then.
  static func settled(in buildFolder: String) -> String? {
    contents(of: keptFile(in: buildFolder)).flatMap { try? JSONDecoder().decode(Kept.self, from: Data($0)) }?
      .settled
  }

  /// What swift told, or told before of the very same.
  func find() throws -> (package: PackageDescription, manifestWarnings: [Diagnostic]) {
    // A script before the build may have removed it.
    try workbench.requireManifest()
    let kept = contents(of: keptFile).flatMap { try? JSONDecoder().decode(Kept.self, from: Data($0)) }
    workbench.manifestTurn.withLock { $0 = kept?.turn }
    let former = kept.flatMap { try? PackageDescription.read([UInt8]($0.description.utf8)) }
    let (key, settled) = keys(of: former)
    if let kept, kept.key == key, let warnings = kept.warnings, let former {
      workbench.log.write(line: "The package is as it was when swift described it last.")
      return (former, warnings)
    }
    var told: (description: [UInt8], warnings: [Diagnostic])?
    if let kept, kept.settled == settled, !hasOutsiders(kept) {
      workbench.log.write(line: "No manifest changed: the dependencies are as before.")
    } else {
      told = try describeAlone()
      if told == nil { _ = try run(["resolve"]) }
    }
    let description = try told?.description ?? describe().output
    let package = try PackageDescription.read(description)
    let now = keys(of: package)
    let known = kept.flatMap { $0.settled == now.settled ? $0.warnings : nil }
    let warnings = try told?.warnings ?? known ?? manifestWarnings()
    let facts = Kept(
      key: now.whole, settled: now.settled, description: String(decoding: description, as: UTF8.self),
      warnings: warnings, turn: workbench.manifestTurn.withLock { $0 })
    try publish([UInt8](JSONEncoder().encode(facts)), as: keptFile)
    FaultPoint.reach(.packageKept)
    return (package, warnings)
  }

  /// A package that needs no other has nothing to resolve, and its manifest is compiled, and warned of, with
  /// the first question under a new turn. Nil where there is more to ask.
  private func describeAlone() throws -> (description: [UInt8], warnings: [Diagnostic])? {
    let texts = OpenManifest.manifests(in: workbench.packageFolder)
    let asksMore = [".package(", "rint", "dump(", "puts(", "write(", "NSLog", "FileHandle"]
    guard !workbench.hasOpenManifest, !texts.contains(where: { asksMore.contains(where: $0.holds) })
    else { return nil }
    let former = workbench.manifestTurn.withLock { turn in
      defer { turn = UUID().uuidString }
      return turn
    }
    let said = try describe()
    guard try PackageDescription.read(said.output).dependencies.isEmpty else {
      workbench.manifestTurn.withLock { $0 = former }
      return nil
    }
    return (said.output, warnings(in: said.errors))
  }

  /// The package manager says them only where it does not have the manifest from its cache, which is not the
  /// build folder's own.
  private func manifestWarnings() throws -> [Diagnostic] {
    do {
      let said = try run(["--manifest-cache", "none", "dump-package"])
      return warnings(in: said.errors, andPrinted: true)
    } catch PhaseStop.build {
      // It was described, so that nothing is wrong with it.
      return []
    }
  }

  /// What the compiler warns of in it, and what the package manager says as a warning because the manifest
  /// printed it.
  private func warnings(in errors: [UInt8], andPrinted: Bool = false) -> [Diagnostic] {
    var reader = CompilerDiagnostics()
    errors.withUnsafeBytes { reader.read($0) }
    reader.finish()
    return reader.diagnostics.filter { warning in
      guard warning.severity == .warning else { return false }
      let folder = workbench.packageFolder
      if let file = warning.file { return file.hasPrefix(folder + "/Package") }
      return andPrinted
        && warning.message.hasPrefix("'\((folder as NSString).lastPathComponent.lowercased())': ")
    }
  }

  /// Whether it needs packages whose manifests lie elsewhere on this machine, and change unseen.
  private func hasOutsiders(_ kept: Kept) -> Bool {
    guard let told = try? PackageDescription.read([UInt8](kept.description.utf8)) else { return true }
    let (folder, root) = (workbench.order.buildFolder, workbench.order.checkoutFolder)
    return told.dependencies.contains { $0.path.map { !$0.hasPrefix(root + "/") } ?? false }
      || !OutsidePackages(buildFolder: folder, checkoutFolder: root).folders.isEmpty
  }

  /// When several dependencies are out of reach at once, SwiftPM may tell only of a folder in its cache.
  static func advice(on output: String, told: [String]) -> String? {
    var waiting: [String] = []
    for line in output.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count >= 2 else { continue }
      if words[0] == "Fetching", words.count == 2 { waiting.append(String(words[1])) }
      if words[0] == "Fetched" { waiting.removeAll { $0 == words[1] } }
    }
    guard let first = waiting.first, !told.contains(where: { text in waiting.contains(where: text.contains) })
    else { return nil }
    return "\(waiting.joined(separator: ", ")) could not be fetched: "
      + "see whether `git ls-remote \(first)` works on this machine"
  }

  private func describe() throws -> (output: [UInt8], errors: [UInt8]) {
    let said = try run(["describe", "--type", "json"])
    guard let start = said.output.firstIndex(of: UInt8(ascii: "{")) else {
      throw failure([], "swift package describe told nothing about the package")
    }
    return ([UInt8](said.output[start...]), said.errors)
  }

  /// What it printed, when it went well.
  private func run(_ words: [String]) throws -> Collector {
    let said = Collector(log: workbench.log)
    let arguments =
      ["package", "--scratch-path", workbench.order.buildFolder] + words
      + extraArguments.ofPackage(resolving: words == ["resolve"])
    workbench.log.write(line: "$ " + ShellWord.line(["swift"] + arguments))
    let end = try workbench.run(
      Command(
        executable: toolchain.swift, arguments: arguments, environment: workbench.packageManagerEnvironment(),
        folder: workbench.packageFolder, outputs: .pipes, isMarked: false), observer: said)
    if end.ending == .exited(0) { return said }
    switch end.stopped {
    case .silence: throw PhaseStop.limit(workbench.silenceSentence)
    case .time: throw PhaseStop.limit(workbench.limitSentence)
    case .canceled, .asked, nil: break
    }
    let doing = "asking swift about the package in \(workbench.packageFolder)"
    try KilledTool.refuse(end, doing: doing)
    let lines = said.errorText.split(separator: "\n").map(String.init)
    try KilledTool.refuseBroken(end, lines, doing: doing)
    var reader = CompilerDiagnostics()
    said.errors.withUnsafeBytes { reader.read($0) }
    said.output.withUnsafeBytes { reader.read($0) }
    reader.finish()
    if reader.droppedCount > 0 { workbench.note(CompilerDiagnostics.cutSentence()) }
    try refuseBrokenModules(said.errorText)
    try refuseSilentCompiler(said.errorText)
    let advice = Self.advice(on: said.errorText, told: reader.diagnostics.map(\.message))
    // A tool that crashed shows what its memory holds.
    let first = said.errorText.split(separator: "\n").first { $0.contains("error:") && !$0.contains(" 0x") }
    let outside = OutsideDependency(workbench)
    // It is no fault of the sources, and elsewhere they may build.
    if let refusal = reader.diagnostics.lazy.compactMap(outside.sentence).first {
      throw PhaseStop.checkout(refusal)
    }
    throw failure(
      FetchFailures.joined(reader.diagnostics, advice: advice),
      first.map { String($0) } ?? Self.sentence(end.ending))
  }

  /// Manifests are compiled with what the compiler keeps for everybody, which is no part of any package.
  private func refuseBrokenModules(_ said: String) throws {
    guard let match = said.firstMatch(of: /file '([^'\n]+\/)[^'\/\n]+\.pcm' is not a valid module file/)
    else {
      return
    }
    throw Explanation(
      doing: "asking swift about the package in \(workbench.packageFolder)",
      wrong: "what the compiler keeps of C headers in \(match.1) cannot be read, as after a power cut",
      advice: "remove that folder, it is made anew, then run it again")
  }

  /// What it says of itself no sources have a say in.
  private func refuseSilentCompiler(_ said: String) throws {
    guard said.contains("Failed to parse target info (malformed(json: \\\"\\\"") else { return }
    let doing = "asking swift about the package in \(workbench.packageFolder)"
    try workbench.refuseTemporaryPlace(doing)
    throw Explanation(
      doing: doing,
      wrong: "the compiler told the package manager nothing, as where it was killed for want of memory",
      advice: "see `dmesg` for what killed it, make room, and run it again")
  }

  private static func sentence(_ ending: Ending) -> String {
    switch ending {
    case .exited(let status): "swift package ended with status \(status) and named no error"
    case .signaled(let signal): "swift package was ended by \(SignalName.of(signal)) and named no error"
    }
  }

  /// `sentence` is for a command that named no error.
  private func failure(_ found: [Diagnostic], _ sentence: String) -> PhaseStop {
    var diagnostics = found.map(\.placedInManifest)
    if !diagnostics.contains(where: { $0.severity == .error }) { diagnostics.append(.error(sentence)) }
    for diagnostic in diagnostics {
      workbench.log.tell(.diagnostic(diagnostic.relative(to: workbench.packageFolder)))
    }
    return .build(diagnostics)
  }

  /// Everything that the answer depends on: manifests whole, and the names of all files that may be some
  /// target's of `package`. `settled`: the manifests alone.
  private func keys(of package: PackageDescription?) -> (whole: String, settled: String) {
    var text = "\(toolchain.version)|\(toolchain.swift)|\(workbench.packageFolder)\n"
    text += ShellWord.line(extraArguments.ofPackage(resolving: true)) + "\n"
    let environment = workbench.environment()
    text += environment.keys.filter { !Workbench.passing.contains($0) && !$0.hasPrefix("BOTHY_") }.sorted()
      .map { "\($0)=\(environment[$0] ?? "")" }.joined(separator: "\n")
    let root = workbench.order.checkoutFolder
    text += "\n" + (workbench.packageManagerEnvironment()[OpenManifest.variable] ?? "")
    var names = FileTree.names(below: root, skipping: [".git"])
    let manifests = names.filter(Self.isManifest)
    let outside = OutsidePackages(buildFolder: workbench.order.buildFolder, checkoutFolder: root).files
    let others = outside.filter(Self.isManifest)
    let texts = (manifests.map { root + "/" + $0 } + others).map {
      String(decoding: contents(of: $0) ?? [], as: UTF8.self)
    }
    if let package {
      let idle = IdleFiles(package, at: workbench, among: names)
      names.removeAll(where: idle.has)
    }
    names += outside + texts
    let fetched = workbench.order.buildFolder + "/checkouts"
    let ofFetched = ((try? FileTree.entries(of: fetched)) ?? []).sorted().flatMap {
      OpenManifest.manifests(in: fetched + "/" + $0).map { String(decoding: $0, as: UTF8.self) }
    }
    let libraries = PkgConfigFiles(
      manifests: texts + ofFetched, environment: environment,
      buildArguments: workbench.settings.buildArguments)
    names += [libraries.mark].compactMap(\.self)
    return (
      ContentMark(text + names.joined(separator: "\n")).text,
      ContentMark(text + (manifests + others + texts).joined(separator: "\n")).text
    )
  }
  private static func isManifest(_ path: String) -> Bool {
    let last = (path as NSString).lastPathComponent
    return last.hasPrefix("Package") && (last.hasSuffix(".swift") || last.hasSuffix(".resolved"))
  }
}
