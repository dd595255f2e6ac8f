/// The names of types within one another, as sources and libraries write them: in what is raw any character
/// may stand.
enum TypePath {
  /// Without backticks.
  static func last(of path: String) -> String {
    var isRaw = false
    let names = path.split { character in
      if character == "`" { isRaw.toggle() }
      return !isRaw && (character == "." || character == "/")
    }
    return names.last.map { $0.filter { $0 != "`" } } ?? ""
  }

  /// The same for both.
  static func plain(_ path: String) -> String {
    String(path.compactMap { $0 == "`" ? nil : $0 == "/" ? "." : $0 })
  }
}
