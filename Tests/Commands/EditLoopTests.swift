import Explaining
import Git
import Model
import State
import Terminal
import Testing

@testable import Commands

@Suite("A loop of rounds")
struct EditLoopTests {
  /// Notes what it is told of trouble.
  private final class Face: EditFace {
    var lost: [String] = []
    func begin(_ work: EditRounds<TreeMark>.Work) {}
    func hear(_ progress: Progress, at elapsed: Double) {}
    func tick(at elapsed: Double) {}
    func cancel() {}
    func end(_ report: Report?) {}
    func rest() {}
    func say(_ words: String) {}
    func lose(_ trouble: Explanation) { lost.append(trouble.wrong) }
    func leave(forGood: Bool) {}
    func enter() {}
  }

  @Test("a mistake in what is asked for is told as it stands there, and another one behind it too")
  func mistakes() {
    let mistakes = [["a:1:1: one"], ["a:1:1: one"], ["a:1:1: two", "a:2:1: three"]]
    var left = mistakes[...]
    let (face, events) = (Face(), EditEvents())
    let loop = EditLoop(
      RunOptions(), "local-p", state: StateFolder(path: "/none"), environment: [:], templates: nil,
      face: face, events: events
    ) {
      // Whoever waits is woken each second while nothing is seen.
      if left.count == 1 { events.post(.key("q")) }
      throw BotFileError(lines: left.popFirst() ?? [])
    }
    #expect(!loop.perform())
    #expect(face.lost == ["a:1:1: one", "a:1:1: two; a:2:1: three"])
  }
}
