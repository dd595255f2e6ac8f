import Files
import Foundation
import Model

/// Modules that the last build that went well did not make. A source that asked whether there is one
/// (`#if canImport`) was told no, and nothing would compile it again because of that.
struct CameModules {
  let buildFolder: String
  let configuration: Configuration

  /// Those that came since and that some source asks for.
  func find() -> [String] {
    guard let kept = contents(of: file).map({ String(decoding: $0, as: UTF8.self) }) else { return [] }
    let came = made.subtracting(kept.split(separator: "\n").map { String($0) }).sorted()
    guard !came.isEmpty else { return [] }
    let sources = CompiledFiles(buildFolder: buildFolder).swiftSources.filter { FileFacts($0) != nil }
    return ImportWords.named(came, in: sources, [.asking])
  }

  /// What is built now is all made with these.
  func keep() throws { try publish([UInt8](made.sorted().joined(separator: "\n").utf8), as: file) }

  private var file: String { "\(buildFolder)/bothy-modules-\(configuration.rawValue)" }

  /// Each has a folder of its own, whatever language it is written in.
  private var made: Set<String> {
    Set(
      BuildPlan.made(buildFolder: buildFolder, configuration).compactMap { output in
        output.split(separator: "/").first.flatMap {
          $0.hasSuffix(Self.suffix) ? String($0.dropLast(Self.suffix.count)) : nil
        }
      })
  }

  private static let suffix = ".build"
}
