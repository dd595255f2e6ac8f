import Model
import Testing

@testable import Watcher

@Suite("Branches that are not watched") struct LeftOutBranchesTests {
  @Test("each is named, and many are counted")
  func words() {
    #expect(LeftOutBranches.words([]) == nil)
    #expect(
      LeftOutBranches.words(["feature/x"])
        == "1 branch is not watched, as no pattern of `branches` means it: feature/x")
    #expect(
      LeftOutBranches.words(["g", "a", "f", "b", "e", "c", "d"])
        == "7 branches are not watched, as no pattern of `branches` means them: a, b, c, d, e and 2 more")
  }
}
