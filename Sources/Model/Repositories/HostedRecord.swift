public import Foundation

/// What is kept of a repository that is hosted here, beside what git keeps.
public struct HostedRecord: Codable, Equatable, Sendable {
  public var version = 1
  public var created: Date
  /// Branches that are neither forced nor deleted, by their names or as globs.
  public var protected: [String]
  /// Since when it takes no pushes.
  public var retired: Date?

  /// - Parameter base: the branch that HEAD names.
  public init(created: Date, base: String) { (self.created, protected) = (created, [base]) }

  public func isProtected(_ branch: BranchName) -> Bool {
    protected.contains { $0 == branch.rawValue || Glob($0).matches(branch.rawValue) }
  }
}

/// The last push to it.
public struct HostedPush: Codable, Equatable, Sendable {
  public var at: Date
  /// Nil: by somebody on this machine.
  public var who: String?
  /// What it brought.
  public var refs: [String]

  public init(at: Date, who: String?, refs: [String]) { (self.at, self.who, self.refs) = (at, who, refs) }
}

/// What git asks for, over whichever way.
public enum GitAccess: String, CaseIterable, Sendable {
  /// Somebody clones or fetches.
  case upload = "git-upload-pack"
  /// Somebody pushes.
  case receive = "git-receive-pack"

  public var role: Role { self == .upload ? .reader : .operator }
  public var doing: String { self == .upload ? "cloning it" : "pushing to it" }
}
