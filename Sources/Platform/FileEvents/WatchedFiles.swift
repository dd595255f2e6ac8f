/// Files whose changes matter.
public enum WatchedFiles: Hashable, Sendable {
  /// The branches and HEAD of a repository, bare or not, or of a linked working tree.
  case branches(ofRepository: String)
  /// The files of a folder, not those below it, whose names end so.
  case files(inFolder: String, endings: [String])
  /// A folder and all below it, but for what is called so wherever it lies; links are not followed.
  case tree(String, leavingOut: Set<String>)
}

/// A folder to be watched, and which of its entries matter.
struct WatchedFolder: Hashable {
  enum Interest: Hashable {
    case names([String])
    case endings([String])
    /// Whatever lies there.
    case anything
    case allBut(Set<String>)
    /// Nothing but the folder itself.
    case itself
  }

  var path: String
  var interest: Interest

  init(_ path: String, _ interest: Interest) { (self.path, self.interest) = (path, interest) }
}

extension WatchedFolder.Interest {
  /// Git writes beside, into a file that ends so, and renames.
  private static let lock = ".lock"

  func includes(_ name: String, isFolder: Bool) -> Bool {
    switch self {
    case .names(let names): names.contains(name)
    case .endings(let endings): !isFolder && endings.contains { name.hasSuffix($0) }
    case .anything: !name.hasSuffix(Self.lock)
    case .allBut(let names): !names.contains(name)
    case .itself: false
    }
  }
}
