import Coverage
import Files
import Formats
import Foundation
import Model
import Processes
import Threads
import Words

/// The coverage report, from what llvm-cov exported.
struct Profile {
  let workbench: Workbench
  let toolchain: Toolchain
  let package: PackageDescription
  let sources: CompiledSources
  /// Where processes died, by file; empty where their counts are lost.
  var dead: [PackagePath: [DeadCall]] = [:]
  /// Tests whose process ended while they ran, and nothing tells where in them.
  var openEnds: [OpenEnd] = []

  /// Files of tests: what is begun in them is counted apart.
  var testFiles: Set<PackagePath> = []

  struct Measured {
    var report: CoverageReport
    var detail: CoverageDetail
    /// Nil where any of it may be missing.
    var bodies: BodyCounts?
  }

  func measure(_ export: LLVMExport, from raw: RawProfiles, of tested: TestedProgram) -> Measured {
    var (report, detail) = CoverageMeasure.measure(
      export: export, package: package, packageFolder: workbench.packageFolder,
      exclude: workbench.settings.coverage.exclude, dead: dead,
      read: { [sources] in sources.bytes(of: $0) }, demangle: workbench.surroundings.demangle)
    for n in report.excluded.indices {
      report.excluded[n].reason = workbench.settings.coverage.excludeReasons[report.excluded[n].rule]
    }
    for mistake in report.mistakenMarks { workbench.note(mistake) }
    for rule in report.idle(workbench.settings.coverage.exclude) {
      workbench.note(
        "`\(rule)` of `coverage: exclude:` excludes nothing: no source that is measured fits it.")
    }
    tell(of: raw, tested, in: &report)
    let isWhole = report.tooLow.isEmpty && !testFiles.isEmpty
    return Measured(
      report: report, detail: detail,
      bodies: isWhole
        ? BodyCounts(export, in: testFiles, of: package, folder: workbench.packageFolder) : nil)
  }

  // MARK: What is missing

  private func tell(of raw: RawProfiles, _ tested: TestedProgram, in report: inout CoverageReport) {
    let losses = ProfileLosses(
      raw.flaws, present: Set(raw.good), of: tested.processes.all,
      losesDead: !toolchain.keepsCountsOfCrashes)
    report.tooLow = losses.tooLow
    report.standsAlone = !losses.tooLow.isEmpty
    if let stray = strayProfile(tested) { report.tooLow.append(stray) }
    if let open = OpenEnd.sentence(openEnds) { report.tooHigh = [open] }
    for sentence in report.tooLow + report.tooHigh + losses.notes { workbench.note(sentence) }
    if report.standsAlone {
      workbench.note("For what is missing in it, the coverage is compared with no other.")
    }
  }

  /// Left by a process that did not know where its profile belongs.
  private func strayProfile(_ tested: TestedProgram) -> String? {
    let path = TestedProgram.strayProfile(in: workbench.packageFolder)
    guard let now = FileFacts(path), now.isRegular, now != tested.stray,
      RawProfiles.isCounted(path, programs: tested.programs)
    else { return nil }
    return "A process that the tests started ran without $LLVM_PROFILE_FILE and left default.profraw in the "
      + "package's folder: what it executed is not counted."
  }
}

/// The test program that was run, and what is known of it from before.
struct TestedProgram: Sendable {
  let program: TestProgram
  /// Where its processes left their profiles.
  let profiles: String
  /// As it was when the tests began.
  let mark: ProgramMark
  let processes = ProfiledProcesses()
  /// What lay where a process without a place for its profile leaves it.
  let stray: FileFacts?

  init(_ program: TestProgram, profiles: String, packageFolder: String) {
    (self.program, self.profiles) = (program, profiles)
    mark = ProgramMark(program.path)
    stray = FileFacts(Self.strayProfile(in: packageFolder))
  }

  /// And what else may have run: children that tests started, of the same build.
  var programs: [String] {
    let folder = (program.path as NSString).deletingLastPathComponent
    return [program.path] + ((try? FileTree.entries(of: folder)) ?? []).map { folder + "/" + $0 }
  }

  static func strayProfile(in folder: String) -> String { folder + "/default.profraw" }
}
