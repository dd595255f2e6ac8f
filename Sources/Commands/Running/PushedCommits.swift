import Model

/// What git tells a pre-push hook: a line for each ref, `local-ref local-id remote-ref remote-id`.
struct PushedCommits: Equatable {
  struct Pushed: Equatable {
    var commit: CommitID
    /// Absent for a bare revision.
    var branch: BranchName?
  }

  private static let ofTags = "refs/tags/"

  /// Each commit once. Deleting brings no commit, and a tag none that its branch does not bring.
  private(set) var commits: [Pushed] = []
  /// The names of those that come without any look at them.
  private(set) var tags: [String] = []

  init(_ text: String) {
    for line in text.split(separator: "\n") {
      // What is pushed is called as it was typed, which may have blanks in it.
      let parts = line.split(separator: " ")
      let words = [parts.dropLast(3).joined(separator: " ")[...]] + parts.suffix(3)
      guard parts.count >= 4, words[1].contains(where: { $0 != "0" }) else { continue }
      if let tag = [words[2], words[0]].first(where: { $0.hasPrefix(Self.ofTags) }) {
        tags.append(String(tag.dropFirst(Self.ofTags.count)))
        continue
      }
      let commit = CommitID(String(words[1]))
      guard !commits.contains(where: { $0.commit == commit }) else { continue }
      let heads = "refs/heads/"
      let name = [words[0], words[2]].first { $0.hasPrefix(heads) }
      commits.append(
        Pushed(commit: commit, branch: name.map { BranchName(String($0.dropFirst(heads.count))) }))
    }
  }
}
