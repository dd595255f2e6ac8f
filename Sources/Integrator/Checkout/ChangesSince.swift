import Coverage
import Explaining
import Files
import Git
import Model
import Words

/// Which lines of what was checked out are new or different, for the pages to show them first.
struct ChangesSince {
  let order: Order
  let clone: OwnClone

  /// Never stops an integration: what can't be had is told in a sentence.
  func found(_ commit: CommitID, changes: Bool) throws -> Changes {
    var found = try foundSince(commit, changes: changes)
    guard let base = order.changesBase else { return found }
    if base.commit == found.since?.commit {
      found.details?.base = base
      let note = found.note
      found.details?.note = note
    } else if let lines = try? clone.changedLines(
      since: base.commit.rawValue, upTo: changes ? nil : commit.rawValue), !lines.changes.isEmpty
    {
      let (files, note) = inPackage(lines, since: base.commit)
      found.details = shown(lines, files, base)
      found.details?.note = lines.isCut ? Self.cut : note
    }
    return found
  }

  private static let cut = "So much changed that only a part of it was compared."

  private func shown(
    _ lines: ChangedLines, _ inPackage: [ChangedFile], _ base: ChangesShown.Base? = nil
  ) -> ChangesShown {
    let files = lines.changes.map { change in
      FileChange(
        ChangedFiles.File(change), path: path(change.path),
        hunks: change.hunks.map { .init(old: $0.old, new: $0.new, lines: $0.lines) }, isCut: change.isCut)
    }
    return ChangesShown(base: base, lines: inPackage, files: files)
  }

  private func foundSince(_ commit: CommitID, changes: Bool) throws -> Changes {
    guard let since = order.changedSince(commit, hasChanges: changes) else {
      let isFirst = order.baseline == nil
      return Changes(
        since: nil, files: [],
        note: isFirst
          ? "There is no earlier integration\(order.branch == nil ? "" : " of this branch") to compare with."
          : "No earlier integration of this branch ran its tests to their end and was measured at a commit: "
            + "there is none to compare with."
      )
    }
    do {
      let lines = try clone.changedLines(
        since: since.commit.rawValue, upTo: changes ? nil : commit.rawValue)
      let (files, note) = inPackage(lines, since: since.commit)
      var found = Changes(
        since: since, files: files,
        note: lines.isCut ? Self.cut : note)
      found.details = shown(lines, files)
      return found
    } catch let error as GitError {
      return Changes(
        since: since, files: [], note: "What changed could not be told: \(error.doing): \(error.wrong).")
    }
  }

  /// With what git lists no lines of; the note tells what is not known.
  private func inPackage(_ lines: ChangedLines, since commit: CommitID) -> (
    files: [ChangedFile], note: String?
  ) {
    let data = lines.changes.filter { $0.isBinary && $0.kind != .removed }.map(\.path)
    let sources = UnlistedSources(checkout: order.checkoutFolder) {
      try CommitFiles(of: clone, commit: commit.rawValue)
    }
    let unlisted: UnlistedSources.Found
    do { unlisted = try sources.changed(data: data) } catch {
      let why = Explanation(error, doing: "comparing sources").wrong.ended
      return (
        lines.files.compactMap(inPackage),
        "What changed behind links, in submodules and in what git takes for data is not known: \(why)"
      )
    }
    let names = Set(unlisted.files.map(\.path))
    let all = lines.files.filter { !names.contains($0.path) } + unlisted.files
    let note = unlisted.unknown.first.map {
      "What changed in \($0) is not known: what it held before cannot be read."
    }
    return (all.sorted { $0.path < $1.path }.compactMap(inPackage), note)
  }

  private func inPackage(_ file: ChangedLines.File) -> ChangedFile? {
    guard let path = path(file.path) else { return nil }
    let changed = ChangedFile(path: path, lines: file.lines.map { [$0.lowerBound, $0.upperBound] })
    let place = order.checkoutFolder + "/" + file.path
    guard !changed.lines.isEmpty, let facts = FileFacts(place), facts.isRegular, facts.size <= Self.mostBytes,
      let source = contents(of: place)
    else { return changed }
    return changed.lookedThrough(source)
  }

  /// Of more it is not asked which lines hold code.
  private static let mostBytes = 8 << 20

  private func path(_ path: String) -> PackagePath? {
    let folder = order.settings.package == "." ? "" : order.settings.package + "/"
    return path.hasPrefix(folder) ? PackagePath(String(path.dropFirst(folder.count))) : nil
  }
}

extension ChangedFiles.File {
  init(_ file: FileDifference) {
    let kind: Kind =
      switch file.kind {
      case .added: .added
      case .modified: .modified
      case .removed: .removed
      case .renamed: .renamed
      }
    self.init(
      path: file.path, from: file.from, kind: kind, added: file.added, removed: file.removed,
      isBinary: file.isBinary)
  }
}
