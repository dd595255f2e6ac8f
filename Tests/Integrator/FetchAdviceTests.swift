import Formats
import Model
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

  /// As `swift package` told it.
  private func joined(_ text: String) -> [Diagnostic] {
    var reader = CompilerDiagnostics()
    Array(text.utf8).withUnsafeBytes { reader.read($0) }
    reader.finish()
    let told = reader.diagnostics
    return FetchFailures.joined(told, advice: PackageFacts.advice(on: text, told: told.map(\.message)))
  }

  @Test("a folder that SwiftPM's cache lacks is no error beside the dependency that is out of reach")
  func cache() throws {
    let said = "Git command 'git -C /b-39 config --get remote.origin.url' failed: fatal: cannot change"
    let found = joined("Fetching https://example.org/b.git\nerror: \(said) to '/cache/b-39'\n")
    #expect(found.count == 1, "\(found)")
    #expect(found[0].message.hasPrefix("https://example.org/b.git could not be fetched: "))
    #expect(found[0].details == [said + " to '/cache/b-39'"])
    let other = joined("Fetching https://example.org/b.git\nerror: \(said)\nerror: no manifest in x\n")
    #expect(other.map(\.message).first == "no manifest in x" && other.count == 2, "\(other)")
  }

  @Test("one that fails with SwiftPM's cache and without is told once, with the reason; another's stays")
  func twice() throws {
    func told(_ word: String, _ url: String) -> String {
      """
      \(word)Failed to clone repository \(url):
          Cloning into bare repository '/cache/ink'...
          fatal: unable to access '\(url)/': Connection refused

      """
    }
    let one = "https://example.org/ink.git"
    let found = joined(
      "Fetching \(one)\n" + told("warning: 'ink': skipping cache due to an error: ", one)
        + told("error: ", one))
    #expect(
      found.map(\.message) == [
        "Failed to clone repository \(one): fatal: unable to access '\(one)/': Connection refused"
      ])
    let other = "https://example.org/pen.git"
    let both = joined(
      told("warning: 'ink': skipping cache due to an error: ", one) + told("error: ", other))
    #expect(both.map(\.severity) == [.warning, .error])
    let ssh = joined(
      "error: Failed to clone repository git@h:ink.git:\n    Cloning into bare repository '/cache/ink'...\n"
        + "    ssh: connect to host h port 22: Connection refused\nfatal: Could not read.\n")
    #expect(
      ssh.first?.message
        == "Failed to clone repository git@h:ink.git: ssh: connect to host h port 22: Connection refused")
  }
}
