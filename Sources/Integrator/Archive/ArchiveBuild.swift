import Explaining
import Files
import Formats
import Foundation
import Model
import Processes
import Words

/// `swift build` of one executable product for release, in a folder of its own.
struct ArchiveBuild {
  let workbench: Workbench
  let toolchain: Toolchain

  enum End {
    /// Where it lies.
    case built(folder: String)
    /// `isCut`: it said more than is told.
    case failed([Diagnostic], isCut: Bool)
  }

  private var folder: String { workbench.order.archiveBuildFolder }

  /// No counters, and nothing that differs from one build of the same sources to the next: the compiler
  /// would remember when it made the modules of C.
  private var arguments: [String] {
    var arguments = ["--scratch-path", folder, "--configuration", Configuration.release.rawValue]
    arguments += ["-Xswiftc", "-Xfrontend", "-Xswiftc", "-no-clang-module-breadcrumbs"]
    if let jobs = workbench.order.jobs { arguments += ["--jobs", String(jobs)] }
    if !workbench.settings.buildArguments.contains(where: { $0.hasPrefix("--build-system") }) {
      arguments.append("--disable-build-manifest-caching")
    }
    return arguments + workbench.settings.buildArguments
  }

  func prepare(_ package: PackageDescription) throws {
    let folder = BuildFolder(path: folder)
    if folder.obstacle(isCleanAsked: false) != nil { try folder.throwAway() }
    try folder.make()
    try ToolchainTurn(workbench).settle(toolchain, folder.path)
    folder.tidy()
    let settled = PackageFacts.settled(in: workbench.order.buildFolder)
    try ArchiveFolder(path: folder.path).renew(for: package, settled: settled)
  }

  func perform(_ product: String) throws -> End {
    let place = try run(["--show-bin-path"])
    guard let bin = place.lastLine, place.errors.isEmpty else {
      return .failed(place.errors, isCut: place.isCut)
    }
    // The build makes those again that belong to this product, and no others.
    for bundle in ArchiveBuild.bundles(in: bin) {
      try FileManager.default.removeItem(atPath: "\(bin)/\(bundle)")
    }
    let built = try run(["--product=" + product])
    guard built.errors.isEmpty else { return .failed(built.errors, isCut: built.isCut) }
    guard FileFacts("\(bin)/\(product)")?.isRegular == true else {
      return .failed([.error("swift build left no `\(product)` in \(bin)")], isCut: false)
    }
    return .built(folder: bin)
  }

  /// The folders with resources that lie beside what was built.
  static func bundles(in folder: String) -> [String] {
    ((try? FileTree.entries(of: folder)) ?? []).filter { $0.hasSuffix(".resources") }
  }

  /// What it printed last, and its errors: none where it ended well.
  private func run(_ words: [String]) throws -> (lastLine: String?, errors: [Diagnostic], isCut: Bool) {
    let observer = BuildObserver(log: workbench.log, package: workbench.packageFolder)
    let arguments = ["build"] + words + arguments
    workbench.log.write(line: "$ " + ShellWord.line(["swift"] + arguments))
    let ended = try workbench.run(
      Command(
        executable: toolchain.swift, arguments: arguments, environment: workbench.packageManagerEnvironment(),
        folder: workbench.packageFolder, outputs: .merged, isMarked: false), observer: observer)
    observer.finish()
    let end = observer.judged(ended)
    switch end.stopped {
    case .silence: throw PhaseStop.limit("the build of the archive was ended: " + workbench.silenceSentence)
    case .time: throw PhaseStop.limit(workbench.limitSentence)
    case .canceled, .asked, nil: break
    }
    if end.ending == .exited(0) { return (observer.lastLines.last, [], false) }
    if observer.isCut { workbench.note(CompilerDiagnostics.cutSentence()) }
    let errors = observer.diagnostics.filter { $0.severity == .error }
    try workbench.refuseFullDisk(errors, in: folder)
    try KilledTool.refuse(end, errors, doing: "building the archive in \(folder)")
    if errors.isEmpty {
      try KilledTool.refuseBroken(end, observer.lastLines, doing: "building the archive in \(folder)")
    }
    let told = errors.isEmpty ? [.error(Build.sentence(end.ending), details: observer.lastLines)] : errors
    return (nil, told, observer.isCut)
  }
}
