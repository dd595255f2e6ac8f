/// The rooms and who may know whom, as Package.swift says.
struct Arrows {
  struct Room: Equatable {
    var name: String
    var folder: String
    var imports: Set<String>
  }

  let rooms: [Room]

  /// Rooms that know nothing but Foundation, and the rooms that stand on them alone.
  static let foundations: [String: Set<String>] = [
    "Explaining": [], "Words": [], "Model": ["Words"], "Templates": ["Words"],
  ]

  /// Beneath the rooms of Platform: the C libraries, and what stands below everything.
  private static let beneathPlatform: Set<String> = ["Faults", "Threads", "Explaining", "Words"]

  /// A room of Platform wraps one foreign thing and knows no other wrapper.
  private func allowed(_ room: Room) -> Set<String> {
    if let allowed = Self.foundations[room.name] { return allowed }
    guard room.folder.hasPrefix("Sources/Platform/") else { return room.imports }
    let libraries = room.imports.filter { $0.hasPrefix("C") && $0.dropFirst().first?.isUppercase == true }
    return libraries.union(Self.beneathPlatform)
  }

  /// Reads the few ways in which Package.swift declares a target; `code` alone would lose the names.
  init(manifest: String) {
    let text = manifest.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
      .joined(separator: "\n")
    let declaration =
      /(library|wrapper|room|tests|\.target|\.executableTarget)\(\s*(?:name: )?"(\w+)"([^()]*)/
    rooms = text.matches(of: declaration).map { match in
      let (kind, name, rest) = (String(match.1), String(match.2), match.3)
      let list = rest.firstMatch(of: /(?:^,\s+|dependencies: )\[([^\]]*)\]/)?.1 ?? ""
      let imports = Set(list.matches(of: /"(\w+)"/).map { String($0.1) })
      let path = rest.firstMatch(of: /path: "([^"]+)"/).map { String($0.1) }
      switch kind {
      case "library", "wrapper": return Room(name: name, folder: "Sources/Platform/\(name)", imports: imports)
      case "tests": return Room(name: name + "Tests", folder: "Tests/\(name)", imports: imports)
      default: return Room(name: name, folder: path ?? "Sources/\(name)", imports: imports)
      }
    }
  }

  func room(of path: String) -> Room? { rooms.first { path.hasPrefix($0.folder + "/") } }

  /// An arrow that is not declared, however a warm build finds the module, and a file of no room.
  func undeclared(_ file: SourceFile) -> [Finding] {
    guard file.path != "Package.swift" else { return [] }
    guard let room = room(of: file.path) else {
      return [Finding(path: file.path, line: 1, message: "no target of Package.swift holds this file")]
    }
    let names = Set(rooms.map(\.name))
    return imports(file).filter { names.contains($0.name) && !room.imports.contains($0.name) }.map {
      Finding(
        path: file.path, line: $0.line, message: "\(room.name) imports \($0.name), which Package.swift denies"
      )
    }
  }

  /// A type named like its module hides the module's name from everybody who imports both.
  func namesakes(_ file: SourceFile) -> [Finding] {
    guard let room = room(of: file.path) else { return [] }
    let kinds: [StaticString] = ["class", "struct", "enum", "actor", "protocol", "typealias"]
    return file.findings(/\b(class|struct|enum|actor|protocol|typealias)\s+\w+/, holding: kinds) { found in
      let name = found.split(whereSeparator: \.isWhitespace).last ?? ""
      return name == room.name ? "\(name) is the module's name too" : nil
    }
  }

  /// Arrows that Package.swift declares and nobody follows, and rooms that must know no other.
  func needless(_ files: [SourceFile]) -> [String] {
    rooms.flatMap { room in
      let imported = Set(
        files.filter { self.room(of: $0.path) == room }.flatMap { imports($0).map(\.name) })
      let idle = room.imports.subtracting(imported).sorted()
        .map { "Package.swift: no file of \(room.name) imports \($0)" }
      return idle
        + room.imports.subtracting(allowed(room)).sorted()
        .map { "Package.swift: \(room.name) must know no other room, not \($0)" }
    }
  }

  private func imports(_ file: SourceFile) -> [(name: String, line: Int)] {
    let pattern = #/^(?:@\w+(?:\([^)]*\))? +)*(?:\w+ +)?import +(?:\w+ +)?(\w+)/#
    return file.code.enumerated().compactMap { index, line in
      line.firstMatch(of: pattern).map { (String($0.1), index + 1) }
    }
  }
}
