import Foundation
import Testing

@testable import Model

@Suite struct IssueStoryTests {
  private func story(_ told: [(Int, String, IssueStory.State)]) -> IssueStory {
    var story = IssueStory(
      Model.Issue(kind: .warning, message: "m", target: nil, file: nil, line: nil, test: nil, since: 1))
    story.entries = told.reversed().map { number, branch, state in
      var entry = IssueStory.Entry(
        IntegrationNumber(number), started: Date(timeIntervalSince1970: Double(number)), state)
      entry.branch = BranchName(branch)
      return entry
    }
    return story
  }

  @Test("integrations that said the same of a branch are one turn, whatever other branches said between")
  func turns() {
    var story = story([
      (1, "main", .new), (2, "main", .unresolved), (3, "topic", .unresolved), (4, "main", .unresolved),
      (5, "main", .resolved), (6, "topic", .unresolved), (7, "main", .cameBack), (8, "main", .unresolved),
    ])
    let told = story.turns.map { "\($0.first.integration) \($0.first.state.rawValue) \($0.count) \($0.last)" }
    #expect(
      told == [
        "#8 unresolved 1 #8", "#7 came-back 1 #7", "#5 resolved 1 #5", "#3 unresolved 2 #6",
        "#2 unresolved 2 #4", "#1 new 1 #1",
      ])
    #expect(story.isOpen)
    #expect(story.sentence == "Unresolved on main since #7, unresolved on topic since #3.")
    // What it left, however much has been said elsewhere since.
    for place in story.entries.indices where story.entries[place].integration == 3 {
      story.entries[place].comparedWith = [1]
    }
    let topic = "unresolved on topic since #3, where it came from #1 of main"
    #expect(story.sentence == "Unresolved on main since #7, \(topic).")
  }

  @Test("one that is known since a later integration than the first of its branch has a sentence too")
  func begunLater() {
    var story = story([(3, "main", .new), (4, "feat", .unresolved), (5, "main", .unresolved)])
    story.issue.since = 6
    #expect(story.sentence.contains("on feat since #4"))
  }

  @Test("its page is headed by where it is open still, and not by where it was resolved last")
  func standing() {
    var story = story([
      (1, "main", .new), (2, "topic", .unresolved), (3, "main", .cameBack), (4, "topic", .resolved),
    ])
    #expect(story.standing?.integration == 3)
    story.renamings = ["main": .init(to: "T.S/now", first: 4, last: 4)]
    #expect(story.standing?.integration == 4)
    let names = story.laterNames.map { "\($0.name.to) \($0.isResolved)" }
    #expect(names == ["T.S/now false"])
  }

  @Test("of a test that is called otherwise since it was mended that is told too")
  func renamedLater() {
    var story = story([(1, "main", .new), (2, "main", .resolved)])
    story.renamings = ["main": .init(to: "T.S/now", first: 3, last: 3)]
    #expect(story.laterNames.map(\.isResolved) == [true] && story.current.isEmpty)
    #expect(story.sentence == "Resolved on main in #2.")
  }

  @Test("a flaky one whose test is gone says so: nothing else ends it")
  func flakyAndGone() {
    var story = story([(1, "main", .flaky), (2, "main", .flaky)])
    #expect(story.sentence == "Flaky on main in #2.")
    story.entries[0].testGoneIn = 4
    #expect(story.sentence == "Flaky on main in #2, and its test is gone since #4.")
  }

  @Test("a limited integration stands alone and does not say where an issue is now")
  func limited() {
    var story = story([(1, "main", .new), (2, "main", .unresolved), (3, "main", .resolved)])
    story.entries[0].isLimited = true
    #expect(story.sentence == "Unresolved on main since #1." && story.turns.count == 3)
    for index in story.entries.indices { story.entries[index].isLimited = true }
    #expect(story.sentence == "Only limited integrations saw it." && !story.isOpen)
    story.passedIn = 4
    #expect(story.sentence == "Only limited integrations saw it; its test passed in #4.")
    for index in story.entries.indices { story.entries[index].isCanceled = index > 0 }
    #expect(story.sentence == "Only limited and canceled integrations saw it; its test passed in #4.")
    for index in story.entries.indices { story.entries[index].isCanceled = true }
    #expect(story.sentence == "Only canceled integrations saw it; its test passed in #4.")
  }

  @Test("of a test that is called otherwise it goes on under that name, and began under the former one")
  func renamed() {
    var former = story([(1, "main", .new), (2, "main", .unresolved)])
    former.renamings = ["main": .init(to: "T.S/now", first: 3, last: 5)]
    #expect(!former.isOpen)
    #expect(former.sentence == "Unresolved on main from #1 until its test was renamed in #3.")
    former.renamings = ["main": .init(to: "T.S/now", first: 2, last: 2)]
    #expect(former.isOpen, "it has its former name again")
    var other = story([(1, "main", .new), (2, "topic", .new)])
    other.renamings = ["main": .init(to: "T.S/now", first: 3, last: 3)]
    #expect(other.isOpen, "on topic it has its name")
    #expect(other.sentence == "New on topic in #2, new on main in #1 until its test was renamed in #3.")
    var later = story([(3, "main", .unresolved), (4, "main", .unresolved)])
    later.issue.since = 1
    #expect(later.sentence == "Unresolved on main since #1.")
  }

  @Test("on a branch that was deleted it is open no more, and says so")
  func deleted() {
    var gone = story([(1, "topic", .new), (2, "topic", .unresolved)])
    #expect(gone.isOpen)
    gone.deletedBranches = ["topic": .distantPast]
    #expect(!gone.isOpen)
    #expect(gone.sentence == "Unresolved on topic from #1 until that branch was deleted.")
    (gone.deletedBranches, gone.unwatchedBranches) = ([:], ["topic": .distantPast])
    #expect(!gone.isOpen)
    #expect(gone.sentence == "Unresolved on topic from #1 until that branch was watched no more.")
    var both = story([(1, "main", .new), (2, "topic", .new), (3, "late", .resolved)])
    both.deletedBranches = ["topic": .distantPast, "late": .distantPast]
    #expect(both.isOpen && both.current.map(\.branch) == ["main"])
    #expect(
      both.sentence
        == "Resolved on late in #3, new on topic in #2 until that branch was deleted, new on main in #1."
    )
  }

  @Test("one that is resolved on every branch is not open")
  func resolved() {
    let story = story([
      (1, "main", .new), (2, "topic", .unresolved), (3, "main", .resolved), (4, "topic", .resolved),
    ])
    #expect(!story.isOpen && story.sentence == "Resolved on topic in #4, resolved on main in #3.")
  }

  @Test("what is gone with its test is not called resolved")
  func testGone() {
    var story = story([(1, "main", .new), (2, "main", .resolved)])
    story.entries[0].isTestGone = true
    #expect(story.sentence == "Its test is gone on main since #2.")
    story.entries[0].testBackIn = 3
    #expect(story.sentence == "Its test was gone on main from #2 until #3.")
  }

  @Test("branches beyond a few are counted")
  func many() {
    let story = story((1...5).map { ($0, "b\($0)", .silenced) })
    #expect(
      story.sentence
        == "Silenced on b5 in #5, silenced on b4 in #4, silenced on b3 in #3, "
        + "and it is or was on 2 other branches."
    )
  }
}
