/// What holds for every file. Each rule tells where it is not kept.
enum Rules {
  static let all: [@Sendable (SourceFile) -> [Finding]] = [
    types, columns, functions, forcedTry, forcedUnwrap, uncheckedSendable, typeNames, leftOpen,
    errors,
  ]

  /// A type with its extensions in the same file, and not the file: one idea may take several types.
  static func types(_ file: SourceFile) -> [Finding] {
    var sizes: [String: (lines: Int, first: Int)] = [:]
    for start in file.code.indices {
      guard let name = typeName(file.code[start]) else { continue }
      let end = file.code[start...].firstIndex { $0.hasPrefix("}") } ?? file.code.endIndex
      let known = sizes[name] ?? (0, start)
      sizes[name] = (known.lines + end - start + 1, known.first)
    }
    return sizes.filter { $0.value.lines > 400 }.sorted { $0.value.first < $1.value.first }.map {
      name, size in
      let message = "\(name) has \(size.lines) lines, 400 at most: which two ideas live here?"
      return Finding(path: file.path, line: size.first + 1, message: message)
    }
  }

  /// Of a type that a line without a margin declares, or extends.
  private static func typeName(_ line: String) -> String? {
    guard line.hasSuffix("{"), line.first != " " else { return nil }
    let words = line.split { !($0.isLetter || $0.isNumber || "_@.".contains($0)) }
    let kinds: Set<Substring> = ["struct", "class", "enum", "actor", "protocol", "extension"]
    guard let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.endIndex else { return nil }
    let name = words[kind + 1] == "class" ? words[min(kind + 2, words.endIndex - 1)] : words[kind + 1]
    return name.split(separator: ".").first.map { String($0) }
  }

  static func columns(_ file: SourceFile) -> [Finding] {
    file.lines.enumerated().filter { $1.count > 110 }.map { index, line in
      Finding(path: file.path, line: index + 1, message: "\(line.count) columns, 110 at most")
    }
  }

  /// By the indentation, which the formatter holds: a body ends with the first `}` below its declaration.
  static func functions(_ file: SourceFile) -> [Finding] {
    file.code.indices.compactMap { start in
      guard isDeclaration(file.code[start]) else { return nil }
      let margin = indentation(file.code[start])
      let end = file.code[(start + 1)...].firstIndex { line in
        guard let first = line.first(where: { $0 != " " }) else { return false }
        // `) -> Int {` and `{` alone belong to the head of a declaration that takes several lines.
        return indentation(line) < margin || indentation(line) == margin && !"){".contains(first)
      }
      guard let end, file.code[end].dropFirst(margin).first == "}", end - start + 1 > 60 else { return nil }
      let message = "a body of \(end - start + 1) lines, 60 at most"
      return Finding(path: file.path, line: start + 1, message: message)
    }
  }

  private static func isDeclaration(_ line: String) -> Bool {
    let words = line.split(whereSeparator: { !($0.isLetter || $0.isNumber || "_`@".contains($0)) })
    if words.contains(where: { ["func", "init", "deinit", "subscript"].contains($0) }) { return true }
    return words.contains { ["var", "let"].contains($0) } && line.last == "{"
  }

  private static func indentation(_ line: String) -> Int { line.prefix { $0 == " " }.count }

  static func forcedTry(_ file: SourceFile) -> [Finding] {
    file.findings(/\btry!/, holding: ["try!"]) { _ in "try! stops the program: let the error go up" }
  }

  static func forcedUnwrap(_ file: SourceFile) -> [Finding] {
    guard !file.isTest else { return [] }
    return file.findings(/[\w`"\/)\]}>?]!(?!=)/, holding: ["!"]) { found in
      found.hasSuffix("y!") ? nil : "a forced unwrap: say with guard what is to be when there is nothing"
    }
  }

  static func uncheckedSendable(_ file: SourceFile) -> [Finding] {
    file.findings(
      /@unchecked\s+Sendable|nonisolated\(unsafe\)/, holding: ["@unchecked", "nonisolated(unsafe)"]
    ) { _ in
      "nothing checks this: say in a comment there or on the line above why it is safe"
    }.filter { finding in
      let index = finding.line - 1
      let above = index > 0 ? file.lines[index - 1].drop { $0 == " " } : ""
      return !above.hasPrefix("//") && !hasComment(file.lines[index], code: file.code[index])
    }
  }

  private static func hasComment(_ line: String, code: String) -> Bool {
    line.dropFirst(code.reversed().drop { $0 == " " }.count).contains("//")
  }

  static func typeNames(_ file: SourceFile) -> [Finding] {
    file.findings(
      /\b(class|struct|enum|actor|protocol|typealias)\s+\w*(Manager|Helper|Util|Service|Info|Data)s?\b/,
      holding: ["Manager", "Helper", "Util", "Service", "Info", "Data"]
    ) {
      "\($0) says nothing of what it is: name the noun"
    }
  }

  /// What leaves a room explains itself. Excepted are mistakes in a file, told as `place: message`.
  static func errors(_ file: SourceFile) -> [Finding] {
    let placed = ["TemplateProblem", "Problem", "Mistake", "Refusal"]
    guard !file.isTest else { return [] }
    let pattern = /public\s+(struct|enum|final class)\s+\w+:[^{]*\bError\b/
    return file.findings(pattern, holding: ["Error"]) { found in
      let name = found.split { !($0.isLetter || $0.isNumber) }.dropFirst(2).first.map(String.init) ?? ""
      return placed.contains(name) ? nil : "\(name) reaches people: let it be Explained"
    }
  }

  /// Texts and comments too.
  static func leftOpen(_ file: SourceFile) -> [Finding] {
    let words = ["TO" + "DO", "FIX" + "ME", "XX" + "X"]
    return file.lines.enumerated().compactMap { index, line in
      guard let word = words.first(where: line.contains) else { return nil }
      return Finding(path: file.path, line: index + 1, message: "\(word): finish it")
    }
  }

  /// For what ships: besides, nothing in it is a stub.
  static func stubs(_ file: SourceFile) -> [Finding] {
    let words = ["not " + "implemented", "un" + "implemented", "fatalError" + "()"]
    return file.lines.enumerated().compactMap { index, line in
      guard let word = words.first(where: line.contains) else { return nil }
      return Finding(path: file.path, line: index + 1, message: "\(word): finish it")
    }
  }
}
