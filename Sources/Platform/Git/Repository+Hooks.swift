import Foundation

extension Repository {
  /// Where git looks for hooks, and whether they are this repository's alone.
  public func hooks() throws -> (folder: String, isOwn: Bool) {
    let common = commonFolder
    guard let named = try GitSettings(of: self)["core.hookspath"], !named.isEmpty else {
      return (common + "/hooks", true)
    }
    let root = place.workingTree ?? place.gitFolder
    let home = ProcessInfo.processInfo.environment["HOME"] ?? "/"
    let path = named.hasPrefix("~/") ? home + named.dropFirst() : named
    let full = URL(fileURLWithPath: path.hasPrefix("/") ? path : root + "/" + path)
    let folder = resolved(full.standardizedFileURL.path)
    return (folder, [root, common].contains { folder == $0 || folder.hasPrefix($0 + "/") })
  }
}
