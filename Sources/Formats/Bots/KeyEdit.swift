import YAML

extension BotFile {
  /// A value as somebody gives it, apart from the file.
  public enum GivenValue: Equatable, Sendable {
    /// Any text, whatever it looks like.
    case text(String)
    /// A number, a duration, one of a few words.
    case word(String)
    case list([String])

    fileprivate var written: String {
      switch self {
      case .text(let text): BotFileText.quoted(text)
      case .word(let word):
        word.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9.+-]*/) != nil ? word : BotFileText.quoted(word)
      case .list(let items): "[" + items.map(BotFileText.quoted).joined(separator: ", ") + "]"
      }
    }

    fileprivate var held: HeldValue {
      switch self {
      case .text(let text), .word(let text): .text(text)
      case .list(let items): .list(items)
      }
    }

    fileprivate var isOneLine: Bool {
      let texts =
        switch self {
        case .text(let text), .word(let text): [text]
        case .list(let items): items
        }
      return texts.allSatisfy { text in !text.isEmpty && text.unicodeScalars.allSatisfy { $0.value >= 0x20 } }
    }
  }

  /// What stands at a key.
  public enum HeldValue: Equatable, Sendable {
    case nothing
    case text(String)
    case list([String])
    /// More than a text or a list of texts.
    case other
  }

  /// Nil where the text cannot be read as YAML.
  public static func held(at path: [String], in text: String) -> HeldValue? {
    let document = YAML.parse(Array(text.utf8))
    guard document.isWhole else { return nil }
    return document.root.map { held(at: path[...], in: $0) } ?? .nothing
  }

  private static func held(at path: ArraySlice<String>, in node: Node) -> HeldValue {
    if node.isEmpty { return .nothing }
    switch node.content {
    case .mapping(let entries):
      guard let key = path.first else { return .other }
      return entries.first { $0.key == key }.map { held(at: path.dropFirst(), in: $0.value) } ?? .nothing
    case .scalar(let scalar): return path.isEmpty ? .text(scalar.text) : .other
    case .sequence(let items):
      let texts = items.compactMap { item -> String? in
        guard case .scalar(let scalar) = item.content else { return nil }
        return scalar.text
      }
      return path.isEmpty && texts.count == items.count ? .list(texts) : .other
    case .refused: return .other
    }
  }

  /// The text with another value at a key, or with none; whatever else stands in it stays as it is, comments
  /// too. Nil where that cannot be.
  public static func text(_ text: String, with value: GivenValue?, at path: [String]) -> String? {
    let before = YAML.parse(Array(text.utf8))
    guard before.mistakes.isEmpty, value?.isOneLine ?? true, let edit = KeyEdit(text) else { return nil }
    let others = before.root.map { flat($0, []) } ?? [:]
    return edit.texts(with: value?.written, at: path, in: before.root).first { text in
      let after = YAML.parse(Array(text.utf8))
      let beside = after.root.map { flat($0, []) } ?? [:]
      return after.mistakes.isEmpty && held(at: path, in: text) == value?.held ?? .nothing
        && without(path, others) == without(path, beside)
    }
  }

  private static func without(_ path: [String], _ all: [[String]: String]) -> [[String]: String] {
    all.filter { !$0.key.starts(with: path) }
  }

  /// All that is said, by where it stands.
  private static func flat(_ node: Node, _ path: [String]) -> [[String]: String] {
    switch node.content {
    case .scalar(let scalar): node.isEmpty ? [:] : [path: (scalar.isPlain ? "" : "\"") + scalar.text]
    case .sequence(let items):
      items.enumerated().reduce(into: [path: "\(items.count)"]) { all, item in
        all.merge(flat(item.element, path + ["\(item.offset)"])) { first, _ in first }
      }
    case .mapping(let entries):
      entries.reduce(into: [:]) { all, entry in
        all.merge(flat(entry.value, path + [entry.key])) { first, _ in first }
      }
    case .refused: [:]
    }
  }
}

/// A text of YAML, and where in it a key is written, or would be. What it makes is looked at by its caller.
private struct KeyEdit {
  private let letters: [Unicode.Scalar]
  /// Where lines begin.
  private let starts: [Int]
  private let lineEnd: String

  /// Nil where YAML counts lines or columns otherwise.
  init?(_ text: String) {
    lineEnd = text.contains("\r\n") ? "\r\n" : "\n"
    let letters = Array(text.replacing("\r\n", with: "\n").unicodeScalars)
    let others: [Unicode.Scalar] = ["\r", "\u{85}", "\u{2028}", "\u{2029}", "\u{FEFF}"]
    guard !letters.contains(where: { others.contains($0) }) else { return nil }
    starts = [0] + letters.indices.filter { letters[$0] == "\n" }.map { $0 + 1 }
    self.letters = letters
  }

  private struct Change {
    var range: Range<Int>
    var text: String
  }

  /// Each that may do, the best first.
  func texts(with written: String?, at path: [String], in root: Node?) -> [String] {
    changes(path[...], written, in: root).map { change in
      var made = String.UnicodeScalarView()
      made.append(contentsOf: letters[..<change.range.lowerBound])
      made.append(contentsOf: change.text.unicodeScalars)
      made.append(contentsOf: letters[change.range.upperBound...])
      return String(made).replacing("\n", with: lineEnd)
    }
  }

  private func changes(_ path: ArraySlice<String>, _ written: String?, in root: Node?) -> [Change] {
    guard let root, !root.isEmpty else {
      return written.map { [afterSample(path, $0), atEnd(path, $0)].compactMap(\.self) } ?? [nothing]
    }
    return changes(path, written, in: root, below: nil)
  }

  private var nothing: Change { Change(range: 0..<0, text: "") }

  private func changes(
    _ path: ArraySlice<String>, _ written: String?, in node: Node, below holder: Node.Entry?
  ) -> [Change] {
    guard let key = path.first, case .mapping(let entries) = node.content, let start = offset(node.place)
    else {
      return []
    }
    let isFlow = letters[start] == "{"
    guard let entry = entries.first(where: { $0.key == key }) else {
      guard let written else { return [nothing] }
      if isFlow { return inFlow(path, written, entries.isEmpty, start) }
      guard let holder else { return [afterSample(path, written), atEnd(path, written)].compactMap(\.self) }
      return [below(holder, path, written, indent: node.place.column - 1)].compactMap(\.self)
    }
    let rest = path.dropFirst()
    if rest.isEmpty {
      return [written.map { exchange(entry, $0, isFlow) } ?? remove(entry, isFlow)].compactMap(\.self)
    }
    guard entry.value.isEmpty else { return changes(rest, written, in: entry.value, below: entry) }
    guard let written, !isFlow else { return written == nil ? [nothing] : [] }
    return [below(entry, rest, written, indent: entry.keyPlace.column + 1)].compactMap(\.self)
  }

  // MARK: What is new

  private func lines(_ path: ArraySlice<String>, _ written: String, indent: Int) -> String {
    let names = Array(path)
    return names.indices.map { at in
      String(repeating: " ", count: indent + 2 * at) + names[at] + ":"
        + (at == names.count - 1 ? " " + written : "") + "\n"
    }.joined()
  }

  private func atEnd(_ path: ArraySlice<String>, _ written: String) -> Change {
    let isOpen = letters.last.map { $0 != "\n" } ?? false
    return Change(
      range: letters.count..<letters.count, text: (isOpen ? "\n" : "") + lines(path, written, indent: 0))
  }

  /// Below the comment that shows how that key is written, as new files have it.
  private func afterSample(_ path: ArraySlice<String>, _ written: String) -> Change? {
    guard let key = path.first,
      var line = starts.indices.first(where: { text(of: $0).hasPrefix("#\(key):") })
    else { return nil }
    while line + 1 < starts.count, text(of: line + 1).hasPrefix("#") { line += 1 }
    guard line + 1 < starts.count else { return nil }
    return Change(range: starts[line + 1]..<starts[line + 1], text: lines(path, written, indent: 0))
  }

  private func below(
    _ entry: Node.Entry, _ path: ArraySlice<String>, _ written: String, indent: Int
  ) -> Change? {
    guard let end = lineEnd(after: entry.keyPlace.line - 1) else { return nil }
    let isOpen = end == letters.count && letters.last != "\n"
    return Change(range: end..<end, text: (isOpen ? "\n" : "") + lines(path, written, indent: indent))
  }

  private func inFlow(
    _ path: ArraySlice<String>, _ written: String, _ isEmpty: Bool, _ start: Int
  ) -> [Change] {
    guard var end = bracketEnd(start).map({ $0 - 1 }) else { return [] }
    while end > start + 1, letters[end - 1] == " " || letters[end - 1] == "\n" { end -= 1 }
    let names = Array(path)
    let value = names.dropFirst().reversed().reduce(written) { "{\($1): \($0)}" }
    return [Change(range: end..<end, text: (isEmpty ? "" : ", ") + "\(names[0]): \(value)")]
  }

  // MARK: What is there

  private func exchange(_ entry: Node.Entry, _ written: String, _ isFlow: Bool) -> Change? {
    guard let colon = colonEnd(entry) else { return nil }
    guard !isUnwritten(entry.value) else { return Change(range: colon..<colon, text: " " + written) }
    guard let span = span(entry.value, isFlow) else { return nil }
    if entry.value.place.line == entry.keyPlace.line { return Change(range: span, text: written) }
    return hasComment(colon..<span.upperBound)
      ? nil : Change(range: colon..<span.upperBound, text: " " + written)
  }

  private func remove(_ entry: Node.Entry, _ isFlow: Bool) -> Change? {
    guard let key = offset(entry.keyPlace), let colon = colonEnd(entry) else { return nil }
    let end = isUnwritten(entry.value) ? colon : span(entry.value, isFlow)?.upperBound
    guard var end, !hasComment(colon..<end) else { return nil }
    var start = key
    guard isFlow else {
      // A comment behind it stays, where it stands.
      let rest = letters[end...].prefix { $0 != "\n" }
      guard rest.allSatisfy({ $0 == " " }) else {
        end += rest.prefix { $0 == " " }.count
        return Change(range: start..<end, text: "")
      }
      start = starts[entry.keyPlace.line - 1]
      end = min(letters.count, end + rest.count + 1)
      return Change(range: start..<end, text: "")
    }
    while end < letters.count, letters[end] == " " { end += 1 }
    if end < letters.count, letters[end] == "," {
      end += 1
      while end < letters.count, letters[end] == " " { end += 1 }
    } else {
      while start > 0, letters[start - 1] == " " { start -= 1 }
      if start > 0, letters[start - 1] == "," { start -= 1 }
    }
    return Change(range: start..<end, text: "")
  }

  private func isUnwritten(_ node: Node) -> Bool {
    guard case .scalar(let scalar) = node.content else { return false }
    return scalar.isPlain && scalar.text.isEmpty
  }

  private func hasComment(_ range: Range<Int>) -> Bool {
    range.contains { letters[$0] == "#" && $0 > 0 && (letters[$0 - 1] == " " || letters[$0 - 1] == "\n") }
  }

  // MARK: Places

  private func offset(_ place: Place) -> Int? {
    guard starts.indices.contains(place.line - 1) else { return nil }
    let offset = starts[place.line - 1] + place.column - 1
    return offset < letters.count ? offset : nil
  }

  private func text(of line: Int) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: letters[starts[line]...].prefix { $0 != "\n" })
    return String(text)
  }

  /// Where the next line begins.
  private func lineEnd(after line: Int) -> Int? {
    guard starts.indices.contains(line) else { return nil }
    return line + 1 < starts.count ? starts[line + 1] : letters.count
  }

  private func colonEnd(_ entry: Node.Entry) -> Int? {
    guard let start = offset(entry.keyPlace) else { return nil }
    var end = quotedEnd(start) ?? start + entry.key.unicodeScalars.count
    while end < letters.count, letters[end] == " " { end += 1 }
    return end < letters.count && letters[end] == ":" ? end + 1 : nil
  }

  private func span(_ node: Node, _ isFlow: Bool) -> Range<Int>? {
    guard let start = offset(node.place) else { return nil }
    let end: Int?
    switch (letters[start], node.content) {
    case ("[", _), ("{", _): end = bracketEnd(start)
    case ("\"", .scalar), ("'", .scalar): end = quotedEnd(start)
    case ("|", .scalar), (">", .scalar): end = nil
    case (_, .scalar): end = plainEnd(start, isFlow)
    case (_, .sequence(let items)): end = items.last.flatMap { span($0, false) }?.upperBound
    case (_, .mapping), (_, .refused): end = nil
    }
    return end.map { start..<$0 }
  }

  private func quotedEnd(_ start: Int) -> Int? {
    let quote = letters[start]
    guard quote == "\"" || quote == "'" else { return nil }
    var at = start + 1
    while at < letters.count {
      if letters[at] == "\\", quote == "\"" {
        at += 1
      } else if letters[at] == quote {
        guard quote == "'", at + 1 < letters.count, letters[at + 1] == "'" else { return at + 1 }
        at += 1
      }
      at += 1
    }
    return nil
  }

  private func plainEnd(_ start: Int, _ isFlow: Bool) -> Int {
    var end = start
    while end < letters.count, letters[end] != "\n" {
      if letters[end] == "#", end > start, letters[end - 1] == " " { break }
      if isFlow, [",", "]", "}"].contains(letters[end]) { break }
      end += 1
    }
    while end > start, letters[end - 1] == " " { end -= 1 }
    return end
  }

  private func bracketEnd(_ start: Int) -> Int? {
    var (at, depth) = (start, 0)
    while at < letters.count {
      switch letters[at] {
      case "[", "{": depth += 1
      case "]", "}":
        depth -= 1
        if depth == 0 { return at + 1 }
      case "\"",
        "'" where [" ", "[", "{", ",", "\n"].contains(letters[at - 1]):
        guard let end = quotedEnd(at) else { return nil }
        at = end
        continue
      case "#" where [" ", "\n"].contains(letters[at - 1]):
        while at < letters.count, letters[at] != "\n" { at += 1 }
        continue
      default: break
      }
      at += 1
    }
    return nil
  }
}
