import Testing
import Words

@Suite("Folders behind a command")
struct NamedFoldersTests {
  private let both = NamedFolders(state: "/s s", bots: "b")

  @Test("a command names the folders that it reads, quoted, and no others")
  func lines() {
    #expect(both.line(["show", "x#1"]) == "bothy show 'x#1' --state '/s s'")
    #expect(both.line(["integrate", "x"]) == "bothy integrate x --bots b --state '/s s'")
    #expect(both.line(["check"]) == "bothy check --bots b")
    #expect(both.line(["help", "run"]) == "bothy help run")
    #expect(NamedFolders().line(["run", "a b"]) == "bothy run 'a b'")
  }

  @Test("commands in a sentence get what they lack")
  func sentences() {
    #expect(
      both.completing("`bothy bots` or `bothy log 'x#1' -f`, else `git x` or bothy run")
        == "`bothy bots --bots b --state '/s s'` or `bothy log 'x#1' -f --state '/s s'`, "
        + "else `git x` or bothy run"
    )
    #expect(both.completing("`bothy help run`") == "`bothy help run`")
    #expect(both.completing("`bothy show x --state y`") == "`bothy show x --state y`")
    #expect(NamedFolders().completing("`bothy bots`") == "`bothy bots`")
  }
}
