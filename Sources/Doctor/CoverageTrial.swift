import Files
import Foundation
import Processes

/// A program of a few lines, really compiled with coverage, really killed while it runs, really measured.
struct CoverageTrial {
  /// The toolchain's programs.
  let folder: String
  let environment: [String: String]
  let run: ToolRun

  private static let source = """
    import Glibc
    @inline(never) func executed() -> Int32 { getpid() }
    @inline(never) func neverExecuted() -> Int32 { 1 }
    if executed() < 0 { print(neverExecuted()) }
    kill(executed(), SIGKILL)

    """

  func perform() -> ToolchainJudgement.Trial {
    let place = FileManager.default.temporaryDirectory.path + "/bothy-doctor-\(UUID().uuidString)"
    do {
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      try Data(Self.source.utf8).write(to: URL(fileURLWithPath: place + "/trial.swift"))
    } catch { return .notPrepared("\(place) cannot be written") }
    defer { try? FileManager.default.removeItem(atPath: place) }
    return measured(in: place, since: Date())
  }

  private func measured(in place: String, since started: Date) -> ToolchainJudgement.Trial {
    func seconds() -> Double { Date().timeIntervalSince(started) }
    let compiled = tool(
      "swiftc",
      [
        "-profile-generate", "-profile-coverage-mapping", "-Xllvm", "-runtime-counter-relocation",
        "trial.swift", "-o", "trial",
      ], in: place)
    guard compiled.status == 0 else { return .notCompiled(compiled.output) }
    let program = tool(
      "\(place)/trial", [], in: place, adding: ["LLVM_PROFILE_FILE": "\(place)/%p%c.profraw"])
    let files = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    guard let profile = files.first(where: { $0.hasSuffix(".profraw") }) else {
      return program.status == nil && program.output.isEmpty
        ? .lostWhenKilled(seconds: seconds()) : .notRun(program.output)
    }
    guard let facts = FileFacts("\(place)/\(profile)"), facts.size > 0 else {
      return .lostWhenKilled(seconds: seconds())
    }
    let merged = tool("llvm-profdata", ["merge", "-sparse", profile, "-o", "trial.profdata"], in: place)
    guard merged.status == 0 else { return .notMeasured(merged.output) }
    let exported = tool(
      "llvm-cov", ["export", "-summary-only", "-instr-profile=trial.profdata", "trial"], in: place)
    guard exported.status == 0 else { return .notMeasured(exported.output) }
    guard let functions = Self.functions(exported.output) else {
      return .notMeasured("its figures are not understood")
    }
    return functions.count > functions.covered && functions.covered > 0
      ? .measured(seconds: seconds())
      : .notMeasured("\(functions.covered) of \(functions.count) functions are said to have run")
  }

  private func tool(
    _ name: String, _ arguments: [String], in place: String, adding: [String: String] = [:]
  ) -> ToolEnd {
    let path = name.hasPrefix("/") ? name : "\(folder)/\(name)"
    let order = ToolOrder(
      executable: path, arguments: arguments, environment: environment.merging(adding) { $1 }, folder: place,
      seconds: 120)
    do { return try run(order) } catch { return ToolEnd(status: 127, output: "\(error)") }
  }

  /// How many there are and how many ran, as llvm-cov has it.
  private static func functions(_ json: String) -> (count: Int, covered: Int)? {
    let export = try? JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let totals = (export?["data"] as? [[String: Any]])?.first?["totals"] as? [String: Any]
    guard let functions = totals?["functions"] as? [String: Any], let count = functions["count"] as? Int,
      let covered = functions["covered"] as? Int
    else { return nil }
    return (count, covered)
  }
}
