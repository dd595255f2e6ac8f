import Coverage
public import Model
internal import Threads

extension CoverageDetailFile {
  /// Which of the files that both measured are the same to the last byte, and the lines of these that only
  /// one of the two ran. Of a file whose source was not marked nothing is said.
  public func compared(with before: CoverageDetailFile) -> (
    same: Set<PackagePath>, otherLines: [OtherLines.File]
  ) {
    let both = paths.filter { before.paths.contains($0) }.sorted()
    let found = Parallel.map(both) { path -> (path: PackagePath, other: OtherLines.File?)? in
      guard let file = file(path), let old = before.file(path), let source = file.source,
        source == old.source
      else { return nil }
      return (path, .of(file, before: old))
    }.compactMap { $0 }
    return (Set(found.map(\.path)), found.compactMap(\.other))
  }
}
