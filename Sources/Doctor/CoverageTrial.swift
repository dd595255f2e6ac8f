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
    } catch {
      return .notPrepared("\(place) cannot be written")
    }
    defer { try? FileManager.default.removeItem(atPath: place) }
    let started = Date()
    let outcome = measured(in: place)
    let seconds = Date().timeIntervalSince(started)
    switch outcome {
    case .measured: return .measured(seconds: seconds)
    case .lostWhenKilled: return .lostWhenKilled(seconds: seconds)
    case .notPrepared, .notCompiled, .notRun, .notMeasured: return outcome
    }
  }

  private func measured(in place: String) -> ToolchainJudgement.Trial {
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
        ? .lostWhenKilled(seconds: 0) : .notRun(program.output)
    }
    let size = (try? FileManager.default.attributesOfItem(atPath: "\(place)/\(profile)")[.size]) as? Int
    if size ?? 0 == 0 { return .lostWhenKilled(seconds: 0) }
    let merged = tool("llvm-profdata", ["merge", "-sparse", profile, "-o", "trial.profdata"], in: place)
    guard merged.status == 0 else { return .notMeasured(merged.output) }
    let exported = tool(
      "llvm-cov", ["export", "-summary-only", "-instr-profile=trial.profdata", "trial"], in: place)
    guard exported.status == 0 else { return .notMeasured(exported.output) }
    guard let summary = Summary(exported.output) else {
      return .notMeasured("its figures are not understood")
    }
    let isTrue = summary.count > summary.covered && summary.covered > 0
    return isTrue
      ? .measured(seconds: 0)
      : .notMeasured("\(summary.covered) of \(summary.count) functions are said to have run")
  }

  private func tool(
    _ name: String, _ arguments: [String], in place: String, adding: [String: String] = [:]
  ) -> ToolEnd {
    let path = name.hasPrefix("/") ? name : "\(folder)/\(name)"
    let order = ToolOrder(
      executable: path, arguments: arguments, environment: environment.merging(adding) { $1 }, folder: place,
      seconds: 120)
    do {
      return try run(order)
    } catch {
      return ToolEnd(status: 127, output: "\(error)")
    }
  }

  /// How many functions ran, as llvm-cov has it.
  private struct Summary {
    var count: Int
    var covered: Int

    init?(_ json: String) {
      struct Export: Decodable {
        struct Part: Decodable { let totals: Totals }
        struct Totals: Decodable { let functions: Functions }
        struct Functions: Decodable {
          let count: Int
          let covered: Int
        }
        let data: [Part]
      }
      guard let export = try? JSONDecoder().decode(Export.self, from: Data(json.utf8)),
        let functions = export.data.first?.totals.functions
      else { return nil }
      count = functions.count
      covered = functions.covered
    }
  }
}
