public import Model

/// What a test bundle tells of the tests it contains.
public enum TestList {
  public struct Entry: Hashable, Sendable {
    public var module: String
    public var `class`: String
    public var method: String
    /// As XCTest's console names it, where that is not its class and method.
    public var spoken: String?

    public init(module: String, class: String, method: String) {
      self.module = module
      self.class = `class`
      self.method = method
    }

    public var id: TestID { TestID("\(module).\(`class`)/\(method)") }
    /// As XCTest's console names it.
    public var consoleName: String { spoken ?? "\(`class`).\(method)" }
    public var consoleClass: String {
      spoken.flatMap { spoken in spoken.firstIndex(of: ".").map { String(spoken[..<$0]) } } ?? `class`
    }
    /// All specs are of this one class for XCTest, and their names are sentences.
    public var isQuick: Bool {
      spoken != nil || module == "Quick" && TestList.quickClasses.contains(`class`)
    }
    /// Whether its name stands for it on a command line, where commas and slashes part names.
    public var canBeNamed: Bool { spoken == nil }
  }

  static let quickClasses: Set<String> = ["QuickSpec", "AsyncSpec"]

  /// In its list XCTest has slashes between what dots part in a name, and no other dots of those that its
  /// console has.
  public static func asListed(_ name: String) -> String { name.split(separator: ".").joined(separator: "/") }

  /// Reads `--list-tests` of XCTest. Initialisers of test classes print before and after the list, also
  /// without a newline; the list is trusted only when it is as long as its heading says.
  public static func read(_ bytes: [UInt8]) -> (entries: [Entry], isTrustworthy: Bool) {
    let lines = String(decoding: bytes, as: UTF8.self).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var empty: [Entry]?
    for start in lines.indices.reversed() {
      guard let count = announcedCount(lines[start]) else { continue }
      let found = leadingEntries(lines[(start + 1)...], upTo: count)
      guard found.count == count, hasNoDoubles(found) else { continue }
      if count > 0 { return (found, true) }
      empty = []
    }
    if let empty { return (empty, true) }
    return (lines.compactMap(entry), false)
  }

  /// Quick's examples may have the same names.
  private static func hasNoDoubles(_ entries: [Entry]) -> Bool {
    let plain = entries.filter { !$0.isQuick }
    return Set(plain).count == plain.count
  }

  private static func leadingEntries(_ lines: ArraySlice<Substring>, upTo count: Int) -> [Entry] {
    var found: [Entry] = []
    for line in lines where !line.isEmpty {
      guard found.count < count, let entry = entry(line) else { break }
      found.append(entry)
    }
    return found
  }

  /// The count in `Listing 46 tests in debug.xctest:`, whatever stands in front of it.
  private static func announcedCount(_ line: Substring) -> Int? {
    guard line.hasSuffix(":"), let heading = line.range(of: "Listing ", options: .backwards) else {
      return nil
    }
    let words = line[heading.upperBound...].split(separator: " ", maxSplits: 3)
    guard words.count == 4, words[1] == "test" || words[1] == "tests", words[2] == "in" else { return nil }
    return Int(words[0]).flatMap { 0...1_000_000 ~= $0 ? $0 : nil }
  }

  private static func entry(_ line: Substring) -> Entry? {
    let halves = line.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2, let dot = halves[0].firstIndex(of: ".") else { return nil }
    let module = halves[0][..<dot]
    let name = halves[0][halves[0].index(after: dot)...]
    let isQuick = module == "Quick" && quickClasses.contains(String(name))
    guard isIdentifier(module), isQuick ? !halves[1].isEmpty : isIdentifier(halves[1]) else { return nil }
    guard name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(isIdentifier) else {
      return nil
    }
    return Entry(module: String(module), class: String(name), method: String(halves[1]))
  }

  private static func isIdentifier(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.unicodeScalars.allSatisfy {
        $0 == "_" || $0.value > 127 || ("0"..."9" ~= $0) || ("a"..."z" ~= $0) || ("A"..."Z" ~= $0)
      }
  }
}
