/// What a test left to be compared, told by the names alone: what it expected, what it had instead, and what
/// differs.
public struct ComparedFiles: Equatable, Sendable {
  public enum Role: CaseIterable, Sendable { case reference, failed, difference }

  /// A file, and what its test called it.
  public struct File: Equatable, Sendable {
    public var path: String
    public var name: String

    public init(path: String, name: String) { (self.path, self.name) = (path, name) }
  }

  /// What the names have in common; empty where that is nothing.
  public var name: String
  public var files: [Role: File]

  /// Those that belong together, and all that stand alone, both in the order in which they came.
  public static func grouped(_ files: [File]) -> (groups: [ComparedFiles], alone: [File]) {
    var free = Set(files.indices)
    var groups: [(first: Int, group: ComparedFiles)] = []
    for place in places(in: files) {
      let roles = place.files.mapValues { $0.filter(free.contains) }.filter { !$0.value.isEmpty }
      let counts = Set(roles.values.map(\.count))
      // Where one reference stands beside two that failed, nobody can say which of them it belongs to.
      guard roles.count >= 2, counts.count == 1, let count = counts.first else { continue }
      for turn in 0..<count {
        let members = roles.mapValues { $0[turn] }
        free.subtract(members.values)
        let group = ComparedFiles(name: place.key.shown, files: members.mapValues { files[$0] })
        groups.append((members.values.min() ?? 0, group))
      }
    }
    groups.sort { $0.first < $1.first }
    return (groups.map(\.group), files.indices.filter(free.contains).map { files[$0] })
  }

  // MARK: - Names

  private struct Key: Hashable {
    /// What stands before and behind the word.
    var before: String
    var behind: String
    var ending: String

    var shown: String {
      let isPath = before.hasSuffix("/") || behind.hasPrefix("/")
      let name = [before, behind].filter { !$0.isEmpty }.joined(separator: isPath ? "" : " ")
      return name.split(separator: "/").joined(separator: "/")
    }

    func with(ending: String) -> Key { Key(before: before, behind: behind, ending: ending) }
  }

  /// All files that differ by that word alone.
  private struct Place {
    var key: Key
    var files: [Role: [Int]] = [:]
    /// How many such words stand behind it: the last one is the likeliest to tell the role.
    var rank: Int
  }

  private struct Reading {
    var role: Role
    var key: Key
    var rank: Int
  }

  private static func places(in files: [File]) -> [Place] {
    let readings = files.map { read($0.name) }
    // A difference may be told otherwise than what it is of: of pictures as a text.
    var endings: [Key: Set<String>] = [:]
    for reading in readings.joined() where reading.role != .difference {
      endings[reading.key.with(ending: ""), default: []].insert(reading.key.ending)
    }
    var places: [Place] = []
    var known: [Key: Int] = [:]
    for (index, readings) in readings.enumerated() {
      for reading in readings {
        var key = reading.key
        if reading.role == .difference, let others = endings[key.with(ending: "")], others.count == 1 {
          key.ending = others.first ?? key.ending
        }
        let place = known[key] ?? places.count
        if place == places.count { places.append(Place(key: key, rank: reading.rank)) }
        known[key] = place
        places[place].files[reading.role, default: []].append(index)
        places[place].rank = max(places[place].rank, reading.rank)
      }
    }
    return places.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
      .map(\.element)
  }

  /// Each word of a name that may tell its role, the last one first.
  private static func read(_ name: String) -> [Reading] {
    let file = name[(name.lastIndex(of: "/").map { name.index(after: $0) } ?? name.startIndex)...]
    var stem = name[...]
    var ending = ""
    // `login.expected`: the word may stand where others have their ending.
    if let dot = file.lastIndex(of: "."), dot > file.startIndex, role(of: file[dot...].dropFirst()) == nil {
      (stem, ending) = (name[..<dot], file[dot...].lowercased())
    }
    var readings: [Reading] = []
    for word in stem.split(whereSeparator: isBreak).reversed() {
      guard let role = role(of: word) else { continue }
      var (before, behind) = (stem[..<word.startIndex], stem[word.endIndex...])
      // Which sign stands beside it says nothing, but whether it is a folder's name.
      while let last = before.last, last != "/", isBreak(last) { before.removeLast() }
      while let first = behind.first, first != "/", isBreak(first) { behind.removeFirst() }
      let key = Key(before: String(before), behind: String(behind), ending: ending)
      readings.append(Reading(role: role, key: key, rank: readings.count))
    }
    return readings
  }

  private static func role(of word: Substring) -> Role? {
    switch word.lowercased() {
    case "reference", "expected": .reference
    case "failed", "failure", "actual": .failed
    case "difference", "diff": .difference
    default: nil
    }
  }

  private static func isBreak(_ character: Character) -> Bool { !character.isLetter && !character.isNumber }
}
