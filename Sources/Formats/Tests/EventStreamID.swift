internal import Foundation
import Model

/// `Module.Suite/Nested/name(_:)/File.swift:8:10`, taken apart. Raw identifiers may contain anything.
struct EventStreamID: Hashable {
  let raw: String
  let module: String
  let suite: String
  let name: String
  /// `/File.swift:8:10`, or empty.
  let place: String

  init(_ raw: String) {
    self.raw = raw
    let cut = Self.placeStart(raw[...]) ?? raw.endIndex
    place = String(raw[cut...])
    let path = raw[..<cut]
    let dot = path.firstIndex(of: ".") ?? path.startIndex
    module = String(path[..<dot])
    let parts = Self.parts(dot == path.startIndex ? path : path[path.index(after: dot)...])
    name = parts.last.map(String.init) ?? ""
    suite = parts.dropLast().joined(separator: "/")
  }

  struct Location: Comparable {
    var file = ""
    var line = 0
    var column = 0

    static func < (one: Self, other: Self) -> Bool {
      (one.file, one.line, one.column) < (other.file, other.line, other.column)
    }
  }

  /// Its place, taken apart.
  var location: Location {
    let parts = place.dropFirst().split(separator: ":")
    guard parts.count >= 3 else { return Location() }
    return Location(
      file: parts.dropLast(2).joined(separator: ":"), line: Int(parts[parts.count - 2]) ?? 0,
      column: Int(parts[parts.count - 1]) ?? 0)
  }

  var withoutPlace: String { String(raw.dropLast(place.count)) }

  private static func placeStart(_ text: Substring) -> String.Index? {
    guard let slash = text.lastIndex(of: "/") else { return nil }
    let parts = text[text.index(after: slash)...].split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count >= 3, parts.suffix(2).allSatisfy({ Int($0) != nil }) else { return nil }
    return slash
  }

  /// The ids of the suites around it, outermost first.
  var suites: [String] {
    let parts = Self.parts(suite[...])
    return suite.isEmpty ? [] : parts.indices.map { module + "." + parts[...$0].joined(separator: "/") }
  }

  private static func parts(_ path: Substring) -> [Substring] {
    var parts: [Substring] = []
    var start = path.startIndex
    var isRaw = false
    for index in path.indices {
      if path[index] == "`" { isRaw.toggle() }
      guard path[index] == "/", !isRaw else { continue }
      parts.append(path[start..<index])
      start = path.index(after: index)
    }
    return parts + [path[start...]]
  }
}
