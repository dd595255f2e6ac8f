/// A pattern of paths: `*` and `?` stay within one part, `**` stands for any number of parts, `[a-z]` for one
/// character of a set, `{a,b}` for one of several texts; a pattern that names a folder takes in what it
/// holds.
public struct Glob: Equatable, Sendable {
  /// As it was written.
  public let text: String
  /// Begins with `!`: takes out again what an earlier pattern took in.
  public let isNegated: Bool
  private let alternatives: [[Part]]

  private enum Part: Equatable, Sendable {
    case anyParts
    case pattern([Character])
  }

  private static let mostAlternatives = 256

  public init(_ text: String) {
    self.text = text
    isNegated = text.hasPrefix("!")
    var pattern = Substring(text).dropFirst(isNegated ? 1 : 0)
    while pattern.hasPrefix("./") { pattern = pattern.dropFirst(2) }
    alternatives = Self.expanded(String(pattern)).map(Self.parts)
  }

  /// Where all lies that it names: the folder in front of its first part that is no plain name.
  public var folder: String {
    let parts = text.dropFirst(isNegated ? 1 : 0).split(separator: "/").filter { $0 != "." }
    return parts.dropLast().prefix { !Self.isPattern(String($0)) }.joined(separator: "/")
  }

  /// Whether a text says more than one name.
  public static func isPattern(_ text: String) -> Bool { text.contains { "*?[{!\\".contains($0) } }

  /// Whether the pattern, without its `!`, names the path or a folder above it.
  public func matches(_ path: String) -> Bool {
    let names = path.split(separator: "/", omittingEmptySubsequences: true).map(Array.init)
    return alternatives.contains { Self.match($0[...], names[...]) }
  }

  /// The pattern that decides about a path among several, the last one that matches; nil when none takes it
  /// in.
  public static func rule(for path: String, among globs: [Glob]) -> Glob? {
    guard let last = globs.last(where: { $0.matches(path) }), !last.isNegated else { return nil }
    return last
  }

  /// Whether a list of patterns takes a path in. A list that only takes out starts from everything.
  public static func isSelected(_ path: String, by globs: [Glob]) -> Bool {
    guard let last = globs.last(where: { $0.matches(path) }) else { return globs.allSatisfy(\.isNegated) }
    return !last.isNegated
  }

  private static func parts(_ pattern: String) -> [Part] {
    pattern.split(separator: "/", omittingEmptySubsequences: true).reduce(into: []) { parts, word in
      if word == "**" {
        if parts.last != .anyParts { parts.append(.anyParts) }
      } else {
        parts.append(.pattern(Array(word)))
      }
    }
  }

  /// One reachable set of positions per part: no pattern makes it slow.
  private static func match(_ parts: ArraySlice<Part>, _ names: ArraySlice<[Character]>) -> Bool {
    guard !parts.isEmpty else { return false }
    var reached: Set<Int> = [names.startIndex]
    for (index, part) in parts.enumerated() {
      switch part {
      case .anyParts:
        guard let first = reached.min() else { return false }
        // At the end it stands for what a folder holds, not for the folder itself.
        if index == parts.count - 1 { return first < names.endIndex }
        reached = Set(first...names.endIndex)
      case .pattern(let pattern):
        reached = Set(
          reached.filter { $0 < names.endIndex && matchesName(pattern, names[$0]) }.map { $0 + 1 })
      }
      if reached.isEmpty { return false }
    }
    return reached.contains(names.endIndex) || namesFolder(parts.last)
  }

  /// Whether the last part is a plain name, so that it may name a folder.
  private static func namesFolder(_ part: Part?) -> Bool {
    guard case .pattern(let pattern)? = part else { return false }
    return !pattern.contains { "*?[".contains($0) }
  }

  private static func matchesName(_ pattern: [Character], _ name: [Character]) -> Bool {
    var p = 0
    var n = 0
    var star: (pattern: Int, name: Int)?
    while n < name.count {
      if p < pattern.count, pattern[p] == "*" {
        star = (p + 1, n)
        p += 1
      } else if p < pattern.count, let after = matchesOne(pattern, p, name[n]) {
        p = after
        n += 1
      } else if let back = star {
        p = back.pattern
        n = back.name + 1
        star = (p, n)
      } else {
        return false
      }
    }
    while p < pattern.count, pattern[p] == "*" { p += 1 }
    return p == pattern.count
  }

  /// Where the pattern goes on after it matched one character; nil when it did not.
  private static func matchesOne(_ pattern: [Character], _ at: Int, _ character: Character) -> Int? {
    switch pattern[at] {
    case "?": return at + 1
    case "\\" where at + 1 < pattern.count: return pattern[at + 1] == character ? at + 2 : nil
    case "[":
      guard let (set, end) = readSet(pattern, at) else { break }
      return set(character) ? end : nil
    default: break
    }
    return pattern[at] == character ? at + 1 : nil
  }

  private static func readSet(_ pattern: [Character], _ at: Int) -> ((Character) -> Bool, Int)? {
    var index = at + 1
    guard index < pattern.count else { return nil }
    let isInverted = pattern[index] == "!" || pattern[index] == "^"
    if isInverted { index += 1 }
    var ranges: [ClosedRange<Character>] = []
    let first = index
    while index < pattern.count, pattern[index] != "]" || index == first {
      let low = pattern[index]
      if index + 2 < pattern.count, pattern[index + 1] == "-", pattern[index + 2] != "]" {
        if low <= pattern[index + 2] { ranges.append(low...pattern[index + 2]) }
        index += 3
      } else {
        ranges.append(low...low)
        index += 1
      }
    }
    guard index < pattern.count else { return nil }
    return ({ character in ranges.contains { $0.contains(character) } != isInverted }, index + 1)
  }

  /// `a{b,c}d` as `abd` and `acd`; a brace without its partner stands for itself.
  private static func expanded(_ pattern: String) -> [String] {
    var done: [String] = []
    var waiting = [pattern]
    while let text = waiting.popLast() {
      guard done.count + waiting.count < mostAlternatives, let (head, choices, tail) = firstBrace(text) else {
        done.append(text)
        continue
      }
      waiting += choices.reversed().map { head + $0 + tail }
    }
    return done
  }

  private static func firstBrace(_ text: String) -> (String, [String], String)? {
    guard let open = text.firstIndex(of: "{") else { return nil }
    var depth = 0
    var choices = [""]
    for index in text.indices[open...] {
      let character = text[index]
      if character == "{" { depth += 1 }
      if character == "}" { depth -= 1 }
      if depth == 0 {
        guard choices.count > 1 else { return nil }
        return (String(text[..<open]), choices, String(text[text.index(after: index)...]))
      }
      if depth == 1, character == "," {
        choices.append("")
      } else if index != open {
        choices[choices.count - 1].append(character)
      }
    }
    return nil
  }
}
