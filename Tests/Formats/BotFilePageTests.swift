import Foundation
import Testing

@testable import Formats

@Suite("docs/bot-file.md")
struct BotFilePageTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func page() throws -> String {
    try String(contentsOf: Self.root.appendingPathComponent("docs/bot-file.md"), encoding: .utf8)
  }

  /// The rows of tables by their first cell, without the quotes.
  private func rows() throws -> [String: [[String]]] {
    let rows = try page().split(separator: "\n").filter { $0.hasPrefix("| `") }
      .map { $0.replacing("\\|", with: "/").split(separator: "|").map { $0.trimmed } }
    return Dictionary(grouping: rows) { $0[0].replacing("`", with: "") }
  }

  @Test("every key of a bot file is one row, with its default")
  func keys() throws {
    let rows = try rows()
    for key in BotFile.keys {
      let name = key.path.replacing("triggers[].", with: "").replacing("silence[].", with: "silence.")
      let found = rows[name] ?? []
      #expect(found.count == 1, "\(name)")
      guard let words = key.explanation.firstMatch(of: /Default: (.*)\.$/) else { continue }
      let usual = found.first.map { $0[2].replacing("`", with: "") } ?? ""
      #expect(
        usual == String(words.1) || usual == "[\(words.1)]" || Self.alike[usual] == String(words.1),
        "\(name): \(usual)")
    }
  }

  /// Defaults that the page says in shorter words.
  private static let alike = [
    "all": "all of them", ".": "its top", "from the address, else git": "the one in the address, else git",
    "the swift on PATH": "the one on PATH",
  ]

  @Test("both examples are bot files")
  func examples() throws {
    let parts = try page().components(separatedBy: "```")
    let examples = stride(from: 1, to: parts.count, by: 2).map { parts[$0].dropFirst("yaml\n".count) }
    #expect(examples.count == 2)
    for example in examples {
      let outcome = BotFile.read(Array(example.utf8), id: "parser", file: "parser.yaml", folder: "/bots")
      guard case .bot = outcome else {
        Issue.record("\(outcome)")
        continue
      }
    }
  }
}

extension Substring {
  fileprivate var trimmed: String {
    let rest = drop { $0 == " " }
    return rest.lastIndex { $0 != " " }.map { String(rest[...$0]) } ?? ""
  }
}
