import Foundation
import Kit
import Testing

@testable import Git

extension ScratchFolder {
  func repository(_ name: String = "repository") throws -> Worktree { try .make(at: path + "/" + name) }

  var clone: OwnClone { OwnClone(folder: checkout) }
  var checkout: String { path + "/state/bots/x/checkout" }
}

extension Worktree {
  /// The files that git says are tracked or not ignored and that are there, as raw names.
  func listed() throws -> Set<[UInt8]> {
    let bytes = try output(of: ["ls-files", "-co", "--exclude-standard", "-z"])
    return Set(bytes.split(separator: 0).map { Array($0) })
  }
}

extension Worktree {
  /// What people do with a command that they are told.
  static func shell(_ line: String) throws {
    let end = try Command("/bin/bash", ["-c", line]).runHere()
    try #require(end.status == 0, "\(line): \(end.errorText)")
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
    for name in try folder.names() where !without.contains(String(decoding: name, as: UTF8.self)) {
      let stamp = try folder.stamp(name)
      var content = [UInt8]()
      switch stamp.sort {
      case .folder: try collect(folder.folder(name), path / name, times: times, without: without)
      case .link: content = try folder.linkTarget(name)
      case .file:
        try folder.file(name).forEachPortion {
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
