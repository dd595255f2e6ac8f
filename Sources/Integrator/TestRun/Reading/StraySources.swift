import Files
import Model
import Threads

/// Sources of tests that lie among the package's and in none of its targets, so that nobody builds them.
enum StraySources {
  /// What is larger was made by a program.
  private static let mostBytes = 1 << 20
  private static let conventional = "Tests"

  /// Each with the test target whose folder it lies in, or one without a name.
  static func all(
    of package: PackageDescription, in folder: String, _ conditions: BuildConditions
  ) -> [TestSource] {
    let nobodys = PackageDescription.Target(name: "", type: "test", path: "", sources: [])
    return Parallel.map(paths(of: package, in: folder)) { path -> TestSource? in
      let place = folder + "/" + path.rawValue
      guard FoundFile(at: place).kind == .regular, (FileFacts(place)?.size ?? .max) <= mostBytes,
        let bytes = contents(of: place), bytes.holds("XCTest") || bytes.holds("Testing")
      else { return nil }
      let owner = package.targets.first { $0.isTest && $0.encloses(path) }
      return TestSource(
        file: path, target: owner ?? nobodys,
        declarations: TestDeclarations(bytes, conditions: owner.map(conditions.within) ?? conditions))
    }.compactMap(\.self)
  }

  /// Not what a target has, as a source or as it is; nor what belongs to a package further down.
  static func paths(of package: PackageDescription, in folder: String) -> [PackagePath] {
    let names = sources(of: package, in: folder)
    let carried = package.targets.flatMap { $0.resources ?? [] }.map(\.path)
    let inner = names.filter(isManifest).map { "\(folder)/\($0.folder)" }
    let whole = Set(carried + inner)
    let owned = Set(package.targets.flatMap(\.packagePaths) + PackageDescription.testEntries)
    return names.map { PackagePath($0) }.filter { path in
      !owned.contains(path) && !isWithin(whole, folder + "/" + path.rawValue)
    }
  }

  /// All that lie where tests are looked for, sorted.
  private static func sources(of package: PackageDescription, in folder: String) -> [String] {
    let own = package.targets.filter(\.isTest).map { PackageDescription.normal($0.path) }
    var found: Set<String> = []
    for root in Set([conventional] + own) where !root.isEmpty {
      let names = FileTree.names(below: folder + "/" + root, skipping: [".build", ".git"])
      for name in names where name.hasSuffix(".swift") { found.insert(root + "/" + name) }
    }
    return found.sorted()
  }

  private static func isWithin(_ places: Set<String>, _ path: String) -> Bool {
    var path = path
    while !path.isEmpty {
      if places.contains(path) { return true }
      path = path.folder
    }
    return false
  }

  private static func isManifest(_ name: String) -> Bool {
    let last = name.split(separator: "/").last ?? ""
    return last == "Package.swift" || last.hasPrefix("Package@swift-")
  }
}

extension String {
  fileprivate var folder: String { lastIndex(of: "/").map { String(self[..<$0]) } ?? "" }
}

extension PackageDescription.Target {
  fileprivate func encloses(_ file: PackagePath) -> Bool {
    let folder = PackageDescription.normal(path)
    return !folder.isEmpty && file.rawValue.hasPrefix(folder + "/")
  }
}
