public import Model

/// Turns the paths that tools print into paths of the package.
public struct SourceMap: Sendable {
  private let folder: String
  private let sources: [String: [String]]
  private let paths: Set<String>

  /// `packageFolder` is absolute, as the compiler saw it; a target's path is relative to it, and its
  /// sources are relative to the target.
  public init(packageFolder: String, targets: [(module: String, path: String, sources: [String])]) {
    var folder = packageFolder
    while folder.hasSuffix("/") { folder.removeLast() }
    self.folder = folder + "/"
    var sources: [String: [String]] = [:]
    var paths: Set<String> = []
    for target in targets {
      for source in target.sources {
        guard let path = Self.normal(target.path + "/" + source), paths.insert(path).inserted else {
          continue
        }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        sources[target.module + "/" + name, default: []].append(path)
      }
    }
    (self.sources, self.paths) = (sources, paths)
  }

  /// Where it lies, as the compiler saw it.
  public func file(at path: PackagePath) -> String { folder + path.rawValue }

  /// Absolute and inside the package, `Module/File.swift`, or relative to the package; else nil. Two files
  /// of one name in one module can't be told apart by the second form, and have no place.
  public func place(_ printed: String) -> PackagePath? {
    if printed.hasPrefix("/") {
      guard let path = Self.normal(printed) else { return nil }
      guard ("/" + path).hasPrefix(folder) else { return nil }
      let relative = ("/" + path).dropFirst(folder.count)
      guard !relative.isEmpty, !relative.hasPrefix(".build/") else { return nil }
      return PackagePath(String(relative))
    }
    if let found = sources[printed] {
      return found.count == 1 ? PackagePath(found[0]) : nil
    }
    return paths.contains(printed) ? PackagePath(printed) : nil
  }

  /// Where the path starts in a text that ends with one and has output glued in front of it.
  func startOfPath(in text: String) -> String.Index {
    if let known = text.range(of: folder, options: .backwards) { return known.lowerBound }
    for mark in ["<EXPR>", "<unknown>"] where text.hasSuffix(mark) {
      return text.index(text.endIndex, offsetBy: -mark.count)
    }
    if text.hasPrefix("/") { return text.startIndex }
    let best = sources.keys.filter { text.hasSuffix($0) }.max { $0.utf8.count < $1.utf8.count }
    if let best { return text.index(text.endIndex, offsetBy: -best.count) }
    guard text.contains(" ") else { return text.startIndex }
    return text.firstIndex(of: "/") ?? text.startIndex
  }

  /// Without `.`, `..` and doubled slashes, and without the first slash.
  private static func normal(_ path: String) -> String? {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(part)
      } else if parts.popLast() == nil {
        return nil
      }
    }
    return parts.joined(separator: "/")
  }
}
