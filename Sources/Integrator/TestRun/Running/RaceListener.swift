import Formats

/// Hears ThreadSanitizer telling of data races in what a test process prints.
struct RaceListener {
  /// It told of one.
  private(set) var sawRace = false
  /// `/a/P.swift:5`, each once.
  private var lines: [String] = []
  /// Of races of whole variables, which have no line: `/a/P.swift`, each once.
  private var files: [String] = []
  /// The line that is not whole yet.
  private var line: [UInt8] = []

  private static let newline = UInt8(ascii: "\n")
  private static let mostBytes = 8192
  private static let mostPlaces = 100
  private static let mostNamed = 3

  mutating func listen(_ printed: some Collection<UInt8>) {
    for part in printed.split(separator: Self.newline, omittingEmptySubsequences: false).enumerated() {
      if part.offset > 0 { end() }
      line += part.element.prefix(max(0, Self.mostBytes - line.count))
      if !sawRace { sawRace = line.holds(SanitizerReport.race) }
    }
  }

  private mutating func end() {
    defer { line = [] }
    guard line.holds(SanitizerReport.race), lines.count + files.count < Self.mostPlaces,
      let found = SanitizerReport.race(in: line)
    else { return }
    let place = found.file + (found.line.map { ":\($0)" } ?? "")
    if found.line == nil {
      if !files.contains(place) { files.append(place) }
    } else if !lines.contains(place) {
      lines.append(place)
    }
  }

  /// "ThreadSanitizer saw data races at Sources/P/P.swift:5 and Sources/P/Q.swift, which the log tells"
  func words(in folder: String) -> String {
    let known = (lines + files).map { place in
      place.hasPrefix(folder + "/") ? String(place.dropFirst(folder.count + 1)) : place
    }
    let races = known.count > 1 ? "data races" : "a data race"
    let places = known.isEmpty ? "" : " at " + named(known)
    return "ThreadSanitizer saw \(races)\(places), which the log tells"
  }

  private func named(_ places: [String]) -> String {
    guard places.count <= Self.mostNamed else {
      let more = places.count == Self.mostPlaces ? "more" : "\(places.count - Self.mostNamed) more"
      return places.prefix(Self.mostNamed).joined(separator: ", ") + " and " + more
    }
    return (places.dropLast().isEmpty ? "" : places.dropLast().joined(separator: ", ") + " and ")
      + (places.last ?? "")
  }
}
