import Explaining
import Files
import Foundation
import Model
import State

/// Takes a hosted repository into a backup while somebody may push to it, and git may join its packs: first
/// what its branches name, then each object that is there. An object moves from one file to another, but
/// the second is there before the first goes, and none that was ever named is thrown away: so it is looked
/// again until nothing is gone and nothing is new.
struct HostedTaking {
  let path: String
  /// In the archive.
  let name: String
  /// Lays a file in; false for one that is gone.
  var addFile: (_ name: String, _ path: String) throws -> Bool
  var addBytes: (_ name: String, [UInt8]) throws -> Void

  /// Each looks at what came while the one before was written, which is less each time.
  private static let mostRounds = 20

  static func all(_ state: StateFolder) -> [String] {
    ((try? FileTree.entries(of: state.hosted)) ?? []).filter { name in
      HostedContents.holds([name, HostedContents.record])
        && FileFacts("\(state.hosted)/\(name)/\(HostedContents.record)")?.isRegular == true
    }
  }

  /// How many things that are no files, or whose names cannot be told, were left out.
  func take() throws -> Int {
    var left = 0
    for (name, bytes) in try names(&left) { try addBytes(self.name + "/" + name, bytes) }
    var taken: Set<String> = []
    for round in 1...Self.mostRounds {
      let found = objects()
      let new = found.filter { !taken.contains($0) }
      guard !new.isEmpty else { return left }
      var gone: Set<Substring> = []
      for object in new {
        // An index without what it is of tells git of what is not there.
        let stem = object.prefix { $0 != "." }
        guard !gone.contains(stem) else { continue }
        if try addFile(name + "/" + object, path + "/" + object) {
          taken.insert(object)
        } else {
          gone.insert(stem)
        }
      }
      // What came meanwhile is of a push that had not ended when this began.
      if round == Self.mostRounds, gone.isEmpty { return left }
    }
    throw Explanation(
      doing: "backing up \(path)", wrong: "what is in it changed again and again meanwhile",
      advice: "try again when less is pushed")
  }

  /// What is named: a branch that has a file of its own before the file of all others, which has it as soon
  /// as the first is gone; and what branches named before.
  private func names(_ left: inout Int) throws -> [(String, [UInt8])] {
    var read: [(String, [UInt8])] = []
    for folder in ["logs", "refs"] {
      for file in FileTree.look(below: path + "/" + folder).found {
        let name = folder + "/" + file.name
        guard HostedContents.holds(inside: name.split(separator: "/").map(String.init)) else {
          left += name.hasSuffix(".lock") ? 0 : 1
          continue
        }
        switch file.read() {
        case .success(let bytes): read.append((name, bytes))
        case .failure(let error):
          // It changed since it was found.
          guard let bytes = try again(name, error) else { continue }
          read.append((name, bytes))
        }
      }
    }
    for name in HostedContents.alone {
      if let bytes = contents(of: path + "/" + name) { read.append((name, bytes)) }
    }
    return read
  }

  private func again(_ name: String, _ first: FileError) throws -> [UInt8]? {
    if let bytes = contents(of: path + "/" + name) { return bytes }
    guard FoundFile(at: path + "/" + name).isThere else { return nil }
    throw first
  }

  /// Packs last, because an object moves into one; a pack before its index, as git lays them.
  private func objects() -> [String] {
    func found(_ folder: String) -> [String] {
      FileTree.look(below: path + "/" + folder).found.map { folder + "/" + $0.name }
        .filter { HostedContents.holds(inside: $0.split(separator: "/").map(String.init)) }
    }
    let loose = found("objects").filter { !$0.hasPrefix("objects/pack/") }
    let packs = found("objects/pack").sorted { a, b in
      (a.hasSuffix(".pack") ? 0 : 1, a) < (b.hasSuffix(".pack") ? 0 : 1, b)
    }
    return loose + packs
  }
}
