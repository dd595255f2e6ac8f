/// Changed files with code that no target counts and nobody else tells of: what headers of C hold runs in
/// what includes them, and what a package within this one holds is counted nowhere.
public enum UncountedChanges {
  private static let sources = ["swift", "c", "cc", "cpp", "cxx", "m", "mm", "s", "S"]

  private static let ofHeader = "a header is not counted, nor what includes it"
  private static let ofPackage = "it is of the package "

  /// They stand in no target, and never did.
  static func isOne(_ row: NotMeasured) -> Bool { row.why == ofHeader || row.why.hasPrefix(ofPackage) }

  public static func among(
    _ changes: Changes, _ coverage: CoverageReport, _ package: PackageDescription
  ) -> [NotMeasured] {
    var told = Set(coverage.targets.flatMap(\.files).map(\.path))
    told.formUnion(coverage.notMeasured.map(\.path) + coverage.excluded.map(\.path))
    told.formUnion(package.targets.flatMap(\.packagePaths))
    return changes.files.filter { !$0.required.isEmpty && !told.contains($0.path) }.compactMap { file in
      why(file.path, package).map { NotMeasured(path: file.path, why: $0) }
    }
  }

  private static func why(_ path: PackagePath, _ package: PackageDescription) -> String? {
    let ending = String(path.rawValue.split(separator: ".").last ?? "")
    let isRead = sources.contains(ending) || HeaderWarning.endings.contains(ending)
    for beside in package.dependencies where isRead {
      guard let folder = beside.path, folder.hasPrefix(package.path + "/") else { continue }
      let own = String(folder.dropFirst(package.path.count + 1)) + "/"
      guard path.rawValue.hasPrefix(own) else { continue }
      let inside = path.rawValue.dropFirst(own.count)
      // Its manifest and its tests run elsewhere.
      let isOther = inside.hasPrefix("Package") || inside.hasPrefix("Tests/")
      return isOther ? nil : "\(ofPackage)\(beside.identity), of which nothing is counted here"
    }
    let isOfC = package.targets.contains { target in
      (target.isClang && !target.isTest || target.isSystemLibrary)
        && path.rawValue.hasPrefix(PackageDescription.normal(target.path) + "/")
    }
    return isOfC && HeaderWarning.endings.contains(ending) ? ofHeader : nil
  }
}
