/// Names of tests made readable: `testEmptyNameIsNil` is "empty name is nil".
public enum TestWords {
  public static func sentence(_ test: TestCase) -> String {
    if let display = test.displayName, !display.isEmpty { return display }
    return sentence(name: test.name, library: test.library)
  }

  /// Behind the groups in which Quick puts it: `given, when, then` is "then" of "given" and "when".
  public static func leaf(_ test: TestCase) -> String { quick(test)?.last ?? sentence(test) }

  public static func groups(_ test: TestCase) -> [String] {
    test.groups.isEmpty ? Array((quick(test) ?? []).dropLast()) : test.groups
  }

  private static func quick(_ test: TestCase) -> [String]? {
    guard test.library == .xctest, test.displayName == nil,
      test.name.contains(", ") || test.name.contains("__")
    else { return nil }
    let parts = sentence(test).split(separator: ", ").map(String.init)
    return parts.count > 1 ? parts : nil
  }

  public static func sentence(name: String, library: TestLibrary) -> String {
    // Quick's names are sentences already.
    if name.contains(" "), !name.hasPrefix("`") { return name }
    if name.hasPrefix("`") { return String(name.split(separator: "`").first ?? Substring(name)) }
    var text = name.prefix { $0 != "(" }
    // What digits alone mean to their author no rule knows: `testExample2_28` stays as it is.
    let parts = text.split(separator: "_")
    let isPlain = parts.count < 2 && text.contains(where: \.isNumber)
    if isPlain || parts.contains(where: { $0.first?.isNumber ?? false }) { return name }
    if text.hasPrefix("test"), let next = text.dropFirst(4).first {
      // Swift Testing asks for no such word; where it stands all the same, it came along from XCTest.
      if library == .xctest ? !next.isLowercase : next.isUppercase || next == "_" { text = text.dropFirst(4) }
    }
    let sentence = clauses(of: text).filter { !$0.isEmpty }.joined(separator: ", ")
    return sentence.isEmpty ? name : sentence
  }

  /// `__` parts the clauses of Quick's names; a lone `_` in them does where the parts are camel case, and is
  /// a space where all is lower case.
  private static func clauses(of text: Substring) -> [String] {
    if let double = text.firstRange(of: "__") {
      return clauses(of: text[..<double.lowerBound]) + clauses(of: text[double.upperBound...])
    }
    let spoken = text.split(separator: "_").map { words(of: $0).joined(separator: " ") }
    return text.contains { $0.isUppercase } ? spoken : [spoken.joined(separator: " ")]
  }

  /// `parsesURLOfPage` is "parses URL of page".
  private static func words(of text: Substring) -> [String] {
    let characters = Array(text)
    var words: [String] = []
    var start = 0
    for index in characters.indices.dropFirst() where breaks(characters, before: index) {
      words.append(word(characters[start..<index]))
      start = index
    }
    return words + [word(characters[start...])]
  }

  private static func breaks(_ text: [Character], before index: Int) -> Bool {
    let last = text[index - 1]
    let next = text[index]
    if next.isNumber, !last.isNumber { return !isNameWithNumber(text[..<index]) }
    guard next.isUppercase else { return false }
    if !last.isUppercase { return true }
    // The last capital of a run begins the next word: `URLParser`, but `URLs` stays one.
    guard index + 1 < text.count, text[index + 1].isLowercase else { return false }
    let isPlural = text[index + 1] == "s" && (index + 2 == text.count || text[index + 2].isUppercase)
    return !isPlural || next == "I" || next == "A"
  }

  /// `utf` of `utf8` and the like, to which a number belongs.
  private static func isNameWithNumber(_ text: ArraySlice<Character>) -> Bool {
    let letters = String(text.reversed().prefix { $0.isLetter }.reversed()).lowercased()
    return ["utf", "sha", "md", "base", "int", "float", "ipv"].contains { letters.hasSuffix($0) }
      || text.last?.isUppercase ?? false
  }

  private static func word(_ text: ArraySlice<Character>) -> String {
    let isAcronym = text.count > 1 && text.dropFirst().contains { $0.isUppercase }
    return isAcronym ? String(text) : String(text).lowercased()
  }
}

/// The suites around a test, taken apart; raw names may hold anything.
public enum SuiteWords {
  /// By their display names where they have any.
  public static func shown(_ test: TestCase) -> [String] {
    let parts = parts(test.suite)
    guard test.suiteNames.count == parts.count else { return parts }
    return zip(parts, test.suiteNames).map { $1.isEmpty ? $0 : $1 }
  }

  public static func parts(_ suite: String) -> [String] {
    var parts = [""]
    var isRaw = false
    for character in suite {
      if character == "`" {
        isRaw.toggle()
      } else if character == "/", !isRaw {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts.filter { !$0.isEmpty }
  }
}

extension TestWords {
  /// Of a test of which only the id is kept.
  public static func sentence(id: TestID, library: TestLibrary, target: String) -> String {
    let text = id.rawValue
    if let tick = text.firstIndex(of: "`") { return sentence(name: String(text[tick...]), library: library) }
    let head = text.prefix { $0 != "(" }
    var name = text[...]
    if let slash = head.lastIndex(of: "/") {
      name = text[text.index(after: slash)...]
    } else if text.hasPrefix(target + ".") {
      name = text.dropFirst(target.count + 1)
    }
    return sentence(name: String(name), library: library)
  }
}

extension KnownTest {
  /// Its name made readable.
  public var sentence: String {
    if let displayName, !displayName.isEmpty { return displayName }
    return TestWords.sentence(id: id, library: library, target: target)
  }

  /// The target, the suites and the groups around it, outermost first.
  public var path: [String] {
    if !group.isEmpty { return [target] + group }
    // Of a test that nothing else is known of any more.
    let head = id.rawValue.prefix { $0 != "(" && $0 != "`" }
    guard head.hasPrefix(target + "."), let slash = head.lastIndex(of: "/") else { return [target] }
    let suites = head[..<slash].dropFirst(target.count + 1)
    return [target] + suites.split(separator: "/").map(String.init)
  }
}
