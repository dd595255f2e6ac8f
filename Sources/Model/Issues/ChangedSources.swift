/// Which of the sources that several commits changed a test may execute.
public struct ChangedSources: Codable, Equatable, Sendable {
  /// From the top of the repository.
  public var files: [String]
  /// A map of who tests what says so; else they are all that are no test's own.
  public var isMapped: Bool

  public init(files: [String], isMapped: Bool) { (self.files, self.isMapped) = (files, isMapped) }

  private static let most = 100

  /// - Parameters:
  ///   - executed: by the map; nil where that does not know the test.
  ///   - sources: those of the package that are no tests; nil where the package is not known.
  public init?(_ changed: some Sequence<String>, executed: Set<String>?, sources: Set<String>?) {
    guard let reached = executed ?? sources else { return nil }
    self.init(
      files: Array(Set(changed).intersection(reached).sorted().prefix(Self.most)), isMapped: executed != nil)
  }
}

extension PackageDescription {
  private static let languages: Set<Substring> = [
    "swift", "c", "cc", "cpp", "cxx", "m", "mm", "h", "hpp", "s", "S",
  ]

  /// Whether a file is a source of a target that is no test, also where it is there no more.
  public func isSourceOfNoTest(_ file: PackagePath) -> Bool {
    let parts = file.rawValue.split(separator: ".")
    guard parts.count > 1, let language = parts.last, Self.languages.contains(language) else { return false }
    let owners = targets.filter { target in
      let folder = Self.normal(target.path)
      return folder.isEmpty || file.rawValue.hasPrefix(folder + "/")
    }
    let owner = owners.max { Self.normal($0.path).count < Self.normal($1.path).count }
    return owner.map { !$0.isTest } ?? false
  }
}
