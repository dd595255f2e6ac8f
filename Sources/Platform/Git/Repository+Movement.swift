import CGit2
import Foundation

/// How a branch came from one commit to another.
public struct Movement: Sendable, Equatable {
  /// What the new tip has and the old one has not: newest first, children before their parents.
  public var added: [String]
  /// There are more than were asked for.
  public var isCut: Bool
  /// What the old tip had and the new one has not; empty when nothing was taken back.
  public var removed: [String]
  public var isForward: Bool
  /// The newest commit that both have.
  public var mergeBase: String?
}

extension Repository {
  /// Nil when the old commit is not here any more.
  public func movement(from old: String, to new: String, limit: Int) throws -> Movement? {
    let doing = "comparing commits of \(folder)"
    guard let newID = ObjectID(hex: new), let oldID = ObjectID(hex: old), isCommit(oldID) else { return nil }
    if use({ git_repository_is_shallow($0) }) == 1 { return try shallowMovement(old, new, limit) }
    let added = try walk(from: newID, without: oldID, limit: limit + 1, doing)
    let removed = try walk(from: oldID, without: newID, limit: limit, doing)
    return Movement(
      added: Array(added.prefix(limit)), isCut: added.count > limit, removed: removed,
      isForward: removed.isEmpty,
      mergeBase: removed.isEmpty ? old : try mergeBase(oldID, newID, doing))
  }

  private func shallowMovement(_ old: String, _ new: String, _ limit: Int) throws -> Movement {
    let added = try commits(after: old, upTo: new, limit: limit + 1).map(\.id)
    let removed = try commits(after: new, upTo: old, limit: limit).map(\.id)
    return Movement(
      added: Array(added.prefix(limit)), isCut: added.count > limit, removed: removed,
      isForward: removed.isEmpty, mergeBase: removed.isEmpty ? old : nil)
  }

  private func walk(
    from start: ObjectID, without hidden: ObjectID, limit: Int, _ doing: String
  ) throws -> [String] {
    try use { repository in
      let walk = try make(git_revwalk_free, doing) { git_revwalk_new(&$0, repository) }
      try check(
        git_revwalk_sorting(walk.pointer, GIT_SORT_TOPOLOGICAL.rawValue | GIT_SORT_TIME.rawValue), doing)
      var (from, without) = (start.raw, hidden.raw)
      try check(git_revwalk_push(walk.pointer, &from), doing)
      try check(git_revwalk_hide(walk.pointer, &without), doing)
      var found: [String] = []
      var next = git_oid()
      while found.count < limit {
        let code = git_revwalk_next(&next, walk.pointer)
        if code == GIT_ITEROVER.rawValue { break }
        try check(code, doing)
        found.append(ObjectID(next).hex)
      }
      return found
    }
  }

  private func mergeBase(_ a: ObjectID, _ b: ObjectID, _ doing: String) throws -> String? {
    try use { repository in
      var (one, two, base) = (a.raw, b.raw, git_oid())
      let code = git_merge_base(&base, repository, &one, &two)
      if code == GIT_ENOTFOUND.rawValue { return nil }
      try check(code, doing)
      return ObjectID(base).hex
    }
  }

  /// The paths that a commit changes against its first parent; all of them for the first commit.
  public func changedPaths(of commit: String) throws -> [String] {
    let doing = "reading the changes of \(commit.prefix(12)) of \(folder)"
    guard let id = ObjectID(hex: commit) else { return [] }
    return try use { repository in
      let tree = try tree(of: id, doing)
      let parent = try withCommit(id, doing) { pointer in
        git_commit_parentcount(pointer) > 0 ? ObjectID(git_commit_parent_id(pointer, 0)) : nil
      }
      var options = git_diff_options()
      try check(git_diff_options_init(&options, UInt32(GIT_DIFF_OPTIONS_VERSION)), doing)
      options.flags = GIT_DIFF_SKIP_BINARY_CHECK.rawValue
      guard let parent, has(parent) else { return try paths(nil, tree.pointer, repository, &options, doing) }
      let older = try self.tree(of: parent, doing)
      return try paths(older.pointer, tree.pointer, repository, &options, doing)
    }
  }

  private func tree(of commit: ObjectID, _ doing: String) throws -> Handle {
    try withCommit(commit, doing) { pointer in
      try make(git_tree_free, doing) { git_commit_tree(&$0, pointer) }
    }
  }

  private func paths(
    _ older: OpaquePointer?, _ newer: OpaquePointer, _ repository: OpaquePointer,
    _ options: inout git_diff_options, _ doing: String
  ) throws -> [String] {
    let difference = try make(git_diff_free, doing) {
      git_diff_tree_to_tree(&$0, repository, older, newer, &options)
    }
    var paths: Set<String> = []
    for index in 0..<git_diff_num_deltas(difference.pointer) {
      guard let delta = git_diff_get_delta(difference.pointer, index) else { continue }
      paths.insert(text(delta.pointee.old_file.path))
      paths.insert(text(delta.pointee.new_file.path))
    }
    return paths.subtracting([""]).sorted()
  }
}
