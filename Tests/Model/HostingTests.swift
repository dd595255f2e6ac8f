import Foundation
import Testing

@testable import Model

@Suite("Hosted repositories")
struct HostingTests {
  @Test("a name is plain, and never a path, an option or something of git's")
  func names() {
    for text in ["parser", "Swift-Argument.Parser_2", "a", "0", String(repeating: "a", count: 60)] {
      #expect(HostedName(text)?.text == text)
      #expect(HostedName(repository: text + ".git")?.text == text)
    }
    for text in [
      "", ".", "..", "a..b", "../a", "a/b", "/a", "-a", ".a", "_a", "a.", "a.git", "a.GIT", "a.lock", "a b",
      "a\n", "a\0", "é", "a'b", "a\"b", "a$b", "a%2fb", "a\\b", "a:b", "a~", "local-a",
      String(repeating: "a", count: 61),
    ] {
      #expect(HostedName(text) == nil, "\(text)")
    }
    #expect(HostedName(repository: "a.git.git") == nil)
  }

  private static let one = String(repeating: "1", count: 40)
  private static let two = String(repeating: "2", count: 40)
  private static let none = String(repeating: "0", count: 40)

  @Test("what git tells its hooks is read, or refused as a whole")
  func read() throws {
    let updates = try #require(
      RefUpdate.read("\(Self.none) \(Self.one) refs/heads/a\n\(Self.one) \(Self.none) refs/tags/v 1\n"))
    #expect(updates.map(\.ref) == ["refs/heads/a", "refs/tags/v 1"])
    #expect(
      updates.map(\.old?.rawValue) == [nil, Self.one] && updates.map(\.new?.rawValue) == [Self.one, nil])
    #expect(updates.map(\.branch) == [BranchName("a"), nil])
    #expect(RefUpdate.read("") == [])
    for text in [
      "x y refs/heads/a", "\(Self.one) \(Self.two)", "\(Self.one) \(Self.two) HEAD", "\(Self.one)",
    ] {
      #expect(RefUpdate.read(text) == nil, "\(text)")
    }
  }

  @Test("a protected branch is neither forced nor deleted, whatever else may be")
  func rules() {
    var record = HostedRecord(created: Date(), base: "main")
    record.protected.append("release/*")
    func refusal(_ ref: String, _ old: String?, _ new: String?, isForward: Bool = true) -> String? {
      RefUpdate(ref: ref, old: old.map { CommitID($0) }, new: new.map { CommitID($0) })
        .refusal(in: record) { isForward }
    }
    for branch in ["main", "release/1"] {
      let ref = "refs/heads/" + branch
      #expect(refusal(ref, nil, Self.one) == nil)
      #expect(refusal(ref, Self.one, Self.two) == nil)
      #expect(refusal(ref, Self.one, Self.two, isForward: false)?.contains("protected") == true)
      #expect(refusal(ref, Self.one, nil)?.contains("can't be deleted") == true)
    }
    for ref in ["refs/heads/fix", "refs/heads/mainly", "refs/tags/main", "refs/notes/commits"] {
      #expect(refusal(ref, Self.one, Self.two, isForward: false) == nil)
      #expect(refusal(ref, Self.one, nil) == nil)
    }
    #expect(refusal("refs/pull/1/head", nil, Self.one)?.contains("is no branch") == true)
    record.retired = Date()
    #expect(refusal("refs/heads/fix", nil, Self.one)?.contains("retired") == true)
  }
}
