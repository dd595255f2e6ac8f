import Files
import Foundation
import Model
import Processes
import Words

// What was built before and does not hold any more, though nobody would ask for it again.

extension Build {
  /// A test program that other arguments made (another build system!) must not be taken for this build's.
  func forgetStaleProgram(_ facts: Facts, _ workbench: Workbench) throws {
    let (toolchain, package) = facts.resolved
    let folder = workbench.order.buildFolder
    let mark = folder + "/bothy-arguments"
    let key = [UInt8](
      (Self.words(of: toolchain) + workbench.arguments(toolchain)).joined(separator: "\n").utf8)
    guard contents(of: mark) != key else { return }
    let program = TestProgram.path(
      package: package, buildFolder: folder, configuration: workbench.settings.configuration)
    try? FileManager.default.removeItem(atPath: program)
    try publish(key, as: mark)
  }

  private static func words(of toolchain: Toolchain) -> [String] { [toolchain.swift, toolchain.version] }

  /// As the last build wrote it down, where nothing else tells.
  static func wasMade(by toolchain: Toolchain, in folder: String) -> Bool {
    let said = contents(of: folder + "/bothy-arguments").map { String(decoding: $0, as: UTF8.self) } ?? ""
    return said.split(separator: "\n").prefix(2).map { String($0) } == words(of: toolchain)
  }

  func forgetTransparent(_ facts: Facts, _ workbench: Workbench) throws {
    let sources = TransparentSources(
      facts.resolved.package, in: workbench.packageFolder, buildFolder: workbench.order.buildFolder)
    guard sources.areOthers else { return }
    try throwAway(
      "Sources with `@_transparent` are not those of the last build: all was built anew, because the "
        + "compiler would not compile what has their code in it.", workbench)
    try sources.keep()
  }

  private func throwAway(_ sentence: String, _ workbench: Workbench) throws {
    let folder = BuildFolder(workbench.order)
    guard folder.hasProducts else { return }
    workbench.note(sentence)
    try folder.throwAwayProducts()
  }

  func forgetStaleModules(_ facts: Facts, _ workbench: Workbench) throws {
    let stale = StaleModules(
      buildFolder: workbench.order.buildFolder, configuration: workbench.settings.configuration,
      checkoutFolder: workbench.order.checkoutFolder,
      cache: facts.resolved.toolchain.moduleCache.map(ModuleCache.init))
    let names = try stale.forget()
    guard !names.isEmpty else { return }
    let these = names.count == 1 ? "this module" : "these modules"
    let list = names.joined(separator: ", ")
    workbench.log.write(line: "[A header changed that \(these) read: \(list). The compiler is asked again.]")
  }

  /// The package manager goes by the date of a source, which in the checkout alone is what Bothy says.
  func forgetOldDates(_ workbench: Workbench) throws {
    let outside = OutsidePackages(
      buildFolder: workbench.order.buildFolder, checkoutFolder: workbench.order.checkoutFolder)
    guard !outside.folders.isEmpty else { return }
    let files = CompiledFiles(buildFolder: workbench.order.buildFolder)
    var modules: Set<String> = []
    for root in files.roots(workbench.settings.configuration) {
      for unit in files.swiftUnits(workbench.settings.configuration) where !modules.contains(unit.module) {
        let module = "\(root)/Modules/\(unit.module).swiftmodule"
        guard let compiled = unit.compiled, outside.isNewer(unit.source, than: compiled),
          FileFacts(module) != nil
        else { continue }
        modules.insert(unit.module)
        let folder = URL(fileURLWithPath: unit.object).deletingLastPathComponent().path
        try ModuleNotes.remove(module: module, folder: folder)
      }
    }
    guard !modules.isEmpty else { return }
    let list = modules.sorted().joined(separator: ", ")
    workbench.log.write(
      line: "[Sources outside of the checkout changed, and are compiled as a whole: \(list).]")
  }

  func forgetStaleCopies(_ workbench: Workbench) throws {
    try StaleResources(
      buildFolder: workbench.order.buildFolder, configuration: workbench.settings.configuration
    ).forgetOtherModes()
    let names = try StaleObjects(
      buildFolder: workbench.order.buildFolder, configuration: workbench.settings.configuration,
      checkoutFolder: workbench.order.checkoutFolder
    ).forget()
    guard !names.isEmpty else { return }
    let list = names.prefix(20).joined(separator: ", ") + (names.count > 20 ? ", …" : "")
    workbench.log.write(
      line: "[Files came or changed that these may take in, and are compiled again: \(list).]")
  }

  func interfaces(_ workbench: Workbench) -> StaleInterfaces {
    StaleInterfaces(
      buildFolder: workbench.order.buildFolder, configuration: workbench.settings.configuration)
  }

  /// Whether all is to be built anew, because a build wanted what is not there.
  func forgetMissedInput(
    _ end: ProcessEnd, _ said: BuildObserver, _ workbench: Workbench
  ) throws -> Bool {
    guard end.ending != .exited(0), end.stopped == nil else { return false }
    let gone = StaleInput.find(in: said.diagnostics.map(\.message), exists: { FileFacts($0) != nil })
    guard let gone else { return false }
    workbench.note(
      "The build wanted \((gone as NSString).lastPathComponent), which is not there: all was built anew, to "
        + "see whether it is missing indeed or only in what was built before.")
    try BuildFolder(workbench.order).throwAwayProducts()
    return true
  }

  func forget(_ generated: PluginOutputs, _ workbench: Workbench) throws {
    workbench.log.write(
      line: "[What plugins generate is made anew: nobody knows all that they and their tools read.]")
    try generated.forget()
  }

  /// Whether all is to be built anew, because what was compiled before may want what is called otherwise now.
  func forgetMissedSymbol(
    _ end: ProcessEnd, _ said: BuildObserver, _ workbench: Workbench
  ) throws -> Bool {
    guard end.ending != .exited(0), end.stopped == nil else { return false }
    let lines = said.diagnostics.flatMap { [$0.message] + $0.details }
    guard lines.contains(where: { line in Self.missing.contains(where: line.contains) }) else { return false }
    workbench.note(
      "What was built before lacked a symbol of Swift: all was built anew, to see whether it is of the last "
        + "build or missing indeed.")
    try BuildFolder(workbench.order).throwAwayProducts()
    return true
  }

  private static let missing = ["undefined reference to '$s", "undefined symbol: $s"]

  /// Of a build that went well.
  func keepBooks(_ facts: Facts, _ workbench: Workbench) throws {
    try removeStaleResources(workbench)
    try cameModules(workbench).keep()
    let (toolchain, package) = facts.resolved
    let folders = package.targets.filter(\.isSystemLibrary).map {
      workbench.packageFolder + "/" + PackageDescription.normal($0.path)
    }
    try systemHeaders(workbench).keep(folders, of: moduleCaches(toolchain, workbench))
  }

  private func systemHeaders(_ workbench: Workbench) -> SystemHeaders {
    SystemHeaders(buildFolder: workbench.order.buildFolder, checkoutFolder: workbench.order.checkoutFolder)
  }

  func warningMemory(_ toolchain: Toolchain, _ workbench: Workbench) -> WarningMemory {
    WarningMemory(
      buildFolder: workbench.order.buildFolder, configuration: workbench.settings.configuration,
      caches: moduleCaches(toolchain, workbench))
  }

  private func moduleCaches(_ toolchain: Toolchain, _ workbench: Workbench) -> [ModuleCache] {
    let files = CompiledFiles(buildFolder: workbench.order.buildFolder)
    return files.roots(workbench.settings.configuration).map { ModuleCache(folder: $0 + "/ModuleCache") }
      + [toolchain.moduleCache.map(ModuleCache.init)].compactMap(\.self)
  }

  func forgetSystemHeaders(_ facts: Facts, _ workbench: Workbench) throws {
    let changed = systemHeaders(workbench).changed
    guard !changed.isEmpty else { return }
    for cache in moduleCaches(facts.resolved.toolchain, workbench) { try cache.forget(readersOf: changed) }
    let names = changed.sorted().prefix(3).joined(separator: ", ") + (changed.count > 3 ? ", …" : "")
    try throwAway(
      "Headers are not those of the last build (\(names)), and the package has a library of the system's: "
        + "all was built anew, because the compiler does not look at each of them again.", workbench)
  }

  /// What was made where this is built by a former bot, or for a state that is gone.
  func forgetOwnModules(
    _ toolchain: Toolchain, _ package: PackageDescription, _ workbench: Workbench
  ) throws {
    let targets = package.targets.filter { $0.isClang || $0.isSystemLibrary }
    guard let cache = toolchain.moduleCache.map(ModuleCache.init), !targets.isEmpty else { return }
    let maps = targets.flatMap { target -> [String] in
      let folder = "\(workbench.packageFolder)/\(PackageDescription.normal(target.path))"
      return FileTree.names(below: folder, skipping: [".build", ".git"])
        .filter { $0.hasSuffix(".modulemap") || $0.hasSuffix("module.map") }.map { "\(folder)/\($0)" }
    }
    let names = Set(targets.map(\.c99name) + maps.flatMap(ModuleMap.modules))
    try cache.forget(names, below: [workbench.order.buildFolder, workbench.order.checkoutFolder])
  }

  private func removeStaleResources(_ workbench: Workbench) throws {
    let names = try StaleResources(
      buildFolder: workbench.order.buildFolder, configuration: workbench.settings.configuration
    ).remove()
    guard !names.isEmpty else { return }
    workbench.log.write(line: "[No resources any more, and removed: \(names.joined(separator: ", ")).]")
  }

  /// Whether all is to be built anew, because something may have been built with what is gone.
  func forgetGoneTargets(_ workbench: Workbench) throws -> Bool {
    let gone = GoneTargets(
      buildFolder: workbench.order.buildFolder, configuration: workbench.settings.configuration)
    let found = gone.find()
    guard !found.isEmpty else { return false }
    let imported = gone.imported(found.modules)
    if !imported.isEmpty {
      workbench.note(
        "No target makes the Swift module\(imported.count == 1 ? "" : "s") "
          + "\(imported.joined(separator: ", ")) any more, and sources import "
          + "\(imported.count == 1 ? "it" : "them"): all was built anew, because what was built before could "
          + "still be imported.")
      try BuildFolder(workbench.order).throwAwayProducts()
      return true
    }
    try gone.remove(found)
    let names = found.modules + found.products.map { ($0 as NSString).lastPathComponent }
    workbench.log.write(
      line: "[Built before and in no package any more, removed: \(names.joined(separator: ", ")).]")
    return false
  }

  func cameModules(_ workbench: Workbench) -> CameModules {
    CameModules(
      buildFolder: workbench.order.buildFolder, configuration: workbench.settings.configuration)
  }

  /// Whether all is to be built anew, because some of it was built as if a module were not there.
  func forgetForCameModules(_ workbench: Workbench) throws -> Bool {
    let modules = cameModules(workbench)
    let came = modules.find()
    guard !came.isEmpty else { return false }
    workbench.note(
      "\(came.joined(separator: ", ")) came, and sources ask by `canImport` whether there is such a module: "
        + "all was built anew, because what was built before had been told that there is none.")
    // Another build that fails would do it again.
    try modules.keep()
    try BuildFolder(workbench.order).throwAwayProducts()
    return true
  }

  func forgetStaleUses(_ workbench: Workbench, isBefore: Bool = false) throws -> Bool {
    let stale = try StaleUses(
      buildFolder: workbench.order.buildFolder, configuration: workbench.settings.configuration,
      checkoutFolder: workbench.order.checkoutFolder, packageFolder: workbench.packageFolder
    ).forget()
    let interfaces = interfaces(workbench)
    try interfaces.forgetTexts(of: stale.modules)
    let others = try interfaces.forget(isBefore: isBefore)
    for words in stale.words + [others.words].compactMap(\.self) { workbench.log.write(line: "[\(words)]") }
    return !stale.isEmpty || !others.isEmpty
  }

  func foreseeStaleUses(_ workbench: Workbench) throws {
    if let words = try interfaces(workbench).foresee().words { workbench.log.write(line: "[\(words)]") }
  }

  func forgetUnseen(_ facts: Facts, _ workbench: Workbench) throws {
    let inputs = UnseenInputs(
      facts.resolved.package, package: workbench.packageFolder, checkout: workbench.order.checkoutFolder,
      buildFolder: workbench.order.buildFolder)
    guard inputs.areOthers else { return }
    let noted = UnseenInputs.noted(below: workbench.order.checkoutFolder)
    try facts.resolved.toolchain.moduleCache.map(ModuleCache.init)?.forget(readersOf: noted)
    try throwAway(
      "Headers of a system library, links, flags in files, what macros read or packages elsewhere on this "
        + "machine are not known to be those of the last build: all was built anew.", workbench)
    try inputs.keep()
  }
}
