import Coverage
import Formats
import Foundation
import Kit
import Model
import Testing

/// Sources that the toolchain on PATH compiles and counts. They say themselves what is true of them:
/// a line with `yes(` runs, and one with `no(` never does. A comment says `// at most`, `// not known`,
/// or `// ×3` for the count.
struct RealProgram {
  struct Source: Sendable {
    var name: String
    var text: String
  }

  private static let sources = [
    SelectiveLoopsTests.source, ImpossibleCountsTests.source,
  ]

  /// Made once for all tests.
  static let shared = Task { try await RealProgram() }

  let export: LLVMExport
  let files: [String: (lines: [LineCoverage], atMost: Set<Int>)]

  private init() async throws {
    let scratch = try ScratchFolder("real")
    let folder = scratch.path
    let names = Self.sources.map(\.name)
    for source in Self.sources { try scratch.write(source.name, source.text) }
    try scratch.write("main.swift", Self.main)
    let found = try await Self.run("/bin/sh", ["-c", "readlink -f \"$(command -v swiftc)\""], in: scratch)
    // Its own llvm tools are there.
    let program = String(decoding: found, as: UTF8.self).trimmingCharacters(in: .newlines)
    let tools = (program as NSString).deletingLastPathComponent
    let flags = ["-Onone", "-suppress-warnings", "-profile-generate", "-profile-coverage-mapping"]
    _ = try await Self.run(
      tools + "/swiftc",
      flags + ["-module-name", "Real"] + (names + ["main.swift"]).map { "\(folder)/\($0)" }
        + ["-o", "real"], in: scratch)
    _ = try await Self.run(
      folder + "/real", [], in: scratch, adding: ["LLVM_PROFILE_FILE": folder + "/real.profraw"])
    _ = try await Self.run(
      tools + "/llvm-profdata", ["merge", "-sparse", "-o", "merged", "real.profraw"], in: scratch)
    let json = try await Self.run(
      tools + "/llvm-cov", ["export", "-format=text", "-instr-profile", "merged", "real"], in: scratch)
    export = try LLVMExport.read(json)
    let package = try PackageDescription.read(Array(Self.description(names, folder).utf8))
    let texts = Dictionary(uniqueKeysWithValues: Self.sources.map { ($0.name, Array($0.text.utf8)) })
    let (report, detail) = CoverageMeasure.measure(
      export: export, package: package, packageFolder: folder, exclude: [],
      read: { texts[$0.rawValue] }, demangle: { $0 })
    let atMost = report.targets.flatMap(\.files).map { file in
      (file.path, Set(file.atMostLines.flatMap { Array($0[0]...$0[$0.count - 1]) }))
    }
    let doubts = Dictionary(uniqueKeysWithValues: atMost)
    files = Dictionary(
      uniqueKeysWithValues: detail.files.map { ($0.path.rawValue, ($0.lines, doubts[$0.path] ?? [])) })
  }

  /// Where what is told of a source is not what it says.
  func mistakes(in source: Source) throws -> [String] {
    let file = try #require(files[source.name])
    let known = Dictionary(uniqueKeysWithValues: file.lines.map { ($0.number, $0) })
    var mistakes: [String] = []
    for (index, text) in source.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let parts = text.split(separator: "//", maxSplits: 1)
      guard let code = parts.first, !code.contains("func yes("), !code.contains("func no(") else { continue }
      let (yes, no) = (code.contains("yes("), code.contains("no("))
      guard yes || no else { continue }
      let said = parts.count > 1 ? String(parts[1]) : ""
      let wanted: LineState = said.contains("not known") ? .notKnown : yes ? .executed : .notExecuted
      let line = known[index + 1]
      let isAtMost = file.atMost.contains(index + 1)
      var isRight = said.contains("at most") ? isAtMost : line?.state == wanted && !isAtMost
      let times = said.split(separator: " ").first { $0.hasPrefix("×") }
      if let times { isRight = isRight && line?.count == UInt64(times.dropFirst()) }
      guard !isRight else { continue }
      let told = "\(isAtMost ? "≤" : "")\(line?.count.description ?? "-") \(line?.state.rawValue ?? "")"
      mistakes.append("\(source.name):\(index + 1): \(told): \(text)")
    }
    return mistakes
  }

  private static func description(_ names: [String], _ folder: String) -> String {
    let sources = names.map { "\"\($0)\"" }.joined(separator: ",")
    return """
      {"name": "p", "path": "\(folder)", "dependencies": [], "targets": [{"name": "Real", "c99name": "Real",
      "module_type": "SwiftTarget", "type": "library", "path": "", "sources": [\(sources)],
      "target_dependencies": [], "product_dependencies": [], "product_memberships": []}]}
      """
  }

  private static func run(
    _ program: String, _ arguments: [String], in scratch: ScratchFolder, adding extra: [String: String] = [:]
  ) async throws -> [UInt8] {
    let environment = ProcessInfo.processInfo.environment.merging(extra) { $1 }
    let end = try await Command(
      program, arguments, in: scratch.url, environment: environment, limitSeconds: 600
    ).run()
    guard end.status == 0 else { throw Failed(words: "\(program) \(arguments): \(end.errorText)") }
    return [UInt8](end.output)
  }

  struct Failed: Error { var words: String }

  private static let main = """
    @discardableResult func yes(_ n: Int = 0) -> Bool { true }
    @discardableResult func no(_ n: Int = 0) -> Bool { true }
    selectiveLoops()
    impossibleCounts()

    """
}
