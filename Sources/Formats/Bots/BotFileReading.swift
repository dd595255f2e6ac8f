import Words
import YAML

/// What was found wrong so far, and which key is being read.
struct Findings {
  let file: String
  /// Otherwise nothing can be missing: it may stand in the part that could not be read.
  let isWhole: Bool
  var key = ""
  /// Of keys, down to the one that is being read.
  fileprivate var path: [String] = []
  /// The paths of the keys that were read without a problem.
  fileprivate(set) var written: [String] = []
  private(set) var problems: [BotFile.Problem] = []

  private static let limit = 200
  var isFull: Bool { problems.count > Self.limit }

  init(file: String, isWhole: Bool) { (self.file, self.isWhole) = (file, isWhole) }

  var sorted: [BotFile.Problem] {
    problems.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
  }

  mutating func add(_ message: String, at place: Place) {
    guard !isFull else { return }
    let message = problems.count < Self.limit ? message : "from here on more is wrong than is worth telling"
    problems.append(BotFile.Problem(file: file, line: place.line, column: place.column, message: message))
  }

  /// The value of the present key is not what it takes.
  mutating func reject(_ node: Node, _ advice: String) {
    let what =
      switch node.content {
      case .refused: ""
      case _ where node.isEmpty: "has no value"
      case .scalar(let scalar): "is \(quoted(scalar.text))"
      case .sequence: "is a list"
      case .mapping: "is a group of keys"
      }
    // What is refused was told as a mistake of the YAML already.
    if !what.isEmpty { add("`\(key)` \(what): \(advice)", at: node.place) }
  }
}

/// A text from the file as a message can show it: short, and harmless on a terminal.
func quoted(_ text: String) -> String {
  let harmless = text.unicodeScalars.prefix(61).map { UnseenCharacter.isOne($0) ? "\u{FFFD}" : String($0) }
  return "`" + harmless.prefix(60).joined() + (harmless.count > 60 ? "…" : "") + "`"
}

/// How one kind of value is written. `read` gives nothing only when it has told why.
struct Form<Value> {
  /// "a list of names"; completes "it takes".
  var words: String
  var read: (Node, inout Findings) -> Value?
  /// The keys below, when there are any.
  var keys: (String) -> [BotFile.Key] = { _ in [] }
}

/// The key of a section: how it is written, where its value goes, and what it is for.
struct Field<Target> {
  let name: String
  let takes: String
  let example: String
  let explanation: String
  var isRequired = false
  let read: (Node, inout Target, inout Findings) -> Bool
  let inner: (String) -> [BotFile.Key]

  static func key<Value>(
    _ name: String, _ path: WritableKeyPath<Target, Value>, _ form: Form<Value>, example: String,
    _ explanation: String
  ) -> Self {
    Self(
      name: name, takes: form.words, example: example, explanation: explanation,
      read: { node, target, findings in
        guard let value = form.read(node, &findings) else { return false }
        target[keyPath: path] = value
        return true
      }, inner: form.keys)
  }

  static func key<Value>(
    _ name: String, _ path: WritableKeyPath<Target, Value?>, _ form: Form<Value>, example: String,
    _ explanation: String
  ) -> Self {
    let maybe = Form<Value?>(
      words: form.words, read: { form.read($0, &$1).map(Optional.some) }, keys: form.keys)
    return key(name, path, maybe, example: example, explanation)
  }

  /// Keys below a key; those that are not written keep their defaults.
  static func group<Inner>(
    _ name: String, _ path: WritableKeyPath<Target, Inner>, _ section: Section<Inner>, _ explanation: String
  ) -> Self {
    Self(
      name: name, takes: section.words, example: "", explanation: explanation,
      read: { section.read($0, into: &$1[keyPath: path], &$2) }, inner: section.keys(below:))
  }

  var required: Self {
    var copy = self
    copy.isRequired = true
    return copy
  }
}

/// Which keys of a section were written, for checks that look at several.
struct Written {
  fileprivate var entries: [String: Node.Entry] = [:]
  fileprivate var unsound: Set<String> = []

  func place(_ key: String) -> Place? { entries[key]?.keyPlace }
  /// Not written, or read without a problem.
  func isSound(_ key: String) -> Bool { !unsound.contains(key) }
}

/// A group of keys.
struct Section<Target> {
  var fields: [Field<Target>]
  /// What no key can tell alone. It also gets the place of the section.
  var check: (Target, Written, Place, inout Findings) -> Void = { _, _, _, _ in }
  /// What is said of a key that is unknown here and known elsewhere, instead of where that is.
  var elsewhere: ((String) -> String?)?

  var words: String { "the keys " + fields.map(\.name).joined(separator: ", ") }

  func keys(below path: String) -> [BotFile.Key] {
    fields.flatMap { field in
      let own = path.isEmpty ? field.name : "\(path).\(field.name)"
      let key = BotFile.Key(
        path: own, takes: field.takes, example: field.example, explanation: field.explanation,
        isRequired: field.isRequired)
      return [key] + field.inner(own)
    }
  }

  /// Whether no problem was found.
  func read(_ node: Node, into target: inout Target, _ findings: inout Findings) -> Bool {
    let count = findings.problems.count
    var written = Written()
    if case .mapping(let entries) = node.content {
      for entry in entries where !findings.isFull { read(entry, into: &target, &written, &findings) }
    } else if !node.isEmpty {
      if findings.key.isEmpty {
        let isBot = fields.contains { $0.name == "repository" }
        findings.add(
          isBot
            ? "a bot file holds keys and their values, such as `repository: PATH`"
            : "such a file holds \(words), and their values", at: node.place)
      } else {
        findings.reject(node, "it takes \(words)")
      }
      return false
    }
    guard findings.isWhole else { return findings.problems.count == count }
    for field in fields where field.isRequired && written.place(field.name) == nil {
      findings.add("`\(field.name)` is missing: it takes \(field.takes)", at: node.place)
    }
    check(target, written, node.place, &findings)
    return findings.problems.count == count
  }

  private func read(
    _ entry: Node.Entry, into target: inout Target, _ written: inout Written, _ findings: inout Findings
  ) {
    guard let field = fields.first(where: { $0.name == entry.key }) else {
      findings.add("unknown key \(quoted(entry.key)): \(advice(for: entry.key))", at: entry.keyPlace)
      return
    }
    written.entries[entry.key] = entry
    let outer = findings.key
    findings.key = entry.key
    findings.path.append(entry.key)
    defer {
      findings.key = outer
      findings.path.removeLast()
    }
    if case .refused = entry.value.content {
      written.unsound.insert(entry.key)
    } else if field.read(entry.value, &target, &findings) {
      findings.written.append(findings.path.joined(separator: "."))
    } else {
      written.unsound.insert(entry.key)
    }
  }

  private func advice(for unknown: String) -> String {
    if let told = elsewhere?(unknown) { return told }
    let known = elsewhere == nil ? BotFile.keys : keys(below: "")
    let homes = known.compactMap { Self.home(of: unknown, in: $0.path) }
    let names = fields.map(\.name)
    if !homes.isEmpty {
      let belongs = "it belongs \(homes.joined(separator: " or "))"
      let near = names.first { $0 == unknown + "s" || $0 + "s" == unknown }
      return near.map { "did you mean `\($0)`? Else \(belongs)" } ?? belongs
    }
    // Many programs that write YAML turn the key `on` into the value that it is in YAML 1.1.
    if unknown == "true", names.contains("on") { return "did you mean `on`?" }
    if let near = MeantKey.near(unknown, among: names) { return "did you mean `\(near)`?" }
    return "what may stand here: " + names.joined(separator: ", ")
  }

  /// Where a key that is unknown here would be right.
  private static func home(of unknown: String, in path: String) -> String? {
    let parts = path.filter { !"[]".contains($0) }.split(separator: ".")
    guard let last = parts.last, last == unknown else { return nil }
    return parts.count == 1 ? "at the left margin" : "below `\(parts.dropLast().joined(separator: "."))`"
  }
}
