import Foundation
import Kit
import Model
import Testing

@testable import Ordering

@Suite("Reading what a package asks for")
struct PackageSettingsTests {
  private func timeout(_ settings: PackageSettings) -> Double? {
    guard case .asked(let bot) = settings else { return nil }
    return bot.tests.timeoutSeconds
  }

  @Test("it is read at the commit that is integrated, in the package's folder, or as it stands")
  func places() throws {
    let scratch = try ScratchFolder("asked")
    defer { scratch.remove() }
    let tree = try Worktree.make(at: scratch.path + "/tree")
    try tree.write("a", "a").git("add", "-A")
    let none = try tree.commit()
    try tree.write(".bothy.yaml", "tests: {timeout: 5s}\n").write(
      "inner/.bothy.yaml", "tests: {timeout: 6s}\n")
    try tree.git("add", "-A")
    let some = try tree.commit()
    try tree.write(".bothy.yaml", "tests: {timeout: 7s}\n")
    func read(_ source: Order.Source, _ package: String = ".") -> PackageSettings {
      PackageSettings.read(source, repository: tree.path, package: package)
    }
    #expect(read(.commit(CommitID(none))) == .none)
    #expect(timeout(read(.commit(CommitID(some)))) == 5)
    #expect(timeout(read(.commit(CommitID(some)), "inner")) == 6)
    #expect(timeout(read(.workingTree)) == 7)
    #expect(timeout(read(.folder, "inner")) == 6)
    #expect(read(.folder, "none") == .none)
  }

  @Test("what cannot be read is told, and is never taken for nothing")
  func wrong() throws {
    let scratch = try ScratchFolder("asked-wrong")
    defer { scratch.remove() }
    let tree = try Worktree.make(at: scratch.path + "/tree")
    func told(_ settings: PackageSettings) -> [String]? {
      if case .wrong(let lines) = settings { lines } else { nil }
    }
    func both() throws -> [[String]?] {
      try tree.git("add", "-A")
      let commit = CommitID(try tree.commit())
      return [Order.Source.commit(commit), .workingTree].map {
        told(PackageSettings.read($0, repository: tree.path, package: "."))
      }
    }
    let link = [".bothy.yaml:1:1: it is a symbolic link: put a file in its place"]
    try FileManager.default.createSymbolicLink(
      atPath: tree.path + "/.bothy.yaml", withDestinationPath: "/etc/passwd")
    #expect(try both() == [link, link])
    try FileManager.default.removeItem(atPath: tree.path + "/.bothy.yaml")
    try tree.write(".bothy.yaml/file", "")
    #expect(try both().allSatisfy { $0?.first?.contains("a folder, not a file") == true })
    try FileManager.default.removeItem(atPath: tree.path + "/.bothy.yaml")
    try tree.write(".bothy.yaml", String(repeating: "#", count: 2 << 20))
    #expect(try both().allSatisfy { $0?.first?.contains("at most") == true })
    try tree.write(".bothy.yaml", "tests: {timeout: 5s, timeout: 6s}\nsecrets: [A]\n")
    let lines = try both()
    #expect(lines[0] == lines[1] && lines[0]?.count == 2, "\(lines)")
    let nowhere = PackageSettings.read(
      .commit(CommitID(String(repeating: "a", count: 40))), repository: tree.path, package: ".")
    #expect(told(nowhere)?.first?.contains("there is no such commit") == true, "\(nowhere)")
  }
}
