import Files
import Foundation
import Model
import Words

/// Laid on what was built: as long as it holds, `swift build` would look at everything and do nothing. It
/// breaks with anything that the package manager looks at, and with more: any file of the checkout, but what
/// is for people alone, or of the build folder that was touched, another variable, argument or toolchain.
/// There is none where a build reads, or does, what can't be seen from here.
struct BuildSeal {
  let workbench: Workbench
  let toolchain: Toolchain
  let package: PackageDescription
  /// What swift is asked to build.
  let words: [String]

  private var buildFolder: String { workbench.order.buildFolder }
  private var checkout: String { workbench.order.checkoutFolder }
  private var file: String { buildFolder + "/bothy-seal" }

  private static let mostFiles = 50_000

  var holds: Bool {
    guard let kept = contents(of: file).map({ String(decoding: $0, as: UTF8.self) }) else { return false }
    let parts = kept.split(separator: "\n")
    // The sources first, because they are what changes.
    return parts.count == 2 && sources.map { $0 == parts[0] } ?? false
      && products.map { $0 == parts[1] } ?? false
  }

  func remove() throws {
    do { try FileManager.default.removeItem(atPath: file) } catch CocoaError.fileNoSuchFile {}
  }

  /// What was built just now is all that there is to build.
  func lay() throws {
    guard isPlain, let sources, let products else { return }
    try publish([UInt8]("\(sources)\n\(products)".utf8), as: file)
  }

  // MARK: What a build depends on

  private var sources: String? {
    guard let all = FileStanding.all(below: checkout, most: Self.mostFiles, skipping: { $0 == ".git" }),
      all.allSatisfy({ !$0.isLink || staysInside($0.name) })
    else { return nil }
    let idle = IdleFiles(package, at: workbench, among: all.lazy.map(\.name))
    let found = all.filter { $0.isLink || !idle.has($0.name) }
    var mark = ContentMark("2")
    for word in [toolchain.swift, ToolchainFinder.key(of: toolchain.swift), toolchain.version] + words {
      mark.add(word)
    }
    for (name, value) in workbench.packageManagerEnvironment().sorted(by: { $0.key < $1.key }) {
      mark.add(name)
      mark.add(value)
    }
    mark.add(workbench.packageFolder)
    mark.add(of: found)
    return mark.text
  }

  private var products: String? {
    let found = FileStanding.all(below: buildFolder, most: Self.mostFiles) {
      // Bothy's own.
      $0.hasPrefix("bothy-")
    }
    guard let found, found.contains(where: { $0.name == "build.db" }) else { return nil }
    var mark = ContentMark()
    mark.add(of: found)
    return mark.text
  }

  /// One that leads to nothing may be resolved as far as there is something.
  private func staysInside(_ name: String) -> Bool {
    let path = checkout + "/" + name
    guard FileFacts(path) != nil else { return false }
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    return target.hasPrefix(URL(fileURLWithPath: checkout).resolvingSymlinksInPath().path + "/")
  }

  /// Swift sources in the checkout and the build folder alone: C reads headers from anywhere, plugins do what
  /// they like, packages elsewhere change unseen, and other build systems keep other books.
  private var isPlain: Bool {
    guard OutsidePackages(buildFolder: buildFolder, checkoutFolder: checkout).folders.isEmpty,
      !package.targets.contains(where: \.worksUnseen),
      !workbench.settings.buildArguments.contains(where: { $0.hasPrefix("--build-system") }),
      FileFacts(buildFolder + "/plugins/outputs") == nil,
      let plan = contents(of: "\(buildFolder)/\(workbench.settings.configuration.rawValue).yaml")
    else { return false }
    return !plan.holds("-fmodule-map-file=") && !plan.holds("tool: clang")
  }
}

extension PackageDescription.Target {
  fileprivate var worksUnseen: Bool {
    isClang || type == "system-target" || type == "binary" || (isPlugin && capability?.type != "command")
  }
}

extension ContentMark {
  fileprivate mutating func add(of files: [FileStanding]) {
    add(files.count)
    for file in files {
      add(file.name)
      for number in file.numbers { add(number) }
    }
  }
}
