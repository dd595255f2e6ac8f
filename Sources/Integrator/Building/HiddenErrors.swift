import Model

/// Build errors that the compiler comes to only where all of a module has its types: that nothing is told of
/// them while it stops before says nothing.
struct HiddenErrors {
  private let files: Set<PackagePath>

  /// - Parameters:
  ///   - open: what is known from before.
  ///   - told: what the compiler said this time.
  ///   - folder: of the package.
  init(_ open: [Issue], told: [Diagnostic], _ targets: [PackageDescription.Target], in folder: String) {
    let late = open.filter { $0.kind.isBuildError && Self.isLate($0.message) }.compactMap(\.file)
    let early = told.filter { $0.severity == .error && !Self.isLate($0.message) }.compactMap(\.file)
      .map { $0.hasPrefix(folder + "/") ? String($0.dropFirst(folder.count + 1)) : $0 }
    let stopped = targets.map(\.path).filter { path in early.contains { StoppedTargets.lies($0, in: path) } }
    files = Set(late.filter { file in stopped.contains { StoppedTargets.lies(file.rawValue, in: $0) } })
  }

  func have(_ file: PackagePath) -> Bool { files.contains(file) }

  private static let signs = [
    "missing return in ", "before being initialized", "without initializing all stored properties",
    "used before 's", "used before self", "isn't called on all paths", "overlapping accesses",
    "results in an overflow", "overflows when stored", "division by zero", "escaping closure captures",
    "body must not fall through", "risks causing data races", "may only be initialized once",
    "consumed more than once", "used after consume", "cannot be consumed", "never initialized",
    "must be initialized before", "sending '", "cannot access self", "infinite recursion",
  ]

  private static func isLate(_ message: String) -> Bool { signs.contains(where: message.contains) }
}
