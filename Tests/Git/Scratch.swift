import Foundation
import Testing

@testable import Git

/// A folder that goes away with the test.
final class Scratch: Sendable {
  let path: String

  init() throws {
    let base = resolved(FileManager.default.temporaryDirectory.path)
    path = base + "/bothy git \(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    let removal = Process()
    removal.executableURL = URL(fileURLWithPath: "/bin/rm")
    removal.arguments = ["-rf", path]
    try? removal.run()
    removal.waitUntilExit()
  }

  func repository(_ name: String = "repository") throws -> Worktree {
    let tree = Worktree(path: path + "/" + name)
    try FileManager.default.createDirectory(atPath: tree.path, withIntermediateDirectories: true)
    try tree.git("init", "-q", "-b", "main")
    return tree
  }

  var clone: OwnClone { OwnClone(folder: checkout) }
  var checkout: String { path + "/state/bots/x/checkout" }
}

/// A working tree that the git program works in.
struct Worktree {
  let path: String

  @discardableResult
  func git(_ arguments: String...) throws -> String { try git(arguments) }

  @discardableResult
  func git(_ arguments: [String], fails: Bool = false) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/git")
    process.arguments =
      ["-C", path, "-c", "protocol.file.allow=always", "-c", "user.name=A Ü", "-c", "user.email=a@b.c"]
      + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    if !fails { try #require(process.terminationStatus == 0, "git \(arguments) in \(path)") }
    return String(decoding: bytes, as: UTF8.self)
  }

  @discardableResult
  func write(_ name: String, _ content: String) throws -> Worktree {
    let file = URL(fileURLWithPath: path + "/" + name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(content.utf8).write(to: file)
    return self
  }

  func read(_ name: String) -> String? {
    FileManager.default.contents(atPath: path + "/" + name).map { String(decoding: $0, as: UTF8.self) }
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path + "/" + name) }

  @discardableResult
  func commit(_ message: String = "change") throws -> String {
    try git("add", "-A")
    try git("commit", "-q", "--allow-empty", "-m", message)
    return try head()
  }

  func head() throws -> String {
    try git("rev-parse", "HEAD").trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The files that git says are tracked or not ignored and that are there, as raw names.
  func listed() throws -> Set<[UInt8]> {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/git")
    process.arguments = ["-C", path, "ls-files", "-co", "--exclude-standard", "-z"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = [UInt8](output.fileHandleForReading.readDataToEndOfFile())
    process.waitUntilExit()
    return Set(bytes.split(separator: 0).map { Array($0) })
  }
}

/// Everything that can be known of a folder: bytes, modes, times of all that is in it.
struct Fingerprint: Equatable {
  var things: [[UInt8]: Thing] = [:]

  struct Thing: Equatable {
    var mode: UInt32
    var content: [UInt8]
    var modified: FileStamp.Moment?
  }

  /// `times` false leaves out modification times and what only git uses.
  init(of path: String, times: Bool = true, without: Set<String> = []) throws {
    let root = try Folder.open(path, "test")
    try collect(root, .root, times: times, without: without)
  }

  private mutating func collect(_ folder: Folder, _ path: TreePath, times: Bool, without: Set<String>) throws
  {
    for name in try folder.names().get() where !without.contains(String(decoding: name, as: UTF8.self)) {
      let stamp = try folder.stamp(name).get()
      var content = [UInt8]()
      switch stamp.sort {
      case .folder: try collect(folder.folder(name).get(), path / name, times: times, without: without)
      case .link: content = try folder.linkTarget(name).get()
      case .file:
        try folder.file(name).get().forEachPortion {
          content += $0; return true
        }
      case .other: break
      }
      if stamp.sort == .folder, !times { continue }
      let mode = times ? stamp.mode : stamp.mode & 0o170100
      things[(path / name).bytes] = Thing(
        mode: mode, content: content, modified: times ? stamp.modified : nil)
    }
  }

  /// The names that differ, for messages.
  func differences(from other: Fingerprint) -> [String] {
    Set(things.keys).union(other.things.keys).filter { things[$0] != other.things[$0] }
      .map { String(decoding: $0, as: UTF8.self) }.sorted()
  }
}

func files(of checkout: String) throws -> Fingerprint {
  try Fingerprint(of: checkout, times: false, without: [".git"])
}

/// Throws unless `body` fails with that kind, and hands the error over.
@discardableResult
func expect(_ kind: GitError.Kind, _ body: () throws -> Void) -> GitError? {
  do {
    try body()
    Issue.record("no error, but \(kind) was expected")
  } catch let failure as GitError {
    #expect(failure.kind == kind, "\(failure)")
    #expect(!failure.doing.isEmpty && !failure.wrong.isEmpty && !failure.advice.isEmpty)
    return failure
  } catch {
    Issue.record("\(error)")
  }
  return nil
}
