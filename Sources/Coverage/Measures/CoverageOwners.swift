internal import Model

/// Tells which target of a package a file belongs to, and why a file is not measured.
struct CoverageOwners {
  private struct Folder {
    var path: String
    var target: PackageDescription.Target
    var sources: Set<PackagePath>
  }

  /// The longest path first: the target that a file is nearest to owns it.
  private let folders: [Folder]
  /// Absolute, with a slash at the end: as given, and as the package manager tells it.
  private let roots: [String]
  /// Folders of other packages inside of this one.
  private let foreign: [String]
  private let package: PackageDescription

  init(_ package: PackageDescription, folder: String) {
    self.package = package
    let roots = Set([folder, package.path].filter { !$0.isEmpty }.map { Self.closed($0) })
    self.roots = roots.sorted { $0.count > $1.count }
    folders = package.targets.map {
      Folder(path: PackageDescription.normal($0.path), target: $0, sources: Set($0.packagePaths))
    }.sorted { $0.path.utf8.count > $1.path.utf8.count }
    foreign = package.dependencies.compactMap(\.path).flatMap { path in
      roots.filter { Self.closed(path).hasPrefix($0) }.map { String(Self.closed(path).dropFirst($0.count)) }
    }.filter { !$0.isEmpty }
  }

  private static func closed(_ folder: String) -> String {
    folder.hasSuffix("/") ? folder : folder + "/"
  }

  /// The path inside of the package.
  func path(of name: String) -> String? {
    roots.first { name.hasPrefix($0) }.map { String(name.dropFirst($0.count)) }
  }

  /// The path inside of the package and the target, for a file that is measured.
  func owner(of name: String) -> (path: PackagePath, target: PackageDescription.Target)? {
    guard let path = path(of: name) else { return nil }
    guard !path.hasPrefix(".build/"), !foreign.contains(where: { path.hasPrefix($0) }) else { return nil }
    let near = folders.filter { $0.path.isEmpty || path.hasPrefix($0.path + "/") }
    // Targets may share a folder and part its sources; else the nearest folder says whose it is.
    guard let owner = near.first(where: { $0.sources.contains(PackagePath(path)) }) ?? near.first,
      owner.target.isMeasured
    else { return nil }
    let isSource = owner.sources.contains(PackagePath(path))
    // Only C includes other files of its folder; any other Swift file there was made by a plugin.
    guard isSource || owner.target.isClang else { return nil }
    return (PackagePath(path), owner.target)
  }

  /// The name of the target that has this source.
  func target(of path: PackagePath) -> String? { folders.first { $0.sources.contains(path) }?.target.name }

  /// The sources that have nothing to measure, each with the reason.
  func absent(from measured: Set<PackagePath>) -> [NotMeasured] {
    let tested = package.testedTargets
    return package.targets.flatMap { target -> [NotMeasured] in
      guard target.isMeasured || target.isPlugin || target.isSnippet else { return [] }
      let paths = target.packagePaths
      let why = reason(
        target, isTested: tested.contains(target.name), isSeen: !measured.isDisjoint(with: paths))
      return paths.filter { !measured.contains($0) }.map { NotMeasured(path: $0, why: why) }
    }
  }

  private func reason(_ target: PackageDescription.Target, isTested: Bool, isSeen: Bool) -> String {
    if target.isPlugin { return "a plugin is not instrumented" }
    if isSeen { return "nothing in it can be executed" }
    if target.type == "macro" { return "a macro runs inside of the compiler" }
    if !isTested { return "no test links this target" }
    return target.isClang
      ? "it was compiled without coverage" : "nothing of it that can be executed is in the test program"
  }
}
