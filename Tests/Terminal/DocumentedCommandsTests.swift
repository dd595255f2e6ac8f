import Foundation
import Testing

@testable import Terminal

/// Command lines in the documents, held against the parser.
@Suite("Documented commands")
struct DocumentedCommandsTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static var documents: [URL] {
    let docs = root.appendingPathComponent("docs")
    let files =
      (try? FileManager.default.contentsOfDirectory(at: docs, includingPropertiesForKeys: nil)) ?? []
    return [root.appendingPathComponent("README.md")] + files.filter { $0.pathExtension == "md" }
  }

  @Test("every bothy command line in a code block is valid")
  func commandLines() throws {
    for document in Self.documents {
      for line in Self.commandLines(in: try String(contentsOf: document, encoding: .utf8)) {
        #expect(throws: Never.self, "\(document.lastPathComponent): bothy \(line.joined(separator: " "))") {
          try CommandLineParser.parse(line, environment: [:])
        }
      }
    }
  }

  @Test("command lines are found in fenced and indented blocks, with placeholders and comments")
  func found() {
    let text = """
      Call bothy nothing.
          bin/bothy run ~/parser     # your package
          $ BOTHY_STATE=/s bothy silence BOT ISSUE --reason "two words" | cat; bothy pause BOT
      ```sh
      bothy show BOT[#N] [--json]
      bothy_is_no_command here
      ```
      """
    #expect(
      Self.commandLines(in: text) == [
        ["run", "~/parser"], ["silence", "BOT", "ISSUE", "--reason", "two words"], ["pause", "BOT"],
        ["show", "BOT#N", "--json"],
      ])
  }

  /// The words after `bothy` of each command line. Brackets around optional words are left out.
  private static func commandLines(in text: String) -> [[String]] {
    var isFenced = false
    return text.split(separator: "\n").flatMap { line -> [[String]] in
      if line.hasPrefix("```") { isFenced.toggle() }
      guard isFenced || line.hasPrefix("    "), !line.contains("─") else { return [] }
      let code = line.drop { $0 == " " }.split(separator: #/ {2,}| \#/#, maxSplits: 1).first ?? ""
      return code.split(separator: /[;|>] ?/).compactMap { part in
        let start = /^ *(?:\$ )?(?:[A-Z_]+=\S* )*(?:sudo )?(?:\S*\/)?bothy (.*)$/
        guard let command = part.firstMatch(of: start) else { return nil }
        return command.1.matches(of: /"[^"]*"|'[^']*'|[^ ]+/).map { word in
          String(word.output).filter { !"[]\"'".contains($0) }
        }
      }
    }
  }
}
