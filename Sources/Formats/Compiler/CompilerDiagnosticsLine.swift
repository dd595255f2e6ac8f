internal import Foundation
import Model

/// One line of a build, by its shape.
enum CompilerDiagnosticsLine {
  case step(done: Int, total: Int, what: String)
  case diagnostic(Diagnostic)
  /// A command failed: worth telling only when nothing else says why.
  case summary(Diagnostic)
  /// What a linker said: told only when it failed and nothing else says why.
  case linker(Diagnostic)
  case note(String)
  case excerpt(String)
  /// The linker's `>>> referenced by main.swift:4 (/abs/main.swift:4)`.
  case reference(Place)
  case prelude
  case stackDump
  case stackEntry
  case blank
  case other

  struct Place: Equatable {
    var file: String
    var line: Int?
    var column: Int?
  }

  init(_ text: String) {
    if text.allSatisfy(\.isWhitespace) || text.hasPrefix("[#") {
      self = .blank
    } else if let step = Self.step(text) {
      self = step
    } else if Self.isExcerpt(text) {
      self = .excerpt(text)
    } else if let spoken = Self.spoken(text) {
      self = spoken
    } else if text.hasPrefix(">>> ") {
      self = Self.reference(text)
    } else if text.hasPrefix("In file included from ") || text.contains(": In function ") {
      self = .prelude
    } else if text.hasPrefix("Stack dump:") {
      self = .stackDump
    } else if text.first?.isNumber == true, text.wholeMatch(of: /\d+\.\s.*/) != nil {
      self = .stackEntry
    } else if text.hasPrefix("    ") || text.hasPrefix("\t") {
      self = .note(text)
    } else {
      self = .other
    }
  }

  /// Whether a line is of no shape at all: seen without making a text of it, as most of a long log is so.
  static func isPlain(_ line: UnsafeRawBufferPointer) -> Bool {
    guard let base = line.baseAddress, let first = line.first else { return false }
    // What an excerpt, a step, a reference, a stack or a prelude begins with.
    if first <= 32 || 48...57 ~= first || "[>`SI".utf8.contains(first) { return false }
    if memchr(base, 27, line.count) != nil || memchr(base, 13, line.count) != nil { return false }
    var offset = 0
    while let hit = memchr(base + offset, 58, line.count - offset) {
      let colon = UnsafeRawPointer(hit) - base
      offset = colon + 1
      guard offset < line.count else { break }
      guard line[offset] == 32 else { continue }
      let before = UnsafeRawBufferPointer(rebasing: line[..<colon])
      let after = line[(offset + 1)...]
      if speakers.contains(where: { before.hasSuffix($0) }) { return false }
      if plainSayings.contains(where: { after.starts(with: $0) }) { return false }
    }
    return true
  }

  private static let speakers = [
    "error", "warning", "note", "remark", "/ld", "ld.gold", "ld.lld", "ld.bfd", "/mold",
  ]
  private static let plainSayings = ["undefined reference", "In function"].map { Array($0.utf8) }

  /// The lines that remain of one on which a terminal's cursor was moved, without their colours.
  static func plain(_ text: String) -> [String] {
    guard text.utf8.contains(where: { $0 == 27 || $0 == 13 }) else { return [text] }
    // A link or a title ends with a bell or with another escape.
    let escape = /\u{1B}(?:\[[0-?]*[ -\/]*[@-~]|\][^\u{07}\u{1B}]*(?:\u{07}|\u{1B}\\))/
    let plain = text.replacing(escape, with: "")
    return plain.unicodeScalars.split(separator: "\r").map { String($0) }
  }

  private static func step(_ text: String) -> Self? {
    guard text.utf8.first == UInt8(ascii: "["), let match = text.wholeMatch(of: /\[(\d+)\/(\d+)\] (.*)/)
    else {
      return nil
    }
    guard let done = Int(match.1), let total = Int(match.2) else { return nil }
    return .step(done: done, total: total, what: String(match.3))
  }

  /// ` 12 | code`, `   | `- error: …`, `   |3 | code of a macro`, `   +---`
  private static func isExcerpt(_ text: String) -> Bool {
    let body = text.drop { $0 == " " || ("0"..."9" ~= $0) }
    if body.hasPrefix("`- /") { return true }
    guard body.startIndex > text.startIndex else { return false }
    return body.hasPrefix("|") || body.hasPrefix("+---")
  }

  /// `` `- /abs/File.swift:67:58: note: expanded code originates here``
  static func origin(of excerpt: String) -> Place? {
    guard let end = excerpt.range(of: ": note: expanded code originates here") else { return nil }
    guard let start = excerpt.firstIndex(of: "/") else { return nil }
    return place(excerpt[start..<end.lowerBound])
  }

  /// What the compiler was working on when it crashed: `(at /abs/File.swift:3:1)`,
  /// `[/abs/File.swift:3:1 - line:5:2]`, `@/abs/File.swift:3:1)`, `starting at /abs/File.swift:3:1`; else of
  /// which file: `(source_file "/abs/File.swift")`, `(Lowering AST to SIL for file "/abs/File.swift")`.
  static func dumped(in entry: String) -> Place? {
    let placed = /(?:\(at |\[|@|starting at )(\/[^\[\]()"]+?:\d+:\d+)(?=[,)\]]| - line|$)/
    if let match = entry.matches(of: placed).last { return place(match.1) }
    let file = entry.firstMatch(of: /While evaluating request .*(?:source_file| for file) "(\/[^"]+\.swift)"/)
    return file.map { Place(file: String($0.1)) }
  }

  /// What a compiler was to compile that was given one source alone, or one of several; nil where that is
  /// not sure.
  static func onlySource(in arguments: String) -> String? {
    // A longer line was cut.
    guard arguments.utf8.count < 60_000, !arguments.contains("\"") else { return nil }
    let words = arguments.split(separator: " ")
    let primary = words.indices.filter { words[$0] == "-primary-file" }.map { words[($0 + 1)...].first ?? "" }
    let sources = primary.isEmpty ? words.filter { $0.hasPrefix("/") } : primary
    let found = Set(sources.filter { $0.hasSuffix(".swift") })
    return found.count == 1 && primary.count < 2 ? found.first.map { String($0) } : nil
  }

  private static let words: [(String, Diagnostic.Severity?)] = [
    ("error: ", .error), ("warning: ", .warning), ("fatal error: ", .error), ("Fatal error: ", .error),
    ("note: ", nil),
    ("remark: ", nil),
  ]

  private static func spoken(_ text: String) -> Self? {
    var best: (start: String.Index, end: String.Index, severity: Diagnostic.Severity?)?
    for (word, severity) in words {
      let range =
        text.hasPrefix(word)
        ? text.startIndex..<text.index(text.startIndex, offsetBy: word.count)
        : text.range(of: ": " + word)
      guard let range, best == nil || range.lowerBound < (best?.start ?? text.endIndex) else { continue }
      best = (range.lowerBound, range.upperBound, severity)
    }
    guard let best else { return undefinedReference(text) ?? linker(text) }
    let lead = text[..<best.start]
    guard let severity = best.severity else { return isSpeaker(lead) ? .note(text) : nil }
    guard lead.isEmpty || isSpeaker(lead) else { return nil }
    let found = place(lead).flatMap { $0.line == nil ? nil : $0 }
    let isNowhere = found.map { $0.file.hasPrefix("<unknown>") } ?? true
    let message = String(text[best.end...])
    // The package manager says whose manifest it is in front of what the compiler says of that.
    if lead.isEmpty, let quoted = message.wholeMatch(of: /'[^']*': (\/.+)/),
      case .diagnostic(let inner) = spoken(String(quoted.1)), inner.line != nil
    {
      return .diagnostic(inner)
    }
    let diagnostic = Diagnostic(
      severity: severity, message: message, file: isNowhere ? nil : found?.file,
      line: isNowhere ? nil : found?.line, column: isNowhere ? nil : found?.column)
    return isSummary(message, lead) ? .summary(diagnostic) : .diagnostic(diagnostic)
  }

  /// A file with a line, or a tool: not a sentence that happens to contain the word.
  private static func isSpeaker(_ lead: Substring) -> Bool {
    if let place = place(lead), place.line != nil { return true }
    return !lead.contains(" ") || lead.hasPrefix("/")
  }

  private static func isSummary(_ message: String, _ lead: Substring) -> Bool {
    if message.hasSuffix("(use -v to see invocation)") { return true }
    if message.contains(": Invalid manifest (compiled with: ") || message == "fatalError" { return true }
    // What still compiled when something else had failed.
    if message == "cancelled", lead.isEmpty { return true }
    return message.hasPrefix("could not build Objective-C module") || message == "build stopped"
  }

  /// The older linker's `main.swift:(.text+0x5): undefined reference to `x'`, which lacks the word.
  private static func undefinedReference(_ text: String) -> Self? {
    guard let start = text.range(of: ": undefined reference to ") else { return nil }
    let message = text[text.index(start.lowerBound, offsetBy: 2)...]
    let found = place(text[..<start.lowerBound])
    return .diagnostic(
      Diagnostic(
        severity: .error, message: String(message), file: found?.line == nil ? nil : found?.file,
        line: found?.line,
        column: found?.column))
  }

  /// `/usr/bin/ld.gold: --x: unknown option`: the linker's own words, without a word for how bad that is.
  private static func linker(_ text: String) -> Self? {
    guard let match = text.wholeMatch(of: /(?:\/\S*\/)?((?:ld(?:\.\w+)?|mold): .+)/),
      !text.hasSuffix(" option for usage information"), !text.contains(" in function `")
    else { return nil }
    return .linker(
      Diagnostic(severity: .error, message: String(match.1), file: nil, line: nil, column: nil))
  }

  private static func reference(_ text: String) -> Self {
    guard let open = text.range(of: "(/"), text.hasSuffix(")"),
      let place = place(text[text.index(after: open.lowerBound)...].dropLast()), place.line != nil
    else { return .note(text) }
    return .reference(place)
  }

  /// `path:line:column` or `path:line`.
  private static func place(_ text: Substring) -> Place? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count > 1, let last = Int(parts[parts.count - 1]) else {
      return text.isEmpty ? nil : Place(file: String(text), line: nil, column: nil)
    }
    if parts.count > 2, let line = Int(parts[parts.count - 2]) {
      return Place(file: parts.dropLast(2).joined(separator: ":"), line: line, column: last)
    }
    return Place(file: parts.dropLast().joined(separator: ":"), line: last, column: nil)
  }
}
