import Foundation
import Kit
import Testing

/// A package in a repository, integrated by `bothy run`.
struct PackageWorld {
  let scratch: ScratchFolder
  let tree: Worktree

  init(_ name: String) throws {
    scratch = try ScratchFolder(name)
    tree = try Worktree.make(at: scratch.path + "/Uses")
  }

  func run(_ more: String...) async throws -> CommandEnd { try await run(more) }

  func run(_ more: [String]) async throws -> CommandEnd {
    let words = ["run", tree.path, "--state", scratch.path + "/state", "--json", "--quiet"] + more
    return try await Command(try Program.bothy, words, in: scratch.url).run()
  }
}
