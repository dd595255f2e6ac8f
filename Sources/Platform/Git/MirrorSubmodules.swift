import CGit2
import Explaining
public import Foundation
import Words

/// What came of the submodules that the branches of a mirror name: a file in it, for who checks them out.
struct SubmoduleRecord: Codable, Equatable {
  struct Why: Codable, Equatable {
    var wrong: String
    var advice: String
  }

  /// What the branches were.
  var tips: String
  var tried: Date
  /// Why one is not there, by its path.
  var why: [String: Why] = [:]

  private static func place(in folder: String) -> String { folder + "/submodules.json" }

  static func read(in folder: String) -> Self? {
    FileManager.default.contents(atPath: place(in: folder)).flatMap {
      try? JSONDecoder().decode(Self.self, from: $0)
    }
  }

  func write(in folder: String) throws {
    try JSONEncoder().encode(self).write(to: URL(fileURLWithPath: Self.place(in: folder)), options: .atomic)
  }
}

/// Brings what the branches of a mirror name as submodules, each into a mirror of its own, which lies where
/// git itself would keep it.
public struct MirrorSubmodules {
  private let bring: (_ folder: String, _ address: String) throws -> Void

  private static let deepest = 8
  private static let most = 300
  /// What could not be had is not asked for at each look.
  static let secondsBetweenTries = 120.0

  /// - Parameter bring: has a mirror in that folder hold what is at that address.
  public init(bring: @escaping (_ folder: String, _ address: String) throws -> Void) { self.bring = bring }

  /// What cannot be had is written down, with why, and costs nothing else.
  public func perform(in folder: String, at address: String, now: Date = Date()) throws {
    let mirror = try Repository(ownAt: folder)
    let tips = Set(try mirror.references().filter { $0.name.hasPrefix(MirrorTips.branches) }.map(\.id))
    let mark = Fingerprint.text(Array(tips.map(\.hex).sorted().joined().utf8))
    if let former = SubmoduleRecord.read(in: folder), former.tips == mark,
      former.why.isEmpty || abs(now.timeIntervalSince(former.tried)) < Self.secondsBetweenTries
    {
      return
    }
    var count = 0
    var record = SubmoduleRecord(tips: mark, tried: now)
    record.why = try missing(of: mirror, tips, address, now, depth: 0, &count)
    try record.write(in: folder)
  }

  /// What is missing of them, by their paths.
  private func missing(
    of owner: Repository, _ commits: Set<ObjectID>, _ address: String, _ now: Date, depth: Int,
    _ count: inout Int
  ) throws -> [String: SubmoduleRecord.Why] {
    var why: [String: SubmoduleRecord.Why] = [:]
    for (place, wanted) in try named(by: commits, of: owner).sorted(by: { $0.key.path < $1.key.path }) {
      count += 1
      guard count <= Self.most, depth < Self.deepest else {
        why[place.path] = .init(
          wrong: "there are too many submodules, one in the other", advice: "check .gitmodules")
        break
      }
      do {
        let inner = try brought(place, wanted, from: address, into: owner.place.gitFolder)
        let below = try missing(
          of: inner.mirror, wanted.filter(inner.mirror.isCommit), inner.address, now, depth: depth + 1, &count
        )
        try SubmoduleRecord(tips: "", tried: now, why: below).write(in: inner.mirror.place.gitFolder)
        for (path, reason) in below { why["\(place.path)/\(path)"] = reason }
        if let lacking = wanted.first(where: { !inner.mirror.isCommit($0) }) {
          why[place.path] = Self.unknown(lacking, inner.address)
        }
      } catch let error as any Explained {
        why[place.path] = .init(wrong: error.wrong, advice: error.advice)
      }
    }
    return why
  }

  static func unknown(_ commit: ObjectID, _ address: String) -> SubmoduleRecord.Why {
    .init(
      wrong: "no branch and no tag of \(address) has its commit \(commit.hex.prefix(12))",
      advice: "push it there; \(Int(secondsBetweenTries)) s later this can be integrated again")
  }

  static func unnamed(_ commit: ObjectID, _ address: String) -> SubmoduleRecord.Why {
    .init(
      wrong: "no branch has that submodule any more, so that its commit \(commit.hex.prefix(12)) was not "
        + "brought from \(address)",
      advice: "integrate a commit in which a branch ends, or make a branch that ends in this one")
  }

  private func brought(
    _ place: Named, _ wanted: Set<ObjectID>, from base: String, into folder: String
  ) throws -> (mirror: Repository, address: String) {
    let doing = "bringing the submodule \(place.path)"
    guard let written = place.address, Submodules.isName(place.name) else {
      throw GitError(
        .submoduleMissing, doing: doing, wrong: "its name or its address in .gitmodules is none",
        advice: "mend it there")
    }
    let address = Submodules.far(written, from: base)
    let inner = "\(folder)/modules/\(place.name)"
    let present = access(inner + "/HEAD", F_OK) == 0 ? try? Repository(ownAt: inner) : nil
    if let present, wanted.allSatisfy(present.isCommit) { return (present, address) }
    try bring(inner, address)
    return (try Repository(ownAt: inner), address)
  }

  // MARK: What is named

  private struct Named: Hashable {
    var path: String
    var name: String
    var address: String?
  }

  /// With the commits that are wanted of them.
  private func named(
    by commits: Set<ObjectID>, of owner: Repository
  ) throws -> [Named: Set<ObjectID>] {
    var read: [ObjectID: Submodules] = [:]
    var named: [Named: Set<ObjectID>] = [:]
    for commit in commits {
      let doing = "looking for submodules of commit \(commit.hex.prefix(12))"
      var root = git_oid()
      try owner.withCommit(commit, doing) { root = git_commit_tree_id($0).pointee }
      let tree = try owner.make(git_object_free, doing) { git_tree_lookup(&$0, $1, &root) }
      guard let entry = git_tree_entry_byname(tree.pointer, ".gitmodules"),
        let file = git_tree_entry_id(entry).map({ ObjectID($0) })
      else { continue }
      let told =
        try read[file]
        ?? Submodules(
          gitmodules: owner.content(of: file, doing), through: owner.place.gitFolder + "/gitmodules")
      read[file] = told
      for (path, one) in told.told {
        let path = String(decoding: path.bytes, as: UTF8.self)
        guard let link = Self.link(path, in: tree) else { continue }
        named[Named(path: path, name: one.name, address: one.address), default: []].insert(link)
      }
    }
    return named
  }

  private static func link(_ path: String, in tree: borrowing Handle) -> ObjectID? {
    var entry: OpaquePointer?
    guard git_tree_entry_bypath(&entry, tree.pointer, path) == 0 else { return nil }
    defer { git_tree_entry_free(entry) }
    guard git_tree_entry_filemode(entry) == GIT_FILEMODE_COMMIT else { return nil }
    return git_tree_entry_id(entry).map { ObjectID($0) }
  }
}
