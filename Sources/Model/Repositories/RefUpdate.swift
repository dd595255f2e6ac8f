/// What somebody pushes: a name that is to lead from one commit to another.
public struct RefUpdate: Equatable, Sendable {
  public var ref: String
  /// Nil: it was not there.
  public var old: CommitID?
  /// Nil: it goes.
  public var new: CommitID?

  public init(ref: String, old: CommitID?, new: CommitID?) {
    (self.ref, self.old, self.new) = (ref, old, new)
  }

  /// As git tells its hooks, a line for each: `old new ref`. Nil where that is not understood.
  public static func read(_ text: String) -> [RefUpdate]? {
    var updates: [RefUpdate] = []
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 2).map(String.init)
      guard words.count == 3, words[2].hasPrefix("refs/"), let old = id(words[0]), let new = id(words[1])
      else { return nil }
      updates.append(RefUpdate(ref: words[2], old: old, new: new))
    }
    return updates
  }

  private static func id(_ word: String) -> CommitID?? {
    guard word.utf8.count == 40, word.utf8.allSatisfy({ "0123456789abcdef".utf8.contains($0) }) else {
      return nil
    }
    return .some(word.allSatisfy { $0 == "0" } ? nil : CommitID(word))
  }

  public var branch: BranchName? {
    ref.hasPrefix(Self.branches) ? BranchName(String(ref.dropFirst(Self.branches.count))) : nil
  }

  private static let branches = "refs/heads/"
  private static let kept = [branches, "refs/tags/", "refs/notes/"]

  /// Why nobody may do that; nil where it may be done.
  /// - Parameter isForward: whether the new commit has the old one behind it; asked only where that counts.
  public func refusal(in record: HostedRecord, isForward: () throws -> Bool) rethrows -> String? {
    guard record.retired == nil else { return "this repository is retired: it is read, and takes no pushes" }
    guard Self.kept.contains(where: ref.hasPrefix) else {
      return "`\(ref)` is no branch, tag or note: nothing else is taken"
    }
    guard let branch, record.isProtected(branch), old != nil else { return nil }
    guard new != nil else { return "the branch \(branch) is protected: it can't be deleted" }
    guard try !isForward() else { return nil }
    return "the branch \(branch) is protected: what it has stays in its history (no forced push)"
  }
}
