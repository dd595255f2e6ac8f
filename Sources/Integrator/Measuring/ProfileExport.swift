import Coverage
import Files
import Formats
import Foundation
import Processes

/// What the test processes executed: llvm-profdata merges their profiles, and llvm-cov exports the counts.
struct ProfileExport: Sendable {
  let workbench: Workbench
  let toolchain: Toolchain
  let tested: TestedProgram

  enum Outcome: Sendable {
    case exported(LLVMExport, from: RawProfiles)
    case notMeasured(why: String)
  }

  func make() throws -> Outcome {
    guard toolchain.hasCoverageTools else {
      return .notMeasured(
        why: "llvm-profdata and llvm-cov do not stand beside \(toolchain.swift), so nothing can read "
          + "the profiles")
    }
    guard tested.mark.holds else {
      return .notMeasured(why: "the test program was changed or removed while the tests ran")
    }
    var raw = RawProfiles(below: tested.profiles) { tested.programs }
    guard !raw.isEmpty else { return .notMeasured(why: "no test process left a profile") }
    guard try merge(&raw) else {
      let first = raw.flaws.min { $0.key < $1.key }
      return .notMeasured(
        why: "no profile that a test process left could be read"
          + (first.map { ": \($0.key.oneLine) \($0.value.words)" } ?? ""))
    }
    var (end, said) = try export()
    if Self.hasMismatches(said) {
      // A sparse profile lacks functions that did not run, so only the counts of another build were left.
      _ = try merge(&raw, isSparse: false)
      (end, said) = try export()
      guard !Self.hasMismatches(said) else {
        return .notMeasured(why: "the profiles do not fit the test program that was built")
      }
    }
    try? FileManager.default.removeItem(atPath: tested.profiles)
    guard end.ending == .exited(0) else { return .notMeasured(why: Self.refusal(said.errorText)) }
    do {
      return .exported(try said.output.withUnsafeBytes { try LLVMExport.read($0) }, from: raw)
    } catch {
      return .notMeasured(why: "what llvm-cov exported could not be read: \(error)")
    }
  }

  /// Leaves out the profiles that llvm-profdata refuses. False when no profile is left.
  private func merge(_ raw: inout RawProfiles, isSparse: Bool = true) throws -> Bool {
    guard !raw.good.isEmpty else { return false }
    let list = workbench.folder.scratch + "/profiles.txt"
    try publish([UInt8](raw.good.joined(separator: "\n").utf8), as: list)
    // The names are relative to their folder, because a line of the list may hold no comma.
    let (end, said) = try workbench.ask(
      toolchain.llvmProfdata,
      ["merge", "-failure-mode=all"] + (isSparse ? ["-sparse"] : [])
        + ["-o", workbench.folder.profile, "-f", list],
      in: raw.folder)
    log(said, of: "llvm-profdata")
    for line in said.errorText.split(whereSeparator: \.isNewline) {
      let words = line.split(separator: ": ", maxSplits: 2).map { String($0) }
      guard words.count == 3, words[0] == "warning" else { continue }
      raw.leaveOut([words[1]], .of(message: words[2]))
    }
    if end.ending != .exited(0) { raw.leaveOut(raw.good, .damaged) }
    return !raw.good.isEmpty
  }

  private func export() throws -> (end: ProcessEnd, said: Collector) {
    let answer = try workbench.ask(
      toolchain.llvmCov,
      ["export", "-format=text", "-instr-profile", workbench.folder.profile, tested.program.path],
      in: workbench.folder.path, limit: 2 << 30, isMasked: false)
    log(answer.said, of: "llvm-cov")
    return answer
  }

  private static func hasMismatches(_ said: Collector) -> Bool {
    said.errorText.contains("mismatched data")
  }

  /// What people read; the log has llvm-cov's own words.
  static func refusal(_ text: String) -> String {
    text.contains("no coverage data found")
      ? "the test program has no coverage map"
      : "llvm-cov can't read the coverage map of the test program (the log has its words)"
  }

  private func log(_ said: Collector, of tool: String) {
    for line in said.errorText.split(whereSeparator: \.isNewline).prefix(20) {
      workbench.log.write(line: "[\(tool): \(line)]")
    }
  }
}
