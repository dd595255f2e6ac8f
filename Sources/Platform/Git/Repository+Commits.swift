import CGit2
import Foundation
import Words

extension Repository {
  public func head() throws -> Head {
    let doing = "reading HEAD of \(folder)"
    return try use { repository in
      let reference = try make(git_reference_free, doing) { git_reference_lookup(&$0, $1, "HEAD") }
      if git_reference_type(reference.pointer) == GIT_REFERENCE_DIRECT {
        return Head(branch: nil, commit: ObjectID(git_reference_target(reference.pointer)).hex)
      }
      let branch = branch(namedBy: reference)
      var id = git_oid()
      let code = git_reference_name_to_id(&id, repository, "HEAD")
      if code == GIT_ENOTFOUND.rawValue { return Head(branch: branch, commit: nil) }
      try check(code, doing)
      return Head(branch: branch, commit: ObjectID(id).hex)
    }
  }

  /// The branch that HEAD names, also where that one cannot be read.
  public func headBranch() throws -> String? {
    try use { repository in
      let reference = try make(git_reference_free, "reading HEAD of \(folder)") {
        git_reference_lookup(&$0, $1, "HEAD")
      }
      return branch(namedBy: reference)
    }
  }

  private func branch(namedBy reference: borrowing Handle) -> String? {
    guard git_reference_type(reference.pointer) == GIT_REFERENCE_SYMBOLIC else { return nil }
    let target = text(git_reference_symbolic_target(reference.pointer))
    let prefix = "refs/heads/"
    return target.hasPrefix(prefix) ? String(target.dropFirst(prefix.count)) : nil
  }

  /// libgit2 takes a lone `@` for `HEAD`, and no other.
  private static func spelled(_ revision: String) -> String {
    ["@~", "@^", "@:"].contains { revision.hasPrefix($0) } ? "HEAD" + revision.dropFirst() : revision
  }

  /// The commit that a revision names: an id or its beginning, a branch, a tag, `HEAD~2`, `origin/main`…
  public func resolve(_ revision: String) throws -> String {
    let doing = "looking for \(revision) in \(folder)"
    try refuseNamesakes(of: revision)
    return try use { repository in
      var found: OpaquePointer?
      let code = git_revparse_single(&found, repository, Self.spelled(revision))
      guard code >= 0, let found else { throw try unresolved(revision, code, doing) }
      defer { git_object_free(found) }
      var peeled: OpaquePointer?
      let peeling = git_object_peel(&peeled, found, GIT_OBJECT_COMMIT)
      guard peeling >= 0, let peeled else {
        if [GIT_EPEEL, GIT_EINVALIDSPEC, GIT_EAMBIGUOUS].contains(where: { $0.rawValue == peeling }) {
          throw GitError(
            .unknownRevision, doing: doing, wrong: "it names a file or a folder, not a commit",
            advice: "name a branch, a tag or a commit")
        }
        throw GitError.libgit2(peeling, doing, at: folder)
      }
      defer { git_object_free(peeled) }
      return ObjectID(git_object_id(peeled)).hex
    }
  }

  private func unresolved(_ revision: String, _ code: Int32, _ doing: String) throws -> GitError {
    let failure = GitError.libgit2(code, doing, at: folder)
    // Of ids that are shorter it tells the same, whatever there is.
    let digits = revision.prefix { $0.isASCII && $0.isHexDigit }.count
    if code == GIT_EAMBIGUOUS.rawValue, digits < Int(GIT_OID_MINPREFIXLEN) {
      return GitError(
        .unknownRevision, doing: doing,
        wrong: "there is no such branch or tag, and commit ids need at least \(GIT_OID_MINPREFIXLEN) digits",
        advice: "give more digits")
    }
    if code == GIT_EAMBIGUOUS.rawValue {
      return GitError(
        .unknownRevision, doing: doing, wrong: "several objects begin like this",
        advice: "give more digits of the commit's id")
    }
    let unknown = [GIT_ENOTFOUND, GIT_EINVALIDSPEC, GIT_EPEEL].contains { $0.rawValue == code }
    guard unknown || (revision.isEmpty && failure.kind != .corrupt) else { return failure }
    if let damage = damagedTarget(of: revision, doing) { return damage }
    if try head().commit == nil, try branches().isEmpty { return .noCommits(doing, at: folder) }
    return GitError(
      .unknownRevision, doing: doing, wrong: "there is no such branch, tag or commit",
      advice: revision.contains("..")
        ? "name one commit; `bothy replay` integrates a range"
        : "see `git -C \(ShellWord.quoted(folder)) log --all --oneline`, or fetch it first")
  }

  /// A ref that exists but whose object is gone is damage, not a typing error.
  private func damagedTarget(of revision: String, _ doing: String) -> GitError? {
    use { repository in
      if let id = ObjectID(hex: revision) {
        guard !isCommit(id), let named = try? references().first(where: { $0.id == id }) else { return nil }
        return .corrupt(doing, "\(named.name) names it, but it cannot be read", at: folder)
      }
      var reference: OpaquePointer?
      guard git_reference_dwim(&reference, repository, revision) == 0 else { return nil }
      defer { git_reference_free(reference) }
      var id = git_oid()
      guard git_reference_name_to_id(&id, repository, git_reference_name(reference)) == 0, !has(ObjectID(id))
      else { return nil }
      return .corrupt(doing, "the object \(ObjectID(id).hex) that it names is missing", at: folder)
    }
  }

  public func commit(_ id: String) throws -> CommitRecord {
    let doing = "reading commit \(id.prefix(12)) of \(folder)"
    guard let name = ObjectID(hex: id) else { throw GitError.notAnID(doing) }
    return try withCommit(name, doing) { commit in
      let author = git_commit_author(commit)
      let parents = (0..<git_commit_parentcount(commit)).map {
        ObjectID(git_commit_parent_id(commit, $0)).hex
      }
      return CommitRecord(
        id: id, author: text(author?.pointee.name), email: text(author?.pointee.email),
        seconds: author?.pointee.when.time ?? 0, committed: git_commit_time(commit),
        subject: text(git_commit_summary(commit)), body: text(git_commit_body(commit)), parents: parents)
    }
  }

  public func has(commit: String) -> Bool { ObjectID(hex: commit).map(isCommit) ?? false }

  /// Newest first: what `new` has and `old` has not. Without `old` the whole history, so mind `limit`;
  /// when `old` is not known here (it was rewritten and thrown away) just `new`.
  public func commits(after old: String?, upTo new: String, limit: Int) throws -> [CommitRecord] {
    let doing = "listing the commits of \(folder)"
    guard limit > 0 else { return [] }
    let newest = try commit(new)
    if let old, old == newest.id { return [] }
    let oldID = old.flatMap { ObjectID(hex: $0) }
    if old != nil {
      guard let oldID, isCommit(oldID) else { return [newest] }
    }
    guard let newID = ObjectID(hex: newest.id) else { return [newest] }
    let ids =
      try isShallow
      ? shallowCommits(after: oldID, upTo: newID, limit: limit)
      : walk(from: newID, without: oldID, sorting: GIT_SORT_NONE.rawValue, limit: limit, doing)
    return try ids.map { try commit($0) }
  }

  /// Whether the branch ends in this commit, whatever another one does; without a name, any or HEAD.
  public func isTip(_ commit: String, of branch: String?) throws -> Bool {
    let head = try head()
    let wanted = branch.map(ExactText.init)
    if head.commit == commit, wanted == nil || wanted == head.branch.map(ExactText.init) { return true }
    return try branches().contains { $0.commit == commit && (wanted == nil || wanted == ExactText($0.name)) }
  }

  /// The local branches, by name.
  public func branches() throws -> [(name: String, commit: String)] {
    let prefix = "refs/heads/"
    return try references().compactMap { name, id in
      guard name.hasPrefix(prefix), isCommit(id) else { return nil }
      return (String(name.dropFirst(prefix.count)), id.hex)
    }.sorted { ExactText($0.name) < ExactText($1.name) }
  }

  /// The local branch of this very name.
  public func branch(called name: String) throws -> (name: String, commit: String)? {
    try branches().first { ExactText($0.name) == ExactText(name) }
  }

  /// Local branches that are there and name what cannot be read, as where objects lie on a disk that is away.
  public func damagedBranches() throws -> [String: GitError] {
    let prefix = "refs/heads/"
    let all = try references().filter { $0.name.hasPrefix(prefix) }
    let doing = "reading the branches of \(folder)"
    let damaged = all.filter { !isCommit($0.id) }.map { name, id in
      let branch = String(name.dropFirst(prefix.count))
      let wrong = "\(branch) names the commit \(id.hex.prefix(12)), which cannot be read"
      return (branch, GitError.corrupt(doing, wrong, at: folder))
    }
    let broken = brokenBranches(besides: Set(all.map { String($0.name.dropFirst(prefix.count)) })).map {
      ($0, GitError.corrupt(doing, "\($0) names no commit: its file below refs/heads is damaged", at: folder))
    }
    return Dictionary(damaged + broken) { first, _ in first }
  }

  /// What a crash of the machine leaves of a file that was being written may be empty.
  private func brokenBranches(besides read: Set<String>) -> [String] {
    let heads = commonFolder + "/refs/heads"
    let files = FileManager.default.enumerator(atPath: heads)?.compactMap { $0 as? String } ?? []
    return files.filter { name in
      guard !read.contains(name), !name.hasSuffix(".lock"),
        git_reference_is_valid_name("refs/heads/" + name) == 1,
        let bytes = FileManager.default.contents(atPath: "\(heads)/\(name)"), bytes.count <= 4096
      else { return false }
      let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      // One that names another is not there yet, and one that names a commit came meanwhile.
      return !text.hasPrefix("ref:") && !(text.count >= 40 && text.allSatisfy(\.isHexDigit))
    }
  }

  /// The branch that the HEAD of the remote names, as it was fetched last: of `origin`, else of the only one
  /// whose HEAD is known. Nil where that branch is not there.
  public func remoteHead() throws -> String? {
    let names = Set(try references().map(\.name))
    let heads = names.filter { $0.hasPrefix("refs/remotes/") && $0.hasSuffix("/HEAD") }
    let origin = "refs/remotes/origin/HEAD"
    guard let head = heads.contains(origin) ? origin : heads.count == 1 ? heads.first : nil else {
      return nil
    }
    let folder = head.dropLast("HEAD".count)
    return try use { repository in
      let reference = try make(git_reference_free, "reading \(head) of \(self.folder)") {
        git_reference_lookup(&$0, $1, head)
      }
      guard git_reference_type(reference.pointer) == GIT_REFERENCE_SYMBOLIC else { return nil }
      let target = text(git_reference_symbolic_target(reference.pointer))
      return target.hasPrefix(folder) ? String(target.dropFirst(folder.count)) : nil
    }
  }

  /// What `git init` calls a first branch here, where a setting says so.
  public func initialBranch() throws -> String? { try GitSettings(of: self)["init.defaultbranch"] }

  /// Where a branch ends, or where its remote's ended when it was fetched last.
  public func tip(of branch: String) throws -> String? {
    let tips = try references().filter { isCommit($0.id) }.map { (ExactText($0.name), $0.id.hex) }
    let known = Dictionary(tips) { first, _ in first }
    return known[ExactText("refs/heads/" + branch)] ?? known[ExactText("refs/remotes/origin/" + branch)]
  }

  /// Every ref that names an object, symbolic ones followed. Refs that can't be read are left out.
  func references() throws -> [(name: String, id: ObjectID)] {
    let doing = "listing the refs of \(folder)"
    return try use { repository in
      let iterator = try make(git_reference_iterator_free, doing) { git_reference_iterator_new(&$0, $1) }
      var found = [(name: String, id: ObjectID)]()
      var name: UnsafePointer<CChar>?
      while true {
        let code = git_reference_next_name(&name, iterator.pointer)
        if code == GIT_ITEROVER.rawValue { return found }
        try check(code, doing)
        var id = git_oid()
        guard let name, let valid = String(validatingCString: name),
          git_reference_name_to_id(&id, repository, name) == 0
        else { continue }
        found.append((valid, ObjectID(id)))
      }
    }
  }

  /// Whether no branch of a remote has that commit, as it was fetched or pushed last, nor any tag; false
  /// where there is no such branch.
  func isOnlyHere(_ id: ObjectID) -> Bool {
    let references = (try? references()) ?? []
    let tips = references.filter { $0.name.hasPrefix("refs/remotes/") || $0.name.hasPrefix("refs/tags/") }
      .compactMap { (try? resolve($0.name)).flatMap { ObjectID(hex: $0)?.raw } }
    guard !isShallow, references.contains(where: { $0.name.hasPrefix("refs/remotes/") }) else {
      return false
    }
    var raw = id.raw
    return use { git_graph_reachable_from_any($0, &raw, tips, tips.count) } == 0
  }

  func isCommit(_ id: ObjectID) -> Bool {
    use { repository in
      var commit: OpaquePointer?
      var raw = id.raw
      defer { git_commit_free(commit) }
      return git_commit_lookup(&commit, repository, &raw) == 0
    }
  }

  func has(_ id: ObjectID) -> Bool {
    guard let objects = try? objects("looking for an object") else { return false }
    var raw = id.raw
    return git_odb_exists(objects.pointer, &raw) == 1
  }

  func withCommit<R: ~Copyable>(
    _ id: ObjectID, _ doing: String, _ body: (OpaquePointer) throws -> R
  ) throws -> R {
    try use { repository in
      var commit: OpaquePointer?
      var raw = id.raw
      let code = git_commit_lookup(&commit, repository, &raw)
      guard code >= 0, let commit else {
        let failure = GitError.libgit2(code, doing, at: folder)
        guard code == GIT_ENOTFOUND.rawValue else { throw failure }
        throw GitError(
          .unknownRevision, doing: doing, wrong: "there is no such commit",
          advice: "see `git -C \(ShellWord.quoted(folder)) log --all`, or fetch it first")
      }
      defer { git_commit_free(commit) }
      return try body(commit)
    }
  }

  /// The id of what a commit holds: that of another commit with the very same files is the same.
  public func tree(of commit: String) throws -> String {
    let doing = "reading commit \(commit.prefix(12))"
    guard let id = ObjectID(hex: commit) else { throw GitError.notAnID(doing) }
    return try withCommit(id, doing) { ObjectID(git_commit_tree_id($0)).hex }
  }

  func tree(of commit: ObjectID, _ doing: String) throws -> Handle {
    try withCommit(commit, doing) { commit in
      try make(git_tree_free, doing) { tree, _ in git_commit_tree(&tree, commit) }
    }
  }

  /// Newest first: what `new` has and `old` has not, in a shallow clone.
  /// libgit2's walk stops at the edge of a shallow clone with an error; this one just ends there.
  func shallowCommits(after old: ObjectID?, upTo new: ObjectID, limit: Int) throws -> [String] {
    let doing = "listing the commits of \(folder)"
    func ancestors(_ start: ObjectID, without hidden: Set<ObjectID>) throws -> [(id: ObjectID, time: Int64)] {
      var seen = hidden.union([start])
      var found = [(id: ObjectID, time: Int64)]()
      var waiting = hidden.contains(start) ? [] : [start]
      while !waiting.isEmpty {
        var next = [ObjectID]()
        for id in waiting {
          try withCommit(id, doing) { commit in
            found.append((id, git_commit_time(commit)))
            next += (0..<git_commit_parentcount(commit)).map { ObjectID(git_commit_parent_id(commit, $0)) }
          }
        }
        waiting = next.filter { has($0) && seen.insert($0).inserted }
      }
      return found
    }
    let hidden = try old.map { Set(try ancestors($0, without: []).map(\.id)) } ?? []
    let order = try ancestors(new, without: hidden).enumerated().sorted {
      $0.element.time == $1.element.time ? $0.offset < $1.offset : $0.element.time > $1.element.time
    }
    return order.prefix(limit).map(\.element.id.hex)
  }
}
