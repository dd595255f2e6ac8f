import Coverage
import Explaining
import Faults
import Files
import Formats
import Foundation
import Git
import Model
import Processes
import State
import Synchronization
import Words

/// Brings the sources that are to be integrated into the bot's own clone.
struct Checkout: Step {
  let phase = Phase.Kind.checkout

  func carryOut(_ facts: inout Facts, at workbench: Workbench) throws {
    FaultPoint.reach(.checkoutBegun)
    try workbench.surroundings.checkOut(workbench.order, workbench.cancellation, &facts.report)
    for note in facts.report.notes { workbench.note(note) }
    try keepChanges(&facts.report, at: workbench)
    if let commit = facts.report.commit {
      let place = commit.branch.map { " on \($0)" } ?? ""
      let changes = commit.changes ? ", with the changes of the working tree" : ""
      workbench.log.write(line: "\(commit.id.short)\(place): \(commit.subject)\(changes)")
    } else {
      workbench.log.write(line: "The files of \(workbench.order.repository), of which none is committed")
    }
    let asked = facts.report.settings.filter { $0.from == .package }.map { "\($0.key) \($0.value)" }
    if !asked.isEmpty {
      workbench.log.write(line: "With \(TravellingSetting.file): \(asked.joined(separator: ", "))")
    }
    try workbench.requireManifest()
    let mistakes = workbench.order.settingsMistakes ?? []
    for mistake in mistakes { workbench.log.write(line: mistake) }
    for mistake in mistakes.dropFirst().prefix(Self.mostMistakes) { workbench.note(mistake) }
    guard let first = mistakes.first else { return }
    let more = mistakes.count > 1 ? " (and \(mistakes.count - 1) more)" : ""
    throw PhaseStop.settings("What the package asks for cannot be read: \(first)\(more)")
  }
}

extension Checkout {
  private static let mostMistakes = 20

  /// The page of changes is told what came and went, as nothing else remembers it of a working tree.
  private func keepChanges(_ report: inout Report, at workbench: Workbench) throws {
    guard let details = report.changes?.details, !details.files.isEmpty || !details.lines.isEmpty else {
      return
    }
    report.changes?.details = nil
    do {
      let masked = workbench.log.masking.masked(json: try ChangesJSON.encode(details))
      try publish(masked, as: workbench.folder.changes)
    } catch {
      workbench.note("What changed could not be kept: \(Explanation(error).sentence).")
    }
  }
}

extension Workbench {
  func requireManifest() throws {
    guard FileFacts(packageFolder + "/Package.swift") == nil else { return }
    let package = settings.package
    throw PhaseStop.checkout(
      "there is no Package.swift in \(package == "." ? "the top folder" : "`\(package)`") of what was "
        + "checked out; `package:` in a bot file, or --package, names the folder that has it")
  }
}

/// The checkout by git: what was brought stands in the report.
struct GitCheckout {
  let order: Order
  let cancellation: Cancellation

  /// Made by resolving when the repository does not have it; worth keeping for the next time, unless
  /// everything is to be made anew.
  private var kept: Set<String> { order.clean ? [] : ["Package.resolved"] }

  func perform(into report: inout Report) throws {
    try settleName()
    let notes = Mutex<[String]>([])
    defer { report.notes += notes.withLock { $0 } }
    let program = GitProgram(
      note: { note in notes.withLock { if !$0.contains(note) { $0.append(note) } } },
      run: { [self] in try run($0, changing: $1, in: $2) })
    do {
      let clone = OwnClone(
        folder: order.checkoutFolder, program: program, willWrite: LastBuild(order).leaveItsSecond,
        isCanceled: { [cancellation] in cancellation.isCanceled })
      switch order.source {
      case .folder:
        try clone.bringFolder(order.repository, keep: kept, leavingOut: [stateFolder])
        tellNoCommit("The folder is in no git repository", &report)
      case .workingTree:
        let brought = try clone.bringWorkingTree(
          of: order.repository, keep: kept, leavingOut: [stateFolder])
        if let id = brought.commit { return try tell(id, changes: brought.changes, clone, &report) }
        tellNoCommit("Nothing was committed yet", &report)
      case .commit(let commit):
        try clone.bring(commit: commit.rawValue, from: order.repository, keep: kept)
        try tell(commit.rawValue, changes: false, clone, &report)
      }
    } catch is CancellationError {
      if report.commit == nil { report.commit = UnbroughtCommit.of(order) }
      throw PhaseStop.canceled
    } catch let error as GitError {
      if report.commit == nil { report.commit = UnbroughtCommit.of(order) }
      throw PhaseStop.checkout(error.sentence)
    }
  }

  private func tell(_ id: String, changes: Bool, _ clone: OwnClone, _ report: inout Report) throws {
    let repository = try Repository(at: try Repository.find(from: order.repository))
    report.commit = try named(id, changes: changes)
    report.commits = try commits(upTo: id, of: repository)
    if let before = order.baseline {
      let isGone = try before.commit.map { try isLost($0, before: id, of: repository) } ?? false
      if isGone || before.hadChanges == true { report.lacksCommits = true }
    }
    if let note = try rewritten(repository) { report.notes.append(note) }
    if report.commits.count > Self.mostCommits {
      report.commits.removeLast()
      let most = Self.mostCommits
      report.notes.append(
        "More than \(most) commits came since the integration before: the newest \(most) are listed.")
    }
    report.changes = try ChangesSince(order: order, clone: clone).found(CommitID(id), changes: changes)
  }

  private func named(_ id: String, changes: Bool) throws -> Commit {
    let repository = try Repository(at: try Repository.find(from: order.repository))
    return Commit(try repository.commit(id), branch: order.branch, changes: changes)
  }

  private func tellNoCommit(_ why: String, _ report: inout Report) {
    report.notes.append("\(why), so there is no commit to name.")
    report.changes = Changes(
      since: nil, files: [], note: "\(why), so there is no commit to compare with.")
  }

  private func run(
    _ words: [String], changing variables: [String: String?], in folder: String
  ) throws -> GitProgram.End {
    var environment = ProcessInfo.processInfo.environment
    environment.merge(order.settings.environment) { $1 }
    for (name, value) in variables { environment[name] = value }
    let said = Collector()
    let end = try Processes.perform(
      Command(
        executable: words[0], arguments: Array(words.dropFirst()), environment: environment, folder: folder,
        outputs: .pipes),
      limits: ProcessLimits(seconds: order.settings.limits.minutes * 60), cancellation: cancellation,
      observer: said)
    if end.stopped == .canceled { throw CancellationError() }
    let limit = end.stopped == nil ? "" : "\nfatal: it was ended at the limit of the integration"
    return GitProgram.End(
      succeeded: end.ending == .exited(0), output: said.output, errors: said.errorText + limit)
  }

  /// Without an earlier integration the list has no end of its own: it holds what is known to have waited.
  private func commits(upTo id: String, of repository: Repository) throws -> [Commit] {
    let since = order.baseline?.commit
    let passed = Set(order.passedOver ?? [])
    let records = try repository.commits(
      after: since?.rawValue, upTo: id, limit: since == nil && passed.isEmpty ? 1 : Self.mostCommits + 1)
    let line = Self.line(of: records, from: id)
    return records.map { record in
      var commit = order.told(Commit(record, branch: order.branch, changes: false))
      // What a merge brought was never the branch's own tip.
      if !line.contains(record.id) { commit.skipped = false }
      return commit
    }.filter { since != nil || passed.contains($0.id) || $0.id.rawValue == id }
      .enumerated().map { $0.offset < Self.mostLookedAt ? $0.element.withFiles(in: repository) : $0.element }
  }

  /// Whether what a commit had is not all here: it is unknown, or commits went that did not come again under
  /// another id, as where a branch is put on another base.
  private func isLost(_ former: CommitID, before id: String, of repository: Repository) throws -> Bool {
    guard repository.has(commit: former.rawValue) else { return true }
    let most = Self.mostCommits
    let gone = try repository.commits(after: id, upTo: former.rawValue, limit: most + 1)
      .filter { $0.parents.count == 1 }
    guard !gone.isEmpty else { return false }
    guard gone.count <= most else { return true }
    let here = Set(
      try repository.commits(after: former.rawValue, upTo: id, limit: most + 1)
        .map { [$0.email, $0.subject] })
    return gone.contains { !here.contains([$0.email, $0.subject]) }
  }

  /// What the branch is compared with was taken away from it.
  private func rewritten(_ repository: Repository) throws -> String? {
    guard let before = order.baseline, let commit = before.commit, let branch = order.branch,
      let tip = try repository.branches().first(where: { $0.name == branch.rawValue })?.commit,
      try repository.movement(from: commit.rawValue, to: tip, limit: 1)?.isForward != true
    else { return nil }
    return "The history of \(branch) was rewritten: \(commit.short), which \(before.integration) integrated, "
      + "is not in it any more."
  }

  /// Along first parents, as far as they are among these.
  private static func line(of records: [CommitRecord], from tip: String) -> Set<String> {
    let parents = Dictionary(records.map { ($0.id, $0.parents.first) }) { first, _ in first }
    var line: Set<String> = []
    var next: String? = tip
    while let id = next, let parent = parents[id], line.insert(id).inserted { next = parent }
    return line
  }

  private static let mostCommits = 200
  static let mostLookedAt = 30

  /// Our own files are no part of a package, also where they lie in its working tree.
  private var stateFolder: String {
    var path = order.checkoutFolder as NSString
    for _ in 0..<3 { path = path.deletingLastPathComponent as NSString }
    return path as String
  }

  private func settleName() throws {
    let checkout = order.checkoutFolder
    do {
      try CheckoutName.settle(checkout)
    } catch {
      throw PhaseStop.checkout(
        "naming the folder \(checkout): \((error as NSError).localizedDescription): give this user the right "
          + "to \((checkout as NSString).deletingLastPathComponent), and make room there")
    }
  }
}

extension Commit {
  init(_ record: CommitRecord, branch: BranchName?, changes: Bool) {
    self.init(
      id: CommitID(record.id), branch: branch, author: record.author, email: record.email,
      date: Self.date(record.seconds), subject: record.subject, changes: changes)
    guard !record.body.isEmpty else { return }
    body = record.body.count > Self.longestBody ? record.body.prefix(Self.longestBody) + "…" : record.body
  }

  private static let longestBody = 4000

  /// A commit can claim any moment; beyond the years 0 to 9999 no report can tell it.
  static func date(_ seconds: Int64) -> Date {
    Date(timeIntervalSince1970: Double(min(max(seconds, -62_167_219_200), 253_402_300_799)))
  }
}

extension Commit {
  private static let mostListed = 40
  private static let mostCompared = 20
  private static let mostChangedLines = 400
  private static let mostBytes = 200_000

  /// Whoever changed comments alone broke nothing.
  private static func hasSameCode(
    _ file: ChangedFiles.File, in repository: Repository, at commit: String, _ parent: String
  ) -> Bool {
    guard file.kind == .modified, file.path.hasSuffix(".swift"), !isManifest(file.path),
      1...mostChangedLines ~= file.added + file.removed
    else { return false }
    let marks = [commit, parent].compactMap { commit -> ContentMark? in
      guard case .file(let bytes)? = try? repository.recorded(file.path, commit: commit, limit: mostBytes)
      else { return nil }
      return CodeTokens(bytes).mark(of: 0..<bytes.count)
    }
    return marks.count == 2 && marks[0].text == marks[1].text
  }

  /// Whose first line is a comment that tells which tools it is for.
  private static func isManifest(_ path: String) -> Bool {
    path.split(separator: "/").last?.hasPrefix("Package") ?? false
  }

  /// One that cannot be compared is told without its files.
  func withFiles(in repository: Repository) -> Commit {
    var commit = self
    commit.changed = (try? repository.changes(of: id.rawValue, most: Self.mostListed)).map {
      ChangedFiles(count: $0.count, files: $0.files.map(ChangedFiles.File.init), isMerge: $0.isMerge)
    }
    guard let changed = commit.changed, changed.isMerge == nil,
      let parent = try? repository.commit(id.rawValue).parents.first
    else { return commit }
    for place in changed.files.indices.prefix(Self.mostCompared)
    where Self.hasSameCode(changed.files[place], in: repository, at: id.rawValue, parent) {
      commit.changed?.files[place].isSameCode = true
    }
    return commit
  }
}
