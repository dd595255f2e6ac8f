import Foundation
import Kit

/// What is left where nobody should find it.
enum Found {
  /// The files in which something is found, besides those that hold the secrets themselves.
  static func files(with pattern: String, below folder: String) async throws -> [String] {
    let end = try await Command(
      "/bin/grep", ["-rlE", "--exclude-dir=secrets", pattern, "."], in: URL(fileURLWithPath: folder)
    ).run()
    return end.outputText.split(separator: "\n").map(String.init)
  }
}
