import Foundation
import Kit
import Testing

@testable import FileEvents

@Suite("A tree of folders", .timeLimit(.minutes(5)))
struct TreeTests {
  private func watched(mostWatches: Int = 1 << 20) async throws -> (post: Post, refused: Set<String>?) {
    let post = try Post(mostWatches: mostWatches)
    try post.shell("mkdir -p p/Sources/A p/.build/x p/.git p/Deps/.build")
    let refused = await post.watcher.watch(
      ["p": .tree(post.path("p"), leavingOut: [".build", ".git"])], within: 60)
    return (post, refused)
  }

  @Test("is heard whichever way an editor saves: in place, by renaming, deleted and made anew")
  func saving() async throws {
    let (post, refused) = try await watched()
    #expect(refused == [])
    for save in [
      "echo a > p/Sources/A/a.swift", "echo b > p/Sources/A/a.swift", "echo c >> p/Sources/A/a.swift",
      "cd p/Sources/A; echo d > .a.swift.new; mv .a.swift.new a.swift",
      "cd p/Sources/A; mv a.swift a.swift~; echo e > a.swift; rm a.swift~",
      "cd p/Sources/A; rm a.swift; echo f > a.swift", "touch p/Sources/A/a.swift", "rm p/Sources/A/a.swift",
      "echo > p/Package.swift", "ln -s nowhere p/link",
    ] {
      #expect(try await post.heard { try post.shell(save) } == ["p"], "\(save)")
    }
  }

  @Test("is silent of what is left out, at any depth, and of what is only read")
  func leftOut() async throws {
    let (post, _) = try await watched()
    try post.shell("echo a > p/Sources/A/a.swift")
    let word = try await post.silence {
      try post.shell("echo a > p/.build/x/o; mkdir p/.build/y; echo > p/.git/index; echo > p/Deps/.build/o")
      try post.shell("cat p/Sources/A/a.swift; ls -R p; mkdir -p other; echo > other/a")
    }
    #expect(word == nil)
  }

  @Test("folders that come, move and go are followed, with all that lies in them")
  func folders() async throws {
    let (post, _) = try await watched()
    #expect(try await post.heard { try post.shell("mkdir -p p/Tests/B/C") } == ["p"])
    #expect(try await post.heard { try post.shell("echo a > p/Tests/B/C/c.swift") } == ["p"])
    #expect(try await post.heard { try post.shell("mv p/Tests p/Checks") } == ["p"])
    #expect(try await post.heard { try post.shell("echo b > p/Checks/B/C/c.swift") } == ["p"])
    #expect(try await post.heard { try post.shell("mv p/Checks gone") } == ["p"])
    #expect(try await post.silence { try post.shell("echo c > gone/B/C/c.swift") } == nil)
    #expect(try await post.heard { try post.shell("mkdir p/.build2; mkdir -p p/x/.build/y") } == ["p"])
    #expect(try await post.silence { try post.shell("echo c > p/x/.build/y/o") } == nil)
  }

  @Test("the tree itself may be deleted, made anew, and moved away and back")
  func itself() async throws {
    let (post, _) = try await watched()
    #expect(try await post.heard { try post.shell("rm -rf p") } == ["p"])
    #expect(try await post.heard { try post.shell("mkdir -p p/Sources") } == ["p"])
    #expect(try await post.heard { try post.shell("echo a > p/Sources/a.swift") } == ["p"])
    #expect(try await post.heard { try post.shell("mv p q") } == ["p"])
    #expect(try await post.silence { try post.shell("echo b > q/Sources/a.swift") } == nil)
    #expect(try await post.heard { try post.shell("mv q p") } == ["p"])
    #expect(try await post.heard { try post.shell("echo c > p/Sources/a.swift") } == ["p"])
  }

  @Test("links that lead out of it, or in a circle, are not followed")
  func links() async throws {
    let (post, _) = try await watched()
    try post.shell("mkdir out; ln -s ../out p/out; ln -s . p/circle")
    #expect(try await post.silence { try post.shell("echo a > out/a") } == nil)
    #expect(try await post.heard { try post.shell("echo a > p/circle/a") } == ["p"])
  }

  @Test("where there are no more watches it is told which tree is not watched as a whole, and why")
  func limit() async throws {
    let (post, refused) = try await watched(mostWatches: 2)
    #expect(refused == ["p"])
    let notice = try #require(await post.word()?.notices.first)
    #expect(notice.contains("may be seen by the timer only"), "\(notice)")
    #expect(notice.contains("max_user_watches"), "\(notice)")
  }
}
