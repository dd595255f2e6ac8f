import Foundation
import Kit
import Testing

/// Repositories and revisions that are not what `bothy run` needs.
@Suite("Bad input: repositories")
struct BadInputRepositoryTests {
  @Test("a folder without a package is told so, and nothing is made; a commit needs a repository")
  func notARepository() async throws {
    try await BadInputWorld.with("plain", turns: Turns.waiting) { world in
      _ = try world.scratch.folder("plain")
      expectSentence(try await world.bothy("run", "plain"), status: 5, "no Package.swift in .*plain")
      expectSentence(
        try await world.bothy("run", "plain", "--commit", "HEAD"), status: 5, "no git repository .*git init")
      expectSentence(try await world.bothy("run", "nowhere"), status: 5, "no such folder")
      #expect(!FileManager.default.fileExists(atPath: world.state))
    }
  }

  @Test("a repository without commits has no commit to name, and its files are integrated as they stand")
  func noCommits() async throws {
    try await BadInputWorld.with("empty") { world in
      _ = try world.scratch.folder("empty")
      try await world.git("init", "-q", in: "empty")
      expectSentence(try await world.bothy("run", "empty"), status: 5, "no Package.swift")
      expectSentence(
        try await world.bothy("run", "empty", "--commit", "HEAD"), status: 5, "no commits yet.*git commit")
      try await world.package("unborn")
      try await world.git("checkout", "-q", "--orphan", "new", in: "unborn")
      let (status, report) = try await world.report("unborn")
      #expect(status == 4, "\(report.reason)")
      #expect(report["commit"] == .null)
    }
  }

  @Test("a detached HEAD is integrated and has no branch")
  func detached() async throws {
    try await BadInputWorld.with("detached") { world in
      try await world.package("detached")
      try await world.git("checkout", "-q", "--detach", in: "detached")
      let (status, report) = try await world.report("detached")
      #expect(status == 4)
      #expect(report["commit"]?["branch"] == .null)
    }
  }

  @Test("a bare repository needs a commit to be named, and is integrated then")
  func bare() async throws {
    try await BadInputWorld.with("bare") { world in
      try await world.package("origin")
      try await world.git("clone", "-q", "--bare", "origin", "bare.git", in: ".")
      expectSentence(try await world.bothy("run", "bare.git"), status: 2, "bare repository.*--commit")
      let (status, report) = try await world.report("bare.git", "--commit", "main")
      #expect(status == 4, "\(report.reason)")
      #expect(report["commit"]?["branch"] == .string("main"))
    }
  }

  @Test("an unknown revision, a missing package and a package outside are refused with nothing begun")
  func wrongPlaces() async throws {
    try await BadInputWorld.with("places", turns: Turns.waiting) { world in
      try await world.package("toy")
      try world.write("a\n", to: "text/a")
      try await world.git("init", "-q", in: "text")
      try await world.git("add", "a", in: "text")
      try await world.git("commit", "-q", "-m", "a", in: "text")
      let run = { (words: [String]) in try await world.command(["run"] + words).run() }
      expectSentence(
        try await run(["toy", "--commit", "nowhere"]), status: 5, "no such branch, tag or commit")
      expectSentence(try await run(["toy", "--commit", "-x"]), status: 5, "no such branch")
      expectSentence(try await run(["text"]), status: 5, "no Package.swift in")
      expectSentence(try await run(["toy", "--package", "Sources"]), status: 5, "no Package.swift in")
      expectSentence(try await run(["toy", "--package", "../x"]), status: 2, "leads out of the repository")
      expectSentence(try await run(["toy", "--package", "/etc"]), status: 2, "leads out of the repository")
      #expect(!FileManager.default.fileExists(atPath: world.state))
      let (status, report) = try await world.report("text", "--commit", "HEAD")
      #expect(status == 5)
      #expect(report.result == "checkout-error")
      #expect(report.reason.contains("no Package.swift"), "\(report.reason)")
    }
  }

  @Test("wrong words are refused with what is right")
  func wrongWords() async throws {
    try await BadInputWorld.with("words", turns: Turns.waiting) { world in
      try await world.package("toy")
      let run = { (words: [String]) in try await world.command(["run", "toy"] + words).run() }
      expectSentence(try await run(["--filter", "["]), status: 2, "no regular expression")
      expectSentence(try await run(["--json", "--skip", "("]), status: 2, "no regular expression")
      expectSentence(try await run(["--bot", "none.yaml"]), status: 2, "no such file")
      let folder = try await run(["--bot", "toy"])
      #expect(folder.status == 2)
      #expect(folder.errorText.contains("toy:1:1: it is a folder, not a file"), "\(folder.errorText)")
      expectSentence(try await run(["--jobs", "0"]), status: 2, "--jobs")
      let file = try world.write("repository: .\nfilters: 1\ntests: {filter: \"[\"}\n", to: "bad.yaml")
      let end = try await run(["--bot", file, "--json"])
      #expect(end.status == 2)
      #expect(end.output.isEmpty)
      #expect(end.errorText.contains("bad.yaml:2:1: "), "\(end.errorText)")
      #expect(end.errorText.contains("bad.yaml:3:17: "), "\(end.errorText)")
      #expect(!FileManager.default.fileExists(atPath: world.state))
    }
  }

  @Test("a submodule that is nowhere is a checkout error that names it, its commit and where it is not")
  func missingSubmodule() async throws {
    try await BadInputWorld.with("submodule", turns: Turns.waiting) { world in
      try await world.package("inner")
      try await world.package("outer")
      try await world.git("submodule", "-q", "add", world.url("inner").path, "deps/inner", in: "outer")
      try await world.git("commit", "-q", "-m", "inner", in: "outer")
      try await world.git("clone", "-q", "outer", "copy", in: ".")
      try FileManager.default.removeItem(at: world.url("inner"))
      let (status, report) = try await world.report("copy")
      #expect(status == 5)
      #expect(report.result == "checkout-error")
      let commit = try await world.gitSays("rev-parse", "HEAD:deps/inner", in: "outer")
      let words = ["deps/inner", String(commit.prefix(12)), "no repository at \(world.url("inner").path)"]
      #expect(words.allSatisfy(report.reason.contains), "\(report.reason)")
    }
  }

  @Test(
    "another user's repository is refused with the setting that trusts it",
    .enabled(if: geteuid() == 0, "only root may give a file to another user"))
  func foreignOwner() async throws {
    try await BadInputWorld.with("owner") { world in
      let path = try await world.package("owned")
      _ = try await Command("/bin/chown", ["-R", "nobody", path], in: world.scratch.url).run()
      expectSentence(
        try await world.bothy("run", "owned"), status: 5, "owned by another user.*safe.directory")
      try world.write("[safe]\n\tdirectory = *\n", to: "home/.gitconfig")
      let trusted = try await world.bothy("run", "owned", with: ["HOME": world.scratch.path + "/home"])
      #expect(trusted.status == 4, "it was integrated, and has no test: \(trusted.errorText)")
    }
  }

  @Test("a damaged repository is a checkout error that names it, and works again when it is mended")
  func corrupt() async throws {
    try await BadInputWorld.with("corrupt") { world in
      let path = try await world.package("damaged")
      let object = try await world.gitSays("rev-parse", "HEAD:Sources/Toy/Toy.swift", in: "damaged")
      let file = "\(path)/.git/objects/\(object.prefix(2))/\(object.dropFirst(2))"
      let whole = try Data(contentsOf: URL(fileURLWithPath: file))
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
      try whole.prefix(5).write(to: URL(fileURLWithPath: file))
      let (status, report) = try await world.report("damaged", "--commit", "HEAD")
      #expect(status == 5)
      #expect(report.result == "checkout-error")
      #expect(
        report.reason.contains("git -C \(path)"), "the user's repository is to be mended: \(report.reason)")
      #expect(report.reason.contains("fsck"), "\(report.reason)")
      try whole.write(to: URL(fileURLWithPath: file))
      #expect(try await world.report("damaged", "--commit", "HEAD").1.result == "inconclusive")
    }
  }

  @Test("a path of spaces, quotes, line ends and other scripts is a path like any other")
  func oddPath() async throws {
    try await BadInputWorld.with("odd") { world in
      let name = "sp a'c\"e\nö 大*;$(touch x)`id`"
      try await world.package(name)
      let words = ["--state", world.url("zustände").path, "--json", "--output", "out \"ö\""]
      let end = try await world.command(["run", world.url(name).path] + words).run()
      #expect(end.status == 4, "\(end.errorText)")
      #expect(try JSON(end.output).result == "inconclusive")
      #expect(FileManager.default.fileExists(atPath: world.url("out \"ö\"/report.json").path))
      #expect(!FileManager.default.fileExists(atPath: world.url("x").path))
    }
  }

  @Test("a branch that is rewritten while it is integrated changes nothing of the integration")
  func rewritten() async throws {
    try await BadInputWorld.with("rewritten") { world in
      let done = world.url("done").path
      try await world.package("moving", manifest: BadInputWorld.plainManifest + Self.until(done))
      let before = try await world.gitSays("rev-parse", "HEAD", in: "moving")
      let end = try await world.command(["run", "moving", "--commit", "main", "--json"]).run { _ in
        _ = try await world.waitForProcess("-manifest")
        try world.write("this does not compile\n", to: "moving/Sources/Toy/Toy.swift")
        try await world.git("commit", "-q", "-a", "--amend", "-m", "rewritten", in: "moving")
        try await world.git("reflog", "expire", "--expire=now", "--all", in: "moving")
        try await world.git("gc", "-q", "--prune=now", in: "moving")
        try world.write("", to: "done")
      }
      #expect(end.status == 4, "\(end.errorText)")
      #expect(try JSON(end.output)["commit"]?["id"] == .string(before))
      let (status, report) = try await world.report("moving", "--commit", "main")
      #expect(status == 3, "\(report.reason)")
      #expect(report["commit"]?["subject"] == .string("rewritten"))
    }
  }

  /// A manifest's last lines: it stands still until there is such a file.
  static func until(_ file: String) -> String {
    "import Foundation\nwhile !FileManager.default.fileExists(atPath: \"\(file)\") { usleep(50_000) }\n"
  }
}
