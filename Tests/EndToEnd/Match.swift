import Foundation
import Kit

/// Compares a report with what must hold of it. Only what is written is compared:
/// - an object against an object: every written key; `?key` may be absent
/// - an object against an array: the elements by their id, path, name or message; none more, none less.
///   `?key` may be absent, `~regex` stands for every element it matches, `$count` says how many
/// - an array against an array: the same length, element by element; `{"$set": []}` in any order;
///   `{"$some": []}` contains at least these
/// - `"~regex"` against a scalar: a match anywhere in it; `"!null"`: anything but null
struct Match {
  private(set) var differences: [String] = []

  static func differences(_ expected: JSON, _ actual: JSON) -> [String] {
    var match = Match()
    match.compare(expected, actual, at: "")
    return match.differences
  }

  private mutating func compare(_ expected: JSON, _ actual: JSON?, at path: String) {
    guard let actual else { return differ(path, "expected \(expected), but there is no such key") }
    switch (expected, actual) {
    case (.object(let wanted), .object(let found)): compareMembers(wanted, found, at: path)
    case (.object(let wanted), .array(let found)): compareElements(wanted, found, at: path)
    case (.array(let wanted), .array(let found)): compareInOrder(wanted, found, at: path)
    case (.string("!null"), _): if actual == .null { differ(path, "expected something, found null") }
    case (.string(let text), _) where text.hasPrefix("~"): comparePattern(text, actual, at: path)
    default: if expected != actual { differ(path, "expected \(expected), found \(actual)") }
    }
  }

  private mutating func compareMembers(_ wanted: [String: JSON], _ found: [String: JSON], at path: String) {
    for (key, value) in wanted.sorted(by: { $0.key < $1.key }) where key != "$count" {
      let isOptional = key.hasPrefix("?")
      let name = isOptional ? String(key.dropFirst()) : key
      if isOptional && found[name] == nil { continue }
      compare(value, found[name], at: path + "." + name)
    }
  }

  private mutating func compareElements(_ wanted: [String: JSON], _ found: [JSON], at path: String) {
    if let set = wanted["$set"]?.elements { return compareSet(set, found, isWhole: true, at: path) }
    if let some = wanted["$some"]?.elements { return compareSet(some, found, isWhole: false, at: path) }
    var rest = found
    for (key, value) in wanted.sorted(by: Self.plainKeysFirst) {
      let name = key.hasPrefix("?") ? String(key.dropFirst()) : key
      let isWanted = { (element: JSON) in
        let own = Self.name(of: element)
        return name.hasPrefix("~") ? Self.matches(name, own) : own == name
      }
      let same = rest.filter(isWanted)
      rest.removeAll(where: isWanted)
      let isFree = key.hasPrefix("?") || (name.hasPrefix("~") && value["$count"] == nil)
      let count = Int(value["$count"]?.number ?? 1)
      if same.count != count && !isFree {
        differ("\(path)[\(name)]", "expected \(count), found \(same.count)")
      }
      for element in same { compare(value, element, at: "\(path)[\(Self.name(of: element))]") }
    }
    for element in rest { differ("\(path)[\(Self.name(of: element))]", "not expected: \(element)") }
  }

  private mutating func compareInOrder(_ wanted: [JSON], _ found: [JSON], at path: String) {
    guard wanted.count == found.count else { return differ(path, "expected \(wanted), found \(found)") }
    for (index, pair) in zip(wanted, found).enumerated() {
      compare(pair.0, pair.1, at: "\(path)[\(index)]")
    }
  }

  private mutating func compareSet(_ wanted: [JSON], _ found: [JSON], isWhole: Bool, at path: String) {
    var rest = found
    for value in wanted {
      if let index = rest.firstIndex(where: { Self.differences(value, $0).isEmpty }) {
        rest.remove(at: index)
      } else {
        differ(path, "expected an element like \(value), found \(JSON.array(rest))")
      }
    }
    if isWhole && !rest.isEmpty { differ(path, "not expected: \(JSON.array(rest))") }
  }

  private mutating func comparePattern(_ pattern: String, _ actual: JSON, at path: String) {
    if !Self.matches(pattern, actual.text ?? actual.description) {
      differ(path, "expected a match of \(pattern.dropFirst()), found \(actual)")
    }
  }

  private mutating func differ(_ path: String, _ what: String) {
    differences.append("\(path.drop { $0 == "." }): \(what)")
  }

  /// And the more special pattern before the others.
  private static func plainKeysFirst(_ a: (key: String, value: JSON), _ b: (key: String, value: JSON)) -> Bool
  {
    let (first, second) = (a.key.contains("~"), b.key.contains("~"))
    guard first == second else { return second }
    return first && a.key.count != b.key.count ? a.key.count > b.key.count : a.key < b.key
  }

  private static func matches(_ pattern: String, _ text: String) -> Bool {
    text.range(of: String(pattern.dropFirst()), options: .regularExpression) != nil
  }

  private static func name(of element: JSON) -> String {
    for key in ["id", "path", "name", "message", "metric"] {
      if let name = element[key]?.text { return name }
    }
    return element.description
  }
}
