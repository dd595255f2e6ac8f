/// The lines that differ from what an integration is compared with.
public struct Changes: Codable, Equatable, Sendable {
  /// What changed files are compared with.
  public struct Since: Codable, Equatable, Sendable {
    /// The integration. Null when it is the commit below uncommitted changes.
    @Nullable public var integration: IntegrationNumber?
    /// The commit.
    public var commit: CommitID
    /// That integration had uncommitted changes, which are not kept.
    @Nullable public var hadChanges: Bool?

    public init(integration: IntegrationNumber?, commit: CommitID, hadChanges: Bool? = nil) {
      (self.integration, self.commit, self.hadChanges) = (integration, commit, hadChanges)
    }
  }

  /// What they are compared with. Null when there is nothing, and `note` says why.
  @Nullable public var since: Since?
  /// The changed files.
  public var files: [ChangedFile]
  /// Why `files` is empty or not complete.
  @Nullable public var note: String?
  /// On its way to a file of its own.
  public var details: ChangesShown?

  private enum CodingKeys: String, CodingKey { case since, files, note }

  public init(since: Since?, files: [ChangedFile], note: String?) {
    (self.since, self.files, self.note) = (since, files, note)
  }
}

/// A file with changed lines.
public struct ChangedFile: Codable, Equatable, Sendable {
  /// Its path.
  public var path: PackagePath
  /// The changed lines as ranges, in order.
  public var lines: [[Int]]
  /// The ranges that hold only comments and blank lines. Null when that is not known.
  @Nullable public var withoutCode: [[Int]]?
  /// How many other changed lines are executable. Null when that is not known.
  @Nullable public var executable: Int?

  public init(path: PackagePath, lines: [[Int]]) { (self.path, self.lines) = (path, lines) }

  public func contains(_ line: Int) -> Bool { Self.contains(line, lines) }

  /// Whether it changed and holds code.
  public func requires(_ line: Int) -> Bool {
    contains(line) && !Self.contains(line, withoutCode ?? [])
  }

  /// Its lines that hold code, as far as that is known.
  public var required: [[Int]] {
    var rest: [[Int]] = []
    var gaps = (withoutCode ?? []).filter { $0.count == 2 }[...]
    for range in lines where range.count == 2 {
      var first = range[0]
      while let gap = gaps.first, gap[0] <= range[1] {
        if first < gap[0] { rest.append([first, gap[0] - 1]) }
        first = max(first, gap[1] + 1)
        gaps.removeFirst()
      }
      if first <= range[1] { rest.append([first, range[1]]) }
    }
    return rest
  }

  private static func contains(_ line: Int, _ ranges: [[Int]]) -> Bool {
    ranges.contains { $0.count == 2 && $0[0] <= line && line <= $0[1] }
  }
}

extension Changes {
  /// Whether lines of one of these sources changed that hold code, as far as that is known.
  public func hold(linesOf sources: [PackagePath]) -> Bool {
    let known = Set(sources)
    return files.contains { known.contains($0.path) && !$0.required.isEmpty }
  }

  /// Whether any line that is measured is new or different: what all that is told of changed lines is about.
  public func areMeasured(by coverage: CoverageReport) -> Bool {
    let changed = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
    return coverage.targets.flatMap(\.files).contains { file in
      guard let lines = changed[file.path] else { return false }
      if let executable = lines.executable { return executable > 0 }
      let marked = Set(file.unreachable.filter { $0.found == .unreachable }.map(\.line))
      return lines.required.contains { range in
        range[0] <= range[1] && !(range[0]...range[1]).allSatisfy(marked.contains)
      }
    }
  }
}

extension Order {
  /// What the lines of a commit, or of the working tree on it, are compared with. Where it is required that
  /// they ran, never with what was measured of that commit itself, with changes or without: a second run
  /// would find nothing changed. The first integration of a working tree tells at least of what is not
  /// committed.
  public func changedSince(_ commit: CommitID, hasChanges: Bool) -> Changes.Since? {
    if let measured = baseline?.measured {
      return measured.commit == commit ? measuredBefore ?? elsewhere(than: commit) ?? measured : measured
    }
    if let other = elsewhere(than: commit) { return other }
    if !settings.coverage.enabled, let baseline, let old = baseline.commit {
      return Changes.Since(integration: baseline.integration, commit: old, hadChanges: baseline.hadChanges)
    }
    return hasChanges ? Changes.Since(integration: nil, commit: commit) : nil
  }

  private func elsewhere(than commit: CommitID) -> Changes.Since? {
    measuredElsewhere?.first { $0.commit != commit }
  }
}
