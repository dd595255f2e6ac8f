import Foundation
import Words

/// A text file of the repository, with what the rules look at.
struct SourceFile: Sendable {
  /// From the root of the repository.
  let path: String
  let lines: [String]
  /// The same lines without what comments and texts say.
  let code: [String]

  init(path: String, text: String) {
    self.path = path
    lines = Self.lines(text)
    code = path.hasSuffix(".swift") ? Self.lines(CodeOnly.of(text)) : lines
  }

  /// `SQLiteStore` of `Sources/Store/SQLiteStore+Bots.swift`: a file may hold one aspect of its type.
  static func type(_ path: String) -> String {
    String((path.split(separator: "/").last ?? "").prefix { $0 != "+" && $0 != "." })
  }

  /// `Sources/Store`, however deep in it the file lies.
  var room: String { path.split(separator: "/").prefix(2).joined(separator: "/") }

  /// Tests may do what the program may not.
  var isTest: Bool { path.hasPrefix("Tests/") }

  private static func lines(_ text: String) -> [String] {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  /// `message` for each line of code in which the pattern is found; it gets what was found. `words`: one of
  /// them stands in each such line, which is seen sooner.
  func findings(
    _ pattern: some RegexComponent, holding words: [StaticString], _ message: (Substring) -> String?
  ) -> [Finding] {
    code.enumerated().compactMap { index, line in
      guard words.contains(where: line.holds), let match = line.firstMatch(of: pattern) else { return nil }
      return message(line[match.range]).map { Finding(path: path, line: index + 1, message: $0) }
    }
  }
}

/// A rule that is not kept, as an editor can jump to it.
struct Finding: Equatable, Hashable, Sendable, CustomStringConvertible {
  var path: String
  var line: Int
  var message: String

  var description: String { "\(path):\(line): \(message)" }
}

/// The repository that this test was built from.
enum SourceTree {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// Every Swift file that is ours. What fixtures and captured packages hold is wrong on purpose.
  static let swift = files(below: ["Package.swift", "Sources", "Tests"]) { path in
    path.hasSuffix(".swift") && !path.hasPrefix("Tests/Fixtures/") && !path.contains("/Captured/")
      && !path.contains("/.build/")
  }

  static let scripts = files(below: ["bin", ".ci"]) { !$0.hasSuffix("~") }
  static let templates = files(below: ["templates"]) { !$0.hasSuffix("~") }

  private static func files(below places: [String], where isWanted: (String) -> Bool) -> [SourceFile] {
    let paths = places.flatMap { place in
      let names = FileManager.default.enumerator(atPath: "\(root)/\(place)")?.compactMap { $0 as? String }
      return names.map { $0.isEmpty ? [place] : $0.map { "\(place)/\($0)" } } ?? [place]
    }
    return paths.filter(isWanted).sorted().compactMap { path in
      let text = try? String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
      return text.map { SourceFile(path: path, text: $0) }
    }
  }
}
