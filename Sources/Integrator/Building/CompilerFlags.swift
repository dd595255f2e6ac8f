import Model

/// What the package manager told the compiler, by module.
struct CompilerFlags: Equatable {
  private let byModule: [String: Set<String>]
  private let words: [String: [String]]

  init(buildFolder: String, _ configuration: Configuration) {
    self.init(plan: BuildPlan.bytes(buildFolder: buildFolder, configuration))
  }

  init(plan: [UInt8] = []) {
    var found: [String: Set<String>] = [:]
    var all: [String: [String]] = [:]
    for words in BuildPlan.commands(plan) {
      guard words.contains("-c"), let name = Self.value(of: "-module-name", in: words) else { continue }
      found[name, default: []].formUnion(Self.defined(by: words))
      all[name, default: []] += words.filter(Self.isSetting)
    }
    (byModule, self.words) = (found, all)
  }

  /// How it is compiled, wherever that is and by however many jobs.
  func settings(of module: String) -> String { words[module, default: []].joined(separator: " ") }

  private static func isSetting(_ word: String) -> Bool { !word.contains("/") && !word.hasPrefix("-j") }

  /// In which ways compilers and linkers are called, whatever for and where; nothing is said of what is
  /// counted, which changes no test.
  static func ways(_ plan: [UInt8]) -> [String] {
    let ways = BuildPlan.commands(plan).filter(isOfCompiler).map { words in
      let isCounting = words.map { word in counting.contains(where: word.hasPrefix) }
      return words.indices.filter { index in
        (isSetting(words[index]) || words[index].hasPrefix("-D")) && !isCounting[index]
          && !(handsOn.contains(words[index]) && isCounting.dropFirst(index + 1).first == true)
      }.map { words[$0] }.joined(separator: " ")
    }
    return Set(ways).sorted()
  }

  /// What plugins run is told by what it makes.
  private static func isOfCompiler(_ words: [String]) -> Bool {
    let name = words.first?.split(separator: "/").last ?? ""
    return ["swiftc", "clang", "gcc", "g++", "cc", "c++"].contains { name.hasPrefix($0) }
  }

  private static let handsOn: Set<String> = ["-Xllvm", "-Xcc", "-mllvm"]
  private static let counting = [
    "-profile-generate", "-profile-coverage-mapping", "-fprofile-", "-fcoverage-",
    "-runtime-counter-relocation",
  ]

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
