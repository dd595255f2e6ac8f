import Model
import Words

/// Where in the log issues and tests are told of.
struct LogPlaces: Sendable {
  /// Lines that name a place in a file, by `File.swift:12`.
  private var spots: [Substring: [(number: Int, text: String)]] = [:]
  /// XCTest's first lines of tests, by `Class.test`.
  private var beginnings: [Substring: Int] = [:]
  /// Commands with the sign of a prompt before them, from the first to the last.
  private var commands: [String: (first: Int, last: Int)] = [:]

  init(_ lines: [ShownLog.Line]) {
    for line in lines {
      guard let number = line.number else { continue }
      if line.text.utf8.first == UInt8(ascii: "T"), line.text.hasPrefix("Test Case '"),
        line.text.holds("' started at ")
      {
        let name = line.text.dropFirst("Test Case '".count).prefix { $0 != "'" }
        if beginnings[name] == nil { beginnings[name] = number }
      } else if line.text.utf8.first == UInt8(ascii: "$"), line.text.hasPrefix("$ ") {
        commands[line.text] = (commands[line.text]?.first ?? number, number)
      } else if Self.mayTell(line.text), let place = Self.place(in: line.text) {
        spots[place, default: []].append((number, line.text))
      }
    }
  }

  /// The line that tells of an issue or a failure, if it names the same file and line.
  func line(of file: PackagePath?, _ line: Int?, message: String) -> Int? {
    guard let file, let line, let name = file.rawValue.split(whereSeparator: { "/ ".contains($0) }).last
    else { return nil }
    let words = message.prefix { !$0.isNewline }
    let found = spots["\(name):\(line)"] ?? []
    // A name may stand in several folders, and several things may be wrong in one line.
    let best = found.first { $0.text.contains(file.rawValue) && $0.text.contains(words) }
    return (best ?? found.first { $0.text.contains(words) })?.number
  }

  /// Where the output of a test begins.
  func line(of test: TestCase) -> Int? {
    guard test.library == .xctest else { return nil }
    return beginnings["\(test.suite).\(test.name)"]
  }

  /// Where a script begins; one that runs afterwards is the last of its name.
  func line(of script: ScriptRun) -> Int? {
    guard let first = script.command.split(separator: "\n").first else { return nil }
    let found = commands[String(first)]
    switch script.status {
    case .passed, .failed, .timedOut, .canceled, .cutOff, .running:
      return script.kind == .before ? found?.first : found?.last
    case .waiting, .notRun, .skipped: return nil
    }
  }

  private static func mayTell(_ text: String) -> Bool {
    text.holds("error: ") || text.holds("warning: ") || text.holds(" recorded a")
  }

  /// The first `name.ext:12` of a line.
  private static func place(in text: String) -> Substring? {
    let bytes = text.utf8
    var start = bytes.startIndex
    var hasDot = false
    var index = bytes.startIndex
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "/"), UInt8(ascii: " "):
        // Of a name with a space the last word is kept.
        start = bytes.index(after: index)
        hasDot = false
      case UInt8(ascii: "."): hasDot = true
      case UInt8(ascii: ":") where hasDot:
        let behind = bytes.index(after: index)
        let digits = bytes[behind...].prefix { (0x30...0x39).contains($0) }
        if !digits.isEmpty { return text[start..<digits.endIndex] }
        hasDot = false
      default: break
      }
      index = bytes.index(after: index)
    }
    return nil
  }
}
