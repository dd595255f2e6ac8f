import Formats

/// Hears ThreadSanitizer telling of data races in what a test process prints.
struct RaceListener {
  /// It told of one.
  private(set) var sawRace = false
  /// `/a/P.swift:5:7`, or a path alone: of the first that names a line, else of the first.
  private var place: String?
  private var namesLine = false
  /// The line that is not whole yet.
  private var line: [UInt8] = []

  private static let newline = UInt8(ascii: "\n")
  private static let mostBytes = 8192

  mutating func listen(_ printed: some Collection<UInt8>) {
    guard !namesLine else { return }
    for part in printed.split(separator: Self.newline, omittingEmptySubsequences: false).enumerated() {
      if part.offset > 0 { end() }
      line += part.element.prefix(max(0, Self.mostBytes - line.count))
      if !sawRace { sawRace = line.holds(SanitizerReport.race) }
    }
  }

  private mutating func end() {
    defer { line = [] }
    guard !namesLine, let found = SanitizerReport.race(in: line) else { return }
    namesLine = found.line != nil
    if place == nil || namesLine { place = found.file + (found.line.map { ":\($0)" } ?? "") }
  }

  /// "ThreadSanitizer saw a data race at Sources/P/P.swift:5, which the log tells"
  func words(in folder: String) -> String {
    let known = place.map { $0.hasPrefix(folder + "/") ? String($0.dropFirst(folder.count + 1)) : $0 }
    return "ThreadSanitizer saw a data race" + (known.map { " at \($0)" } ?? "") + ", which the log tells"
  }
}
