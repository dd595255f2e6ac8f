import Model
import Words

/// A new bot file: the keys that are known, and every other key as a comment with its explanation.
public struct BotFileText {
  public var name: String
  public var repository: String
  /// Nil: the one that HEAD names.
  public var branch: String?
  public var package: String

  /// A file in which every key is an example.
  public static var blank: String { Self(name: "", repository: "", branch: nil, package: "").text }

  public init(name: String, repository: String, branch: String?, package: String) {
    (self.name, self.repository, self.branch, self.package) = (name, repository, branch, package)
  }

  public var text: String {
    let head = """
      # A bot integrates one package. The name of this file is its id. Only `repository` is required.
      # Lines with a `#` are examples: remove the first `#` of a key, and that of the key it belongs to.

      """
    let sections = Section.bot(folder: "/").fields.map { field -> String in
      let lines = Self.lines(of: field, written: written(field.name), indent: "")
      return lines.joined(separator: "\n") + "\n"
    }
    return head + "\n" + sections.joined(separator: "\n")
  }

  /// The value of a key that is known.
  private func written(_ key: String) -> String? {
    switch key {
    case "name": name.isEmpty ? nil : Self.quoted(name)
    case "repository": repository.isEmpty ? nil : Self.quoted(repository)
    // Else a checkout of another branch would be what all are compared with.
    case "base": branch.map { Self.quoted($0) }
    case "branches": branch.map { "[\(Self.quoted($0))]" }
    case "package": package.isEmpty ? nil : Self.quoted(package)
    default: nil
    }
  }

  private static func lines(of field: Field<Bot>, written: String?, indent: String) -> [String] {
    let explanation = wrapped(field.explanation).map { "# \($0)" }
    if let written { return explanation + ["\(field.name): \(written)"] }
    if field.name == "triggers" { return explanation + triggers.map { "#" + $0 } }
    let inner = field.inner(field.name).filter { !$0.path.dropFirst(field.name.count + 1).contains(".") }
    guard inner.isEmpty else {
      let keys = inner.flatMap { key -> [String] in
        let name = key.path.dropFirst(field.name.count + 1)
        return wrapped(key.explanation).map { "#  # \($0)" } + ["#  \(name): \(key.example)"]
      }
      return explanation + ["#\(field.name):"] + keys
    }
    return explanation + ["#\(field.name): \(field.example)"]
  }

  private static let triggers = """
    triggers:
      # A shell script in the checkout, before building. If it fails, the integration ends.
      - before: ./scripts/prepare.sh
        timeout: 2m
      # After everything else. `when` can also be broke, mended, new-issues or uncovered-changes.
      - after: ./scripts/publish.sh
        when: [succeeded, test-failures, flaky, inconclusive, build-errors, build-warnings, analyzer-warnings]
      # report: new-issues, every (with `when`), daily or weekly. committers: also the commits' authors.
      - email: {to: [team@example.org], report: new-issues, committers: false}
      - webhook: {url: "http://127.0.0.1:9000/hook", when: [test-failures]}
    """.split(separator: "\n").map(String.init)

  private static func wrapped(_ text: String) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + word.count < 96 {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  /// Plain where YAML takes it as it stands.
  static func quoted(_ text: String) -> String {
    let words: Set = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"]
    if text == "." { return text }
    let isPlain =
      text.wholeMatch(of: /[A-Za-z\/][A-Za-z0-9_.\/+\- ]*/) != nil && !text.hasSuffix(" ")
      && !words.contains(text.lowercased())
    if isPlain { return text }
    let escaped = text.replacingSigns { sign in
      switch sign {
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      default: Sign.inQuotes(sign)
      }
    }
    return "\"\(escaped)\""
  }
}
