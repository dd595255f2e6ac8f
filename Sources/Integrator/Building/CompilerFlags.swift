import Model

/// What the package manager told the compiler to define, by module.
struct CompilerFlags: Equatable {
  private let byModule: [String: Set<String>]

  init(buildFolder: String, _ configuration: Configuration) {
    self.init(plan: BuildPlan.bytes(buildFolder: buildFolder, configuration))
  }

  init(plan: [UInt8] = []) {
    var found: [String: Set<String>] = [:]
    for words in BuildPlan.commands(plan) {
      guard words.contains("-c"), let name = Self.value(of: "-module-name", in: words) else { continue }
      found[name, default: []].formUnion(Self.defined(by: words))
    }
    byModule = found
  }

  /// Nil where nothing is known of that module.
  func defined(in module: String) -> Set<String>? { byModule[module] }

  private static func value(of option: String, in words: [String]) -> String? {
    words.firstIndex(of: option).flatMap { words.indices.contains($0 + 1) ? words[$0 + 1] : nil }
  }

  private static func defined(by words: [String]) -> [String] {
    words.indices.compactMap { index in
      let word = words[index]
      // What is passed on to another tool is nothing to Swift.
      guard word.hasPrefix("-D"), index > 0, !words[index - 1].hasPrefix("-X") else { return nil }
      guard word == "-D" else { return String(word.dropFirst(2)) }
      return words.indices.contains(index + 1) ? words[index + 1] : nil
    }
  }
}
