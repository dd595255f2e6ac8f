import Foundation
import Testing

@testable import FileEvents

@Suite("What is heard of git", .timeLimit(.minutes(5)))
struct GitTests {
  @Test("a commit is heard, of that repository alone")
  func commit() async throws {
    let post = try Post()
    try post.repository("one")
    try post.repository("two")
    await post.watch("one", "two")
    #expect(try await post.heard { try post.commit("one") } == ["one"])
    #expect(try await post.heard { try post.commit("two") } == ["two"])
  }

  @Test("a push into a bare repository is heard")
  func push() async throws {
    let post = try Post()
    try post.repository("work")
    try post.repository("bare.git", bare: true)
    await post.watch("bare.git")
    #expect(
      try await post.heard { try post.git("work", "push", "-q", "../bare.git", "main") } == ["bare.git"])
    try post.commit("work")
    #expect(
      try await post.heard { try post.git("work", "push", "-q", "../bare.git", "main") } == ["bare.git"])
    #expect(
      try await post.heard { try post.git("work", "push", "-q", "-f", "../bare.git", "HEAD~1:main") }
        == ["bare.git"])
  }

  @Test("a branch in folders of its own is heard when it comes, moves, is packed, is renamed and goes")
  func slashes() async throws {
    let post = try Post()
    try post.repository("r")
    await post.watch("r")
    #expect(try await post.heard { try post.git("r", "branch", "a/b/c/d") } == ["r"])
    try post.git("r", "checkout", "-q", "a/b/c/d")
    #expect(try await post.heard { try post.commit("r") } == ["r"])
    #expect(try await post.heard { try post.git("r", "pack-refs", "--all") } == ["r"])
    #expect(try await post.heard { try post.commit("r") } == ["r"], "its folders were away")
    #expect(try await post.heard { try post.git("r", "branch", "-m", "a/b/c/d", "a/x") } == ["r"])
    #expect(try await post.heard { try post.commit("r") } == ["r"])
    try post.git("r", "checkout", "-q", "main")
    #expect(try await post.heard { try post.git("r", "branch", "-D", "a/x") } == ["r"])
    #expect(try await post.heard { try post.git("r", "branch", "a") } == ["r"])
  }

  @Test("HEAD that names another branch is heard")
  func head() async throws {
    let post = try Post()
    try post.repository("r")
    try post.git("r", "branch", "other")
    await post.watch("r")
    #expect(try await post.heard { try post.git("r", "symbolic-ref", "HEAD", "refs/heads/other") } == ["r"])
  }

  @Test("gc is heard, and what follows it")
  func gc() async throws {
    let post = try Post()
    try post.repository("r")
    try post.git("r", "branch", "deep/branch")
    await post.watch("r")
    #expect(try await post.heard { try post.git("r", "gc", "-q") } == ["r"])
    #expect(try await post.heard { try post.commit("r") } == ["r"])
    #expect(try await post.heard { try post.git("r", "branch", "-f", "deep/branch", "HEAD") } == ["r"])
  }

  @Test("commits in linked working trees are heard, watched from either side")
  func worktrees() async throws {
    let post = try Post()
    try post.repository("r")
    try post.git("r", "worktree", "add", "-q", "-b", "side", "../linked")
    await post.watch("r", "linked")
    #expect(try await post.heard { try post.commit("linked") } == ["r", "linked"])
    #expect(try await post.heard { try post.commit("r") } == ["r", "linked"])
    #expect(try await post.heard { try post.git("linked", "checkout", "-q", "--detach") } == ["linked"])
  }

  @Test("tags are not heard")
  func tags() async throws {
    let post = try Post()
    try post.repository("r")
    await post.watcher.watch(["heads": .branches(ofRepository: post.path("r"))], within: 60)
    #expect(try await post.silence { try post.git("r", "tag", "one") } == nil)
  }

  @Test("looking at a repository, staging, and writing objects are not heard")
  func reading() async throws {
    let post = try Post()
    try post.repository("r")
    await post.watch("r")
    let look = try await post.silence {
      try post.git("r", "status")
      try post.git("r", "log")
      try post.shell("echo x > r/file")
      try post.git("r", "add", "file")
      try post.git("r", "hash-object", "-w", "file")
    }
    #expect(look == nil)
  }

  @Test("a repository that is deleted, made again, moved away and moved back is heard each time")
  func life() async throws {
    let post = try Post()
    try post.repository("up/r")
    await post.watch("up/r")
    #expect(try await post.heard { try post.shell("rm -rf up") } == ["up/r"])
    #expect(try await post.heard { try post.repository("up/r") } == ["up/r"])
    #expect(try await post.heard { try post.commit("up/r") } == ["up/r"])
    #expect(try await post.heard { try post.shell("mv up/r up/s") } == ["up/r"])
    #expect(try await post.silence { try post.commit("up/s") } == nil, "it is another one now")
    #expect(try await post.heard { try post.shell("mv up/s up/r") } == ["up/r"])
    #expect(try await post.heard { try post.commit("up/r") } == ["up/r"])
  }

  @Test("a folder far above that was moved is found by looking again")
  func above() async throws {
    let post = try Post()
    try post.repository("a/b/r")
    await post.watch("a/b/r")
    try post.shell("mv a z && mkdir -p a/b")
    try post.repository("a/b/r")
    while await post.word(within: 0.2) != nil {}
    #expect(try await post.heard { post.watcher.recheck() } == ["a/b/r"])
    #expect(try await post.heard { try post.commit("a/b/r") } == ["a/b/r"])
    #expect(try await post.silence { post.watcher.recheck() } == nil)
  }

  @Test("a repository behind links is heard, and a link that leads elsewhere is too")
  func links() async throws {
    let post = try Post()
    try post.repository("real/one")
    try post.repository("real/two")
    try post.shell("ln -s real/one link; mkdir by; ln -s ../link by/way")
    await post.watch("by/way")
    #expect(try await post.heard { try post.commit("real/one") } == ["by/way"])
    #expect(try await post.heard { try post.shell("ln -sfn real/two link") } == ["by/way"])
    #expect(try await post.silence { try post.commit("real/one") } == nil)
    #expect(try await post.heard { try post.commit("real/two") } == ["by/way"])
  }

  @Test("refs that are links into another repository are heard")
  func newWorkdir() async throws {
    let post = try Post()
    try post.repository("r")
    try post.shell(
      "mkdir -p w/.git; cd w/.git; for x in refs objects packed-refs config; do ln -s ../../r/.git/$x; done;"
        + "cp ../../r/.git/HEAD .")
    await post.watch("w")
    #expect(try await post.heard { try post.commit("r") } == ["w"])
    try post.git("r", "branch", "b")
    #expect(try await post.heard { try post.git("r", "pack-refs", "--all") } == ["w"])
  }

  @Test("a table of refs is heard")
  func reftable() async throws {
    let post = try Post()
    try post.repository("r")
    try post.shell("mkdir r/.git/reftable")
    await post.watch("r")
    #expect(
      try await post.heard {
        try post.shell("cd r/.git/reftable; echo x > tables.list.lock; mv tables.list.lock tables.list")
      } == ["r"])
  }

  @Test("a repository that is not there yet is heard when it comes, folder by folder")
  func coming() async throws {
    let post = try Post()
    await post.watch("not/yet/here.git")
    #expect(
      try await post.heard { try post.repository("not/yet/here.git", bare: true) } == ["not/yet/here.git"])
    try post.repository("work")
    #expect(
      try await post.heard { try post.git("work", "push", "-q", "../not/yet/here.git", "main") }
        == ["not/yet/here.git"])
  }
}
