import Files
import Foundation
import Model

/// What the package manager made with a macro, or linked with a library, that is another one since. It makes
/// the macro anew and copies the library, and asks nothing again that they went into: tests would run against
/// what the former ones made of it.
struct StaleUses {
  let buildFolder: String
  let configuration: Configuration
  /// What a checkout brings there is told by its date alone.
  let checkoutFolder: String
  /// Where relative paths begin.
  let packageFolder: String

  struct Forgotten: Equatable {
    /// Macros, and the modules that have something of them.
    var macros: Set<String> = []
    var modules: Set<String> = []
    /// Libraries, and what was linked with them.
    var libraries: Set<String> = []
    var programs: Set<String> = []

    var isEmpty: Bool { modules.isEmpty && programs.isEmpty }
  }

  /// What was forgotten, so that it is asked for again.
  func forget() throws -> Forgotten {
    let plan = BuildPlan.bytes(buildFolder: buildFolder, configuration)
    var forgotten = Forgotten()
    let users = BuildPlan.commands(plan, holding: [ToolWords.macro]).map(ToolWords.init)
      .filter { !$0.macros.isEmpty }
    if !users.isEmpty {
      // A target may be built for the machine too, from the same sources.
      let units = CompiledFiles(buildFolder: buildFolder).swiftUnits(configuration)
      let byFolder = Dictionary(grouping: units) {
        URL(fileURLWithPath: $0.object).deletingLastPathComponent().path
      }
      for user in users { try forget(user, byFolder, &forgotten) }
    }
    for command in BuildPlan.commands(plan, holding: ToolWords.linking).map(ToolWords.init) {
      try forgetProgram(command, &forgotten)
    }
    return forgotten
  }

  /// Where one source of a module was compiled before the macro was made, that one has the former in it.
  private func forget(
    _ user: ToolWords, _ units: [String: [CompiledFiles.SwiftUnit]], _ forgotten: inout Forgotten
  ) throws {
    guard let module = user.value(of: "-emit-module-path"), let map = user.value(of: "-output-file-map"),
      FileFacts(module) != nil
    else { return }
    let folder = URL(fileURLWithPath: map).deletingLastPathComponent().path
    guard let first = (units[folder] ?? []).compactMap(\.compiled).min() else { return }
    let newer = user.macros.filter { FileFacts($0).map { $0.modified > first } ?? false }
    guard !newer.isEmpty else { return }
    try ModuleNotes.remove(module: module, folder: folder)
    forgotten.modules.insert(user.value(of: "-module-name") ?? module)
    forgotten.macros.formUnion(newer.map(Self.name))
  }

  private func forgetProgram(_ link: ToolWords, _ forgotten: inout Forgotten) throws {
    guard let program = link.value(of: "-o"), let facts = FileFacts(program) else { return }
    let newer =
      link.libraries(from: packageFolder).filter { isNewer($0, than: facts.modified) }
      + link.missing(from: packageFolder, in: checkoutFolder, since: facts.modified)
    guard !newer.isEmpty else { return }
    try FileManager.default.removeItem(atPath: program)
    forgotten.programs.insert(Self.name(program))
    forgotten.libraries.formUnion(newer.map(Self.name))
  }

  private func isNewer(_ file: String, than moment: Double) -> Bool {
    guard let facts = FileFacts(file) else { return false }
    if file.hasPrefix(checkoutFolder + "/") { return facts.modified > moment }
    // A copy is of the date of what was copied; when it was made no program can set.
    return max(facts.modified, FoundFile(at: file).changed) > moment
  }

  private static func name(_ path: String) -> String { URL(fileURLWithPath: path).lastPathComponent }
}

extension StaleUses.Forgotten {
  /// For the log.
  var words: [String] {
    func list(_ names: Set<String>) -> String { names.sorted().joined(separator: ", ") }
    var words: [String] = []
    if !modules.isEmpty {
      words.append(
        "\(list(macros)) was made anew, and what it had expanded is compiled again: \(list(modules)).")
    }
    if !programs.isEmpty {
      words.append("\(list(libraries)) changed, and what was linked with it is so again: \(list(programs)).")
    }
    return words
  }
}

/// By which the compiler would tell that a module stands as it is.
enum ModuleNotes {
  private static let notes = [".priors", "master.swiftdeps"]

  static func remove(module: String, folder: String) throws {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where notes.contains(where: name.hasSuffix) {
      try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
    // It may be forgotten for another reason already.
    try removeFile(module)
  }
}

/// The arguments of a command of the plan.
struct ToolWords {
  let words: [String]

  init(_ words: [String]) { self.words = words }

  func value(of option: String) -> String? {
    words.firstIndex(of: option).flatMap { words.indices.contains($0 + 1) ? words[$0 + 1] : nil }
  }

  static let macro = "-load-plugin-executable"
  static let linking = ["\"-emit-executable\"", "\"-emit-library\""]

  /// The programs that expand macros for it: of each stands `PROGRAM#Module`.
  var macros: [String] {
    values(of: Self.macro).map { word in
      word.lastIndex(of: "#").map { String(word[..<$0]) } ?? word
    }
  }

  /// Static ones and objects by path, or by name in the folders that it names itself: others are looked for
  /// when the program starts.
  func libraries(from folder: String) -> [String] {
    func whole(_ path: String) -> String { path.hasPrefix("/") ? path : folder + "/" + path }
    let output = value(of: "-o")
    let direct = words.filter { ($0.hasSuffix(".a") || $0.hasSuffix(".o")) && $0 != output }
      .filter { !$0.hasPrefix("-") && !$0.hasPrefix("@") }
    let folders = joined("-L").map(whole)
    let named = joined("-l").flatMap { name in
      folders.map { name.hasPrefix(":") ? "\($0)/\(name.dropFirst())" : "\($0)/lib\(name).a" }
    }
    // A module map may name any of them, but for what is linked here too.
    let own = output.map { (whole($0) as NSString).deletingLastPathComponent }
    let others = folders.filter { $0 != own }.flatMap { folder in
      ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
        .filter { $0.hasSuffix(".a") || $0.hasSuffix(".so") }.map { "\(folder)/\($0)" }
    }
    return Set(direct.map(whole) + named + others).filter { FileFacts($0) != nil && $0 != output.map(whole) }
      .sorted()
  }

  /// Of those in the checkout, what is not there and may have been when it was linked.
  func missing(from folder: String, in checkout: String, since moment: Double) -> [String] {
    func whole(_ path: String) -> String { path.hasPrefix("/") ? path : folder + "/" + path }
    func isOwn(_ path: String) -> Bool { path == checkout || path.hasPrefix(checkout + "/") }
    let direct = words.filter { $0.hasSuffix(".a") && !$0.hasPrefix("-") && !$0.hasPrefix("@") }.map(whole)
    let folders = joined("-L").map(whole)
    let changed = folders.contains { folder in
      isOwn(folder) && FileFacts(folder).map { $0.modified > moment } ?? true
    }
    let named =
      !changed
      ? []
      : joined("-l").filter { name in
        !name.hasPrefix(":")
          && !folders.contains {
            FileFacts("\($0)/lib\(name).a") != nil || FileFacts("\($0)/lib\(name).so") != nil
          }
      }
    return direct.filter { isOwn($0) && FileFacts($0) == nil } + named.map { "lib\($0).a" }
  }

  /// What is passed on stands behind the word that passes it on, as its option does.
  private func values(of option: String) -> [String] {
    let words = words.filter { $0 != "-Xfrontend" && $0 != "-Xlinker" }
    return words.indices.dropLast().filter { words[$0] == option }.map { words[$0 + 1] }
  }

  /// Of options that may stand before their value, or in one word with it.
  private func joined(_ option: String) -> [String] {
    values(of: option)
      + words.filter { $0.hasPrefix(option) && $0.count > option.count }
      .map { String($0.dropFirst(option.count)) }
  }
}
