/// What of a bot file a form asks for; the rest is written in the file itself.
public enum BotForm {
  public struct Field: Equatable, Sendable {
    public enum Kind: Equatable, Sendable {
      case text, word, list
      /// One of these words.
      case choice([String])
    }

    /// As `BotFile.Key` has it: `tests.timeout`.
    public var key: String
    public var label: String
    public var kind: Kind
    /// What holds where nothing is said.
    public var usual: String

    public var path: [String] { key.split(separator: ".").map(String.init) }
    public var explanation: String { BotForm.explanations[key] ?? "" }

    fileprivate func given(_ words: String) -> BotFile.GivenValue {
      switch kind {
      case .text: .text(words)
      case .word, .choice: .word(words)
      case .list: .list(words.split(separator: ",").map { $0.trimmed }.filter { !$0.isEmpty })
      }
    }
  }

  public static let fields = [
    Field(key: "name", label: "Name", kind: .text, usual: "the bot's id"),
    Field(key: "repository", label: "Repository", kind: .text, usual: ""),
    Field(key: "branches", label: "Branches", kind: .list, usual: "the one that HEAD names"),
    Field(key: "base", label: "Base branch", kind: .text, usual: "the one that HEAD names"),
    Field(key: "package", label: "Package’s folder", kind: .text, usual: "."),
    Field(
      key: "schedule.on", label: "Integrates", kind: .choice(["commit", "periodic", "manual"]),
      usual: "commit"),
    Field(key: "schedule.every", label: "Every", kind: .choice(["hour", "day", "week"]), usual: ""),
    Field(key: "schedule.at", label: "At", kind: .text, usual: "00:00"),
    Field(key: "configuration", label: "Configuration", kind: .choice(["debug", "release"]), usual: "debug"),
    Field(key: "coverage.enabled", label: "Coverage", kind: .choice(["true", "false"]), usual: "true"),
    Field(key: "tests.timeout", label: "Time for one test", kind: .word, usual: "5m"),
    Field(key: "limits.minutes", label: "Minutes for all", kind: .word, usual: "60"),
  ]

  private static let explanations = Dictionary(
    BotFile.keys.map { ($0.path, $0.explanation) }
  ) { first, _ in first }

  /// What stands in a field; nil where the file says it in a way that a field cannot.
  public static func words(of field: Field, in text: String) -> String? {
    switch BotFile.held(at: field.path, in: text) {
    case .nothing: ""
    case .text(let words): words.unicodeScalars.contains { $0.value < 0x20 } ? nil : words
    case .list(let items):
      field.kind == .list && !items.contains { $0.contains(",") } ? items.joined(separator: ", ") : nil
    case .other, nil: nil
    }
  }

  /// The text with other words in a field; nil where these have to be written into it by hand.
  public static func text(_ text: String, with words: String, in field: Field) -> String? {
    let words = words[...].trimmed
    return BotFile.text(text, with: words.isEmpty ? nil : field.given(words), at: field.path)
  }
}

extension Substring {
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
