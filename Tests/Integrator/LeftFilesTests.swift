import Files
import Foundation
import Kit
import Model
import State
import Testing

@testable import Integrator

@Suite("What tests leave")
struct LeftFilesTests {
  private let scratch: ScratchFolder
  private let folder: IntegrationFolder
  private let attachments: Attachments

  init() throws {
    scratch = try ScratchFolder("left")
    folder = IntegrationFolder(scratch.path + "/integration")
    attachments = Attachments(folder: folder)
    try makeFolder(scratch.path + "/package")
  }

  private func left(_ globs: [String] = [], most: Int = 1000) -> LeftFiles {
    LeftFiles(attachments, globs: globs, package: scratch.path + "/package", most: most)
  }

  private func write(_ text: String, _ path: String) throws {
    let path = scratch.path + "/" + path
    try makeFolder((path as NSString).deletingLastPathComponent)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  private let one = FileOwners(alone: "T.A/testA")

  @Test("what was put into the folder is kept, and the folder goes")
  func folderOfAProcess() throws {
    let left = left()
    let place = try #require(left.place(scratch.path + "/1"))
    try write("a", "1/a.txt")
    try write("b", "1/sub/a.txt")
    try write("", "1/empty")
    left.collect(from: place, attempt: 0, one)
    #expect(FileFacts(place.path) == nil)
    #expect(attachments.kept.map(\.name).sorted() == ["a.txt", "empty", "sub/a.txt"])
    #expect(
      attachments.kept.map(\.path).sorted() == [
        "attachments/a-2.txt", "attachments/a.txt", "attachments/empty",
      ])
    #expect(left.owners.mapValues(\.count) == [.init(test: "T.A/testA", attempt: 0): 3])
    #expect(left.note == nil)
    var row = TestCase(id: "T.A/testA", library: .xctest, target: "T", suite: "A", name: "testA")
    row.attempts = [TestAttempt(row), TestAttempt(row)]
    row = row.with(left.owners)
    #expect(row.files.count == 3 && row.attempts.map(\.attachments.count) == [3, 0])
  }

  @Test("it is told whether one file was too large, or all of them together")
  func room() {
    #expect(LeftFiles.refusal(size: LeftFiles.mostBytes, left: .max) == nil)
    #expect(LeftFiles.refusal(size: LeftFiles.mostBytes + 1, left: .max) == "too large")
    #expect(LeftFiles.refusal(size: 41, left: 40) == "too much with what was kept before it")
  }

  @Test("links, pipes, sockets, too large, too many, closed: each is told, none is opened, nothing hangs")
  func hostile() throws {
    let left = left(most: 2)
    let place = try #require(left.place(scratch.path + "/1"))
    let at = place.path
    symlink("/etc", at + "/a-link")
    symlink("/etc/passwd", at + "/b-link")
    mkfifo(at + "/c-pipe", 0o600)
    let big = open(at + "/d-big", O_CREAT | O_WRONLY, 0o600)
    ftruncate(big, 2 << 30)
    close(big)
    try write("1", "1/e\n<script>.txt")
    try write("2", "1/" + String(repeating: "ü", count: 127))
    for number in 0..<2000 { try write("x", "1/many/\(number)") }
    mkdir(at + "/zz", 0)
    left.collect(from: place, attempt: 0, one)
    #expect(attachments.kept.count == 2)
    let note = try #require(left.note)
    #expect(
      note.hasPrefix(
        "Not kept of what tests left: a-link (a symbolic link); b-link (a symbolic link); c-pipe (a pipe); "
          + "d-big (2.1 GB, too large); many/"))
    #expect(note.contains(" more files ("))
    #expect(FileFacts(at) == nil)
    #expect(FileFacts("/etc/passwd") != nil)
  }

  @Test("a folder that a test replaced by a link is not followed")
  func replaced() throws {
    let left = left()
    let place = try #require(left.place(scratch.path + "/1"))
    rmdir(place.path)
    symlink("/etc", place.path)
    left.collect(from: place, attempt: 0, one)
    #expect(attachments.kept == [] && left.note?.contains("it is no folder any more") == true)
    left.collect(from: nil, attempt: 0, one)
  }

  @Test("of the package's folder what the globs name and what is new or changed, not what lies behind links")
  func globs() throws {
    try write("old", "package/snap/old.txt")
    try write("old", "package/snap/changed.txt")
    try write("x", "package/.build/snap.png")
    try write("secret", "outside/x.png")
    symlink(scratch.path + "/outside", scratch.path + "/package/linked")
    let left = left(["snap/**", "linked/**", "*.png", "!snap/*.tmp"])
    left.begin()
    try write("new", "package/snap/changed.txt")
    try write("a", "package/snap/a/b.txt")
    try write("a", "package/snap/a.tmp")
    try write("p", "package/p.png")
    try write("q", "package/other/q.png")
    left.collect(from: nil, attempt: 0, one)
    #expect(attachments.kept.map(\.name).sorted() == ["p.png", "snap/a/b.txt", "snap/changed.txt"])
    left.collect(from: nil, attempt: 0, one)
    #expect(attachments.kept.count == 3)
    // Alone it leaves the same, and something else under a name that is known.
    try write("a", "package/snap/a/b.txt")
    try write("otherwise", "package/p.png")
    left.collect(from: nil, attempt: 1, one)
    #expect(attachments.kept.map(\.name).sorted() == ["p.png", "p.png", "snap/a/b.txt", "snap/changed.txt"])
    #expect(left.takes("snap/a/b.txt") && !left.takes("snap/a.tmp") && !left.takes("other/q.png"))
  }

  @Test("where time does not tell whose it is, what left the same alone does")
  func alone() throws {
    let left = left()
    let place = try #require(left.place(scratch.path + "/1"))
    try write("run", "1/x.txt")
    try write("run", "1/y.txt")
    let rows = ["testA", "testB"].map {
      TestCase(id: TestID("T.A/\($0)"), library: .xctest, target: "T", suite: "A", name: $0)
    }
    let both = FileOwners(
      rows, moments: rows.map { .init(test: $0.id, from: 0, to: nil) }, grain: place.grain)
    left.collect(from: place, attempt: 0, both)
    #expect(left.owners.isEmpty)
    let again = try #require(left.place(scratch.path + "/2"))
    try write("alone", "2/x.txt")
    left.collect(from: again, attempt: 1, one)
    #expect(
      left.owners == [
        .init(test: "T.A/testA", attempt: 0): ["attachments/x.txt"],
        .init(test: "T.A/testA", attempt: 1): ["attachments/x-2.txt"],
      ])
  }

  @Test("what two tests leave alike is kept once, and is of both")
  func alike() throws {
    let left = left()
    let tests: [TestID] = ["T.A/testA", "T.A/testB"]
    for (attempt, test) in [(0, tests[0]), (0, tests[1]), (1, tests[1]), (2, tests[0])] {
      let place = try #require(left.place(scratch.path + "/1"))
      try write("same", "1/same.txt")
      left.collect(from: place, attempt: attempt, FileOwners(alone: test))
    }
    #expect(attachments.kept.map(\.path) == ["attachments/same.txt"])
    #expect(
      left.owners == [
        .init(test: tests[0], attempt: 0): ["attachments/same.txt"],
        .init(test: tests[1], attempt: 0): ["attachments/same.txt"],
      ])
  }

  @Test("what nobody's time told of in the test run is of each that leaves the same alone")
  func alikeLater() throws {
    let left = left()
    let rows = ["testA", "testB"].map {
      TestCase(id: TestID("T.A/\($0)"), library: .xctest, target: "T", suite: "A", name: $0)
    }
    let place = try #require(left.place(scratch.path + "/0"))
    try write("same", "0/same.txt")
    left.collect(
      from: place, attempt: 0,
      FileOwners(rows, moments: rows.map { .init(test: $0.id, from: 0, to: nil) }, grain: place.grain))
    for row in rows {
      let again = try #require(left.place(scratch.path + "/again"))
      try write("same", "again/same.txt")
      left.collect(from: again, attempt: 1, FileOwners(alone: row.id))
    }
    #expect(attachments.kept.count == 1)
    #expect(
      left.owners == [
        .init(test: rows[0].id, attempt: 1): ["attachments/same.txt"],
        .init(test: rows[1].id, attempt: 1): ["attachments/same.txt"],
      ])
  }

  @Test("secrets are taken out, and what cannot be written is told")
  func writing() throws {
    let closed = Attachments(folder: IntegrationFolder("/dev/null/x"), Masking([Array("hunter2".utf8)]))
    let left = LeftFiles(closed, globs: [], package: scratch.path)
    let place = try #require(left.place(scratch.path + "/1"))
    try write("my hunter2", "1/a.txt")
    left.collect(from: place, attempt: 0, one)
    #expect(left.note?.hasPrefix("Not kept of what tests left: a.txt (10 bytes, ") == true)
    #expect(left.owners.isEmpty)
  }
}
