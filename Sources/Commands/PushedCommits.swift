import Model

/// What git tells a pre-push hook: a line for each ref, `local-ref local-id remote-ref remote-id`.
struct PushedCommits: Equatable {
  struct Pushed: Equatable {
    var commit: CommitID
    /// Absent for a bare revision.
    var branch: BranchName?
  }

  /// Each commit once. Deleting brings no commit, and a tag none that its branch does not bring.
  private(set) var commits: [Pushed] = []

  init(_ text: String) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 4, words[1].contains(where: { $0 != "0" }), !words[2].hasPrefix("refs/tags/"),
        !words[0].hasPrefix("refs/tags/")
      else { continue }
      let commit = CommitID(String(words[1]))
      guard !commits.contains(where: { $0.commit == commit }) else { continue }
      let heads = "refs/heads/"
      let name = [words[0], words[2]].first { $0.hasPrefix(heads) }
      commits.append(
        Pushed(commit: commit, branch: name.map { BranchName(String($0.dropFirst(heads.count))) }))
    }
  }
}
