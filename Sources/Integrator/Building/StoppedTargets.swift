import Model

/// The targets in which the compiler ended before it looked into any source, as one of them imports a module
/// that cannot be loaded: that nothing is told of the others says nothing.
struct StoppedTargets {
  private let folders: [String]

  /// - Parameter folder: of the package.
  init(_ diagnostics: [Diagnostic], _ targets: [PackageDescription.Target], in folder: String) {
    let files = diagnostics.filter { $0.severity == .error && Self.stops($0.message) }.compactMap(\.file)
      .map { $0.hasPrefix(folder + "/") ? String($0.dropFirst(folder.count + 1)) : $0 }
    folders = targets.map(\.path).filter { path in files.contains { Self.lies($0, in: path) } }
  }

  func have(_ file: PackagePath) -> Bool { folders.contains { Self.lies(file.rawValue, in: $0) } }

  static func lies(_ file: String, in folder: String) -> Bool {
    folder == "." || folder.isEmpty || file.hasPrefix(folder + "/")
  }

  private static let beginnings = [
    "no such module", "missing required module", "could not build ", "failed to build module",
    "unable to load ", "cannot load ", "failed to load ", "module compiled with ", "compiled module ",
    "module file ", "malformed ",
  ]

  private static func stops(_ message: String) -> Bool {
    beginnings.contains { message.hasPrefix($0) }
      || message.hasPrefix("module '") && message.contains(" cannot be imported")
  }
}
