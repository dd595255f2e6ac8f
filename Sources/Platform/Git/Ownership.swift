import CGit2
import Foundation

/// Whose a repository is. Git refuses those of others unless safe.directory names them; so does libgit2 1.5,
/// but it knows neither `*` nor `folder/*`, which is what most people write there.
enum Ownership {
  /// Throws where git would refuse.
  static func check(_ place: RepositoryPlace, _ doing: String) throws {
    let paths = [place.gitFolder, place.workingTree, place.workingTree.map { $0 + "/.git" }]
    guard !paths.compactMap(\.self).allSatisfy(isOurs) else { return }
    let folder = place.workingTree ?? place.gitFolder
    guard isSafe(folder, by: rules()) else { throw GitError.ownedByAnother(doing, at: folder) }
  }

  private static func isOurs(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else { return errno == ENOENT }
    if status.st_uid == geteuid() { return true }
    let behindSudo = ProcessInfo.processInfo.environment["SUDO_UID"].flatMap { UInt32($0) }
    return geteuid() == 0 && status.st_uid == behindSudo
  }

  /// The values of safe.directory, in their order; an empty one forgets those before it.
  static func isSafe(_ folder: String, by rules: [String]) -> Bool {
    rules.reduce(false) { isSafe, rule in
      switch rule {
      case "": return false
      case "*": return true
      default:
        if rule.hasSuffix("/*") {
          return isSafe || folder.hasPrefix(resolved(String(rule.dropLast(2))) + "/")
        }
        return isSafe || resolved(rule) == folder
      }
    }
  }

  /// From the user's and the system's settings alone: what the repository says of itself doesn't count.
  private static func rules() -> [String] {
    var settings: OpaquePointer?
    guard git_config_open_default(&settings) == 0 else { return [] }
    defer { git_config_free(settings) }
    var found: [String] = []
    withUnsafeMutablePointer(to: &found) { found in
      _ = git_config_get_multivar_foreach(
        settings, "safe.directory", nil,
        { entry, found in
          guard let value = entry?.pointee.value else { return 0 }
          found?.assumingMemoryBound(to: [String].self).pointee.append(String(cString: value))
          return 0
        }, found)
    }
    let home = ProcessInfo.processInfo.environment["HOME"] ?? ""
    return found.map { $0.hasPrefix("~/") ? home + $0.dropFirst(1) : $0 }
  }
}
