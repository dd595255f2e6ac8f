import Model
import Testing

@Suite("Globs")
struct GlobTests {
  @Test(
    "a pattern takes in the paths that it names",
    arguments: [
      ("Sources/**", "Sources/A/B.swift"), ("**", "a"), ("**/*.swift", "a/b/c.swift"),
      ("**/*.swift", "c.swift"),
      ("*.md", "README.md"), ("Sources/*/main.swift", "Sources/Tool/main.swift"), ("docs", "docs/a/b.md"),
      ("docs/", "docs/a.md"), ("./docs/*", "docs/a.md"), ("a/**/z", "a/z"), ("a/**/z", "a/b/c/z"),
      ("a/**/**/z", "a/b/z"), ("?.txt", "é.txt"), ("[a-c].txt", "b.txt"), ("[!a-c].txt", "d.txt"),
      ("*.{c,h}", "x.h"), ("{Sources,Tests}/**", "Tests/T.swift"), ("{a,b{c,d}}", "bd"), ("a[b", "a[b"),
      ("a{b", "a{b"), ("\\*", "*"), ("!docs/**", "docs/a"), ("Sources/日本/*", "Sources/日本/a"), ("a/b", "a//b"),
    ])
  func matches(pattern: String, path: String) {
    #expect(Glob(pattern).matches(path))
  }

  @Test(
    "a pattern leaves out all others",
    arguments: [
      ("Sources/**", "Sources"), ("Sources/**", "Source/a"), ("*.swift", "a/b.swift"),
      ("Sources/*", "Sources/a/b"),
      ("**/*.swift", "a.swiftx"), ("a/**/z", "a/b"), ("", "a"), ("a", ""), ("[a-c]", "d"), ("[!a-c]", "b"),
      ("?", "ab"), ("*.{c,h}", "x.m"), ("a/b", "b"), ("docs", "docs2/a"), ("/", "a"), ("[z-a]", "m"),
    ])
  func leavesOut(pattern: String, path: String) {
    #expect(!Glob(pattern).matches(path))
  }

  @Test("the last pattern that matches decides")
  func order() {
    let globs = ["Sources/**", "!Sources/Keep/**", "Sources/Keep/Not.swift"].map(Glob.init)
    #expect(Glob.rule(for: "Sources/A.swift", among: globs)?.text == "Sources/**")
    #expect(Glob.rule(for: "Sources/Keep/A.swift", among: globs) == nil)
    #expect(Glob.rule(for: "Sources/Keep/Not.swift", among: globs)?.text == "Sources/Keep/Not.swift")
    #expect(Glob.rule(for: "Tests/A.swift", among: globs) == nil)
  }

  @Test("a list that only takes out starts from everything, an empty list takes in all")
  func selection() {
    #expect(Glob.isSelected("a", by: []))
    #expect(Glob.isSelected("a", by: [Glob("!docs/**")]))
    #expect(!Glob.isSelected("docs/a", by: [Glob("!docs/**")]))
    #expect(!Glob.isSelected("a", by: [Glob("Sources/**"), Glob("!docs/**")]))
  }

  @Test("a pattern made to be slow is not", .timeLimit(.minutes(5)))
  func hostile() {
    let path = String(repeating: "a/", count: 200) + String(repeating: "a", count: 2000)
    #expect(!Glob(String(repeating: "**/*a*a*a*", count: 20) + "/b").matches(path))
    #expect(!Glob(String(repeating: "{a,b}", count: 64)).matches("c"))
    #expect(!Glob(String(repeating: "{", count: 10_000)).matches("c"))
  }
}
