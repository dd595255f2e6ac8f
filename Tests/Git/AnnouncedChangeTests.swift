import Git
import Kit
import Synchronization
import Testing

@Suite("Before a checkout is changed")
struct AnnouncedChangeTests {
  private final class Count: Sendable {
    private let calls = Atomic(0)
    func add() { calls.add(1, ordering: .relaxed) }
    func take() -> Int { calls.exchange(0, ordering: .relaxed) }
  }

  @Test("it is said once before a file is written or removed, and not where all is as it was")
  func announced() throws {
    let scratch = try ScratchFolder("announced")
    let tree = try Worktree.make(at: scratch.path + "/repository")
    let both = try tree.write("a", "1").write("b", "1").commit()
    try tree.remove("b")
    let fewer = try tree.commit()
    let changed = try tree.write("a", "2").commit()
    let count = Count()
    let clone = OwnClone(folder: scratch.path + "/checkout", willWrite: count.add)
    for (commit, calls) in [(both, 1), (both, 0), (fewer, 1), (changed, 1), (changed, 0)] {
      try clone.bring(commit: commit, from: tree.path, keep: [])
      #expect(count.take() == calls, "\(commit)")
    }
  }
}
