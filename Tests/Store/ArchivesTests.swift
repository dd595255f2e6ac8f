import Model
import Testing

@testable import Store

@Suite("Archives are remembered") struct ArchivesTests {
  @Test("with their sizes, and the newest of a branch is found")
  func sizes() throws {
    let life = try BotLife()
    func archive(_ branch: BranchName, _ sizes: [String: Int]) throws {
      try life.integrate(branch, .succeeded) { report in
        report.archive = sizes.map {
          ArchivedProduct(product: $0.key, path: "archive/\($0.key)", bytes: $0.value, sha256: "")
        }
      }
    }
    try archive("main", ["a": 1, "b": 2])
    try archive("main", [:])
    try archive("topic", ["a": 3])
    let sizes = try life.store.archives(bot: life.bot, numbers: [1, 2, 3])
    #expect(sizes.keys.sorted() == [1, 3] && sizes[1]?.map(\.bytes) == [1, 2])
    let newest = try life.store.newestArchive(bot: life.bot, branch: "main")
    #expect(newest?.integration == 1 && newest?.size(of: "b") == .init(integration: 1, bytes: 2))
    #expect(try life.store.newestArchive(bot: life.bot, branch: "other") == nil)
    #expect(try life.store.newestArchive(bot: "unknown", branch: "main") == nil)
  }
}
