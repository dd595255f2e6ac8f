import Model
import Testing

@Suite("The base branch") struct BaseBranchTests {
  private func bot(_ branches: [String], base: String? = nil) -> Bot {
    var bot = Bot(name: "a", repository: "/a")
    (bot.branches, bot.base) = (branches, base)
    return bot
  }

  @Test(
    "it is the one that is named, else the one that HEAD names, else the first that is integrated by name")
  func chosen() {
    #expect(BaseBranch.of(bot([]), head: "main") == "main")
    #expect(BaseBranch.of(bot([]), head: nil) == nil)
    #expect(BaseBranch.of(bot(["*"]), head: "trunk") == "trunk")
    #expect(BaseBranch.of(bot(["*"], base: "release"), head: "trunk") == "release")
    #expect(BaseBranch.of(bot(["feature/*", "develop", "next"]), head: "main") == "develop")
    #expect(BaseBranch.of(bot(["feature/*"]), head: "main") == nil)
  }

  @Test(
    "where somebody works, it is the branch that people mean, whatever HEAD names now",
    arguments: [
      ("main feature", nil, nil, nil, "main"), ("trunk feature", nil, nil, nil, "trunk"),
      ("develop main feature", nil, nil, nil, "main"), ("main dev feature", nil, "dev", nil, "dev"),
      ("main next feature", "next", "main", nil, "next"), ("feature", "main", nil, nil, "main"),
      ("main feature", nil, "gone", nil, "main"), ("release feature", nil, nil, "release", "release"),
      ("release feature main", nil, nil, "release", "main"), ("feature", nil, nil, "release", "feature"),
      ("", nil, "main", nil, "feature"),
    ] as [(String, BranchName?, BranchName?, BranchName?, BranchName)])
  func workplace(
    branches: String, remote: BranchName?, initial: BranchName?, before: BranchName?, expected: BranchName
  ) {
    var refs = BaseBranch.Refs()
    refs.branches = Set(branches.split(separator: " ").map { BranchName(String($0)) })
    (refs.head, refs.remote, refs.initial) = ("feature", remote, initial)
    #expect(BaseBranch.ofWorkplace(bot([]), refs, before: before) == expected)
    #expect(BaseBranch.ofWorkplace(bot([], base: "other"), refs, before: before) == "other")
  }

  @Test("a bare repository's HEAD is what its owner put there")
  func bare() {
    var refs = BaseBranch.Refs()
    (refs.head, refs.branches, refs.initial, refs.isBare) = ("next", ["next", "main"], "main", true)
    #expect(BaseBranch.ofWorkplace(bot([]), refs, before: nil) == "next")
    refs.head = "gone"
    #expect(BaseBranch.ofWorkplace(bot([]), refs, before: nil) == "main")
  }

  @Test("a branch that the bot does not integrate is no face of it")
  func face() {
    #expect(BaseBranch.face(bot(["main", "feature/*"]), base: "main") == "main")
    #expect(BaseBranch.face(bot(["feature/*"], base: "main"), base: "main") == nil)
    #expect(BaseBranch.face(bot([]), base: "main") == "main")
    #expect(BaseBranch.face(bot(["*"]), base: nil) == nil)
  }

  @Test("an address with a place for the commit leads to it")
  func link() {
    let id = CommitID(String(repeating: "a1", count: 20))
    #expect(CommitLink.of(id, in: "https://f.example/c/{commit}") == "https://f.example/c/\(id)")
    #expect(CommitLink.of(id, in: "HTTP://localhost:3000/x?c={commit}#{commit}") != nil)
    #expect(CommitLink.of(nil, in: "https://f.example/{commit}") == nil && CommitLink.of(id, in: nil) == nil)
    #expect(CommitLink.of("\"onclick=x", in: "https://f.example/{commit}") == nil)
  }

  @Test(
    "nothing else becomes a link, whatever the settings say",
    arguments: [
      "", "{commit}", "javascript:alert('{commit}')", "data:text/html,{commit}", "//f.example/{commit}",
      "https://f.example/", "https://{commit}.example/", "https:///{commit}", "https://f.example/{commit}{",
      "https://f.example/\"><script>{commit}", "https://f.example/ {commit}", "https://f.example/\n{commit}",
      " https://f.example/{commit}", "https://me:secret@f.example/{commit}", "https://f.example/é{commit}",
      "file:///{commit}", "https://f.example/'onmouseover={commit}`", "java\tscript:{commit}",
    ])
  func noLink(address: String) {
    #expect(CommitLink.problem(address) != nil)
    #expect(CommitLink.of(CommitID(String(repeating: "a", count: 40)), in: address) == nil)
  }
}
