import Files
import Foundation
import Model
import Words

/// What a build is made from besides the sources that the build system itself looks at again: the toolchain,
/// arguments, the environment, manifests, headers, module maps, and whatever macros and plugins are made of
/// or may read. Where any of it is another than in the last build, Bothy builds clean.
struct BuildInputs {
  /// Each input by name, with a mark of what it is now.
  let marks: [String: String]
  private let file: String

  init(_ package: PackageDescription, _ toolchain: Toolchain, at workbench: Workbench) {
    let order = workbench.order
    file = order.buildFolder + "/bothy-inputs"
    var marks = [
      "the toolchain": ContentMark(
        "\(toolchain.swift) \(ToolchainFinder.key(of: toolchain.swift)) \(toolchain.version)"
      ).text,
      "the arguments of the build": ContentMark(workbench.arguments(toolchain).joined(separator: "\n")).text,
      "the targets": ContentMark(
        package.targets.map { "\($0.name) \($0.type) \($0.path)" }.sorted().joined(separator: "\n")
      ).text,
    ]
    let chosen = workbench.settings.environment.merging(workbench.secrets.values) { $1 }
    for (name, value) in workbench.environment() where chosen[name] != nil || LastingVariables.has(name) {
      marks["the variable \(name)"] = ContentMark(value).text
    }
    let sources = BuildSources(package, at: workbench)
    for found in FileStanding.all(below: order.checkoutFolder, most: .max, skipping: Self.isSkipped) ?? []
    where found.isLink || sources.isInput(found.name) {
      marks[found.name] = Self.mark(of: order.checkoutFolder + "/" + found.name, isLink: found.isLink)
    }
    let outside = OutsidePackages(buildFolder: order.buildFolder, checkoutFolder: order.checkoutFolder)
    for path in outside.files { marks[path] = Self.mark(of: path, isLink: false) }
    let manifests = OpenManifest.manifests(in: workbench.packageFolder)
    marks["the libraries that pkg-config knows"] =
      PkgConfigFiles(
        manifests: manifests.map { String(decoding: $0, as: UTF8.self) },
        environment: workbench.environment(),
        buildArguments: workbench.settings.buildArguments
      ).mark
    self.marks = marks
  }

  /// Two integrations of one commit are alike only where it is the same.
  var text: String {
    var mark = ContentMark()
    for (name, value) in marks.sorted(by: { $0.key < $1.key }) {
      mark.add(name)
      mark.add(value)
    }
    return mark.short
  }

  /// What is not as it was in the last build; empty where all is, or nobody wrote it down.
  var changed: [String] {
    guard let bytes = contents(of: file),
      let former = try? JSONDecoder().decode([String: String].self, from: Data(bytes))
    else { return [] }
    return Set(marks.keys).union(former.keys).filter { marks[$0] != former[$0] }.sorted()
  }

  /// Before the build: one that is cut off has read them.
  func keep() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    try publish([UInt8](encoder.encode(marks)), as: file)
  }

  /// "Package.swift and 2 others are not those of the last build."
  static func sentence(_ changed: [String]) -> String {
    let others = changed.count - 1
    let rest = others == 0 ? " is" : others == 1 ? " and \(changed[1]) are" : " and \(others) others are"
    return "Bothy built clean, because \(changed[0])\(rest) not as in the last build."
  }

  private static func isSkipped(_ name: String) -> Bool {
    [".git", ".build", ".swiftpm"].contains(name.split(separator: "/").last ?? "")
  }

  private static let mostBytes = 1 << 20

  /// Of a large file, and of what a link leads to, not what is in it but when it was changed.
  private static func mark(of path: String, isLink: Bool) -> String {
    guard let facts = FileFacts(path) else { return "nothing" }
    if isLink {
      let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      let inside = facts.isFolder ? FileStanding.all(below: target, most: 20_000) : []
      var mark = ContentMark("\(target) \(facts.isFolder ? "" : facts.stamp)")
      // Of so many it is not known whether they are what they were.
      mark.add(inside == nil ? UUID().uuidString : "")
      for found in inside ?? [] { mark.add("\(found.name) \(found.numbers)") }
      return mark.text
    }
    guard facts.size <= mostBytes, let bytes = contents(of: path) else { return facts.stamp }
    return ContentMark(bytes).text
  }
}

/// Which files of a checkout the build system does not look at again by itself.
private struct BuildSources {
  /// Folders of which everything counts, from the top of the checkout.
  private let whole: [String]
  /// A macro, a plugin or the manifest may read any file.
  private let readsAny: Bool

  init(_ package: PackageDescription, at workbench: Workbench) {
    let (root, checkout) = (workbench.packageFolder, workbench.order.checkoutFolder)
    let inner = root == checkout ? "" : root.dropFirst(checkout.count + 1) + "/"
    func folder(_ target: PackageDescription.Target) -> String {
      let path = PackageDescription.normal(target.path)
      return inner + (path.isEmpty ? "" : path + "/")
    }
    let makers = package.targets.filter { $0.type == "macro" || $0.isPlugin }
    let reached = package.reached(from: makers.map(\.name))
    whole = package.targets.filter {
      reached.contains($0.name) || $0.isSystemLibrary || $0.type == "binary"
    }.map(folder)
    let manifests = OpenManifest.manifests(in: root)
    readsAny =
      !makers.isEmpty || workbench.hasOpenManifest || manifests.contains { $0.holds("unsafeFlags") }
  }

  func isInput(_ name: String) -> Bool {
    let last = String(name.split(separator: "/").last ?? "")
    if last.hasPrefix("Package"), last.hasSuffix(".swift") || last.hasSuffix(".resolved") { return true }
    if whole.contains(where: name.hasPrefix) { return true }
    let ending = (last as NSString).pathExtension.lowercased()
    if Self.sources.contains(ending) { return false }
    return Self.endings.contains(ending) || readsAny && ending != "md"
  }

  private static let sources: Set = ["swift", "c", "cc", "cpp", "cxx", "m", "mm", "s"]
  private static let endings: Set = [
    "h", "hh", "hpp", "hxx", "inc", "def", "ipp", "tcc", "inl", "modulemap", "apinotes", "pc", "rsp", "resp",
    "swiftinterface", "swiftmodule", "o", "a", "so", "ld", "lds", "map",
  ]
}
