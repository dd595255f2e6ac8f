import Foundation

/// One line of a `.gitignore`, as gitignore(5) has it.
///
/// libgit2's own reader drops a `!pattern` unless a line above it in the same file ignores the same thing:
/// `!keep.log` in a folder would not undo `*.log` at the root.
struct IgnorePattern {
  let isNegated: Bool
  private let onlyFolders: Bool
  /// Holds no slash but at its end: matched with the last name of a path.
  private let byName: Bool
  private let glob: [UInt8]

  /// Nil for comments and empty lines.
  init?(line: ArraySlice<UInt8>) {
    var line = line
    if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
    guard line.first != UInt8(ascii: "#") else { return nil }
    line = Self.trimmed(line)
    let negated = line.first == UInt8(ascii: "!")
    if negated { line = line.dropFirst() }
    let folders = line.last == UInt8(ascii: "/")
    if folders { line = line.dropLast() }
    guard !line.isEmpty else { return nil }
    isNegated = negated
    onlyFolders = folders
    byName = !line.contains(UInt8(ascii: "/"))
    glob = Array(line.first == UInt8(ascii: "/") ? line.dropFirst() : line)
  }

  /// All lines of a file.
  static func all(in content: [UInt8]) -> [IgnorePattern] {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let body = content.starts(with: mark) ? content.dropFirst(3) : content[...]
    return body.split(separator: UInt8(ascii: "\n")).compactMap { IgnorePattern(line: $0) }
  }

  /// `path` begins at the folder that holds the pattern.
  func matches(_ path: ArraySlice<UInt8>, isFolder: Bool) -> Bool {
    if onlyFolders && !isFolder { return false }
    guard byName else { return GitPattern.matches(glob, path) }
    let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? path.startIndex
    return GitPattern.matches(glob, path[start...])
  }

  /// Spaces at the end do not count, unless a backslash stands before them.
  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var end = line.startIndex
    var place = line.startIndex
    while place < line.endIndex {
      if line[place] == UInt8(ascii: "\\") {
        place = min(place + 2, line.endIndex)
        end = place
      } else {
        place += 1
        if line[place - 1] != UInt8(ascii: " ") { end = place }
      }
    }
    return line[..<end]
  }
}

/// git's wildcards on a path: `*` and `?` stop at a slash, `**` between slashes does not.
struct GitPattern {
  private let glob: [UInt8]
  private let text: [UInt8]
  /// Places already found to lead nowhere, so that many stars cost no more than few.
  private var failed: Set<Int> = []

  static func matches(_ glob: [UInt8], _ text: ArraySlice<UInt8>) -> Bool {
    if !glob.contains(where: { "*?[\\".utf8.contains($0) }) { return glob.elementsEqual(text) }
    var matcher = GitPattern(glob: glob, text: Array(text))
    return matcher.match(0, 0)
  }

  private init(glob: [UInt8], text: [UInt8]) { (self.glob, self.text) = (glob, text) }

  private static let slash = UInt8(ascii: "/")

  private mutating func match(_ start: Int, _ from: Int) -> Bool {
    var g = start
    var t = from
    while g < glob.count {
      switch glob[g] {
      case UInt8(ascii: "*"): return star(g, t)
      case UInt8(ascii: "?"):
        guard t < text.count, text[t] != Self.slash else { return false }
        g += 1
      case UInt8(ascii: "["):
        guard t < text.count, let next = bracket(g, text[t]) else { return false }
        g = next
      case UInt8(ascii: "\\"):
        guard g + 1 < glob.count, t < text.count, glob[g + 1] == text[t] else { return false }
        g += 2
      default:
        guard t < text.count, glob[g] == text[t] else { return false }
        g += 1
      }
      t += 1
    }
    return t == text.count
  }

  private mutating func star(_ start: Int, _ from: Int) -> Bool {
    let key = start * (text.count + 1) + from
    if failed.contains(key) { return false }
    var g = start
    while g < glob.count, glob[g] == UInt8(ascii: "*") { g += 1 }
    let isWhole =
      g - start >= 2 && (start == 0 || glob[start - 1] == Self.slash)
      && (g == glob.count || glob[g] == Self.slash)
    if isWhole, g < glob.count, match(g + 1, from) { return true }
    var t = from
    while true {
      if match(g, t) { return true }
      guard t < text.count, isWhole || text[t] != Self.slash else { break }
      t += 1
    }
    failed.insert(key)
    return false
  }

  /// The place behind the closing bracket, when the byte is one of those it lists.
  private func bracket(_ start: Int, _ byte: UInt8) -> Int? {
    var g = start + 1
    let isNegated = g < glob.count && (glob[g] == UInt8(ascii: "!") || glob[g] == UInt8(ascii: "^"))
    if isNegated { g += 1 }
    let first = g
    var isListed = false
    while g < glob.count, glob[g] != UInt8(ascii: "]") || g == first {
      if glob[g] == UInt8(ascii: "["), g + 1 < glob.count, glob[g + 1] == UInt8(ascii: ":"),
        let end = closing(g + 2)
      {
        guard let holds = Self.classes[String(decoding: glob[(g + 2)..<end], as: UTF8.self)] else {
          return nil
        }
        isListed = isListed || holds(Int32(byte)) != 0
        g = end + 2
        continue
      }
      if glob[g] == UInt8(ascii: "\\") { g += 1 }
      guard g < glob.count else { return nil }
      let low = glob[g]
      g += 1
      guard g + 1 < glob.count, glob[g] == UInt8(ascii: "-"), glob[g + 1] != UInt8(ascii: "]") else {
        isListed = isListed || low == byte
        continue
      }
      g += glob[g + 1] == UInt8(ascii: "\\") ? 2 : 1
      guard g < glob.count else { return nil }
      isListed = isListed || (low <= byte && byte <= glob[g])
      g += 1
    }
    guard g < glob.count, isListed != isNegated, byte != Self.slash else { return nil }
    return g + 1
  }

  private func closing(_ start: Int) -> Int? {
    var g = start
    while g + 1 < glob.count, glob[g] != UInt8(ascii: "]") {
      if glob[g] == UInt8(ascii: ":"), glob[g + 1] == UInt8(ascii: "]") { return g }
      g += 1
    }
    return nil
  }

  private static let classes: [String: @Sendable (Int32) -> Int32] = [
    "alnum": { isalnum($0) }, "alpha": { isalpha($0) }, "blank": { isblank($0) }, "cntrl": { iscntrl($0) },
    "digit": { isdigit($0) }, "graph": { isgraph($0) }, "lower": { islower($0) }, "print": { isprint($0) },
    "punct": { ispunct($0) }, "space": { isspace($0) }, "upper": { isupper($0) }, "xdigit": { isxdigit($0) },
  ]
}
