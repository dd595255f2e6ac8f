import Coverage
import Files
import Formats
import Foundation
import Model
import Processes

/// Raw profiles become one, the one becomes llvm-cov's export, the export becomes the coverage report.
struct Profile {
  let workbench: Workbench
  let toolchain: Toolchain
  let program: TestProgram
  let package: PackageDescription
  let sources: CompiledSources
  /// Where processes died, by file; empty where their counts are lost.
  var dead: [PackagePath: [DeadCall]] = [:]

  enum Outcome {
    case measured(CoverageReport, CoverageDetail)
    case notMeasured(why: String)
  }

  func measure(rawFolder: String) throws -> Outcome {
    guard toolchain.hasCoverageTools else {
      return .notMeasured(
        why: "llvm-profdata and llvm-cov do not stand beside \(toolchain.swift), so nothing can read "
          + "the profiles")
    }
    let raw = FileTree.names(below: rawFolder).filter { $0.hasSuffix(".profraw") }
    guard !raw.isEmpty else { return .notMeasured(why: "no test process left a profile") }
    if let failure = try merge(raw, in: rawFolder) { return .notMeasured(why: failure) }
    try? FileManager.default.removeItem(atPath: rawFolder)
    var (end, export) = try self.export([program.path])
    var refused: [PackagePath: String] = [:]
    if end.ending != .exited(0), let found = try RefusedSources(profile: self).find() {
      refused = found.refused
      (end, export) = try self.export(found.objects)
    }
    guard end.ending == .exited(0) else {
      return .notMeasured(why: "llvm-cov export failed: \(Self.said(export.errorText))")
    }
    if let note = RefusedSources.note(refused) { workbench.note(note) }
    do {
      let read = try export.output.withUnsafeBytes { try LLVMExport.read($0) }
      var (report, detail) = CoverageMeasure.measure(
        export: read, package: package, packageFolder: workbench.packageFolder,
        exclude: workbench.settings.coverage.exclude, dead: dead,
        read: { [sources] in sources.bytes(of: $0) }, demangle: workbench.surroundings.demangle)
      for n in report.notMeasured.indices {
        if let why = refused[report.notMeasured[n].path] { report.notMeasured[n].why = why }
      }
      for n in report.excluded.indices {
        report.excluded[n].reason = workbench.settings.coverage.excludeReasons[report.excluded[n].rule]
      }
      for mistake in report.mistakenMarks { workbench.note(mistake) }
      return .measured(report, detail)
    } catch {
      return .notMeasured(why: "what llvm-cov exported could not be read: \(error)")
    }
  }

  /// What llvm-cov tells of programs or object files; there may be more of these than a command line holds.
  func export(_ programs: [String], _ options: [String] = []) throws -> (end: ProcessEnd, said: Collector) {
    let list = workbench.folder.scratch + "/objects.txt"
    let words = programs.enumerated().flatMap { $0.offset == 0 ? [$0.element] : ["-object", $0.element] }
    let quoted = words.map { "\"\($0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"" }
    try publish([UInt8](quoted.joined(separator: "\n").utf8), as: list)
    return try workbench.ask(
      toolchain.llvmCov,
      ["export", "-format=text", "-instr-profile", workbench.folder.profile] + options
        + (programs.count == 1 ? programs : ["@\(list)"]),
      in: workbench.folder.path, limit: 2 << 30)
  }

  /// Nil when it went well. A broken profile is left out and told, never all of them with it.
  private func merge(_ raw: [String], in folder: String) throws -> String? {
    let list = workbench.folder.scratch + "/profiles.txt"
    try publish([UInt8](raw.map { folder + "/" + $0 }.joined(separator: "\n").utf8), as: list)
    let (end, merge) = try workbench.ask(
      toolchain.llvmProfdata,
      ["merge", "-sparse", "-failure-mode=all", "-o", workbench.folder.profile, "-f", list],
      in: workbench.folder.path)
    guard end.ending == .exited(0) else {
      return "llvm-profdata merge failed: \(Self.said(merge.errorText))"
    }
    let warnings = merge.errorText.split(separator: "\n").filter { $0.contains("warning:") }
    if let first = warnings.first {
      workbench.note("A profile could not be merged and is not in the coverage: \(first)")
    }
    return nil
  }

  /// What went wrong is told first, what follows from it last.
  static func said(_ text: String) -> String {
    let lines = text.split(separator: "\n")
    let errors = lines.filter { $0.contains("error: ") }.prefix(3).map { $0.replacing("error: ", with: "") }
    if !errors.isEmpty { return errors.joined(separator: "; ") }
    return lines.last.map { String($0) } ?? "it said nothing"
  }
}
