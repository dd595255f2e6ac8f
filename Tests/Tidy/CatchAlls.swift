/// Switches over enums of our own that catch all the rest: a new case would be taken there unseen, where the
/// compiler could have asked.
struct CatchAlls {
  private let enums: [Set<String>]

  init(_ files: [SourceFile]) {
    enums = files.flatMap(Self.enums)
  }

  /// A switch counts when each of its patterns is the name of a case, and one enum has them all.
  func findings(in file: SourceFile) -> [Finding] {
    file.code.indices.compactMap { start in
      guard file.code[start].hasSuffix("{"), Self.words(file.code[start]).contains("switch") else {
        return nil
      }
      guard let (names, line) = Self.caught(file.code, from: start) else { return nil }
      guard enums.contains(where: names.isSubset) else { return nil }
      let message =
        "a catch-all over an enum of our own: name the cases, so that the compiler asks for new ones"
      return Finding(path: file.path, line: line + 1, message: message)
    }
  }

  /// The cases that a switch names, and where it catches the rest; nothing when it names them all.
  private static func caught(_ code: [String], from start: Int) -> (names: Set<String>, line: Int)? {
    let margin = code[start].prefix { $0 == " " }.count
    var names: Set<String> = []
    for line in code.indices[(start + 1)...] {
      guard let first = code[line].firstIndex(where: { $0 != " " }) else { continue }
      let indentation = code[line].distance(from: code[line].startIndex, to: first)
      guard indentation <= margin else { continue }
      let text = code[line][first...]
      if text.hasPrefix("default:") { return names.isEmpty ? nil : (names, line) }
      guard indentation == margin, text.hasPrefix("case ") else { return nil }
      guard let found = cases(in: label(code, from: line).dropFirst(5)) else { return nil }
      names.formUnion(found)
    }
    return nil
  }

  /// The names in `.a, let .b(c) where d`, and nothing when a pattern is more than a name.
  private static func cases(in label: Substring) -> [String]? {
    var names: [String] = []
    for pattern in label.part(before: " where ").split(separator: ",") {
      var words = pattern.split(separator: " ")
      if words.first == "let" || words.first == "var" { words.removeFirst() }
      guard words.count == 1, let word = words.first, word.first == "." else { return nil }
      names.append(String(word.dropFirst().filter { $0 != "?" && $0 != "`" }))
    }
    return names
  }

  /// From `case` to the colon, whatever the pattern holds left out.
  private static func label(_ code: [String], from line: Int) -> Substring {
    var text = ""
    for next in code[line...] {
      text += next.drop { $0 == " " }
      let outside = withoutBrackets(text)
      if let colon = outside.firstIndex(of: ":") { return outside[..<colon] }
      text += " "
    }
    return Substring(withoutBrackets(text))
  }

  private static func enums(in file: SourceFile) -> [Set<String>] {
    file.code.indices.compactMap { start in
      guard file.code[start].hasSuffix("{"), words(file.code[start]).contains("enum") else { return nil }
      let margin = file.code[start].prefix { $0 == " " }.count
      let inner = String(repeating: " ", count: margin + 2)
      var names: Set<String> = []
      var isOpen = false
      for line in file.code[(start + 1)...] {
        if line.hasPrefix(String(repeating: " ", count: margin) + "}") { break }
        let text = line.drop { $0 == " " }
        let begins = line.hasPrefix(inner + "case ") || line.hasPrefix(inner + "indirect case ")
        guard begins || isOpen else { continue }
        isOpen = text.hasSuffix(",")
        let list = begins ? text.part(after: "case ") : text
        for one in withoutBrackets(String(list)).split(separator: ",") {
          names.formUnion(words(one).prefix(1))
        }
      }
      return names.isEmpty ? nil : names
    }
  }

  private static func words(_ text: some StringProtocol) -> [String] {
    text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map { String($0) }
  }

  private static func withoutBrackets(_ text: String) -> String {
    var depth = 0
    return text.filter { character in
      if "([".contains(character) { depth += 1 }
      defer { if ")]".contains(character) { depth -= 1 } }
      return depth == 0
    }
  }
}

extension Substring {
  fileprivate func part(before word: String) -> Substring {
    firstRange(of: word).map { self[..<$0.lowerBound] } ?? self
  }

  fileprivate func part(after word: String) -> Substring {
    firstRange(of: word).map { self[$0.upperBound...] } ?? self
  }
}
