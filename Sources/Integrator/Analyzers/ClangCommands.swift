import Foundation
import Model

/// How the package manager compiles the package's own sources in C and its relatives.
struct ClangCommands {
  struct Command: Equatable {
    /// Relative to the package.
    var file: String
    var program: String
    /// For Clang's static analyzer instead of its compiler.
    var arguments: [String]
  }

  let commands: [Command]

  init(buildFolder: String, _ configuration: Configuration, package: String) {
    self.init(plan: BuildPlan.bytes(buildFolder: buildFolder, configuration), package: package)
  }

  init(plan: [UInt8], package: String) {
    commands = BuildPlan.commands(plan).compactMap { Self.command($0, package: package) }
  }

  private static func command(_ words: [String], package: String) -> Command? {
    guard let program = words.first, program.hasSuffix("/clang"),
      let place = words.firstIndex(of: "-c"), place + 1 < words.count,
      words[place + 1].hasPrefix(package + "/")
    else { return nil }
    let source = words[place + 1]
    // What assembles has nothing to analyze.
    guard !["s", "S", "asm"].contains((source as NSString).pathExtension) else { return nil }
    return Command(
      file: String(source.dropFirst(package.count + 1)), program: program,
      arguments: analyzing(Array(words.dropFirst())) + [
        "--analyze", "-Xclang", "-analyzer-output=text", source,
      ])
  }

  /// Without what writes files and what measures.
  private static func analyzing(_ words: [String]) -> [String] {
    var kept: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "-c", "-o", "-MT", "-MF", "-index-store-path": rest = rest.dropFirst()
      case "-MD", "-fprofile-instr-generate", "-fcoverage-mapping": continue
      default: kept.append(word)
      }
    }
    return kept
  }
}
