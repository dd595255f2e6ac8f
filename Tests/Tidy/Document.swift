import Foundation

/// A Markdown file that people read: the README or a page of docs/.
struct Document: Sendable {
  /// From the root of the repository.
  let path: String
  let text: String
  let lines: [String]
  /// The lines, with those in code blocks left empty.
  let outsideCode: [String]

  init(path: String, text: String) {
    (self.path, self.text) = (path, text)
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    var isCode = false
    outsideCode = lines.map { line in
      let isFence = line.drop { $0 == " " }.hasPrefix("```")
      if isFence { isCode.toggle() }
      return isFence || isCode ? "" : line
    }
  }

  /// What a reader reads in one go: a paragraph, an item of a list, a row of a table or a heading.
  struct Passage: Equatable {
    enum Kind { case prose, row, heading }
    var kind: Kind
    /// The line on which it starts.
    var line: Int
    /// Code in the text is one word, `code`.
    var text: String
  }

  var passages: [Passage] {
    var passages: [Passage] = []
    var continues = false
    for (index, line) in outsideCode.enumerated() {
      let words = line.trimmingCharacters(in: .whitespaces)
      guard !words.isEmpty, !words.hasPrefix("<") else {
        continues = false
        continue
      }
      let kind: Passage.Kind = words.hasPrefix("#") ? .heading : words.hasPrefix("|") ? .row : .prose
      let item = words.prefixMatch(of: /([-*]|\d+\.) +/)
      if continues, kind == .prose, item == nil {
        passages[passages.count - 1].text += " " + words
      } else {
        let start = item?.range.upperBound ?? words.startIndex
        passages.append(Passage(kind: kind, line: index + 1, text: String(words[start...])))
      }
      continues = kind == .prose
    }
    return passages.map { passage in
      var passage = passage
      passage.text = Self.spoken(passage.text)
      return passage
    }
  }

  /// Without code, the targets of links and the marks of emphasis.
  private static func spoken(_ text: String) -> String {
    text.replacing(/`[^`]*`/, with: "code")
      .replacing(/!?\[([^\]]*)\]\([^)]*\)/) { String($0.1) }
      .replacing("**", with: "")
  }

  /// A sentence ends with a full stop, a question mark or an exclamation mark before a blank.
  static func sentences(_ text: String) -> [String] {
    var sentences: [String] = []
    var words: [Substring] = []
    for word in text.split(separator: " ") {
      words.append(word)
      let end = word.last { !"\"')]*".contains($0) }
      guard let end, ".!?".contains(end) else { continue }
      sentences.append(words.joined(separator: " "))
      words = []
    }
    return words.isEmpty ? sentences : sentences + [words.joined(separator: " ")]
  }

  /// Words have a letter or a digit: arrows and dots between links are none.
  static func wordCount(_ sentence: String) -> Int {
    sentence.split(separator: " ").count { $0.contains { $0.isLetter || $0.isNumber } }
  }

  /// The names by which GitHub and others link to the headings.
  var anchors: Set<String> {
    Set(
      outsideCode.filter { $0.hasPrefix("#") }.map { line in
        let heading = line.drop { $0 == "#" }.drop { $0 == " " }.lowercased()
        let kept = heading.filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
        return kept.replacingOccurrences(of: " ", with: "-")
      })
  }

  /// Where it leads inside of the repository, with the line that says so.
  var links: [(line: Int, target: String)] {
    outsideCode.enumerated().flatMap { index, line in
      let plain = line.replacing(/`[^`]*`/, with: "code")
      let targets =
        plain.matches(of: /\]\(([^)\s]+)\)/).map { $0.1 }
        + plain.matches(of: /(?:src|srcset|href)="([^"\s]+)"/).map { $0.1 }
      return targets.filter { !$0.contains(":") }.map { (index + 1, String($0)) }
    }
  }

  func finding(_ line: Int, _ message: String) -> Finding {
    Finding(path: path, line: line, message: message)
  }
}

extension Document {
  static func read(_ path: String) throws -> Document {
    Document(path: path, text: try String(contentsOfFile: SourceTree.root + "/" + path, encoding: .utf8))
  }

  /// The README and all pages of docs/.
  static func all() throws -> [Document] {
    let names = try FileManager.default.contentsOfDirectory(atPath: SourceTree.root + "/docs")
    let pages = names.filter { $0.hasSuffix(".md") }.sorted().map { "docs/" + $0 }
    return try (["README.md"] + pages).map(read)
  }
}
