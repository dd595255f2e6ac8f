import Testing

@testable import Integrator

@Suite struct FetchAdviceTests {
  let output = """
    Fetching https://example.org/a.git
    Fetching https://example.org/b.git
    Fetched https://example.org/a.git from cache (0.42s)
    error: Git command 'git -C /cache/b config --get remote.origin.url' failed: fatal: cannot change
    """

  @Test("what could not be fetched is named when SwiftPM does not name it")
  func unnamed() {
    #expect(
      PackageFacts.advice(on: output, told: ["Git command 'git -C /cache/b config' failed"])
        == "https://example.org/b.git could not be fetched: "
        + "see whether `git ls-remote https://example.org/b.git` works on this machine")
  }

  @Test("nothing is added to an error that names it, or that is about something else")
  func named() {
    #expect(PackageFacts.advice(on: output, told: ["Failed to clone https://example.org/b.git"]) == nil)
    #expect(PackageFacts.advice(on: "error: no version of 'a' fits", told: ["no version of 'a' fits"]) == nil)
    #expect(
      PackageFacts.advice(on: "Fetching u\nFetched u (0.1s)\nerror: conflict", told: ["conflict"]) == nil)
  }
}
