import CGit2
import Foundation

/// How a branch came from one commit to another.
public struct Movement: Sendable, Equatable {
  /// What the new tip has and the old one has not: newest first, children before their parents.
  public var added: [String]
  /// What came by a merge and not along the branch itself, by the merge that brought it.
  public var merged: [String: [String]]
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
    let isShallow = isShallow
    let order = GIT_SORT_TOPOLOGICAL.rawValue | GIT_SORT_TIME.rawValue
    func commits(after old: ObjectID, upTo new: ObjectID, limit: Int) throws -> [String] {
      isShallow
        ? try shallowCommits(after: old, upTo: new, limit: limit)
        : try walk(from: new, without: old, sorting: order, limit: limit, doing)
    }
    let added = try commits(after: oldID, upTo: newID, limit: limit + 1)
    let removed = try commits(after: newID, upTo: oldID, limit: limit)
    let base = removed.isEmpty ? old : isShallow ? nil : try mergeBase(oldID, [newID], doing)
    let shown = Array(added.prefix(limit))
    return Movement(
      added: shown, merged: isShallow ? [:] : try merged(shown, from: new, doing), isCut: added.count > limit,
      removed: removed,
      isForward: removed.isEmpty, mergeBase: base)
  }

  /// What a branch has and none of others: how it came from where it left them. Nil where it shares nothing
  /// with them, and in a shallow repository, which does not tell.
  public func movement(besides others: [String], to new: String, limit: Int) throws -> Movement? {
    let doing = "comparing commits of \(folder)"
    let hidden = Set(others).compactMap { ObjectID(hex: $0) }.filter(isCommit)
    guard !isShallow, !hidden.isEmpty, let newID = ObjectID(hex: new),
      let base = try mergeBase(newID, hidden, doing)
    else { return nil }
    let order = GIT_SORT_TOPOLOGICAL.rawValue | GIT_SORT_TIME.rawValue
    let added = try walk(from: [newID], without: hidden, sorting: order, limit: limit + 1, doing) { _ in false
    }
    let shown = Array(added.prefix(limit))
    return Movement(
      added: shown, merged: try merged(shown, from: new, doing), isCut: added.count > limit, removed: [],
      isForward: true, mergeBase: base)
  }

  /// Those of some commits that are a tip or lie in its history, newest first, and whether they are on its
  /// line of first parents; as far as so many commits reach.
  public func found(
    _ wanted: Set<String>, in tip: String, limit: Int
  ) throws -> [(id: String, isOnLine: Bool)] {
    let doing = "comparing commits of \(folder)"
    guard !wanted.isEmpty, let id = ObjectID(hex: tip) else { return [] }
    let order = GIT_SORT_TOPOLOGICAL.rawValue | GIT_SORT_TIME.rawValue
    var missing = wanted
    let all =
      isShallow
      ? try shallowCommits(after: nil, upTo: id, limit: limit)
      : try walk(from: [id], without: [], sorting: order, limit: limit, doing) {
        missing.remove($0)
        return missing.isEmpty
      }
    var line: Set<String> = []
    let passed = Set(all)
    var next: String? = tip
    while let one = next, passed.contains(one), line.insert(one).inserted {
      next = try commit(one).parents.first
    }
    return all.filter(wanted.contains).map { ($0, line.contains($0)) }
  }

  /// Along first parents, as long as they are among these.
  private func merged(_ added: [String], from new: String, _ doing: String) throws -> [String: [String]] {
    let known = Set(added)
    var merged: [String: [String]] = [:]
    var next = new
    while known.contains(next) {
      let parents = try commit(next).parents
      guard let first = parents.first else { break }
      if parents.count > 1, let id = ObjectID(hex: next), let main = ObjectID(hex: first) {
        let brought = try walk(
          from: id, without: main, sorting: GIT_SORT_TOPOLOGICAL.rawValue, limit: added.count + 1, doing)
        merged[next] = brought.filter { $0 != next && known.contains($0) }
      }
      next = first
    }
    return merged
  }

  /// What `start` has and `hidden` has not.
  func walk(
    from start: ObjectID, without hidden: ObjectID?, sorting: UInt32, limit: Int, _ doing: String
  ) throws -> [String] {
    let hidden = hidden.map { [$0] } ?? []
    return try walk(from: [start], without: hidden, sorting: sorting, limit: limit, doing) { _ in false }
  }

  private func walk(
    from starts: [ObjectID], without hidden: [ObjectID], sorting: UInt32, limit: Int, _ doing: String,
    until isLast: (String) -> Bool
  ) throws -> [String] {
    let walk = try make(git_revwalk_free, doing) { git_revwalk_new(&$0, $1) }
    try check(git_revwalk_sorting(walk.pointer, sorting), doing)
    for start in starts {
      var from = start.raw
      try check(git_revwalk_push(walk.pointer, &from), doing)
    }
    for one in hidden {
      var without = one.raw
      try check(git_revwalk_hide(walk.pointer, &without), doing)
    }
    var found: [String] = []
    var next = git_oid()
    while found.count < limit {
      let code = git_revwalk_next(&next, walk.pointer)
      if code == GIT_ITEROVER.rawValue { break }
      try check(code, doing)
      found.append(ObjectID(next).hex)
      if isLast(found[found.count - 1]) { break }
    }
    return try without(hidden, found, doing)
  }

  private static let mostLookedAt = 200

  /// libgit2 shows some of what it is to hide where commits are of one second and many are hidden, from the
  /// oldest on.
  private func without(_ hidden: [ObjectID], _ found: [String], _ doing: String) throws -> [String] {
    // One alone is hidden well, but where clocks differ much: of thousands only their number is asked.
    guard hidden.count > 1 || !hidden.isEmpty && found.count <= Self.mostLookedAt else { return found }
    let tips = hidden.map(\.raw)
    var shown: Set<String> = []
    var wrong: Set<String> = []
    for id in found.reversed() {
      let parents = try commit(id).parents
      // Whoever comes after what is not hidden is not hidden either.
      if parents.contains(where: shown.contains) {
        shown.insert(id)
        continue
      }
      guard var raw = ObjectID(hex: id)?.raw else { continue }
      let answer = use { git_graph_reachable_from_any($0, &raw, tips, tips.count) }
      if answer < 0 { try check(answer, doing) }
      if answer == 1 { wrong.insert(id) } else { shown.insert(id) }
    }
    return wrong.isEmpty ? found : found.filter { !wrong.contains($0) }
  }

  /// The newest commits that both have, several after merges in both directions; of a shallow repository
  /// the newest one that it holds.
  public func mergeBases(_ a: String, _ b: String) throws -> [String] {
    let doing = "comparing commits of \(folder)"
    guard let one = ObjectID(hex: a), let two = ObjectID(hex: b) else { throw GitError.notAnID(doing) }
    guard !isShallow else {
      let mine = Set(try shallowCommits(after: nil, upTo: one, limit: .max))
      return try shallowCommits(after: nil, upTo: two, limit: .max).first(where: mine.contains).map { [$0] }
        ?? []
    }
    return try use { repository in
      var (one, two, bases) = (one.raw, two.raw, git_oidarray())
      defer { git_oidarray_dispose(&bases) }
      let code = git_merge_bases(&bases, repository, &one, &two)
      if code == GIT_ENOTFOUND.rawValue { return [] }
      try check(code, doing)
      return UnsafeBufferPointer(start: bases.ids, count: bases.count).map { ObjectID($0).hex }
    }
  }

  /// Of the wanted commits which these are or come from, along any parent, the one with the fewest commits
  /// between.
  public func nearest(to starts: [String], limit: Int, where isWanted: (String) -> Bool) throws -> String? {
    let doing = "comparing commits of \(folder)"
    let ids = try starts.map {
      guard let id = ObjectID(hex: $0) else { throw GitError.notAnID(doing) }
      return id
    }
    func commits(without hidden: String?, until isLast: (String) -> Bool) throws -> [String] {
      let hidden = hidden.flatMap { ObjectID(hex: $0) }
      guard isShallow else {
        return try walk(
          from: ids, without: hidden.map { [$0] } ?? [], sorting: GIT_SORT_NONE.rawValue, limit: limit, doing,
          until: isLast)
      }
      let all = try ids.flatMap { try shallowCommits(after: hidden, upTo: $0, limit: limit) }
      return all.firstIndex(where: isLast).map { Array(all[...$0]) } ?? all
    }
    guard var nearest = try commits(without: nil, until: isWanted).last, isWanted(nearest) else { return nil }
    // By their dates it is the newest; others may lie beside it, and clocks go wrong.
    let between = try commits(without: nearest) { _ in false }
    var fewest = between.count
    for other in between.filter(isWanted).prefix(Self.mostBeside) {
      let count = try commits(without: other) { _ in false }.count
      if count < fewest { (nearest, fewest) = (other, count) }
    }
    return nearest
  }

  private static let mostBeside = 20

  /// How many commits each of two has that the other has not; nil where a shallow repository does not hold
  /// them all.
  public func distance(of commit: String, from base: String) throws -> (ahead: Int, behind: Int)? {
    let doing = "comparing commits of \(folder)"
    guard let one = ObjectID(hex: commit), let two = ObjectID(hex: base) else {
      throw GitError.notAnID(doing)
    }
    guard !isShallow else { return nil }
    // Libgit2's own count is one too many where commits of one second were merged.
    func count(from start: ObjectID, without other: ObjectID) throws -> Int {
      let order = GIT_SORT_TOPOLOGICAL.rawValue
      return try walk(from: start, without: other, sorting: order, limit: .max, doing).count
    }
    return (try count(from: one, without: two), try count(from: two, without: one))
  }

  /// The commit itself and those before it along first parents, as far as they are here, until one is wanted.
  public func firstParent(of commit: String, limit: Int, where isWanted: (String) -> Bool) throws -> String? {
    var next: String? = commit
    for _ in 0..<limit {
      guard let id = next, let object = ObjectID(hex: id), has(object) else { return nil }
      if isWanted(id) { return id }
      next = try self.commit(id).parents.first
    }
    return nil
  }

  /// The newest commit that one has and any of others.
  private func mergeBase(_ one: ObjectID, _ others: [ObjectID], _ doing: String) throws -> String? {
    try use { repository in
      var base = git_oid()
      let ids = [one.raw] + others.map(\.raw)
      let code = git_merge_base_many(&base, repository, ids.count, ids)
      if code == GIT_ENOTFOUND.rawValue { return nil }
      try check(code, doing)
      return ObjectID(base).hex
    }
  }

  /// Whether the first commit is the second one or lies in its history.
  public func isAncestor(_ commit: String, of tip: String) throws -> Bool {
    if commit == tip { return true }
    let doing = "comparing commits of \(folder)"
    guard var older = ObjectID(hex: commit)?.raw, var newer = ObjectID(hex: tip)?.raw else {
      throw GitError.notAnID(doing)
    }
    // Parents that are not here are no damage there.
    if isShallow {
      return try shallowCommits(after: nil, upTo: ObjectID(newer), limit: .max).contains(ObjectID(older).hex)
    }
    let answer = use { git_graph_descendant_of($0, &newer, &older) }
    try check(answer, doing)
    return answer == 1
  }

  /// The paths that a commit changes against its first parent; all of them for the first commit.
  public func changedPaths(of commit: String) throws -> [String] {
    let doing = "reading the changes of \(commit.prefix(12)) of \(folder)"
    guard let id = ObjectID(hex: commit) else { return [] }
    let tree = try tree(of: id, doing)
    let parent = try withCommit(id, doing) { pointer in
      git_commit_parentcount(pointer) > 0 ? ObjectID(git_commit_parent_id(pointer, 0)) : nil
    }
    guard let parent, has(parent) else { return try paths(nil, tree.pointer, doing) }
    let older = try self.tree(of: parent, doing)
    return try paths(older.pointer, tree.pointer, doing)
  }

  private func paths(_ older: OpaquePointer?, _ newer: OpaquePointer, _ doing: String) throws -> [String] {
    var options = git_diff_options()
    try check(git_diff_options_init(&options, UInt32(GIT_DIFF_OPTIONS_VERSION)), doing)
    options.flags = GIT_DIFF_SKIP_BINARY_CHECK.rawValue
    let difference = try make(git_diff_free, doing) { git_diff_tree_to_tree(&$0, $1, older, newer, &options) }
    var paths: Set<String> = []
    for index in 0..<git_diff_num_deltas(difference.pointer) {
      guard let delta = git_diff_get_delta(difference.pointer, index) else { continue }
      paths.insert(text(delta.pointee.old_file.path))
      paths.insert(text(delta.pointee.new_file.path))
    }
    return paths.subtracting([""]).sorted()
  }
}
