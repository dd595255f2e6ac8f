public import Foundation

/// A working tree that the git program works in.
public struct Worktree: Sendable {
  public let path: String

  public struct GitRefused: Error {
    public var said: String
  }

  public init(path: String) {
    self.path = path
  }

  /// A new repository, whose branch is `main`.
  public static func make(at path: String) throws -> Worktree {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let tree = Worktree(path: path)
    try tree.git("init", "-q", "-b", "main")
    return tree
  }

  /// What git writes to its output.
  @discardableResult
  public func git(_ arguments: String...) throws -> String { try git(arguments) }

  @discardableResult
  public func git(_ arguments: [String], fails: Bool = false) throws -> String {
    String(decoding: try output(of: arguments, fails: fails), as: UTF8.self)
  }

  public func output(of arguments: [String], fails: Bool = false) throws -> Data {
    let settings = [
      "-C", path, "-c", "protocol.file.allow=always", "-c", "user.name=A Ü", "-c", "user.email=a@b.c", "-c",
      "gc.auto=0", "-c", "maintenance.auto=false",
    ]
    let end = try Command("/usr/bin/git", settings + arguments).runHere()
    guard fails || end.status == 0 else {
      throw GitRefused(said: "git \(arguments) in \(path): \(end.errorText)")
    }
    return end.output
  }

  @discardableResult
  public func write(_ name: String, _ content: String) throws -> Worktree {
    let file = URL(fileURLWithPath: path + "/" + name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(content.utf8).write(to: file)
    return self
  }

  public func read(_ name: String) -> String? {
    FileManager.default.contents(atPath: path + "/" + name).map { String(decoding: $0, as: UTF8.self) }
  }

  public func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path + "/" + name) }

  /// Everything that is there; the id of the commit.
  @discardableResult
  public func commit(_ message: String = "change") throws -> String {
    try git("add", "-A")
    try git("commit", "-q", "--allow-empty", "-m", message)
    return try head()
  }

  public func head() throws -> String {
    try git("rev-parse", "HEAD").trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
