/// What `swift package describe --type json` tells of a package.
public struct PackageDescription: Codable, Equatable, Sendable {
  public struct Target: Codable, Equatable, Sendable {
    public var name: String
    /// The name of its module.
    public var c99name: String
    /// `SwiftTarget`, `ClangTarget`, `PluginTarget`, `MacroTarget`, …
    public var moduleType: String
    /// `library`, `executable`, `test`, `plugin`, `macro`, `snippet`, `system-target`, `binary`.
    public var type: String
    /// Relative to the package.
    public var path: String
    /// Relative to `path`.
    public var sources: [String]
    /// Targets of this package.
    public var dependencies: [String]
    public var productDependencies: [String]
    /// The products that it is part of.
    public var products: [String] = []
    /// What a plugin is for; absent of all others.
    public var capability: Capability?
    /// Files and folders that it carries as they are, absolute.
    public var resources: [Resource]?

    public struct Resource: Codable, Equatable, Sendable {
      public var path: String

      public init(path: String) { self.path = path }
    }

    public struct Capability: Codable, Equatable, Sendable {
      /// `buildTool`, `command`
      public var type: String

      public init(type: String) { self.type = type }
    }

    private enum CodingKeys: String, CodingKey {
      case name, c99name, type, path, sources, resources
      case capability = "plugin_capability"
      case moduleType = "module_type"
      case dependencies = "target_dependencies"
      case productDependencies = "product_dependencies"
      case products = "product_memberships"
    }
  }

  public struct Dependency: Codable, Equatable, Sendable {
    public var identity: String
    /// Of a package on this machine, absolute.
    public var path: String?

    public init(identity: String, path: String?) { (self.identity, self.path) = (identity, path) }
  }

  public struct Product: Codable, Equatable, Sendable {
    public var name: String
    public var isExecutable: Bool
    public var isLibrary: Bool

    private enum CodingKeys: String, CodingKey { case name, type }
    private enum Kind: String, CodingKey { case executable, library, other }

    public init(name: String, isExecutable: Bool, isLibrary: Bool = false) {
      (self.name, self.isExecutable, self.isLibrary) = (name, isExecutable, isLibrary)
    }

    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      name = try values.decode(String.self, forKey: .name)
      let type = try values.nestedContainer(keyedBy: Kind.self, forKey: .type)
      (isExecutable, isLibrary) = (type.contains(.executable), type.contains(.library))
    }

    public func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encode(name, forKey: .name)
      var type = values.nestedContainer(keyedBy: Kind.self, forKey: .type)
      try type.encodeNil(forKey: isExecutable ? .executable : isLibrary ? .library : .other)
    }
  }

  public var name: String
  /// The package's folder, absolute.
  public var path: String
  public var targets: [Target]
  public var products: [Product] = []
  public var dependencies: [Dependency]

  public init(name: String, path: String, targets: [Target], dependencies: [Dependency] = []) {
    (self.name, self.path, self.targets, self.dependencies) = (name, path, targets, dependencies)
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    name = try values.decode(String.self, forKey: .name)
    path = try values.decodeIfPresent(String.self, forKey: .path) ?? ""
    targets = try values.decode([Target].self, forKey: .targets)
    dependencies = try values.decode([Dependency].self, forKey: .dependencies)
    products = try values.decodeIfPresent([Product].self, forKey: .products) ?? []
  }
}

extension PackageDescription {
  /// Where the package manager looks for a file that gives the tests their beginning; no target has it.
  public static let testEntries = ["Tests/", ""].flatMap { folder in
    ["XCTMain", "LinuxMain"].map { PackagePath("\(folder)\($0).swift") }
  }

  /// Whether there may be errors in sources of test targets and nowhere else. Files are relative to the
  /// package. What has no place, as what the linker says of a test program, may be wrong anywhere.
  public func mayHaveErrorsInTestsAlone(_ errors: [Diagnostic]) -> Bool {
    let tests = Set(targets.filter(\.isTest).flatMap(\.packagePaths) + Self.testEntries)
    let others = Set(targets.filter { !$0.isTest }.flatMap(\.packagePaths))
    return !errors.isEmpty
      && errors.allSatisfy { error in
        guard let file = error.file.map({ PackagePath($0) }) else { return true }
        // As it calls what a macro was expanded to.
        if error.column == nil, file.rawValue.hasPrefix("/") { return true }
        return Self.isMadeForTests(file) || tests.contains(file) && !others.contains(file)
      }
  }

  /// In the build folder the package manager writes what gives the tests their beginning.
  private static func isMadeForTests(_ file: PackagePath) -> Bool {
    let folders = file.rawValue.split(separator: "/").dropLast()
    return folders.contains {
      $0.hasSuffix("PackageDiscoveredTests.derived") || $0.hasSuffix("PackageTests.derived")
    }
  }
}

extension PackageDescription.Target {
  public init(
    name: String, moduleType: String = "SwiftTarget", type: String = "library", path: String,
    sources: [String], dependencies: [String] = []
  ) {
    self.name = name
    c99name = name
    (self.moduleType, self.type, self.path) = (moduleType, type, path)
    (self.sources, self.dependencies) = (sources, dependencies)
    productDependencies = []
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    name = try values.decode(String.self, forKey: .name)
    c99name = try values.decodeIfPresent(String.self, forKey: .c99name) ?? name
    moduleType = try values.decodeIfPresent(String.self, forKey: .moduleType) ?? ""
    type = try values.decodeIfPresent(String.self, forKey: .type) ?? "library"
    path = try values.decodeIfPresent(String.self, forKey: .path) ?? ""
    sources = try values.decode([String].self, forKey: .sources)
    dependencies = try values.decode([String].self, forKey: .dependencies)
    productDependencies = try values.decode([String].self, forKey: .productDependencies)
    products = try values.decodeIfPresent([String].self, forKey: .products) ?? []
    capability = try values.decodeIfPresent(PackageDescription.Target.Capability.self, forKey: .capability)
    resources = try values.decodeIfPresent([PackageDescription.Target.Resource].self, forKey: .resources)
  }

  /// Its sources, relative to the package.
  public var packagePaths: [PackagePath] {
    let folder = PackageDescription.normal(path)
    return sources.map { PackagePath(folder.isEmpty ? $0 : folder + "/" + $0) }
  }

  public var isTest: Bool { type == "test" }
  public var isPlugin: Bool { type == "plugin" }
  public var isSnippet: Bool { type == "snippet" }
  public var isClang: Bool { moduleType == "ClangTarget" }
  public var isSystemLibrary: Bool { type == "system-target" }

  /// Whether its sources are the package's own code that tests can reach.
  public var isMeasured: Bool { ["library", "executable", "macro"].contains(type) }
}

extension PackageDescription {
  /// Every target with the name of its module, for finding a file that is told as `Module/File.swift`.
  public var sourceMapTargets: [(module: String, path: String, sources: [String])] {
    targets.map { ($0.c99name, $0.path, $0.sources) }
  }

  /// The targets that some test target is linked with, in one step or more; what a plugin runs is not.
  public var testedTargets: Set<String> {
    reached(from: targets.filter(\.isTest).flatMap(\.dependencies))
  }

  /// Libraries that tests use and nothing else of a package that says which libraries it makes.
  public var targetsForTestsAlone: Set<String> {
    guard products.contains(where: \.isLibrary) else { return [] }
    let others = targets.filter { !$0.isTest && ($0.type != "library" || !$0.products.isEmpty) }.map(\.name)
    return testedTargets.subtracting(reached(from: others))
  }

  /// What runs while others are built, with all that it is made with: it decides what these say. What people
  /// call by hand, a plugin for commands, does not.
  public var targetsThatMakeSources: [Target] {
    let makers = targets.filter { $0.isPlugin && $0.capability?.type != "command" || $0.type == "macro" }
    let names = reached(from: makers.flatMap { [$0.name] + $0.dependencies })
    return targets.filter { names.contains($0.name) }
  }

  /// These targets and all that they are made with.
  public func reached(from names: [String]) -> Set<String> {
    let byName = Dictionary(targets.map { ($0.name, $0) }) { a, _ in a }
    var reached: Set<String> = []
    var waiting = names
    while let name = waiting.popLast() {
      guard let target = byName[name], !target.isPlugin, reached.insert(name).inserted else { continue }
      waiting += target.dependencies
    }
    return reached
  }

  /// A relative path without `.` and without empty parts.
  public static func normal(_ path: String) -> String {
    path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }
}
