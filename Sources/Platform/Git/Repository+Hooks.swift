import Foundation

/// Where git looks for the hooks of a repository.
public struct HooksFolder: Equatable, Sendable {
  /// Absolute, without symbolic links.
  public var path: String
  /// No other repository has its hooks there.
  public var isOwn: Bool
  /// It lies among the files that are committed.
  public var isInWorkingTree: Bool
  /// Where they are when no setting names another place.
  public var usual: String
}

extension Repository {
  /// Where git itself looks, from the root of the working tree, or the folder of a bare repository.
  public var hooksRoot: String { place.workingTree ?? place.gitFolder }

  /// `told` is what `git rev-parse --git-path hooks` says in `hooksRoot`; where git could not be asked, the
  /// settings are read here.
  public func hooks(told: String?) throws -> HooksFolder {
    let common = commonFolder
    let usual = common + "/hooks"
    let path = try told ?? GitSettings(of: self).hooksFolder ?? usual
    let full = URL(fileURLWithPath: path.hasPrefix("/") ? path : hooksRoot + "/" + path)
    let folder = Self.resolvedAsFarAsThere(full.standardizedFileURL.path)
    // A linked working tree may use what lies in the main one.
    let main = common.hasSuffix("/.git") ? String(common.dropLast("/.git".count)) : common
    func holds(_ root: String) -> Bool { folder == root || folder.hasPrefix(root + "/") }
    return HooksFolder(
      path: folder, isOwn: [hooksRoot, common, main].contains(where: holds),
      isInWorkingTree: (holds(hooksRoot) || holds(main)) && !holds(common) && !place.isBare, usual: usual)
  }

  private static func resolvedAsFarAsThere(_ path: String) -> String {
    let above = (path as NSString).deletingLastPathComponent
    guard access(path, F_OK) != 0, above != path else { return resolved(path) }
    return resolvedAsFarAsThere(above) + "/" + (path as NSString).lastPathComponent
  }
}

extension GitSettings {
  fileprivate var hooksFolder: String? {
    guard let named = self["core.hookspath"], !named.isEmpty else { return nil }
    let home = ProcessInfo.processInfo.environment["HOME"] ?? "/"
    return named.hasPrefix("~/") ? home + named.dropFirst() : named
  }
}
