import Explaining
import Faults
import Files
import Foundation
public import Model
import Processes
import Words

/// The swift that builds, the tools beside it, and what was found out about them once.
struct Toolchain: Codable, Equatable {
  /// As found on PATH or named by the bot: what commands are started with.
  var swift: String
  /// The folder of the real program, where its llvm tools stand.
  var realFolder: String
  /// `Swift 6.3.1 (x86_64-unknown-linux-gnu)`
  var version: String
  /// Counters live in the profile file itself, so that they outlast a crash.
  var keepsCountsOfCrashes: Bool
  /// Nil where each build folder has its own.
  var moduleCache: String?

  var llvmProfdata: String { realFolder + "/llvm-profdata" }
  var llvmCov: String { realFolder + "/llvm-cov" }
  var libclang: String { (realFolder as NSString).deletingLastPathComponent + "/lib/libclang.so" }

  var hasCoverageTools: Bool {
    [llvmProfdata, llvmCov].allSatisfy { ProgramSearch.executable($0) != nil }
  }

  /// Counters that live in the profile file, and that threads do not take from each other: what a branch
  /// counts is often the difference of two others, so that a lost one makes lines executed that never were.
  static let countingOptions = ["-runtime-counter-relocation", "-instrprof-atomic-counter-update-all"]
  static let countingFlags = countingOptions.flatMap { ["-Xswiftc", "-Xllvm", "-Xswiftc", $0] }
  /// Else what C sources count would stay in the memory of the process.
  static let countingFlagsOfC = countingOptions.flatMap { ["-Xcc", "-mllvm", "-Xcc", $0] }

  /// Tests are found by the index of what is built. That of the standard library, which a first build would
  /// write as well, holds none, and takes a third of the time of a small one.
  static let indexFlags = ["-Xswiftc", "-index-ignore-system-modules"]
}

/// Where the swift is that a bot asks for; without one nothing can be done, so it is looked for first.
public enum ToolchainPlace {
  /// Throws an `Explanation` when there is none.
  public static func swift(of settings: Bot, environment: [String: String]) throws -> String {
    if let named = settings.toolchain {
      for candidate in [named + "/swift", named + "/usr/bin/swift", named + "/bin/swift", named]
      where ProgramSearch.executable(candidate) != nil { return candidate }
      throw Explanation(
        doing: "looking for the toolchain", wrong: "there is no swift in \(named)",
        advice: "correct `toolchain` in the bot file; it names the folder that swift stands in")
    }
    // A bot can have a PATH of its own.
    let path = settings.environment["PATH"] ?? environment["PATH"] ?? ""
    if let found = ProgramSearch.find("swift", environment: ["PATH": path]) {
      return found.hasPrefix("/") ? found : FileManager.default.currentDirectoryPath + "/" + found
    }
    if let own = settings.environment["PATH"] {
      let place = settings.usedSettings.first { $0.key == "environment.PATH" }?.from.rawValue ?? "bot file"
      throw Explanation(
        doing: "looking for the toolchain",
        wrong: "there is no swift on the PATH that the \(place) sets: \(Shown.line(own, most: 200))",
        advice: "correct or remove `PATH` below `environment` there")
    }
    throw missing(
      on: path, elsewhere: ProgramSearch.swiftFolders(environment),
      isSudo: environment["SUDO_USER"] != nil)
  }

  /// - Parameters:
  ///   - elsewhere: folders off the PATH that hold one.
  ///   - isSudo: whose PATH is not that of the one who typed it.
  static func missing(on path: String, elsewhere: [String], isSudo: Bool) -> Explanation {
    let place = path.isEmpty ? "which is empty" : "which is \(Shown.line(path, most: 300))"
    let first =
      elsewhere.first.map { "add \($0) to PATH, where there is one" }
      ?? "install Swift from swift.org and add its usr/bin folder to PATH"
    let sudo = isSudo ? "sudo has a PATH of its own: `sudo env \"PATH=$PATH\" bothy …` keeps yours; or " : ""
    return Explanation(
      doing: "looking for the toolchain", wrong: "there is no swift on PATH, \(place)",
      advice: "\(sudo)\(first), or name that folder as `toolchain` in the bot file; `bothy doctor` tells more"
    )
  }
}

/// Finds the toolchain; what takes seconds to find out is kept per toolchain.
struct ToolchainFinder {
  let workbench: Workbench

  func find() throws -> Toolchain {
    let swift = try workbench.swift()
    let real = URL(fileURLWithPath: swift).resolvingSymlinksInPath().path
    let folder = (real as NSString).deletingLastPathComponent
    let key = Self.key(of: swift)
    var toolchain = try find(swift, in: folder, keptAs: "\(workbench.order.toolchainFolder)/\(key).json")
    toolchain.moduleCache =
      ModuleCache.find(
        toolchain: key, environment: workbench.surroundings.environment,
        otherwise: workbench.order.toolchainFolder)?.folder
    return toolchain
  }

  private func find(_ swift: String, in folder: String, keptAs kept: String) throws -> Toolchain {
    if let bytes = contents(of: kept),
      let known = try? JSONDecoder().decode(Toolchain.self, from: Data(bytes)),
      try !ToolchainChooser.mayLead(swift) || known.version == version(of: swift)
    {
      return known
    }
    var found = Toolchain(
      swift: swift, realFolder: folder, version: try version(of: swift), keepsCountsOfCrashes: false)
    if workbench.settings.coverage.enabled, found.hasCoverageTools {
      let probe = CrashProofProbe(workbench: workbench, toolchain: found)
      // What went wrong once, as for want of memory, says nothing of the toolchain.
      let isSo = try probe.succeeds() ?? probe.succeeds()
      found.keepsCountsOfCrashes = isSo ?? false
      if isSo != nil { try keep(found, as: kept) }
    }
    return found
  }

  /// Changes whenever the program that is installed there does.
  static func key(of swift: String) -> String {
    let real = URL(fileURLWithPath: swift).resolvingSymlinksInPath().path
    let facts = FileFacts(real)
    return ContentMark("\(swift)|\(real)|\(facts?.stamp ?? "")").text
  }

  private func version(of swift: String) throws -> String {
    // One that only leads to a toolchain may choose it by the folder.
    let folder = ToolchainChooser.mayLead(swift) ? workbench.folderOfQuestions : "/"
    let (end, said) = try workbench.ask(swift, ["--version"], in: folder, seconds: 60, isMasked: false)
    let text = String(decoding: said.output, as: UTF8.self)
    guard end.ending == .exited(0), let version = Self.readVersion(text) else {
      try workbench.refuseTemporaryPlace("asking \(swift) for its version")
      throw Explanation(
        doing: "asking \(swift) for its version",
        wrong: "it answered \"\(workbench.log.masking.masked(String(text.prefix(200))))\"",
        advice: "run `\(swift) --version` by hand; this is not a working Swift toolchain")
    }
    return version
  }

  /// "Swift version 6.3.1 (swift-6.3.1-RELEASE)\nTarget: x86_64-…" as one phrase.
  static func readVersion(_ text: String) -> String? {
    guard let number = text.firstMatch(of: /Swift version ([^ \n]*)/)?.1 else { return nil }
    let target = text.firstMatch(of: /\nTarget: ([^\n]*)/)?.1
    return "Swift \(number)" + (target.map { " (\($0))" } ?? "")
  }

  private func keep(_ toolchain: Toolchain, as file: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    try makeFolder(workbench.order.toolchainFolder)
    try publish([UInt8](encoder.encode(toolchain)), as: file)
    FaultPoint.reach(.toolchainKept)
  }
}

/// Compiles a program that kills itself and looks whether its counts are there all the same.
struct CrashProofProbe {
  let workbench: Workbench
  let toolchain: Toolchain

  private static let program = """
    import Glibc
    @inline(never) func executed() -> Int32 { getpid() }
    kill(executed(), SIGKILL)

    """

  /// Of a machine, not of a compiler.
  private static let troubles = ["signal", "killed", "unable to execute", "memory", "space left", "crash"]

  /// Nil where it could not be found out.
  func succeeds() throws -> Bool? {
    let folder = workbench.folder.scratch + "/probe"
    try makeFolder(folder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try publish([UInt8](Self.program.utf8), as: folder + "/main.swift")
    let swiftc = (toolchain.swift as NSString).deletingLastPathComponent + "/swiftc"
    func ran(_ program: String, _ arguments: [String], profile: String? = nil) throws -> (
      ending: Ending, said: String
    ) {
      let extra = profile.map { ["LLVM_PROFILE_FILE": $0, "SWIFT_BACKTRACE": "enable=no"] } ?? [:]
      let (end, said) = try workbench.ask(
        program, arguments, in: folder, environment: workbench.environment(adding: extra), seconds: 120)
      return (end.ending, String(decoding: said.output + said.errors, as: UTF8.self))
    }
    let flags =
      ["-profile-generate", "-profile-coverage-mapping"]
      + Toolchain.countingOptions.flatMap { ["-Xllvm", $0] }
    let compiled = try ran(swiftc, flags + ["main.swift", "-o", "probe"])
    guard compiled.ending == .exited(0) else {
      guard case .exited = compiled.ending else { return nil }
      return Self.troubles.contains { compiled.said.lowercased().contains($0) } ? nil : false
    }
    let ending = try ran(folder + "/probe", [], profile: folder + "/%p%c.profraw").ending
    guard ending == .signaled(SIGKILL) else { return ending == .exited(0) ? false : nil }
    let raw = FileTree.names(below: folder).filter { $0.hasSuffix(".profraw") }
    guard !raw.isEmpty else { return false }
    guard try ran(toolchain.llvmProfdata, ["merge", "-o", "merged"] + raw).ending == .exited(0),
      case let shown = try ran(toolchain.llvmProfdata, ["show", "merged"]), shown.ending == .exited(0)
    else { return nil }
    return shown.said.contains("Maximum function count: 1")
  }
}
