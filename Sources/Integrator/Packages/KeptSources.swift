import Files
import Foundation
import Git
public import Model
package import State
import Synchronization
import Words

/// The sources of an integration for as long as its pages may be made again: those of its commit from the
/// bot's own clone, and what differed from that in the working tree from the integration's folder.
public final class KeptSources: Sendable {
  private let folder: String
  private let package: String
  private let commit: Mutex<CommitFiles?>
  private let open: @Sendable () -> CommitFiles?
  /// Why there are none, in words; nil when there are.
  public let missing: String?

  /// `report` is what the integration left in `folder`.
  package convenience init(of report: Report, order: Order, in folder: IntegrationFolder) {
    self.init(
      of: report.commit.map { ($0.id, $0.changes) }, package: order.settings.package,
      clone: order.checkoutFolder, repository: order.repository, in: folder)
  }

  package init(
    of integrated: (id: CommitID, changes: Bool)?, package: String, clone: String,
    repository: String? = nil, in folder: IntegrationFolder
  ) {
    self.folder = folder.sources
    self.package = package
    let wanted = integrated?.id
    open = { wanted.flatMap { Self.files(of: $0, clone: clone, repository: repository) } }
    var files: CommitFiles?
    if let (id, changes) = integrated {
      let isKept = !changes || FileFacts(folder.sources)?.isFolder == true
      if isKept { files = open() }
      let lost = "neither the bot's clone nor its repository has the commit \(id.short) any more"
      let why = isKept ? lost : "they were those of a working tree, and were not kept"
      missing = files == nil ? why : nil
    } else {
      let isKept = FileFacts(folder.sources)?.isFolder == true
      missing = isKept ? nil : "it ended before its tests began, and had no commit"
    }
    commit = Mutex(files)
  }

  /// The clone may be made anew just now, or put aside for that of another branch.
  private static func files(of commit: CommitID, clone: String, repository: String?) -> CommitFiles? {
    if let files = try? CommitFiles(of: OwnClone(folder: clone), commit: commit.rawValue) { return files }
    return try? repository.map {
      try CommitFiles(of: Repository(at: Repository.find(from: $0)), commit: commit.rawValue)
    }
  }

  /// Nil when it cannot be had, or never was a file of the repository.
  public func bytes(of path: PackagePath) -> [UInt8]? {
    guard missing == nil, let place = Self.place(of: path, in: package) else { return nil }
    return contents(of: folder + "/" + place) ?? commit.withLock { committed(place, in: &$0) }
  }

  private func committed(_ place: String, in files: inout CommitFiles?) -> [UInt8]? {
    do { return try files?.linked(place) } catch {
      // It went while it was read.
      files = open()
      return (try? files?.linked(place)) ?? nil
    }
  }

  /// From the top of the repository; nil for what lies outside of it.
  static func place(of path: PackagePath, in package: String) -> String? {
    guard !path.rawValue.hasPrefix("/") else { return nil }
    // Nearly always it is what it is called.
    if package == ".", !path.rawValue.isEmpty, !path.rawValue.hasPrefix("."), !path.rawValue.hasSuffix("/"),
      !path.rawValue.holds("/."), !path.rawValue.holds("//")
    {
      return path.rawValue
    }
    var parts: [Substring] = []
    for part in (package + "/" + path.rawValue).split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(part)
      } else if parts.popLast() == nil {
        return nil
      }
    }
    return parts.isEmpty ? nil : parts.joined(separator: "/")
  }

  // MARK: Keeping

  /// More than any package's own sources; what is beyond that is left out, and pages say so.
  private static let mostBytes = 64 << 20

  /// What was laid beside the report.
  package static func laid(
    _ path: PackagePath, package: String, in folder: IntegrationFolder
  ) -> [UInt8]? {
    place(of: path, in: package).flatMap { contents(of: folder.sources + "/" + $0) }
  }

  /// Called while the checkout still holds what was integrated: lays beside the report what differs from the
  /// commit's own bytes, what tests wrote anew, and what holds secrets, without these.
  static func keep(
    _ report: Report, _ order: Order, _ compiled: CompiledSources, _ masking: Masking,
    in folder: IntegrationFolder
  ) throws {
    let changes = report.commit?.changes ?? true
    let clone = OwnClone(folder: order.checkoutFolder)
    // Programs of the user's (git's filters, scripts) may have made what was compiled from what is committed.
    let isScripted = order.settings.triggers.contains { if case .before = $0.act { true } else { false } }
    let filtered = changes || isScripted ? [] : clone.filteredFiles
    let mayDiffer = changes || isScripted || !filtered.isEmpty
    let committed = { try report.commit.map { try CommitFiles(of: clone, commit: $0.id.rawValue) } }
    let files = !mayDiffer ? nil : try changes ? committed() : try? committed()
    if changes { try makeFolder(folder.sources) }
    var room = mostBytes
    // What is committed is no secret to whoever has the repository, but pages go further.
    let mayHoldSecrets = masking.isIdle ? [] : Set(report.tests.cases.compactMap(\.file))
    for path in shown(report).union(mayHoldSecrets).sorted() {
      guard let place = place(of: path, in: order.settings.package), let bytes = compiled.bytes(of: path),
        bytes.count <= room
      else { continue }
      let isAsCommitted =
        if let files, filtered.isEmpty || filtered.contains(place) {
          try files.content(of: place) == bytes
        } else { report.commit != nil }
      let masked = masking.masked(bytes)
      guard !isAsCommitted || compiled.isRewritten(path) || masked != bytes else { continue }
      room -= bytes.count
      let kept = folder.sources + "/" + masking.masked(place)
      try makeFolder((kept as NSString).deletingLastPathComponent)
      try publish(masked, as: kept)
    }
  }

  /// The files that pages may show.
  private static func shown(_ report: Report) -> Set<PackagePath> {
    let coverage = report.coverage
    var paths = Set((coverage?.targets ?? []).flatMap(\.files).map(\.path))
    paths.formUnion((coverage?.notMeasured ?? []).map(\.path))
    paths.formUnion((coverage?.excluded ?? []).map(\.path))
    paths.formUnion(report.issues.open.compactMap(\.file))
    for test in report.tests.cases where test.outcome.wentWrong {
      paths.formUnion(test.failures.compactMap(\.file))
      paths.formUnion([test.crash?.file, test.crashCaller?.file].compactMap { $0 })
    }
    return paths
  }
}
