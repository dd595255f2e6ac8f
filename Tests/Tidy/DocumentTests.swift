import Foundation
import Testing

@Suite("The README and docs/")
struct DocumentTests {
  private let documents: [Document]

  init() throws { documents = try Document.all() }

  @Test("the README is a front door: at most 250 lines and 16 KB")
  func size() throws {
    let readme = try #require(documents.first)
    #expect(readme.text.split(separator: "\n", omittingEmptySubsequences: false).count <= 251)
    #expect(readme.text.utf8.count <= 16 << 10)
    #expect(documents.count > 5, "the pages of docs/ were read too")
  }

  @Test("no line is wider than 120 columns, and nothing is folded away")
  func shape() {
    let findings = documents.flatMap { document in
      document.lines.enumerated().compactMap { index, line in
        if line.count > 120 { return document.finding(index + 1, "\(line.count) columns, 120 at most") }
        return line.contains("<details") ? document.finding(index + 1, "<details> hides its text") : nil
      }
    }
    #expect(findings == [])
  }

  @Test("no sentence has more than 25 words")
  func sentences() {
    let findings = documents.flatMap { document in
      document.passages.filter { $0.kind == .prose }.flatMap { passage in
        Document.sentences(passage.text).filter { Document.wordCount($0) > 25 }.map {
          document.finding(passage.line, "\(Document.wordCount($0)) words, 25 at most: \($0)")
        }
      }
    }
    #expect(findings == [])
  }

  /// Words of the private language that the first documents were written in.
  private static let banned = [
    "told", "tells", "whoever", "whose", "anew", "heed", "mended", "thereof", "but for",
  ]

  @Test("the words are everybody's")
  func words() {
    let findings = documents.flatMap { document in
      document.passages.flatMap { passage in
        Self.banned(in: passage.text).map { document.finding(passage.line, "say it without \"\($0)\"") }
      }
    }
    #expect(findings == [])
  }

  private static func banned(in text: String) -> [String] {
    let words = text.lowercased().split { !$0.isLetter }.joined(separator: " ")
    return banned.filter { " \(words) ".contains(" \($0) ") }
  }

  @Test("every link leads to a file and a heading that are there")
  func links() throws {
    let findings = try documents.flatMap { document in
      try document.links.compactMap { link in
        try Self.problem(link.target, in: document).map { document.finding(link.line, $0) }
      }
    }
    #expect(findings == [])
  }

  private static func problem(_ target: String, in document: Document) throws -> String? {
    let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let folder = (document.path as NSString).deletingLastPathComponent as NSString
    let path =
      parts[0].isEmpty
      ? document.path : (folder.appendingPathComponent(String(parts[0])) as NSString).standardizingPath
    guard FileManager.default.fileExists(atPath: SourceTree.root + "/" + path) else {
      return "there is no \(path)"
    }
    guard parts.count > 1 else { return nil }
    let other = path == document.path ? document : try Document.read(path)
    return other.anchors.contains(String(parts[1])) ? nil : "\(path) has no heading #\(parts[1])"
  }

  @Test("docs/design.md has a sentence about each folder of Sources, and about no other")
  func folders() throws {
    let design = try #require(documents.first { $0.path == "docs/design.md" })
    let rows = design.lines.compactMap { $0.prefixMatch(of: /\| `(\w+)` \| \S/).map { String($0.1) } }
    let names = try FileManager.default.contentsOfDirectory(atPath: SourceTree.root + "/Sources")
    #expect(rows.sorted() == names.filter { !$0.hasPrefix(".") }.sorted())
  }
}

@Suite("How documents are read")
struct DocumentReadingTests {
  private let document = Document(
    path: "docs/a.md",
    text: """
      # A page: of *two* parts

      One sentence. Another one, with `code. Code` and a
      [link](b.md#c)!
      - An item
        that goes on.
      - Another

      | a | row |
      ```sh
      whoever   # [no](link.md)
      ```
      See [there](#a-page-of-two-parts), [elsewhere](https://example.org/) and `[code](c.md)`.
      """)

  @Test("paragraphs, items, rows and headings are passages of their own, and code is none")
  func passages() {
    #expect(
      document.passages.map(\.text) == [
        "# A page: of *two* parts", "One sentence. Another one, with code and a link!",
        "An item that goes on.", "Another", "| a | row |", "See there, elsewhere and code.",
      ])
    #expect(document.passages.map(\.line) == [1, 3, 5, 7, 9, 13])
  }

  @Test("a sentence ends before a blank, not inside of a number or a name")
  func sentences() {
    let text = "Swift 6.3 is needed. Is it \"there.\" See bots/a.yaml"
    #expect(Document.sentences(text) == ["Swift 6.3 is needed.", "Is it \"there.\"", "See bots/a.yaml"])
    #expect(Document.wordCount("one · two → 3") == 3)
  }

  @Test("links inside of the repository are found outside of code, and headings by their anchors")
  func links() {
    #expect(document.links.map(\.target) == ["b.md#c", "#a-page-of-two-parts"])
    #expect(document.anchors == ["a-page-of-two-parts"])
  }
}
