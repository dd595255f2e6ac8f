import Words

/// From the name of a partial or parent to a file of the library, never to one outside of it.
struct PartialPath {
  static let ending = ".mustache"

  /// What a name must not be, in words; nil when it may be looked for.
  static func objection(to name: String) -> String? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    if name.hasPrefix("/") || name.hasPrefix("~") || parts.contains("..") {
      return "`\(shown(name))` leads out of the templates folder: name a file from its root"
    }
    if parts.contains("") || parts.contains(".") || name.utf8.contains(where: { $0 < 0x20 || $0 == 0x5C }) {
      return "`\(shown(name))` is no path of a template: write it as in `partials/head`"
    }
    return nil
  }

  /// Beside the file that names it, then from the root.
  static func candidates(for name: String, from file: String) -> [String] {
    let target = name + ending
    guard let slash = file.lastIndex(of: "/") else { return [target] }
    return [file[...slash] + target, target]
  }

  static func unknown(_ name: String, as kind: String, among files: some Collection<String>) -> String {
    let names = files.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }
    let last = names.first { $0.hasSuffix("/" + name) }
    let advice =
      last.map { ": did you mean `\($0)`?" }
      ?? NearName.advice(names, to: name, nothing: "there are no templates")
    return "there is no \(kind) `\(shown(name))`" + advice
  }

  /// Names can come from data: whatever is in them, a message stays one line.
  static func shown(_ name: String) -> String {
    let line = name.prefix(80).unicodeScalars.map { UnseenCharacter.isOne($0) ? "?" : String($0) }.joined()
    return name.count > 80 ? line + "…" : line
  }
}
