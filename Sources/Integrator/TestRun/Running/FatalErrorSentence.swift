import Foundation
import Model

/// The sentence with which the runtime stops a program.
enum FatalErrorSentence {
  static let beginnings = [
    "Fatal error", "Precondition failed", "Assertion failed", "Could not cast value of type",
  ]

  /// Of several that were printed side by side, the one that names the place of the crash.
  static func choose(_ sentences: [String], for crash: TestCrash) -> String? {
    let frames = crash.frames.compactMap { frame in
      frame.file.map { "\(($0 as NSString).lastPathComponent):\(frame.line ?? 0): " }
    }
    let fitting = sentences.last { sentence in frames.contains { sentence.contains($0) } }
    return (fitting ?? sentences.last).map(withoutPlace)
  }

  /// `Swift/Array.swift:692: Fatal error: Index out of range` without its place, which is told apart.
  static func withoutPlace(_ line: String) -> String {
    beginnings.lazy.compactMap { line.range(of: $0) }.first.map { String(line[$0.lowerBound...]) } ?? line
  }
}
