/// The changed sources that a test may execute.
public struct ChangedSources: Codable, Equatable, Sendable {
  /// Their paths in the repository.
  public var files: [String]
  /// They were executed by the test earlier. Otherwise the test could only reach them.
  public var isMapped: Bool
  /// Changed code outside of the package. Left out when there is none.
  public var besides: [String]?

  public init(files: [String], isMapped: Bool) { (self.files, self.isMapped) = (files, isMapped) }

  private static let most = 100

  /// - Parameters:
  ///   - executed: by the map; nil where that does not know the test.
  ///   - sources: those that its target may reach and are no tests; nil where the package is not known.
  ///   - besides: those of no target.
  public init?(
    _ changed: some Sequence<String>, executed: Set<String>?, sources: Set<String>?, besides: Set<String> = []
  ) {
    guard let reached = executed ?? sources else { return nil }
    self.init(
      files: Array(Set(changed).intersection(reached).sorted().prefix(Self.most)), isMapped: executed != nil)
    self.besides = besides.isEmpty ? nil : Array(besides.sorted().prefix(Self.most))
  }
}

extension PackageDescription {
  private static let languages: Set<Substring> = [
    "swift", "c", "cc", "cpp", "cxx", "m", "mm", "h", "hpp", "s", "S",
  ]

  /// Whether a file is a source that tests of this target may execute, also where it is there no more: of
  /// what they are linked with, of a program, which they may start, or of what makes sources.
  public func isSource(_ file: PackagePath, thatMayRunIn tests: String) -> Bool {
    guard let owner = owner(of: file), !owner.isTest else { return false }
    guard owner.type == "library",
      let test = targets.first(where: { $0.isTest && [$0.name, $0.c99name].contains(tests) })
    else { return true }
    let others = targets.filter { !$0.isTest && $0.type != "library" }.flatMap { [$0.name] + $0.dependencies }
    return reached(from: test.dependencies + others).contains(owner.name)
  }

  /// Whether it is code, by its name.
  public static func isCode(_ path: String) -> Bool {
    let parts = path.split(separator: ".")
    return parts.count > 1 && parts.last.map(languages.contains) ?? false
  }

  public func isOfNoTarget(_ file: PackagePath) -> Bool {
    Self.isCode(file.rawValue) && owner(of: file) == nil
  }

  /// The target in whose folder a source lies.
  private func owner(of file: PackagePath) -> Target? {
    guard Self.isCode(file.rawValue) else { return nil }
    let owners = targets.filter { target in
      let folder = Self.normal(target.path)
      return folder.isEmpty || file.rawValue.hasPrefix(folder + "/")
    }
    return owners.max { Self.normal($0.path).count < Self.normal($1.path).count }
  }
}
