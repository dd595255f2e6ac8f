/// Sources that were measured, or told as not, and stand there in no target any more: nothing else would tell
/// of them.
public enum StrayedSources {
  private static let why = "no target any more: Package.swift gives it to none"

  public static func among(
    before: CoverageReport?, now: CoverageReport, _ package: PackageDescription,
    isThere: (PackagePath) -> Bool
  ) -> [NotMeasured] {
    guard let before else { return [] }
    let counted = before.targets.flatMap(\.files).filter { $0.lines.executable > 0 }.map(\.path)
    let known = before.notMeasured.filter { !UncountedChanges.isOne($0) }.map(\.path)
    var told = Set(now.targets.flatMap(\.files).map(\.path))
    told.formUnion(now.notMeasured.map(\.path) + now.excluded.map(\.path))
    told.formUnion(package.targets.flatMap(\.packagePaths))
    return Set(counted + known).subtracting(told).filter(isThere).sorted()
      .map { NotMeasured(path: $0, why: why) }
  }
}
