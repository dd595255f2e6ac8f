import Coverage
import Files
import Formats
import Foundation
import Model
import Processes
import Threads
import Words

/// Raw profiles become one, the one becomes llvm-cov's export, the export becomes the coverage report. Where
/// Bothy reads both itself, no tool is waited for.
struct Profile {
  let workbench: Workbench
  let toolchain: Toolchain
  let program: TestProgram
  let package: PackageDescription
  let sources: CompiledSources
  /// Where processes died, by file; empty where their counts are lost.
  var dead: [PackagePath: [DeadCall]] = [:]
  let own: OwnReading
  /// Begun when the tests had ended.
  let reading: Later<OwnReading.Found>
  /// Tests whose process ended while they ran, and nothing tells where in them.
  var openEnds: [OpenEnd] = []

  /// Files of tests: what is begun in them is counted apart.
  var testFiles: Set<PackagePath> = []

  enum Outcome {
    case measured(Measured)
    case notMeasured(why: String)
  }

  struct Measured {
    var report: CoverageReport
    var detail: CoverageDetail
    var unmerged: UnmergedProfiles?
    /// Nil where any of it may be missing.
    var bodies: BodyCounts?
  }

  func measure(_ tested: TestedProgram) throws -> Outcome {
    guard toolchain.hasCoverageTools else {
      return .notMeasured(
        why: "llvm-profdata and llvm-cov do not stand beside \(toolchain.swift), so nothing can read "
          + "the profiles")
    }
    guard tested.mark.holds else {
      return .notMeasured(why: "the test program was changed or removed while the tests ran")
    }
    var raw = reading.value.raw
    guard !raw.isEmpty else { return .notMeasured(why: "no test process left a profile") }
    let read = reading.value.export
    if let read, !own.isCompared {
      return measure(read, raw, tested, unmerged: UnmergedProfiles(profile: self, raw: raw))
    }
    guard try merge(&raw) else {
      let first = raw.flaws.min { $0.key < $1.key }
      return .notMeasured(
        why: "no profile that a test process left could be read"
          + (first.map { ": \($0.key.oneLine) \($0.value.words)" } ?? ""))
    }
    var (end, export) = try self.export([program.path])
    if Self.hasMismatches(export) {
      // What no process executed is not in the profile, so that another build's counts are all that is known.
      _ = try merge(&raw, isSparse: false)
      (end, export) = try self.export([program.path])
      guard !Self.hasMismatches(export) else {
        return .notMeasured(why: "the profiles do not fit the test program that was built")
      }
    }
    var refused: [PackagePath: String] = [:]
    if end.ending != .exited(0), let found = try RefusedSources(profile: self).find() {
      refused = found.refused
      (end, export) = try self.export(found.objects)
    }
    try? FileManager.default.removeItem(atPath: tested.profiles)
    guard end.ending == .exited(0) else { return .notMeasured(why: Self.refusal(export.errorText)) }
    if let note = RefusedSources.note(refused) { workbench.note(note) }
    do {
      let told = try export.output.withUnsafeBytes { try LLVMExport.read($0) }
      if let read, let path = read.difference(from: told) { own.distrust(for: path) }
      if read != nil { own.keepCompared() }
      return measure(told, raw, tested, refused: refused)
    } catch {
      return .notMeasured(why: "what llvm-cov exported could not be read: \(error)")
    }
  }

  private func measure(
    _ export: LLVMExport, _ raw: RawProfiles, _ tested: TestedProgram, refused: [PackagePath: String] = [:],
    unmerged: UnmergedProfiles? = nil
  ) -> Outcome {
    var (report, detail) = CoverageMeasure.measure(
      export: export, package: package, packageFolder: workbench.packageFolder,
      exclude: workbench.settings.coverage.exclude, dead: dead,
      read: { [sources] in sources.bytes(of: $0) }, demangle: workbench.surroundings.demangle)
    for n in report.notMeasured.indices {
      if let why = refused[report.notMeasured[n].path] { report.notMeasured[n].why = why }
    }
    for n in report.excluded.indices {
      report.excluded[n].reason = workbench.settings.coverage.excludeReasons[report.excluded[n].rule]
    }
    for mistake in report.mistakenMarks { workbench.note(mistake) }
    for rule in report.idle(workbench.settings.coverage.exclude) {
      workbench.note(
        "`\(rule)` of `coverage: exclude:` excludes nothing: no source that is measured fits it.")
    }
    tell(of: raw, tested, in: &report)
    let isWhole = report.tooLow.isEmpty && refused.isEmpty && !testFiles.isEmpty
    return .measured(
      Measured(
        report: report, detail: detail, unmerged: unmerged,
        bodies: isWhole
          ? BodyCounts(export, in: testFiles, of: package, folder: workbench.packageFolder) : nil))
  }

  /// What llvm-cov tells of programs or object files; there may be more of these than a command line holds.
  /// With asterisks in their names files would be others; who writes them down masks them.
  func export(_ programs: [String], _ options: [String] = []) throws -> (end: ProcessEnd, said: Collector) {
    let list = workbench.folder.scratch + "/objects.txt"
    let words = programs.enumerated().flatMap { $0.offset == 0 ? [$0.element] : ["-object", $0.element] }
    let quoted = words.map { "\"\($0.replacingSigns(Sign.inQuotes))\"" }
    try publish([UInt8](quoted.joined(separator: "\n").utf8), as: list)
    let answer = try workbench.ask(
      toolchain.llvmCov,
      ["export", "-format=text", "-instr-profile", workbench.folder.profile] + options
        + (programs.count == 1 ? programs : ["@\(list)"]),
      in: workbench.folder.path, limit: 2 << 30, isMasked: false)
    if options.isEmpty { log(answer.said, of: "llvm-cov") }
    return answer
  }

  private static func hasMismatches(_ said: Collector) -> Bool {
    said.errorText.contains("mismatched data")
  }

  /// What a person is told; llvm-cov's own words are in the log.
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

  // MARK: Merging

  /// False when nothing is left to be counted. A broken profile is left out, never all of them with it.
  fileprivate func merge(_ raw: inout RawProfiles, isSparse: Bool = true) throws -> Bool {
    guard !raw.good.isEmpty else { return false }
    var end = try mergeOnce(&raw, isSparse)
    if end.ending != .exited(0), raw.good.count > 1 {
      let folder = raw.folder
      let bad = try Halves.refused([raw.good], most: Self.mostQuestions) { names in
        try ask(merging: names, in: folder, ["-o", "/dev/null"]).end.ending != .exited(0)
      }
      raw.leaveOut(bad ?? [], .damaged)
      guard !raw.good.isEmpty else { return false }
      end = try mergeOnce(&raw, isSparse)
    }
    if end.ending != .exited(0) { raw.leaveOut(raw.good, .damaged) }
    return !raw.good.isEmpty
  }

  private static let mostQuestions = 60

  private func mergeOnce(_ raw: inout RawProfiles, _ isSparse: Bool) throws -> ProcessEnd {
    let (end, said) = try ask(
      merging: raw.good, in: raw.folder, (isSparse ? ["-sparse"] : []) + ["-o", workbench.folder.profile])
    log(said, of: "llvm-profdata")
    for line in said.errorText.split(whereSeparator: \.isNewline) {
      let words = line.split(separator: ": ", maxSplits: 2).map { String($0) }
      guard words.count == 3, words[0] == "warning" else { continue }
      raw.leaveOut([words[1]], .of(message: words[2]))
    }
    return end
  }

  /// The names are told from within their folder: a line of the list may hold no comma.
  private func ask(
    merging names: [String], in folder: String, _ options: [String]
  ) throws -> (end: ProcessEnd, said: Collector) {
    let list = workbench.folder.scratch + "/profiles.txt"
    try publish([UInt8](names.joined(separator: "\n").utf8), as: list)
    return try workbench.ask(
      toolchain.llvmProfdata, ["merge", "-failure-mode=all"] + options + ["-f", list], in: folder)
  }
}

/// Profiles that are read and counted; who wants to look further with llvm-cov needs them as one.
struct UnmergedProfiles: Sendable {
  let profile: Profile
  let raw: RawProfiles

  /// The log says why where it can't be made; the coverage is known without it.
  func merge() {
    var raw = raw
    do { _ = try profile.merge(&raw) } catch {
      profile.workbench.log.write(line: "[coverage.profdata was not made: \(error)]")
    }
    FileTree.remove(raw.folder)
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

  var rawProfiles: RawProfiles { RawProfiles(below: profiles) { programs } }

  static func strayProfile(in folder: String) -> String { folder + "/default.profraw" }
}

/// Which of many are refused, by halves.
enum Halves {
  /// Nil where it would take too many questions.
  static func refused(
    _ groups: [[String]], most: Int, _ isRefused: ([String]) throws -> Bool
  ) rethrows -> Set<String>? {
    var bad: Set<String> = []
    var (waiting, questions) = (groups, 0)
    while let group = waiting.popLast() {
      guard !group.isEmpty else { continue }
      questions += 1
      guard questions <= most else { return nil }
      guard try isRefused(group) else { continue }
      if group.count == 1 {
        bad.insert(group[0])
      } else {
        let half = group.count / 2
        waiting += [Array(group[..<half]), Array(group[half...])]
      }
    }
    return bad
  }
}
